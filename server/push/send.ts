import library from 'web-push'
import type { Outcome } from '../deliveries/deliverer.ts'
import { post, type ServiceResponse, type Reach, TargetRefused } from '../approval/flow/services/servicesPost.ts'
import type { PushKeys } from './keys.ts'
import { type Payload, payloadBytesAtMost, payloadText } from './payload.ts'
import { isOfService } from './services.ts'

/** Who is pushed to, and where they may stand; a test has a push service of its own. */
export type PushWorld = { readonly isService: (endpoint: string) => boolean; readonly reach: Reach }
export const realWorld: PushWorld = { isService: isOfService, reach: 'public' }

export type Subscription = { readonly endpoint: string; readonly p256dh: string; readonly auth: string }

type PushInput = {
  readonly subject: string
  readonly keys: PushKeys
  readonly world: PushWorld
  readonly subscription: Subscription
  readonly payload: Payload
  readonly isUrgent: boolean
}

/** A push that no one was there for within a day is of yesterday. */
const liveSeconds = 86_400
export const pushTimeoutSeconds = 10

/** Encrypts something for a browser and gives it to its push service; what came of it. Throws where nothing came back. */
export const sendPush = async (input: PushInput): Promise<Outcome> => {
  const { subscription, world } = input
  if (!world.isService(subscription.endpoint)) return { t: 'refused', why: 'no push service of a browser' }
  try {
    const first = await postMessage(input, payloadBytesAtMost)
    return outcomeOf(first.status === 413 ? await postMessage(input, shortBytes) : first)
  } catch (error) {
    if (error instanceof TargetRefused) return { t: 'refused', why: error.message }
    throw error
  }
}

/** What a service takes that takes less than it should. */
const shortBytes = 1000

const postMessage = (
  { subject, keys, world, subscription, payload, isUrgent }: PushInput,
  bytesAtMost: number,
): Promise<ServiceResponse> => {
  const { endpoint, p256dh, auth } = subscription
  const { headers, body } = library.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payloadText(payload, bytesAtMost), {
    vapidDetails: { subject, publicKey: keys.publicKey, privateKey: keys.privateKey },
    TTL: liveSeconds,
    urgency: isUrgent ? 'high' : 'normal',
    topic: payload.tag,
  })
  const headerEntries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])
  return post({ url: endpoint, headers: Object.fromEntries(headerEntries), body, timeoutSeconds: pushTimeoutSeconds }, world.reach)
}

const outcomeOf = ({ status, headers, text }: ServiceResponse): Outcome => {
  if (status >= 200 && status < 300) return { t: 'delivered' }
  if (status === 404 || status === 410) return { t: 'gone' }
  const reason = `HTTP ${status}${text ? `: ${text.slice(0, 200)}` : ''}`
  if (status === 429 || status >= 500) {
    const afterSeconds = secondsOf(headers['retry-after'])
    return { t: 'again', why: reason, ...(afterSeconds !== undefined && { afterSeconds }) }
  }
  return { t: 'refused', why: reason }
}

/** Seconds, or a date. */
const secondsOf = (after: string | undefined): number | undefined => {
  if (after === undefined) return undefined
  const seconds = /^\d+$/.test(after) ? Number(after) : (Date.parse(after) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}
