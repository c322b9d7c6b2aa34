import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ZipFile } from 'yazl'
import { diskZip } from '../../domain/disk/operations.ts'
import { type Id, isId } from '../../kernel/id.ts'
import { dayAt } from '../../kernel/day.ts'
import { inUnits } from '../../kernel/bytes.ts'
import { assertDefined, firstOf } from '../../kernel/assert.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { FindSession } from '../bearer.ts'
import { handle, type App, type Handler, type Session } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { fileSession } from '../files/files.ts'
import { sendBytes } from '../files/sendBytes.ts'
import { claimedOrganisation } from '../access/tokens.ts'
import { NotFound } from '../httpError.ts'
import { bytesOf, readContent, smallPath } from './contents.ts'
import { requireNodes, type VisibleNode } from './rights.ts'
import { linkedNode } from './links.ts'

type Query = { version?: string; small?: string; download?: string; pass?: string; ids?: string }

/** A version of a file; the present one where none is named. Undefined where it is no file, or has none such. */
const contentOf = async (tx: Tx, node: Pick<VisibleNode, 'id' | 'contentId'>, version?: number): Promise<Id | undefined> => {
  if (version === undefined) return node.contentId ?? undefined
  const [row] = await tx.query<{ content: Id }>(
    'select content_id as content from disk_version where org_id = $1 and node_id = $2 and no = $3',
    [tx.orgId, node.id, version],
  )
  return row?.content
}

const send = async (
  request: FastifyRequest,
  reply: FastifyReply,
  app: App,
  { orgId, name, contentId }: { readonly orgId: Id; readonly name: string; readonly contentId: Id },
): Promise<FastifyReply> => {
  const query = request.query as Query
  const content = await app.database.reading(orgId, (tx) => readContent(tx, contentId))
  if (!content) throw new NotFound()
  const isSmall = query.small !== undefined
  const response = await sendBytes(request, reply, {
    name,
    mime: isSmall ? 'image/webp' : (content.mime ?? 'application/octet-stream'),
    sizeBytes: isSmall ? undefined : content.sizeBytes,
    tag: `${content.id}${isSmall ? '-small' : ''}`,
    askAgain: true,
    asAttachment: query.download !== undefined,
    open: async (range) =>
      isSmall
        ? app.storage.get(orgId, smallPath(orgId, content))
        : { body: bytesOf(app.storage, orgId, content, range), sizeBytes: content.sizeBytes },
  })
  if (!response) throw new NotFound()
  return reply
}

type Entry = { path: string; contentId: Id | null; sizeBytes: number; changedAt: string }

export const zipFilesAtMost = 20_000
export const zipBytesAtMost = 10 * 1024 ** 3

/** The files and folders below nodes, with their paths in an archive. Refuses in words what is too much. */
const entriesOf = async (tx: Tx, nodes: readonly Pick<VisibleNode, 'id'>[]): Promise<Entry[]> => {
  const rows = await tx.query<Omit<Entry, 'sizeBytes'> & { size: string }>(
    `with recursive below (id, path, depth) as (
       select n.id, n.name, 0 from disk_node n where n.org_id = $1 and n.id = any ($2::bigint[])
       union all
       select c.id, case when b.path = '' then c.name else b.path || '/' || c.name end, b.depth + 1
       from below b join disk_node c on c.org_id = $1 and c.parent_id = b.id and c.trashed_at is null
     )
     select b.path, n.content_id as "contentId", n.size_bytes as size, n.changed_at as "changedAt"
     from below b join disk_node n on n.org_id = $1 and n.id = b.id where b.path <> '' order by b.depth, b.path limit $3`,
    [tx.orgId, nodes.map(({ id }) => id), zipFilesAtMost + 1],
  )
  const entries = rows.map(({ size, ...row }) => ({ ...row, sizeBytes: Number(size) }))
  if (entries.length > zipFilesAtMost) refuse('disk.zip', '一次最多打包{max}个文件', { max: zipFilesAtMost })
  if (entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > zipBytesAtMost)
    refuse('disk.zip', '一次最多打包{max}', { max: inUnits(zipBytesAtMost) })
  return entries
}

