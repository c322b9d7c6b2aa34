import { inWords } from '../../domain/english/all.ts'
import {
  type DiskNode,
  type DiskRight,
  type DiskSpace,
  diskNodeInfo,
  diskNodeList,
  diskSearch,
  diskSpaceInfo,
  diskSpaceList,
  type SpaceKind,
  spaceKinds,
} from '../../domain/disk/operations.ts'
import { type Id, isId } from '../../kernel/id.ts'
import { firstOf, lastOf } from '../../kernel/assert.ts'
import { refuse } from '../../kernel/refusal.ts'
import { handle, type Handler, type Session, type SignedIn } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { onlyRow } from '../db/rows.ts'
import { fileLimitBytes } from '../files/files.ts'
import { likePattern, queryGrams } from '../search/searchText.ts'
import { malformed, NotFound } from '../httpError.ts'
import { reaches, readNodes, requireNode, type VisibleNode, upward } from './rights.ts'
import { departmentsOf, inheritedSpaces, type Space, spaceRight, spacesShown } from './spaces.ts'

type Row = Omit<DiskNode, 'sizeBytes' | 'right'> & { size: string | null; may: DiskRight | null }
/** With what the list is sorted by, as the database writes it. */
type SortedNode = Row & { key: string }

/** What is shown of a node `n`; `may` is what shares of its own give, to the person $2 or the departments $3. */
const nodeColumns = `n.id, n.parent_id as "parentId", n.space_id as "spaceId", n.name, n.kind,
  case when n.kind = 'file' then n.size_bytes end as size, c.mime, c.preview, coalesce(c.has_small, false) as thumbnail, n.version_no as "versionNo",
  n.changed_at as "changedAt", p.user_name as "changedBy", n.trashed_at as "trashedAt",
  exists (select from disk_share h where h.org_id = $1 and h.node_id = n.id) as shared,
  (select h.may from disk_share h where h.org_id = $1 and h.node_id = n.id
   and ${reaches('h', '$2', '$3')} order by h.may desc limit 1) as may`
const from = `from disk_node n left join disk_content c on c.org_id = $1 and c.id = n.content_id
  left join person p on p.org_id = $1 and p.id = n.changed_by`

/** Rows below a node that the caller reads; what a share of their own gives counts where the space does not give more. */
const shownBelow = (rows: readonly Row[], above: Pick<VisibleNode, 'own' | 'right'>): DiskNode[] =>
  rows.map(({ size, may, ...row }) => ({
    ...row,
    sizeBytes: size === null ? null : Number(size),
    right: above.own === 'write' ? 'write' : (may ?? above.right),
  }))

/** One node as it is shown to the person who was let to it. */
export const shownNode = async (tx: Tx, session: Session, node: VisibleNode): Promise<DiskNode> => {
  const [row] = await tx.query<Row>(`select ${nodeColumns} ${from} where n.org_id = $1 and n.id = $4`, [tx.orgId, session.uid, [], node.id])
  if (!row) return emptyTop(node, tx)
  return { ...firstOf(shownBelow([row], node)), right: node.right }
}

const emptyTop = ({ id, right }: VisibleNode, tx: Tx): DiskNode => ({
  id,
  parentId: null,
  spaceId: id,
  name: '',
  kind: 'folder',
  sizeBytes: null,
  mime: null,
  preview: null,
  thumbnail: false,
  versionNo: 0,
  changedAt: new Date(tx.now()).toISOString(),
  changedBy: null,
  shared: false,
  right,
  trashedAt: null,
})

type NodeListInput = {
  readonly view: string
  readonly id?: Id | undefined
  readonly sort: 'name' | 'changed' | 'size'
  readonly descending: boolean
  readonly pageSize?: number | undefined
  readonly after?: string | undefined
}

/** Where a part ended: whether among the folders, by what it is sorted, and the id. */
type Cursor = readonly [kind: 'folder' | 'file', value: string, id: Id]

