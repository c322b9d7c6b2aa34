import { createHash } from 'node:crypto'
import type { Database } from '../db/pool.ts'
import { onlyRow } from '../db/rows.ts'
import { tooOften } from '../httpError.ts'

/** How many attempts something may see in a window before it is locked for a while. */
export type Limit = { readonly name: string; readonly attempts: number; readonly windowSeconds: number; readonly lockSeconds: number }

/** An attempt that was counted and may go on. It stays counted unless it is taken back. */
export type Attempt = {
  /** It was a good one: the key is clean again. */
  readonly clear: () => Promise<void>
  /** It was a good one, but others share the key: only this one is taken back. */
  readonly giveBack: () => Promise<void>
}

/**
 * Counts an attempt before it is made, so that many at once do not get past the limit. Throws 429 where the key is locked. The counts are
 * in the database: they survive a restart and hold for all server processes together. `of` is kept as a hash only.
 */
export const attempt = async (database: Database, limit: Limit, place: string, words: string): Promise<Attempt> => {
  const attemptMade = await tryAttempt(database, limit, place)
  if ('lockedSeconds' in attemptMade) throw tooOften(attemptMade.lockedSeconds, words)
  return attemptMade
}

type AttemptFromNetworkInput = {
  readonly limit: Limit
  readonly network: string
  readonly people: readonly string[]
  readonly words: string
}

/**
 * The same from a network that many people may stand behind: where it is locked, a person who signed in from there within the last 30 days
 * goes on, so that one who guesses does not shut out the rest. `people` are the person who may be meant.
 */
export const attemptFromNetwork = async (
  database: Database,
  { limit, network, people, words }: AttemptFromNetworkInput,
): Promise<Attempt> => {
  const attemptMade = await tryAttempt(database, limit, network)
  if (!('lockedSeconds' in attemptMade)) return attemptMade
  if (!(await isAtHome(database, network, people))) throw tooOften(attemptMade.lockedSeconds, words)
  return { clear: async () => undefined, giveBack: async () => undefined }
}

/** Whether one of them has signed in from this network before. */
export const isAtHome = async (database: Database, network: string, people: readonly string[]): Promise<boolean> =>
  (
    await database.gate('select from sign_in_known where key = any ($1) and expires_at > now()', [
      people.map((person) => keyOf('known', `${network} ${person}`)),
    ])
  ).length > 0

/**
 * Whose wrong passwords are counted: of a person from everywhere at once, but apart where the network or the device is one that the person signed
 * in with, so that strangers who guess lock out strangers alone.
 */
export const guessingKey = async (database: Database, places: readonly string[], person: string): Promise<string> => {
  for (const place of places) if (await isAtHome(database, place, [person])) return `${person} ${place}`
  return person
}

/** Shorter names are no device's own. */
const ownDeviceLength = 16

/** Where a person may be at home, the device before its network: a colleague there guesses at the tries of the network alone. */
export const placesOf = (ip: string, deviceId: string | undefined): readonly string[] => [
  ...(deviceId !== undefined && deviceId.length >= ownDeviceLength ? [`device ${deviceId}`] : []),
  networkOf(ip),
]
/** Remembers that a person is at home in a network or on a device. */
export const rememberPlace = async (database: Database, place: string, person: string): Promise<void> => {
  await database.gate(
    `insert into sign_in_known as k (key, expires_at) values ($1, now() + interval '30 days')
     on conflict (key) do update set expires_at = excluded.expires_at where k.expires_at < excluded.expires_at - interval '1 day'`,
    [keyOf('known', `${place} ${person}`)],
  )
}

const keyOf = (name: string, place: string): string => `${name}:${createHash('sha256').update(place).digest('base64url').slice(0, 24)}`

const tryAttempt = async (database: Database, limit: Limit, place: string): Promise<Attempt | { readonly lockedSeconds: number }> => {
  const key = keyOf(limit.name, place)
  const row = await onlyRow(
    database.gate<{ failures: number; wait: number }>(countQuery, [key, limit.attempts, limit.windowSeconds, limit.lockSeconds]),
  )
  if (row.failures > limit.attempts) return { lockedSeconds: Math.max(1, Math.ceil(row.wait)) }
  return {
    clear: async () => {
      await database.gate('delete from sign_in_guard where key = $1', [key])
    },
    giveBack: async () => {
      await database.gate(
        `update sign_in_guard set failures = greatest(failures - 1, 0), locked_until = case when failures <= $2 then null else locked_until end
         where key = $1`,
        [key, limit.attempts],
      )
    },
  }
}

/** Takes away what no one asks for any more: counts older than two days, codes that are over. */
export const sweepGuards = async (database: Database): Promise<void> => {
  await database.gate(`delete from sign_in_guard where window_start < now() - interval '2 days' and coalesce(locked_until, now()) <= now()`)
  await database.gate('delete from sign_in_known where expires_at < now()')
  await database.gate(`delete from sms_code where expires_at < now() - interval '1 hour'`)
}

/** A caller by address; a whole /64 counts as one, because one line has that many addresses of version 6. */
export const networkOf = (ip: string): string => {
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [head = '', tail = ''] = ip.split('::')
  const groupsOf = (part: string) => part.split(':').filter(Boolean)
  const [first, last] = [groupsOf(head), groupsOf(tail)]
  const zeros = ip.includes('::') ? Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0') : []
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}

/** The attempt that fills the limit locks the key and is still made itself. */
const countQuery = `
  insert into sign_in_guard as g (key, failures, window_start) values ($1, 1, now())
  on conflict (key) do update set
    failures = case when g.locked_until > excluded.window_start then least(g.failures + 1, 1000000)
                    when g.locked_until is not null or g.window_start < excluded.window_start - make_interval(secs => $3) then 1
                    else g.failures + 1 end,
    window_start = case when g.locked_until > excluded.window_start then g.window_start
                        when g.locked_until is not null or g.window_start < excluded.window_start - make_interval(secs => $3) then excluded.window_start
                        else g.window_start end,
    locked_until = case when g.locked_until > excluded.window_start then g.locked_until
                        when g.locked_until is null and g.window_start >= excluded.window_start - make_interval(secs => $3) and g.failures + 1 >= $2
                          then excluded.window_start + make_interval(secs => $4) end
  returning failures, coalesce(extract(epoch from locked_until - now()), 0)::float8 as wait`
