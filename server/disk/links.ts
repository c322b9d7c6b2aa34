import { lastOf } from '../../kernel/assert.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { diskLinkOpen, type LinkNode } from '../../domain/disk/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { dayAt } from '../../kernel/day.ts'
import { refuse } from '../../kernel/refusal.ts'
import { handlePublic, type Call, type Handler } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { claimedOrganisation, tokenHash } from '../access/tokens.ts'
import { NotFound } from '../httpError.ts'

type Link = {
  id: Id
  nodeId: Id
  codeHash: string | null
  passSalt: string
  until: string | null
  opened: number
  openedAtMost: number | null
  failures: number
  by: string | null
  organisation: string
}

/** What is kept of a link's code: of use only beside its token, which the database does not know. */
export const linkCodeHash = (token: string, code: string): string => createHmac('sha256', token).update(code.toUpperCase()).digest('hex')

/** What opens the contents of a link, once its code was right: no one can make it from the token and a guess. */
const passOf = (token: string, { passSalt }: Pick<Link, 'passSalt'>): string =>
  createHmac('sha256', token).update(`pass ${passSalt}`).digest('hex')

const isSame = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** After so many wrong codes a link opens for no one any more; the person who made it makes another one. */
export const failuresAtMost = 20

/** A link as it holds at this moment: links are allowed, its day has not passed, what it shows was not thrown away, and its maker is here. */
const findLink = async (tx: Tx, token: string): Promise<Link | undefined> => {
  const [link] = await tx.query<Link & { gone: boolean }>(
    `select h.id, h.node_id as "nodeId", h.code_hash as "codeHash", h.pass_salt as "passSalt", h.until, h.opened, h.opened_at_most as "openedAtMost", h.failures,
       p.user_name as by, o.name as organisation,
       coalesce((with recursive way (parent_id, trashed) as (
          select n.parent_id, n.trashed_at is not null from disk_node n where n.org_id = $1 and n.id = h.node_id
          union all select u.parent_id, u.trashed_at is not null from way w join disk_node u on u.org_id = $1 and u.id = w.parent_id
        ) select bool_or(trashed) from way), false) as gone
     from disk_share h join organisation o on o.org_id = $1 join person p on p.org_id = $1 and p.id = h.created_by
     where h.org_id = $1 and h.token_hash = $2 and coalesce((o.settings ->> 'diskLinks')::boolean, false) and o.state = 'active'
       and p.state = 'active' and p.deleted_at is null`,
    [tx.orgId, tokenHash(token)],
  )
  if (!link || link.gone || link.failures >= failuresAtMost || (link.until !== null && link.until < dayAt(tx.now()))) return undefined
  const { gone: _, ...known } = link
  return known
}

/** Whether `id` is the shared node or lies below it, with the way down from it. */
const wayBelow = async (tx: Tx, top: Id, id: Id): Promise<{ id: Id; name: string }[] | undefined> => {
  const way = await tx.query<{ id: Id; name: string; trashed: boolean }>(
    `with recursive way (id, parent_id, name, trashed, depth) as (
       select n.id, n.parent_id, n.name, n.trashed_at is not null, 0 from disk_node n where n.org_id = $1 and n.id = $2
       union all select u.id, u.parent_id, u.name, u.trashed_at is not null, w.depth + 1
       from way w join disk_node u on u.org_id = $1 and u.id = w.parent_id where w.id <> $3
     ) select id, name, trashed from way order by depth desc`,
    [tx.orgId, id, top],
  )
  if (way[0]?.id !== top || way.some(({ trashed }) => trashed)) return undefined
  return way.map(({ id: each, name }) => ({ id: each, name }))
}

/** A file that a link shows to the person who has its pass. */
export const linkedNode = async (
  tx: Tx,
  token: string,
  pass: string,
  id: Id,
): Promise<{ name: string; contentId: Id | null } | undefined> => {
  const link = await findLink(tx, token)
  if (!link || !isSame(pass, passOf(token, link))) return undefined
  if (!(await wayBelow(tx, link.nodeId, id))) return undefined
  const [node] = await tx.query<{ name: string; contentId: Id | null }>(
    'select name, content_id as "contentId" from disk_node where org_id = $1 and id = $2',
    [tx.orgId, id],
  )
  return node
}

