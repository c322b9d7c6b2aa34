import { type Day, dayAt } from '../../kernel/day.ts'
import { newId, type Id } from '../../kernel/id.ts'
import { firstOf, assertDefined } from '../../kernel/assert.ts'
import { fill, refuse } from '../../kernel/refusal.ts'
import type { LicenceAsked, OperatorAct, OrganisationStanding } from '../../domain/operator/operations.ts'
import { type LicenceOrder, latestOrder, orderInEffect, validOrders } from '../../domain/licence/licence.ts'
import { boughtOrder, type NewOrder, ownOrder, trialOrder } from '../../domain/licence/offers.ts'
import { administrators } from '../access/people.ts'
import { invite, shownLogin } from '../access/invitations.ts'
import { changeLicence, tellLicence } from '../licence/licenceChanges.ts'
import { applyEdition, type Edition, editionsBought } from '../licence/hostOrders.ts'
import { addOrder, ordersOf } from '../licence/licence.ts'
import type { Database } from '../db/pool.ts'
import type { Tx } from '../db/tx.ts'
import { hashPassword } from '../access/passwords.ts'
import { notify } from '../messaging/notify.ts'
import { NotFound } from '../httpError.ts'
import { closeOrganisation, reopenOrganisation, takeFromChat } from './closeOrganisation.ts'
import { foundOrganisation, loginOf, rootCode } from './foundation.ts'

/** What the operator does to organisations, by the page or by the command. Each writes down who it was. */

/** All organisations, those that are closed as well, the oldest first. */
export const standings = async (database: Database): Promise<OrganisationStanding[]> => {
  const standings: OrganisationStanding[] = []
  for (const { org_id: orgId } of await database.gate<{ org_id: Id }>('select org_id from gate_organisations()'))
    standings.push(await database.reading(orgId, standingOf))
  return standings
}

/** How one stands. Unknown where there is none. */
export const standingOf = async (tx: Tx): Promise<OrganisationStanding> => {
  const [[row], orders] = await Promise.all([
    tx.query<Omit<OrganisationStanding, 'orgId' | 'licence'>>(standingText, [tx.orgId]),
    ordersOf(tx),
  ])
  if (!row) throw new NotFound()
  const order = orderInEffect(orders, tx.now())
  return { orgId: tx.orgId, ...row, licence: order ? licenceOf(order) : null }
}

const licenceOf = ({ skuEntity, endDate }: Pick<LicenceOrder, 'skuEntity' | 'endDate'>) => ({
  periodName: skuEntity.periodName,
  assetScope: skuEntity.busdataScope,
  endDate,
})

const standingText = `
  select o.name, o.created_at as "createdAt", o.closed_at as "closedAt",
    (select count(*)::int from person p where p.org_id = $1 and p.deleted_at is null and p.state = 'active') as people,
    coalesce((select r.n::int from asset_register r where r.org_id = $1), 0) as assets,
    coalesce((select r.used_bytes::float8 from file_room r where r.org_id = $1), 0) as "fileBytes",
    greatest((select max(s.created_at) from session s where s.org_id = $1), (select max(c.at) from command c where c.org_id = $1)) as "usedAt"
  from organisation o where o.org_id = $1`

/** The same with who administers it, its licences and what the operator did to it. */
export const detailOf = async (tx: Tx) => {
  const [standing, orders, people, acts] = await Promise.all([
    standingOf(tx),
    ordersOf(tx),
    tx.query<{ uid: Id; userName: string; username: string | null; phone: string | null; joined: boolean }>(
      `select id as uid, user_name as "userName", username, phone, password_hash is not null as joined from person
       where org_id = $1 and admin and state = 'active' and deleted_at is null order by id`,
      [tx.orgId],
    ),
    tx.query<{ id: Id; byName: string; act: OperatorAct; details: Record<string, string>; at: string }>(
      `select id, by_name as "byName", act, details, at from operator_act where org_id = $1 order by at desc, id desc limit 50`,
      [tx.orgId],
    ),
  ])
  const inEffect = orderInEffect(orders, tx.now())
  const valid = validOrders(orders, tx.now())
  return {
    ...standing,
    administrators: people.map(({ uid, userName, joined, ...person }) => ({ uid, userName, login: shownLogin(person), joined })),
    orders: orders.map((order) => ({
      orderId: order.orderId,
      ...licenceOf(order),
      startDate: order.startDate,
      inEffect: order.orderId === inEffect?.orderId,
      valid: valid.includes(order),
      purchaseType: order.purchaseType,
    })),
    acts,
  }
}

