import { useMemo } from 'react'
import type { Table } from '../../../domain/tables/define.ts'
import { useScreen } from '../../screen.ts'
import { type TableLook, useLooking } from '../tableLook.ts'
import { readable, useViews } from './views.ts'

/** How a list is looked at, the saved view that its address names taken into account; `wantsViews` where a person wants to see the others. */
export const useViewed = (table: Table, wantsViews = false) => {
  const viewId = useScreen().search['view']
  const views = useViews(table, wantsViews || viewId !== undefined)
  const savedView = views.list?.find(({ id }) => id === viewId)
  const tableLook: TableLook = useLooking(
    table,
    useMemo(() => savedView && readable(savedView), [savedView]),
  )
  // One that was just saved is not in the list as it was read before.
  const isWaiting = viewId !== undefined && !savedView && (views.isFetching || !views.list) && !views.isError
  return { looking: tableLook, views: views.list, named: viewId, saved: savedView, isWaiting }
}
