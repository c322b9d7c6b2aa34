import type { Id } from '../../kernel/id.ts'
import type { CountNumbers } from '../../domain/counting/operations.ts'
import type { Tx } from '../db/tx.ts'

/**
 * SQL: result `r` of a task is what holds of its line now: no later round has it. `offset 0` here and in the look-ups of lines and results keeps
 * them look-ups, line by line: a count that is younger than its statistics is one row to the planner, which would join it by going through all of
 * it for each line.
 */
export const isLatest = `not exists (select from count_result n where n.org_id = $1 and n.task_id = r.task_id and n.item_id = r.item_id and n.account = r.account
  and n.item_kind = r.item_kind and n.round > r.round offset 0)`

/** SQL: the item of result `r` was seen, or a posted document explains where it is. A missing one is never counted. */
export const isCounted = `(r.verdict <> 'pending' and (r.strength > 0 or r.verdict not in ('missing', 'underway')))`

/**
 * Numbers of tasks, by task. A line without an observation is pending; `done` counts the expected lines that were seen or that a posted
 * document explains, so a missing one is never among them.
 */
export const numbersOf = async (
  tx: Tx,
  tasks: readonly { readonly id: Id; readonly expected: number }[],
): Promise<Map<Id, CountNumbers>> => {
  if (tasks.length === 0) return new Map()
  const ids = tasks.map(({ id }) => id)
  const [results, unknown] = await Promise.all([
    tx.query<{ task_id: Id; verdict: string; unexpected: boolean; counted: boolean; n: number }>(
      `select r.task_id, r.verdict, r.unexpected, ${isCounted} as counted, count(*)::int as n from count_result r join count_task t on t.org_id = $1 and t.id = r.task_id
       where r.org_id = $1 and r.task_id = any ($2::bigint[]) and (r.round >= t.round or ${isLatest}) group by 1, 2, 3, 4`,
      [tx.orgId, ids],
    ),
    tx.query<{ task_id: Id; n: number }>(
      'select task_id, count(*)::int as n from count_unknown where org_id = $1 and task_id = any ($2::bigint[]) and becomes is null group by 1',
      [tx.orgId, ids],
    ),
  ])
  return new Map(
    tasks.map(({ id, expected }) => {
      const ownResults = results.filter(({ task_id }) => task_id === id)
      const byVerdict: Record<string, number> = {}
      for (const { verdict, n } of ownResults) if (verdict !== 'pending') byVerdict[verdict] = (byVerdict[verdict] ?? 0) + n
      const judgedResults = ownResults.filter(({ verdict, unexpected }) => verdict !== 'pending' && !unexpected)
      const doneCount = judgedResults.filter(({ counted }) => counted).reduce((sum, { n }) => sum + n, 0)
      const pending = judgedResults.reduce((figures, { n }) => figures - n, expected)
      if (pending > 0) byVerdict['pending'] = pending
      return [id, { expected, done: doneCount, unknown: unknown.find(({ task_id }) => task_id === id)?.n ?? 0, byVerdict }]
    }),
  )
}

/**
 * SQL: whether a person has counted an item in a round before this one. The person who has does not count it again: he is not named for it, it is not in his
 * pack, and what he sends of it all the same is out of his range.
 */
export const countedBefore = (item: string, person: string, round: string): string =>
  `exists (select from count_event b where b.org_id = $1 and b.task_id = $2 and b.item_id = ${item} and b.actor_uid = ${person} and b.round < ${round} and b.disposition = 'ok')`

/**
 * SQL: every line of task `$2` with what holds of it in its last round, and what was found besides. `worth` is what its difference is worth in
 * yuan, negative where something is missing.
 */
export const joinedResults = `(
  select j.*, case when j.kind = 'asset' then case j.verdict when 'missing' then -j.value when 'back' then j.value else 0 end
                   else round(coalesce(j.difference, 0) * coalesce(j.value / nullif(j.quantity, 0), 0), 2) end as worth
  from (
    select coalesce(l.item_kind, r.item_kind) as kind, coalesce(l.item_id, r.item_id) as item_id, coalesce(l.account, r.account) as account,
      coalesce(l.loc_id, r.loc_id) as loc_id, case when l.item_id is null and r.item_kind = 'asset' then a.loc_id else coalesce(l.loc_id, r.loc_id) end as booked_loc_id,
      coalesce(l.dept_id, a.dept_id) as dept_id, coalesce(a.cat_id, c.cat_id) as cat_id, l.holder_uid,
      l.item_id is not null as expected, coalesce(r.verdict, 'pending') as verdict, coalesce(l.value, a.value, 0) as value, l.quantity,
      r.seen, r.counted, r.difference, r.explained, r.decision, r.reason, r.note, r.document_id,
      coalesce(a.instance_code, c.goods_code) as code, coalesce(a.instance_name, c.goods_name) as name
    from (select * from count_line where org_id = $1 and task_id = $2) l
    full join (
      select distinct on (item_id, account) * from count_result where org_id = $1 and task_id = $2 order by item_id, account, round desc
    ) r on r.item_id = l.item_id and r.account = l.account
    left join asset a on a.org_id = $1 and a.id = coalesce(l.item_id, r.item_id)
    left join consumable c on c.org_id = $1 and c.id = coalesce(l.item_id, r.item_id)
  ) j
)`
