import { add, compare, type Decimal } from '../../../kernel/decimal.ts'
import { dayAt } from '../../../kernel/day.ts'
import { compareIds, type Id } from '../../../kernel/id.ts'
import { addMonths } from '../../../kernel/month.ts'
import { refusal } from '../../../kernel/refusal.ts'
import { belowNode } from '../../db/conditions.ts'
import { dayStart } from '../../db/days.ts'
import type { Tx } from '../../db/tx.ts'
import { lockLimits } from './limitLocks.ts'
import type { PolicyFault, PolicyRequest } from './policyLine.ts'

type AllowanceRow = {
  id: Id
  name: string
  per: 'person' | 'department'
  /** The person, or the department with those below it, whose draws it counts. */
  owner: Id
  quantity: Decimal
  /** The supplies that are asked for and that it is about. */
  items: Id[]
}

/** What goes beyond the allowances of the calendar month of the request, for each person who receives something. */
export const allowanceFaults = async (tx: Tx, request: PolicyRequest): Promise<PolicyFault[]> => {
  const faults: PolicyFault[] = []
  const groups = [...Map.groupBy(request.lines, ({ recipient }) => recipient ?? '')]
  for (const [recipient, lines] of groups.toSorted(([a], [b]) => compareIds(a, b)))
    faults.push(...(await faultsFor(tx, { ...request, lines, subject: recipient || undefined })))
  return faults
}

/** The same of what one person is to have, or a department. */
const faultsFor = async (tx: Tx, request: PolicyRequest): Promise<PolicyFault[]> => {
  const { subject, department, lines, locks } = request
  if (subject === undefined && department === undefined) return []
  const items = [...new Set(lines.map(({ item }) => item))]
  const allowances = await tx.query<AllowanceRow>(allowancesText, [
    tx.orgId,
    items,
    subject ?? null,
    subject === undefined ? department : null,
  ])
  if (allowances.length === 0) return []
  if (locks)
    await lockLimits(
      tx,
      allowances.map(({ id, owner }) => `allowance/${id}/${owner}`),
    )
  const drawnQuantities = await countDrawn(tx, allowances, request)
  return allowances.flatMap((allowance) => faultsOf(allowance, request, drawnQuantities.get(allowance.id) ?? '0'))
}

const faultsOf = ({ name, items, quantity: limit, per }: AllowanceRow, { lines }: PolicyRequest, drawnQuantity: Decimal): PolicyFault[] => {
  let total = drawnQuantity
  return lines
    .filter(({ item }) => items.includes(item))
    .flatMap(({ index, quantity }): PolicyFault[] => {
      total = add(total, quantity)
      if (compare(total, limit) <= 0) return []
      const words =
        per === 'person'
          ? '领用定额“{allowance}”每人每月{limit}，本月已领{used}，加上本次共{total}；请说明原因'
          : '领用定额“{allowance}”每部门每月{limit}，本月已领{used}，加上本次共{total}；请说明原因'
      return [{ index, refusal: refusal('policy.allowance', words, { allowance: name, limit, used: drawnQuantity, total }) }]
    })
}

/**
 * The allowances that hold for a person, or for a department where no person draws, and the supplies asked for: of the same supplies the one that
 * names the person or the department most closely.
 */
const allowancesText = `
  with recursive cat_of (item, cat) as (
    select c.id, c.cat_id from consumable c where c.org_id = $1 and c.id = any ($2::bigint[])
    union select c.item, p.parent_id from cat_of c join category p on p.org_id = $1 and p.id = c.cat where p.parent_id is not null
  ), up (id, depth) as (
    select dept_id, 0 from person where org_id = $1 and id = $3 union select $4::bigint, 0 where $4::bigint is not null
    union select d.parent_id, u.depth + 1 from up u join department d on d.org_id = $1 and d.id = u.id where d.parent_id is not null
  ), holding as (
    select distinct on (a.per, a.goods_id, a.cat_id) a.* from allowance a left join up u on u.id = a.dept_id
    where a.org_id = $1 and a.deleted_at is null and (a.uid is null or a.uid = $3) and (a.dept_id is null or u.id is not null)
      and (a.per = 'department' or $3::bigint is not null)
    order by a.per, a.goods_id, a.cat_id, a.uid is null, u.depth nulls last, a.id
  )
  select * from (
    select a.id, a.allowance_name as name, a.per, a.quantity,
      case when a.per = 'person' then $3::bigint else coalesce(a.dept_id, (select id from up where depth = 0)) end as owner,
      array(select c.id::text from consumable c where c.org_id = $1 and c.id = any ($2::bigint[]) and (a.goods_id is null or a.goods_id = c.id)
        and (a.cat_id is null or exists (select from cat_of o where o.item = c.id and o.cat = a.cat_id))) as items
    from holding a
  ) a where a.owner is not null and cardinality(a.items) > 0 order by a.id`

/** By allowance: what its owner has asked for this month and was not refused or given up. */
const countDrawn = async (
  tx: Tx,
  allowances: readonly AllowanceRow[],
  { kind, id, at }: PolicyRequest,
): Promise<ReadonlyMap<Id, Decimal>> => {
  const month = `${dayAt(at).slice(0, 7)}-01`
  const rows = await tx.query<{ id: Id; quantity: Decimal }>(drawnText, [
    tx.orgId,
    allowances.map((allowance) => allowance.id),
    allowances.map(({ owner }) => owner),
    kind.kind,
    id ?? null,
    month,
    addMonths(month, 1),
  ])
  return new Map(rows.map(({ id: allowanceId, quantity }) => [allowanceId, quantity]))
}

/** SQL: who receives a line `l` of a document `d`. */
const receiverText = `coalesce((l.data ->> 'recipient')::bigint, d.subject_uid)`

const drawnText = `
  select a.id, trim_scale(coalesce(sum(l.quantity - l.given_up), 0))::text as quantity
  from unnest($2::bigint[], $3::bigint[]) as w (id, owner)
  join allowance a on a.org_id = $1 and a.id = w.id
  left join document d on d.org_id = $1 and d.kind = $4 and d.id is distinct from $5::bigint and d.source_id is null
    and d.state in ('inApproval', 'approved', 'inProgress', 'posted') and d.submitted_at >= ${dayStart('$6')} and d.submitted_at < ${dayStart('$7')}
  left join document_line l on l.org_id = $1 and l.document_id = d.id
    and case when a.per = 'person' then ${receiverText} = w.owner
      else coalesce((select p.dept_id from person p where p.org_id = $1 and p.id = ${receiverText}), (d.header ->> 'department')::bigint)
        in ${belowNode('department', '$1', 'w.owner')} end
    and (a.goods_id is null or l.item_id = a.goods_id)
    and (a.cat_id is null or l.item_id in (
      select c.id from consumable c where c.org_id = $1 and c.cat_id in ${belowNode('category', '$1', 'a.cat_id')}))
  group by a.id`
