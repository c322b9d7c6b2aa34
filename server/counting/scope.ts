import { createHash } from 'node:crypto'
import type { Decimal } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { CountScope } from '../../domain/counting/plan.ts'
import { type Candidate, dueByClass, sampleOf } from '../../domain/counting/sample.ts'
import type { Session } from '../call.ts'
import { belowNode } from '../db/conditions.ts'
import type { Tx } from '../db/tx.ts'

/** Whose places a scope is cut to. */
export type Within = Pick<Session, 'managedLocations'>

/** The values of `assetInScope` and `supplyInScope` from `$2` on. */
export type ScopeValues = readonly unknown[]

/** SQL: a card `a` that a scope takes in. What is not ours any more is not counted. */
export const assetInScope = `a.org_id = $1 and $2::boolean and a.deleted_at is null and a.state in ('idle', 'inUse', 'lent', 'inTransit', 'inRepair')
  and ($4::bigint[] is null or a.loc_id = any ($4::bigint[]) or $13::boolean and a.loc_id is null and a.home_id = any ($4::bigint[]))
  and ($5::bigint[] is null or a.cat_id = any ($5::bigint[]))
  and ($6::bigint[] is null or a.dept_id = any ($6::bigint[]))
  and ($7::bigint[] is null or a.holder_uid = any ($7::bigint[]))
  and ($8::text[] is null or a.state = any ($8::text[]))
  and ($9::bigint[] is null or a.goods_id = any ($9::bigint[]))
  and ($10::numeric is null or a.value >= $10::numeric) and ($11::numeric is null or a.value <= $11::numeric)
  and ($12::bigint[] is null or a.id = any ($12::bigint[]))`

/** SQL: a balance `b` with its supply `c` that a scope takes in. */
export const supplyInScope = `b.org_id = $1 and c.org_id = $1 and c.id = b.item_id and $3::boolean and b.item_kind = 'consumable' and b.account like 'store:%' and b.on_hand > 0
  and ($4::bigint[] is null or substr(b.account, 7)::bigint = any ($4::bigint[]))
  and ($5::bigint[] is null or c.cat_id = any ($5::bigint[]))
  and ($10::numeric is null or b.value >= $10::numeric) and ($11::numeric is null or b.value <= $11::numeric)
  and ($12::bigint[] is null or b.item_id = any ($12::bigint[]))`

/**
 * The values that stand for a scope, with everything below its places, categories and departments. Counts of those who manage places are cut
 * to these, which have what belongs to them and stands nowhere as well, unless the scope names places. What is asked of pieces only, such as
 * who holds them, leaves supplies out.
 */
export const valuesOfScope = async (
  tx: Tx,
  { managedLocations: locations }: Within,
  scope: CountScope,
  drawn: readonly Id[] | null = null,
): Promise<ScopeValues> => {
  const [places, categories, departments] = await Promise.all([
    below(tx, 'location', scope.places),
    below(tx, 'category', scope.categories),
    below(tx, 'department', scope.departments),
  ])
  const asksOfPieces = [scope.departments, scope.holders, scope.states, scope.models].some((values) => values.length > 0)
  const ownPlaces = locations === 'all' ? places : (places?.filter((id) => locations.includes(id)) ?? [...locations])
  const some = <T>(list: readonly T[]): readonly T[] | null => (list.length > 0 ? list : null)
  return [
    scope.kinds.includes('asset'),
    scope.kinds.includes('consumable') && !asksOfPieces,
    ownPlaces,
    categories,
    departments,
    some(scope.holders),
    some(scope.states),
    some(scope.models),
    scope.valueFrom ?? null,
    scope.valueTo ?? null,
    drawn,
    scope.places.length === 0,
  ]
}

const below = async (tx: Tx, table: keyof typeof belowTexts, ids: readonly Id[]): Promise<Id[] | null> => {
  if (ids.length === 0) return null
  const rows = await tx.query<{ id: Id }>(belowTexts[table], [tx.orgId, ids])
  return rows.map(({ id }) => id)
}
const belowText = (table: string): string =>
  `select distinct b.id from unnest($2::bigint[]) as n (id) cross join lateral ${belowNode(table, '$1', 'n.id')} b where $1::bigint is not null`
const belowTexts = { location: belowText('location'), category: belowText('category'), department: belowText('department') }

/** What a scope draws of everything that it takes in: a sample, or what is due; null where it takes all. */
export const drawnOf = async (tx: Tx, within: Within, scope: CountScope): Promise<Id[] | null> => {
  if (!scope.sample && !scope.abc) return null
  const candidates = await candidatesOf(tx, await valuesOfScope(tx, within, scope))
  const due = scope.abc ? dueByClass(candidates) : undefined
  const remaining = due ? candidates.filter(({ id }) => due.has(id)) : candidates
  return scope.sample ? [...sampleOf(remaining, scope.sample, sha256)] : remaining.map(({ id }) => id)
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const candidatesOf = (tx: Tx, values: ScopeValues): Promise<(Candidate & { daysSince: number | null })[]> =>
  tx.query<{ id: Id; value: Decimal; daysSince: number | null }>(
    `select i.id, i.value, (select (current_date - max(t.closed_at)::date)::int from count_result r join count_task t on t.org_id = $1 and t.id = r.task_id
       where r.org_id = $1 and r.item_id = i.id and t.state = 'closed' and r.verdict <> 'pending') as "daysSince"
     from (
       select a.id, coalesce(a.value, 0) as value from asset a where ${assetInScope}
       union all
       select b.item_id, sum(b.value) from balance b, consumable c where ${supplyInScope} group by 1
     ) i`,
    [tx.orgId, ...values],
  )

/** The names of what a scope names, by id; refuses where something of it is not there. */
export const namesOfScope = async (tx: Tx, scopes: readonly CountScope[], strict = false): Promise<Record<Id, string>> => {
  const parts = [
    [
      '区域',
      scopes.flatMap(({ places }) => places),
      'select id, loc_name as name from location where org_id = $1 and id = any ($2::bigint[])',
    ],
    [
      '资产分类',
      scopes.flatMap(({ categories }) => categories),
      'select id, cat_name as name from category where org_id = $1 and id = any ($2::bigint[])',
    ],
    [
      '部门',
      scopes.flatMap(({ departments }) => departments),
      'select id, dept_name as name from department where org_id = $1 and id = any ($2::bigint[])',
    ],
    [
      '人员',
      scopes.flatMap(({ holders }) => holders),
      'select id, user_name as name from person where org_id = $1 and id = any ($2::bigint[])',
    ],
    [
      '资产型号',
      scopes.flatMap(({ models }) => models),
      'select id, goods_name as name from model where org_id = $1 and id = any ($2::bigint[])',
    ],
  ] as const
  const names: Record<Id, string> = {}
  for (const [label, ids, text] of parts) {
    if (ids.length === 0) continue
    const rows = await tx.query<{ id: Id; name: string }>(text, [tx.orgId, ids])
    for (const { id, name } of rows) names[id] = name
    if (strict && ids.some((id) => names[id] === undefined)) refuse('reference.unknown', '{label}不存在、已删除或不适用', { label })
  }
  return names
}
