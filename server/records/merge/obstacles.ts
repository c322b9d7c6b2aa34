import { refusal, type Refusal } from '../../../kernel/refusal.ts'
import type { Id } from '../../../kernel/id.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import { belowNode } from '../../db/conditions.ts'
import type { QueryTx, Tx } from '../../db/tx.ts'
import { hooksOf } from '../hooks.ts'

/** A record as a merge speaks of it. */
export type MergedRecord = { readonly id: Id; readonly name: string; readonly code: string | null }

/** Records that are to become one. */
export type MergePlan = { readonly kind: RecordKind; readonly into: MergedRecord; readonly from: readonly MergedRecord[] }

/** Why these records cannot become one, in words; empty where they can. */
export const obstaclesOf = async (tx: Tx, plan: MergePlan): Promise<Refusal[]> =>
  (
    await Promise.all([
      differentSorts(tx, plan),
      belowMerged(tx, plan),
      ownUses(tx, plan),
      stockOf(tx, plan),
      openCounts(tx, plan),
      folders(tx, plan),
      flowsNaming(tx, plan),
    ])
  ).flat()

const idsOf = ({ from }: MergePlan): Id[] => from.map(({ id }) => id)
const nameOf = ({ from }: MergePlan, id: Id): string => from.find((record) => record.id === id)?.name ?? ''

/** A category of assets does not take over one of consumables. */
const differentSorts = async (queryTx: QueryTx, plan: MergePlan): Promise<Refusal[]> => {
  if (plan.kind.noun !== 'category') return []
  const rows = await queryTx.query<{ id: Id }>(
    `select c.id from category c where c.org_id = $1 and c.id = any ($2::bigint[])
       and c.cat_kind <> (select i.cat_kind from category i where i.org_id = $1 and i.id = $3)`,
    [queryTx.orgId, idsOf(plan), plan.into.id],
  )
  return rows.map(({ id }) =>
    refusal('merge.otherSort', '{name}与{into}类别不同（资产、耗材），不能合并', { name: nameOf(plan, id), into: plan.into.name }),
  )
}

/** In a tree the one that stays does not lie below one that goes. */
const belowMerged = async (queryTx: QueryTx, plan: MergePlan): Promise<Refusal[]> => {
  const { kind, into } = plan
  if (!kind.parent) return []
  const rows = await Promise.all(
    plan.from.map(async (record) => {
      const text = `select 1 where $2::bigint in ${belowNode(kind.table, '$1', '$3')}`
      return (await queryTx.query(text, [queryTx.orgId, into.id, record.id])).length > 0 ? [record] : []
    }),
  )
  return rows.flat().map(({ name }) => refusal('merge.below', '{into}在{name}之下，请先把它移出来', { into: into.name, name }))
}

/** What the kind itself says of where one is used that no column names: stock that lies there, a count that is open. */
const ownUses = async (tx: Tx, plan: MergePlan): Promise<Refusal[]> =>
  ((await hooksOf(plan.kind).uses?.(tx, idsOf(plan))) ?? []).map(({ id, count, words }) =>
    refusal('merge.used', '{name}还有{count}条{what}，不能合并；请先调出库存、结束盘点', { name: nameOf(plan, id), count, what: words }),
  )

/** The books are sealed: what lies in them under the one cannot lie under the other. */
const stockOf = async (queryTx: QueryTx, plan: MergePlan): Promise<Refusal[]> => {
  if (plan.kind.noun !== 'consumable') return []
  const rows = await queryTx.query<{ id: Id; count: number }>(
    `select b.item_id as id, count(*)::int as count from balance b
     where b.org_id = $1 and b.item_id = any ($2::bigint[]) and (b.on_hand <> 0 or b.reserved <> 0) group by 1`,
    [queryTx.orgId, idsOf(plan)],
  )
  return rows.map(({ id, count }) =>
    refusal('merge.stock', '{name}在{count}处还有库存或占用，不能合并；请先用耗材调整单转到{into}', {
      name: nameOf(plan, id),
      count,
      into: plan.into.name,
    }),
  )
}

const openCounts = async (queryTx: QueryTx, plan: MergePlan): Promise<Refusal[]> => {
  if (plan.kind.noun !== 'consumable') return []
  const rows = await queryTx.query<{ id: Id; count: number }>(
    `select l.item_id as id, count(distinct l.task_id)::int as count from count_line l
     where l.org_id = $1 and l.item_id = any ($2::bigint[])
       and l.task_id in (select t.id from count_task t where t.org_id = $1 and t.state in ('open', 'review', 'settling')) group by 1`,
    [queryTx.orgId, idsOf(plan)],
  )
  return rows.map(({ id, count }) =>
    refusal('merge.counted', '{name}正在{count}个盘点任务中，盘点结束后再合并', { name: nameOf(plan, id), count }),
  )
}

/** Files lie in the folder of a record and are moved by people. */
const folders = async (queryTx: QueryTx, plan: MergePlan): Promise<Refusal[]> => {
  const rows = await queryTx.query<{ id: Id; count: number }>(
    `select n.space_id as id, count(*)::int as count from disk_node n
     where n.org_id = $1 and n.space_id = any ($2::bigint[]) and n.kind = 'file' and n.purged_at is null group by 1`,
    [queryTx.orgId, idsOf(plan)],
  )
  return rows.map(({ id, count }) =>
    refusal('merge.files', '{name}的文件夹里还有{count}个文件，请先移到{into}的文件夹', {
      name: nameOf(plan, id),
      count,
      into: plan.into.name,
    }),
  )
}

/** A condition of a flow that is in use goes on asking for the record that it names. */
const flowsNaming = async (queryTx: QueryTx, plan: MergePlan): Promise<Refusal[]> => {
  const rows = await queryTx.query<{ id: Id; flow: string }>(
    `select m.id, f.name as flow from wf_flow f
     join wf_definition d on d.org_id = $1 and d.flow_key = f.flow_key and d.version = f.active_version
     join unnest($2::bigint[]) as m (id) on d.body::text like '%"' || m.id || '"%'
     where f.org_id = $1`,
    [queryTx.orgId, idsOf(plan)],
  )
  return rows.map(({ id, flow }) =>
    refusal('merge.flow', '流程“{flow}”用到了{name}，请先在流程设计中改为{into}并发布', {
      flow,
      name: nameOf(plan, id),
      into: plan.into.name,
    }),
  )
}
