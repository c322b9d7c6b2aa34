import { posix } from 'node:path'
import { refuse } from '../../../kernel/refusal.ts'
import { bytesAt, unpack, type ZipEntry, zipEntries } from '../../files/zip.ts'
import { type Element, parseXml, refuseUnreadable } from './xml.ts'

/** The parts of an OFD file (GB/T 33190), a zip archive, by their paths without a slash at the beginning. */
export type OfdParts = {
  readonly has: (path: string) => boolean
  readonly paths: readonly string[]
  /** The bytes of a part; undefined where it is not there. Refuses what is broken. */
  readonly bytesOf: (path: string) => Promise<Buffer | undefined>
  readonly xmlOf: (path: string) => Promise<Element | undefined>
}

const entriesAtMost = 500
const partBytesAtMost = 32 * 1024 * 1024
const allBytesAtMost = 96 * 1024 * 1024

/**
 * Opens an archive. Refuses more parts or bytes than an invoice has, by what the archive says of itself and by what comes out, two parts of one name,
 * of which one reader would take the first and another the last, and paths that lead outside.
 */
export const openOfd = async (file: Buffer): Promise<OfdParts> => {
  const readAt = bytesAt(file)
  const entries = await zipEntries(readAt, file.length, entriesAtMost)
  if (entries.length === 0) refuseUnreadable()
  if (entries.length > entriesAtMost) refuseTooLarge()
  const byPath = new Map<string, ZipEntry>()
  for (const entry of entries) {
    const path = entry.name.toString('utf8').replaceAll('\\', '/').replace(/^\/+/, '')
    if (path.endsWith('/')) continue
    if (path.split('/').includes('..') || byPath.has(path.toLowerCase())) refuseUnreadable()
    byPath.set(path.toLowerCase(), entry)
  }
  if ([...byPath.values()].reduce((sum, { bytes }) => sum + bytes, 0) > allBytesAtMost) refuseTooLarge()
  const bytesOf = async (path: string): Promise<Buffer | undefined> => {
    const entry = byPath.get(path.toLowerCase())
    if (!entry) return undefined
    if (entry.bytes > partBytesAtMost) return refuseTooLarge()
    return (await unpack(readAt, entry, partBytesAtMost)) ?? refuseUnreadable()
  }
  return {
    has: (path) => byPath.has(path.toLowerCase()),
    paths: [...byPath.values()].map(({ name }) => name.toString('utf8').replaceAll('\\', '/').replace(/^\/+/, '')),
    bytesOf,
    xmlOf: async (path) => {
      const bytes = await bytesOf(path)
      return bytes && parseXml(bytes)
    },
  }
}

const refuseTooLarge = (): never => refuse('invoice.tooLarge', '文件太大或嵌套太深，不像电子发票，没有读取')

/** Where a part is that another names: from the root, or beside the one that names it. */
export const pathFrom = (namedBy: string, path: string): string =>
  path.startsWith('/') ? path.replace(/^\/+/, '') : posix.join(posix.dirname(namedBy), path)

/** The first of the places that a named part may stand in: writers differ in what a path begins from. */
export const existingPath = (parts: OfdParts, folders: readonly string[], path: string): string | undefined =>
  folders.map((folder) => pathFrom(`${folder}/x`, path)).find(parts.has)
