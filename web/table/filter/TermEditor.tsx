import { Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Table } from '../../../domain/tables/define.ts'
import { type Condition, type Either, isEither } from '../../../domain/tables/view.ts'
import { t } from '../../words.ts'
import { AskedColumns } from '../AskedColumns.tsx'
import { ConditionEditor } from './ConditionEditor.tsx'
import { begunOf, isComplete } from './conditions.ts'

/** The text of a term of which nothing is said completely. */
const emptyTermText = JSON.stringify([])

/** Typing pauses so long before the list is asked. */
const pauseMs = 350

type Props = {
  table: Table
  term: Condition | Either
  /** The question has it not yet. */
  isNew?: boolean
  /** What of it is said completely, undefined where that is nothing; `isAsked`: the question has the term, as it was before. */
  onChange: (next: Condition | Either | undefined, isAsked: boolean) => void
}

/** One term of the question: a condition, or several of which one must hold. What is said completely is asked at once. */
export const TermEditor = ({ table, term, isNew = false, onChange }: Props) => {
  const [any, setAny] = useState<readonly Condition[]>(() => (isEither(term) ? term.any : [term]))
  const [isAdding, setAdding] = useState(false)
  const complete = any.filter(isComplete)
  const text = JSON.stringify(complete)
  const lastText = useRef(isNew ? emptyTermText : text)
  const tell = useEffectEvent((next = text) => {
    if (next === lastText.current) return
    const isAsked = lastText.current !== emptyTermText
    lastText.current = next
    onChange(complete.length > 1 ? { any: complete } : complete[0], isAsked)
  })
  useEffect(() => {
    const timer = setTimeout(() => tell(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  useEffect(() => () => tell(), [])

  if (isAdding)
    return (
      <AskedColumns
        table={table}
        onChoose={(key) => {
          setAny([...any, begunOf(table, key)])
          setAdding(false)
        }}
      />
    )
  return (
    <>
      {any.map((condition, index) => (
        <div key={index}>
          {index > 0 && <p className="table-or">{t('或')}</p>}
          <ConditionEditor
            table={table}
            condition={condition}
            onChange={(next) => setAny(any.with(index, next))}
            onRemove={any.length > 1 ? () => setAny(any.toSpliced(index, 1)) : undefined}
          />
        </div>
      ))}
      {any.length < mostAlternatives && any.some(isComplete) && (
        <button type="button" onClick={() => setAdding(true)} className="table-quiet">
          <Plus size={14} aria-hidden />
          {t('或者…')}
        </button>
      )}
    </>
  )
}

const mostAlternatives = 10
