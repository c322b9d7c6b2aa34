import { dayAt } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { CountPlan } from '../../domain/counting/plan.ts'
import {
  countPlanDelete,
  countPlanInfo,
  countPlanList,
  countPlanPreview,
  type CountPlanRow,
  countPlanSave,
  countPlanUpdate,
} from '../../domain/counting/operations.ts'
import { asset } from '../../domain/records/asset.ts'
import { ownFieldsOf } from '../../domain/records/ownFields/ownField.ts'
import { hidesMoney } from '../access/hidden.ts'
import { requireOwnPlaces } from '../access/scope.ts'
import { handle, type Handler, type Session, type SignedIn } from '../call.ts'
import { organisationKind } from '../db/organisationKind.ts'
import { onlyRow, requireUnchanged } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { numberedPartOf, pageFor } from '../page.ts'
import { likePattern } from '../search/searchText.ts'
import { Forbidden, NotFound } from '../httpError.ts'
import { planOpening } from './openingWorker.ts'
import { assetInScope, drawnOf, namesOfScope, supplyInScope, valuesOfScope } from './scope.ts'

type Row = {
  id: Id
  body: CountPlan
  version: number
  next_on: string | null
  task_id: Id | null
  task_code: string | null
}

const selected = `select p.id, p.body, p.version, p.next_on, t.id as task_id, t.code as task_code
  from count_plan p left join count_task t on t.org_id = $1 and t.plan_id = p.id and t.state in ('open', 'review', 'settling')
  where p.org_id = $1 and p.deleted_at is null`

const answerOf = async (tx: Tx, rows: readonly Row[]): Promise<CountPlanRow[]> => {
  const names = await namesOfScope(
    tx,
    rows.map(({ body }) => body.scope),
  )
  return rows.map(({ id, body, version, next_on, task_id, task_code }) => {
    const namedIds = [body.scope.places, body.scope.categories, body.scope.departments, body.scope.holders, body.scope.models].flat()
    return {
      id,
      plan: body,
      version,
      names: Object.fromEntries(namedIds.flatMap((ids) => (names[ids] === undefined ? [] : [[ids, names[ids]]]))),
      openTask: task_id === null || task_code === null ? null : { id: task_id, code: task_code },
      nextOn: next_on,
    }
  })
}

/** Refuses a plan that names what is not there, or places that another person manages. */
const requirePlan = async ({ tx, session }: SignedIn, plan: CountPlan): Promise<void> => {
  const { scope } = plan
  requireNoWorth(session, plan)
  await namesOfScope(tx, [scope], true)
  const ownKeys = new Set(ownFieldsOf(await organisationKind(tx, asset)).map(([key]) => key))
  if (plan.ownFields?.some((key) => !ownKeys.has(key)))
    refuse('reference.unknown', '{label}不存在、已删除或不适用', { label: '自定义字段' })
  if (scope.places.length > 0) await requireOwnPlaces(tx, session, scope.places)
}

/** Refuses to choose things by a value that the planner does not see. */
const requireNoWorth = (session: Session, { scope }: CountPlan): void => {
  if (hidesMoney(session) && (scope.valueFrom !== undefined || scope.valueTo !== undefined))
    refuse('role.hidesMoney', '您的角色看不到价格与价值，不能按价值选择')
}

/** A plan of one's own, or any for the person who manages every place. */
const lockPlan = async (tx: Tx, session: Session, id: Id): Promise<{ version: number }> => {
  const [plan] = await tx.query<{ version: number; created_by: Id }>(
    'select version, created_by from count_plan where org_id = $1 and id = $2 and deleted_at is null for update',
    [tx.orgId, id],
  )
  if (!plan) throw new NotFound()
  if (session.managedLocations !== 'all' && plan.created_by !== session.uid) throw new Forbidden()
  return plan
}

