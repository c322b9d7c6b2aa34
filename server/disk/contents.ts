import { Readable } from 'node:stream'
import type { Id } from '../../kernel/id.ts'
import type { Tx } from '../db/tx.ts'
import { type ByteRange, folderOf, type Storage } from '../storage/storage.ts'

/** Bytes in parts of one size, the last one shorter. */
export type Content = {
  readonly id: Id
  readonly sizeBytes: number
  readonly partBytes: number
  /** Of the day when the upload began, as in the name of its folder: 20261123. */
  readonly day: string
  readonly mime: string | null
  readonly preview: string | null
  readonly parts: readonly { readonly no: number; readonly sha256: string }[]
}

export const partCountOf = ({ sizeBytes, partBytes }: Pick<Content, 'sizeBytes' | 'partBytes'>): number => Math.ceil(sizeBytes / partBytes)

/** How many bytes a part has; parts are numbered from 1. */
export const partLengthOf = ({ sizeBytes, partBytes }: Pick<Content, 'sizeBytes' | 'partBytes'>, partNo: number): number =>
  Math.min(partBytes, sizeBytes - (partNo - 1) * partBytes)

export const diskFolderOf = (orgId: Id, day: string): string => `${folderOf(orgId)}/disk/${day}`

/** Where a part lies: under its own hash, so that no other bytes ever take its place. */
export const partPath = (orgId: Id, { id, day }: Pick<Content, 'id' | 'day'>, partNo: number, sha256: string): string =>
  `${diskFolderOf(orgId, day)}/${id}-${String(partNo).padStart(5, '0')}-${sha256.slice(0, 32)}.part`

export const smallPath = (orgId: Id, { id, day }: Pick<Content, 'id' | 'day'>): string => `${diskFolderOf(orgId, day)}/${id}-small.webp`

/** Undefined where there is none. */
export const readContent = async (tx: Tx, id: Id): Promise<Content | undefined> => {
  const [row] = await tx.query<{ size: string; part: string; day: string; mime: string | null; preview: string | null; hashes: string[] }>(
    `select c.size_bytes as size, c.part_bytes as part, c.day, c.mime, c.preview,
       array(select p.sha256 from disk_part p where p.org_id = $1 and p.content_id = $2 order by p.no) as hashes
     from disk_content c where c.org_id = $1 and c.id = $2 and c.parts_hash is not null`,
    [tx.orgId, id],
  )
  return (
    row && {
      id,
      sizeBytes: Number(row.size),
      partBytes: Number(row.part),
      day: row.day,
      mime: row.mime,
      preview: row.preview,
      parts: row.hashes.map((sha256, index) => ({ no: index + 1, sha256 })),
    }
  )
}

/** The bytes of a content, or some of them, part after part. Throws where one of its parts is gone. */
export const bytesOf = (storage: Storage, orgId: Id, content: Content, range?: ByteRange): Readable =>
  Readable.from(pieces(storage, orgId, content, range ?? { from: 0, to: content.sizeBytes - 1 }), { objectMode: false })

async function* pieces(storage: Storage, orgId: Id, content: Content, { from, to }: ByteRange): AsyncGenerator<Buffer> {
  for (const { no, sha256 } of content.parts) {
    const begins = (no - 1) * content.partBytes
    const length = partLengthOf(content, no)
    if (begins + length <= from || begins > to) continue
    const part = { from: Math.max(0, from - begins), to: Math.min(length - 1, to - begins) }
    const isWhole = part.from === 0 && part.to === length - 1
    const body = await storage.get(orgId, partPath(orgId, content, no, sha256), isWhole ? undefined : part)
    if (!body) throw new Error(`Part ${no} of the content ${content.id} is gone.`)
    yield* body.body
  }
}
