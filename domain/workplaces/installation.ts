import { firstOf } from '../../kernel/assert.ts'

/** How an installation stands, from what the chat has said and from how far its people are brought here. */
export const installationStates = ['none', 'authorised', 'synchronising', 'asking', 'failed', 'ready', 'stopped', 'withdrawn'] as const
export type InstallationState = (typeof installationStates)[number]

/** What a chat has said of an organisation of its own. */
export type InstallationGrant = {
  /** Ever since when; null: never. */
  readonly since: string | null
  readonly granted: boolean
  readonly running: boolean
}

/** How far the people are that are being brought here; undefined where no one has asked for them yet. */
export type SyncState = { readonly phase: string }

export const installationState = (corp: InstallationGrant | undefined, sync: SyncState | undefined): InstallationState => {
  if (!corp || corp.since === null) return 'none'
  if (!corp.granted) return 'withdrawn'
  if (!corp.running) return 'stopped'
  if (!sync) return 'authorised'
  if (sync.phase === 'failed' || sync.phase === 'asking') return sync.phase
  return sync.phase === 'done' ? 'ready' : 'synchronising'
}

/** How long something that a chat told waits after so many tries that came to nothing. It is tried without end. */
export const retrySeconds = (tries: number): number => Math.min(3600, 5 * 2 ** Math.min(tries, 10))

/** From so many people and departments on that have changed, all of them are asked for at once. */
export const manyChanged = 30

/** What one person may be told by a chat in a day: the least that any of them takes. */
export const toldADayAtMost = 100

/** The addresses that a page of ours may have: of our own origin and without its fragment; undefined for any other. */
export const ownAddress = (origin: string, address: string): string | undefined => {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.origin !== origin || url.username !== '' || url.password !== '') return undefined
  return firstOf(address.split('#'))
}
