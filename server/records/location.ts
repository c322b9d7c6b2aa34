import type { RecordHooks } from './hooks.ts'

export const locationHooks: RecordHooks = {
  uses: (tx, ids) =>
    tx.query(
      `select l.id, count(*)::int as count, '库存' as words
       from unnest($2::bigint[]) as l (id)
       join balance b on b.org_id = $1 and b.account in ('store:' || l.id, 'transit:' || l.id) and b.on_hand > 0
       group by l.id`,
      [tx.orgId, ids],
    ),
}
