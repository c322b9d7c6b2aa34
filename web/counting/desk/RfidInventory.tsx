import { type ReactNode, useState } from 'react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { gsInventoryOrder } from '../../../domain/counting/document.ts'
import { documentOperations } from '../../../domain/documents/operations.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import { call, CallError } from '../../call.ts'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { confirm, tell } from '../../look/overlays/confirm.ts'
import { useName } from '../../forms/names.ts'
import { ReferencePicker } from '../../forms/ReferencePicker.tsx'
import { piecesAt } from '../../rfid/pieces.ts'
import { NoPlace, PlaceCard } from '../../rfid/PlaceCard.tsx'
import { TaskWalk } from '../../rfid/TaskWalk.tsx'
import { WalkView } from '../../rfid/WalkView.tsx'
import type { useWalk } from '../../rfid/useWalk.ts'
import { useSearch } from '../../screen.ts'
import { documentHref } from '../../places.ts'
import { leaveFreely, replaceHref } from '../../travel.ts'
import { t } from '../../words.ts'

/** Reads the tags of a place: for the count that the query names, or to write one of what was heard. */
export default function RfidInventory(): ReactNode {
  const { id } = useSearch('/pages/goods/GsInventoryOrder/rfid-inventory')
  return id ? <TaskWalk key={id} task={id} /> : <FreeWalk />
}

const FreeWalk = () => {
  const [place, setPlace] = useState<Id>()
  const [isChoosing, setChoosing] = useState(false)
  const name = useName('location', place)
  const { data, error, refetch } = useQuery({
    queryKey: ['rfid.piecesAt', place],
    queryFn: place === undefined ? skipToken : ({ signal }) => piecesAt(place, signal),
    staleTime: 60_000,
  })
  const picker = (
    <ReferencePicker
      open={isChoosing}
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
        <NoPlace onChoose={() => setChoosing(true)} />
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
        others="asked"
        untagged={data.untagged}
        place={<PlaceCard name={name} onChange={() => setChoosing(true)} />}
        finishTitle={t('完成这个区域')}
        onFinish={(walk) => finishAs(place, name, walk)}
      />
      {picker}
    </>
  )
}

/** What was strongly heard becomes a draft of a count: here as found, from elsewhere as moved. What was not heard is left to people. */
const finishAs = async (place: Id, name: string, walk: ReturnType<typeof useWalk>): Promise<boolean> => {
  const { standing, done } = walk.conclude()
  const { found, elsewhere, notYet, nearby } = standing
  const lineOf = (result: string, foundAt?: Id) => (epc: string) => {
    const id = walk.piece(epc)?.id
    return id === undefined ? [] : [{ asset: id, result, ...(foundAt && { foundAt }) }]
  }
  const lines = [...found.flatMap(lineOf('found')), ...elsewhere.flatMap(lineOf('moved', place))].slice(0, 1000)
  const words = t('读到 {found} 项，不属于这里 {elsewhere} 项，附近听到 {nearby} 项，没有读到 {notYet} 项', {
    found: found.length,
    elsewhere: elsewhere.length,
    nearby: nearby.length,
    notYet: notYet.length,
  })
  if (lines.length === 0) {
    await tell(words)
    return false
  }
  if (!(await confirm({ title: t('生成盘点单草稿?'), text: words, yes: t('生成草稿'), no: t('接着读') }))) {
    walk.start()
    return false
  }
  try {
    const stored = await call(documentOperations(gsInventoryOrder).save, {
      id: newId(),
      header: { name: t('{place} RFID盘点', { place: name }), place },
      lines,
    })
    done()
    leaveFreely()
    replaceHref(documentHref('GsInventoryOrder', stored.id))
    return true
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return false
  }
}
