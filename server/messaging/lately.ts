import type { Id } from '../../kernel/id.ts'
import type { Event } from './relay.ts'

/** Which topics a screen has missed; `anything` where that is not known any more. */
export type MissedChanges = readonly string[] | 'anything'

/** For how long it is known what was told. */
export const keptSeconds = 120

/**
 * What was told lately, and when: each topic's last time for each person and for each organisation as a whole. A screen reads its lists before
 * its line stands and while it is broken; when the line stands it says for how long it did not hear, and asks again what it missed.
 * `now` in milliseconds, of a clock that never goes back.
 */
export class Lately {
  readonly #now: () => number
  readonly #since: number
  readonly #told = new Map<string, Map<string, number>>()

  constructor(now: () => number) {
    this.#now = now
    this.#since = now()
  }

  note(events: readonly Event[]): void {
    const nowMs = this.#now()
    for (const { orgId, topic, body } of events) {
      for (const key of keysOf(orgId, body)) {
        const topics = this.#told.get(key)
        if (topics) topics.set(topic, nowMs)
        else this.#told.set(key, new Map([[topic, nowMs]]))
      }
    }
  }

  missed(orgId: Id, uid: Id, deafSeconds: number): MissedChanges {
    const from = this.#now() - deafSeconds * 1000
    if (deafSeconds > keptSeconds || from < this.#since) return 'anything'
    const topics = [orgId, keyOf(orgId, uid)].flatMap((key) => [...(this.#told.get(key) ?? [])])
    return [...new Set(topics.flatMap(([topic, at]) => (at >= from ? [topic] : [])))]
  }

  /** Forgets what no one can ask for any more. */
  forget(): void {
    const from = this.#now() - keptSeconds * 1000
    for (const [key, topics] of this.#told) {
      for (const [topic, at] of topics) if (at < from) topics.delete(topic)
      if (topics.size === 0) this.#told.delete(key)
    }
  }
}

const keyOf = (orgId: Id, uid: string): string => `${orgId}/${uid}`

/** Whom an event is about: everyone of an organisation, or some people. */
const keysOf = (orgId: Id, body: Event['body']): string[] => {
  if (body['everyone'] === true) return [orgId]
  return Array.isArray(body['uids']) ? body['uids'].map((uid) => keyOf(orgId, String(uid))) : []
}
