import { useMemo } from 'react'
import type { Table } from '../../domain/tables/define.ts'
import { useScreen } from '../screen.ts'
import { type TableLook, useLooking } from './looking.ts'
import { readable, useViews } from './views.ts'

/** How a list is looked at, the saved view that its address names taken into account; `wantsViews` where somebody wants to see the others. */
export const useViewed = (table: Table, wantsViews = false) => {
  const named = useScreen().search['view']
  const views = useViews(table, wantsViews || named !== undefined)
  const saved = views.list?.find(({ id }) => id === named)
  const looking: TableLook = useLooking(
    table,
    useMemo(() => saved && readable(saved), [saved]),
  )
  // One that was just saved is not in the list as it was read before.
  const isWaiting = named !== undefined && !saved && (views.isFetching || !views.list) && !views.isError
  return { looking, views: views.list, named, saved, isWaiting }
}
