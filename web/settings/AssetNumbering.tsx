import { ArrowUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import type { organisationInfo, organisationUpdate } from '../../domain/organisation/operations.ts'
import type { InputOf, OutputOf } from '../../domain/operations/define.ts'
import {
  assetNumbering,
  recordCodes,
  dateForms,
  defaultNumbering,
  numberOf,
  type NumberPart,
  numberPartsAtMost,
} from '../../domain/records/assetNumbering.ts'
import { keysOf } from '../../kernel/keysOf.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { today } from '../shell/dateWords.ts'
import { within } from '../within.ts'
import { t } from '../words.ts'

type Props = {
  value: OutputOf<typeof organisationInfo>['assetNumbering']
  onChange: (input: InputOf<typeof organisationUpdate>) => Promise<unknown>
}

/** Of which parts the codes of new assets are made; assets that have a code keep it. */
export const AssetNumbering = ({ value, onChange }: Props) => {
  const [parts, setParts] = useState<readonly NumberPart[]>(value)
  const { success, issues } = v.safeParse(assetNumbering, parts)
  const isChanged = JSON.stringify(parts) !== JSON.stringify(value)
  const isDefault = JSON.stringify(parts) === JSON.stringify(defaultNumbering)

  return (
    <Section title={t('资产编码规则')} note={t('例：{example}。已有的编码不变。', { example: exampleOf(parts) })}>
      <ol>
        {parts.map((part, index) => (
          <PartRow
            key={`${index} ${part.kind}`}
            part={part}
            problem={issues?.find(({ path }) => path?.[0].key === index)?.message}
            onChange={(next) => setParts(parts.with(index, next))}
            onMoveUp={index > 0 ? () => setParts(parts.with(index, parts[index - 1] ?? part).with(index - 1, part)) : undefined}
            onRemove={part.kind === 'sequence' ? undefined : () => setParts(parts.toSpliced(index, 1))}
          />
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 p-3">
        {parts.length < numberPartsAtMost &&
          newParts.map((part) => (
            <Button key={part.kind} kind="secondary" size="small" onClick={() => setParts([...parts, part])}>
              {t('添加{name}', { name: within(t(partTitles[part.kind])) })}
            </Button>
          ))}
        {!isDefault && (
          <Button kind="plain" size="small" onClick={() => setParts(defaultNumbering)}>
            {t('恢复默认')}
          </Button>
        )}
      </div>
      {isChanged && (
        <div className="p-3 pt-0">
          <Button wide disabled={!success} onClick={() => void onChange({ assetNumbering: isDefault ? null : [...parts] })}>
            {t('保存')}
          </Button>
        </div>
      )}
    </Section>
  )
}

const partTitles: Readonly<Record<NumberPart['kind'], string>> = { words: '固定文字', date: '日期', code: '编码', sequence: '流水号' }

/** What may be added; a code has one sequence number, which is there already. */
const newParts: readonly NumberPart[] = [
  { kind: 'words', text: '-' },
  { kind: 'date', form: 'yyyy' },
  { kind: 'code', of: 'category' },
]

/** The first code of today, of an asset whose category, place and department have the codes of the first ones. */
const exampleOf = (parts: readonly NumberPart[]): string =>
  numberOf(parts, { day: today(), codes: { category: 'FL001', place: 'QY001', department: 'BM001' } }, 1)

type PartRowProps = {
  part: NumberPart
  problem: string | undefined
  onChange: (part: NumberPart) => void
  onMoveUp: (() => void) | undefined
  onRemove: (() => void) | undefined
}

const PartRow = ({ part, problem, onChange, onMoveUp, onRemove }: PartRowProps) => (
  <li className="flex items-start border-b border-line">
    <div className="min-w-0 flex-1">
      <PartFields part={part} problem={problem} onChange={onChange} />
    </div>
    <IconButton icon={ArrowUp} iconSize={18} label={t('上移')} disabled={!onMoveUp} onClick={onMoveUp} />
    <IconButton icon={Trash2} iconSize={18} label={t('移除')} disabled={!onRemove} onClick={onRemove} />
  </li>
)

const PartFields = ({ part, problem, onChange }: Pick<PartRowProps, 'part' | 'problem' | 'onChange'>) => {
  const label = t(partTitles[part.kind])
  switch (part.kind) {
    case 'words':
      return (
        <TextField
          label={label}
          value={part.text}
          error={problem && t(problem)}
          maxLength={12}
          onChange={(text) => onChange({ ...part, text })}
        />
      )
    case 'date':
      return <Choice label={label} value={part.form} options={dateOptions} required onChange={(form) => onChange({ ...part, form })} />
    case 'code':
      return <Choice label={label} value={part.of} options={codeOptions} required onChange={(of) => onChange({ ...part, of })} />
    case 'sequence':
      return (
        <>
          <Choice
            label={t('流水号位数')}
            value={String(part.digits)}
            options={digitOptions}
            required
            onChange={(digits) => onChange({ ...part, digits: Number(digits) })}
          />
          <Switch
            label={t('重新编号')}
            text={t('其他部分变了（如换了年份、分类），流水号从1开始')}
            value={part.restarts}
            onChange={(restarts) => onChange({ ...part, restarts })}
          />
        </>
      )
  }
}

const dateOptions = keysOf(dateForms).map((value) => ({ value, label: dateForms[value] }))
const codeOptions = keysOf(recordCodes).map((value) => ({ value, label: recordCodes[value] }))
const digitOptions = Array.from({ length: 9 }, (_, index) => ({ value: String(index + 2), label: String(index + 2) }))
