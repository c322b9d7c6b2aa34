import { ArrowRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { changeableFields, kindsChanging } from '../../domain/bulk/fields.ts'
import { type BulkPreview, bulkOperationsOf, type Selected } from '../../domain/bulk/operations.ts'
import { type RecordKind, thingOf } from '../../domain/records/define.ts'
import { isEmpty } from '../../kernel/field.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Notice } from '../look/Notice.tsx'
import { Problem } from '../look/Problem.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { toast } from '../look/overlays/toast.ts'
import { useAllowed } from '../shell/allowed.ts'
import { FieldControl } from '../forms/FieldControl.tsx'
import { useSend } from '../send.ts'
import { t } from '../words.ts'
import type { BulkOffer } from './BulkBar.tsx'
import { ObstacleList } from './ObstacleList.tsx'
import { useSettled } from './useFinished.ts'

type Props = {
  kind: RecordKind
  selected: Selected
  count: number
  /** The documents that may be begun with the same things. */
  offers: readonly BulkOffer[]
  onClose: () => void
  onBegin: (offer: BulkOffer) => void
  onWork: (id: Id) => void
}

const settledMs = 350

/** A value for a field of many records: what it would change stands below before anything is. */
export default function ChangeSheet({ kind, selected, count, offers, onClose, onBegin, onWork }: Props) {
  const isAllowed = useAllowed()
  const fields = useMemo(() => changeableFields(kind, isAllowed), [kind, isAllowed])
  const [key, setKey] = useState('')
  const [value, setValue] = useState<unknown>('')
  const [clears, setClears] = useState(false)
  const [id] = useState(newId)
  const [isStale, setStale] = useState(false)
  const field = kind.fields[key]
  const isSaid = field !== undefined && (clears || !isEmpty(value))
  const changes = useMemo(() => (isSaid ? { [key]: clears ? null : value } : undefined), [isSaid, key, clears, value])
  const settledChanges = useSettled(changes, settledMs)
  const { preview: asking, change } = bulkOperationsOf(kind)
  const { data, error, isFetching, refetch } = useAsk(
    asking,
    { selection: selected, changes: settledChanges ?? {} },
    { enabled: settledChanges !== undefined, staleMs: 0, keep: true },
  )
  const preview = settledChanges && settledChanges === changes && !isFetching ? data : undefined
  const { send, sending } = useSend(change, { quiet: true })
  const documents = offers.filter(({ of }) => key !== '' && kindsChanging(key).includes(of))

  const choose = (next: string) => {
    setKey(next)
    setValue('')
    setClears(false)
    setStale(false)
  }
  const begin = async () => {
    if (!preview || !changes) return
    try {
      onWork((await send({ id, selection: selected, changes, seen: preview.seen })).id)
    } catch (failed) {
      if (!(failed instanceof CallError)) throw failed
      if (failed.kind !== 'refused') return toast(failed.message, 'error')
      setStale(true)
      await refetch()
    }
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={t('修改 {count} 项{thing}', { count, thing: t(thingOf(kind)) })}
      tall
      footer={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('取消')}
          </Button>
          <Button disabled={!preview || preview.changing === 0} busy={sending} onClick={() => void begin()}>
            {preview ? t('修改 {count} 项', { count: preview.changing }) : t('修改')}
          </Button>
        </>
      }
    >
      <Section>
        <Choice
          label={t('字段')}
          value={key}
          onChange={choose}
          placeholder={t('请选择要修改的字段')}
          options={fields.map(([name, { label }]) => ({ value: name, label }))}
        />
        {field && (
          <FieldControl
            key={key}
            field={{ ...field, label: '改成', hint: undefined, required: 'never' }}
            value={clears ? '' : value}
            onChange={(next) => {
              setClears(false)
              setValue(next)
            }}
          />
        )}
      </Section>
      {field && field.required === 'never' && !isSaid && (
        <div className="-mt-2 mb-3 px-1">
          <Button kind="plain" size="small" onClick={() => setClears(true)}>
            {t('清空这个字段')}
          </Button>
        </div>
      )}
      {isStale && <Notice text={t('选中的内容在预览之后有变化，请重新确认')} />}
      {error && !isFetching ? (
        <Problem error={error} onRetry={refetch} />
      ) : preview ? (
        <Preview preview={preview} />
      ) : (
        isSaid && (
          <p role="status" className="flex items-center gap-2 px-1 text-small text-quiet">
            <Spinner /> {t('正在核对…')}
          </p>
        )
      )}
      {documents.map((offer) => (
        <Notice
          key={offer.kind}
          text={t('需要审批的改动，请提交{title}', { title: t(offer.of.title) })}
          action={t('去办理')}
          onPress={() => onBegin(offer)}
        />
      ))}
    </Sheet>
  )
}

/** From what to what, how many, and what stays as it is with the reason. */
const Preview = ({ preview: { changing, same, cannot, fields } }: { preview: BulkPreview }) => (
  <>
    {fields.map(({ key, to, from, others }) => (
      <Section key={key} title={changing > 0 ? t('{count} 项会改变', { count: changing }) : t('没有需要修改的内容')} flush={false}>
        <ul className="flex flex-col gap-1.5 text-body">
          {from.map(({ words, count }) => (
            <li key={words} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate text-quiet">{words || t('（空）')}</span>
              <ArrowRight size={14} className="shrink-0 text-faint" aria-label={t('改成')} />
              <span className="min-w-0 flex-1 truncate font-medium">{to || t('（空）')}</span>
              <span className="min-w-16 shrink-0 text-right tabular-nums text-quiet">{t('{count} 项', { count })}</span>
            </li>
          ))}
          {others > 0 && <li className="text-quiet">{t('其他内容：{count} 项', { count: others })}</li>}
        </ul>
      </Section>
    ))}
    {(same > 0 || cannot.length > 0) && (
      <Section title={t('不会改变')} flush={false}>
        {same > 0 && <p className="text-small">{t('已经是这样：{count} 项', { count: same })}</p>}
        <ObstacleList obstacles={cannot} />
      </Section>
    )}
  </>
)
