import { useState } from 'react'
import type { Analysis } from '../../domain/bulk/transferOperations.ts'
import { ownFieldSave } from '../../domain/records/ownFieldOperations.ts'
import type { Noun } from '../../kernel/field.ts'
import { presetOf } from '../../kernel/fields/kinds.ts'
import { kindLooks } from '../approval/design/form/kindLook.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { CheckBox } from '../look/fields/CheckBox.tsx'
import { Tag } from '../look/Tag.tsx'
import { toast } from '../look/overlays/toast.ts'
import { useSend } from '../send.ts'
import { t } from '../words.ts'

type Header = Analysis['headers'][number]
type Props = { noun: Noun; headers: readonly Header[]; onAdded: () => void }

/** Columns of a sheet that are none of ours: each may become a field of the organisation, of the kind that its cells are of. */
export const NewFields = ({ noun, headers, onAdded }: Props) => {
  const proposals = headers.flatMap(({ ownControl, ...header }) => (ownControl ? [{ ...header, control: ownControl }] : []))
  const [columnsChosen, setColumnsChosen] = useState<ReadonlySet<number>>(new Set())
  const saveCall = useSend(ownFieldSave)
  if (proposals.length === 0) return null
  const toggle = (at: number) =>
    setColumnsChosen((before) => (before.has(at) ? new Set([...before].filter((one) => one !== at)) : new Set([...before, at])))
  const add = async () => {
    const fields = proposals.filter(({ at }) => columnsChosen.has(at))
    try {
      for (const { header, control } of fields) await saveCall.send({ noun, label: header.trim().slice(0, 40), control })
      toast(t('已新建{count}个字段', { count: fields.length }), 'success')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
    onAdded()
  }
  return (
    <Section
      title={t('表格里的其他列')}
      note={t('选中的列会成为您组织自己的字段，可以筛选、排序、导出；没有选中的列不导入。')}
      right={
        <Button
          size="small"
          kind="plain"
          onClick={() => setColumnsChosen(new Set(columnsChosen.size === proposals.length ? [] : proposals.map(({ at }) => at)))}
        >
          {t(columnsChosen.size === proposals.length ? '全不选' : '全选')}
        </Button>
      }
    >
      {proposals.map(({ at, letters, header, samples, control }) => (
        <label key={at} className="flex min-h-12 cursor-pointer items-center gap-3 border-b border-line px-4 py-2 last:border-b-0">
          <CheckBox checked={columnsChosen.has(at)} onChange={() => toggle(at)} />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-body">
              {letters} {header}
            </span>
            <span className="block truncate text-small text-faint">{t('例如：{samples}', { samples: samples.join(t('、')) })}</span>
          </span>
          <Tag>{t(kindLooks[presetOf(control)].title)}</Tag>
        </label>
      ))}
      <div className="p-3">
        <Button wide kind="secondary" busy={saveCall.sending} disabled={columnsChosen.size === 0} onClick={() => void add()}>
          {t('新建{count}个字段', { count: columnsChosen.size })}
        </Button>
      </div>
    </Section>
  )
}
