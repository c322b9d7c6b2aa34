import type { Id } from '../../kernel/id.ts'
import { isId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { inWords } from '../../domain/english/all.ts'
import type { DeliveredDashboard } from '../../domain/dashboards/delivered.ts'
import {
  type Dashboard,
  dashboardAddTile,
  dashboardDelete,
  type DashboardHead,
  dashboardList,
  dashboardRead,
  dashboardsAtMost,
  dashboardSave,
  type TileAnswer,
  type Tile,
} from '../../domain/dashboards/operations.ts'
import { tilesAtMost } from '../../domain/dashboards/tile.ts'
import { handle, handleOneByOne, type Handler, type OneByOne, type ParsedInput, type SignedIn } from '../call.ts'
import { onlyRow, requireUnchanged } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { HttpError, NotFound } from '../httpError.ts'
import { groupStatement } from '../views/groups.ts'
import { dashboardsOf, headOf, lockDashboard, readableDashboard, storeDashboard, type StoredDashboard } from './dashboardStore.ts'
import { deliveredTo } from './deliveredDashboards.ts'
import { forgetNights, planNight } from './keptFigures.ts'
import { answerTiles } from './tileAnswer.ts'
import { askedTile, groupingOf } from './tileQuestion.ts'

export const dashboardHandlers: readonly Handler[] = [
  handle(dashboardList, async ({ tx, session }) => {
    const rows = await dashboardsOf(tx, session)
    return { list: [...rows.map((row) => headOf(session, row)), ...deliveredTo(session).map(deliveredHead)] }
  }),

  handleOneByOne(dashboardRead, (call, { id }) => readDashboard(call, id)),

  handle(dashboardSave, (call, input) => saveDashboard(call, input)),
  handle(dashboardAddTile, (call, input) => addTile(call, input)),

  handle(dashboardDelete, async ({ tx, session }, { id }) => {
    const before = await lockDashboard(tx, session, id)
    if (!before) return { deleted: 0 }
    await tx.query('delete from dashboard where org_id = $1 and id = $2', [tx.orgId, id])
    return { deleted: 1 }
  }),
]

/** A dashboard with its figures as the caller may see them now. */
export const readDashboard = (call: OneByOne, id: string): Promise<Dashboard> => {
  const dashboard = deliveredTo(call.session).find(({ key }) => key === id)
  return dashboard ? readDelivered(call, dashboard) : readStored(call, id)
}

const deliveredHead = ({ key, title }: DeliveredDashboard): DashboardHead => ({
  ...{ id: key, title, isDelivered: true, ownerUid: null, ownerName: '', audience: 'nobody', mayChange: false, version: 0 },
})

/** Without the tiles of what the reader keeps nothing of: nobody chose them for him. */
const readDelivered = async (call: OneByOne, dashboard: DeliveredDashboard): Promise<Dashboard> => {
  const answers = await answersOf(call, dashboard.tiles, undefined)
  const tiles = withAnswers(dashboard.tiles, answers).filter(({ answer }) => answer.state !== 'closed')
  return { ...deliveredHead(dashboard), roles: [], deptIds: [], uids: [], tiles }
}

const readStored = async (call: OneByOne, id: string): Promise<Dashboard> => {
  if (!isId(id)) throw new NotFound()
  const { session } = call
  const dashboard = await call.app.database.reading(session.orgId, (tx) => readableDashboard(tx, session, id))
  if (!dashboard) throw new NotFound()
  const { roles, deptIds, uids, tiles } = dashboard
  return { ...headOf(session, dashboard), roles, deptIds, uids, tiles: withAnswers(tiles, await answersOf(call, tiles, id)) }
}

const answersOf = ({ app, session, language }: OneByOne, tiles: readonly Tile[], dashboardId: Id | undefined): Promise<TileAnswer[]> =>
  answerTiles({ database: app.database, session, language, dashboardId }, tiles)

const withAnswers = (tiles: readonly Tile[], answers: readonly TileAnswer[]): Dashboard['tiles'] =>
  tiles.flatMap((tile, at) => {
    const answer = answers[at]
    return answer ? [{ ...tile, answer }] : []
  })

const saveDashboard = async (call: SignedIn, input: ParsedInput<typeof dashboardSave>) => {
  const { tx, session } = call
  const { id, version, title, tiles, audience } = input
  const before = await lockDashboard(tx, session, id)
  requireUnchanged('仪表板', version, before?.version ?? 0)
  const ownerUid = before?.ownerUid ?? session.uid
  await requireRoom(tx, { id, title, ownerUid, isNew: !before })
  const isChosen = audience === 'chosen'
  const shares = { roles: isChosen ? input.roles : [], deptIds: isChosen ? input.deptIds : [], uids: isChosen ? input.uids : [] }
  if (isChosen) await requireShares(tx, shares)
  await requireTiles(call, before, tiles)
  return store(tx, before, { id, title, ownerUid, audience, ...shares, tiles })
}

const addTile = async (call: SignedIn, { id, title, tile }: ParsedInput<typeof dashboardAddTile>) => {
  const { tx, session } = call
  const before = await lockDashboard(tx, session, id)
  if (before?.tiles.some(({ id: tileId }) => tileId === tile.id)) return { id, version: before.version }
  if ((before?.tiles.length ?? 0) >= tilesAtMost) refuse('dashboard.full', '一个仪表板最多放{max}项', { max: tilesAtMost })
  const ownerUid = before?.ownerUid ?? session.uid
  if (!before) await requireRoom(tx, { id, title, ownerUid, isNew: true })
  const { tiles = [], ...settings } = before ?? { id, title, ownerUid, audience: 'nobody' as const, roles: [], deptIds: [], uids: [] }
  await requireTiles(call, before, [tile])
  return store(tx, before, { ...settings, tiles: [...tiles, tile] })
}

/** Stores a dashboard, forgets the nights of questions that are no more, and plans the next night where figures are kept. */
const store = async (
  tx: Tx,
  before: StoredDashboard | undefined,
  dashboard: Omit<StoredDashboard, 'ownerName' | 'version'>,
): Promise<{ id: Id; version: number }> => {
  const goneTiles = (before?.tiles ?? []).filter((former) => !dashboard.tiles.some((tile) => isSameQuestion(tile, former)))
  const version = await storeDashboard(tx, dashboard)
  await forgetNights(
    tx,
    dashboard.id,
    goneTiles.map(({ id }) => id),
  )
  if (dashboard.tiles.some(({ isKept }) => isKept)) await planNight(tx)
  return { id: dashboard.id, version }
}

/** True where the figure of two tiles of one id is the same. */
const isSameQuestion = (tile: Tile, former: Tile): boolean => tile.id === former.id && figureText(tile) === figureText(former)

const figureText = ({ table, where, likeQuery, figures }: Tile): string => JSON.stringify([table, where, likeQuery, figures[0]])

type Place = Pick<StoredDashboard, 'id' | 'title' | 'ownerUid'> & { readonly isNew: boolean }

/** Refuses a second one of a title, and more than a person has. */
const requireRoom = async (tx: Tx, { id, title, ownerUid, isNew }: Place): Promise<void> => {
  // One at a time, so that two of the same title meet.
  await tx.query('select from person where org_id = $1 and id = $2 for no key update', [tx.orgId, ownerUid])
  const siblings = await onlyRow(
    tx.query<{ isTaken: boolean; count: number }>(
      `select coalesce(bool_or(title = $3), false) as "isTaken", count(*)::int as count from dashboard where org_id = $1 and owner_uid = $2 and id <> $4`,
      [tx.orgId, ownerUid, title, id],
    ),
  )
  if (siblings.isTaken) refuse('dashboard.title', '已有名为“{name}”的仪表板，请换一个名称', { name: title })
  if (isNew && siblings.count >= dashboardsAtMost)
    refuse('dashboard.tooMany', '最多保存{max}个仪表板，请先删除不用的', { max: dashboardsAtMost })
}

type Shares = Pick<StoredDashboard, 'roles' | 'deptIds' | 'uids'>

const requireShares = async (tx: Tx, { roles, deptIds, uids }: Shares): Promise<void> => {
  if (roles.length + deptIds.length + uids.length === 0) refuse('dashboard.shares', '请选择与哪些角色、部门或同事共享')
  const { isUnknown } = await onlyRow(
    tx.query<{ isUnknown: boolean }>(
      `select exists (select from unnest($2::text[]) r where not exists (select from role where org_id = $1 and role_code = r))
         or exists (select from unnest($3::bigint[]) i where not exists (select from department where org_id = $1 and id = i))
         or exists (select from unnest($4::bigint[]) i where not exists (select from person where org_id = $1 and id = i)) as "isUnknown"`,
      [tx.orgId, roles, deptIds, uids],
    ),
  )
  if (isUnknown) refuse('dashboard.shares', '有的角色、部门或人员已不存在，请重新选择')
}

/** Refuses a tile that is new or asks something else, where the person who saves it could not be answered. What others put there stays as it is. */
const requireTiles = async (call: SignedIn, before: StoredDashboard | undefined, tiles: readonly Tile[]): Promise<void> => {
  if (new Set(tiles.map(({ id }) => id)).size < tiles.length) refuse('dashboard.tile', '同一项在仪表板上只能有一次')
  for (const tile of tiles) {
    const former = before?.tiles.find(({ id }) => id === tile.id)
    if (former && JSON.stringify(questionOf(former)) === JSON.stringify(questionOf(tile))) continue
    try {
      const question = await askedTile(call, tile)
      if (question) groupStatement(call, question.table, question.query, groupingOf(tile))
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      const { words, params } = error.refusal
      refuse('dashboard.tile', '“{title}”不能放入仪表板：{problem}', { title: tile.title, problem: inWords(call.language, words, params) })
    }
  }
}

const questionOf = ({ table, where, likeQuery, by, figures, sort }: Tile) => ({ table, where, likeQuery, by, figures, sort })
