import { tableSums } from '../../domain/tables/viewOperations.ts'
import type { Table, TableColumn } from '../../domain/tables/define.ts'
import { totalledKeys } from '../../domain/tables/groupCondition.ts'
import { columnNumberWords } from '../../domain/tables/groupWords.ts'
import { isEmpty } from '../../kernel/field.ts'
import { isNumber, kindOf } from '../../kernel/fields/kinds.ts'
import { sum } from '../../kernel/decimal.ts'
import { useAsk } from '../ask.ts'
import { t } from '../words.ts'
import { everyRow, isChosen } from './choice.ts'
import type { Pages } from '../pages.ts'
import type { RowStates } from './rowStates.ts'
import type { Selection } from './selection.ts'
import { useSelection } from './useSelection.ts'
import type { Row } from './row.ts'
import { columnOf } from './layout.ts'

type Props = { table: Table; selection: Selection; rows: readonly Row[] }

type ListProps = {
  table: Table
  pages: Pages<Row>
  states: RowStates
  now: Pick<Selection, 'asked' | 'columns'>
}

/** What all rows of a list come to: a figure that was opened is compared with it. */
export const ListSums = ({ table, pages, states, now }: ListProps) => {
  const { totalCount: total = 0, hasUncounted = false } = pages
  const selection = useSelection(states, now, total)
  if (pages.status !== 'ready' || total === 0 || hasUncounted) return null
  return <Sums table={table} selection={{ ...selection, ...everyRow, count: total }} rows={pages.rows} />
}

/** True where conditions leave a part of the rows. */
export const isNarrowed = ({ asked: { where } }: Pick<Selection, 'asked'>): boolean => Array.isArray(where) && where.length > 0

/** What the chosen rows come to: added up here where all of them are loaded, asked for otherwise. */
export const Sums = ({ table, selection, rows }: Props) => {
  const chosenIds = rows.filter(({ id }) => isChosen(selection, id)) as unknown as readonly Readonly<Record<string, unknown>>[]
  const areLoaded = chosenIds.length >= selection.count
  const { ids, all, asked } = selection
  const keys = totalledKeys(table, all ? asked : {})
  const { data } = useAsk(
    tableSums,
    { table: table.name, selection: all ? { asked, except: [...ids] } : { ids: [...ids] } },
    { enabled: keys.length > 0 && !areLoaded && (all || ids.size <= mostIds), keep: true },
  )
  return keys.map((key) => {
    const column = columnOf(table, key)
    const values = chosenIds.map((row) => row[key]).filter((value) => !isEmpty(value))
    const total = areLoaded ? sumOfLoaded(column, values) : data?.sums[key]
    return isEmpty(total) ? null : (
      <span key={key} className="table-sum">
        {t(column.label)} <b>{columnNumberWords(column, total, t)}</b>
      </span>
    )
  })
}

/** Nothing where no row has a value, as the server answers. */
const sumOfLoaded = ({ control }: TableColumn, values: readonly unknown[]): unknown => {
  if (values.length === 0) return undefined
  const { sum: sumOfKind } = kindOf(control)
  if (sumOfKind) return sumOfKind(values)
  return isNumber(control) ? sum(values.map(String)) : undefined
}

/** A request names no more. */
const mostIds = 5000
