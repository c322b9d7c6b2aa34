import * as v from 'valibot'
import type { Id } from '../../kernel/id.ts'
import { type DashboardHead, type DashboardSharing, type Tile, tileInput } from '../../domain/dashboards/operations.ts'
import type { Session } from '../call.ts'
import { belowNodes } from '../db/conditions.ts'
import type { Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'

/** A dashboard as it is stored. */
export type StoredDashboard = {
  readonly id: Id
  readonly title: string
  readonly ownerUid: Id
  readonly ownerName: string
  readonly audience: DashboardSharing
  readonly roles: string[]
  readonly deptIds: Id[]
  readonly uids: Id[]
  readonly tiles: readonly Tile[]
  readonly version: number
}

const columns = `d.id, d.title, d.owner_uid as "ownerUid", p.user_name as "ownerName", d.audience, d.role_codes as roles,
  d.dept_ids::text[] as "deptIds", d.uids::text[] as uids, d.version`
const from = 'from dashboard d join person p on p.org_id = $1 and p.id = d.owner_uid'

/** What a person has: `$2` is who, `$3` the codes of his roles, `$4` his departments. */
const isHad = `(d.owner_uid = $2 or d.audience = 'everybody' or d.audience = 'chosen' and (
  d.role_codes && $3::text[] or $2 = any (d.uids)
  or exists (select from ${belowNodes('department', '$1', 'd.dept_ids')} b where b.id = any ($4::bigint[]))))`

const readerOf = ({ orgId, uid, roleCodes, departmentIds }: Session): readonly unknown[] => [orgId, uid, roleCodes, departmentIds]

export type StoredHead = Omit<StoredDashboard, 'tiles'>

/** The dashboards that a person has, own ones first. */
export const dashboardsOf = (tx: Tx, session: Session): Promise<StoredHead[]> =>
  tx.query<StoredHead>(
    `select ${columns} ${from} where d.org_id = $1 and ${isHad} order by d.owner_uid <> $2, d.title collate by_pinyin, d.id limit 200`,
    readerOf(session),
  )

/** A dashboard that this person has. */
export const readableDashboard = async (tx: Tx, session: Session, id: Id): Promise<StoredDashboard | undefined> => {
  const [row] = await tx.query<StoredHead & { tiles: unknown }>(
    `select ${columns}, d.tiles ${from} where d.org_id = $1 and ${isHad} and d.id = $5`,
    [...readerOf(session), id],
  )
  return row && withTiles(row)
}

/** Locks a dashboard for a change; undefined where there is none yet. Throws NotFound where this person may not change it. */
export const lockDashboard = async (tx: Tx, session: Session, id: Id): Promise<StoredDashboard | undefined> => {
  const [row] = await tx.query<StoredHead & { tiles: unknown; isHad: boolean }>(
    `select ${columns}, d.tiles, ${isHad} as "isHad" ${from} where d.org_id = $1 and d.id = $5 for update of d`,
    [...readerOf(session), id],
  )
  if (!row) return undefined
  const { isHad: isReadable, ...dashboard } = row
  if (!isReadable || !mayChange(session, dashboard)) throw new NotFound()
  return withTiles(dashboard)
}

/** A tile that this release does not understand is left out. */
const withTiles = ({ tiles, ...row }: StoredHead & { tiles: unknown }): StoredDashboard => ({ ...row, tiles: tilesIn(tiles) })

/** The tiles that a stored list holds. */
export const tilesIn = (list: unknown): Tile[] =>
  (Array.isArray(list) ? list : []).flatMap((item: unknown) => {
    const tile = v.safeParse(tileInput, item)
    return tile.success ? [tile.output] : []
  })

/** True where a person who has it may change it. */
export const mayChange = (session: Session, { ownerUid, audience }: Pick<StoredHead, 'ownerUid' | 'audience'>): boolean =>
  ownerUid === session.uid || (session.admin && audience !== 'nobody')

export const headOf = (session: Session, row: StoredHead): DashboardHead => {
  const { id, title, ownerUid, ownerName, audience, version } = row
  return { id, title, ownerUid, ownerName, audience, version, isDelivered: false, mayChange: mayChange(session, row) }
}

/** Stores a dashboard whose version was held against the former one. */
export const storeDashboard = async (tx: Tx, dashboard: Omit<StoredDashboard, 'ownerName' | 'version'>): Promise<number> => {
  const { id, title, ownerUid, audience, roles, deptIds, uids, tiles } = dashboard
  const [row] = await tx.query<{ version: number }>(
    `insert into dashboard as d (org_id, id, title, owner_uid, audience, role_codes, dept_ids, uids, tiles, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (org_id, id) do update
     set title = $3, audience = $5, role_codes = $6, dept_ids = $7, uids = $8, tiles = $9, updated_at = $10, version = d.version + 1
     returning version`,
    [tx.orgId, id, title, ownerUid, audience, roles, deptIds, uids, JSON.stringify(tiles), new Date(tx.now()).toISOString()],
  )
  return row?.version ?? 1
}
