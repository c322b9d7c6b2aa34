import { useState } from 'react'
import type { Analysis } from '../../domain/bulk/transferOperations.ts'
import { presetOf } from '../../kernel/fields/kinds.ts'
import { kindLooks } from '../approval/design/form/kindLook.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { CheckBox } from '../look/fields/CheckBox.tsx'
import { Tag } from '../look/Tag.tsx'
import { t } from '../words.ts'
import type { NewField } from './useImport.ts'

type Header = Analysis['headers'][number]
type Props = { headers: readonly Header[]; busy: boolean; onAdd: (fields: readonly NewField[]) => void }

/** Columns of a sheet that are none of ours: each may become a field of the organisation, of the kind that its cells are of. */
export const NewFields = ({ headers, busy, onAdd }: Props) => {
  const proposals = headers.flatMap(({ ownControl, ...header }) => (ownControl ? [{ ...header, control: ownControl }] : []))
  const [columnsChosen, setColumnsChosen] = useState<ReadonlySet<number>>(new Set())
  if (proposals.length === 0) return null
  const toggle = (index: number) =>
    setColumnsChosen((before) => (before.has(index) ? new Set([...before].filter((one) => one !== index)) : new Set([...before, index])))
  const add = () =>
    onAdd(proposals.flatMap(({ at, header, control }) => (columnsChosen.has(at) ? [{ label: header.trim().slice(0, 40), control }] : [])))
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
        <Button wide kind="secondary" busy={busy} disabled={columnsChosen.size === 0} onClick={add}>
          {t('新建{count}个字段', { count: columnsChosen.size })}
        </Button>
      </div>
    </Section>
  )
}
