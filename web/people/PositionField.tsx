import { Check, ChevronDown, Plus } from 'lucide-react'
import { useState } from 'react'
import { positionList, positionsAtMost } from '../../domain/access/positionOperations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { positionLength } from '../../domain/rules/position.ts'
import { useAsk } from '../ask.ts'
import { Field, type FieldProps, inputLook } from '../look/fields/Field.tsx'
import { movePick, pickMark } from '../look/fields/pickerKeys.ts'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { t } from '../words.ts'

type Positions = OutputOf<typeof positionList>
/** How many people have a position, and that no one has it yet. */
const countWords = {
  standard: ['适用于{count}人。', '现在没有人是这个职位，有人担任后适用。'],
  approvers: ['现有{count}人。', '现在没有人是这个职位。'],
} as const

type Props = FieldProps<string> & {
  /** The department, with those below it, whose people are counted; all people without one. */
  deptId?: string | undefined
  /** What the position stands for, so that the field says how many people that are. */
  purpose?: keyof typeof countWords
}

/** A position, chosen from those that people have, or a new one. */
export const PositionField = ({ label, value, onChange, onBlur, error, hint, required, disabled, deptId, purpose }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const { data } = useAsk(positionList, deptId ? { deptId } : {}, { staleMs: 60_000, keep: true })
  const choose = (position: string) => {
    onChange(position)
    setOpen(false)
    onBlur?.()
  }
  const peopleWords = data && purpose && (value !== '' || !required) ? peopleOf(data, value, purpose) : undefined
  return (
    <Field
      label={label}
      error={error}
      hint={value === '' ? [peopleWords, hint].filter(Boolean).join(' ') : (peopleWords ?? hint)}
      required={required}
    >
      {(ids) => (
        <>
          <button
            {...ids}
            type="button"
            aria-haspopup="dialog"
            disabled={disabled}
            onClick={() => setOpen(true)}
            className={`${inputLook} flex items-center justify-between text-left`}
          >
            <span className={`truncate ${value ? '' : 'text-faint'}`}>{value || (disabled ? '' : t('请选择{label}', { label }))}</span>
            {!disabled && <ChevronDown size={18} className="shrink-0 text-faint" aria-hidden />}
          </button>
          {isOpen && (
            <PositionSheet
              label={label}
              value={value}
              positions={data?.list ?? []}
              canClear={!required && value !== ''}
              onChoose={choose}
              onClose={() => setOpen(false)}
            />
          )}
        </>
      )}
    </Field>
  )
}

/** How many people a position is about, in words; nothing where not all positions are known. */
const peopleOf = ({ list, people }: Positions, position: string, purpose: keyof typeof countWords): string | undefined => {
  const [countText, emptyText] = countWords[purpose]
  const count = position === '' ? people : list.find(({ name }) => name === position)?.people
  if (count !== undefined) return t(countText, { count })
  return list.length < positionsAtMost ? t(emptyText) : undefined
}

type SheetProps = {
  label: string
  value: string
  positions: Positions['list']
  canClear: boolean
  onChoose: (position: string) => void
  onClose: () => void
}

const PositionSheet = ({ label, value, positions, canClear, onChoose, onClose }: SheetProps) => {
  const [search, setSearch] = useState('')
  const matches = positions.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
  const newPosition = search.slice(0, positionLength).trim()
  const isNew = newPosition !== '' && positions.every(({ name }) => name !== newPosition)
  return (
    <Sheet open onClose={onClose} title={label} tall onKeyDown={(event) => movePick(event, search)}>
      <div className="mb-3 flex shrink-0">
        <SearchBox value={search} onSearch={setSearch} delayMs={100} placeholder={t('搜索或输入新的职位')} />
      </div>
      <ul aria-label={label} className="shrink-0 overflow-hidden rounded-card bg-card">
        {canClear && search === '' && <Row onPress={() => onChoose('')} text={t('不选')} quiet />}
        {matches.map(({ name, people }) => (
          <Row key={name} onPress={() => onChoose(name)} text={name} count={people} isChosen={name === value} />
        ))}
        {isNew && <Row onPress={() => onChoose(newPosition)} text={t('使用“{name}”', { name: newPosition })} isAdding />}
      </ul>
      {positions.length === 0 && search === '' && (
        <p className="px-1 py-3 text-small text-faint">{t('人员档案中还没有职位，可以直接输入新的职位。')}</p>
      )}
    </Sheet>
  )
}

type RowProps = { text: string; count?: number; isChosen?: boolean; isAdding?: boolean; quiet?: boolean; onPress: () => void }

const Row = ({ text, count, isChosen = false, isAdding = false, quiet = false, onPress }: RowProps) => (
  <li className="border-b border-line last:border-none">
    <button
      {...pickMark}
      type="button"
      aria-current={isChosen || undefined}
      onClick={onPress}
      className={`pressable flex min-h-12 w-full items-center gap-3 px-4 py-2 text-left ${quiet ? 'text-quiet' : ''}`}
    >
      {isAdding && <Plus size={18} className="shrink-0 text-accent" aria-hidden />}
      <span className="min-w-0 flex-1 truncate">{text}</span>
      {count !== undefined && <span className="shrink-0 text-small text-quiet">{t('{count}人', { count })}</span>}
      {isChosen && <Check size={20} className="shrink-0 text-accent" aria-hidden />}
    </button>
  </li>
)
