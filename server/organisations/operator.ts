import type { Id } from '../../kernel/id.ts'
import { orderInEffect } from '../../domain/licence/licence.ts'
import type { NewOrder } from '../../domain/licence/offers.ts'
import { addOrder, ordersOf } from '../licence/licence.ts'
import type { Database } from '../db/pool.ts'
import { hashPassword } from '../access/passwords.ts'
import { foundOrganisation, loginOf, rootCode } from './founding.ts'

/** An organisation as whoever runs the installation sees it: how large it is and what it may keep, and nothing of what it says. */
export type Standing = {
  readonly orgId: Id
  readonly name: string
  readonly createdAt: string
  readonly closedAt: string | null
  readonly people: number
  readonly assets: number
  readonly fileBytes: number
  /** The order in effect; null where there is none. */
  readonly licence: { readonly periodName: string; readonly assetScope: number; readonly endDate: string } | null
}

/** All organisations, those that are closed as well, the oldest first. */
export const standings = async (database: Database): Promise<Standing[]> => {
  const found: Standing[] = []
  for (const { org_id: orgId } of await database.gate<{ org_id: Id }>('select org_id from gate_organisations()'))
    found.push(
      await database.reading(orgId, async (tx) => {
        const [[row], orders] = await Promise.all([tx.query<Omit<Standing, 'orgId' | 'licence'>>(standingText, [orgId]), ordersOf(tx)])
        const order = orderInEffect(orders, database.now())
        const licence = order && {
          periodName: order.skuEntity.periodName,
          assetScope: order.skuEntity.busdataScope,
          endDate: order.endDate,
        }
        return { orgId, ...row!, licence: licence ?? null }
      }),
    )
  return found
}

const standingText = `
  select o.name, o.created_at as "createdAt", o.closed_at as "closedAt",
    (select count(*)::int from person p where p.org_id = $1 and p.deleted_at is null and p.state = 'active') as people,
    coalesce((select r.n::int from asset_register r where r.org_id = $1), 0) as assets,
    coalesce((select r.used_bytes::float8 from file_room r where r.org_id = $1), 0) as "fileBytes"
  from organisation o where o.org_id = $1`

export type Founding = {
  readonly orgId: Id
  readonly name: string
  readonly userName: string
  /** A mobile number or a login name. */
  readonly login: string
  readonly password: string
  readonly order: NewOrder
}

/** Makes an organisation whose administrator is told a password and replaces it at the first sign-in. */
export const makeOrganisation = async (database: Database, founding: Founding): Promise<void> => {
  const { orgId, name, userName, login, password, order } = founding
  const passwordHash = await hashPassword(password)
  await database.inTransaction(orgId, (tx) =>
    foundOrganisation(tx, {
      name,
      department: { code: rootCode, name },
      administrator: { ...loginOf(login), userName, passwordHash, mustReplacePassword: true },
      orders: [order],
    }),
  )
}

/** Gives an organisation a licence from today on; the one with the most assets is in effect. */
export const giveLicence = (database: Database, orgId: Id, order: NewOrder): Promise<void> =>
  database.inTransaction(orgId, (tx) => addOrder(tx, order, 'operator'))
