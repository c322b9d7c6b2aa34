import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { isSame, seal, signatureOf, unseal, type CallbackKeys } from '../callbackCrypto.ts'
import type { CallbackRequest, Heard } from '../workplace.ts'
import { type PushedEvent, toldBy } from './pushedEvents.ts'

export type HearingKeys = CallbackKeys & { readonly suiteKey: string }

const envelope = v.pipe(v.string(), v.parseJson(), v.object({ encrypt: v.pipe(v.string(), v.nonEmpty()) }))
const event = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()))

/** DingTalk checks an address by the name of no suite before the suite is made. */
const unmadeSuite = 'suite4xxxxxxxxxxxxxxx'
const checks = ['check_create_suite_url', 'check_update_suite_url']

/** What DingTalk says with a request to our callback address, and what it is answered; undefined where it is not DingTalk's. */
export const heard = (keys: HearingKeys, { method, query, body }: CallbackRequest, nowMs: number): Heard | undefined => {
  const signature = query['signature'] ?? query['msg_signature']
  const { timestamp, nonce } = query
  const read = v.safeParse(envelope, body)
  if (method !== 'POST' || !read.success || timestamp === undefined || nonce === undefined) return undefined
  const unsealResult = unseal(keys, signature, { timestamp, nonce, encrypt: read.output.encrypt })
  if (!unsealResult) return undefined
  const parseResult = v.safeParse(event, unsealResult.text)
  if (!parseResult.success) return undefined
  const pushedEvent: PushedEvent = parseResult.output
  const isCheck = checks.includes(String(pushedEvent['EventType']))
  const { receiver } = unsealResult
  if (!isSame(receiver, keys.suiteKey) && !(isCheck && isSame(receiver, unmadeSuite))) return undefined
  const words = isCheck && typeof pushedEvent['Random'] === 'string' ? pushedEvent['Random'] : 'success'
  return {
    answer: { type: 'application/json', body: JSON.stringify(sealedAnswer(keys, words, receiver, nowMs)) },
    told: isCheck ? [] : toldBy(pushedEvent, nowMs),
    delivery: { atMs: Number(timestamp), nonce },
  }
}

/** `timeStamp` is how DingTalk writes it. */
const sealedAnswer = ({ token, aesKey }: CallbackKeys, words: string, receiver: string, nowMs: number) => {
  const envelope = { timestamp: String(nowMs), nonce: randomBytes(8).toString('hex'), encrypt: seal(aesKey, words, receiver) }
  return { msg_signature: signatureOf(token, envelope), timeStamp: envelope.timestamp, nonce: envelope.nonce, encrypt: envelope.encrypt }
}
