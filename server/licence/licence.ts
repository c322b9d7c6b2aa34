import { type Id, newId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import { type LicenceOrder, type LicenceState, assetLimit, licensedUntil, licenceState } from '../../domain/licence/licence.ts'
import { roomLeft } from '../../domain/licence/room.ts'
import type { NewOrder } from '../../domain/licence/offers.ts'
import { licenceContact, type LicenceOrderRow, licenceOrders } from '../../domain/licence/operations.ts'
import { handle, type Handler } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { onlyRow } from '../db/rows.ts'
import { enqueue, type WholeWorker } from '../jobs/jobs.ts'
import { announce } from '../messaging/outbox.ts'
import { unlicensed } from '../httpError.ts'

/** The organisation's orders, latest first. */
export const ordersOf = async (tx: Tx): Promise<(LicenceOrder & LicenceOrderRow)[]> => {
  const rows = await tx.query<{
    id: string
    purchase_type: string
    created_by: string | null
    starts_at: string
    ends_at: string
    order_state: number
    period_name: string
    price: Decimal
    asset_scope: number
  }>(
    `select id, purchase_type, created_by, start_date::timestamp at time zone 'Asia/Shanghai' as starts_at,
            end_date::timestamp at time zone 'Asia/Shanghai' as ends_at, order_state, period_name, price, asset_scope
     from licence_order where org_id = $1 order by start_date desc, id desc`,
    [tx.orgId],
  )
  return rows.map((row) => ({
    orderId: row.id,
    purchaseType: row.purchase_type,
    createdBy: row.created_by ?? '',
    startDate: row.starts_at,
    endDate: row.ends_at,
    orderState: row.order_state,
    skuEntity: { periodName: row.period_name, price: row.price, busdataScope: row.asset_scope },
  }))
}

/**
 * Gives the organisation an order, paid and active. The person who runs the installation does so, or the founding; no user can. False where the one
 * with this `id` was given before.
 */
export const addOrder = async (tx: Tx, order: NewOrder, byName: string, id: Id = newId()): Promise<boolean> => {
  const { purchaseType, startDate, endDate, periodName, price, assetScope } = order
  const insertedRows = await tx.query(
    `insert into licence_order (org_id, id, purchase_type, created_by, start_date, end_date, order_state, period_name, price, asset_scope)
     values ($1, $2, $3, $4, $5, $6, 1, $7, $8, $9) on conflict do nothing returning 1`,
    [tx.orgId, id, purchaseType, byName, startDate, endDate, periodName, price, assetScope],
  )
  if (insertedRows.length > 0) await planEnd(tx)
  return insertedRows.length > 0
}

/** Where the organisation stands now. */
export const licenceStateOf = async (tx: Tx): Promise<LicenceState> => licenceState(await ordersOf(tx), tx.now())

/** Refuses the person who comes without a session and would write where there is no licence; for those who have one the door does. */
export const requireLicence = async (tx: Tx): Promise<void> => {
  if ((await licenceStateOf(tx)) !== 'active') throw unlicensed()
}

/** Whether the organisation may write now. */
export const isLicensed = async (tx: Tx): Promise<boolean> => (await licenceStateOf(tx)) === 'active'

/** Sees to it that open screens hear of the end of the licence when it comes; answers when that is. */
export const planEnd = async (tx: Tx): Promise<number> => {
  const until = licensedUntil(await ordersOf(tx))
  if (until > tx.now()) await enqueue(tx, { kind: endJob, key: '', dueAt: new Date(until).toISOString() })
  return until
}

const endJob = 'licence.end'

export const licenceEndWorker: WholeWorker = {
  kind: endJob,
  run: async (tx) => {
    await announce(tx, { topic: 'licence', body: { everyone: true } })
    await planEnd(tx)
  },
}

/** How many assets are on the register: those that were disposed of or lost no longer count. */
export const assetsOnRegister = (tx: Tx): Promise<number> => countRows(tx, 'select n::int from asset_register where org_id = $1')

const countRows = async (tx: Tx, text: string): Promise<number> => (await onlyRow(tx.query<{ n: number }>(text, [tx.orgId]))).n

/**
 * Refuses to put `adding` more assets on the register than the licence in effect at `at` (milliseconds since 1970) covers. An
 * organisation that never had an order runs on its own and has no limit. Who else adds some waits until this transaction ends.
 */
export const requireAssetRoom = async (tx: Tx, addedCount: number, atMs: number): Promise<void> => {
  const [orders, kept] = await Promise.all([ordersOf(tx), countRows(tx, 'select n::int from asset_register where org_id = $1 for update')])
  if (orders.length === 0) return
  const limit = assetLimit(orders, atMs)
  if (limit === 0) refuse('licence.none', '会员套餐已到期或尚未生效，不能新增资产')
  if (kept + addedCount > limit)
    refuse('licence.full', '当前套餐最多{limit}件资产，已有{kept}件，还能新增{room}件，这次要新增{adding}件', {
      limit,
      kept,
      adding: addedCount,
      room: roomLeft({ limit, kept }),
    })
}

export const licenceHandlers: readonly Handler[] = [
  handle(licenceOrders, ({ tx }) => ordersOf(tx)),
  handle(licenceContact, async ({ tx, app }) => {
    const people = await tx.query<{ name: string }>(
      `select user_name as name from person where org_id = $1 and admin and state = 'active' and deleted_at is null order by id limit 3`,
      [tx.orgId],
    )
    return { operator: app.settings.licenceContact, administrators: people.map(({ name }) => name) }
  }),
]