const note = (tx: Tx, byName: string, act: OperatorAct, details: Readonly<Record<string, string>> = {}) =>
  tx.query('insert into operator_act (org_id, id, by_name, act, details) values ($1, $2, $3, $4, $5)', [
    tx.orgId,
    newId(),
    byName,
    act,
    JSON.stringify(details),
  ])

/** What was agreed, as an order from `begins` on; refused where something of it is missing. */
export const orderOf = (begins: Day, { kind, assets, days = 365, title, price = '0' }: LicenceAsked): NewOrder => {
  if (kind === 'own') return ownOrder(begins)
  if (kind === 'trial') return trialOrder(begins)
  if (assets === undefined) return refuse('licence.assets', '请填写资产数量')
  return boughtOrder(begins, { assetScope: assets, days, price, periodName: title || fill('{days}天', { days }) })
}

export type FoundingInput = {
  readonly orgId: Id
  readonly name: string
  readonly userName: string
  /** A mobile number or a login name. */
  readonly login: string
  /** Told to the administrator, who replaces it at the first sign-in; none where they come in by a link. */
  readonly password?: string
  readonly order: NewOrder
}

/** Makes an organisation; true where it is made and was not there before. */
export const makeOrganisation = async (database: Database, byName: string, input: FoundingInput): Promise<boolean> => {
  const { orgId, name, userName, login, password, order } = input
  const secret = password === undefined ? {} : { passwordHash: await hashPassword(password), mustReplacePassword: true }
  return database.inTransaction(orgId, async (tx) => {
    if ((await tx.query('select from organisation where org_id = $1', [orgId])).length > 0) return false
    await foundOrganisation(tx, {
      name,
      department: { code: rootCode, name },
      administrator: { ...loginOf(login), userName, ...secret },
      orders: [order],
    })
    await note(tx, byName, 'make', { name, userName, licence: order.periodName })
    return true
  })
}

/** Gives a licence from today on; the one with the most assets is in effect. Given under the same `id` again nothing happens. */
export const giveLicence = async (tx: Tx, byName: string, order: NewOrder, id: Id = newId()): Promise<void> => {
  if (!(await changeLicence(tx, async () => (await addOrder(tx, order, byName, id)) || undefined))) return
  await note(tx, byName, 'licence', { licence: order.periodName, until: order.endDate })
  await tellLicence(tx, order.periodName)
}

/** When a licence begins that is agreed on today: at once, or where the last one ends. */
export const beginsOn = async (tx: Tx, { from = 'today' }: LicenceAsked): Promise<Day> => {
  const today = dayAt(tx.now())
  const latest = from === 'end' ? latestOrder(await ordersOf(tx)) : undefined
  const end = latest && dayAt(Date.parse(latest.endDate))
  return end !== undefined && end > today ? end : today
}

/** Ends a licence today; one that has not begun never will. Where it is over already, nothing changes. */
export const endLicence = async (tx: Tx, byName: string, orderId: Id): Promise<void> => {
  const end = () =>
    tx.query<{ name: string }>(
      `update licence_order set end_date = greatest(start_date, $3), order_state = case when start_date > $3 then 0 else order_state end
       where org_id = $1 and id = $2 and order_state = 1 and end_date > $3 returning period_name as name`,
      [tx.orgId, orderId, dayAt(tx.now())],
    )
  const endedOrder = await changeLicence(tx, async () => (await end())[0])
  if (!endedOrder) return
  await note(tx, byName, 'end', { licence: endedOrder.name })
  await tellLicence(tx, endedOrder.name, '会员套餐已终止：{licence}')
}

