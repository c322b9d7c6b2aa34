import { addDays, type Day, dayAt } from '../../../kernel/day.ts'
import type { Id } from '../../../kernel/id.ts'
import { workedSeconds } from '../../../domain/calendar/deadline.ts'
import type { WorkCalendar } from '../../../domain/calendar/workCalendar.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import type { flowOperations } from '../../../domain/approval/operations/flows.ts'
import { workCalendarOf } from '../../calendar/calendar.ts'
import type { Tx } from '../../db/tx.ts'
import { outsideKey } from '../flow/key.ts'
import { peopleOf } from './lists.ts'

type PeopleStatisticsInput = { readonly flowKey: string | undefined; readonly from: string | undefined; readonly to: string | undefined }
type Approvers = OutputOf<typeof flowOperations.statistic>['people']

/**
 * Who took how long over which step, in working time by the calendar of now: what was decided in a period, and what is open at `at`
 * whatever the period. The slowest first.
 */
export const slowApprovers = async (
  tx: Tx,
  { flowKey, from, to }: PeopleStatisticsInput,
  nowMs: number,
  names: (flowKey: string, node: string) => { readonly flowName: string; readonly nodeName: string },
): Promise<Approvers> => {
  const calendar = await workCalendarOf(tx)
  const days = workdays(calendar, addDays(from ?? dayAt(nowMs), -daysLookedBack), dayAt(nowMs))
  const [decidedRows, open] = await Promise.all([
    tx.query<DecisionSpan>(decidedText, [
      tx.orgId,
      flowKey ?? null,
      from ?? null,
      to ?? null,
      days.map(({ day }) => day),
      days.map(({ before }) => before),
      days.map(({ works }) => works),
      calendar.opensMinutes * 60,
      calendar.closesMinutes * 60,
    ]),
    tx.query<Open>(openText, [tx.orgId, flowKey ?? null]),
  ])
  const rows = new Map<string, DecisionSpan & { open: number; since: string | null }>()
  const keyOf = (row: Place) => `${row.flow_key}/${row.node_id}/${row.uid}`
  for (const row of decidedRows) rows.set(keyOf(row), { ...row, open: 0, since: null })
  for (const row of open) rows.set(keyOf(row), { ...none, ...rows.get(keyOf(row)), ...row })
  const waitingRows = [...rows.values()].map((row) => ({
    row,
    openSeconds: row.since === null ? null : workedSeconds(row.since, new Date(nowMs).toISOString(), calendar),
  }))
  const slowest = waitingRows
    .toSorted((a, b) => Math.max(b.row.p90 ?? 0, b.openSeconds ?? 0) - Math.max(a.row.p90 ?? 0, a.openSeconds ?? 0))
    .slice(0, approversAtMost)
  const people = await peopleOf(
    tx,
    slowest.map(({ row }) => row.uid),
  )
  return slowest.map(({ row, openSeconds }) => ({
    ...people(row.uid),
    flowKey: outsideKey(tx.orgId, row.flow_key),
    nodeId: row.node_id,
    ...names(row.flow_key, row.node_id),
    tasks: row.tasks,
    medianSeconds: row.median,
    p90Seconds: row.p90,
    open: row.open,
    longestOpenSeconds: openSeconds,
  }))
}

type Place = { readonly flow_key: string; readonly node_id: string; readonly uid: Id }
type DecisionSpan = Place & { readonly tasks: number; readonly median: number | null; readonly p90: number | null }
type Open = Place & { readonly open: number; readonly since: string }

const none = { tasks: 0, median: null, p90: null }
const approversAtMost = 100
/** What was opened longer before the period counts from there. */
const daysLookedBack = 1100

/** The days with how many working seconds lie before each. */
const workdays = (calendar: WorkCalendar, from: Day, to: Day): { day: Day; before: number; works: boolean }[] => {
  const days: { day: Day; before: number; works: boolean }[] = []
  let before = 0
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const works = calendar.isWorkday(day)
    days.push({ day, before, works })
    if (works) before += (calendar.closesMinutes - calendar.opensMinutes) * 60
  }
  return days
}

/** How much working time lies before a moment, given in seconds since 1970. */
const workedSql = (moment: string, day: string): string =>
  `coalesce(${day}.before + case when ${day}.works
     then least(greatest(extract(epoch from (to_timestamp(${moment}) at time zone 'Asia/Shanghai')::time) - $8, 0), $9 - $8) else 0 end, 0)`
const dayOf = (moment: string): string => `(to_timestamp(${moment}) at time zone 'Asia/Shanghai')::date`

const decidedText = `
  with calendar as materialized (select day, before, works from unnest($5::date[], $6::bigint[], $7::boolean[]) as c (day, before, works)),
  waits as (
    select s.flow_key, s.node_id, s.uid, ${workedSql('d.decided', 'b')} - ${workedSql('d.opened', 'a')} as seconds
    from wf_stat_person s cross join lateral unnest(s.opened, s.decided) as d (opened, decided)
    left join calendar a on a.day = ${dayOf('d.opened')} left join calendar b on b.day = ${dayOf('d.decided')}
    where s.org_id = $1 and ($2::text is null or s.flow_key = $2) and ($3::date is null or s.day >= $3) and ($4::date is null or s.day <= $4))
  select flow_key, node_id, uid, count(*)::int as tasks, percentile_disc(0.5) within group (order by seconds)::float8 as median,
         percentile_disc(0.9) within group (order by seconds)::float8 as p90
  from waits group by flow_key, node_id, uid`

const openText = `
  select t.flow_key, t.node_id, t.assignee_uid as uid, count(*)::int as open, min(t.opened_at) as since
  from wf_task t where t.org_id = $1 and t.status = 1 and ($2::text is null or t.flow_key = $2) group by 1, 2, 3`
