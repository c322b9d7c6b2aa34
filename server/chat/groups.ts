import { newId, type Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { chatLimits } from '../../domain/chat/limits.ts'
import type { ChatKind, ChatRole, ChatSettings } from '../../domain/chat/operations.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { announce } from '../messaging/outbox.ts'
import { NotFound } from '../httpError.ts'
import { settingsOf } from './heads.ts'
import { sendNote } from './send.ts'

/** A conversation that no one else changes until the transaction ends. */
export type LockedChat = {
  readonly id: Id
  readonly kind: ChatKind
  readonly name: string
  readonly avatar: string | null
  readonly notice: string
  readonly ownerUid: Id | null
  readonly settings: Required<ChatSettings>
  readonly lastSeq: number
  readonly version: number
  readonly memberCount: number
  readonly isDissolved: boolean
}

/** Takes its turn with a conversation. */
export const lockChat = async (tx: Tx, chatId: Id): Promise<LockedChat> => {
  const [row] = await tx.query<Omit<LockedChat, 'settings'> & { settings: Partial<ChatSettings> }>(
    `select id, kind, name, avatar, notice, owner_uid as "ownerUid", settings, last_seq as "lastSeq", version, member_count as "memberCount",
            dissolved_at is not null as "isDissolved"
     from chat where org_id = $1 and id = $2 for no key update`,
    [tx.orgId, chatId],
  )
  if (!row) throw new NotFound()
  return { ...row, settings: settingsOf(row.settings) }
}

/** Takes a turn in a person's name, who must be a member of a conversation that goes on; what he is there. */
export const lockAsMember = async (tx: Tx, chatId: Id, uid: Id): Promise<{ readonly chat: LockedChat; readonly role: ChatRole }> => {
  const chat = await lockChat(tx, chatId)
  const [me] = await tx.query<{ role: ChatRole; left_seq: number | null }>(
    'select role, left_seq from chat_member where org_id = $1 and uid = $2 and chat_id = $3',
    [tx.orgId, uid, chatId],
  )
  if (!me) throw new NotFound()
  if (me.left_seq !== null) return refuse('chat.notMember', '您已不在这个会话中')
  if (chat.isDissolved) return refuse('chat.dissolved', '群聊已解散')
  return { chat, role: me.role }
}

/** The same, and it is a group that he keeps: as its owner, or as an administrator where they may. */
export const lockAsKeeper = async (tx: Tx, chatId: Id, uid: Id, may: readonly ChatRole[]): Promise<LockedChat> => {
  const { chat, role } = await lockAsMember(tx, chatId, uid)
  if (chat.kind === 'pair') refuse('chat.pair', '两人会话没有这项设置')
  if (!may.includes(role))
    return may.includes('admin') ? refuse('chat.keepersOnly', '只有群主和管理员可以操作') : refuse('chat.ownerOnly', '只有群主可以操作')
  return chat
}

/** Makes a conversation without anyone in it; false where there is one already. */
export const insertChat = async (
  tx: Tx,
  chat: {
    readonly id: Id
    readonly kind: ChatKind
    readonly pairKey?: string
    readonly subject?: { readonly noun: string; readonly id: Id }
    readonly name?: string
    readonly ownerUid?: Id
  },
  nowMs: number,
): Promise<boolean> => {
  const insertedRows = await tx.query(
    `insert into chat (org_id, id, kind, pair_key, subject_noun, subject_id, name, owner_uid, last_at, created_at)
     select o.org_id, $2, $3, $4, $5, $6, $7, $8, $9::timestamptz, $9::timestamptz from organisation o where o.org_id = $1
     on conflict do nothing returning 1`,
    [
      tx.orgId,
      chat.id,
      chat.kind,
      chat.pairKey ?? null,
      chat.subject?.noun ?? null,
      chat.subject?.id ?? null,
      chat.name ?? '',
      chat.ownerUid ?? null,
      new Date(nowMs).toISOString(),
    ],
  )
  return insertedRows.length > 0
}

type JoinOptions = {
  /** They came by the directory. */
  readonly follows?: boolean
  /** They see it in their lists only when something is said. */
  readonly isQuiet?: boolean
  readonly role?: ChatRole
  readonly nowMs?: number
}

/** Takes people in who are not in it; who they are. No one out of service comes in. The conversation is locked. */
export const join = async (
  tx: Tx,
  chatId: Id,
  uids: readonly Id[],
  { follows = false, isQuiet = false, role = 'member', nowMs }: JoinOptions = {},
): Promise<Id[]> => {
  const rows = await tx.query<{ uid: Id }>(
    `insert into chat_member as m (org_id, uid, chat_id, role, follows, joined_seq, from_seq, read_seq, read_counted, hidden_seq, joined_at)
     select p.org_id, p.id, c.id, $4, $5, c.last_seq, case when coalesce((c.settings ->> 'newcomersSeeEarlier')::boolean, true) then 0 else c.last_seq end,
            c.last_seq, c.counted, case when $6::boolean then c.last_seq end, $7::timestamptz
     from person p join chat c on c.org_id = $1 and c.id = $2
     where p.org_id = $1 and p.id = any ($3::bigint[]) and p.state = 'active' and p.deleted_at is null
     order by p.id
     on conflict (org_id, uid, chat_id) do update
     set role = excluded.role, follows = excluded.follows, joined_seq = excluded.joined_seq, from_seq = excluded.from_seq, left_seq = null, left_at = null,
         read_seq = excluded.read_seq, read_counted = excluded.read_counted, mention_seq = 0, hidden_seq = excluded.hidden_seq, joined_at = excluded.joined_at
     where m.left_seq is not null
     returning m.uid`,
    [tx.orgId, chatId, uids, role, follows, isQuiet, new Date(nowMs ?? tx.now()).toISOString()],
  )
  const joinedUids = rows.map(({ uid }) => uid)
  if (joinedUids.length > 0) await membersChanged(tx, chatId, joinedUids)
  return joinedUids
}

/** Lets people go who are in it; who they are. What was said until now they may still read, if the group lets them. The conversation is locked. */
export const part = async (tx: Tx, chatId: Id, uids: readonly Id[]): Promise<Id[]> => {
  const rows = await tx.query<{ uid: Id }>(
    `update chat_member m set left_seq = c.last_seq, left_at = $4::timestamptz, role = 'member', pinned_at = null
     from chat c where c.org_id = $1 and c.id = $2 and m.org_id = $1 and m.chat_id = $2 and m.uid = any ($3::bigint[]) and m.left_seq is null
     returning m.uid`,
    [tx.orgId, chatId, uids, new Date(tx.now()).toISOString()],
  )
  const partedUids = rows.map(({ uid }) => uid)
  if (partedUids.length === 0) return partedUids
  await membersChanged(tx, chatId, partedUids)
  await keepOwned(tx, chatId)
  return partedUids
}

/** Tells the screens of certain people that their own side of a conversation is another one. */
export const tellOwn = (tx: Tx, chatId: Id, uids: readonly Id[]): Promise<void> =>
  announce(tx, { topic: 'chatmine', key: chatId, body: { uids } })

const membersChanged = async (tx: Tx, chatId: Id, uids: readonly Id[]): Promise<void> => {
  await tx.query(
    `update chat c set members_version = members_version + 1,
       member_count = (select count(*) from chat_member m where m.org_id = $1 and m.chat_id = $2 and m.left_seq is null)
     where c.org_id = $1 and c.id = $2`,
    [tx.orgId, chatId],
  )
  await tellOwn(tx, chatId, uids)
}

/** A group whose owner went belongs to an administrator of it, else to who is there longest. */
const keepOwned = async (tx: Tx, chatId: Id): Promise<void> => {
  const [next] = await tx.query<{ uid: Id }>(
    `select m.uid from chat_member m join chat c on c.org_id = $1 and c.id = $2
     where m.org_id = $1 and m.chat_id = $2 and m.left_seq is null and c.kind in ('group', 'department')
       and not exists (select from chat_member o where o.org_id = $1 and o.chat_id = $2 and o.role = 'owner' and o.left_seq is null)
     order by m.role = 'admin' desc, m.joined_at, m.uid limit 1`,
    [tx.orgId, chatId],
  )
  if (next) await makeOwner(tx, chatId, next.uid)
}

/** Gives a group to one of its members; who had it is a member as others are. */
export const makeOwner = async (tx: Tx, chatId: Id, uid: Id): Promise<void> => {
  await Promise.all([
    tx.query(
      `update chat_member set role = case when uid = $3 then 'owner' else 'member' end
       where org_id = $1 and chat_id = $2 and (uid = $3 or role = 'owner')`,
      [tx.orgId, chatId, uid],
    ),
    tx.query('update chat set owner_uid = $3, version = version + 1 where org_id = $1 and id = $2', [tx.orgId, chatId, uid]),
  ])
  await sendNote(tx, chatId, { note: 'owner', by: null, uids: [uid] })
}

/** Takes people into a group in a person's name: all of them, or it is refused. */
export const addPeople = async (tx: Tx, chatId: Id, byUid: Id, uids: readonly Id[]): Promise<void> => {
  const { chat, role } = await lockAsMember(tx, chatId, byUid)
  if (chat.kind === 'pair') refuse('chat.pair', '两人会话没有这项设置')
  if (role === 'member' && !chat.settings.everybodyAdds) refuse('chat.keepersOnly', '只有群主和管理员可以操作')
  await requireInService(tx, uids)
  const joinedUids = await join(tx, chatId, uids)
  const byHand = await onlyRow(
    tx.query<{ n: number }>(
      'select count(*)::int as n from chat_member where org_id = $1 and chat_id = $2 and left_seq is null and not follows',
      [tx.orgId, chatId],
    ),
  )
  if (byHand.n > chatLimits.members) refuse('chat.full', '群成员最多{max}人', { max: chatLimits.members })
  if (joinedUids.length > 0) await sendNote(tx, chatId, { note: 'joined', by: byUid, uids: joinedUids })
}

/** Makes a group of its owner and these people; the same id again makes none. */
export const makeGroup = async (
  tx: Tx,
  { id, owner, uids, name }: { readonly id: Id; readonly owner: Id; readonly uids: readonly Id[]; readonly name?: string | undefined },
  nowMs = tx.now(),
): Promise<void> => {
  const otherUids = [...new Set(uids)].filter((uid) => uid !== owner)
  if (otherUids.length + 1 > chatLimits.members) refuse('chat.full', '群成员最多{max}人', { max: chatLimits.members })
  await requireInService(tx, otherUids)
  const isNew = await insertChat(
    tx,
    { id, kind: 'group', name: name ?? (await namesOf(tx, [owner, ...otherUids])), ownerUid: owner },
    nowMs,
  )
  if (!isNew) {
    const [ownRow] = await tx.query(`select from chat where org_id = $1 and id = $2 and kind = 'group' and owner_uid = $3`, [
      tx.orgId,
      id,
      owner,
    ])
    return ownRow ? undefined : refuse('chat.otherMessage', '这个编号已用于其他内容')
  }
  await join(tx, id, [owner], { role: 'owner', nowMs })
  await join(tx, id, otherUids, { nowMs })
  await sendNote(tx, id, { note: 'made', by: owner, uids: otherUids }, nowMs)
}

/** A group without a name is called by the first of its people. */
const namesOf = async (tx: Tx, uids: readonly Id[]): Promise<string> => {
  const rows = await tx.query<{ id: Id; user_name: string }>(
    'select id, user_name from person where org_id = $1 and id = any ($2::bigint[])',
    [tx.orgId, uids.slice(0, 4)],
  )
  const names = new Map(rows.map(({ id, user_name }) => [id, user_name]))
  return uids
    .slice(0, 4)
    .flatMap((uid) => names.get(uid) ?? [])
    .join('、')
    .slice(0, chatLimits.nameSigns)
}

const requireInService = async (tx: Tx, uids: readonly Id[]): Promise<void> => {
  const row = await onlyRow(
    tx.query<{ n: number }>(
      `select count(*)::int as n from person where org_id = $1 and id = any ($2::bigint[]) and state = 'active' and deleted_at is null`,
      [tx.orgId, uids],
    ),
  )
  if (row.n < new Set(uids).size) refuse('chat.notInService', '有人不在职或不存在，请重新选择')
}

/** The conversation of two; found or made. Two who open it at once get one. */
export const openPair = async (tx: Tx, uid: Id, partnerUid: Id, nowMs = tx.now()): Promise<Id> => {
  if (uid === partnerUid) refuse('chat.self', '不能与自己发起会话')
  const pairKey = BigInt(uid) < BigInt(partnerUid) ? `${uid}/${partnerUid}` : `${partnerUid}/${uid}`
  const existingChat = await pairOf(tx, pairKey)
  if (existingChat !== undefined) {
    // Out of a person's list it comes back when he opens it.
    await tx.query('update chat_member set hidden_seq = null where org_id = $1 and uid = $2 and chat_id = $3 and hidden_seq is not null', [
      tx.orgId,
      uid,
      existingChat,
    ])
    return existingChat
  }
  const [partner] = await tx.query(`select from person where org_id = $1 and id = $2 and state = 'active' and deleted_at is null`, [
    tx.orgId,
    partnerUid,
  ])
  if (!partner) throw new NotFound()
  const id = newId()
  if (!(await insertChat(tx, { id, kind: 'pair', pairKey }, nowMs))) return assertDefined(await pairOf(tx, pairKey), 'the pair')
  await join(tx, id, [uid], { nowMs })
  await join(tx, id, [partnerUid], { isQuiet: true, nowMs })
  await tx.query(
    `update chat_member set partner_uid = case when uid = $3 then $4::bigint else $3::bigint end where org_id = $1 and chat_id = $2`,
    [tx.orgId, id, uid, partnerUid],
  )
  return id
}

const pairOf = async (tx: Tx, pairKey: string): Promise<Id | undefined> => {
  const [row] = await tx.query<{ id: Id }>('select id from chat where org_id = $1 and pair_key = $2', [tx.orgId, pairKey])
  return row?.id
}

/** What a conversation about a thing is called, and who takes part: the person who is named, besides those who are in it already. */
export type Subject = { readonly noun: string; readonly id: Id; readonly name: string; readonly uids: readonly Id[] }

/**
 * The conversation about a thing; found or made, with `by` and these people in it. Two who open it at once get one. Who left it stays away
 * until he opens it himself. None is made about what is over: its conversation ends with it.
 */
export const openSubject = async (tx: Tx, { noun, id: subjectId, name, uids }: Subject, byUid: Id): Promise<Id> => {
  const subject = { noun, id: subjectId }
  const existingChat = await subjectChat(tx, subject)
  if (existingChat === undefined && (await isOver(tx, subject)))
    return refuse('chat.subjectOver', '已经结束，不能再发起讨论，可以把它发送到其他聊天')
  const newChatId = newId()
  const isNew =
    existingChat === undefined &&
    (await insertChat(tx, { id: newChatId, kind: 'subject', subject, name: name.slice(0, chatLimits.nameSigns) }, tx.now()))
  const chatId = isNew ? newChatId : (existingChat ?? assertDefined(await subjectChat(tx, subject), 'the conversation'))
  await lockChat(tx, chatId)
  const before = await tx.query<{ uid: Id }>('select uid from chat_member where org_id = $1 and chat_id = $2', [tx.orgId, chatId])
  const knows = new Set(before.map(({ uid }) => uid))
  const joinedUids = await join(tx, chatId, [byUid, ...uids.filter((uid) => !knows.has(uid))])
  if (joinedUids.length > 0) await sendNote(tx, chatId, { note: 'joined', by: null, uids: joinedUids })
  return chatId
}

const isOver = async (tx: Tx, { noun, id }: { readonly noun: string; readonly id: Id }): Promise<boolean> =>
  (await onlyRow(tx.query<{ over: boolean }>('select chat_subject_is_over($1, $2, $3) as over', [tx.orgId, noun, id]))).over

const subjectChat = async (tx: Tx, { noun, id }: { readonly noun: string; readonly id: Id }): Promise<Id | undefined> => {
  const [row] = await tx.query<{ id: Id }>('select id from chat where org_id = $1 and subject_noun = $2 and subject_id = $3', [
    tx.orgId,
    noun,
    id,
  ])
  return row?.id
}