const cursorOf = (after: string | undefined): Cursor | undefined => {
  if (after === undefined) return undefined
  try {
    const read: unknown = JSON.parse(Buffer.from(after, 'base64url').toString())
    if (
      Array.isArray(read) &&
      read.length === 3 &&
      ['folder', 'file'].includes(String(read[0])) &&
      typeof read[1] === 'string' &&
      isId(read[2])
    )
      return [read[0] as 'folder' | 'file', read[1], read[2]]
  } catch {
    // Falls through to the refusal.
  }
  throw malformed('翻页位置有误')
}
const writeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url')

const sorts = {
  name: {
    key: 'n.name_key::text',
    up: { after: '(n.name_key, n.id) > ($6::text, $7::bigint)', order: 'n.name_key, n.id' },
    down: { after: '(n.name_key, n.id) < ($6::text, $7::bigint)', order: 'n.name_key desc, n.id desc' },
  },
  changed: {
    key: 'n.changed_at::text',
    up: { after: '(n.changed_at, n.id) > ($6::text::timestamptz, $7::bigint)', order: 'n.changed_at, n.id' },
    down: { after: '(n.changed_at, n.id) < ($6::text::timestamptz, $7::bigint)', order: 'n.changed_at desc, n.id desc' },
  },
  size: {
    key: 'n.size_bytes::text',
    up: { after: '(n.size_bytes, n.id) > ($6::text::bigint, $7::bigint)', order: 'n.size_bytes, n.id' },
    down: { after: '(n.size_bytes, n.id) < ($6::text::bigint, $7::bigint)', order: 'n.size_bytes desc, n.id desc' },
  },
} as const

const withoutKey = ({ key: _, ...row }: SortedNode): Row => row

type FolderPartInput = {
  readonly folder: VisibleNode
  readonly input: Omit<NodeListInput, 'view'>
  readonly departments: readonly Id[]
}

/** A part of a folder: folders first, then files, each in the order asked. */
export const folderPart = async (tx: Tx, session: Session, { folder, input, departments }: FolderPartInput) => {
  const size = input.pageSize ?? 100
  const cursor = cursorOf(input.after)
  const { key, up, down } = sorts[input.sort]
  const { after, order } = input.descending ? down : up
  const rows: SortedNode[] = []
  for (const kind of ['folder', 'file'] as const) {
    if (rows.length > size || (cursor?.[0] === 'file' && kind === 'folder')) continue
    const [value, id] = cursor?.[0] === kind ? [cursor[1], cursor[2]] : [null, null]
    rows.push(
      ...(await tx.query<SortedNode>(
        `select ${nodeColumns}, ${key} as key ${from}
         where n.org_id = $1 and n.parent_id = $4 and n.kind = $5 and n.trashed_at is null
           and ($6::text is null or ${after})
         order by ${order} limit $8`,
        [tx.orgId, session.uid, departments, folder.id, kind, value, id, size + 1 - rows.length],
      )),
    )
  }
  const part = rows.slice(0, size)
  const last = part.at(-1)
  return {
    list: shownBelow(part.map(withoutKey), folder),
    next: rows.length > size && last ? writeCursor([last.kind, last.key, last.id]) : null,
  }
}

/** What was thrown away in a space, the newest first. */
const binPart = async (tx: Tx, session: Session, space: Space, input: NodeListInput) => {
  if ((await spaceRight(tx, session, space)) !== 'write') throw new NotFound()
  const size = input.pageSize ?? 100
  const cursor = cursorOf(input.after)
  const rows = await tx.query<SortedNode>(
    `select ${nodeColumns}, n.trashed_at::text as key ${from}
     where n.org_id = $1 and n.space_id = $4 and n.trashed_at is not null and n.purged_at is null and ($5::timestamptz is null or (n.trashed_at, n.id) < ($5::timestamptz, $6::bigint))
     order by n.trashed_at desc, n.id desc limit $7`,
    [tx.orgId, session.uid, [], space.id, cursor?.[1] ?? null, cursor?.[2] ?? null, size + 1],
  )
  const part = rows.slice(0, size)
  const last = part.at(-1)
  return {
    list: shownBelow(part.map(withoutKey), { own: 'write', right: 'write' }),
    next: rows.length > size && last ? writeCursor(['file', last.key, last.id]) : null,
  }
}

