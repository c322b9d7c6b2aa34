import { readFile, writeFile } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { lastOf } from '../../../kernel/assert.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { bytesAt, elsewhere, unpack, type ZipEntry, zipEntries } from '../../files/zip.ts'
import { uploadBytesAtMost } from '../../storage/spool.ts'
import { unpackedBytesAtMost } from './archive.ts'

/** Without `entry` the pictures that a file holds are told; with it that one is written to `to`. */
export type PictureWish =
  | { readonly path: string; readonly name: string }
  | { readonly path: string; readonly entry: number; readonly to: string }

/** The pictures of a file by their names, and what else is in it. A picture that is no archive has no entry. */
export type ArchivePictures = {
  readonly pictures: readonly { readonly name: string; readonly entry: number | null }[]
  readonly others: readonly string[]
}

export const run = async (wish: PictureWish): Promise<ArchivePictures> => {
  const bytes = await readFile(wish.path)
  return 'to' in wish ? takeOut(bytes, wish.entry, wish.to) : lookInto(bytes, wish.name)
}

const entriesAtMost = 2000

const lookInto = async (bytes: Buffer, name: string): Promise<ArchivePictures> => {
  if (await isPicture(bytes)) return { pictures: [{ name: baseOf(name), entry: null }], others: [] }
  const readAt = bytesAt(bytes)
  const entries = await zipEntries(readAt, bytes.length, entriesAtMost)
  if (entries.length === 0) refuse('import.noPictures', '请选择图片，或装有图片的 .zip 压缩包')
  const statedBytes = entries.reduce((sum, entry) => sum + (entry.bytes === elsewhere ? Infinity : entry.bytes), 0)
  if (entries.length > entriesAtMost || statedBytes > unpackedBytesAtMost)
    refuse('import.picturesTooLarge', '压缩包太大：最多{count}个文件，解开后不超过400MB，请分成几个', { count: entriesAtMost })
  const pictures: { name: string; entry: number }[] = []
  const otherNames: string[] = []
  for (const [index, entry] of entries.entries()) {
    const path = nameOf(entry)
    if (path.endsWith('/') || isOfSystem(path)) continue
    const content = await unpack(readAt, entry, uploadBytesAtMost)
    if (content && (await isPicture(content))) pictures.push({ name: baseOf(path), entry: index })
    else otherNames.push(baseOf(path))
  }
  if (pictures.length === 0) refuse('import.noPictures', '请选择图片，或装有图片的 .zip 压缩包')
  return { pictures, others: otherNames }
}

const takeOut = async (bytes: Buffer, entry: number, to: string): Promise<ArchivePictures> => {
  const readAt = bytesAt(bytes)
  const entryFound = (await zipEntries(readAt, bytes.length, entriesAtMost))[entry]
  const content = entryFound && (await unpack(readAt, entryFound, uploadBytesAtMost))
  if (!content) throw new Error(`The archive has no entry ${entry}.`)
  await writeFile(to, content)
  return { pictures: [], others: [] }
}

const isPicture = async (bytes: Buffer): Promise<boolean> =>
  (await fileTypeFromBuffer(bytes.subarray(0, 4100)))?.mime.startsWith('image/') ?? false

/** Names are in UTF-8 where they say so or can be; else as Chinese systems write them. */
const nameOf = ({ name, isUtf8 }: ZipEntry): string => {
  if (isUtf8) return name.toString('utf8')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(name)
  } catch {
    return new TextDecoder('gb18030').decode(name)
  }
}

const baseOf = (path: string): string => lastOf(path.split(/[\\/]/)).normalize('NFC').slice(0, 120)

/** What systems put beside files. */
const isOfSystem = (path: string): boolean => /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(path)
