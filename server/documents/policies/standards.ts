import { add, compare, type Decimal, sum } from '../../../kernel/decimal.ts'
import { moneyWords } from '../../../kernel/fields/moneyWords.ts'
import { dayAt } from '../../../kernel/day.ts'
import { compareIds, type Id } from '../../../kernel/id.ts'
import { refusal } from '../../../kernel/refusal.ts'
import { belowNode } from '../../db/conditions.ts'
import type { Tx } from '../../db/tx.ts'
import { lockLimits } from './limitLocks.ts'
import type { PolicyFault, PolicyRequest } from './policyLine.ts'

type StandardRow = {
  id: Id
  name: string
  catId: Id
  pieces: number
  price: Decimal | null
  lifeMonths: number | null
  /** The models that are asked for and belong to its category, with the reference price of each. */
  models: { id: Id; name: string; price: Decimal | null }[]
}

/** What goes beyond the standards: pieces for people by number and price, all else by price alone. */
export const standardFaults = async (tx: Tx, request: PolicyRequest): Promise<PolicyFault[]> => {
  const faults: PolicyFault[] = []
  const groups = [...Map.groupBy(request.lines, ({ recipient }) => recipient ?? '')]
  for (const [recipient, lines] of groups.toSorted(([a], [b]) => compareIds(a, b)))
    faults.push(...(await faultsFor(tx, { ...request, lines, subject: recipient || undefined })))
  return faults
}

/** The same of what one person is to have, or no certain one. */
const faultsFor = async (tx: Tx, request: PolicyRequest): Promise<PolicyFault[]> => {
  const standards = await standardsFor(tx, request)
  const priceFaults = standards.flatMap((standard) => faultsOfPrice(standard, request))
  const { subject } = request
  if (subject === undefined || standards.length === 0) return priceFaults
  if (request.locks) await lockLimits(tx, [`standard/${subject}`])
  const piecesByStandard = await countPieces(tx, standards, { ...request, subject })
  return [...standards.flatMap((standard) => faultsOfNumber(standard, request, piecesByStandard.get(standard.id) ?? '0')), ...priceFaults]
}

const isOf = ({ models }: StandardRow, item: Id): boolean => models.some(({ id }) => id === item)

const faultsOfNumber = (standard: StandardRow, { lines }: PolicyRequest, pieceCount: Decimal): PolicyFault[] => {
  let total = pieceCount
  return lines
    .filter(({ item }) => isOf(standard, item))
    .flatMap(({ index, quantity }): PolicyFault[] => {
      total = add(total, quantity)
      if (compare(total, String(standard.pieces)) <= 0) return []
      const params = { standard: standard.name, limit: standard.pieces, used: pieceCount, total }
      return [
        {
          index,
          refusal: refusal('policy.standard', '配置标准“{standard}”最多{limit}件，已有{used}件，加上本次共{total}件；请说明原因', params),
        },
      ]
    })
}

const faultsOfPrice = (standard: StandardRow, { lines }: PolicyRequest): PolicyFault[] =>
  lines.flatMap(({ index, item, price }): PolicyFault[] => {
    const model = standard.models.find(({ id }) => id === item)
    const unitPrice = price ?? model?.price ?? undefined
    if (!model || unitPrice === undefined || standard.price === null || compare(unitPrice, standard.price) <= 0) return []
    const params = { standard: standard.name, item: model.name, limit: moneyWords(standard.price, 4), price: moneyWords(unitPrice, 4) }
    return [{ index, refusal: refusal('policy.price', '{item}的单价{price}超过配置标准“{standard}”的{limit}；请说明原因', params) }]
  })

/**
 * The standards that hold for what is asked for: of each category the one that names the post most closely. Of a purchase, which is for no
 * certain person, the dearest that its department allows.
 */
const standardsFor = (tx: Tx, { lines, subject, department }: PolicyRequest): Promise<StandardRow[]> =>
  tx.query<StandardRow>(subject === undefined ? standardsOfPurchase : standardsOfPerson, [
    tx.orgId,
    [...new Set(lines.map(({ item }) => item))],
    subject ?? department ?? null,
  ])

