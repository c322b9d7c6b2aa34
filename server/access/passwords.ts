import { randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { FairLine, type Place } from '../../kernel/fairLine.ts'
import { tooOften } from '../httpError.ts'
import { derivedAside } from './passwordAside.ts'

/** Who waits for a password to be computed; `isAtHome`, asked where there is a line: whether it may be a person who has been here before. */
export type Asker = { readonly network: string; readonly login: string; readonly isAtHome?: () => Promise<boolean> }

const ourselves: Asker = { network: '', login: '' }

/** A new hash of a password, as a PHC string that says how it was made. */
export const hashPassword = async (password: string, asker = ourselves): Promise<string> => {
  const salt = randomBytes(16)
  const hash = await derive({ password, salt, cost: today, tagLength: 32 }, asker)
  return `$argon2id$v=19$m=${today.memory},t=${today.passes},p=${today.parallelism}$${base64(salt)}$${base64(hash)}`
}

/**
 * True where `password` is the one that was hashed. Without a hash (an unknown user, a person without a password) it takes the same time
 * and is false.
 */
export const isPassword = async (password: string, phc: string | null | undefined, asker = ourselves): Promise<boolean> => {
  const parsedHash = parse(phc ?? '')
  const { salt, hash, cost } = parsedHash ?? nobody
  const derivedKey = await derive({ password, salt, cost, tagLength: hash.length }, asker)
  return timingSafeEqual(derivedKey, hash) && parsedHash !== undefined
}

/** True where a hash was made with other costs than today's: then it is made anew when the password is known. */
export const isOutdated = (phc: string): boolean => {
  const cost = parse(phc)?.cost
  return !cost || cost.memory !== today.memory || cost.passes !== today.passes || cost.parallelism !== today.parallelism
}

/** `memory` in KiB. */
type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number }

/** What OWASP's password storage sheet asks of argon2id. */
const today: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const nobody = { salt: randomBytes(16), hash: randomBytes(32), cost: today }

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

const parse = (phc: string): { salt: Buffer; hash: Buffer; cost: Cost } | undefined => {
  const match = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{43,86})$/.exec(phc)
  if (!match) return undefined
  const [, memory, passes, parallelism, salt = '', hash = ''] = match
  return {
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
  }
}

/**
 * Each takes its memory and a core, and one core is left for everything else. The person who signs in where they have signed in before has a line of
 * their own, so that no flood of guesses stands before them. Among strangers networks take turns, and in a network logins do; a network that
 * has just come is served soon.
 */
const atOnce = Math.min(3, Math.max(1, availableParallelism() - 1))
const strangers = new FairLine({ atOnce, perGroup: atOnce, waiting: 2000, perGroupWaiting: 500, newest: 'first' })
const atHome = new FairLine({ atOnce, perGroup: atOnce, waiting: 2000, perGroupWaiting: 500 })
const waitingMsAtMost = 20_000

const turnOf = async (asker: Asker): Promise<Place> => {
  const isFree = strangers.state.running < atOnce
  const line = !isFree && (await asker.isAtHome?.()) ? atHome : strangers
  return new Promise<Place>((resolve, reject) => {
    const late: { timer?: NodeJS.Timeout } = {}
    let isBegun = false
    const full = () => {
      clearTimeout(late.timer)
      reject(tooOften(10, '登录的人太多，请稍后再试'))
    }
    const begin = (place: Place) => {
      isBegun = true
      clearTimeout(late.timer)
      resolve(place)
    }
    const place = line.enter(asker.network, asker.login, begin, full)
    if (!place) return full()
    if (isBegun) return
    late.timer = setTimeout(() => {
      place.end()
      full()
    }, waitingMsAtMost)
  })
}

type DeriveInput = {
  readonly password: string
  readonly salt: Buffer
  readonly cost: Cost
  readonly tagLength: number
}

const derive = async ({ password, salt, cost, tagLength }: DeriveInput, asker: Asker): Promise<Buffer> => {
  const place = await turnOf(asker)
  try {
    return await derivedAside({ message: password, nonce: salt, tagLength, ...cost })
  } finally {
    place.end()
  }
}