/** What others share with the caller, the newest first; what lies in a space of his own besides is not said again. */
const sharedPart = async (tx: Tx, session: Session, input: NodeListInput, departments: readonly Id[]) => {
  const size = input.pageSize ?? 100
  const cursor = cursorOf(input.after)
  const rows = await tx.query<Row & { share: Id }>(
    `select ${nodeColumns}, g.share ${from}
     join (select h.node_id, max(h.id) as share from disk_share h
           where h.org_id = $1 and h.created_by is distinct from $2
             and ${reaches('h', '$2', '$3')}
           group by h.node_id) g on g.node_id = n.id
     where n.org_id = $1 and n.space_id <> $2 and ($4::bigint is null or g.share < $4) order by g.share desc limit $5`,
    [tx.orgId, session.uid, departments, cursor?.[2] ?? null, size + 1],
  )
  const part = rows.slice(0, size)
  // What was thrown away meanwhile shows nothing, no matter who it is shared with.
  const open = new Map(
    (
      await readNodes(
        tx,
        session,
        part.map(({ id }) => id),
        departments,
      )
    ).flatMap(({ id, gone, shared }) => (!gone && shared ? [[id, shared] as const] : [])),
  )
  const list = part.flatMap(({ share: _, ...row }) => {
    const right = open.get(row.id)
    return right ? shownBelow([row], { own: undefined, right }) : []
  })
  const last = part.at(-1)
  return { list, next: rows.length > size && last ? writeCursor(['file', '', last.share]) : null }
}

/** What the caller shares with others, the newest first; what he may not see any more is left out. */
const givenPart = async (tx: Tx, session: Session, input: NodeListInput, departments: readonly Id[]) => {
  const size = input.pageSize ?? 100
  const cursor = cursorOf(input.after)
  const rows = await tx.query<Row & { share: Id }>(
    `select ${nodeColumns}, g.share ${from}
     join (select h.node_id, max(h.id) as share from disk_share h where h.org_id = $1 and h.created_by = $2 group by h.node_id) g on g.node_id = n.id
     where n.org_id = $1 and ($4::bigint is null or g.share < $4) order by g.share desc limit $5`,
    [tx.orgId, session.uid, departments, cursor?.[2] ?? null, size + 1],
  )
  const part = rows.slice(0, size)
  const nodes = await readNodes(
    tx,
    session,
    part.map(({ id }) => id),
    departments,
  )
  const rights = new Map<Id, DiskRight | undefined>()
  for (const { space } of nodes) if (!rights.has(space.id)) rights.set(space.id, await spaceRight(tx, session, space))
  const nodeOf = new Map(nodes.map((node) => [node.id, node]))
  const list = part.flatMap(({ share: _, ...row }) => {
    const node = nodeOf.get(row.id)
    if (!node || node.gone) return []
    const spaceRight = rights.get(node.space.id)
    const right = spaceRight === 'write' || node.shared === 'write' ? 'write' : (spaceRight ?? node.shared)
    return right ? shownBelow([row], { own: spaceRight, right }) : []
  })
  const last = part.at(-1)
  return { list, next: rows.length > size && last ? writeCursor(['file', '', last.share]) : null }
}

/** Spaces that everyone has at hand: his own, his departments' and those above, the organisation's. */
const usualSpaces = async (tx: Tx, session: Session): Promise<(Space & { right: DiskRight })[]> => {
  const departments = await departmentsOf(tx, session)
  const spaces: Space[] = [
    { id: session.uid, kind: 'person', noun: null },
    ...(await inheritedSpaces(tx, session.uid)).map((id) => ({ id, kind: 'person' as const, noun: null })),
    ...departments.map((id) => ({ id, kind: 'department' as const, noun: null })),
    { id: session.orgId, kind: 'organisation', noun: null },
  ]
  return spaces.map((space) => ({
    ...space,
    right:
      space.kind === 'person' ||
      (space.kind === 'department' && session.departmentIds.includes(space.id)) ||
      (space.kind === 'organisation' && session.codes.has('netdisk:manage'))
        ? 'write'
        : 'read',
  }))
}