const standardsText = (departments: string, which: string, order: string): string => `
  with recursive cat_of (model, cat) as (
    select m.id, m.cat_id from model m where m.org_id = $1 and m.id = any ($2::bigint[])
    union select c.model, p.parent_id from cat_of c join category p on p.org_id = $1 and p.id = c.cat where p.parent_id is not null
  ), up (id) as (
    ${departments} union select d.parent_id from up u join department d on d.org_id = $1 and d.id = u.id where d.parent_id is not null
  )
  select s.id, s.standard_name as name, s.cat_id as "catId", s.pieces, s.price, s.life_months as "lifeMonths",
    (select coalesce(jsonb_agg(jsonb_build_object('id', m.id::text, 'name', m.goods_name || coalesce(' ' || m.spec, ''), 'price', trim_scale(m.price)::text)), '[]')
     from cat_of c join model m on m.org_id = $1 and m.id = c.model where c.cat = s.cat_id) as models
  from (
    select distinct on (s.cat_id) s.* from standard s
    where s.org_id = $1 and s.deleted_at is null and s.cat_id in (select cat from cat_of)
      and (s.dept_id is null or s.dept_id in (select id from up)) and ${which}
    order by s.cat_id, ${order}, s.id
  ) s order by s.id`

const standardsOfPerson = standardsText(
  'select dept_id from person where org_id = $1 and id = $3',
  '(s.position is null or s.position = (select position from person where org_id = $1 and id = $3))',
  's.position is null, s.dept_id is null',
)
const standardsOfPurchase = standardsText('select $3::bigint', 'true', 's.price desc nulls first')

/** By standard: the pieces of its category that a person has and that are not due to be replaced, and those already asked for. */
const countPieces = async (
  tx: Tx,
  standards: readonly StandardRow[],
  { kind, id, subject, at }: PolicyRequest & { readonly subject: Id },
): Promise<ReadonlyMap<Id, Decimal>> => {
  const rows = await tx.query<{ id: Id; inUse: Decimal; pending: Decimal }>(countText, [
    tx.orgId,
    subject,
    kind.kind,
    id ?? null,
    standards.map((standard) => standard.id),
    dayAt(at),
  ])
  return new Map(rows.map(({ id: standardId, inUse, pending }) => [standardId, sum([inUse, pending])]))
}

const countText = `
  select s.id,
    (select count(*) from asset a
     where a.org_id = $1 and a.holder_uid = $2 and a.state = 'inUse' and a.deleted_at is null
       and a.cat_id in ${belowNode('category', '$1', 's.cat_id')}
       and (s.life_months is null or coalesce(a.bought_on, a.created_at::date) + make_interval(months => s.life_months) > $6::date))::text as "inUse",
    (select coalesce(sum(o.open), 0) from (
       select l.quantity - l.given_up - l.done_quantity as open, l.item_id from document d join document_line l on l.org_id = $1 and l.document_id = d.id
       where d.org_id = $1 and d.kind = $3 and d.state in ('inApproval', 'approved', 'inProgress') and d.id is distinct from $4::bigint
         and d.source_id is null and coalesce((l.data ->> 'recipient')::bigint, d.subject_uid) = $2
       union all
       select l.quantity - l.given_up - l.done_quantity, l.item_id from document_line l join document d on d.org_id = $1 and d.id = l.document_id
       where l.org_id = $1 and l.waits_since is not null and l.done_quantity < l.quantity and d.kind = $3 and d.state = 'posted'
         and coalesce((l.data ->> 'recipient')::bigint, d.subject_uid) = $2
     ) o join model m on m.org_id = $1 and m.id = o.item_id
     where m.cat_id in ${belowNode('category', '$1', 's.cat_id')})::text as pending
  from standard s where s.org_id = $1 and s.id = any ($5::bigint[])`
