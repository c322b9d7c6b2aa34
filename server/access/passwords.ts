import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new hash of a password, as a PHC string that says how it was made. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, today, 32)
  return `$argon2id$v=19$m=${today.memory},t=${today.passes},p=${today.parallelism}$${base64(salt)}$${base64(hash)}`
}

/**
 * True where `password` is the one that was hashed. Without a hash (an unknown user, somebody without a password) it takes the same time
 * and is false.
 */
export const isPassword = async (password: string, phc: string | null | undefined): Promise<boolean> => {
  const known = parse(phc ?? '')
  const { salt, hash, cost } = known ?? nobody
  const derived = await derive(password, salt, cost, hash.length)
  return timingSafeEqual(derived, hash) && known !== undefined
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
  const [, memory, passes, parallelism, salt, hash] = match
  return {
    salt: Buffer.from(salt!, 'base64'),
    hash: Buffer.from(hash!, 'base64'),
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
  }
}

/** Each takes its memory and a thread of the pool, so only a few run at once; the others wait in line. */
const atOnce = 4
let running = 0
const line: (() => void)[] = []

const derive = async (password: string, salt: Buffer, cost: Cost, tagLength: number): Promise<Buffer> => {
  if (running >= atOnce) await new Promise<void>((go) => line.push(go))
  else running++
  try {
    return await new Promise((resolve, reject) =>
      argon2('argon2id', { message: password.normalize('NFKC'), nonce: salt, tagLength, ...cost }, (error, hash) =>
        error ? reject(error) : resolve(hash),
      ),
    )
  } finally {
    // Whoever waits takes the place over, so `running` stays as it is.
    const next = line.shift()
    if (next) next()
    else running--
  }
}
