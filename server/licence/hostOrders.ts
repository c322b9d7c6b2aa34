import { dayAt } from '../../kernel/day.ts'
import { newId } from '../../kernel/id.ts'
import { orderOfSold } from '../../domain/licence/soldOrder.ts'
import type { WorkplaceName, WorkplaceOrder } from '../../hosts/workplace.ts'
import type { Tx } from '../db/tx.ts'
import { announce } from '../messaging/outbox.ts'
import { changeLicence, tellLicence } from './licenceChanges.ts'

/**
 * Takes over an order as the chat that sold it says it stands, in a transaction of the organisation. The same again changes nothing, so
 * that what the operator did to it meanwhile stays; what is new takes the place of what was. One that is void ends; one that was void from
 * the beginning leaves nothing. A trial takes the place of the one that the organisation began with: no one has two at once.
 */
export const takeHostOrder = async (tx: Tx, source: WorkplaceName, order: WorkplaceOrder): Promise<void> => {
  const state = JSON.stringify(order)
  if (order.isVoid) return endSold(tx, source, order.orderId, state)
  const { startDate, endDate, periodName, price, assetScope } = orderOfSold(order, await agreedOn(tx, source, order.edition))
  const take = async () => {
    if (order.isTrial) await tx.query(takeTrialOver, [tx.orgId, source, order.orderId, startDate])
    return tx.query(
      `insert into licence_order as l
       (org_id, id, purchase_type, created_by, start_date, end_date, order_state, period_name, price, asset_scope, source, source_order_id, source_state)
     values ($1, $2, $3, null, $4, $5, 1, $6, $7, $8, $3, $9, $10)
     on conflict (org_id, source, source_order_id) do update
     set start_date = excluded.start_date, end_date = excluded.end_date, order_state = 1, period_name = excluded.period_name,
         price = excluded.price, asset_scope = excluded.asset_scope, source_state = excluded.source_state
     where l.source_state is distinct from excluded.source_state
     returning 1`,
      [tx.orgId, newId(), source, startDate, endDate, periodName, price, assetScope, order.orderId, state],
    )
  }
  if (await changeLicence(tx, async () => (await take())[0])) await tellLicence(tx, periodName)
}

/** The trial that no chat has sold becomes this order of a chat; what the order says is written into it afterwards. */
const takeTrialOver = `update licence_order set purchase_type = $2, source = $2, source_order_id = $3, source_state = '{}'
  where org_id = $1 and id = (select o.id from licence_order o where o.org_id = $1 and o.source is null and o.purchase_type = 'trial'
    and o.order_state = 1 and o.end_date > $4 order by o.id desc limit 1)
    and not exists (select from licence_order o where o.org_id = $1 and o.source = $2 and o.source_order_id = $3)`

/** It was in force until today, and counts as one that is over. */
const endSold = async (tx: Tx, source: WorkplaceName, orderId: string, state: string): Promise<void> => {
  const end = () =>
    tx.query<{ period_name: string }>(
      `update licence_order set order_state = 0, end_date = least(end_date, greatest(start_date, $4)), source_state = $5
     where org_id = $1 and source = $2 and source_order_id = $3 and source_state is distinct from $5::jsonb
     returning period_name`,
      [tx.orgId, source, orderId, dayAt(tx.now()), state],
    )
  const endedOrder = await changeLicence(tx, async () => (await end())[0])
  if (endedOrder) await tellLicence(tx, endedOrder.period_name, '会员套餐已终止：{licence}')
}

const agreedOn = async (tx: Tx, source: string, edition: string): Promise<number | undefined> => {
  const [row] = await tx.query<{ n: number }>('select asset_scope as n from licence_edition where source = $1 and edition = $2', [
    source,
    edition,
  ])
  return row?.n
}

/** Lets the orders of an edition that this organisation has cover what was agreed on; true where one did not before. How long they last stays. */
export const applyEdition = async (tx: Tx, source: string, edition: string, assets: number): Promise<boolean> => {
  const changedRows = await tx.query(
    `update licence_order set asset_scope = $4
     where org_id = $1 and source = $2 and source_state ->> 'edition' = $3 and asset_scope <> $4 returning 1`,
    [tx.orgId, source, edition, assets],
  )
  if (changedRows.length > 0) await announce(tx, { topic: 'licence', body: { everyone: true } })
  return changedRows.length > 0
}

/** An edition that was sold, or that the operator has said something of; `assetScope` null where no one has said how many it covers. */
export type Edition = { readonly source: string; readonly edition: string; readonly title: string; readonly assetScope: number | null }

/** The editions that this organisation has bought. */
export const editionsBought = (tx: Tx): Promise<Edition[]> =>
  tx.query<Edition>(
    `select distinct on (o.source, o.source_state ->> 'edition') o.source, coalesce(o.source_state ->> 'edition', '') as edition,
            coalesce(o.source_state ->> 'title', '') as title, e.asset_scope as "assetScope"
     from licence_order o left join licence_edition e on e.source = o.source and e.edition = o.source_state ->> 'edition'
     where o.org_id = $1 and o.source is not null order by o.source, o.source_state ->> 'edition', o.id desc`,
    [tx.orgId],
  )
