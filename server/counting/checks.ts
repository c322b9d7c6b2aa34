import type { Id } from '../../kernel/id.ts'
import { rebuilt } from './results.ts'
import { type Task, taskColumns } from './sight.ts'
import { type Check, checkOrganisation, holds } from '../audit/check.ts'

type Row = {
  item_id: Id
  account: string
  round: number
  verdict: string
  strength: number
  seen: Id[]
  counted: string | null
  difference: string | null
}

/** What must hold of counts. */
export const countingChecks: readonly Check[] = [
  holds(
    'counts: the events of a device have no gap',
    `select d.device::text from count_device d left join count_event e on e.org_id = $1 and e.task_id = d.task_id and e.device = d.device
     where d.org_id = $1 group by d.task_id, d.device, d.acked_seq having count(e.seq) <> d.acked_seq or coalesce(max(e.seq), 0) <> d.acked_seq`,
  ),
  holds(
    'counts: a task has as many lines as it says, and each was found out at most once in a round',
    `select t.code from count_task t where t.org_id = $1 and (
       t.expected <> (select count(*) from count_line l where l.org_id = $1 and l.task_id = t.id)
       or exists (select from count_result r where r.org_id = $1 and r.task_id = t.id and r.unexpected = exists (
         select from count_line l where l.org_id = $1 and l.task_id = t.id and l.item_kind = r.item_kind and l.item_id = r.item_id and l.account = r.account)))`,
  ),
  checkOrganisation('counts: what is said of a line under way follows from its events and the books', async function* (query, orgId) {
    const reader = { orgId, query: <R extends object>(text: string, values: readonly unknown[] = []) => query<R>(text, values) }
    const tasks = await query<Task>(
      `select ${taskColumns} from count_task t where t.org_id = $1 and t.state in ('open', 'review') and not t.refold`,
      [orgId],
    )
    for (const task of tasks) {
      const rows = await query<Row>(
        `select item_id, account, round, verdict, strength::int as strength, seen, counted, difference from count_result r
         where org_id = $1 and task_id = $2 and document_id is null
           and not exists (select from count_stale s where s.org_id = $1 and s.task_id = $2 and s.item_id = r.item_id)`,
        [orgId, task.id],
      )
      const items = [...new Set(rows.map(({ item_id }) => item_id))]
      for (let line = 0; line < items.length; line += 1000) {
        const outcomes = await rebuilt(reader, task, items.slice(line, line + 1000))
        for (const outcome of outcomes) {
          const row = rows.find(
            ({ item_id, account, round }) => item_id === outcome.itemId && account === outcome.account && round === outcome.round,
          )
          if (row && describeVerdict(row) !== describeVerdict(outcome))
            yield `${task.code} ${outcome.itemId}: ${describeVerdict(row)}, and ${describeVerdict(outcome)} follows`
        }
      }
    }
  }),
]

const describeVerdict = ({
  verdict,
  strength,
  seen,
  counted,
  difference,
}: Pick<Row, 'verdict' | 'strength' | 'counted' | 'difference'> & { seen: readonly Id[] }): string =>
  [verdict, strength, seen.join(), counted, difference].join(' ')
