import { checkedName } from '../../domain/disk/name.ts'
import {
  diskCopy,
  diskDelete,
  diskFolder,
  diskMove,
  diskPurge,
  diskRename,
  diskRestore,
  diskRestoreVersion,
  diskVersions,
  type DiskVersion,
} from '../../domain/disk/operations.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { entryOf, firstOf, assertDefined } from '../../kernel/assert.ts'
import { refuse } from '../../kernel/refusal.ts'
import { handle, type Handler, type SignedIn } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { enqueue, type PieceWorker } from '../jobs/jobs.ts'
import { NotFound } from '../httpError.ts'
import { type PlacedNode, recordFileEvents } from './fileEvents.ts'
import { shownNode } from './nodes.ts'
import { addVersion, freeNames, idsFor, insertNodes, namedColumns, namesake, type NewNode } from './freeNames.ts'
import { depthAtMost, requireChangeable, requireNode, requireNodes, requireTarget, requireWrite, type VisibleNode } from './rights.ts'
import { lockSpaces, takeRoom } from './spaces.ts'

/** A copy, and a move between spaces, take so many files and folders at most at once. */
const nodesAtOnce = 20_000

/** Reads what is to be changed, locks the spaces that it lies in, and reads it again as it is from then on. */
export const lockNodes = async <N extends readonly VisibleNode[]>(
  { tx, app }: Pick<SignedIn, 'tx' | 'app'>,
  read: () => Promise<N>,
): Promise<N> => {
  const before = await read()
  await lockSpaces(
    tx,
    app.settings,
    before.map(({ space }) => space),
  )
  const after = await read()
  const spaceIds = new Set(before.map(({ space }) => space.id))
  if (after.some(({ space }) => !spaceIds.has(space.id))) refuse('disk.moved', '文件刚被移到别处，请刷新后重试')
  return after
}

/** The same of one node. */
export const lockNode = async (call: Pick<SignedIn, 'tx' | 'app'>, read: () => Promise<VisibleNode>): Promise<VisibleNode> =>
  firstOf(await lockNodes(call, async () => [await read()]))

/** What lies at and below nodes, thrown away or not, parents first; `depth` from 0. */
type Below = { id: Id; parentId: Id | null; name: string; kind: 'folder' | 'file'; contentId: Id | null; size: string; depth: number }
const subtree = async (tx: Tx, ids: readonly Id[], { trashed }: { trashed: boolean }): Promise<Below[]> => {
  const rows = await tx.query<Below>(
    `with recursive below (id, depth) as (
       select n.id, 0 from disk_node n where n.org_id = $1 and n.id = any ($2::bigint[])
       union all
       select c.id, b.depth + 1 from below b join disk_node c on c.org_id = $1 and c.parent_id = b.id and ($3 or c.trashed_at is null)
     )
     select n.id, n.parent_id as "parentId", n.name, n.kind, n.content_id as "contentId", n.size_bytes as size, b.depth
     from below b join disk_node n on n.org_id = $1 and n.id = b.id order by b.depth limit $4`,
    [tx.orgId, ids, trashed, nodesAtOnce + 1],
  )
  if (rows.length > nodesAtOnce) refuse('disk.tooMany', '一次最多{max}个文件和文件夹，请分几次进行', { max: nodesAtOnce })
  return rows
}

/** How many folders lie below each other from these on, themselves included. */
const heightOf = async (tx: Tx, ids: readonly Id[]): Promise<number> => {
  const [row] = await tx.query<{ height: number }>(
    `with recursive below (id, depth) as (
       select n.id, 1 from disk_node n where n.org_id = $1 and n.id = any ($2::bigint[]) and n.kind = 'folder'
       union all
       select c.id, b.depth + 1 from below b join disk_node c on c.org_id = $1 and c.parent_id = b.id and c.kind = 'folder'
     ) select coalesce(max(depth), 0) as height from below`,
    [tx.orgId, ids],
  )
  return row?.height ?? 0
}

const requireShallow = async (tx: Tx, target: VisibleNode, ids: readonly Id[]): Promise<void> => {
  if (target.depth + (await heightOf(tx, ids)) > depthAtMost) refuse('disk.deep', '文件夹最多{max}层', { max: depthAtMost })
}

