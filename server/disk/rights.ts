import { firstOf } from '../../kernel/assert.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { DiskRight, SpaceKind, SubjectNoun } from '../../domain/disk/operations.ts'
import type { Session } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'
import { departmentsOf, findSpace, type Space, spaceRight } from './spaces.ts'

/** A node as the database has it, with its space. */
export type Node = {
  readonly id: Id
  readonly parentId: Id | null
  readonly space: Space
  readonly kind: 'folder' | 'file'
  readonly name: string
  readonly contentId: Id | null
  readonly sizeBytes: number
  readonly versionNo: number
  readonly trashedAt: string | null
  /** It is being taken out of the books, piece by piece. */
  readonly purged: boolean
  /** It, or a folder above it, was thrown away. */
  readonly gone: boolean
  /** How many folders are above it. */
  readonly depth: number
  /** The nearest share upward that reaches the caller. */
  readonly shared: DiskRight | null
}

/** Rights go upward through so many folders; no folder lies deeper. */
export const depthAtMost = 30

/** SQL: a share reaches a person, who is in these departments or below them; conversations as long as he is in them. */
export const reaches = (share: string, person: string, departments: string): string =>
  `(${share}.to_kind = 'person' and ${share}.to_id = ${person} or ${share}.to_kind = 'department' and ${share}.to_id = any (${departments}::bigint[])
    or ${share}.to_kind = 'chat' and exists (select from chat_member cm where cm.org_id = $1 and cm.uid = ${person} and cm.chat_id = ${share}.to_id and cm.left_seq is null))`

/** SQL: the folder above `w`. `limit 1` has the planner look it up by its key, however many ways it expects. */
export const upward = 'select p.id, p.parent_id, p.name, p.trashed_at from disk_node p where p.org_id = $1 and p.id = w.parent_id limit 1'

type Row = Omit<Node, 'space' | 'sizeBytes'> & { size: string; spaceId: Id; spaceKind: SpaceKind; noun: SubjectNoun | null }

/** Nodes by id, with all that decides about them; what is not there is left out. `departments`: the caller's and those above. */
export const readNodes = async (tx: Tx, session: Session, ids: readonly Id[], departments: readonly Id[]): Promise<Node[]> => {
  const rows = await tx.query<Row>(
    `with recursive way (start, id, parent_id, depth, trashed) as (
       select n.id, n.id, n.parent_id, 0, n.trashed_at is not null from disk_node n where n.org_id = $1 and n.id = any ($2::bigint[])
       union all
       select w.start, p.id, p.parent_id, w.depth + 1, p.trashed_at is not null from way w cross join lateral (${upward}) p
     ), whole as (
       select w.start, bool_or(w.trashed) as gone, max(w.depth) as depth from way w group by w.start
     ), nearest as (
       select distinct on (w.start) w.start, h.may from way w join disk_share h on h.org_id = $1 and h.node_id = w.id
       where ${reaches('h', '$3', '$4')} order by w.start, w.depth, h.may desc
     )
     select n.id, n.parent_id as "parentId", n.kind, n.name, n.content_id as "contentId", n.size_bytes as size, n.version_no as "versionNo",
       n.trashed_at as "trashedAt", n.purged_at is not null as purged, n.space_id as "spaceId", s.kind as "spaceKind", s.noun,
       coalesce(whole.gone, false) as gone, coalesce(whole.depth, 0) as depth, nearest.may as shared
     from disk_node n join disk_space s on s.org_id = $1 and s.id = n.space_id
     left join whole on whole.start = n.id left join nearest on nearest.start = n.id
     where n.org_id = $1 and n.id = any ($2::bigint[])`,
    [tx.orgId, ids, session.uid, departments],
  )
  return rows.map(({ size, spaceId, spaceKind, noun, ...row }) => ({
    ...row,
    sizeBytes: Number(size),
    space: { id: spaceId, kind: spaceKind, noun },
  }))
}

export type VisibleNode = Node & {
  readonly right: DiskRight
  /** What the space itself gives, shares aside. */ readonly own: DiskRight | undefined
}

/**
 * Nodes that the caller may read at this moment, in the order asked: by whose space it is, or by the nearest share upward. NotFound where one
 * of them is not there, was thrown away, or is not for him: no one is told which.
 */
export const requireNodes = async (tx: Tx, session: Session, ids: readonly Id[], { inBin = false } = {}): Promise<VisibleNode[]> => {
  const unique = [...new Set(ids)]
  const nodes = new Map((await readNodes(tx, session, unique, await departmentsOf(tx, session))).map((node) => [node.id, node]))
  const rights = new Map<Id, DiskRight | undefined>()
  const visibleNodes: VisibleNode[] = []
  for (const id of unique) {
    const node = nodes.get(id) ?? (await topOf(tx, id))
    if (!node) throw new NotFound()
    if (!rights.has(node.space.id)) rights.set(node.space.id, await spaceRight(tx, session, node.space))
    const own = rights.get(node.space.id)
    const right = own === 'write' || node.shared === 'write' ? 'write' : (own ?? node.shared)
    // What lies in the bin is for those of the space; a share ends there.
    if (inBin ? node.trashedAt === null || node.purged || own !== 'write' : node.gone || !right) throw new NotFound()
    visibleNodes.push({ ...node, right: right ?? 'read', own })
  }
  return visibleNodes
}

export const requireNode = async (tx: Tx, session: Session, id: Id): Promise<VisibleNode> => firstOf(await requireNodes(tx, session, [id]))

/** The folder at the top of a space that has nothing in it yet. */
const topOf = async (tx: Tx, id: Id): Promise<Node | undefined> => {
  const space = await findSpace(tx, id)
  return (
    space && {
      id,
      parentId: null,
      space,
      kind: 'folder',
      name: '',
      contentId: null,
      sizeBytes: 0,
      versionNo: 0,
      trashedAt: null,
      purged: false,
      gone: false,
      depth: 0,
      shared: null,
    }
  )
}

/** Refuses in words where one of these may only be read, or is the top of a space, which stays where it is. */
export const requireChangeable = (nodes: readonly VisibleNode[]): void => {
  if (nodes.some(({ parentId }) => parentId === null)) refuse('disk.top', '空间的根目录不能移动、改名或删除')
  requireWrite(nodes)
}

export const requireWrite = (nodes: readonly VisibleNode[]): void => {
  if (nodes.some(({ right }) => right !== 'write')) refuse('disk.readOnly', '您只能查看这里的文件，不能修改')
}

/** A folder into which the caller may put something. */
export const requireTarget = async (tx: Tx, session: Session, id: Id): Promise<VisibleNode> => {
  const target = await requireNode(tx, session, id)
  if (target.kind !== 'folder') refuse('disk.noFolder', '请选择文件夹')
  requireWrite([target])
  if (target.depth >= depthAtMost) refuse('disk.deep', '文件夹最多{max}层', { max: depthAtMost })
  return target
}