/** An archive that is written while it is fetched: each file is opened when its turn comes, so none waits in memory. */
const zipOf = (app: App, orgId: Id, entries: readonly Entry[]): NodeJS.ReadableStream => {
  const zip = new ZipFile()
  const usedNames = new Set<string>()
  const fail = (error: unknown) => (zip.outputStream as Readable).destroy(error as Error)
  zip.on('error', fail)
  for (const { path, contentId, sizeBytes, changedAt } of entries) {
    // Two of one name were picked from different folders.
    let name = path
    for (let number = 2; usedNames.has(name); number++) name = path.replace(/(\.[^./]*)?$/, ` (${number})$1`)
    usedNames.add(name)
    const mtime = new Date(changedAt)
    if (contentId === null) zip.addEmptyDirectory(name, { mtime })
    else if (sizeBytes === 0) zip.addBuffer(Buffer.alloc(0), name, { mtime })
    else
      zip.addReadStreamLazy(name, { mtime, compress: false, size: sizeBytes }, (readStream) => {
        app.database
          .reading(orgId, (tx) => readContent(tx, contentId))
          .then((content) => readStream(null, bytesOf(app.storage, orgId, assertDefined(content, 'the content'))))
          .catch((error) => readStream(error, Readable.from([])))
      })
  }
  zip.end()
  return zip.outputStream
}

const idsIn = (text: string | undefined): Id[] => {
  const ids = (text ?? '').split(',')
  if (ids.length > 200 || !ids.every(isId)) throw new NotFound()
  return ids
}

const versionIn = (text: string | undefined): number | undefined => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined)

const readable = (app: App, session: Session, ids: readonly Id[]): Promise<VisibleNode[]> =>
  app.database.reading(session.orgId, (tx) => requireNodes(tx, session, ids))

/**
 * GET /files/disk/<id>, with `version`, `small`, `download` and Range; /files/disk/zip?ids=…; /files/disk/link/<token>/<id>?pass=… for the person who
 * has the link. Rights are asked at every request.
 */
export const addDiskRoutes = (server: FastifyInstance, app: App, findSession: FindSession): void => {
  server.get<{ Params: { id: string }; Querystring: Query }>('/files/disk/:id', { compress: false }, async (request, reply) => {
    const session = await fileSession(request, findSession)
    const { id } = request.params
    if (!isId(id)) throw new NotFound()
    const node = firstOf(await readable(app, session, [id]))
    const version = versionIn(request.query.version)
    const content = await app.database.reading(session.orgId, (tx) => contentOf(tx, node, version))
    if (content === undefined) throw new NotFound()
    return send(request, reply, app, { orgId: session.orgId, name: node.name, contentId: content })
  })
  server.get<{ Querystring: Query }>('/files/disk/zip', { compress: false }, async (request, reply) => {
    const session = await fileSession(request, findSession)
    const nodes = await readable(app, session, idsIn(request.query.ids))
    const entries = await app.database.reading(session.orgId, (tx) => entriesOf(tx, nodes))
    const [first] = nodes
    const name = `${(nodes.length === 1 && first?.name) || dayAt(app.database.now())}.zip`
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .type('application/zip')
      .send(zipOf(app, session.orgId, entries))
  })
  server.get<{ Params: { token: string; id: string }; Querystring: Query }>(
    '/files/disk/link/:token/:id',
    { compress: false },
    async (request, reply) => {
      const { token, id } = request.params
      const orgId = claimedOrganisation(token)
      if (orgId === undefined || !isId(id)) throw new NotFound()
      const node = await app.database.reading(orgId, (tx) => linkedNode(tx, token, request.query.pass ?? '', id))
      if (!node?.contentId) throw new NotFound()
      return send(request, reply, app, { orgId, name: node.name, contentId: node.contentId })
    },
  )
}

export const fetchingHandlers: readonly Handler[] = [
  handle(diskZip, async ({ tx, session }, { ids }) => {
    const entries = await entriesOf(tx, await requireNodes(tx, session, ids))
    return {
      files: entries.filter(({ contentId }) => contentId !== null).length,
      sizeBytes: entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    }
  }),
]