type SoldEdition = Edition & { readonly organisations: number }

/** What chats have sold to anyone, with how many organisations have it. */
export const editions = async (database: Database): Promise<SoldEdition[]> => {
  const editions = new Map<string, SoldEdition>()
  for (const { org_id: orgId } of await database.gate<{ org_id: Id }>('select org_id from gate_organisations()'))
    for (const edition of await database.reading(orgId, editionsBought)) {
      const key = `${edition.source}/${edition.edition}`
      editions.set(key, { ...edition, organisations: (editions.get(key)?.organisations ?? 0) + 1 })
    }
  return [...editions.values()].toSorted((a, b) => (`${a.source}/${a.edition}` < `${b.source}/${b.edition}` ? -1 : 1))
}

type SetEditionInput = {
  readonly byName: string
  readonly source: string
  readonly edition: string
  readonly assets: number
}

/** Says how many assets an edition covers, everywhere where it was bought and will be; how many organisations it changes. */
export const setEdition = async (database: Database, { byName, source, edition, assets }: SetEditionInput): Promise<number> => {
  await database.gate(
    `insert into licence_edition (source, edition, asset_scope) values ($1, $2, $3)
     on conflict (source, edition) do update set asset_scope = excluded.asset_scope`,
    [source, edition, assets],
  )
  let changedCount = 0
  for (const { org_id: orgId } of await database.gate<{ org_id: Id }>('select org_id from gate_organisations()'))
    await database.inTransaction(orgId, async (tx) => {
      if (!(await applyEdition(tx, source, edition, assets))) return
      await note(tx, byName, 'edition', { edition, assets: String(assets) })
      changedCount++
    })
  return changedCount
}

/** Where it is closed already, nothing changes. */
export const closeByOperator = async (tx: Tx, byName: string): Promise<void> => {
  await takeFromChat(tx)
  if (await isClosed(tx)) return
  await closeOrganisation(tx)
  await note(tx, byName, 'close')
}

/** Where it is open already, nothing changes. */
export const reopenByOperator = async (tx: Tx, byName: string): Promise<void> => {
  await takeFromChat(tx)
  if (!(await isClosed(tx))) return
  await reopenOrganisation(tx)
  await note(tx, byName, 'reopen')
}

const isClosed = async (tx: Tx): Promise<boolean> => {
  const [row] = await tx.query<{ state: string }>('select state from organisation where org_id = $1 for no key update', [tx.orgId])
  if (!row) throw new NotFound()
  return row.state !== 'active'
}

/**
 * A link by which an administrator chooses a password. The person who holds it can come in as them, so all administrators are told. Unknown for
 * the person who administers nothing.
 */
export const linkForAdministrator = async (
  tx: Tx,
  byName: string,
  uid: Id,
): Promise<{ userName: string; token: string; expiresAt: string }> => {
  const uids = await administrators(tx)
  if (!uids.includes(uid)) throw new NotFound()
  if (await isClosed(tx)) return refuse('organisation.closed', '组织已关闭，请先重新开启')
  const { token, expiresAt, ...made } = firstOf(await invite(tx, [uid], null))
  const userName = assertDefined(made.userName, 'the name of an administrator')
  await note(tx, byName, 'link', { userName })
  await notify(tx, {
    uids,
    msgType: 2,
    category: 'system',
    title: '运营方为{name}生成了设置密码的链接',
    params: { name: userName },
    link: '/pages/addressbook/invite?view=invited',
  })
  return { userName, token, expiresAt }
}
