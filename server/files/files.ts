import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { uploadFile } from '../../domain/operations/files.ts'
import { inWords } from '../../domain/english/all.ts'
import { storedPathPattern } from '../../kernel/field.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { handle, type App, type Handler, type SignedIn, type Upload } from '../call.ts'
import { bearerOf, type FindSession } from '../http.ts'
import { NotFound, notSignedIn } from '../unanswered.ts'
import { readContent } from './content.ts'
import { fileTokenOf } from './cookie.ts'

/** Keeps an uploaded file for the caller's organisation. Refuses in words what is no file that we keep. */
export const keepFile = async ({ app, session, tx }: SignedIn, upload: Upload) => {
  const { bytes, mime, extension, thumbnail } = await readContent(upload.bytes, upload.name)
  const base = `${dayFolderOf(session.orgId, new Date())}/${randomBytes(15).toString('hex')}`
  const path = `${base}.${extension}`
  await Promise.all([app.storage.put(path, bytes, mime), thumbnail && app.storage.put(thumbnailOf(path), thumbnail, 'image/webp')])
  const name = shownName(upload.name)
  await tx.query(
    'insert into file (org_id, id, path, name, mime, size_bytes, sha256, uploaded_by) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [session.orgId, newId(), path, name, mime, bytes.length, createHash('sha256').update(bytes).digest('hex'), session.uid],
  )
  return { path, name, mime, sizeBytes: bytes.length }
}

/** The folder of the storage that takes an organisation's files of a day. */
export const dayFolderOf = (orgId: Id, moment: Date): string =>
  `${BigInt(orgId).toString(36)}/${moment.toISOString().slice(0, 10).replaceAll('-', '')}`

export const fileHandlers: readonly Handler[] = [
  handle(uploadFile, async (call) => {
    const file = await keepFile(call, call.upload ?? refuse('file.none', '请选择要上传的文件'))
    return { success: true as const, msg: inWords(call.language, '上传成功'), obj: file.path, attributes: null, file }
  }),
]

/**
 * GET /files/<path>, `?small` for the thumbnail: for the signed-in of the organisation that the file belongs to. A picture in a page
 * cannot send a header, so the session's token also counts in a cookie that the browser sends to this path only.
 */
export const addFileRoute = (server: FastifyInstance, app: App, findSession: FindSession): void => {
  server.get<{ Params: { '*': string }; Querystring: { small?: string } }>('/files/*', async (request, reply) => {
    const token = bearerOf(request.headers.authorization) ?? fileTokenOf(request.headers.cookie)
    const session = token === undefined ? undefined : await findSession(token)
    if (!session) throw notSignedIn()
    const path = request.params['*']
    if (!storedPathPattern.test(path)) throw new NotFound()
    const [file] = await app.database.reading(session.orgId, (tx) =>
      tx.query<{ name: string; mime: string }>('select name, mime from file where org_id = $1 and path = $2', [session.orgId, path]),
    )
    if (!file) throw new NotFound()
    const isPicture = file.mime.startsWith('image/')
    const small = isPicture && request.query.small !== undefined
    const found = (small ? await app.storage.get(thumbnailOf(path)) : undefined) ?? (await app.storage.get(path))
    if (!found) throw new NotFound()
    // The name is random and its content never changes.
    return reply
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('content-disposition', `${isPicture ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type(small ? 'image/webp' : file.mime)
      .send(found.body)
  })
}

const thumbnailOf = (path: string): string => path.replace(/\.\w+$/, '.small.webp')

/** What the client called it, without folders and signs that a file system or a header would stumble over. */
const shownName = (name: string): string => {
  const last = name.split(/[\\/]/).at(-1)!.normalize('NFC')
  return (
    last
      .replace(/[\p{Cc}\p{Cf}"*:<>?|]/gu, '')
      .trim()
      .slice(0, 120) || '文件'
  )
}