export const planHandlers: readonly Handler[] = [
  handle(countPlanList, async ({ tx }, input) => {
    const part = numberedPartOf(input)
    const keyword = input.likeQuery?.trim() ? likePattern(input.likeQuery) : null
    const [rows, matchCount] = await Promise.all([
      tx.query<Row>(`${selected} and ($2::text is null or lower(p.name) like $2) order by p.id desc limit $3 offset $4`, [
        tx.orgId,
        keyword,
        part.pageSize,
        part.offset,
      ]),
      onlyRow(
        tx.query<{ n: number }>(
          'select count(*)::int as n from count_plan p where p.org_id = $1 and p.deleted_at is null and ($2::text is null or lower(p.name) like $2)',
          [tx.orgId, keyword],
        ),
      ),
    ])
    return pageFor(part, await answerOf(tx, rows), matchCount.n, { limit: Number.MAX_SAFE_INTEGER })
  }),

  handle(countPlanInfo, async ({ tx }, { id }) => {
    const [row] = await answerOf(tx, await tx.query<Row>(`${selected} and p.id = $2`, [tx.orgId, id]))
    if (!row) throw new NotFound()
    return row
  }),

  handle(countPlanPreview, async ({ tx, session }, { plan }) => {
    requireNoWorth(session, plan)
    await namesOfScope(tx, [plan.scope], true)
    const values = [tx.orgId, ...(await valuesOfScope(tx, session, plan.scope, await drawnOf(tx, session, plan.scope)))]
    const [totals, overlaps] = await Promise.all([
      onlyRow(
        tx.query<{ assets: number; consumables: number; value: string; places: number; holders: number }>(
          `select count(*) filter (where i.kind = 'asset')::int as assets, count(*) filter (where i.kind = 'consumable')::int as consumables,
             coalesce(round(sum(i.value), 2), 0) as value, count(distinct i.loc_id)::int as places, count(distinct i.holder_uid)::int as holders
           from (
             select 'asset' as kind, a.value, a.loc_id, a.holder_uid from asset a where ${assetInScope}
             union all
             select 'consumable', b.value, substr(b.account, 7)::bigint, null from balance b, consumable c where ${supplyInScope}
           ) i`,
          values,
        ),
      ),
      tx.query<{ taskId: Id; code: string; lines: number }>(
        `select t.id as "taskId", t.code, count(*)::int as lines
         from count_task t join count_line l on l.org_id = $1 and l.task_id = t.id
         where t.org_id = $1 and t.state in ('open', 'review', 'settling') and (
           l.item_kind = 'asset' and exists (select from asset a where a.id = l.item_id and ${assetInScope})
           or l.item_kind = 'consumable' and exists (select from balance b, consumable c where b.account = l.account and b.item_id = l.item_id and ${supplyInScope}))
         group by t.id, t.code order by t.id desc`,
        values,
      ),
    ])
    return { ...totals, ...(hidesMoney(session) && { value: '' }), overlaps }
  }),

  handle(countPlanSave, async (call, { plan }) => {
    await requirePlan(call, plan)
    const id = newId()
    await call.tx.query('insert into count_plan (org_id, id, name, body, created_by) values ($1, $2, $3, $4, $5)', [
      call.tx.orgId,
      id,
      plan.name,
      JSON.stringify(plan),
      call.session.uid,
    ])
    await planOpening(call.tx, id, plan.schedule, dayAt(call.at))
    return { id }
  }),

  handle(countPlanUpdate, async (call, { id, version, plan }) => {
    const storedPlan = await lockPlan(call.tx, call.session, id)
    requireUnchanged('盘点计划', version, storedPlan.version)
    await requirePlan(call, plan)
    await call.tx.query(
      'update count_plan set name = $3, body = $4, version = version + 1, updated_at = now() where org_id = $1 and id = $2',
      [call.tx.orgId, id, plan.name, JSON.stringify(plan)],
    )
    await planOpening(call.tx, id, plan.schedule, dayAt(call.at))
    return { id }
  }),

  handle(countPlanDelete, async ({ tx, session, at }, { id }) => {
    await lockPlan(tx, session, id)
    const [open] = await tx.query<{ code: string }>(
      `select code from count_task where org_id = $1 and plan_id = $2 and state in ('open', 'review', 'settling')`,
      [tx.orgId, id],
    )
    if (open) refuse('count.underway', '盘点任务{code}正在进行，不能删除计划', { code: open.code })
    await tx.query('update count_plan set deleted_at = now(), next_on = null, version = version + 1 where org_id = $1 and id = $2', [
      tx.orgId,
      id,
    ])
    await planOpening(tx, id, undefined, dayAt(at))
    return { id }
  }),
]