const oneShown = async (
  { tx, app, session }: Pick<SignedIn, 'tx' | 'app' | 'session'>,
  { space, own, right }: VisibleNode,
): Promise<DiskSpace> => {
  return firstOf(await spacesShown(tx, app.settings, session.uid, [{ ...space, right: own ?? right }]))
}

/** The way down to a node, from where the caller's rights begin; `names` of the tops of spaces stay empty. */
const wayTo = async (tx: Tx, session: Session, node: VisibleNode, departments: readonly Id[]): Promise<{ id: Id; name: string }[]> => {
  const way = await tx.query<{ id: Id; name: string }>(
    `with recursive way (id, parent_id, name, depth) as (
       select n.id, n.parent_id, n.name, 0 from disk_node n where n.org_id = $1 and n.id = $2
       union all select p.id, p.parent_id, p.name, w.depth + 1 from way w cross join lateral (${upward}) p
     ) select id, name from way where depth > 0 order by depth desc`,
    [tx.orgId, node.id],
  )
  if (node.own) return way
  const open = new Set(
    (
      await readNodes(
        tx,
        session,
        way.map(({ id }) => id),
        departments,
      )
    )
      .filter(({ shared }) => shared)
      .map(({ id }) => id),
  )
  return way.filter(({ id }) => open.has(id))
}

const foundAtMost = 100
/** How many are looked at in one go: some of them may not be for the caller. */
const looksAt = 150

/** Nodes by a part of their names, in spaces of the caller and below what is shared with him, or below one folder. */
const search = async ({ tx, session, language }: SignedIn, words: string, below: Id | undefined) => {
  const departments = await departmentsOf(tx, session)
  const folder = below === undefined ? undefined : await requireNode(tx, session, below)
  const ownSpaceIds = folder ? [] : (await usualSpaces(tx, session)).map(({ id }) => id)
  const otherSpaceIds = folder
    ? [folder.space.id]
    : (
        await tx.query<{ id: Id }>(
          `select distinct n.space_id as id from disk_share h join disk_node n on n.org_id = $1 and n.id = h.node_id
           where h.org_id = $1 and ${reaches('h', '$2', '$3')}`,
          [tx.orgId, session.uid, departments],
        )
      ).map(({ id }) => id)
  const matches: { node: DiskNode; where: string }[] = []
  let before = '9223372036854775807'
  for (let looks = 0; looks < 20 && matches.length <= foundAtMost; looks++) {
    const ids = (
      await tx.query<{ id: Id }>('select s.id from gate_search_disk($1::bigint[], $2::text[], $3, $4::bigint, $5) as s', [
        [...new Set([...ownSpaceIds, ...otherSpaceIds])],
        queryGrams(words),
        likePattern(words),
        before,
        looksAt,
      ])
    ).map(({ id }) => id)
    matches.push(...(await readable(tx, session, { ids, departments, folder, language })))
    if (ids.length < looksAt) break
    before = lastOf(ids)
  }
  return {
    list: matches.slice(0, foundAtMost).map(({ node, where }) => ({ ...node, where })),
    more: matches.length > foundAtMost,
  }
}

type ReadableInput = {
  readonly ids: readonly Id[]
  readonly departments: readonly Id[]
  readonly folder: VisibleNode | undefined
  readonly language: 'zh' | 'en'
}

