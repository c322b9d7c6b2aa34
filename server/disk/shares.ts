import {
  type DiskRight,
  type DiskShare,
  diskShareDelete,
  diskShareList,
  diskShareSave,
  diskSpaceUpdate,
  type ShareTarget,
} from '../../domain/disk/operations.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { dayAt } from '../../kernel/day.ts'
import { refuse } from '../../kernel/refusal.ts'
import { handle, type Handler, type SignedIn } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { onlyRow } from '../db/rows.ts'
import { newToken, tokenHash } from '../access/tokens.ts'
import { notify } from '../messaging/notify.ts'
import { NotFound } from '../httpError.ts'
import { lockNode } from './nodeChanges.ts'
import { linkCodeHash } from './links.ts'
import { requireNode, requireWrite } from './rights.ts'
import { findSpace, lockSpaces, spaceRight } from './spaces.ts'

type Row = DiskShare & { nodeId: Id; nodeName: string }

const sharesOf = (tx: Tx, nodes: readonly Id[]): Promise<Row[]> =>
  tx.query<Row>(
    `select h.id, h.to_kind as to, h.to_id as "toId", h.may as right, h.code_hash is not null as "hasCode", h.until, h.opened,
       h.opened_at_most as "openedAtMost", b.user_name as by, h.created_at as at, n.id as "nodeId", n.name as "nodeName",
       case h.to_kind when 'person' then p.user_name when 'department' then d.dept_name when 'chat' then c.name end as "toName"
     from disk_share h join disk_node n on n.org_id = $1 and n.id = h.node_id
     left join person b on b.org_id = $1 and b.id = h.created_by
     left join person p on h.to_kind = 'person' and p.org_id = $1 and p.id = h.to_id
     left join department d on h.to_kind = 'department' and d.org_id = $1 and d.id = h.to_id
     left join chat c on h.to_kind = 'chat' and c.org_id = $1 and c.id = h.to_id
     where h.org_id = $1 and h.node_id = any ($2::bigint[]) order by h.id`,
    [tx.orgId, nodes],
  )

const aboveOf = async (tx: Tx, id: Id): Promise<Id[]> =>
  (
    await tx.query<{ id: Id }>(
      `with recursive way (id) as (
         select n.parent_id from disk_node n where n.org_id = $1 and n.id = $2
         union all select p.parent_id from way w join disk_node p on p.org_id = $1 and p.id = w.id where p.parent_id is not null
       ) select id from way where id is not null`,
      [tx.orgId, id],
    )
  ).map(({ id: each }) => each)

type ShareInput = {
  readonly nodeId: Id
  readonly to: ShareTarget
  readonly toIds?: readonly Id[] | undefined
  readonly right: DiskRight
  readonly code?: string | null | undefined
  readonly until?: string | null | undefined
  readonly openedAtMost?: number | null | undefined
}

/** Those of the named people, departments or conversations that something can be shared with. */
const receiversOf = ({ tx, session }: SignedIn, to: Exclude<ShareInput['to'], 'link'>, ids: readonly Id[]): Promise<{ id: Id }[]> => {
  switch (to) {
    case 'person':
      return tx.query<{ id: Id }>(
        `select id from person where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null and state = 'active'`,
        [tx.orgId, ids],
      )
    case 'department':
      return tx.query<{ id: Id }>('select id from department where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null', [
        tx.orgId,
        ids,
      ])
    case 'chat':
      return tx.query<{ id: Id }>(
        `select m.chat_id as id from chat_member m join chat c on c.org_id = $1 and c.id = m.chat_id
         where m.org_id = $1 and m.uid = $2 and m.chat_id = any ($3::bigint[]) and m.left_seq is null and c.dissolved_at is null`,
        [tx.orgId, session.uid, ids],
      )
  }
}

