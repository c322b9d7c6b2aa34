import { compareIds, type Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { SentContent, MessageKind } from '../../domain/chat/body.ts'
import type { Tx } from '../db/tx.ts'
import { malformed } from '../httpError.ts'
import { rangeOf } from './heads.ts'
import { contentOf } from './messages.ts'
import { sendMessage } from './send.ts'
import { assertDefined } from '../../kernel/assert.ts'

export type ForwardInput = {
  readonly chatId: Id
  readonly messageIds: readonly Id[]
  readonly to: readonly { readonly chatId: Id; readonly ids: readonly Id[] }[]
}

/** Sends messages that a person may read on to other conversations of his, all of them or none; how many were sent. */
export const forwardMessages = async (tx: Tx, uid: Id, { chatId, messageIds, to }: ForwardInput): Promise<number> => {
  if (to.some(({ ids }) => ids.length !== messageIds.length)) throw malformed('编号有误')
  const { from, to: until } = await rangeOf(tx, uid, chatId)
  const rows = await tx.query<{ kind: MessageKind; body: unknown }>(
    `select m.kind, m.body from chat_message m
     where m.org_id = $1 and m.chat_id = $2 and m.id = any ($3::bigint[]) and m.seq > $4 and m.seq <= $5 and m.body is not null
       and m.kind not in ('note', 'recall')
     order by m.seq`,
    [tx.orgId, chatId, messageIds, from, until],
  )
  if (rows.length < new Set(messageIds).size || messageIds.length !== rows.length)
    return refuse('chat.notForwarded', '有的消息已撤回或不能转发，请重新选择')
  // Always in one order, so that two who forward to the same conversations do not wait for each other in a circle.
  for (const { chatId: target, ids } of to.toSorted((a, b) => compareIds(a.chatId, b.chatId)))
    for (const [at, row] of rows.entries())
      await sendMessage(
        tx,
        {
          id: assertDefined(ids[at], 'the id of a message'),
          chatId: target,
          sender: uid,
          content: withoutMentions(contentOf(row.kind, row.body) as SentContent),
        },
        { passedOn: true },
      )
  return rows.length * to.length
}

/** Who was named in one conversation is not called to another. */
const withoutMentions = (content: SentContent): SentContent =>
  content.kind === 'text' ? { kind: 'text', body: { text: content.body.text, mentions: [] } } : content
