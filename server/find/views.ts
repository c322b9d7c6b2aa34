import { tableNamed } from '../../domain/tables/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { searchTextOf } from '../search/searchText.ts'
import { hasView } from '../views/handlers.ts'
import type { FindContext } from './finding.ts'
import type { Place } from './places.ts'

/** The views that a person keeps or is given, of tables that one of his screens shows. */
export const viewsFor = async ({ tx, session }: FindContext, screens: readonly Place[]): Promise<Place[]> => {
  const rows = await tx.query<{ id: Id; name: string; title: string }>(
    `select w.id, w.table_name as name, w.title from saved_view w where w.org_id = $1 and ${hasView} order by w.owner_uid <> $2, w.title collate by_pinyin, w.id`,
    [tx.orgId, session.uid, session.roleCodes, session.admin],
  )
  return rows.flatMap(({ id, name, title }): Place[] => {
    const table = tableNamed(name)
    const screen = screens.find(({ row }) => row.href === table?.screen)?.row
    if (!table || !screen) return []
    const search = [table.search ?? [], `view=${id}`].flat().join('&')
    return [
      {
        row: { ...screen, key: `view ${id}`, title, text: screen.title, href: `${screen.href}?${search}` },
        search: searchTextOf([title]),
      },
    ]
  })
}