/** Shares a node as a person would who may write it. */
export const shareNode = async (call: SignedIn, share: ShareInput): Promise<{ ids: Id[]; token: string | null }> => {
  const { tx, session } = call
  const node = await lockNode(call, () => requireNode(tx, session, share.nodeId))
  requireWrite([node])
  if (node.parentId === null) refuse('disk.top', '不能共享整个空间，请选择其中的文件夹')
  if (share.to === 'link') return makeLink(call, node.id, share)
  const toIds = [...new Set(share.toIds ?? [])]
  if (toIds.length === 0) refuse('disk.nobody', '请选择共享给谁')
  const receivers = await receiversOf(call, share.to, toIds)
  if (receivers.length < toIds.length) refuse('disk.nobody', '请选择共享给谁')
  const rows = await tx.query<{ id: Id; fresh: boolean }>(
    `insert into disk_share as h (org_id, id, node_id, to_kind, to_id, may, created_by)
     select o.org_id, t.id, $2, $3, t.to_id, $4, $5 from organisation o cross join unnest($6::bigint[], $7::bigint[]) as t (id, to_id) where o.org_id = $1
     on conflict (org_id, node_id, to_kind, to_id) where to_id is not null do update set may = excluded.may
     returning h.id, h.xmax::text = '0' as fresh`,
    [tx.orgId, node.id, share.to, share.right, session.uid, toIds.map(() => newId()), toIds],
  )
  if (share.to === 'person' && rows.some(({ fresh }) => fresh))
    await notify(tx, {
      uids: toIds.filter((id) => id !== session.uid),
      msgType: 2,
      category: 'disk',
      title: '{person}与您共享了“{name}”',
      params: { person: session.userName, name: node.name },
      link: '/pages/netdisk/netdisklist?view=shared',
    })
  return { ids: rows.map(({ id }) => id), token: null }
}

const makeLink = async ({ tx, session }: SignedIn, nodeId: Id, { code, until, openedAtMost }: ShareInput) => {
  const { links } = await onlyRow(
    tx.query<{ links: boolean }>(
      `select coalesce((settings ->> 'diskLinks')::boolean, false) as links from organisation where org_id = $1`,
      [tx.orgId],
    ),
  )
  if (!links) refuse('disk.noLinks', '组织没有开启链接共享，请联系网盘管理员')
  if (until && until < dayAt(tx.now())) refuse('disk.linkPast', '有效期应晚于今天')
  const [id, token] = [newId(), newToken(tx.orgId)]
  await tx.query(
    `insert into disk_share (org_id, id, node_id, to_kind, may, token_hash, code_hash, until, opened_at_most, created_by)
     values ($1, $2, $3, 'link', 'read', $4, $5, $6, $7, $8)`,
    [tx.orgId, id, nodeId, tokenHash(token), code ? linkCodeHash(token, code) : null, until ?? null, openedAtMost ?? null, session.uid],
  )
  return { ids: [id], token }
}

export const shareHandlers: readonly Handler[] = [
  handle(diskShareList, async ({ tx, session }, { id }) => {
    const node = await requireNode(tx, session, id)
    const above = node.own ? await aboveOf(tx, id) : []
    const rows = await sharesOf(tx, [id, ...above])
    const list = rows.filter(({ nodeId }) => nodeId === id).map(({ nodeId: _, nodeName: __, ...row }) => row)
    return { list, inherited: rows.filter(({ nodeId }) => nodeId !== id) }
  }),
  handle(diskShareSave, (call, input) => shareNode(call, input)),
  handle(diskShareDelete, async (call, { id }) => {
    const { tx, session } = call
    const [share] = await tx.query<{ nodeId: Id; toId: Id | null }>(
      'select node_id as "nodeId", to_id as "toId" from disk_share where org_id = $1 and id = $2',
      [tx.orgId, id],
    )
    if (!share) throw new NotFound()
    const node = await requireNode(tx, session, share.nodeId)
    // The person who something is shared with may do without it.
    if (share.toId !== session.uid) requireWrite([node])
    await tx.query('delete from disk_share where org_id = $1 and id = $2', [tx.orgId, id])
    return { id }
  }),
  handle(diskSpaceUpdate, async ({ tx, session, app }, { id, quotaBytes, linksAllowed }) => {
    if (linksAllowed !== undefined)
      await tx.query(`update organisation set settings = settings || jsonb_build_object('diskLinks', $2::boolean) where org_id = $1`, [
        tx.orgId,
        linksAllowed,
      ])
    if (id === undefined) return { id: null }
    const space = await findSpace(tx, id)
    // Readers of a record see its folder; personal and department spaces are the disk administrator's.
    if (!space || (space.kind === 'subject' && !(await spaceRight(tx, session, space)))) throw new NotFound()
    await lockSpaces(tx, app.settings, [space])
    if (quotaBytes === undefined) return { id }
    const [set] = await tx.query(
      `update disk_space set quota_bytes = $3, quota_own = $3 is not null where org_id = $1 and id = $2
         and ($3::bigint is null or used_bytes + reserved_bytes <= $3::bigint) returning 1`,
      [tx.orgId, id, quotaBytes],
    )
    if (!set) refuse('disk.quota', '已用的空间比这个上限大')
    return { id }
  }),
]
