import { newId, type Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import {
  briefOf,
  type Bodies,
  type Content,
  filesOf,
  mentionedIn,
  type Note,
  searchPartsOf,
  type SentContent,
} from '../../domain/chat/body.ts'
import { chatLimits } from '../../domain/chat/limits.ts'
import type { ChatMessage } from '../../domain/chat/operations.ts'
import { inWgs84 } from '../../domain/maps/grid.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { namedFiles, requireFiles } from '../files/namedFiles.ts'
import { admitFile } from '../files/scope.ts'
import { announce } from '../messaging/outbox.ts'
import { spellSearch } from '../search/searchText.ts'
import { NotFound } from '../httpError.ts'
import { messageIn, readMessage } from './messages.ts'

export type ToSend = {
  /** Named by who sends. */
  readonly id: Id
  readonly chatId: Id
  readonly sender: Id
  readonly content: SentContent
  readonly replyId?: Id | undefined
}

/** `nowMs`: the moment of the message, where that is not the present one. `passedOn`: its files are others', who sent them where the sender may see them. */
export type SendOptions = { readonly nowMs?: number; readonly passedOn?: boolean }

/**
 * Sends in a person's name and answers the message as he sees it. The same one again is the same answer; refused in words where it may not
 * be sent, or where its id is that of something else.
 */
export const sendMessage = async (
  tx: Tx,
  { id, chatId, sender, content: sentContent, replyId }: ToSend,
  options: SendOptions = {},
): Promise<ChatMessage> => {
  const content: SentContent =
    sentContent.kind === 'place' ? { kind: 'place', body: { place: inWgs84(sentContent.body.place) } } : sentContent
  const files = filesOf(content)
  if (files.length > 0 && !options.passedOn) await requireSendable(tx, sender, content, files)
  const mentions = mentionedIn(content)
  // The second statement finds what the first one has written: they travel together.
  const [{ isNew }, row] = await Promise.all([
    append(tx, { id, chatId, sender, content, replyId, named: mentions }, options.nowMs),
    readMessage(tx, id),
  ])
  if (!row) throw new Error(`The message ${id} was sent and is not there`)
  if (isNew && files.length > 0) await admitFile(tx, files, { noun: 'chat', id })
  return messageIn(row, 0)
}

/** Tells in a conversation what happened to it; the people by their names of now. */
export const sendNote = async (
  tx: Tx,
  chatId: Id,
  note: { readonly id?: Id; readonly note: Note['note']; readonly by: Id | null; readonly uids?: readonly Id[]; readonly name?: string },
  nowMs?: number,
): Promise<void> => {
  const uids = note.uids ?? []
  const namedUids = uids.slice(0, namesAtMost)
  const rows = await tx.query<{ id: Id; user_name: string }>(
    'select id, user_name from person where org_id = $1 and id = any ($2::bigint[])',
    [tx.orgId, [...namedUids, ...(note.by ? [note.by] : [])]],
  )
  const names = new Map(rows.map(({ id, user_name }) => [id, user_name]))
  const body: Note = {
    note: note.note,
    by: note.by === null ? null : { uid: note.by, name: names.get(note.by) ?? '' },
    uids: namedUids,
    names: namedUids.map((uid) => names.get(uid) ?? ''),
    count: uids.length,
    ...(note.name !== undefined && { name: note.name }),
  }
  await append(tx, { id: note.id ?? newId(), chatId, sender: note.by, content: { kind: 'note', body } }, nowMs)
}

/** Tells members that a message was recalled and by whom; the preview in lists says so where it showed that message. */
export const sendRecall = (
  tx: Tx,
  chatId: Id,
  { byUid, body, showsIt }: { readonly byUid: Id; readonly body: Bodies['recall']; readonly showsIt: boolean },
): Promise<unknown> => append(tx, { id: newId(), chatId, sender: byUid, content: { kind: 'recall', body }, isSilent: !showsIt })

type NewMessage = {
  readonly id: Id
  readonly chatId: Id
  readonly sender: Id | null
  readonly content: Content
  readonly replyId?: Id | undefined
  readonly named?: { readonly uids: readonly Id[]; readonly all: boolean }
  /** Lists go on showing what they showed. */
  readonly isSilent?: boolean
}

const append = async (
  tx: Tx,
  { id, chatId, sender, content, replyId, named, isSilent = false }: NewMessage,
  nowMs = tx.now(),
): Promise<{ readonly seq: number; readonly isNew: boolean }> => {
  const row = await onlyRow(
    tx.query<{ outcome: string; new_seq: number; members: number }>(
      `select outcome, new_seq, members
       from chat_append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, make_interval(secs => $14::float8), make_interval(secs => $15::float8))`,
      [
        tx.orgId,
        id,
        chatId,
        sender,
        content.kind,
        content.body,
        searchPartsOf(content).map(spellSearch).join(' ') || null,
        replyId ?? null,
        content.kind === 'recall' && content.body ? content.body.targetId : null,
        isSilent ? null : { senderUid: sender, brief: briefOf(content) },
        named?.uids ?? [],
        named?.all ?? false,
        new Date(nowMs).toISOString(),
        chatLimits.burstSeconds / chatLimits.burstMessages,
        chatLimits.burstSeconds,
      ],
    ),
  )
  if (row.outcome !== 'sent' && row.outcome !== 'repeat') return refuseOutcome(row.outcome)
  // Told again after a repeat as well: no one knows whether the first time was heard.
  await announce(tx, { topic: 'chat', key: chatId, body: { id, seq: row.new_seq, membersVersion: row.members } })
  return { seq: row.new_seq, isNew: row.outcome === 'sent' }
}

const refuseOutcome = (outcome: string): never => {
  switch (outcome) {
    case 'other':
      return refuse('chat.otherMessage', '这个编号已用于其他内容')
    case 'notMember':
      return refuse('chat.notMember', '您已不在这个会话中')
    case 'dissolved':
      return refuse('chat.dissolved', '群聊已解散')
    case 'gone':
      return refuse('chat.gone', '对方已离开组织，不能再发送消息')
    case 'tooFast':
      return refuse('chat.tooFast', '发送太快，请稍后再试')
    case 'mayNotNameAll':
      return refuse('chat.mayNotNameAll', '只有群主和管理员可以提醒所有人')
    case 'noReply':
      return refuse('chat.noReply', '要回复的消息不存在')
    default:
      throw new NotFound()
  }
}

/** Refuses files that are none of the sender's own, pictures that are none, and what is larger than a conversation takes. */
const requireSendable = async (tx: Tx, sender: Id, content: SentContent, files: readonly string[]): Promise<void> => {
  await requireFiles(tx, sender, namedFiles(content.kind === 'picture' ? '图片' : '文件', content.kind === 'picture', files))
  const rows = await tx.query<{ large: boolean; is_private: boolean; is_sound: boolean }>(
    "select size_bytes > $3 as large, is_private, mime like 'audio/%' as is_sound from file where org_id = $1 and path = any ($2::text[])",
    [tx.orgId, files, chatLimits.fileBytes],
  )
  if (rows.some(({ large }) => large)) refuse('chat.fileTooLarge', '文件过大，请放入网盘后发送')
  if (content.kind === 'voice' && rows.some(({ is_sound }) => !is_sound)) refuse('chat.noSound', '不是可播放的语音，请重新录制')
  // What everyone may open cannot be taken back.
  if (rows.some(({ is_private }) => !is_private)) refuse('chat.filePublic', '请重新上传要发送的文件')
}

/** How many people a note names. */
const namesAtMost = 20
