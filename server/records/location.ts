import { isId } from '../../kernel/id.ts'
import type { Conditions } from '../db/conditions.ts'
import { likePattern } from '../search/searchText.ts'
import { malformed } from '../httpError.ts'
import type { RecordHooks } from './recordHooks.ts'

const addKeyword = (c: Conditions, value: unknown): void => {
  const keyword = keywordOf(value)
  if (keyword) c.add(`r.search like ${c.place(likePattern(keyword))}`)
}

/** A place is more than a row: several people may manage or use it, and stock may lie in it. */
export const locationHooks: RecordHooks = {
  uses: (tx, ids) =>
    tx.query(
      `select l.id, count(*)::int as count, '库存' as words
       from unnest($2::bigint[]) as l (id)
       join balance b on b.org_id = $1 and b.account in ('store:' || l.id, 'transit:' || l.id) and b.on_hand > 0
       group by l.id
       union all
       select l.id, count(*)::int, '盘点任务' from unnest($2::bigint[]) as l (id)
       join count_task t on t.org_id = $1 and t.state in ('open', 'review', 'settling') and t.loc_ids @> array[l.id]
       group by l.id`,
      [tx.orgId, ids],
    ),
  words: {
    managerUid: (c, value) => c.add(ofPerson(c.place(personOf('managerUid', value)), ['manager'])),
    uid: (c, value) => c.add(ofPerson(c.place(personOf('uid', value)), ['manager', 'user'])),
    own: (c, value, { locations }) => {
      if (value === true || value === 'true') c.add(locations === 'all' ? 'true' : `r.id = any (${c.place(locations)}::bigint[])`)
    },
    stocked: (c, value) => {
      if (value === true || value === 'true')
        c.add(
          `exists (select from balance b where b.org_id = $1 and b.account = 'store:' || r.id and b.item_kind = 'consumable' and b.on_hand > b.reserved)`,
        )
    },
    queryLike: addKeyword,
    locQuery: addKeyword,
  },
}

/** The condition on a place `r` that a person, given by a placeholder, manages or uses it. `$1` is the organisation. */
export const ofPerson = (person: string, kinds: readonly ('manager' | 'user')[]): string =>
  `(r.manager_uid = ${person} or exists (select from location_user u
     where u.org_id = $1 and u.loc_id = r.id and u.uid = ${person} and u.kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})))`

const personOf = (word: string, value: unknown): string => {
  if (!isId(String(value))) throw malformed('请求有误：{fields}', { fields: word })
  return String(value)
}

/** `queryLike` and `locQuery` are keywords where they are text; clients also send them as mere flags. */
export const keywordOf = (value: unknown): string | undefined =>
  typeof value === 'string' && !['', '0', '1', 'true', 'false'].includes(value.trim()) ? value.trim() : undefined
