/** SHA-256 of a text in hex. Worked out here, because pages that came over plain http have no `crypto.subtle`. */
export const sha256 = (text: string): string =>
  Array.from(digestOf(new TextEncoder().encode(text)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** FIPS 180-4. */
const digestOf = (bytes: Uint8Array): Uint8Array => {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n)
  const state = wordsOf(primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))))
  const schedule = wordsOf(Array.from({ length: 64 }, () => 0))
  for (let block = 0; block < padded.length; block += 64) {
    for (let round = 0; round < 64; round++)
      schedule.setUint32(
        round * 4,
        round < 16
          ? view.getUint32(block + round * 4)
          : small1(word(schedule, round - 2)) + word(schedule, round - 7) + small0(word(schedule, round - 15)) + word(schedule, round - 16),
      )
    let [a, b, c, d] = [word(state, 0), word(state, 1), word(state, 2), word(state, 3)]
    let [e, f, g, h] = [word(state, 4), word(state, 5), word(state, 6), word(state, 7)]
    for (let round = 0; round < 64; round++) {
      const one =
        (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + word(constants, round) + word(schedule, round)) | 0
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
    }
    for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) state.setUint32(at * 4, word(state, at) + value)
  }
  return new Uint8Array(state.buffer)
}

const wordsOf = (numbers: readonly number[]): DataView => {
  const words = new DataView(new ArrayBuffer(numbers.length * 4))
  for (const [at, number] of numbers.entries()) words.setUint32(at * 4, number)
  return words
}
const word = (words: DataView, index: number): number => words.getUint32(index * 4)

const turned = (value: number, bits: number): number => (value >>> bits) | (value << (32 - bits))
const small0 = (value: number): number => turned(value, 7) ^ turned(value, 18) ^ (value >>> 3)
const small1 = (value: number): number => turned(value, 17) ^ turned(value, 19) ^ (value >>> 10)

const fraction = (root: number): number => (root % 1) * 2 ** 32
const primes = Array.from({ length: 312 }, (_, number) => number).filter(
  (number) => number > 1 && !Array.from({ length: number }, (_, below) => below).some((below) => below > 1 && number % below === 0),
)
const constants = wordsOf(primes.map((prime) => fraction(Math.cbrt(prime))))