/** What contents that a space does not have yet would take there. */
const freshBytes = async (tx: Tx, spaceId: Id, contents: readonly Id[]): Promise<number> => {
  const [row] = await tx.query<{ bytes: string }>(
    `select coalesce(sum(c.size_bytes), 0) as bytes from disk_content c
     where c.org_id = $1 and c.id = any ($3::bigint[])
       and not exists (select from disk_use u where u.org_id = $1 and u.space_id = $2 and u.content_id = c.id)`,
    [tx.orgId, spaceId, contents],
  )
  return Number(row?.bytes ?? 0)
}

/** Nodes without those that lie below others among them. */
const outermost = async (tx: Tx, nodes: readonly VisibleNode[]): Promise<VisibleNode[]> => {
  if (nodes.length === 1) return [...nodes]
  const rows = await tx.query<{ start: Id }>(
    `with recursive way (start, id) as (
       select n.id, n.parent_id from disk_node n where n.org_id = $1 and n.id = any ($2::bigint[])
       union all select w.start, p.parent_id from way w cross join lateral (
         select n.parent_id from disk_node n where n.org_id = $1 and n.id = w.id limit 1) p where p.parent_id is not null
     ) select distinct start from way where id = any ($2::bigint[])`,
    [tx.orgId, nodes.map(({ id }) => id)],
  )
  const inner = new Set(rows.map(({ start }) => start))
  return nodes.filter(({ id }) => !inner.has(id))
}

const isBelow = async (tx: Tx, id: Id, above: readonly Id[]): Promise<boolean> => {
  const rows = await tx.query(
    `with recursive way (id) as (
       select $2::bigint union all select p.parent_id from way w join disk_node p on p.org_id = $1 and p.id = w.id where p.parent_id is not null
     ) select 1 from way where id = any ($3::bigint[]) limit 1`,
    [tx.orgId, id, above],
  )
  return rows.length > 0
}

/** Makes a folder, or answers the one that is there. */
export const makeFolder = async (
  call: SignedIn,
  parentId: Id,
  typedName: string,
  same: 'number' | 'refuse' | 'open',
): Promise<VisibleNode> => {
  const { tx, session } = call
  const name = checkedName(typedName)
  const parent = await lockNode(call, () => requireTarget(tx, session, parentId))
  const sibling = await namesake(tx, parentId, name)
  if (sibling && same === 'open' && sibling.kind === 'folder') return requireNode(tx, session, sibling.id)
  if (sibling && same !== 'number') refuse('disk.taken', '这里已有“{name}”', { name })
  const id = newId()
  const freeName = firstOf(await freeNames(tx, parentId, [name]))
  await insertNodes(tx, session.uid, [{ id, spaceId: parent.space.id, parentId, name: freeName }])
  return requireNode(tx, session, id)
}

const rename = async (call: SignedIn, id: Id, typedName: string): Promise<VisibleNode> => {
  const { tx, session } = call
  const name = checkedName(typedName)
  const node = await lockNode(call, () => requireNode(tx, session, id))
  requireChangeable([node])
  const sibling = await namesake(tx, assertDefined(node.parentId, 'the folder of a changeable node'), name)
  if (sibling && sibling.id !== id) refuse('disk.taken', '这里已有“{name}”', { name })
  const { key, search, grams } = namedColumns(name)
  await tx.query(
    'update disk_node set name = $3, name_key = $4, search = $5, grams = $6, changed_at = now(), changed_by = $7 where org_id = $1 and id = $2',
    [tx.orgId, id, name, key, search, grams, session.uid],
  )
  return requireNode(tx, session, id)
}

