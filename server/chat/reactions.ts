import type { Id } from '../../kernel/id.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { ReactionChange, ReactionFace } from '../../domain/chat/reactions.ts'
import type { ChatMessage } from '../../domain/chat/operations.ts'
import type { Tx } from '../db/tx.ts'
import { onlyRow } from '../db/rows.ts'
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
  if (rows.length > 0) {
    const change = await recordChange(tx, uid, { chatId, id, face, isOn })
    await announce(tx, { topic: 'chatface', key: chatId, body: { seq: message.seq, membersVersion: message.members, change } })
  }
  return messageIn(assertDefined(await readMessage(tx, id), 'the message'), message.from_seq)
}

/** Counts a change of the reactions to a message, whose conversation is locked; says it as screens take it in. */
const recordChange = async (tx: Tx, uid: Id, { chatId, id, face, isOn }: ReactInput): Promise<ReactionChange> => {
  const { version, name } = await onlyRow(
    tx.query<{ version: number; name: string }>(
      `update chat_message m set reaction_version = m.reaction_version + 1
       from person p left join chat_member n on n.org_id = $1 and n.uid = p.id and n.chat_id = $2
       where m.org_id = $1 and m.id = $3 and p.org_id = $1 and p.id = $4
       returning m.reaction_version as version, coalesce(n.nickname, p.user_name) as name`,
      [tx.orgId, chatId, id, uid],
    ),
  )
  return { id, version, face, uid, name, isOn }
}
