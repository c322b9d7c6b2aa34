import type { Id } from '../../../kernel/id.ts'
import type { Definition } from '../../../domain/approval/flow/definition.ts'
import { within } from '../../../domain/approval/flow/plan.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import type { flowOperations } from '../../../domain/approval/operations/flows.ts'
import type { Tx } from '../../db/tx.ts'
import { outsideKey } from '../flow/key.ts'
import { type FigureDay, type Figures, type FigureSum, figuresOf } from './statisticsOfPerson.ts'
import { slowApprovers } from './statisticsPeople.ts'
import { assertDefined } from '../../../kernel/assert.ts'

/** `initiator`: only what this person has initiated counts. */
type StatisticsInput = {
  readonly flowKey: string | undefined
  readonly from: string | undefined
  readonly to: string | undefined
  readonly initiator?: Id | undefined
}
type Statistic = OutputOf<typeof flowOperations.statistic>

/**
 * What happened in a period, by the days on which it happened, from the figures that are kept, and for one initiator from the logs; what runs
 * and is overdue is that of now. Waits are in seconds. The figures of an initiator say nothing of other people.
 */
export const processStatistic = async (tx: Tx, input: StatisticsInput, nowMs = tx.now()): Promise<Statistic> => {
  const { flowKey, from, to, initiator } = input
  const [{ sums, days }, flows, openRows] = await Promise.all([
    initiator === undefined ? keptFigures(tx, input) : figuresOf(tx, { ...input, initiator }),
    tx.query<Flow>('select flow_key, name, icon, color from wf_flow where org_id = $1 order by sort_order, flow_key', [tx.orgId]),
    tx.query<FlowCounts>(standingText, [tx.orgId, flowKey ?? null, initiator ?? null]),
  ])
  const names = await nodeNames(tx, [...new Set([...sums, ...openRows].map((row) => row.flow_key))])
  const nameOf = (flow: string) => flows.find((otherFlow) => otherFlow.flow_key === flow)?.name ?? ''
  const place = (flow: string, node: string) => ({ flowName: nameOf(flow), nodeName: names.get(`${flow}/${node}`) ?? node })
  const people = initiator === undefined ? await slowApprovers(tx, { flowKey, from, to }, nowMs, place) : []
  const byFlow = flows.flatMap((flow) => {
    const sum = sums.find((row) => row.flow_key === flow.flow_key && row.node_id === '')
    const now = openRows.find((row) => row.flow_key === flow.flow_key)
    return sum || now ? [flowRow(tx.orgId, flow, sum ?? emptyFigures, now)] : []
  })
  const wholes = sums.filter((row) => row.node_id === '')
  const total = (figureOf: (row: FigureSum) => number) => wholes.reduce((sum, row) => sum + figureOf(row), 0)
  const approvedTotal = total((row) => row.approved)
  const nodes = sums.filter((row) => row.node_id !== '' && (row.tasks > 0 || row.overdue > 0 || row.returned > 0))
  return {
    total: total((row) => row.started),
    running: byFlow.reduce((sum, { running }) => sum + running, 0),
    returned: total((row) => row.returned),
    approved: approvedTotal,
    rejected: total((row) => row.rejected),
    withdrawn: total((row) => row.withdrawn),
    terminated: total((row) => row.terminated),
    overdueTasks: byFlow.reduce((sum, { overdueTasks }) => sum + overdueTasks, 0),
    averageSeconds: average(
      total((row) => row.wait_seconds),
      approvedTotal,
    ),
    waits: wholes.reduce((all, { waits }) => all.map((n, i) => n + assertDefined(waits[i], 'a wait')), [0, 0, 0, 0, 0, 0]),
    days,
    flows: byFlow,
    nodes: nodes
      .map((row) => ({
        flowKey: outsideKey(tx.orgId, row.flow_key),
        flowName: nameOf(row.flow_key),
        nodeId: row.node_id,
        nodeName: names.get(`${row.flow_key}/${row.node_id}`) ?? row.node_id,
        tasks: row.tasks,
        approved: row.approved,
        rejected: row.rejected,
        returned: row.returned,
        returnRate: row.tasks === 0 ? null : row.returned / row.tasks,
        overdue: row.overdue,
        averageSeconds: average(row.wait_seconds, row.tasks) ?? 0,
        longestSeconds: row.max_seconds,
        waits: row.waits,
      }))
      .toSorted((a, b) => b.averageSeconds - a.averageSeconds)
      .slice(0, nodesAtMost),
    people,
  }
}

