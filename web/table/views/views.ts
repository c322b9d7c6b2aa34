import { useAsk } from '../../ask.ts'
import { type SavedView, viewList } from '../../../domain/tables/viewOperations.ts'
import type { Table } from '../../../domain/tables/define.ts'
import { isEither, type TableView } from '../../../domain/tables/view.ts'
import { keptColumns } from '../layout.ts'
import type { TableLook } from '../tableLook.ts'

/** The saved views of a table that the reader has. They are asked for where one is named, or where a person wants to see them. */
export const useViews = (table: Table, isWanted: boolean) => {
  const { data, isError, isFetching } = useAsk(viewList, { table: table.name }, { enabled: isWanted, staleMs: 60_000 })
  return { list: data?.list, isError, isFetching }
}

/** What a saved view says, without the terms and the order that this reader may not ask by. */
export const readable = ({ view, closed }: SavedView): TableView => {
  const isOpen = ({ key }: { readonly key: string }) => !closed.includes(key)
  return {
    ...view,
    ...(view.where && { where: view.where.filter((term) => (isEither(term) ? term.any.every(isOpen) : isOpen(term))) }),
    ...(view.sort && { sort: view.sort.filter(isOpen) }),
    ...(view.groups && { groups: { ...view.groups, by: view.groups.by.filter(isOpen), figures: view.groups.figures.filter(isOpen) } }),
  }
}

/** All that is looked at now, as a view keeps it. */
export const viewOf = ({ view: { where, sort, likeQuery, density, groups }, columns }: Pick<TableLook, 'view' | 'columns'>): TableView => ({
  ...(where && where.length > 0 && { where }),
  ...(sort && sort.length > 0 && { sort }),
  ...(likeQuery && { likeQuery }),
  columns: keptColumns(columns),
  ...(density && { density }),
  ...(groups && { groups }),
})
