import { ChartColumn } from 'lucide-react'
import { groupableKeys } from '../../../domain/tables/grouping.ts'
import type { Table } from '../../../domain/tables/define.ts'
import { useWide } from '../../screen.ts'
import { t } from '../../words.ts'
import type { TableLook } from '../tableLook.ts'
import { usualGrouping } from './figures.ts'

/** Shows what a list comes to in place of its rows, and the rows again. */
export const GroupsButton = ({ table, tableLook }: { table: Table; tableLook: TableLook }) => {
  const wide = useWide()
  const isSummarised = tableLook.view.groups !== undefined
  if (groupableKeys(table).length === 0) return null
  return (
    <button
      type="button"
      aria-pressed={isSummarised}
      aria-label={wide ? undefined : t('汇总')}
      onClick={() => tableLook.look({ groups: isSummarised ? null : usualGrouping(table) })}
      className={wide ? 'table-quiet' : 'table-phone-icon'}
    >
      <ChartColumn size={wide ? 15 : 18} aria-hidden />
      {wide && t('汇总')}
    </button>
  )
}
