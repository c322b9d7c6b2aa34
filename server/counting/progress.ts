import type { Id } from '../../kernel/id.ts'
import { entryOf } from '../../kernel/assert.ts'
import { differenceVerdicts } from '../../domain/counting/verdict.ts'
import { countTaskProgress } from '../../domain/counting/operations.ts'
import { handle } from '../call.ts'
import { isCounted, isLatest, numbersOf } from './numbers.ts'
import { refreshed } from './refold.ts'
import { inSight, sightOf, valuesOfSight } from './sight.ts'

type Part = { id: Id | null; name: string | null; expected: number; done: number; differing: number }

const part = (column: 'loc_id' | 'dept_id', table: string, name: string): string =>
  `select g.id, n.${name} as name, g.expected, g.done, g.differing from (
     select l.${column} as id, count(*)::int as expected, count(*) filter (where r.counted)::int as done,
       count(*) filter (where r.verdict = any ($8::text[]))::int as differing
     from count_line l
     left join lateral (select r.verdict, ${isCounted} as counted from count_result r where r.org_id = $1 and r.task_id = $2 and r.item_kind = l.item_kind and r.item_id = l.item_id and r.account = l.account
       and r.verdict <> 'pending' and ($9::int = 1 or ${isLatest}) offset 0) r on true
     where l.org_id = $1 and l.task_id = $2 and ${inSight(3)} group by 1
   ) g left join ${table} n on n.org_id = $1 and n.id = g.id order by g.expected desc, g.id`

const byPlace = part('loc_id', 'location', 'loc_name')
const byDepartment = part('dept_id', 'department', 'dept_name')

/** How far a task is: of everything in numbers, and by place and department of what the caller sees. Who counted what, managers are told. */
export const progressHandler = handle(countTaskProgress, async ({ tx, session, app }, { taskId }) => {
  const sight = await sightOf(tx, session, taskId)
  const { task } = sight
  await refreshed(app, tx, task)
  const values = [tx.orgId, taskId, ...valuesOfSight(sight, session), differenceVerdicts, task.round]
  const counterUid = sight.reads ? null : session.uid
  const [numbers, places, departments, people, sources, devices] = await Promise.all([
    numbersOf(tx, [task]),
    tx.query<Part>(byPlace, values),
    tx.query<Part>(byDepartment, values),
    tx.query<{ id: Id; name: string; events: number; lastAt: string }>(
      `select e.actor_uid as id, p.user_name as name, count(*)::int as events, max(e.happened_at) as "lastAt"
       from count_event e join person p on p.org_id = $1 and p.id = e.actor_uid
       where e.org_id = $1 and e.task_id = $2 and ($3::bigint is null or e.actor_uid = $3) group by 1, 2 order by 3 desc, 1`,
      [tx.orgId, taskId, counterUid],
    ),
    tx.query<{ source: string; n: number }>(
      `select e.body ->> 'source' as source, count(*)::int as n from count_event e
       where e.org_id = $1 and e.task_id = $2 and e.disposition = 'ok' and e.kind in ('seen', 'quantity') and ($3::bigint is null or e.actor_uid = $3) group by 1`,
      [tx.orgId, taskId, counterUid],
    ),
    tx.query<{ person: string; lastAt: string; acked: number }>(
      `select p.user_name as person, d.last_seen_at as "lastAt", d.acked_seq as acked from count_device d join person p on p.org_id = $1 and p.id = d.uid
       where d.org_id = $1 and d.task_id = $2 and ($3::bigint is null or d.uid = $3) order by d.last_seen_at desc limit 200`,
      [tx.orgId, taskId, counterUid],
    ),
  ])
  const namedParts = (parts: readonly Part[]) => parts.map((part) => ({ ...part, name: part.name ?? '' }))
  return {
    numbers: entryOf(numbers, taskId),
    places: namedParts(places),
    departments: namedParts(departments),
    people,
    sources: Object.fromEntries(sources.map(({ source, n }) => [source, n])),
    devices,
  }
})
