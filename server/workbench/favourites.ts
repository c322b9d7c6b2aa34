import { refuse } from '../../kernel/refusal.ts'
import {
  type Favourite,
  favouriteDelete,
  favouriteList,
  favouriteOrder,
  favouritesAtMost,
  favouriteSave,
} from '../../domain/workbench/favouriteOperations.ts'
import { handle, type Handler, type SignedIn } from '../call.ts'

/** What a person keeps at the side of the window. Every write answers what is there then. */
export const favouriteHandlers: readonly Handler[] = [
  handle(favouriteList, (call) => favouritesOf(call)),
  handle(favouriteSave, async (call, { path, title }) => {
    const { tx, session } = call
    // Two windows that add at one moment take turns, so that no two stand in one place.
    await tx.query('select from person where org_id = $1 and id = $2 for no key update', [tx.orgId, session.uid])
    const favourites = await favouritesOf(call)
    if (favourites.length >= favouritesAtMost && !favourites.some((favourite) => favourite.path === path))
      refuse('favourite.many', '最多收藏{max}项，请先移除一些', { max: favouritesAtMost })
    await tx.query(
      `insert into favourite (org_id, uid, path, title, place)
       select o.org_id, $2, $3, $4, coalesce((select max(place) from favourite where org_id = $1 and uid = $2), 0) + 1
       from organisation o where o.org_id = $1
       on conflict (org_id, uid, path) do update set title = excluded.title`,
      [tx.orgId, session.uid, path, title],
    )
    return favouritesOf(call)
  }),
  handle(favouriteDelete, async (call, { path }) => {
    await call.tx.query('delete from favourite where org_id = $1 and uid = $2 and path = $3', [call.tx.orgId, call.session.uid, path])
    return favouritesOf(call)
  }),
  handle(favouriteOrder, async (call, { paths }) => {
    await call.tx.query(
      `update favourite f set place = w.place from (
         select o.path, row_number() over (order by n.place nulls last, o.place, o.path) as place
         from favourite o left join unnest($3::text[]) with ordinality as n (path, place) on n.path = o.path
         where o.org_id = $1 and o.uid = $2) w
       where f.org_id = $1 and f.uid = $2 and f.path = w.path`,
      [call.tx.orgId, call.session.uid, paths],
    )
    return favouritesOf(call)
  }),
]

const favouritesOf = ({ tx, session }: SignedIn): Promise<Favourite[]> =>
  tx.query<Favourite>('select path, title from favourite where org_id = $1 and uid = $2 order by place, path', [tx.orgId, session.uid])
