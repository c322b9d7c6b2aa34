/**
 * A record id: a positive 63-bit number as a decimal string: 41 bits of milliseconds by its maker's clock, so that what
 * is made together lies together, and 22 random bits. A name, no order: what came first is told by the database's own numbers.
 */
export type Id = string

/** Sorts ids by their numbers. */
export const compareIds = (a: Id, b: Id): number => {
  const [first, second] = [BigInt(a), BigInt(b)]
  return Number(first > second) - Number(first < second)
}

const epochMs = Date.UTC(2024, 0, 1)
const randomBits = 22n
const randomLimit = 1 << 22

let lastMs = 0
let lastRandom = 0

/**
 * Makes an id that is larger than every id this process made before. Within one millisecond the random part
 * climbs by small random steps, so a bulk load does not collide with itself. Random bytes are fetched once in a millisecond: a call for them costs
 * more than the rest of an id.
 */
export const newId = (): Id => {
  const now = Date.now()
  lastRandom += 1 + Math.floor(Math.random() * 16)
  if (now > lastMs || lastRandom >= randomLimit) {
    lastMs = Math.max(now, lastMs + 1)
    // The upper half is room to climb.
    lastRandom = crypto.getRandomValues(new Uint32Array(1))[0]! % (randomLimit / 2)
  }
  return ((BigInt(lastMs - epochMs) << randomBits) | BigInt(lastRandom)).toString()
}

/**
 * A name that no one else makes, as a UUID: for a command, so that sending it twice does it once. Made of random bytes, because a page that
 * came over plain http has no `crypto.randomUUID`.
 */
export const newUuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** True for a decimal string that a bigint column holds: 1 to 2^63 - 1. */
export const isId = (value: unknown): value is Id =>
  typeof value === 'string' && /^[1-9]\d{0,18}$/.test(value) && BigInt(value) <= 9223372036854775807n