type Row = Omit<LinkNode, 'sizeBytes'> & { size: string | null }

const rowsOf = (
  tx: Tx,
  id: Id,
  { below, after, limit }: { readonly below: boolean; readonly after: Id | null; readonly limit: number },
): Promise<Row[]> =>
  tx.query<Row>(
    `select n.id, n.name, n.kind, case when n.kind = 'file' then n.size_bytes end as size, c.mime, c.preview,
       coalesce(c.has_small, false) as thumbnail, n.changed_at as "changedAt"
     from disk_node n left join disk_content c on c.org_id = $1 and c.id = n.content_id
     where n.org_id = $1 and n.trashed_at is null and case when $3 then n.parent_id = $2 else n.id = $2 end
       and ($4::bigint is null or (n.kind <> 'folder', n.name_key, n.id) > (select l.kind <> 'folder', l.name_key, l.id from disk_node l where l.org_id = $1 and l.id = $4))
     order by n.kind <> 'folder', n.name_key, n.id limit $5`,
    [tx.orgId, id, below, after, limit],
  )

const linkNode = ({ size, ...row }: Row): LinkNode => ({ ...row, sizeBytes: size === null ? null : Number(size) })

type LinkRequest = {
  readonly token: string
  readonly code?: string | undefined
  readonly pass?: string | undefined
  readonly folderId?: Id | undefined
  readonly pageSize?: number | undefined
  readonly after?: string | undefined
}

/** Whether the code opens the link. A try is counted before it is looked at, so that many at once are no more than the limit. */
const isCodeRight = async (tx: Tx, { id, codeHash }: Link, token: string, code: string): Promise<boolean> => {
  if (codeHash === null) return true
  if (code === '') return false
  const failureRows = await tx.query(
    'update disk_share set failures = failures + 1 where org_id = $1 and id = $2 and failures < $3 returning 1',
    [tx.orgId, id, failuresAtMost],
  )
  if (failureRows.length === 0) throw new NotFound()
  if (!isSame(linkCodeHash(token, code), codeHash)) return false
  await tx.query('update disk_share set failures = failures - 1 where org_id = $1 and id = $2', [tx.orgId, id])
  return true
}

const countOpening = async (tx: Tx, { id }: Link): Promise<void> => {
  const openedRows = await tx.query(
    'update disk_share set opened = opened + 1 where org_id = $1 and id = $2 and (opened_at_most is null or opened < opened_at_most) returning 1',
    [tx.orgId, id],
  )
  if (openedRows.length === 0) refuse('disk.linkSpent', '这个链接的打开次数已用完')
}

const open = async ({ app }: Call, { token, code = '', pass: earlierPass, folderId, pageSize = 100, after }: LinkRequest) => {
  const orgId = claimedOrganisation(token)
  if (orgId === undefined) throw new NotFound()
  return app.database.inTransaction(orgId, async (tx) => {
    const link = await findLink(tx, token)
    if (!link) throw new NotFound()
    const pass = passOf(token, link)
    if (earlierPass === undefined || !isSame(earlierPass, pass)) {
      const closedLink = {
        needsCode: true,
        pass: null,
        node: null,
        organisation: null,
        by: null,
        until: null,
        way: [],
        list: [],
        next: null,
      }
      if (!(await isCodeRight(tx, link, token, code))) return closedLink
      await countOpening(tx, link)
    }
    const place = folderId ?? link.nodeId
    const way = await wayBelow(tx, link.nodeId, place)
    if (!way) throw new NotFound()
    const [node] = await rowsOf(tx, place, { below: false, after: null, limit: 1 })
    if (!node) throw new NotFound()
    const rows = node.kind === 'folder' ? await rowsOf(tx, place, { below: true, after: after ?? null, limit: pageSize + 1 }) : []
    const list = rows.slice(0, pageSize).map(linkNode)
    return {
      needsCode: false,
      pass,
      node: linkNode(node),
      organisation: link.organisation,
      by: link.by,
      until: link.until,
      way,
      list,
      next: rows.length > pageSize ? lastOf(list).id : null,
    }
  })
}

export const linkHandlers: readonly Handler[] = [handlePublic(diskLinkOpen, (call, input) => open(call, input))]
