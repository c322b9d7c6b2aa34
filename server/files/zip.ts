import { promisify } from 'node:util'
import { crc32, createInflateRaw, inflateRaw } from 'node:zlib'

/** Reads bytes of a zip file; fewer than were asked for where it ends. */
export type ReadAt = (position: number, length: number) => Promise<Buffer>

/** One part of a zip file, as its directory at the end says it. */
export type ZipEntry = {
  readonly name: Buffer
  readonly isUtf8: boolean
  readonly isLocked: boolean
  readonly time: number
  readonly method: number
  readonly crc: number
  readonly packedBytes: number
  readonly bytes: number
  readonly offset: number
}

export const storedMethod = 0
export const deflatedMethod = 8

export const bytesAt =
  (file: Buffer): ReadAt =>
  async (position, length) =>
    file.subarray(position, position + length)

/** The entries of a zip file of `size` bytes, as far as its directory can be read; at most `most` and one more. None where it is no zip file. */
export const zipEntries = async (readAt: ReadAt, size: number, entriesAtMost = Infinity): Promise<ZipEntry[]> => {
  const directory = await directoryOf(readAt, size)
  if (!directory) return []
  const bytes = await readAt(directory.begins, directory.bytes)
  const entries: ZipEntry[] = []
  for (let offset = 0; offset + 46 <= bytes.length && bytes.readUInt32LE(offset) === directorySign && entries.length <= entriesAtMost;) {
    const nameBytes = bytes.readUInt16LE(offset + 28)
    const extraBytes = bytes.readUInt16LE(offset + 30)
    const noteBytes = bytes.readUInt16LE(offset + 32)
    const flags = bytes.readUInt16LE(offset + 8)
    const extra = bytes.subarray(offset + 46 + nameBytes, offset + 46 + nameBytes + extraBytes)
    const far = farNumbers(extra)
    const number = (field: number) => {
      const value = bytes.readUInt32LE(offset + field)
      return value === elsewhere ? (far.shift() ?? value) : value
    }
    const [unpacked, packed] = [number(24), number(20)]
    entries.push({
      name: bytes.subarray(offset + 46, offset + 46 + nameBytes),
      isUtf8: (flags & 0x0800) !== 0,
      isLocked: (flags & 1) !== 0,
      time: bytes.readUInt32LE(offset + 12),
      method: bytes.readUInt16LE(offset + 10),
      crc: bytes.readUInt32LE(offset + 16),
      packedBytes: packed,
      bytes: unpacked,
      offset: number(42),
    })
    offset += 46 + nameBytes + extraBytes + noteBytes
  }
  return entries
}

/** What stands in a field that is too small; the number itself is in the fields of Zip64. */
export const elsewhere = 0xffffffff

const directorySign = 0x02014b50
const endBytes = 22
const noteBytesAtMost = 65_535
const directoryBytesAtMost = 512 * 1024 * 1024

type Directory = { readonly begins: number; readonly bytes: number }

const directoryOf = async (readAt: ReadAt, size: number): Promise<Directory | undefined> => {
  const tailBytes = Math.min(size, noteBytesAtMost + endBytes + 20)
  const tail = await readAt(size - tailBytes, tailBytes)
  const end = tail.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end === -1 || end + endBytes > tail.length) return undefined
  const near = { bytes: tail.readUInt32LE(end + 12), begins: tail.readUInt32LE(end + 16) }
  if (end < 20 || tail.readUInt32LE(end - 20) !== 0x07064b50) return within(near, size)
  const far = await readAt(Number(tail.readBigUInt64LE(end - 12)), 56)
  if (far.length < 56 || far.readUInt32LE(0) !== 0x06064b50) return undefined
  return within({ bytes: Number(far.readBigUInt64LE(40)), begins: Number(far.readBigUInt64LE(48)) }, size)
}

const within = (directory: Directory, size: number): Directory | undefined =>
  directory.begins + directory.bytes <= size && directory.bytes <= directoryBytesAtMost ? directory : undefined

/** The numbers of the fields of Zip64, in their order. */
const farNumbers = (extra: Buffer): number[] => {
  for (let offset = 0; offset + 4 <= extra.length;) {
    const length = extra.readUInt16LE(offset + 2)
    const body = extra.subarray(offset + 4, offset + 4 + length)
    if (extra.readUInt16LE(offset) === 1)
      return Array.from({ length: Math.floor(body.length / 8) }, (_, index) => Number(body.readBigUInt64LE(index * 8)))
    offset += 4 + length
  }
  return []
}

/** The packed bytes of an entry. */
export const packedOf = async (readAt: ReadAt, { offset, packedBytes }: Pick<ZipEntry, 'offset' | 'packedBytes'>): Promise<Buffer> => {
  const header = await readAt(offset, 30)
  return header.length < 30 ? header.subarray(30) : readAt(offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28), packedBytes)
}

/** One entry, unpacked; undefined where it is broken, is packed in a way that no one uses, or comes to more than `most` bytes. */
export const unpack = async (readAt: ReadAt, entry: Omit<ZipEntry, 'name'>, bytesAtMost: number): Promise<Buffer | undefined> => {
  if (entry.isLocked || entry.bytes > bytesAtMost || ![storedMethod, deflatedMethod].includes(entry.method)) return undefined
  const packedBytes = await packedOf(readAt, entry)
  const bytes =
    entry.method === storedMethod
      ? packedBytes
      : await inflate(packedBytes, { maxOutputLength: Math.max(1, entry.bytes) }).catch(() => undefined)
  return bytes?.length === entry.bytes && crc32(bytes) === entry.crc ? bytes : undefined
}

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)

/** How much comes out of packed bytes, counted until it is more than `most`, without keeping any of it. */
export const unpackedLength = (packedBytes: Buffer, bytesAtMost: number): Promise<number> =>
  new Promise((resolve) => {
    let length = 0
    const inflater = createInflateRaw()
    inflater
      .on('data', (piece: Buffer) => {
        length += piece.length
        if (length > bytesAtMost) inflater.destroy()
      })
      .on('close', () => resolve(length))
      // What is broken ends here; how much came out before it is what counts.
      .on('error', () => inflater.destroy())
    inflater.end(packedBytes)
  })