const move = async (call: SignedIn, ids: readonly Id[], parentId: Id): Promise<Id[]> => {
  const { tx, session, app } = call
  const [target, ...asked] = await lockNodes(call, async (): Promise<[VisibleNode, ...VisibleNode[]]> => {
    const [to, from] = [await requireTarget(tx, session, parentId), await requireNodes(tx, session, ids)]
    requireChangeable(from)
    return [to, ...from]
  })
  const nodes = (await outermost(tx, asked)).filter((node) => node.parentId !== parentId)
  if (nodes.length === 0) return [...ids]
  const movedIds = nodes.map(({ id }) => id)
  if (await isBelow(tx, parentId, movedIds)) refuse('disk.circle', '不能把文件夹移到它自己里面')
  await requireShallow(tx, target, movedIds)
  const strangers = nodes.filter(({ space }) => space.id !== target.space.id)
  if (strangers.length > 0) {
    const below = await subtree(
      tx,
      strangers.map(({ id }) => id),
      { trashed: true },
    )
    const all = below.map(({ id }) => id)
    const contents = await tx.query<{ id: Id }>(
      'select distinct content_id as id from disk_version where org_id = $1 and node_id = any ($2::bigint[])',
      [tx.orgId, all],
    )
    await takeRoom(tx, app, target.space, {
      bytes: await freshBytes(
        tx,
        target.space.id,
        contents.map(({ id }) => id),
      ),
      reserve: false,
    })
    await tx.query('update disk_node set space_id = $3 where org_id = $1 and id = any ($2::bigint[])', [tx.orgId, all, target.space.id])
    await tx.query('update disk_version set space_id = $3 where org_id = $1 and node_id = any ($2::bigint[])', [
      tx.orgId,
      all,
      target.space.id,
    ])
    await recordFileEvents(tx, session.uid, 'detach', placesOf(strangers))
    await recordFileEvents(
      tx,
      session.uid,
      'attach',
      strangers.map(({ name }) => ({ spaceId: target.space.id, name })),
    )
  }
  await place(tx, nodes, parentId, session.uid)
  return [...ids]
}

/** Puts nodes into a folder under names that are free there. */
const place = async (tx: Tx, nodes: readonly Pick<VisibleNode, 'id' | 'name'>[], parentId: Id, uid: Id): Promise<void> => {
  const names = (
    await freeNames(
      tx,
      parentId,
      nodes.map(({ name }) => name),
    )
  ).map(namedColumns)
  await tx.query(
    `update disk_node n set parent_id = $2, name = w.name, name_key = w.key, search = w.search, grams = string_to_array(w.grams, e'\t'),
       changed_at = now(), changed_by = $3, trashed_at = null, trashed_by = null
     from unnest($4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[]) as w (id, name, key, search, grams)
     where n.org_id = $1 and n.id = w.id`,
    [
      tx.orgId,
      parentId,
      uid,
      nodes.map(({ id }) => id),
      names.map(({ name }) => name),
      names.map(({ key }) => key),
      names.map(({ search }) => search),
      names.map(({ grams }) => grams.join('\t')),
    ],
  )
}

const copy = async (call: SignedIn, ids: readonly Id[], parentId: Id): Promise<Id[]> => {
  const { tx, session, app } = call
  const read = async (): Promise<[VisibleNode, ...VisibleNode[]]> => [
    await requireTarget(tx, session, parentId),
    ...(await requireNodes(tx, session, ids)),
  ]
  const [target, ...asked] = await lockNodes(call, read)
  if (asked.some((node) => node.parentId === null)) refuse('disk.top', '空间的根目录不能移动、改名或删除')
  const nodes = await outermost(tx, asked)
  if (
    await isBelow(
      tx,
      parentId,
      nodes.map(({ id }) => id),
    )
  )
    refuse('disk.circle', '不能把文件夹复制到它自己里面')
  await requireShallow(
    tx,
    target,
    nodes.map(({ id }) => id),
  )
  const below = await subtree(
    tx,
    nodes.map(({ id }) => id),
    { trashed: false },
  )
  const spaceId = target.space.id
  const contents = below.flatMap(({ contentId }) => contentId ?? [])
  await takeRoom(tx, app, target.space, { bytes: await freshBytes(tx, spaceId, contents), reserve: false })
  const fresh = idsFor(below.length)
  const idOf = new Map(below.map(({ id }, index) => [id, assertDefined(fresh[index], 'the id of a copy')]))
  const names = await freeNames(
    tx,
    parentId,
    nodes.map(({ name }) => name),
  )
  const nameOf = new Map(nodes.map(({ id }, index) => [id, assertDefined(names[index], 'the name of a copy')]))
  const copies = below.map(({ id, parentId: above, name, contentId, size }): NewNode => ({
    id: entryOf(idOf, id),
    spaceId,
    parentId: nameOf.has(id) || above === null ? parentId : entryOf(idOf, above),
    name: nameOf.get(id) ?? name,
    content: contentId === null ? undefined : { id: contentId, sizeBytes: Number(size) },
  }))
  await insertNodes(tx, session.uid, copies)
  return nodes.map(({ id }) => entryOf(idOf, id))
}

