import { createInflateRaw } from 'node:zlib'
import { refuse } from '../../../kernel/refusal.ts'

/** What a workbook of the most rows that we read may unpack to. */
export const unpackedBytesAtMost = 400 * 1024 * 1024
const entriesAtMost = 2000

export const refuseTooLarge = (): never => refuse('import.tooLarge', '表格太大，读不下来；请删去用不到的格式和工作表，或分成几个文件导入')

/**
 * Refuses an archive that unpacks to more than a workbook may hold: by what it says of itself, and then by what really comes out, unpacked
 * piece by piece without keeping any of it. An archive that is broken is for its reader to say.
 */
export const requireUnpackable = async (bytes: Uint8Array): Promise<void> => {
  const entries = entriesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const said = entries.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0)
  if (entries.length > entriesAtMost || said > unpackedBytesAtMost) refuseTooLarge()
  let room = unpackedBytesAtMost
  for (const { packed, isDeflated } of entries) {
    room -= isDeflated ? await unpackedLength(packed, room) : packed.length
    if (room < 0) refuseTooLarge()
  }
}

type Entry = { readonly packed: Buffer; readonly unpackedBytes: number; readonly isDeflated: boolean }

/** Stands for a size that is written in another place, where the one of Zip64 is; what comes out is counted all the same. */
const elsewhere = 0xffffffff

/** The entries of the directory at the end of a zip file, as far as it can be read. */
const entriesOf = (file: Buffer): Entry[] => {
  const end = file.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end === -1 || end + 22 > file.length) return []
  const entries: Entry[] = []
  let at = file.readUInt32LE(end + 16)
  while (at + 46 <= file.length && file.readUInt32LE(at) === 0x02014b50 && entries.length <= entriesAtMost) {
    const [method, packedBytes, unpackedBytes] = [file.readUInt16LE(at + 10), file.readUInt32LE(at + 20), file.readUInt32LE(at + 24)]
    const local = file.readUInt32LE(at + 42)
    if (local + 30 <= file.length) {
      const begins = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
      entries.push({
        packed: file.subarray(begins, begins + packedBytes),
        unpackedBytes: unpackedBytes === elsewhere ? 0 : unpackedBytes,
        isDeflated: method === 8,
      })
    }
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return entries
}

/** How much comes out, counted until it is more than `most`. */
const unpackedLength = (packed: Buffer, most: number): Promise<number> =>
  new Promise((resolve) => {
    let length = 0
    const inflate = createInflateRaw()
    inflate
      .on('data', (piece: Buffer) => {
        length += piece.length
        if (length > most) inflate.destroy()
      })
      .on('close', () => resolve(length))
      // What is broken ends here; how much came out before it is what counts.
      .on('error', () => inflate.destroy())
    inflate.end(packed)
  })
