import { ArrowRight } from 'lucide-react'
import { useMemo } from 'react'
import { changeableFields, kindsChanging } from '../../domain/bulk/fields.ts'
import type { BulkPreview, Selected } from '../../domain/bulk/operations.ts'
import { type RecordKind, thingOf } from '../../domain/records/define.ts'
import type { Field } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Notice } from '../look/Notice.tsx'
import { Problem } from '../look/Problem.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { useAllowed } from '../shell/useAllowed.ts'
import { FieldControl } from '../forms/FieldControl.tsx'
import { t } from '../words.ts'
import { ObstacleList } from './ObstacleList.tsx'
import type { BulkOffer } from './offers.ts'
import { type FieldChoice, useFieldChange } from './useFieldChange.ts'

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

/** A value for a field of many records: what it would change stands below before anything is. */
export default function ChangeSheet({ kind, selected, count, offers, onClose, onBegin, onWork }: Props) {
  const { choice, field, isSaid, preview, error, isStale, sending, ...acts } = useFieldChange({ kind, selected, onWork })
  const documents = offers.filter(({ of }) => choice.key !== '' && kindsChanging(choice.key).includes(of))

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
          <Button disabled={!preview || preview.changing === 0} busy={sending} onClick={() => void acts.begin()}>
            {preview ? t('修改 {count} 项', { count: preview.changing }) : t('修改')}
          </Button>
        </>
      }
    >
      <FieldSection kind={kind} choice={choice} field={field} onField={acts.setField} onValue={acts.setValue} />
      {field && field.required === 'never' && !isSaid && (
        <div className="-mt-2 mb-3 px-1">
          <Button kind="plain" size="small" onClick={acts.clear}>
            {t('清空这个字段')}
          </Button>
        </div>
      )}
      {isStale && <Notice text={t('选中的内容在预览之后有变化，请重新确认')} />}
      {error && <Problem error={error} onRetry={acts.refetch} />}
      {!error && preview && <Preview preview={preview} />}
      {!error && !preview && isSaid && (
        <p role="status" className="flex items-center gap-2 px-1 text-small text-quiet">
          <Spinner /> {t('正在核对…')}
        </p>
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

type FieldSectionProps = {
  kind: RecordKind
  choice: FieldChoice
  field: Field | undefined
  onField: (key: string) => void
  onValue: (value: unknown) => void
}

const FieldSection = ({ kind, choice: { key, value, clears }, field, onField, onValue }: FieldSectionProps) => {
  const isAllowed = useAllowed()
  const fields = useMemo(() => changeableFields(kind, isAllowed), [kind, isAllowed])
  return (
    <Section>
      <Choice
        label={t('字段')}
        value={key}
        onChange={onField}
        placeholder={t('请选择要修改的字段')}
        options={fields.map(([name, { label }]) => ({ value: name, label }))}
      />
      {field && (
        <FieldControl
          key={key}
          field={{ ...field, label: '改成', hint: undefined, required: 'never' }}
          value={clears ? '' : value}
          onChange={onValue}
        />
      )}
    </Section>
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