const nodesAtMost = 100

const keptFigures = async (tx: Tx, { flowKey, from, to }: StatisticsInput): Promise<Figures> => {
  const values = [tx.orgId, flowKey ?? null, from ?? null, to ?? null]
  const [sums, days] = await Promise.all([tx.query<FigureSum>(sumsText, values), tx.query<FigureDay>(daysText, values)])
  return { sums, days }
}

type Flow = { flow_key: string; name: string; icon: string; color: string }
type FlowCounts = { flow_key: string; running: number; overdue: number }

const emptyFigures = { started: 0, approved: 0, rejected: 0, returned: 0, wait_seconds: 0 }

const average = (seconds: number, whole: number): number | null => (whole === 0 ? null : Math.round(seconds / whole))

const flowRow = (orgId: Id, flow: Flow, sum: typeof emptyFigures, now: FlowCounts | undefined): Statistic['flows'][number] => ({
  flowKey: outsideKey(orgId, flow.flow_key),
  flowName: flow.name,
  flowIcon: flow.icon,
  color: flow.color,
  total: sum.started,
  running: now?.running ?? 0,
  approved: sum.approved,
  rejected: sum.rejected,
  returned: sum.returned,
  overdueTasks: now?.overdue ?? 0,
  averageSeconds: average(sum.wait_seconds, sum.approved),
})

/** What nodes are called, by flow and node: in the newest version that has them. */
const nodeNames = async (tx: Tx, flowKeys: readonly string[]): Promise<Map<string, string>> => {
  if (flowKeys.length === 0) return new Map()
  const rows = await tx.query<{ flow_key: string; body: Definition }>(
    'select flow_key, body from wf_definition where org_id = $1 and flow_key = any ($2::text[]) order by version',
    [tx.orgId, flowKeys],
  )
  return new Map(rows.flatMap(({ flow_key, body }) => within(body.body).map(({ id, name }) => [`${flow_key}/${id}`, name] as const)))
}

const period = `s.org_id = $1 and ($2::text is null or s.flow_key = $2) and ($3::date is null or s.day >= $3) and ($4::date is null or s.day <= $4)`

const sumsText = `
  select s.flow_key, s.node_id, sum(s.started)::int as started, sum(s.approved)::int as approved, sum(s.rejected)::int as rejected,
         sum(s.returned)::int as returned, sum(s.withdrawn)::int as withdrawn, sum(s.terminated)::int as terminated, sum(s.tasks)::int as tasks,
         sum(s.overdue)::int as overdue, sum(s.wait_seconds)::float8 as wait_seconds, max(s.max_seconds)::float8 as max_seconds,
         array[sum(s.waits[1]), sum(s.waits[2]), sum(s.waits[3]), sum(s.waits[4]), sum(s.waits[5]), sum(s.waits[6])]::int[] as waits
  from wf_stat_day s where ${period} group by s.flow_key, s.node_id`

const daysText = `
  select s.day, sum(s.started)::int as started, sum(s.approved)::int as approved, sum(s.rejected)::int as rejected, sum(s.returned)::int as returned
  from wf_stat_day s where ${period} and s.node_id = '' group by s.day order by s.day`

const standingText = `
  select flow_key, sum(running)::int as running, sum(overdue)::int as overdue from (
    select i.flow_key, count(*) as running, 0 as overdue from wf_instance i
    where i.org_id = $1 and i.status in ('running', 'returned', 'posting') and i.status <> 'returned' and ($2::text is null or i.flow_key = $2)
      and ($3::bigint is null or i.initiator_uid = $3) group by 1
    union all
    select t.flow_key, 0, count(*) from wf_task t
    where t.org_id = $1 and t.status = 1 and t.due_at < now() and ($2::text is null or t.flow_key = $2)
      and ($3::bigint is null or t.initiator_uid = $3) group by 1) n
  group by flow_key`
