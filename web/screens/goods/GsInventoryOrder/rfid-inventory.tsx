import { MapPin } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { gsInventoryOrder } from '../../../../domain/documents/asset/inventory.ts'
import { documentOperations } from '../../../../domain/operations/documents.ts'
import { type Id, newId } from '../../../../kernel/id.ts'
import { call, CallError } from '../../../call.ts'
import { Button } from '../../../look/Button.tsx'
import { Card } from '../../../look/Card.tsx'
import { Page } from '../../../look/Page.tsx'
import { Pending } from '../../../look/Pending.tsx'
import { confirm, tell } from '../../../look/confirm.ts'
import { toast } from '../../../look/toast.ts'
import { useName } from '../../../parts/names.ts'
import { ReferencePicker } from '../../../parts/ReferencePicker.tsx'
import { piecesAt } from '../../../parts/rfid/pieces.ts'
import { WalkView } from '../../../parts/rfid/WalkView.tsx'
import type { useWalk } from '../../../parts/rfid/useWalk.ts'
import { documentHref } from '../../../places.ts'
import { leaveFreely, replaceHref } from '../../../travel.ts'
import { t } from '../../../words.ts'

/** Reads the tags of a place and writes a count of what was heard there. */
export default function RfidInventory() {
  const [place, setPlace] = useState<Id>()
  const [choosing, setChoosing] = useState(false)
  const name = useName('location', place)
  const { data, error, refetch } = useQuery({
    queryKey: ['rfid.piecesAt', place],
    queryFn: ({ signal }) => piecesAt(place!, signal),
    enabled: place !== undefined,
    staleTime: 60_000,
  })
  const picker = (
    <ReferencePicker
      open={choosing}
      onClose={() => setChoosing(false)}
      noun="location"
      filter={{ own: true }}
      title={t('选择区域')}
      chosen={place ? [place] : []}
      onChoose={([id]) => id && setPlace(id)}
    />
  )
  if (place === undefined || !data)
    return place === undefined ? (
      <Page>
        <Card className="flex flex-col items-center gap-4 py-8 text-center">
          <MapPin size={32} strokeWidth={1.5} className="text-faint" aria-hidden />
          <p className="max-w-72 text-body text-quiet">{t('选一个区域，用读写器走一圈，看看账上的资产在不在。')}</p>
          <Button size="large" onClick={() => setChoosing(true)}>
            {t('选择区域')}
          </Button>
        </Card>
        {picker}
      </Page>
    ) : (
      <Pending error={error} onRetry={refetch} />
    )
  return (
    <>
      <WalkView
        key={place}
        here={data.pieces}
        untagged={data.untagged}
        place={<PlaceCard name={name} onChange={() => setChoosing(true)} />}
        finishTitle={t('完成这个区域')}
        onFinish={(walk) => finishAs(place, name, walk)}
      />
      {picker}
    </>
  )
}

const PlaceCard = ({ name, onChange }: { name: string; onChange: () => void }) => (
  <Card className="mb-3 flex items-center gap-3">
    <MapPin size={20} className="shrink-0 text-accent" aria-hidden />
    <span className="min-w-0 flex-1 truncate text-body font-medium">{name}</span>
    <Button kind="plain" size="small" onClick={onChange}>
      {t('换区域')}
    </Button>
  </Card>
)

/** What was strongly heard becomes a draft of a count: here as found, from elsewhere as moved. What was not heard is left to people. */
const finishAs = async (place: Id, name: string, walk: ReturnType<typeof useWalk>): Promise<void> => {
  const { standing, done } = walk.conclude()
  const { found, elsewhere, notYet, nearby } = standing
  const lineOf = (result: string, foundAt?: Id) => (epc: string) => {
    const id = walk.piece(epc)?.id
    return id === undefined ? [] : [{ asset: id, result, ...(foundAt && { foundAt }) }]
  }
  const lines = [...found.flatMap(lineOf('found')), ...elsewhere.flatMap(lineOf('moved', place))].slice(0, 1000)
  const said = t('读到 {found} 项，不属于这里 {elsewhere} 项，附近听到 {nearby} 项，没有读到 {notYet} 项', {
    found: found.length,
    elsewhere: elsewhere.length,
    nearby: nearby.length,
    notYet: notYet.length,
  })
  if (lines.length === 0) return tell(said)
  if (!(await confirm({ title: t('生成盘点单草稿?'), text: said, yes: t('生成草稿'), no: t('接着读') }))) return walk.start()
  try {
    const stored = await call(documentOperations(gsInventoryOrder).save, {
      id: newId(),
      header: { name: t('{place} RFID盘点', { place: name }), place },
      lines,
    })
    done()
    leaveFreely()
    replaceHref(documentHref('GsInventoryOrder', stored.id))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    toast(error.message, 'error')
  }
}