/** Those among nodes that the caller may read now, in their order, with the way to each in words. */
const readable = async (tx: Tx, session: Session, { ids, departments, folder, language }: ReadableInput) => {
  if (ids.length === 0) return []
  const [nodes, rows, ways] = await Promise.all([
    readNodes(tx, session, ids, departments),
    tx.query<Row>(`select ${nodeColumns} ${from} where n.org_id = $1 and n.id = any ($4::bigint[])`, [
      tx.orgId,
      session.uid,
      departments,
      ids,
    ]),
    tx.query<{ start: Id; ids: Id[]; names: string[] }>(
      `with recursive way (start, id, parent_id, name, depth) as (
         select n.id, n.id, n.parent_id, n.name, 0 from disk_node n where n.org_id = $1 and n.id = any ($2::bigint[])
         union all select w.start, p.id, p.parent_id, p.name, w.depth + 1 from way w cross join lateral (${upward}) p
       ) select start, array_agg(id order by depth desc) as ids, array_agg(name order by depth desc) as names from way where depth > 0 group by start`,
      [tx.orgId, ids],
    ),
  ])
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const wayOf = new Map(ways.map((way) => [way.start, way]))
  const rights = new Map<Id, DiskRight | undefined>()
  for (const { space } of nodes) if (!rights.has(space.id)) rights.set(space.id, await spaceRight(tx, session, space))
  const nodeOf = new Map(nodes.map((node) => [node.id, node]))
  return ids.flatMap((id) => {
    const [node, row, way] = [nodeOf.get(id), rowOf.get(id), wayOf.get(id)]
    if (!node || !row || node.gone || node.parentId === null) return []
    if (folder && !way?.ids.includes(folder.id)) return []
    const spaceRight = rights.get(node.space.id)
    const right: DiskRight | null = spaceRight === 'write' || node.shared === 'write' ? 'write' : (spaceRight ?? node.shared)
    if (!right) return []
    const names = spaceRight ? [inWords(language, spaceWords(node.space.kind)), ...(way?.names.slice(1) ?? [])] : []
    return shownBelow([row], { own: spaceRight, right }).map((node) => ({ node: { ...node, right }, where: names.join(' / ') }))
  })
}

const spaceWords = (kind: SpaceKind): string => spaceKinds[kind]

export const nodeHandlers: readonly Handler[] = [
  handle(diskSpaceList, async ({ tx, session, app }) => {
    const [list, room, organisation] = await Promise.all([
      spacesShown(tx, app.settings, session.uid, await usualSpaces(tx, session)),
      tx.query<{ used: string }>('select used_bytes as used from file_room where org_id = $1', [tx.orgId]),
      onlyRow(
        tx.query<{ links: boolean }>(
          `select coalesce((settings ->> 'diskLinks')::boolean, false) as links from organisation where org_id = $1`,
          [tx.orgId],
        ),
      ),
    ])
    return {
      list,
      linksAllowed: organisation.links,
      organisation: { usedBytes: Number(room[0]?.used ?? 0), limitBytes: fileLimitBytes(app.settings) },
    }
  }),
  handle(diskSpaceInfo, async (call, { id }) => {
    const top = await requireNode(call.tx, call.session, id)
    if (top.parentId !== null) throw new NotFound()
    const { files } = await onlyRow(
      call.tx.query<{ files: number }>(
        `with recursive below (id, kind) as (
           select n.id, n.kind from disk_node n where n.org_id = $1 and n.id = $2
           union all select c.id, c.kind from below b join disk_node c on c.org_id = $1 and c.parent_id = b.id and c.trashed_at is null
         ) select count(*)::int as files from below where kind = 'file'`,
        [call.tx.orgId, id],
      ),
    )
    return { space: await oneShown(call, top), files }
  }),
  handle(diskNodeList, async ({ tx, session }, input) => {
    const departments = await departmentsOf(tx, session)
    if (input.view === 'shared') return sharedPart(tx, session, input, departments)
    if (input.view === 'given') return givenPart(tx, session, input, departments)
    if (input.id === undefined) return refuse('disk.noFolder', '请选择文件夹')
    const folder = await requireNode(tx, session, input.id)
    return input.view === 'trash' ? binPart(tx, session, folder.space, input) : folderPart(tx, session, { folder, input, departments })
  }),
  handle(diskNodeInfo, async (call, { id }) => {
    const { tx, session } = call
    const node = await requireNode(tx, session, id)
    const [found, space, way] = await Promise.all([
      shownNode(tx, session, node),
      oneShown(call, node),
      wayTo(tx, session, node, await departmentsOf(tx, session)),
    ])
    return { node: found, space, way }
  }),
  handle(diskSearch, (call, { words, id }) => search(call, words, id)),
]
