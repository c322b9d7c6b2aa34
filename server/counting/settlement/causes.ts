import type { Id } from '../../../kernel/id.ts'
import type { Params } from '../../../kernel/refusal.ts'
import { differenceVerdicts, type Verdict } from '../../../domain/counting/verdict.ts'
import type { Tx } from '../../db/tx.ts'

type Key = { readonly itemId: Id; readonly account: string }
type Line = Key & { readonly verdict: Verdict }

/** Why the books and the shelf may differ, in words, with the document or the other line that it is about. */
export type Hint = {
  readonly words: string
  readonly params: Params
  readonly document?: { readonly id: Id; readonly kind: string }
  /** The line whose difference is the other half of this one: decided on together both are right. */
  readonly pair?: Key
}

type CauseRow = Key & Hint
type DocumentFact = { itemId: Id; id: Id; kind: string; code: string }
type PairFact = Key & { otherItem: Id; otherAccount: string; label: string; place: string | null }

/** Counts and repairs older than this say nothing of where a piece is. */
const recentDays = 90

/**
 * What the books and earlier counts know about differences, the likeliest first: a document that is not decided yet, one that was posted after
 * the thing was seen, another line that is the other half of it, and where it was met last. By item and account, a space between them.
 */
export const hintsOf = async (tx: Tx, taskId: Id, lines: readonly Line[]): Promise<Map<string, readonly Hint[]>> => {
  const strange = lines.filter(({ verdict }) => differenceVerdicts.includes(verdict))
  if (strange.length === 0) return new Map()
  const items = [...new Set(strange.map(({ itemId }) => itemId))]
  const [open, later, swaps, halves, labels, met] = await Promise.all([
    tx.query<DocumentFact>(openText, [tx.orgId, taskId, items]),
    tx.query<DocumentFact>(laterText, [tx.orgId, taskId, items]),
    tx.query<PairFact>(swapText, [tx.orgId, taskId, items]),
    tx.query<PairFact>(halfText, [tx.orgId, taskId, items]),
    tx.query<{ itemId: Id; place: string | null }>(labelText, [tx.orgId, taskId, items]),
    tx.query<{ itemId: Id; on: string; person: string; place: string | null }>(metText, [tx.orgId, taskId, items, recentDays]),
  ])
  const causeRows = <F extends { itemId: Id }>(facts: readonly F[], hint: (fact: F) => Hint): CauseRow[] =>
    strange.flatMap(({ itemId, account }) =>
      facts.filter((fact) => fact.itemId === itemId).map((fact) => ({ itemId, account, ...hint(fact) })),
    )
  const pairs = (facts: readonly PairFact[], words: string): CauseRow[] =>
    facts.map(({ itemId, account, otherItem, otherAccount, label, place }) => ({
      itemId,
      account,
      words,
      params: { other: label, place: place ?? '' },
      pair: { itemId: otherItem, account: otherAccount },
    }))
  const document =
    (words: string) =>
    ({ id, kind, code }: DocumentFact) => ({ words, params: { code }, document: { id, kind } })
  const rows: CauseRow[] = [
    ...causeRows(open, document('{code}还没有办完')),
    ...causeRows(later, document('清点之后又办理了{code}')),
    ...pairs(swaps, '与{other}互换了位置'),
    ...pairs(halves, '{place}的同一种耗材差异正好相反'),
    ...causeRows(labels, ({ place }: { place: string | null }) => ({
      words: '{place}有一件没有标签的同型号资产，可能是标签脱落',
      params: { place: place ?? '' },
    })),
    ...causeRows(met, ({ on, person, place }: { on: string; person: string; place: string | null }) => ({
      words: '{on}{person}在{place}见过',
      params: { on, person, place: place ?? '' },
    })),
  ]
  return Map.groupBy(rows, ({ itemId, account }) => `${itemId} ${account}`)
}

