import { Ban, ScanLine, Tags } from 'lucide-react'
import { useEffect, useState } from 'react'
import { labelOperations } from '../../domain/labels/operations.ts'
import { scanFind } from '../../domain/scan/operations.ts'
import { recordOf } from '../../domain/records/all.ts'
import { thingOf } from '../../domain/records/define.ts'
import type { RecordRow } from '../../domain/records/operations.ts'
import { host } from '../../hosts/here.ts'
import { useAsk } from '../ask.ts'
import { call, CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { confirm } from '../look/overlays/confirm.ts'
import { Empty } from '../look/Empty.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { toast } from '../look/overlays/toast.ts'
import { recordLook } from '../records/recordLook.ts'
import { ReferencePicker } from '../forms/ReferencePicker.tsx'
import { type ScanResult, wordsOf } from './find.ts'
import { showFound } from './showFound.ts'
import { useSearch } from '../screen.ts'
import { replace } from '../travel.ts'
import { t } from '../words.ts'

/** What a printed code names, opened by any camera: the thing itself, a choice, a blank label to be bound, or why there is nothing to show. */
export default function Scanned() {
  const { code = '', finder } = useSearch('/pages/goods/components/scanned')
  const read = finder ? `${host.address}/q/${encodeURIComponent(code)}/${finder}` : code
  const { data, error, refetch } = useAsk(scanFind, { read })
  const foundThing = data?.t === 'found' ? data.thing : undefined
  useEffect(() => {
    if (foundThing) showFound(foundThing)
  }, [foundThing])
  if (!data || foundThing) return <Pending error={error} onRetry={refetch} />
  if (data.t === 'choose')
    return (
      <Page width="page" bottom={<ScanOn />}>
        <p className="px-1 pb-3 text-body">{t('有 {count} 项都是这个编码，请选择', { count: data.things.length })}</p>
        <Card flush>
          {data.things.map((thing) => (
            <ThingCell key={`${thing.noun} ${thing.row.id}`} thing={thing} />
          ))}
        </Card>
      </Page>
    )
  if (data.t === 'blank') return <Blank code={data.code} mayBind={data.mayBind} />
  if (data.t === 'found') return null
  return (
    <Page bottom={<ScanOn />}>
      <Empty icon={Ban} title={wordsOf(data)} text={data.t === 'foreign' ? t('它的内容只有那家单位能看到。') : undefined} />
    </Page>
  )
}

const ThingCell = ({ thing }: { thing: ScanResult }) => {
  const { title, text } = recordLook(recordOf(thing.noun), thing.row)
  return <Cell title={title} text={text} value={t(thingOf(recordOf(thing.noun)))} onPress={() => showFound(thing)} />
}

const ScanOn = () => (
  <Button kind="secondary" size="large" wide icon={ScanLine} onClick={() => replace('/pages/goods/components/scan-qrcode')}>
    {t('继续扫码')}
  </Button>
)

const bindable = ['asset', 'location', 'consumable'] as const

/** A label that was printed before anyone knew for what. The person who prints labels says what it stands for. */
const Blank = ({ code, mayBind }: { code: string; mayBind: boolean }) => {
  const [noun, setNoun] = useState<(typeof bindable)[number]>()
  const bind = async (row: RecordRow) => {
    if (!noun) return
    const { title } = recordLook(recordOf(noun), row)
    if (!(await confirm({ title: t('绑定到{name}?', { name: title }), text: t('以后扫这张标签就是它。'), yes: t('绑定') }))) return
    try {
      await call(labelOperations.bindCode, { code, noun, id: row.id })
      toast(t('已绑定'), 'success')
      showFound({ noun, row })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <Page bottom={<ScanOn />}>
      <Empty
        icon={Tags}
        title={t('这张空白标签还没有绑定')}
        text={mayBind ? t('选择它代表什么，贴上去就能用。') : t('请交给资产管理员绑定后再使用。')}
      />
      {mayBind && (
        <Card flush className="mx-auto max-w-120">
          {bindable.map((each) => (
            <Cell key={each} title={t('绑定到{title}', { title: t(thingOf(recordOf(each))) })} onPress={() => setNoun(each)} />
          ))}
        </Card>
      )}
      {noun && (
        <ReferencePicker
          open
          onClose={() => setNoun(undefined)}
          noun={noun}
          title={t('绑定到{title}', { title: t(thingOf(recordOf(noun))) })}
          chosen={[]}
          onChoose={(_, [row]) => row && void bind(row)}
        />
      )}
    </Page>
  )
}