const throwAway = async (call: SignedIn, ids: readonly Id[]): Promise<Id[]> => {
  const { tx, session } = call
  const requestedNodes = await lockNodes(call, () => requireNodes(tx, session, ids))
  requireChangeable(requestedNodes)
  const nodes = await outermost(tx, requestedNodes)
  await tx.query(
    'update disk_node set trashed_at = now(), trashed_by = $3 where org_id = $1 and id = any ($2::bigint[]) and trashed_at is null',
    [tx.orgId, nodes.map(({ id }) => id), session.uid],
  )
  await recordFileEvents(tx, session.uid, 'detach', placesOf(nodes))
  return [...ids]
}

const placesOf = (nodes: readonly VisibleNode[]): PlacedNode[] => nodes.map(({ space, name }) => ({ spaceId: space.id, name }))

const restore = async (call: SignedIn, ids: readonly Id[]): Promise<Id[]> => {
  const { tx, session } = call
  const nodes = await lockNodes(call, () => requireNodes(tx, session, ids, { inBin: true }))
  for (const node of nodes) {
    const [above] = await tx.query<{ trashed: boolean }>(
      `with recursive way (id, parent_id, trashed) as (
         select n.id, n.parent_id, n.trashed_at is not null from disk_node n where n.org_id = $1 and n.id = $2
         union all select p.id, p.parent_id, p.trashed_at is not null from way w join disk_node p on p.org_id = $1 and p.id = w.parent_id
       ) select coalesce(bool_or(trashed), false) as trashed from way`,
      [tx.orgId, node.parentId],
    )
    await recordFileEvents(tx, session.uid, 'attach', placesOf([node]))
    await place(tx, [node], above?.trashed ? node.space.id : assertDefined(node.parentId, 'the folder of a thrown away node'), session.uid)
  }
  return [...ids]
}

const purge = async (call: SignedIn, ids: readonly Id[] | undefined, spaceId: Id | undefined): Promise<number> => {
  const { tx, session } = call
  const requestedIds = ids ?? (await inBin(tx, spaceId ?? session.uid))
  if (requestedIds.length === 0) return 0
  const nodes = await lockNodes(call, () => requireNodes(tx, session, requestedIds, { inBin: true }))
  return purgeNodes(
    tx,
    nodes.map(({ id }) => id),
  )
}

const inBin = async (tx: Tx, spaceId: Id): Promise<Id[]> =>
  (
    await tx.query<{ id: Id }>(
      'select id from disk_node where org_id = $1 and space_id = $2 and trashed_at is not null and purged_at is null order by trashed_at limit 1000',
      [tx.orgId, spaceId],
    )
  ).map(({ id }) => id)

/** So many nodes are taken out of the books at once. */
export const purgedAtOnce = 2000
const purgeJob = 'disk.purge'

/**
 * Takes nodes with all below them out of the books, at once or, where there are too many, piece by piece from below: no one sees them any more.
 * The bytes go when nothing uses them for a day. The spaces are locked.
 */
export const purgeNodes = async (tx: Tx, ids: readonly Id[], atOnce = purgedAtOnce): Promise<number> => {
  const rows = await belowOf(tx, ids, atOnce + 1)
  if (rows.length <= atOnce) return removeNodes(tx, rows)
  await tx.query('update disk_node set purged_at = $3 where org_id = $1 and id = any ($2::bigint[])', [
    tx.orgId,
    ids,
    new Date(tx.now()).toISOString(),
  ])
  for (const id of ids) await enqueue(tx, { kind: purgeJob, key: id })
  return ids.length
}

export const purgeWorker: PieceWorker = {
  kind: purgeJob,
  piece: (database, { orgId, key }) => database.inTransaction(orgId, (tx) => purgePiece(tx, key)),
}

