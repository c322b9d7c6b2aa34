import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { diskLinkPreview, diskPreview, type PreviewData } from '../../domain/disk/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { attempt, type Limit, networkOf } from '../access/guard.ts'
import { claimedOrganisation } from '../access/tokens.ts'
import { type App, type Call, handleOneByOne, handlePublic, type Handler, type OneByOne, wantedBy } from '../call.ts'
import type { Task } from '../heavy/children.ts'
import type { HeavyCaller } from '../heavy/heavy.ts'
import type { Worker } from '../jobs/jobs.ts'
import { zipEntries } from '../files/zip.ts'
import { NotFound } from '../httpError.ts'
import { bytesOf, type Content, readContent, smallPath } from './contents.ts'
import { linkedNode } from './links.ts'
import type { Drawn, Wish } from './lookingTask.ts'
import { requireNode } from './rights.ts'
import { lookJob } from './uploads.ts'

const previewTask: Task<Wish, Drawn> = { module: new URL('./lookingTask.ts', import.meta.url) }

/** A file larger than this is not looked into. */
const lookedBytesAtMost = 50 * 1024 * 1024
const tableBytesAtMost = 20 * 1024 * 1024
const textBytesAtMost = 256 * 1024
const entriesAtMost = 1000

/** Has a content looked at in a process of its own; `use` gets what came of it while it lies there. */
const lookAt = <R>(
  app: App,
  caller: HeavyCaller,
  content: Content,
  { wish, use }: { readonly wish: (path: string) => Wish; readonly use: (drawn: Drawn) => Promise<R> },
): Promise<R> =>
  app.spool.within(async (folder) => {
    const path = join(folder, 'content')
    await pipeline(bytesOf(app.storage, caller.orgId, content), createWriteStream(path, { mode: 0o640 }))
    return use(await app.heavy.inTurn('drawings', caller, (turn) => turn.run(previewTask, wish(path))))
  })

/** Draws small pictures of what was uploaded. */
export const lookWorker = (app: App): Worker => ({
  kind: lookJob,
  piece: async (database, { orgId, key }) => {
    const content = await database.reading(orgId, (tx) => readContent(tx, key))
    if (!content || content.preview !== 'picture' || content.sizeBytes > lookedBytesAtMost) return false
    const isDrawn = await lookAt(app, { orgId, uid: key }, content, {
      wish: (path) => ({ path, as: 'small' }),
      use: async ({ small }) => {
        if (small) await app.storage.take(orgId, smallPath(orgId, content), small, 'image/webp')
        return small !== undefined
      },
    })
    if (isDrawn)
      await database.inTransaction(orgId, (tx) =>
        tx.query('update disk_content set has_small = true where org_id = $1 and id = $2', [orgId, key]),
      )
    return false
  },
})

const previewOf = async (call: OneByOne, id: Id, version: number | undefined): Promise<PreviewData> => {
  const { session, inTransaction } = call
  const content = await inTransaction(async (tx) => {
    const node = await requireNode(tx, session, id)
    const [row] = await tx.query<{ content: Id }>(
      `select v.content_id as content from disk_version v join disk_node n on n.org_id = $1 and n.id = v.node_id
       where v.org_id = $1 and v.node_id = $2 and v.no = coalesce($3, n.version_no)`,
      [tx.orgId, node.id, version ?? null],
    )
    return row && readContent(tx, row.content)
  })
  if (!content) throw new NotFound()
  return lookInto(call.app, wantedBy(call), content)
}

/** What a text, a table or an archive says. Refused in words where it is none or too large. */
const lookInto = async (app: App, caller: HeavyCaller, content: Content): Promise<PreviewData> => {
  if (content.preview === 'text') {
    const length = Math.min(content.sizeBytes, textBytesAtMost)
    const bytes =
      length === 0
        ? Buffer.alloc(0)
        : Buffer.concat(await bytesOf(app.storage, caller.orgId, content, { from: 0, to: length - 1 }).toArray())
    return { kind: 'text', text: textOf(bytes), more: content.sizeBytes > length }
  }
  if (content.preview === 'archive') {
    const readAt = async (position: number, length: number): Promise<Buffer> => {
      const to = Math.min(position + length, content.sizeBytes) - 1
      return to < position
        ? Buffer.alloc(0)
        : Buffer.concat(await bytesOf(app.storage, caller.orgId, content, { from: position, to }).toArray())
    }
    const entries = await zipEntries(readAt, content.sizeBytes, entriesAtMost)
    return {
      kind: 'archive',
      entries: entries.slice(0, entriesAtMost).map(({ name, isUtf8, bytes }) => ({
        name: isUtf8 ? name.toString() : textOf(name),
        sizeBytes: bytes === 0xffffffff ? null : bytes,
      })),
      more: entries.length > entriesAtMost,
    }
  }
  if (content.preview !== 'table') return refuse('disk.preview', '这种文件不能预览，请下载后查看')
  if (content.sizeBytes > tableBytesAtMost) return refuse('disk.preview', '文件太大，不能预览，请下载后查看')
  const csv = content.mime === null
  return lookAt(app, caller, content, {
    wish: (path) => ({ path, as: 'table', csv }),
    use: async ({ sheets = [] }) => ({ kind: 'table', sheets }),
  })
}

/** UTF-8, even where it was cut in the middle of a sign, or else GB18030. */
const textOf = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** The same of a file that a link shows, for the person who has its pass: so often from one network, because reading it is work. */
const linkedPreview = async (
  { app, ip, signal }: Call,
  { token, pass, id }: { token: string; pass: string; id: Id },
): Promise<PreviewData> => {
  const orgId = claimedOrganisation(token)
  if (orgId === undefined) throw new NotFound()
  await attempt(app.database, linkLimit, networkOf(ip), '操作过于频繁，请稍后再试')
  const content = await app.database.reading(orgId, async (tx) => {
    const node = await linkedNode(tx, token, pass, id)
    return node?.contentId ? readContent(tx, node.contentId) : undefined
  })
  if (!content) throw new NotFound()
  return lookInto(app, wantedBy({ session: { orgId, uid: null }, signal }), content)
}
const linkLimit: Limit = { name: 'disk-link-preview', attempts: 120, windowSeconds: 600, lockSeconds: 120 }

export const lookHandlers: readonly Handler[] = [
  handleOneByOne(diskPreview, (call, { id, version }) => previewOf(call, id, version)),
  handlePublic(diskLinkPreview, linkedPreview),
]
