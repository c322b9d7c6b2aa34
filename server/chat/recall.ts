import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { filesOf, type MessageKind } from '../../domain/chat/body.ts'
import type { ChatMessage } from '../../domain/chat/operations.ts'
import type { Tx } from '../db/tx.ts'
import { withdrawFile } from '../files/scope.ts'
import { NotFound } from '../httpError.ts'
import { lockAsMember } from './groups.ts'
import { contentOf, messageIn, readMessage } from './messages.ts'
import { sendRecall } from './send.ts'

/**
 * Takes a message back: nothing of its content is left, it is unread for no one, and the conversation is told so as the next thing in it. Its sender may for a while,
 * those who keep a group always. Again it is the same answer.
 */
export const recallMessage = async (tx: Tx, uid: Id, chatId: Id, id: Id): Promise<ChatMessage> => {
  const { chat, role } = await lockAsMember(tx, chatId, uid)
  const [row] = await tx.query<{
    seq: number
    sender_uid: Id | null
    kind: MessageKind
    body: unknown
    created_at: string
    recalled_at: string | null
    shown: boolean
    from_seq: number
  }>(
    `select m.seq, m.sender_uid, m.kind, m.body, m.created_at, m.recalled_at, (c.preview ->> 'seq')::int is not distinct from m.seq as shown, me.from_seq
     from chat_message m join chat c on c.org_id = $1 and c.id = $2 join chat_member me on me.org_id = $1 and me.chat_id = $2 and me.uid = $4
     where m.org_id = $1 and m.chat_id = $2 and m.id = $3 and m.seq > me.from_seq`,
    [tx.orgId, chatId, id, uid],
  )
  if (!row || row.kind === 'note' || row.kind === 'recall') throw new NotFound()
  if (row.recalled_at === null) {
    const keeps = chat.kind !== 'pair' && role !== 'member'
    if (!keeps) {
      if (row.sender_uid !== uid) return refuse('chat.notYours', '只能撤回自己的消息')
      const minutes = chat.settings.recallMinutes
      if (tx.now() - Date.parse(row.created_at) > minutes * 60_000)
        return refuse('chat.tooLateToRecall', '发送已超过{minutes}分钟，不能撤回', { minutes })
    }
    const files = filesOf(contentOf(row.kind, row.body))
    if (files.length > 0) await withdrawFile(tx, files, 'chat', [id])
    await tx.query(
      'update chat_message set body = null, search = null, recalled_at = $3::timestamptz, recalled_by = $4 where org_id = $1 and id = $2',
      [tx.orgId, id, new Date(tx.now()).toISOString(), uid],
    )
    await tx.query('delete from chat_reaction where org_id = $1 and message_id = $2', [tx.orgId, id])
    // It is nothing that anyone still has to read, and no one is called to it.
    await tx.query(
      `update chat_member set read_counted = read_counted + 1
       where org_id = $1 and chat_id = $2 and read_seq < $3 and left_seq is null`,
      [tx.orgId, chatId, row.seq],
    )
    await tx.query('update chat_member set mention_seq = 0 where org_id = $1 and chat_id = $2 and mention_seq = $3', [
      tx.orgId,
      chatId,
      row.seq,
    ])
    await tx.query('update chat set all_seq = 0 where org_id = $1 and id = $2 and all_seq = $3', [tx.orgId, chatId, row.seq])
    await sendRecall(tx, chatId, { byUid: uid, body: { targetId: id, targetSeq: row.seq }, showsIt: row.shown })
  }
  return messageIn(assertDefined(await readMessage(tx, id), 'the message'), row.from_seq)
}
