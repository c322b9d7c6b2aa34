import { createHash } from 'node:crypto'
import type { DeliveryText } from '../deliveries/deliverer.ts'

/** What a push carries, as `web/sw.ts` reads it. `tag`: what it takes the place of; `badge`: how much is unread. */
export type Payload = { readonly title: string; readonly body: string; readonly link: string; readonly tag: string; readonly badge: number }

/** Every push service takes as much: 4096 bytes with what encrypting adds. */
export const payloadBytesAtMost = 3993

/** As one text that is short enough; what is too long ends with an ellipsis, and never within a letter. */
export const payloadText = (payload: Payload, bytesAtMost = payloadBytesAtMost): string => {
  const body = [...payload.body]
  const text = (signs: number) =>
    JSON.stringify({
      ...payload,
      title: cut(payload.title, 200),
      body: signs < body.length ? `${body.slice(0, signs).join('')}…` : payload.body,
    })
  let [low, high] = [0, body.length]
  if (Buffer.byteLength(text(high)) <= bytesAtMost) return text(high)
  while (low < high - 1) {
    const middle = Math.floor((low + high) / 2)
    if (Buffer.byteLength(text(middle)) <= bytesAtMost) low = middle
    else high = middle
  }
  return text(low)
}

const cut = (text: string, signs: number): string => {
  const letters = [...text]
  return letters.length > signs ? `${letters.slice(0, signs).join('')}…` : text
}

export const payloadOf = (text: DeliveryText, tag: string, badge: number): Payload => ({
  title: text.title,
  body: text.content,
  link: text.link ?? '/pages/message/msglist',
  tag: topicOf(tag),
  badge,
})

/** A push that waits at its service is replaced by the next one of its topic; 32 signs at most, and they say nothing. */
export const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32)
