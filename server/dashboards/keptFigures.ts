import { addDays, dayAt } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { RefusalError } from '../../kernel/refusal.ts'
import type { TileAnswer, Tile } from '../../domain/dashboards/operations.ts'
import { inNameOf } from '../access/sessions.ts'
import type { Database } from '../db/pool.ts'
import type { Tx } from '../db/tx.ts'
import { HttpError } from '../httpError.ts'
import { enqueue, type PieceWorker } from '../jobs/jobs.ts'
import { groupStatement, runGroups } from '../views/groups.ts'
import { tilesIn } from './dashboardStore.ts'
import { askedTile, scopeKeyOf } from './tileQuestion.ts'

export const figureJob = 'dashboard.figures'

/** Nights are kept so long: a year for the longest trend, and some days more. */
const keptDays = 400
/** Until this hour of a night its figures are those of the day before; what has not been kept by then is not known. */
const nightEndsAt = 6
/** Nobody waits for a figure that is kept, so it may take longer than one that is looked at. */
const secondsForFigure = 60

type TileKey = { readonly dashboardId: Id; readonly tileId: Id }

/** The figures of a tile that a reader with this digest may see, the earliest first. */
export const nightsOf = (
  tx: Tx,
  { dashboardId, tileId, scopeKey }: TileKey & { readonly scopeKey: string },
): Promise<TileAnswer['nights']> =>
  tx.query<TileAnswer['nights'][number]>(
    `select to_char(day, 'YYYY-MM-DD') as day, trim_scale(figure)::text as figure from figure_day
     where org_id = $1 and dashboard_id = $2 and tile_id = $3 and scope_key = $4 and scope_key <> '' and day >= $5 order by day`,
    [tx.orgId, dashboardId, tileId, scopeKey, addDays(dayAt(tx.now()), -366)],
  )

/** Asks for the coming night, between midnight and three o'clock: not all organisations at once. */
export const planNight = async (tx: Tx): Promise<void> => {
  const minutes = 5 + Number(BigInt(tx.orgId) % 170n)
  const clock = `0${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
  const dueAt = new Date(`${addDays(dayAt(tx.now()), 1)}T${clock}:00+08:00`).toISOString()
  await enqueue(tx, { kind: figureJob, key: '', dueAt })
}

/** Forgets the nights of tiles that are there no more, or ask something else. */
export const forgetNights = async (tx: Tx, dashboardId: Id, tileIds: readonly Id[]): Promise<void> => {
  if (tileIds.length === 0) return
  await tx.query('delete from figure_day where org_id = $1 and dashboard_id = $2 and tile_id = any ($3::bigint[])', [
    tx.orgId,
    dashboardId,
    tileIds,
  ])
}

/**
 * Keeps the figure of one tile after the other, each in the rights of the owner of its dashboard; then asks for the next night as long as
 * anything is to be kept. A night that came too late is left out.
 */
export const figureWorker: PieceWorker = {
  kind: figureJob,
  piece: async (database, { orgId }) => {
    const now = database.now()
    const day = addDays(dayAt(now), -1)
    const isNight = hourAt(now) < nightEndsAt
    const next = isNight ? await database.reading(orgId, (tx) => nextTile(tx, day)) : undefined
    if (next) {
      const nightFigure = await figureOf(database, orgId, next)
      await database.inTransaction(orgId, (tx) => keepFigure(tx, { ...next, ...nightFigure, day }))
      return true
    }
    await database.inTransaction(orgId, endNight)
    return false
  },
}

/** The hour by the organisation's clock. */
const hourAt = (atMs: number): number => new Date(atMs + 8 * 3_600_000).getUTCHours()

type NextTile = { readonly dashboardId: Id; readonly ownerUid: Id; readonly tile: Tile }

/** A tile that is to be kept and has no figure of this day yet. */
const nextTile = async (tx: Tx, day: string): Promise<NextTile | undefined> => {
  const rows = await tx.query<{ dashboardId: Id; ownerUid: Id; tile: unknown }>(
    `select d.id as "dashboardId", d.owner_uid as "ownerUid", t.tile from dashboard d cross join lateral jsonb_array_elements(d.tiles) t (tile)
     where d.org_id = $1 and t.tile @> '{"isKept":true}' and not exists (select from figure_day f
       where f.org_id = $1 and f.dashboard_id = d.id and f.tile_id = (t.tile ->> 'id')::bigint and f.day = $2)
     order by d.id, t.tile ->> 'id' limit 50`,
    [tx.orgId, day],
  )
  return rows.flatMap(({ tile, ...row }) => tilesIn([tile]).map((parsedTile) => ({ ...row, tile: parsedTile })))[0]
}

type KeptFigure = { readonly scopeKey: string; readonly figure: string | null }
/** Nothing could be read: the night stays a gap, and is not tried again. */
const gap: KeptFigure = { scopeKey: '', figure: null }

const figureOf = async (database: Database, orgId: Id, { ownerUid, tile }: NextTile): Promise<KeptFigure> => {
  try {
    return await database.inTransaction(orgId, (tx) => readFigure(tx, ownerUid, tile), { statementSeconds: secondsForFigure })
  } catch (error) {
    if (error instanceof HttpError || error instanceof RefusalError) return gap
    throw error
  }
}

const readFigure = async (tx: Tx, ownerUid: Id, tile: Tile): Promise<KeptFigure> => {
  const session = await inNameOf(tx, ownerUid)
  if (!session) return gap
  const reader = { tx, session, language: 'zh' as const }
  const scopeKey = await scopeKeyOf(reader, tile)
  const question = await askedTile(reader, tile)
  if (!question) return gap
  const figures = tile.figures.slice(0, 1)
  const { total } = await runGroups(reader, groupStatement(reader, question.table, question.query, { by: [], figures, limit: 1 }))
  return { scopeKey, figure: figures.length > 0 ? (total.figures[0] ?? null) : String(total.count) }
}

const keepFigure = async (
  tx: Tx,
  { dashboardId, tile, day, scopeKey, figure }: NextTile & KeptFigure & { readonly day: string },
): Promise<void> => {
  await tx.query(
    `insert into figure_day (org_id, dashboard_id, tile_id, day, scope_key, figure)
     select d.org_id, d.id, $3, $4, $5, $6 from dashboard d where d.org_id = $1 and d.id = $2 on conflict do nothing`,
    [tx.orgId, dashboardId, tile.id, day, scopeKey, figure],
  )
}

const endNight = async (tx: Tx): Promise<void> => {
  await tx.query('delete from figure_day where org_id = $1 and day < $2', [tx.orgId, addDays(dayAt(tx.now()), -keptDays)])
  const [dashboard] = await tx.query(`select from dashboard where org_id = $1 and tiles @> '[{"isKept":true}]' limit 1`, [tx.orgId])
  if (dashboard) await planNight(tx)
}
