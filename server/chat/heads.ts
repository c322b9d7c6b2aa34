import type { Id } from '../../kernel/id.ts'
import { assertDefined } from '../../kernel/assert.ts'
import type { Brief } from '../../domain/chat/body.ts'
import { recallMinutesUsual } from '../../domain/chat/limits.ts'
import type { ChatHead, ChatInfo, ChatKind, ChatMember, ChatRole, ChatSettings } from '../../domain/chat/operations.ts'
import { onlyRow } from '../db/rows.ts'
import type { Session } from '../call.ts'
import type { QueryTx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'

type StoredHead = {
  id: Id
  kind: ChatKind
  name: string
  avatar: string | null
  partner_uid: Id | null
  partner_name: string | null
  partner_avatar: string | null
  partner_in_service: boolean | null
  subject_noun: string | null
  subject_id: Id | null
  last_seq: number
  counted: number
  last_at: string
  preview: { seq: number; senderUid: Id | null; brief: Brief } | null
  preview_name: string | null
  all_seq: number
  members_version: number
  member_count: number
  dissolved_at: string | null
  settings: Partial<ChatSettings>
  role: ChatRole
  joined_seq: number
  from_seq: number
  cleared: boolean
  left_seq: number | null
  left_at: string | null
  read_seq: number
  read_counted: number
  mention_seq: number
  mute: boolean
  pinned_at: string | null
}

/** Behind which number a person sees: what he came with, or what is cleared. SQL on `me` and `c`. */
const seesBehind = `greatest(me.from_seq, least(c.cleared_seq, coalesce(me.left_seq, c.cleared_seq)))`

const headColumns = `c.id, c.kind, c.name, c.avatar, me.partner_uid, p.user_name as partner_name, p.avatar as partner_avatar,
  p.state = 'active' and p.deleted_at is null as partner_in_service, c.subject_noun, c.subject_id, c.last_seq, c.counted, c.last_at, c.preview,
  coalesce(s.nickname, q.user_name) as preview_name, c.all_seq, c.members_version, c.member_count, c.dissolved_at, c.settings,
  me.role, me.joined_seq, ${seesBehind} as from_seq, c.cleared_seq > me.from_seq as cleared, me.left_seq, me.left_at, me.read_seq, me.read_counted, me.mention_seq, me.mute, me.pinned_at`
/** `limit 1` has the planner look each nickname up by its whole key, however little it knows of who asks. */
const headTables = `chat_member me
  join chat c on c.org_id = $1 and c.id = me.chat_id
  left join person p on p.org_id = $1 and p.id = me.partner_uid
  left join person q on q.org_id = $1 and q.id = (c.preview ->> 'senderUid')::bigint
  left join lateral (
    select x.nickname from chat_member x where x.org_id = $1 and x.uid = q.id and x.chat_id = c.id limit 1
  ) s on true`

/** Who left sees nothing any more where the group says so. SQL on `me` and `c`. */
export const mayStillRead = `(me.left_seq is null or coalesce((c.settings ->> 'leaversKeep')::boolean, true))`
const isListed = `${mayStillRead} and (me.hidden_seq is null or me.hidden_seq < coalesce(me.left_seq, c.last_seq))`

export const settingsOf = (storedSettings: Partial<ChatSettings>): Required<ChatSettings> => ({
  newcomersSeeEarlier: storedSettings.newcomersSeeEarlier ?? true,
  leaversKeep: storedSettings.leaversKeep ?? true,
  everybodyAdds: storedSettings.everybodyAdds ?? true,
  everybodyNamesAll: storedSettings.everybodyNamesAll ?? true,
  recallMinutes: storedSettings.recallMinutes ?? recallMinutesUsual,
})

/** How a member is named behind the last message that was read. */
const mentionIn = (row: StoredHead): ChatHead['mentioned'] => {
  if (row.left_seq !== null) return null
  if (row.mention_seq > row.read_seq) return 'me'
  return row.all_seq > row.read_seq ? 'all' : null
}

const headOf = (row: StoredHead): ChatHead => {
  const isMember = row.left_seq === null && row.dissolved_at === null
  const { preview } = row
  return {
    chatId: row.id,
    kind: row.kind,
    name: row.partner_name ?? row.name,
    avatar: row.partner_uid === null ? row.avatar : row.partner_avatar,
    partner: row.partner_uid === null ? null : { uid: row.partner_uid, inService: row.partner_in_service ?? false },
    subject: row.subject_noun === null || row.subject_id === null ? null : { noun: row.subject_noun, id: row.subject_id },
    lastSeq: row.left_seq ?? row.last_seq,
    lastAt: row.left_at ?? row.last_at,
    preview:
      preview !== null && row.left_seq === null && preview.seq > row.from_seq ? { ...preview, senderName: row.preview_name ?? '' } : null,
    unread: row.left_seq === null ? row.counted - row.read_counted : 0,
    mentioned: mentionIn(row),
    readSeq: row.read_seq,
    fromSeq: row.from_seq,
    isCleared: row.cleared,
    toSeq: row.left_seq,
    mute: row.mute,
    pinnedAt: row.pinned_at,
    role: row.role,
    isMember,
    isDissolved: row.dissolved_at !== null,
    memberCount: row.member_count,
    membersVersion: row.members_version,
  }
}

/** Where a list goes on: behind a conversation by its last moment. */
export type HeadPlace = { readonly at: string; readonly id: Id }

/** The person who asks for his conversations, and whether only those about things are shown to him. */
export type Reader = Pick<Session, 'uid' | 'subjectsOnly'>

/** Pinned ones first, the last pinned first; then by what was said last. Behind a place there are no pinned ones. */
export const headsOf = async (
  queryTx: QueryTx,
  { uid, subjectsOnly }: Reader,
  after: HeadPlace | null,
  limit: number,
): Promise<ChatHead[]> => {
  const rows = await queryTx.query<StoredHead>(
    `select ${headColumns} from ${headTables}
     where me.org_id = $1 and me.uid = $2 and ${isListed} and ($6::boolean is false or c.kind = 'subject')
       and ($3::timestamptz is null or me.pinned_at is null and (coalesce(me.left_at, c.last_at), c.id) < ($3, $4::bigint))
     order by me.pinned_at desc nulls last, coalesce(me.left_at, c.last_at) desc, c.id desc limit $5`,
    [queryTx.orgId, uid, after?.at ?? null, after?.id ?? null, limit, subjectsOnly],
  )
  return rows.map(headOf)
}

/** Certain ones, whether or not they are listed; in no order. */
export const certainHeads = async (queryTx: QueryTx, uid: Id, chatIds: readonly Id[]): Promise<ChatHead[]> => {
  const rows = await queryTx.query<StoredHead>(
    `select ${headColumns} from ${headTables} where me.org_id = $1 and me.uid = $2 and me.chat_id = any ($3::bigint[]) and ${mayStillRead}`,
    [queryTx.orgId, uid, chatIds],
  )
  return rows.map(headOf)
}

/** Those whose name holds a keyword: of the group, or of the other one of a pair, also in pinyin. */
export const headsNamed = async (queryTx: QueryTx, { uid, subjectsOnly }: Reader, pattern: string, limit: number): Promise<ChatHead[]> => {
  const rows = await queryTx.query<StoredHead>(
    `select ${headColumns} from ${headTables}
     where me.org_id = $1 and me.uid = $2 and ${mayStillRead} and (lower(c.name) like $3 or p.search like $3)
       and ($5::boolean is false or c.kind = 'subject')
     order by coalesce(me.left_at, c.last_at) desc, c.id desc limit $4`,
    [queryTx.orgId, uid, pattern, limit, subjectsOnly],
  )
  return rows.map(headOf)
}

export const headOfChat = async (queryTx: QueryTx, uid: Id, chatId: Id): Promise<ChatHead> => {
  const [head] = await certainHeads(queryTx, uid, [chatId])
  if (!head) throw new NotFound()
  return head
}

/** What a person has not read in all his conversations that are shown and not muted. */
export const totalUnread = async (queryTx: QueryTx, { uid, subjectsOnly }: Reader): Promise<number> => {
  const row = await onlyRow(
    queryTx.query<{ n: number }>(
      `select coalesce(sum(c.counted - me.read_counted), 0)::int as n from chat_member me join chat c on c.org_id = $1 and c.id = me.chat_id
       where me.org_id = $1 and me.uid = $2 and me.left_seq is null and not me.mute and ($3::boolean is false or c.kind = 'subject')`,
      [queryTx.orgId, uid, subjectsOnly],
    ),
  )
  return row.n
}

/** How many members the details of a conversation name. */
const membersTold = 500

const memberColumns = `m.uid, p.user_name as "userName", p.avatar, m.nickname, m.role, p.state = 'active' and p.deleted_at is null as "inService"`

/** A conversation in full, as a person sees it. No one else's is there. */
export const chatInfo = async (queryTx: QueryTx, uid: Id, chatId: Id): Promise<ChatInfo> => {
  const [head, [own], members] = await Promise.all([
    headOfChat(queryTx, uid, chatId),
    queryTx.query<{
      version: number
      notice: string
      noticeAt: string | null
      ownerUid: Id | null
      nickname: string | null
      settings: Partial<ChatSettings>
    }>(
      `select c.version, c.notice, c.notice_at as "noticeAt", c.owner_uid as "ownerUid", c.settings, me.nickname
       from chat c join chat_member me on me.org_id = $1 and me.chat_id = c.id and me.uid = $3 where c.org_id = $1 and c.id = $2`,
      [queryTx.orgId, chatId, uid],
    ),
    queryTx.query<ChatMember>(
      `select ${memberColumns} from chat_member m join person p on p.org_id = $1 and p.id = m.uid
       where m.org_id = $1 and m.chat_id = $2 and m.left_seq is null
       order by m.role = 'owner' desc, m.role = 'admin' desc, m.joined_at, m.uid limit ${membersTold}`,
      [queryTx.orgId, chatId],
    ),
  ])
  const { settings, ...rest } = assertDefined(own, 'the conversation')
  return { ...head, ...rest, settings: settingsOf(settings), members: head.toSeq === null ? members : [] }
}

/** Members behind one, in the order of their ids. */
export const membersBehind = async (
  queryTx: QueryTx,
  chatId: Id,
  { after, pattern, limit }: { readonly after: Id | undefined; readonly pattern: string | null; readonly limit: number },
): Promise<ChatMember[]> => {
  const rows = await queryTx.query<ChatMember>(
    `select ${memberColumns} from chat_member m join person p on p.org_id = $1 and p.id = m.uid
     where m.org_id = $1 and m.chat_id = $2 and m.left_seq is null and m.uid > $3
       and ($4::text is null or p.search like $4 or lower(m.nickname) like $4)
     order by m.uid limit $5`,
    [queryTx.orgId, chatId, after ?? '0', pattern, limit],
  )
  return rows
}

/** Which part of a conversation a person may read. No one's where he is, and was, no member. */
export const rangeOf = async (
  queryTx: QueryTx,
  uid: Id,
  chatId: Id,
): Promise<{ readonly from: number; readonly to: number; readonly isMember: boolean }> => {
  const [row] = await queryTx.query<{ from: number; to: number; member: boolean }>(
    `select ${seesBehind} as from, coalesce(me.left_seq, c.last_seq) as to, me.left_seq is null as member
     from chat_member me join chat c on c.org_id = $1 and c.id = me.chat_id
     where me.org_id = $1 and me.uid = $2 and me.chat_id = $3 and ${mayStillRead}`,
    [queryTx.orgId, uid, chatId],
  )
  if (!row) throw new NotFound()
  return { from: row.from, to: row.to, isMember: row.member }
}
