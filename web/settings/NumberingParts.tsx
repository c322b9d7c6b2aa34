import { ArrowUp, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import * as v from 'valibot'
import { type CodeSource, dateForms, numberOf, type NumberPart, numberPartsAtMost } from '../../domain/rules/numbering.ts'
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

type Props<S extends CodeSource> = {
  title: string
  note: (parts: readonly NumberPart<S>[]) => string
  value: readonly NumberPart<S>[]
  /** What it goes back to; nothing to go back to without. */
  defaultParts?: readonly NumberPart<S>[]
  rule: v.GenericSchema<readonly NumberPart<S>[]>
  /** The codes that a part may say, with what they are called. */
  sources: Readonly<Record<S, string>>
  /** Stands above the parts. */
  children?: ReactNode
  onSave: (parts: readonly NumberPart<S>[]) => Promise<unknown>
}

/** Of which parts numbers are made, with an example; what has a number keeps it. */
export const NumberingParts = <S extends CodeSource>({ title, note, value, defaultParts, rule, sources, children, onSave }: Props<S>) => {
  const [parts, setParts] = useState<readonly NumberPart<S>[]>(value)
  const { success, issues } = v.safeParse(rule, parts)
  const isChanged = JSON.stringify(parts) !== JSON.stringify(value)
  const isDefault = defaultParts === undefined || JSON.stringify(parts) === JSON.stringify(defaultParts)
  const [firstSource] = keysOf(sources)
  const newParts: readonly NumberPart<S>[] = [
    { kind: 'words', text: '-' },
    { kind: 'date', form: 'yyyy' },
    ...(firstSource === undefined ? [] : [{ kind: 'code' as const, of: firstSource }]),
  ]

  return (
    <Section title={title} note={note(parts)}>
      {children}
      <ol>
        {parts.map((part, index) => (
          <PartRow
            key={`${index} ${part.kind}`}
            part={part}
            sources={sources}
            problem={issues?.find(({ path }) => path?.[0]?.key === index)?.message}
            onChange={(next) => setParts(parts.with(index, next))}
            onMoveUp={index > 0 ? () => setParts(parts.with(index, parts[index - 1] ?? part).with(index - 1, part)) : undefined}
            onRemove={part.kind === 'sequence' ? undefined : () => setParts(parts.toSpliced(index, 1))}
          />
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 p-3">
        {parts.length < numberPartsAtMost &&
          newParts.map((part) => (
            <Button key={part.kind} kind="secondary" size="small" onClick={() => setParts(withPart(parts, part))}>
              {t('添加{name}', { name: within(t(partTitles[part.kind])) })}
            </Button>
          ))}
        {!isDefault && (
          <Button kind="plain" size="small" onClick={() => setParts(defaultParts)}>
            {t('恢复默认')}
          </Button>
        )}
      </div>
      {isChanged && (
        <div className="p-3 pt-0">
          <Button wide disabled={!success} onClick={() => void onSave(parts)}>
            {t('保存')}
          </Button>
        </div>
      )}
    </Section>
  )
}

/** A new part stands before the running number, with which most numbers end; else it comes last. */
const withPart = <S extends CodeSource>(parts: readonly NumberPart<S>[], part: NumberPart<S>): readonly NumberPart<S>[] => {
  const sequenceIndex = parts.findIndex(({ kind }) => kind === 'sequence')
  return parts.toSpliced(sequenceIndex === -1 ? parts.length : sequenceIndex, 0, part)
}

const partTitles: Readonly<Record<NumberPart['kind'], string>> = { words: '固定文字', date: '日期', code: '编码', sequence: '流水号' }

type PartRowProps<S extends CodeSource> = {
  part: NumberPart<S>
  sources: Readonly<Record<S, string>>
  problem: string | undefined
  onChange: (part: NumberPart<S>) => void
  onMoveUp: (() => void) | undefined
  onRemove: (() => void) | undefined
}

const PartRow = <S extends CodeSource>({ part, sources, problem, onChange, onMoveUp, onRemove }: PartRowProps<S>) => (
  <li className="flex items-start border-b border-line">
    <div className="min-w-0 flex-1">
      <PartFields part={part} sources={sources} problem={problem} onChange={onChange} />
    </div>
    <IconButton icon={ArrowUp} iconSize={18} label={t('上移')} disabled={!onMoveUp} onClick={onMoveUp} />
    <IconButton icon={Trash2} iconSize={18} label={t('移除')} disabled={!onRemove} onClick={onRemove} />
  </li>
)

const PartFields = <S extends CodeSource>({
  part,
  sources,
  problem,
  onChange,
}: Pick<PartRowProps<S>, 'part' | 'sources' | 'problem' | 'onChange'>) => {
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
      return <Choice label={label} value={part.form} options={dateOptions()} required onChange={(form) => onChange({ ...part, form })} />
    case 'code':
      return (
        <Choice
          label={label}
          value={part.of}
          options={keysOf(sources).map((value) => ({ value, label: sources[value] }))}
          required
          onChange={(noun) => onChange({ ...part, of: noun })}
        />
      )
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

/** The ways to write a day, each with today as its example. */
const dateOptions = () =>
  keysOf(dateForms).map((form) => {
    const example = numberOf([{ kind: 'date', form }], { day: today(), codes: {} }, 1)
    return { value: form, label: t('{form}（{example}）', { form: t(dateForms[form]), example }), isOwn: true as const }
  })
const digitOptions = Array.from({ length: 9 }, (_, index) => ({ value: String(index + 2), label: String(index + 2) }))