/** Documents about the items that wait for a person, but for those of the task itself. */
const openText = `
  select distinct l.item_id as "itemId", d.id, d.kind, d.code
  from document_line l join document d on d.org_id = $1 and d.id = l.document_id
  where l.org_id = $1 and l.item_id = any ($3::bigint[]) and d.state in ('inApproval', 'approved', 'inProgress')
    and not exists (select from count_result r where r.org_id = $1 and r.task_id = $2 and r.document_id = d.id)
  order by d.id`

/** The first document that moved an item after it was last observed. */
const laterText = `
  select e.item_id as "itemId", d.id, d.kind, d.code
  from (select item_id, max(happened_at) as at from count_event where org_id = $1 and task_id = $2 and item_id = any ($3::bigint[]) group by 1) e
  cross join lateral (
    select m.document_id from move m where m.org_id = $1 and m.item_id = e.item_id and m.posted_at > e.at order by m.seq limit 1) m
  join document d on d.org_id = $1 and d.id = m.document_id
  where not exists (select from count_result r where r.org_id = $1 and r.task_id = $2 and r.document_id = d.id)`

/** Two pieces of one model, each seen where the other belongs. */
const swapText = `
  with met as materialized (
    select r.item_id, r.account, l.loc_id::text as home, r.seen ->> 0 as seen, a.goods_id, a.instance_code
    from count_result r
    cross join lateral (
      select loc_id from count_line where org_id = $1 and task_id = $2 and item_id = r.item_id and account = r.account offset 0) l
    join asset a on a.org_id = $1 and a.id = r.item_id
    where r.org_id = $1 and r.task_id = $2 and r.verdict = 'elsewhere')
  select r.item_id as "itemId", r.account, o.item_id as "otherItem", o.account as "otherAccount", o.instance_code as label, null as place
  from met r join met o on o.home = r.seen and o.seen = r.home and o.goods_id = r.goods_id and o.item_id <> r.item_id
  where r.item_id = any ($3::bigint[])`

/** What is too much of a supply in one store and as much too little in the next. */
const halfText = `
  select r.item_id as "itemId", r.account, o.item_id as "otherItem", o.account as "otherAccount", c.goods_name as label, q.loc_name as place
  from count_result r
  join count_result o on o.org_id = $1 and o.task_id = $2 and o.item_id = r.item_id and o.account <> r.account and o.difference = -r.difference
    and o.verdict in ('more', 'less', 'missing')
  join consumable c on c.org_id = $1 and c.id = r.item_id
  join location p on p.org_id = $1 and r.account = 'store:' || p.id
  join location q on q.org_id = $1 and o.account = 'store:' || q.id
  where r.org_id = $1 and r.task_id = $2 and r.item_id = any ($3::bigint[]) and r.verdict in ('more', 'less', 'missing')
    and (p.parent_id = q.parent_id or p.parent_id = q.id or q.parent_id = p.id or (p.parent_id is null and q.parent_id is null))`

/** Things without a card of the model of a piece that is missing. */
const labelText = `
  select r.item_id as "itemId", p.loc_name as place
  from count_result r
  join asset a on a.org_id = $1 and a.id = r.item_id
  join count_unknown u on u.org_id = $1 and u.task_id = $2 and u.becomes = 'surplus' and u.surplus ->> 'modelId' = a.goods_id::text
  left join location p on p.org_id = $1 and p.id = u.loc_id
  where r.org_id = $1 and r.task_id = $2 and r.item_id = any ($3::bigint[]) and r.verdict = 'missing'`

/** Where a piece that no one saw now was seen last by another count. */
const metText = `
  select distinct on (r.item_id) r.item_id as "itemId", to_char(e.happened_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as on, p.user_name as person,
    coalesce(w.loc_name, '') as place
  from count_result r
  join count_task t on t.org_id = $1 and t.id <> $2
  join count_event e on e.org_id = $1 and e.task_id = t.id and e.item_id = r.item_id and e.kind = 'seen' and e.happened_at > now() - make_interval(days => $4)
  join person p on p.org_id = $1 and p.id = e.actor_uid
  left join location w on w.org_id = $1 and w.id = e.loc_id
  where r.org_id = $1 and r.task_id = $2 and r.item_id = any ($3::bigint[]) and r.verdict = 'missing'
  order by r.item_id, e.happened_at desc`
