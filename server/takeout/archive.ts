import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'
import { deflatedMethod, elsewhere, storedMethod, unpack, zipEntries } from '../files/zip.ts'

/** Thrown where a file is not a takeout that can be taken in; the message is a sentence that names the part. */
export class TakeoutRefused extends Error {}

/** The file is not what was made; `what` is a sentence that says in which part. */
export const refuseDamaged = (what: string): TakeoutRefused =>
  new TakeoutRefused(`${what} The file is damaged or was changed: copy it again from where it was made, or take the organisation out anew.`)

/** What one part may be when it is unpacked. Parts are written whole, so that neither writer nor reader ever holds more. */
export const partBytesAtMost = 64 * 1024 * 1024

/** Where the bytes of an archive go, one after the other. */
export type Sink = (bytes: Buffer) => Promise<void>

export type ArchiveWriter = {
  /** Writes one part. `packs` is false for what is packed already, as pictures are. */
  readonly add: (name: string, bytes: Buffer, packs?: boolean) => Promise<void>
  /** Writes the directory; answers how long the whole archive is. */
  readonly end: () => Promise<number>
}

/** Writes a zip file from front to back. Every size is known before its part, so nothing is ever gone back to. */
export const writeArchive = (sink: Sink, moment: Date): ArchiveWriter => {
  const entries: Entry[] = []
  const time = dosTime(moment)
  let offset = 0
  const write = async (bytes: Buffer): Promise<void> => {
    await sink(bytes)
    offset += bytes.length
  }
  return {
    add: async (name, bytes, packs = true) => {
      if (bytes.length > partBytesAtMost) throw new Error(`${name} is too large for one part.`)
      const packedBytes = packs ? await deflate(bytes) : bytes
      const entry: Entry = {
        name,
        time,
        method: packs ? deflatedMethod : storedMethod,
        crc: crc32(bytes),
        packedBytes: packedBytes.length,
        bytes: bytes.length,
        offset,
      }
      entries.push(entry)
      await write(localHeader(entry))
      await write(packedBytes)
    },
    end: async () => {
      const begins = offset
      for (const entry of entries) await write(directoryEntry(entry))
      await write(directoryEnd(entries.length, begins, offset - begins))
      return offset
    },
  }
}

export type ArchiveReader = {
  readonly names: ReadonlySet<string>
  /** One part, unpacked. Throws TakeoutRefused where it is not there or broken. */
  readonly read: (name: string) => Promise<Buffer>
}

/**
 * Opens a zip file that `writeArchive` made. Its parts follow each other without a gap and none lies in another one; none is larger than
 * a part may be, and all of them together are not far more than the file: so nothing small unpacks to something endless.
 */
export const openArchive = async (file: FileHandle): Promise<ArchiveReader> => {
  const { size } = await file.stat()
  const readAt = async (position: number, length: number): Promise<Buffer> => {
    const bytes = Buffer.alloc(length)
    const { bytesRead } = await file.read(bytes, 0, length, position)
    if (bytesRead !== length) throw notWhole()
    return bytes
  }
  const zippedEntries = (await zipEntries(readAt, size)).map((entry) => ({ ...entry, name: entry.name.toString() }))
  const entries = new Map(zippedEntries.map((entry) => [entry.name, entry]))
  let expected = 0
  let bytes = 0
  for (const entry of zippedEntries) {
    if (entry.offset !== expected || entry.bytes > partBytesAtMost)
      throw refuseDamaged(`The part ${entry.name} does not lie where it should.`)
    expected += localHeader(entry).length + entry.packedBytes
    bytes += entry.bytes
  }
  // A directory that is ours is the same to the byte.
  const directory = Buffer.concat(zippedEntries.map(directoryEntry))
  const end = Buffer.concat([directory, directoryEnd(zippedEntries.length, expected, directory.length)])
  if (
    zippedEntries.length === 0 ||
    entries.size !== zippedEntries.length ||
    expected + end.length !== size ||
    !end.equals(await readAt(expected, end.length))
  )
    throw notWhole()
  if (bytes > size * timesPackedAtMost) throw new TakeoutRefused('The file unpacks to far more than a takeout does.')
  return {
    names: new Set(entries.keys()),
    read: async (name) => {
      const entry = entries.get(name)
      if (!entry) throw refuseDamaged(`The part ${name} is missing.`)
      const header = localHeader(entry)
      const isOurs = (await readAt(entry.offset, header.length)).equals(header)
      const bytes = isOurs ? await unpack(readAt, entry, partBytesAtMost) : undefined
      if (!bytes) throw refuseDamaged(`The part ${name} was changed.`)
      return bytes
    },
  }
}

