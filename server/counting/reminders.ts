import type { Day } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { stepAt, windowOf } from '../../domain/reminders/schedule.ts'
import type { Reader } from '../reminders/dueReminders.ts'

type Row = { task: Id; name: string; due_on: Day | null; uid: Id; n: number }

/** Counting tasks that are due: `text` answers them for each person with how many there are left, which the sentence calls `says`. */
const dueTasks =
  (text: string, says?: string): Reader =>
  async (tx, { schedule, telling }) => {
    const { from, to } = windowOf(schedule, telling)
    const rows = await tx.query<Row>(text, [tx.orgId, to, from])
    return rows.flatMap(({ task, name, due_on: dueOn, uid, n }) => {
      if (dueOn === null) return []
      const step = stepAt(schedule, dueOn, telling)
      const subject = { subject: task, name, ...(says !== undefined && { params: { [says]: n } }) }
      return step === undefined ? [] : [{ thing: subject, dueOn, uid, step }]
    })
  }

const isDue = `coalesce(s.due_on, t.due_on) <= $2 and coalesce(s.due_on, t.due_on) >= coalesce($3::date, '-infinity')`

/** The person who was given a part of a count and has not said that it is done. */
export const sharesDue = dueTasks(
  `select t.id as task, t.name, min(coalesce(s.due_on, t.due_on)) as due_on, s.uid, count(*)::int as n
   from count_task t join count_share s on s.org_id = $1 and s.task_id = t.id
   where t.org_id = $1 and t.state = 'open' and s.uid is not null and s.kind <> 'self' and s.finished_at is null and ${isDue}
   group by t.id, t.name, s.uid`,
)

/** The pieces of open tasks that a person was asked to count himself, and has not. */
const uncountedTasks = `count_task t join count_share s on s.org_id = $1 and s.task_id = t.id and s.kind = 'self' and s.round = t.round
  join count_line l on l.org_id = $1 and l.task_id = t.id and l.holder_uid is not null and (s.uid is null or s.uid = l.holder_uid)
  left join count_result r on r.org_id = $1 and r.task_id = t.id and r.item_id = l.item_id and r.account = l.account and r.round = t.round`
/** Of a line `l`: its holder said that he has it not. Another person may still find it; he has answered. */
export const isDenied = `exists (select from count_event e where e.org_id = $1 and e.task_id = l.task_id and e.item_id = l.item_id
  and e.actor_uid = l.holder_uid and e.kind = 'absent' and e.disposition = 'ok')`
const isUncounted = `t.org_id = $1 and t.state = 'open' and coalesce(r.verdict, 'pending') = 'pending' and not ${isDenied} and ${isDue}`

/** The person who holds them. */
export const ownCountsDue = dueTasks(
  `select t.id as task, t.name, coalesce(s.due_on, t.due_on) as due_on, l.holder_uid as uid, count(*)::int as n
   from ${uncountedTasks} where ${isUncounted} group by t.id, t.name, coalesce(s.due_on, t.due_on), l.holder_uid`,
  'pieces',
)

/** The heads of departments whose people hold them. */
export const ownCountsOfDepartments = dueTasks(
  `select t.id as task, t.name, coalesce(s.due_on, t.due_on) as due_on, d.manager_uid as uid, count(distinct l.holder_uid)::int as n
   from ${uncountedTasks} join person p on p.org_id = $1 and p.id = l.holder_uid
   join department d on d.org_id = $1 and d.id = p.dept_id and d.manager_uid is not null
   where ${isUncounted} group by t.id, t.name, coalesce(s.due_on, t.due_on), d.manager_uid`,
  'people',
)
