import type { SavedView } from '../../../domain/tables/viewOperations.ts'
import type { Table } from '../../../domain/tables/define.ts'
import { t } from '../../words.ts'

/** What a reader should know of the view that the address names: that there is none, or that not all of it is asked for them. */
export const ViewNotice = ({ table, saved }: { table: Table; saved: SavedView | undefined }) => {
  if (!saved)
    return (
      <p role="status" className="table-notice">
        {t('没有这个视图，或它已不再与您共享。')}
      </p>
    )
  if (saved.closed.length === 0) return null
  const columns = saved.closed.map((key) => (table.columns[key] ? t(table.columns[key].label) : key)).join(t('、'))
  return (
    <p role="status" className="table-notice">
      {t('您不能按{columns}筛选和排序，此处未按这些条件显示。', { columns })}
    </p>
  )
}
