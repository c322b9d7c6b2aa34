import type { OutputOf } from '../../domain/operations/define.ts'
import type { flowOperations } from '../../domain/operations/flows.ts'
import type { Tx } from '../db/tx.ts'
import { outsideKey } from './install.ts'

type Asked = { readonly flowKey: string | undefined; readonly from: string | undefined; readonly to: string | undefined }

/** How many instances there were and how they went, by the day they were started; waiting in seconds. */
export const processStatistic = async (tx: Tx, { flowKey, from, to }: Asked): Promise<OutputOf<typeof flowOperations.statistic>> => {
  const values = [tx.orgId, flowKey ?? null, from ?? null, to ?? null]
  const [flows, nodes, [late]] = await Promise.all([
    tx.query<FlowCount>(flowsText, values),
    tx.query<{ flow_key: string; node_name: string; tasks: number; average: number; longest: number }>(nodesText, values),
    tx.query<{ n: number }>(
      `select count(*)::int as n from wf_task where org_id = $1 and status = 1 and due_at < now() and ($2::text is null or flow_key = $2)`,
      [tx.orgId, flowKey ?? null],
    ),
  ])
  const sum = (of: (row: FlowCount) => number) => flows.reduce((total, row) => total + of(row), 0)
  const approved = sum((row) => row.approved)
  return {
    total: sum((row) => row.total),
    running: sum((row) => row.running),
    returned: sum((row) => row.returned),
    approved,
    rejected: sum((row) => row.rejected),
    withdrawn: sum((row) => row.withdrawn),
    terminated: sum((row) => row.terminated),
    overdueTasks: late!.n,
    averageSeconds: approved === 0 ? null : Math.round(sum((row) => (row.average ?? 0) * row.approved) / approved),
    flows: flows.map((row) => ({
      flowKey: outsideKey(tx.orgId, row.flow_key),
      flowName: row.name,
      flowIcon: row.icon,
      color: row.color,
      total: row.total,
      running: row.running,
      approved: row.approved,
      rejected: row.rejected,
      averageSeconds: row.average,
    })),
    nodes: nodes.map((row) => ({
      flowKey: outsideKey(tx.orgId, row.flow_key),
      nodeName: row.node_name,
      tasks: row.tasks,
      averageSeconds: row.average,
      longestSeconds: row.longest,
    })),
  }
}

type FlowCount = {
  flow_key: string
  name: string
  icon: string
  color: string
  total: number
  running: number
  returned: number
  approved: number
  rejected: number
  withdrawn: number
  terminated: number
  average: number | null
}

const between = (column: string): string => `($2::text is null or ${column.split('.')[0]}.flow_key = $2)
  and ($3::date is null or ${column} >= ($3::date)::timestamp at time zone 'Asia/Shanghai')
  and ($4::date is null or ${column} < ($4::date + 1)::timestamp at time zone 'Asia/Shanghai')`

const flowsText = `
  select f.flow_key, f.name, f.icon, f.color, count(*)::int as total,
         count(*) filter (where i.status in ('running', 'posting'))::int as running,
         count(*) filter (where i.status = 'returned')::int as returned,
         count(*) filter (where i.status = 'approved')::int as approved,
         count(*) filter (where i.status = 'rejected')::int as rejected,
         count(*) filter (where i.status = 'withdrawn')::int as withdrawn,
         count(*) filter (where i.status = 'terminated')::int as terminated,
         round(avg(extract(epoch from i.ended_at - i.created_at)) filter (where i.status = 'approved'))::int as average
  from wf_instance i join wf_flow f on f.org_id = i.org_id and f.flow_key = i.flow_key
  where i.org_id = $1 and ${between('i.created_at')}
  group by f.flow_key, f.name, f.icon, f.color, f.sort_order order by f.sort_order, f.flow_key`

const nodesText = `
  select t.flow_key, t.node_name, count(*)::int as tasks,
         round(avg(extract(epoch from t.decided_at - t.opened_at)))::int as average,
         round(max(extract(epoch from t.decided_at - t.opened_at)))::int as longest
  from wf_task t
  where t.org_id = $1 and t.status in (2, 3, 4) and not t.automatic and t.opened_at is not null and ${between('t.decided_at')}
  group by t.flow_key, t.node_name order by average desc limit 20`
