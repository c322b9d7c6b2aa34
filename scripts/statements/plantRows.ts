import type { Tx } from '../../server/db/tx.ts'

/** Statements of which all but the first and the last are wrong, to show that each is found. */
export const plantRows = (tx: Tx, ways: { readonly newest: boolean; readonly any: string }): readonly Promise<unknown>[] => [
  tx.query<{ id: string; name: string; phone: string | null }>('select id, user_name as name, phone from person'),
  tx.query<{ id: string; full_name: string }>('select id, user_name from person'),
  tx.query<{ id: number }>('select id from person'),
  tx.query<{ phone: string }>('select phone from person'),
  tx.query<{ dept: string }>(`select d.dept_name as dept from person p left join department d on d.org_id = p.org_id and d.id = p.dept_id`),
  tx.query<{ id: string }>(`select id from person order by ${ways.newest ? 'id' : 'made_at'} desc`),
  tx.query('select from persons'),
  tx.query<{ id: string }>(`select id from person where ${ways.any}`),
  namedRows<{ id: string; state: boolean }>(tx, 'location'),
  tx.query('select from person where org_id = $1 and id = $2', [tx.orgId]),
  tx.query('select from person where org_id = $1 and id = any ($2::bigint[])', [tx.orgId, tx.orgId]),
  tx.query('update organisation set settings = $2 where org_id = $1', [tx.orgId, ['x']]),
  tx.query<{ n: number }>(`select count(*)::int as n from person p join department d on d.org_id = p.org_id and d.id = p.dept_id`),
]

const namedRows = <R extends object>(tx: Tx, table: 'location' | 'department'): Promise<R[]> =>
  tx.query<R>(`select id, deleted_at is null as gone from ${table}`)

/** What sends statements must not be handed on under another name. */
export const handedOn = (tx: Tx): Tx['query'] => tx.query
