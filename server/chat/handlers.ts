import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { SentContent } from '../../domain/chat/body.ts'
import { chatLimits } from '../../domain/chat/limits.ts'
import { chatOperations } from '../../domain/chat/operations.ts'
import { handle, handleOneByOne, type Handler, type SignedIn } from '../call.ts'
import { requireUnchanged } from '../db/rows.ts'
import { namedFiles, requireFiles } from '../files/namedFiles.ts'
import { likePattern } from '../search/searchText.ts'
import { NotFound } from '../httpError.ts'
import { openDirectoryGroup } from './directory.ts'
import { forwardMessages } from './forward.ts'
import {
  addPeople,
  lockAsKeeper,
  lockAsMember,
  makeGroup,
  makeOwner,
  openPair,
  openSubject,
  part,
  type Subject,
  tellOwn,
} from './groups.ts'
import { certainHeads, chatInfo, headOfChat, headsOf, membersBehind, rangeOf, totalUnread } from './heads.ts'
import { markRead, readersOf, readPart } from './reading.ts'
import { reactToMessage } from './reactions.ts'
import { recallMessage } from './recall.ts'
import { placeOf, searchMessages } from './search.ts'
import { sendMessage, sendNote } from './send.ts'

/** What a conversation about a thing is called and who takes part; undefined where the caller may not see the thing. */
export type SubjectOf = (call: SignedIn, noun: string, id: Id) => Promise<Omit<Subject, 'noun' | 'id'> | undefined>

const operations = chatOperations

/** Everything about conversations. No one sees one that he is not in, whatever he may do otherwise. */
export const chatHandlers = (subjectOf: SubjectOf): readonly Handler[] => [
  ...openingHandlers(subjectOf),
  ...groupHandlers,
  ...memberHandlers,
  ...messageHandlers,
]

/** What there is, and what begins a conversation. */
const openingHandlers = (subjectOf: SubjectOf): readonly Handler[] => [
  handle(operations.list, async ({ tx, session }, { after, chatIds }) => {
    if (chatIds) return { list: await certainHeads(tx, session.uid, chatIds), totalUnread: await totalUnread(tx, session), next: null }
    const [foundMessages, unread] = await Promise.all([
      headsOf(tx, session, after === undefined ? null : placeOf(after), chatLimits.answerChats + 1),
      totalUnread(tx, session),
    ])
    const list = foundMessages.slice(0, chatLimits.answerChats)
    const last = list.at(-1)
    return { list, totalUnread: unread, next: foundMessages.length > list.length && last ? `${last.lastAt}_${last.chatId}` : null }
  }),
  handle(operations.open, async (call, input) => {
    const { tx, session } = call
    if ('uid' in input) return chatInfo(tx, session.uid, await openPair(tx, session.uid, input.uid))
    const subject = await subjectOf(call, input.noun, input.id)
    if (!subject) throw new NotFound()
    return chatInfo(tx, session.uid, await openSubject(tx, { ...input, ...subject }, session.uid))
  }),
  handle(operations.save, async ({ tx, session }, { id, name, uids }) => {
    await makeGroup(tx, { id, owner: session.uid, uids, name })
    return chatInfo(tx, session.uid, id)
  }),
  handle(operations.directory, async ({ tx, session }, { deptId }) =>
    chatInfo(tx, session.uid, await openDirectoryGroup(tx, deptId, session.uid)),
  ),
]

