import type { Id } from '../../../kernel/id.ts'
import { entryOf } from '../../../kernel/assert.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import type { restocking } from '../../../domain/documents/catalogueOperations.ts'
import type { SignedIn } from '../../call.ts'
import { belowNode } from '../../db/conditions.ts'
import { itemsWithMerged } from '../../db/recordForwards.ts'
import { isLow } from './stock.ts'
import { mayQuery } from '../../access/scope.ts'

/** What is bought at once, at most. */
const suppliesAtMost = 200

/** The places whose stock a person may order for; null for all. */
const placesOf = (session: SignedIn['session']): readonly Id[] | null => {
  if (session.locations === 'all') return null
  return mayQuery(session) ? session.locations : []
}

/**
 * The purchases that fill the caller's stores again: for each supply that runs low, its upper limit less the stock and less what is on order.
 * Each line has the last price and the supplier of most of the last deliveries.
 */
export const restockingOf = async (
  { tx, session }: SignedIn,
  { locId }: { locId?: Id | undefined },
): Promise<OutputOf<typeof restocking>> => {
  const places = placesOf(session)
  const rows = await tx.query<{ id: Id; quantity: string; price: string | null; supplierId: Id | null }>(
    `with wanted as (
       select g.id, sum(greatest(g.max_stock, g.min_stock) - (b.on_hand - b.reserved)) as quantity
       from consumable g join balance b on b.org_id = $1 and b.item_id = g.id and b.account like 'store:_%'
       join location l on l.org_id = $1 and l.id = substr(b.account, 7)::bigint and l.deleted_at is null
       where g.org_id = $1 and g.deleted_at is null and ${isLow} and ($2::bigint[] is null or l.id = any ($2::bigint[]))
         and ($3::bigint is null or l.id in ${belowNode('location', '$1', '$3')}) group by 1)
     select g.id, w.quantity - o.quantity as quantity, coalesce(p.price, g.price) as price, p.supplier as "supplierId"
     from wanted w join consumable g on g.org_id = $1 and g.id = w.id
     cross join lateral (
       select coalesce(sum(l.quantity - l.done_quantity - l.given_up), 0) as quantity from document_line l
       join document d on d.org_id = $1 and d.id = l.document_id and d.kind = 'CsPurchaseOrder' and d.state in ('inApproval', 'approved', 'posted')
       where l.org_id = $1 and l.item_id = any (${itemsWithMerged('array[g.id]')})) o
     left join lateral (
       select (l.data ->> 'price')::numeric as price, (d.header ->> 'supplier')::bigint as supplier from document_line l
       join document d on d.org_id = $1 and d.id = l.document_id and d.kind in ('CsPurchaseOrder', 'CsInstockOrder') and d.state = 'posted'
       where l.org_id = $1 and l.item_id = g.id and l.data ->> 'price' is not null order by l.document_id desc limit 1) p on true
     where w.quantity > o.quantity order by g.goods_code limit ${suppliesAtMost}`,
    [tx.orgId, places, locId ?? null],
  )
  const times = Map.groupBy(
    rows.filter(({ supplierId }) => supplierId !== null),
    ({ supplierId }) => supplierId!,
  )
  const [supplierId] = [...times.keys()].toSorted((a, b) => entryOf(times, b).length - entryOf(times, a).length)
  const [supplier] = supplierId
    ? await tx.query<{ id: Id; name: string }>(
        'select id, supplier_name as name from supplier where org_id = $1 and id = $2 and deleted_at is null',
        [tx.orgId, supplierId],
      )
    : []
  return { supplier: supplier ?? null, lines: rows.map(({ id, quantity, price }) => ({ id, quantity, price })) }
}