type Entry = {
  readonly name: string
  readonly time: number
  readonly method: number
  readonly crc: number
  readonly packedBytes: number
  readonly bytes: number
  readonly offset: number
}

const deflate = promisify<Buffer, Buffer>(deflateRaw)

/** Rows that repeat themselves pack well, though never like this. */
const timesPackedAtMost = 300

const notWhole = () => refuseDamaged('The file is not a takeout, or not all of it is there.')

const dosTime = (moment: Date): number =>
  ((((moment.getUTCFullYear() - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate()) * 0x10000 +
    ((moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1))) >>>
  0

/** From the version needed to the length of the name: the same in both headers. */
const common = ({ name, time, method, crc, packedBytes, bytes }: Entry): Buffer => {
  const fields = Buffer.alloc(24)
  fields.writeUInt16LE(versionNeeded, 0)
  fields.writeUInt16LE(utf8Names, 2)
  fields.writeUInt16LE(method, 4)
  fields.writeUInt32LE(time, 6)
  fields.writeUInt32LE(crc, 10)
  fields.writeUInt32LE(packedBytes, 14)
  fields.writeUInt32LE(bytes, 18)
  fields.writeUInt16LE(Buffer.byteLength(name), 22)
  return fields
}
const versionNeeded = 45
const utf8Names = 0x0800

const localHeader = (entry: Entry): Buffer =>
  Buffer.concat([Buffer.from('504b0304', 'hex'), common(entry), Buffer.alloc(2), Buffer.from(entry.name)])

const directoryEntry = (entry: Entry): Buffer => {
  const far = entry.offset >= elsewhere
  const extra = Buffer.alloc(far ? 12 : 0)
  if (far) {
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(8, 2)
    extra.writeBigUInt64LE(BigInt(entry.offset), 4)
  }
  const tail = Buffer.alloc(16)
  tail.writeUInt16LE(extra.length, 0)
  tail.writeUInt32LE(far ? elsewhere : entry.offset, 12)
  const madeBy = Buffer.alloc(2)
  madeBy.writeUInt16LE(versionNeeded, 0)
  return Buffer.concat([Buffer.from('504b0102', 'hex'), madeBy, common(entry), tail, Buffer.from(entry.name), extra])
}

/** The end in the words of Zip64, which hold any number, and the old one after it, by which everyone finds it. */
const directoryEnd = (count: number, begins: number, bytes: number): Buffer => {
  const end = Buffer.alloc(56 + 20 + 22)
  end.write('504b0606', 0, 'hex')
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(versionNeeded, 12)
  end.writeUInt16LE(versionNeeded, 14)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(bytes), 40)
  end.writeBigUInt64LE(BigInt(begins), 48)
  end.write('504b0607', 56, 'hex')
  end.writeBigUInt64LE(BigInt(begins + bytes), 56 + 8)
  end.writeUInt32LE(1, 56 + 16)
  end.write('504b0506', 76, 'hex')
  end.writeUInt16LE(Math.min(count, 0xffff), 76 + 8)
  end.writeUInt16LE(Math.min(count, 0xffff), 76 + 10)
  end.writeUInt32LE(Math.min(bytes, elsewhere), 76 + 12)
  end.writeUInt32LE(Math.min(begins, elsewhere), 76 + 16)
  return end
}
