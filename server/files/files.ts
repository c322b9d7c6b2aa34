import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { uploadFile } from '../../domain/files/operations.ts'
import { inWords } from '../../domain/english/all.ts'
import { inUnits } from '../../kernel/bytes.ts'
import { storedPathPattern } from '../../kernel/fields/storedPath.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { lastOf } from '../../kernel/assert.ts'
import { refuse } from '../../kernel/refusal.ts'
import { handle, type App, type Handler, type Session, type SignedIn, type Upload, wantedBy } from '../call.ts'
import type { QueryTx } from '../db/tx.ts'
import type { Task } from '../heavy/children.ts'
import { bearerOf, type FindSession } from '../bearer.ts'
import type { Settings } from '../settings.ts'
import { NotFound, notSignedIn } from '../httpError.ts'
import type { FileContent } from './contentTask.ts'
import { fileTokenOf } from './cookie.ts'
import { type FileReaders, openedFile } from './scope.ts'
import { sendBytes } from './sendBytes.ts'
import { folderOf } from '../storage/storage.ts'

/**
 * Keeps an uploaded file for the caller's organisation, or for no one but him until something admits it; looked at when its turn has come. Refuses in words what is no file that we keep.
 * The connection of `tx` is taken at its first statement, after everything that takes long.
 */
export const keepFile = async (call: KeptFor, upload: Upload, { isPrivate = false }: { isPrivate?: boolean } = {}) => {
  const { app, session, tx } = call
  await requireRoom(call, app.database.severally(session.orgId))
  const content = await app.heavy.inTurn('drawings', wantedBy(call), (turn) => turn.run(lookingAtFile, upload))
  const { mime, sizeBytes, thumbnail } = content
  const base = `${dayFolderOf(session.orgId, new Date(app.database.now()))}/${randomBytes(15).toString('hex')}`
  const path = `${base}.${content.extension}`
  await Promise.all([
    app.storage.take(session.orgId, path, content.file, mime),
    thumbnail && app.storage.take(session.orgId, thumbnailOf(path), thumbnail, 'image/webp'),
  ])
  const name = shownName(upload.name)
  try {
    const insertion = tx.query(
      `insert into file (org_id, id, path, name, mime, size_bytes, sha256, uploaded_by, is_private)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [session.orgId, newId(), path, name, mime, sizeBytes, content.sha256, session.uid, isPrivate],
    )
    // Others may have taken the room meanwhile; now they wait until this one is in or out.
    await Promise.all([insertion, requireRoom(call, tx)])
  } catch (error) {
    await Promise.all([app.storage.remove(session.orgId, path), thumbnail && app.storage.remove(session.orgId, thumbnailOf(path))])
    throw error
  }
  return { path, name, mime, sizeBytes }
}

/** In whose organisation a file is kept, and who sent it; null: a person who is no one of it. */
type KeptFor = Pick<SignedIn, 'app' | 'tx' | 'signal'> & { readonly session: Pick<Session, 'orgId'> & { readonly uid: Id | null } }

/** Refuses where the organisation's files, and what is on its way besides, take more than they may. */
export const requireRoom = async ({ app }: { readonly app: Pick<App, 'settings'> }, queryTx: QueryTx, comingBytes = 0): Promise<void> => {
  const limitBytes = fileLimitBytes(app.settings)
  const [room] = await queryTx.query<{ used_bytes: string }>('select used_bytes from file_room where org_id = $1', [queryTx.orgId])
  const usedBytes = Number(room?.used_bytes ?? 0) + comingBytes
  if (limitBytes !== null && usedBytes > limitBytes)
    refuse('file.noRoom', '组织的文件空间已满（已用{used}，共{limit}），请联系管理员', {
      used: inUnits(usedBytes),
      limit: inUnits(limitBytes),
    })
}

/** What the files of one organisation may take; null: any number of bytes. */
export const fileLimitBytes = ({ filesGigabytes }: Settings): number | null => (filesGigabytes === 0 ? null : filesGigabytes * 1024 ** 3)

const lookingAtFile: Task<Upload, FileContent> = { module: new URL('./contentTask.ts', import.meta.url) }

/** Keeps bytes that came otherwise than as an upload. */
export const keepBytes = (call: KeptFor, name: string, bytes: Buffer, options: { isPrivate?: boolean } = {}) =>
  call.app.spool.within(async (folder) => {
    const path = join(folder, 'made')
    await writeFile(path, bytes)
    return keepFile(call, { name, path }, options)
  })

/** The folder of the storage that takes an organisation's files of a day. */
export const dayFolderOf = (orgId: Id, moment: Date): string =>
  `${folderOf(orgId)}/${moment.toISOString().slice(0, 10).replaceAll('-', '')}`

export const fileHandlers: readonly Handler[] = [
  handle(uploadFile, async (call, { scope }) => {
    const file = await keepFile(call, call.upload ?? refuse('file.none', '请选择要上传的文件'), { isPrivate: scope === 'private' })
    return { success: true as const, msg: inWords(call.language, '上传成功'), obj: file.path, attributes: null, file }
  }),
]

/**
 * GET /files/<path>, `?small` for the thumbnail: for signed-in people of the organisation that the file belongs to; a private file for those
 * whom `readers` allow at this moment. A picture in a page cannot send a header, so the session's token also counts in a cookie that the
 * browser sends to this path only.
 */
export const addFileRoute = (server: FastifyInstance, app: App, findSession: FindSession, readers: FileReaders = {}): void => {
  server.get<{ Params: { '*': string }; Querystring: { small?: string } }>('/files/*', { compress: false }, async (request, reply) => {
    const session = await fileSession(request, findSession)
    const path = request.params['*']
    if (!storedPathPattern.test(path)) throw new NotFound()
    const file = await app.database.reading(session.orgId, (tx) => openedFile(tx, session, readers, path))
    if (!file) throw new NotFound()
    const isSmall = file.mime.startsWith('image/') && request.query.small !== undefined
    const response = await sendBytes(request, reply, {
      name: file.name,
      mime: file.mime,
      sizeBytes: isSmall ? undefined : file.sizeBytes,
      tag: `${file.sha256}${isSmall ? '-small' : ''}`,
      askAgain: file.isPrivate,
      open: async (range) => {
        const small = isSmall ? await app.storage.get(session.orgId, thumbnailOf(path)) : undefined
        return small ? { ...small, mime: 'image/webp' } : app.storage.get(session.orgId, path, range)
      },
    })
    if (!response) throw new NotFound()
    return reply
  })
}

/** Who fetches a file, by a header or by the cookie for files. */
export const fileSession = async ({ headers }: FastifyRequest, findSession: FindSession): Promise<Session> => {
  const token = bearerOf(headers.authorization) ?? fileTokenOf(headers.cookie)
  const session = token === undefined ? undefined : await findSession(token)
  if (!session) throw notSignedIn()
  return session
}

/** Where the small picture of a stored picture lies. */
export const thumbnailOf = (path: string): string => path.replace(/\.\w+$/, '.small.webp')

/** What the client called it, without folders and signs that a file system or a header would stumble over. */
const shownName = (name: string): string => {
  const last = lastOf(name.split(/[\\/]/)).normalize('NFC')
  return (
    last
      .replace(/[\p{Cc}\p{Cf}"*:<>?|]/gu, '')
      .trim()
      .slice(0, 120) || '文件'
  )
}
