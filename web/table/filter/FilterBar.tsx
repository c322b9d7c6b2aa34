import { ListFilter, Plus, X } from 'lucide-react'
import { memo, useState } from 'react'
import { askedKeys, atHandKeys, type Table } from '../../../domain/tables/define.ts'
import { type Condition, type Either, isEither, keysIn, type Where } from '../../../domain/tables/view.ts'
import { useWide } from '../../screen.ts'
import { t } from '../../words.ts'
import { AskedColumns } from '../AskedColumns.tsx'
import { begunOf, tabOf, withTerm } from './conditions.ts'
import { TermWords } from './ConditionWords.tsx'
import type { TableLook } from '../tableLook.ts'
import { Pop } from '../Pop.tsx'
import { TermEditor } from './TermEditor.tsx'
import { columnOf } from '../layout.ts'

/** What is asked, and the way to ask otherwise. */
type FilterLook = Pick<TableLook, 'view' | 'begun' | 'begin'> & { readonly look: (change: { readonly where: Where }) => void }

type Props = { table: Table; looking: FilterLook }

const mostTerms = 20

/** What is asked, as chips that are edited by a press, and what is asked by one press. A term that the tabs show has no chip. */
export const FilterTerms = memo(({ table, looking, tabs }: Props & { tabs: string | undefined }) => {
  const where = looking.view.where ?? []
  const inTabs = tabs !== undefined && tabOf(where, tabs) ? tabs : undefined
  const [open, setOpen] = useState<number>()
  const change = (index: number, term: Condition | Either | undefined, isAsked = true) =>
    looking.look({ where: withTerm(where, { index, term, isAsked }) })

  return (
    <>
      {where.map((term, index) =>
        !isEither(term) && term.key === inTabs ? null : (
          <span key={index} className="table-chip">
            <Pop
              open={open === index}
              onOpenChange={(next) => setOpen(next ? index : undefined)}
              title={t('筛选')}
              trigger={
                <span className="truncate">
                  <TermWords table={table} term={term} />
                </span>
              }
              triggerClass="table-chip-words"
            >
              <TermEditor table={table} term={term} onChange={(next, isAsked) => change(index, next, isAsked)} />
            </Pop>
            <button type="button" aria-label={t('去掉筛选')} onClick={() => change(index, undefined)} className="table-chip-x">
              <X size={13} aria-hidden />
            </button>
          </span>
        ),
      )}
      {where.length < mostTerms &&
        atHandKeys(table)
          .filter((key) => !keysIn(where).includes(key))
          .map((key) => (
            <button key={key} type="button" onClick={() => change(where.length, { key, is: 'yes' }, false)} className="table-quiet">
              {t(columnOf(table, key).label)}
            </button>
          ))}
    </>
  )
})

/** The way to ask more: words on a wide window, an icon on a phone. */
export const AddFilter = memo(({ table, looking }: Props) => {
  const wide = useWide()
  const [isAdding, setIsAdding] = useState(false)
  const { length } = looking.view.where ?? []
  const { begun } = looking
  if (length >= mostTerms || askedKeys(table).length === 0) return null
  return (
    <Pop
      open={isAdding || begun !== undefined}
      onOpenChange={(next) => {
        setIsAdding(next)
        looking.begin(undefined)
      }}
      title={t('添加筛选')}
      label={wide ? undefined : t('筛选')}
      trigger={
        wide ? (
          <>
            <Plus size={14} aria-hidden />
            {t('筛选')}
          </>
        ) : (
          <ListFilter size={18} aria-hidden />
        )
      }
      triggerClass={wide ? 'table-quiet' : 'table-phone-icon'}
    >
      {begun === undefined ? (
        <AskedColumns table={table} onChoose={looking.begin} />
      ) : (
        <Adding
          table={table}
          column={begun}
          at={length}
          onTerm={(change) => looking.look({ where: withTerm(looking.view.where ?? [], change) })}
        />
      )}
    </Pop>
  )
})

/** A new term takes one place in the question, however often it changes while it is written. */
const Adding = ({
  table,
  column,
  at,
  onTerm,
}: {
  table: Table
  column: string
  at: number
  onTerm: (change: Parameters<typeof withTerm>[1]) => void
}) => {
  const [place] = useState(at)
  return (
    <TermEditor table={table} term={begunOf(table, column)} isNew onChange={(term, isAsked) => onTerm({ index: place, term, isAsked })} />
  )
}