/** Takes the deepest nodes below one that is purged, and itself at last; answers whether there is more. */
export const purgePiece = async (tx: Tx, root: Id, atOnce = purgedAtOnce): Promise<boolean> => {
  const [row] = await tx.query<{ space: Id }>(
    'select space_id as space from disk_node where org_id = $1 and id = $2 and purged_at is not null',
    [tx.orgId, root],
  )
  if (!row) return false
  await tx.query('select 1 from disk_space where org_id = $1 and id = $2 for no key update', [tx.orgId, row.space])
  const deepest = await tx.query<{ id: Id }>(
    `with recursive below (id, depth) as (
       select $2::bigint, 0
       union all select c.id, b.depth + 1 from below b join disk_node c on c.org_id = $1 and c.parent_id = b.id
     ) select id from below order by depth desc limit $3`,
    [tx.orgId, root, atOnce],
  )
  await removeNodes(
    tx,
    deepest.map(({ id }) => id),
  )
  return deepest.length === atOnce
}

/** Nodes with all below them, so many at most. */
const belowOf = async (tx: Tx, ids: readonly Id[], atMost: number): Promise<Id[]> =>
  (
    await tx.query<{ id: Id }>(
      `with recursive below (id) as (
         select n.id from disk_node n where n.org_id = $1 and n.id = any ($2::bigint[])
         union select c.id from below b join disk_node c on c.org_id = $1 and c.parent_id = b.id
       ) select id from below limit $3`,
      [tx.orgId, ids, atMost],
    )
  ).map(({ id }) => id)

const removeNodes = async (tx: Tx, all: readonly Id[]): Promise<number> => {
  await tx.query('delete from disk_version where org_id = $1 and node_id = any ($2::bigint[])', [tx.orgId, all])
  await tx.query('delete from disk_share where org_id = $1 and node_id = any ($2::bigint[])', [tx.orgId, all])
  await tx.query('delete from disk_node where org_id = $1 and id = any ($2::bigint[])', [tx.orgId, all])
  return all.length
}

const versionsOf = (tx: Tx, id: Id): Promise<(Omit<DiskVersion, 'sizeBytes'> & { size: string })[]> =>
  tx.query(
    `select v.no, v.size_bytes as size, v.at, p.user_name as "userName", v.note, v.no = n.version_no as current
     from disk_version v join disk_node n on n.org_id = $1 and n.id = v.node_id left join person p on p.org_id = $1 and p.id = v.uid
     where v.org_id = $1 and v.node_id = $2 order by v.no desc`,
    [tx.orgId, id],
  )

const restoreVersion = async (call: SignedIn, id: Id, partNo: number): Promise<VisibleNode> => {
  const { tx, session } = call
  const node = await lockNode(call, () => requireNode(tx, session, id))
  requireWrite([node])
  const [version] = await tx.query<{ content: Id; size: string }>(
    'select content_id as content, size_bytes as size from disk_version where org_id = $1 and node_id = $2 and no = $3',
    [tx.orgId, id, partNo],
  )
  if (!version) throw new NotFound()
  if (version.content !== node.contentId)
    await addVersion(tx, session.uid, {
      node: { id, spaceId: node.space.id },
      content: { id: version.content, sizeBytes: Number(version.size) },
    })
  return requireNode(tx, session, id)
}

export const changingHandlers: readonly Handler[] = [
  handle(diskFolder, async (call, { parentId, name, same }) =>
    shownNode(call.tx, call.session, await makeFolder(call, parentId, name, same)),
  ),
  handle(diskRename, async (call, { id, name }) => shownNode(call.tx, call.session, await rename(call, id, name))),
  handle(diskMove, async (call, { ids, parentId }) => ({ ids: await move(call, ids, parentId) })),
  handle(diskCopy, async (call, { ids, parentId }) => ({ ids: await copy(call, ids, parentId) })),
  handle(diskDelete, async (call, { ids }) => ({ ids: await throwAway(call, ids) })),
  handle(diskRestore, async (call, { ids }) => ({ ids: await restore(call, ids) })),
  handle(diskPurge, async (call, { ids, spaceId }) => ({ purged: await purge(call, ids, spaceId) })),
  handle(diskVersions, async ({ tx, session }, { id }) => {
    const node = await requireNode(tx, session, id)
    return { list: (await versionsOf(tx, node.id)).map(({ size, ...version }) => ({ ...version, sizeBytes: Number(size) })) }
  }),
  handle(diskRestoreVersion, async (call, { id, no }) => shownNode(call.tx, call.session, await restoreVersion(call, id, no))),
]
