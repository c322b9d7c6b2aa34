/** A text as bytes of an older encoding, which nothing here writes otherwise. */
export const encodedAs = (encoding: 'gb18030' | 'big5' | 'shift_jis' | 'windows-1252', text: string): Buffer => {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const known = tables.get(encoding) ?? tableOf(decoder)
  tables.set(encoding, known)
  return Buffer.concat(
    Array.from(text, (sign) => {
      const bytes = sign < '\x80' ? Buffer.from(sign) : known.get(sign)
      if (!bytes) throw new Error(`${encoding} has no ${sign}`)
      return bytes
    }),
  )
}

const tables = new Map<string, ReadonlyMap<string, Buffer>>()

const tableOf = (decoder: TextDecoder): ReadonlyMap<string, Buffer> => {
  const known = new Map<string, Buffer>()
  const learn = (...bytes: number[]) => {
    try {
      const sign = decoder.decode(Uint8Array.from(bytes))
      if ([...sign].length === 1 && !known.has(sign)) known.set(sign, Buffer.from(bytes))
    } catch {
      // These bytes mean nothing.
    }
  }
  for (let lead = 0x80; lead < 0x100; lead++) learn(lead)
  for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) learn(lead, trail)
  return known
}