/** A group as a whole. */
const groupHandlers: readonly Handler[] = [
  handle(operations.update, async ({ tx, session }, { chatId, version, name, avatar, notice, settings }) => {
    const chat = await lockAsKeeper(tx, chatId, session.uid, ['owner', 'admin'])
    requireUnchanged('群聊', version, chat.version)
    if (chat.kind === 'department' && name !== undefined && name !== chat.name)
      return refuse('chat.namedByDirectory', '部门群的名称随部门，不能修改')
    await requireFiles(tx, session.uid, namedFiles('群头像', true, [avatar]), namedFiles('群头像', true, [chat.avatar]))
    await tx.query(
      `update chat set name = $3, avatar = $4, notice = $5, notice_at = case when notice <> $5 then $6::timestamptz else notice_at end,
         settings = $7, version = version + 1 where org_id = $1 and id = $2`,
      [
        tx.orgId,
        chatId,
        name ?? chat.name,
        avatar === undefined ? chat.avatar : avatar,
        notice ?? chat.notice,
        new Date(tx.now()).toISOString(),
        settings ?? chat.settings,
      ],
    )
    const byUid = session.uid
    if (name !== undefined && name !== chat.name) await sendNote(tx, chatId, { note: 'renamed', by: byUid, name })
    if (avatar !== undefined && avatar !== chat.avatar) await sendNote(tx, chatId, { note: 'picture', by: byUid })
    if (notice !== undefined && notice !== chat.notice) await sendNote(tx, chatId, { note: 'notice', by: byUid })
    if (settings && JSON.stringify(settings) !== JSON.stringify(chat.settings)) await sendNote(tx, chatId, { note: 'settings', by: byUid })
    return chatInfo(tx, session.uid, chatId)
  }),
  handle(operations.dissolve, async ({ tx, session }, { chatId }) => {
    const chat = await lockAsKeeper(tx, chatId, session.uid, ['owner'])
    if (chat.kind === 'subject') return refuse('chat.subjectStays', '这个会话不能解散')
    await tx.query('update chat set dissolved_at = $3::timestamptz, version = version + 1 where org_id = $1 and id = $2', [
      tx.orgId,
      chatId,
      new Date(tx.now()).toISOString(),
    ])
    // The next group of the same department is another one.
    if (chat.kind === 'department')
      await tx.query(`update chat set kind = 'group', subject_noun = null, subject_id = null where org_id = $1 and id = $2`, [
        tx.orgId,
        chatId,
      ])
    await sendNote(tx, chatId, { note: 'dissolved', by: session.uid })
    return { dissolved: true as const }
  }),
  handle(operations.leave, async ({ tx, session }, { chatId }) => {
    const { chat } = await lockAsMember(tx, chatId, session.uid)
    if (chat.kind === 'pair') return refuse('chat.pair', '两人会话没有这项设置')
    await requireNoFollower(tx, chatId, [session.uid])
    await part(tx, chatId, [session.uid])
    await sendNote(tx, chatId, { note: 'left', by: session.uid, uids: [session.uid] })
    return { left: true as const }
  }),
  handle(operations.transfer, async ({ tx, session }, { chatId, uid }) => {
    await lockAsKeeper(tx, chatId, session.uid, ['owner'])
    await requireMembers(tx, chatId, [uid])
    if (uid !== session.uid) await makeOwner(tx, chatId, uid)
    return chatInfo(tx, session.uid, chatId)
  }),
]

