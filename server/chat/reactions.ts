import type { Id } from '../../kernel/id.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { ReactionFace } from '../../domain/chat/reactions.ts'
import type { ChatMessage } from '../../domain/chat/operations.ts'
import type { Tx } from '../db/tx.ts'
import { announce } from '../messaging/outbox.ts'
import { NotFound } from '../httpError.ts'
import { lockAsMember } from './groups.ts'
import { messageIn, readMessage } from './messages.ts'

export type ReactInput = { readonly chatId: Id; readonly id: Id; readonly face: ReactionFace; readonly isOn: boolean }

/** Gives or takes away a person's face at a message, and tells the screens of the conversation. The same again changes nothing. */
export const reactToMessage = async (tx: Tx, uid: Id, { chatId, id, face, isOn }: ReactInput): Promise<ChatMessage> => {
  await lockAsMember(tx, chatId, uid)
  const [message] = await tx.query<{ seq: number; kind: string; recalled_at: string | null; from_seq: number; members: number }>(
    `select m.seq, m.kind, m.recalled_at, me.from_seq, c.members_version as members
     from chat_message m join chat_member me on me.org_id = $1 and me.chat_id = $2 and me.uid = $4
       join chat c on c.org_id = $1 and c.id = $2
     where m.org_id = $1 and m.chat_id = $2 and m.id = $3 and m.seq > me.from_seq`,
    [tx.orgId, chatId, id, uid],
  )
  if (!message || message.kind === 'note' || message.kind === 'recall') throw new NotFound()
  if (message.recalled_at !== null) return refuse('chat.recalled', '这条消息已撤回')
  const rows = isOn
    ? await tx.query(
        `insert into chat_reaction (org_id, message_id, uid, face, created_at) values ($1, $2, $3, $4, $5)
         on conflict do nothing returning 1`,
        [tx.orgId, id, uid, face, new Date(tx.now()).toISOString()],
      )
    : await tx.query('delete from chat_reaction where org_id = $1 and message_id = $2 and uid = $3 and face = $4 returning 1', [
        tx.orgId,
        id,
        uid,
        face,
      ])
  if (rows.length > 0)
    await announce(tx, { topic: 'chatreaction', key: chatId, body: { id, seq: message.seq, membersVersion: message.members } })
  return messageIn(assertDefined(await readMessage(tx, id), 'the message'), message.from_seq)
}
