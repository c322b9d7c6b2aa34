import type { Id } from '../../../kernel/id.ts'
import { addCounts, type Count, type Counts, countsOf, type LogEntry } from '../../../domain/approval/process/statistics.ts'
import type { Tx } from '../../db/tx.ts'

/** What happened at a step of a flow within a period; without a step, to the flow as a whole. Waits are in seconds. */
export type FigureSum = {
  flow_key: string
  node_id: string
  started: number
  approved: number
  rejected: number
  returned: number
  withdrawn: number
  terminated: number
  tasks: number
  overdue: number
  wait_seconds: number
  max_seconds: number
  waits: number[]
}
export type FigureDay = { day: string; started: number; approved: number; rejected: number; returned: number }
export type Figures = { readonly sums: readonly FigureSum[]; readonly days: FigureDay[] }

type PersonInput = {
  readonly initiator: Id
  readonly flowKey: string | undefined
  readonly from: string | undefined
  readonly to: string | undefined
}

/** The figures of what one person has initiated, counted from the logs of that alone, some hundred at a time. */
export const figuresOf = async (tx: Tx, { initiator, flowKey, from, to }: PersonInput): Promise<Figures> => {
  const totals = new Map<string, Counts>()
  let after = '0'
  for (;;) {
    const logs = await tx.query<PersonLog>(logsText, [tx.orgId, initiator, flowKey ?? null, from ?? null, after, logsAtOnce])
    for (const { flow_key: flow, entries } of logs) {
      const total = totals.get(flow) ?? new Map()
      totals.set(flow, total)
      addCounts(total, countsOf(entries))
    }
    const last = logs.at(-1)
    if (!last || logs.length < logsAtOnce) return sumWithin(totals, (day) => (from ?? day) <= day && day <= (to ?? day))
    after = last.id
  }
}

const logsAtOnce = 200

type PersonLog = { readonly id: Id; readonly flow_key: string; readonly entries: readonly LogEntry[] }

const logsText = `
  select i.id, i.flow_key, e.entries from wf_instance i cross join lateral (
    select jsonb_agg(jsonb_build_object('seq', e.seq, 'at', e.at, 'events', e.events) order by e.seq) as entries from wf_event e
    where e.org_id = $1 and e.instance_id = i.id group by e.instance_id) e
  where i.org_id = $1 and i.initiator_uid = $2 and ($3::text is null or i.flow_key = $3)
    and ($4::date is null or i.ended_at is null or i.ended_at >= $4::date - 1) and i.id > $5 order by i.id limit $6`

const sumWithin = (totals: ReadonlyMap<string, Counts>, isWithin: (day: string) => boolean): Figures => {
  const sums = new Map<string, FigureSum>()
  const days = new Map<string, FigureDay>()
  for (const [flow, counts] of totals)
    for (const [node, byDay] of counts)
      for (const [day, count] of byDay) {
        if (!isWithin(day)) continue
        const key = `${flow} ${node}`
        sums.set(key, plus(sums.get(key) ?? nothingAt(flow, node), count))
        if (node !== '') continue
        const { started, approved, rejected, returned } = days.get(day) ?? { started: 0, approved: 0, rejected: 0, returned: 0 }
        days.set(day, {
          day,
          started: started + count.started,
          approved: approved + count.approved,
          rejected: rejected + count.rejected,
          returned: returned + count.returned,
        })
      }
  return { sums: [...sums.values()], days: [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1)) }
}

const nothingAt = (flow: string, node: string): FigureSum => ({
  flow_key: flow,
  node_id: node,
  started: 0,
  approved: 0,
  rejected: 0,
  returned: 0,
  withdrawn: 0,
  terminated: 0,
  tasks: 0,
  overdue: 0,
  wait_seconds: 0,
  max_seconds: 0,
  waits: [0, 0, 0, 0, 0, 0],
})

const plus = (sum: FigureSum, count: Count): FigureSum => ({
  ...sum,
  started: sum.started + count.started,
  approved: sum.approved + count.approved,
  rejected: sum.rejected + count.rejected,
  returned: sum.returned + count.returned,
  withdrawn: sum.withdrawn + count.withdrawn,
  terminated: sum.terminated + count.terminated,
  tasks: sum.tasks + count.tasks,
  overdue: sum.overdue + count.overdue,
  wait_seconds: sum.wait_seconds + count.waitSeconds,
  max_seconds: Math.max(sum.max_seconds, count.maxSeconds),
  waits: sum.waits.map((n, i) => n + (count.waits[i] ?? 0)),
})