/** Who is in a conversation, and how each member keeps it. */
const memberHandlers: readonly Handler[] = [
  handle(operations.addMembers, async ({ tx, session }, { chatId, uids }) => {
    await addPeople(tx, chatId, session.uid, uids)
    return chatInfo(tx, session.uid, chatId)
  }),
  handle(operations.removeMembers, async ({ tx, session }, { chatId, uids }) => {
    const chat = await lockAsKeeper(tx, chatId, session.uid, ['owner', 'admin'])
    if (uids.includes(session.uid)) return refuse('chat.notOneself', '不能移除自己，请选择退出群聊')
    const members = await tx.query(
      `select from chat_member where org_id = $1 and chat_id = $2 and uid = any ($3::bigint[]) and left_seq is null
         and (role = 'owner' or role = 'admin' and $4::bigint is distinct from $5::bigint)`,
      [tx.orgId, chatId, uids, chat.ownerUid, session.uid],
    )
    if (members.length > 0) return refuse('chat.ownerOnly', '只有群主可以操作')
    await requireNoFollower(tx, chatId, uids)
    const partedUids = await part(tx, chatId, uids)
    if (partedUids.length > 0) await sendNote(tx, chatId, { note: 'removed', by: session.uid, uids: partedUids })
    return chatInfo(tx, session.uid, chatId)
  }),
  handle(operations.setRole, async ({ tx, session }, { chatId, uids, role }) => {
    await lockAsKeeper(tx, chatId, session.uid, ['owner'])
    await requireMembers(tx, chatId, uids)
    const changedMembers = await tx.query<{ uid: Id }>(
      `update chat_member set role = $4 where org_id = $1 and chat_id = $2 and uid = any ($3::bigint[]) and left_seq is null and role not in ('owner', $4)
       returning uid`,
      [tx.orgId, chatId, uids, role],
    )
    const those = changedMembers.map(({ uid }) => uid)
    if (those.length > 0) {
      await tellOwn(tx, chatId, those)
      await sendNote(tx, chatId, { note: role === 'admin' ? 'admins' : 'members', by: session.uid, uids: those })
    }
    return chatInfo(tx, session.uid, chatId)
  }),
  handle(operations.mine, async ({ tx, session }, { chatId, mute, pinned, hidden, nickname }) => {
    await tx.query(
      `update chat_member me set mute = coalesce($4::boolean, me.mute),
         pinned_at = case when $5::boolean is null then me.pinned_at when $5::boolean then coalesce(me.pinned_at, $8::timestamptz) end,
         hidden_seq = case when $6::boolean then coalesce(me.left_seq, c.last_seq) when $5::boolean then null else me.hidden_seq end,
         read_seq = case when $6::boolean and me.left_seq is null then c.last_seq else me.read_seq end,
         read_counted = case when $6::boolean and me.left_seq is null then c.counted else me.read_counted end,
         nickname = case when $7::text is null then me.nickname else nullif($7::text, '') end
       from chat c where c.org_id = $1 and c.id = $3 and me.org_id = $1 and me.uid = $2 and me.chat_id = $3`,
      [tx.orgId, session.uid, chatId, mute ?? null, pinned ?? null, hidden ?? null, nickname ?? null, new Date(tx.now()).toISOString()],
    )
    const head = await headOfChat(tx, session.uid, chatId)
    await tellOwn(tx, chatId, [session.uid])
    return head
  }),
  handle(operations.info, async ({ tx, session }, { id }) => chatInfo(tx, session.uid, id)),
  handle(operations.members, async ({ tx, session }, { chatId, likeQuery, after }) => {
    const { isMember } = await rangeOf(tx, session.uid, chatId)
    if (!isMember) throw new NotFound()
    const list = await membersBehind(tx, chatId, { after, pattern: likeQuery ? likePattern(likeQuery) : null, limit: membersPerAnswer })
    return { list, next: list.length === membersPerAnswer ? (list.at(-1)?.uid ?? null) : null }
  }),
  handle(operations.unread, async ({ tx, session }) => ({
    totalUnread: await totalUnread(tx, session),
    subjectsOnly: session.subjectsOnly,
  })),
]

const messageHandlers: readonly Handler[] = [
  handle(operations.messages, async ({ tx, session }, { chatId, ...asked }) => readPart(tx, session.uid, chatId, asked)),
  // The answer is kept nowhere else: what is taken back would stand there.
  handleOneByOne(operations.send, (call, { id, chatId, content, replyId }) =>
    call.inTransaction((tx) => sendMessage(tx, { id, chatId, sender: call.session.uid, content: content as SentContent, replyId })),
  ),
  handle(operations.recall, async ({ tx, session }, { chatId, id }) => recallMessage(tx, session.uid, chatId, id)),
  handle(operations.react, async ({ tx, session }, input) => reactToMessage(tx, session.uid, input)),
  handle(operations.read, async ({ tx, session }, { chatId, seq }) => markRead(tx, session, chatId, seq)),
  handle(operations.readers, async ({ tx, session }, { chatId, id }) => readersOf(tx, session.uid, chatId, id)),
  handle(operations.search, async ({ tx, session }, input) => searchMessages(tx, session, input)),
  handle(operations.forward, async ({ tx, session }, input) => ({ sent: await forwardMessages(tx, session.uid, input) })),
]

const membersPerAnswer = 200

const requireMembers = async (tx: SignedIn['tx'], chatId: Id, uids: readonly Id[]): Promise<void> => {
  const rows = await tx.query(
    'select from chat_member where org_id = $1 and chat_id = $2 and uid = any ($3::bigint[]) and left_seq is null',
    [tx.orgId, chatId, uids],
  )
  if (rows.length < new Set(uids).size) refuse('chat.noMember', '有人不在群里，请刷新后重试')
}

/** Who came by the directory goes by it. */
const requireNoFollower = async (tx: SignedIn['tx'], chatId: Id, uids: readonly Id[]): Promise<void> => {
  const rows = await tx.query(
    'select from chat_member where org_id = $1 and chat_id = $2 and uid = any ($3::bigint[]) and left_seq is null and follows',
    [tx.orgId, chatId, uids],
  )
  if (rows.length > 0) refuse('chat.followsDirectory', '部门群的成员随通讯录变动，不能自行退出或移除')
}
