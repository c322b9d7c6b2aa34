import { tableSums } from '../../domain/tables/viewOperations.ts'
import { summedKeys, type Table } from '../../domain/tables/define.ts'
import { isEmpty } from '../../kernel/field.ts'
import { kindOf, wordsOf } from '../../kernel/fields/kinds.ts'
import { useAsk } from '../ask.ts'
import { t } from '../words.ts'
import { isChosen } from './choice.ts'
import type { Selection } from './selection.ts'
import type { Row } from './row.ts'
import { columnOf } from './layout.ts'

type Props = { table: Table; selection: Selection; rows: readonly Row[] }

/** What the chosen rows come to: added up here where all of them are loaded, asked for otherwise. */
export const Sums = ({ table, selection, rows }: Props) => {
  const keys = summedKeys(table)
  const chosenIds = rows.filter(({ id }) => isChosen(selection, id)) as unknown as readonly Readonly<Record<string, unknown>>[]
  const areLoaded = chosenIds.length >= selection.count
  const { ids, all, asked } = selection
  const { data } = useAsk(
    tableSums,
    { table: table.name, selection: all ? { asked, except: [...ids] } : { ids: [...ids] } },
    { enabled: keys.length > 0 && !areLoaded && (all || ids.size <= mostIds), keep: true },
  )
  return keys.map((key) => {
    const { label, control } = columnOf(table, key)
    const values = chosenIds.map((row) => row[key]).filter((value) => !isEmpty(value))
    const sum = areLoaded ? kindOf(control).sum?.(values) : data?.sums[key]
    return isEmpty(sum) ? null : (
      <span key={key} className="table-sum">
        {t(label)} <b>{wordsOf(control, sum, { say: t, nameOf: (id) => id })}</b>
      </span>
    )
  })
}

/** A request names no more. */
const mostIds = 5000
