import type { QueryTx } from '../db/tx.ts'

/** What an organisation has announced on a topic, oldest first, also where a transaction announced more. */
export const announcementsOn = <B = unknown>(tx: QueryTx, topic: string): Promise<{ key: string; body: B }[]> =>
  tx.query<{ key: string; body: B }>(
    `select a.key, a.body from outbox o cross join lateral (
       select o.topic, o.key, o.body
       union all
       select e ->> 'topic', coalesce(e ->> 'key', ''), e -> 'body' from jsonb_array_elements(o.body -> 'all') e where o.topic = '') a
     where o.org_id = $1 and a.topic = $2 order by o.xid, o.id`,
    [tx.orgId, topic],
  )
