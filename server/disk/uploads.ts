import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { fileTypeFromBuffer } from 'file-type'
import { checkedName } from '../../domain/disk/name.ts'
import { previewOf } from '../../domain/disk/preview.ts'
import { diskUploadCancel, diskUploadFinish, diskUploadList, diskUploadOpen, type DiskUpload } from '../../domain/disk/operations.ts'
import { type Id, isId, newId } from '../../kernel/id.ts'
import { assertDefined, firstOf } from '../../kernel/assert.ts'
import { refuse } from '../../kernel/refusal.ts'
import { bearerOf, type FindSession } from '../bearer.ts'
import { handle, handleOneByOne, requireAllowed, type App, type Handler, type OneByOne, type Session, type SignedIn } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { jsonType, successEnvelope } from '../envelope.ts'
import { enqueue } from '../jobs/jobs.ts'
import type { SpooledFile } from '../storage/spool.ts'
import { malformed, NotFound, notSignedIn } from '../httpError.ts'
import { bytesOf, type Content, partCountOf, partLengthOf, partPath } from './contents.ts'
import { lockNode } from './nodeChanges.ts'
import { addVersion, freeNames, insertNodes, namesake } from './freeNames.ts'
import { requireNode, requireTarget } from './rights.ts'
import { lockSpaces, takeRoom } from './spaces.ts'
import { shownNode } from './nodes.ts'

/** An upload to which nothing came for so long is given up. */
const daysOpen = 7
const usualPartBytes = 8 * 1024 * 1024
const partsAtMost = 10_000

type Row = {
  id: Id
  uid: Id
  spaceId: Id
  parentId: Id
  name: string
  same: 'version' | 'number' | 'refuse'
  size: string
  partBytes: string
  day: string
  nodeId: Id | null
  doneAt: string | null
  until: string
  parts: number[]
}

/** A person's uploads: all that are under way, or one by id whatever became of it. */
const uploadsOf = (tx: Tx, uid: Id | null, id: Id | null): Promise<Row[]> =>
  tx.query<Row>(
    `select u.id, u.uid, u.space_id as "spaceId", u.parent_id as "parentId", u.name, u.same, u.size_bytes as size, c.part_bytes as "partBytes", c.day,
       u.node_id as "nodeId", u.done_at as "doneAt", u.until,
       array(select p.no from disk_part p where p.org_id = $1 and p.content_id = u.id order by p.no) as parts
     from disk_upload u join disk_content c on c.org_id = $1 and c.id = u.id
     where u.org_id = $1 and ($2::bigint is null or u.uid = $2) and case when $3::bigint is null then u.done_at is null else u.id = $3 end
     order by u.id desc limit 200`,
    [tx.orgId, uid, id],
  )

const uploadRow = ({ id, parentId, name, size, partBytes, parts, nodeId, doneAt, until }: Row): DiskUpload => ({
  id,
  parentId,
  name,
  sizeBytes: Number(size),
  partBytes: Number(partBytes),
  parts,
  state: doneAt === null ? 'open' : 'done',
  nodeId,
  until,
})

const ownUpload = async (tx: Tx, { uid }: Session, id: Id): Promise<Row> => {
  const [row] = await uploadsOf(tx, uid, id)
  if (!row) throw new NotFound()
  return row
}

type UploadInput = { readonly id: Id; readonly parentId: Id; readonly name: string; readonly sizeBytes: number; readonly same: Row['same'] }

const open = async (call: SignedIn, { id, parentId, name: typed, sizeBytes, same }: UploadInput): Promise<DiskUpload> => {
  const { tx, session, app } = call
  const name = checkedName(typed)
  const [there] = await uploadsOf(tx, null, id)
  if (there) {
    if (there.uid !== session.uid || there.parentId !== parentId || there.name !== name || Number(there.size) !== sizeBytes)
      refuse('disk.uploadChanged', '这个上传已经开始，但内容不同')
    return uploadRow(there)
  }
  const target = await lockNode(call, () => requireTarget(tx, session, parentId))
  if (same === 'refuse' && (await namesake(tx, parentId, name))) refuse('disk.taken', '这里已有“{name}”', { name })
  await takeRoom(tx, app, target.space, { bytes: sizeBytes, reserve: true })
  const partBytes = Math.max(usualPartBytes, Math.ceil(sizeBytes / partsAtMost))
  await tx.query('insert into disk_content (org_id, id, size_bytes, part_bytes, day) values ($1, $2, $3, $4, $5)', [
    tx.orgId,
    id,
    sizeBytes,
    partBytes,
    new Date(tx.now()).toISOString().slice(0, 10).replaceAll('-', ''),
  ])
  await tx.query(
    `insert into disk_upload (org_id, id, uid, space_id, parent_id, name, same, size_bytes, until)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(days => $9))`,
    [tx.orgId, id, session.uid, target.space.id, parentId, name, same, sizeBytes, daysOpen],
  )
  return uploadRow(await ownUpload(tx, session, id))
}

const finish = async ({ inTransaction, session, app }: OneByOne, id: Id) => {
  const upload = await inTransaction(async (tx) => {
    const row = await ownUpload(tx, session, id)
    const parts = await tx.query<{ no: number; sha256: string }>(
      'select no, sha256 from disk_part where org_id = $1 and content_id = $2 order by no',
      [tx.orgId, id],
    )
    return { row, parts }
  })
  const size = { sizeBytes: Number(upload.row.size), partBytes: Number(upload.row.partBytes) }
  const storedParts = new Set(upload.parts.map(({ no }) => no))
  const missing = Array.from({ length: partCountOf(size) }, (_, index) => index + 1).filter((partNo) => !storedParts.has(partNo))
  if (upload.row.doneAt === null && missing.length > 0) return { missing, node: null }
  const content: Content = { id, ...size, day: upload.row.day, mime: null, preview: null, parts: upload.parts }
  const mime = upload.row.doneAt === null ? await mimeOf(app, session.orgId, content) : null
  const nodeId = await inTransaction(async (tx) => {
    const row = await ownUpload(tx, session, id)
    if (row.doneAt !== null) return row.nodeId
    return settle({ tx, session, app }, row, content, mime)
  })
  const node = await inTransaction(async (tx) => {
    if (nodeId === null) throw new NotFound()
    return shownNode(tx, session, await requireNode(tx, session, nodeId))
  })
  return { missing: [], node }
}

/** Makes a node, or a version of one, of an upload that is all there. */
const settle = async (
  call: Pick<SignedIn, 'tx' | 'session' | 'app'>,
  row: Row,
  content: Content,
  mime: string | null,
): Promise<Id | null> => {
  const { tx, session, app } = call
  const { id, parentId, name, same } = row
  const target = await lockNode(call, () => requireTarget(tx, session, parentId))
  if (target.space.id !== row.spaceId) await lockSpaces(tx, app.settings, [target.space, { ...target.space, id: row.spaceId }])
  const [open] = await tx.query('select 1 from disk_upload where org_id = $1 and id = $2 and done_at is null for update', [tx.orgId, id])
  if (!open) return (await ownUpload(tx, session, id)).nodeId
  await release(tx, row)
  if (target.space.id !== row.spaceId) await takeRoom(tx, app, target.space, { bytes: content.sizeBytes, reserve: false })
  const preview = previewOf(mime, name)
  const hash = createHash('sha256')
  for (const { sha256 } of content.parts) hash.update(Buffer.from(sha256, 'hex'))
  await tx.query('update disk_content set parts_hash = $3, mime = $4, preview = $5 where org_id = $1 and id = $2', [
    tx.orgId,
    id,
    hash.digest('hex'),
    mime,
    preview,
  ])
  const sibling = await namesake(tx, parentId, name)
  if (sibling && same === 'refuse') refuse('disk.taken', '这里已有“{name}”', { name })
  const wholeFile = { id, sizeBytes: content.sizeBytes }
  // A file has the id of its first content, so an upload that was taken twice could not make two.
  const nodeId = sibling && same === 'version' && sibling.kind === 'file' ? sibling.id : id
  if (nodeId === id) {
    const freeName = firstOf(await freeNames(tx, parentId, [name]))
    await insertNodes(tx, session.uid, [{ id, spaceId: target.space.id, parentId, name: freeName, content: wholeFile }])
  } else await addVersion(tx, session.uid, { node: { id: nodeId, spaceId: target.space.id }, content: wholeFile })
  await tx.query('update disk_upload set done_at = now(), node_id = $3 where org_id = $1 and id = $2', [tx.orgId, id, nodeId])
  if (preview === 'picture') await enqueue(tx, { kind: lookJob, key: id })
  return nodeId
}

/** Puts bytes of our own where a person may put something, in the transaction of the call. */
export const putBytes = async (call: SignedIn, parentId: Id, name: string, bytes: Buffer): Promise<Id> => {
  const { tx, session, app } = call
  const id = newId()
  const upload = await open(call, { id, parentId, name, sizeBytes: bytes.length, same: 'number' })
  const parts: { no: number; sha256: string }[] = []
  const row = await ownUpload(tx, session, id)
  for (let partNo = 1; partNo <= partCountOf(upload); partNo++) {
    const part = bytes.subarray((partNo - 1) * upload.partBytes, partNo * upload.partBytes)
    const sha256 = createHash('sha256').update(part).digest('hex')
    await app.storage.put(session.orgId, partPath(session.orgId, row, partNo, sha256), part, 'application/octet-stream')
    await notePart(tx, id, { partNo, sha256, sizeBytes: part.length })
    parts.push({ no: partNo, sha256 })
  }
  const content: Content = { id, sizeBytes: bytes.length, partBytes: upload.partBytes, day: row.day, mime: null, preview: null, parts }
  return assertDefined(await settle(call, row, content, await mimeOf(app, session.orgId, content)), 'the node')
}

/** The kind of the job that draws the small picture of a content. */
export const lookJob = 'disk.look'

/** Gives back what an upload has reserved; its space is locked. */
const release = (tx: Tx, { spaceId, size }: Pick<Row, 'spaceId' | 'size'>): Promise<unknown> =>
  tx.query('update disk_space set reserved_bytes = reserved_bytes - $3 where org_id = $1 and id = $2', [tx.orgId, spaceId, size])

/** Gives uploads up that are not done: what they reserved is free, and their parts go when the day is over. */
export const giveUp = async (tx: Tx, ids: readonly Id[]): Promise<number> => {
  const spaces = await tx.query<{ id: Id }>(
    `select s.id from disk_space s where s.org_id = $1 and s.id in (select u.space_id from disk_upload u where u.org_id = $1 and u.id = any ($2::bigint[]))
     order by s.id for no key update`,
    [tx.orgId, ids],
  )
  if (spaces.length === 0) return 0
  const removedUploads = await tx.query<{ id: Id; spaceId: Id; size: string }>(
    `delete from disk_upload where org_id = $1 and id = any ($2::bigint[]) and done_at is null
     returning id, space_id as "spaceId", size_bytes as size`,
    [tx.orgId, ids],
  )
  for (const row of removedUploads) await release(tx, row)
  await tx.query('update disk_content set unused_since = now() where org_id = $1 and id = any ($2::bigint[])', [
    tx.orgId,
    removedUploads.map(({ id }) => id),
  ])
  return removedUploads.length
}

/** What the first bytes say that a file is; null where they say nothing. */
const mimeOf = async ({ storage }: App, orgId: Id, content: Content): Promise<string | null> => {
  if (content.sizeBytes === 0) return null
  const headBytes = bytesOf(storage, orgId, content, { from: 0, to: Math.min(sniffedBytes, content.sizeBytes) - 1 })
  return (await fileTypeFromBuffer(Buffer.concat(await headBytes.toArray())))?.mime ?? null
}
const sniffedBytes = 256 * 1024

export const uploadHandlers: readonly Handler[] = [
  handle(diskUploadOpen, (call, input) => open(call, input)),
  handleOneByOne(diskUploadFinish, (call, { id }) => finish(call, id)),
  handle(diskUploadCancel, async ({ tx, session }, { id }) => {
    const [row] = await uploadsOf(tx, session.uid, id)
    // One that was refused when it was opened, or is over, is as good as cancelled.
    if (!row) return { id }
    if (row.doneAt !== null) refuse('disk.uploadDone', '这个文件已经上传完成')
    await giveUp(tx, [id])
    return { id }
  }),
  handle(diskUploadList, async ({ tx, session }) => ({ list: (await uploadsOf(tx, session.uid, null)).map(uploadRow) })),
]

/**
 * PUT /api/netdisk/netdiskupload/part/<id>/<no>: a part of an upload as raw bytes. It goes to the disk and not through memory, is kept under
 * its own hash, and counts when all of it is there; so it may come again, from anywhere, and be cut off anywhere.
 */
export const addPartRoute = (server: FastifyInstance, app: App, findSession: FindSession): void => {
  void server.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', (_, body, finish) => finish(null, body))
    const config = { operation: { name: 'netdiskupload.part', reads: false } }
    scope.put<{ Params: { id: string; no: string } }>('/api/netdisk/netdiskupload/part/:id/:no', { config }, async (request, reply) => {
      const token = bearerOf(request.headers.authorization)
      const session = token === undefined ? undefined : await findSession(token)
      if (!session) throw notSignedIn()
      request.session = session
      requireAllowed(diskUploadFinish, session, app.database.now())
      const { id, no: written } = request.params
      const partNo = Number(written)
      if (!isId(id) || !/^[1-9]\d{0,4}$/.test(written)) throw new NotFound()
      const partHash = request.headers['x-part-sha256']
      if (partHash !== undefined && !/^[0-9a-f]{64}$/.test(String(partHash))) throw malformed('请求的格式有误')
      const row = await app.database.reading(session.orgId, (tx) => ownUpload(tx, session, id))
      const length = partLengthOf({ sizeBytes: Number(row.size), partBytes: Number(row.partBytes) }, partNo)
      if (length <= 0) throw new NotFound()
      const sha256 = await keepPart(app, session, {
        upload: row,
        partNo,
        length,
        body: request.body as NodeJS.ReadableStream,
        expectedHash: partHash as string | undefined,
      })
      return reply
        .type(jsonType)
        .send(successEnvelope({ answer: 'result', successCode: 0 }, { no: partNo, sha256 }, { msg: '', atMs: app.database.now() }))
    })
  })
}

type KeepPartInput = {
  readonly upload: Row
  readonly partNo: number
  readonly length: number
  readonly body: NodeJS.ReadableStream
  readonly expectedHash: string | undefined
}

const keepPart = async (app: App, session: Session, { upload, partNo, length, body, expectedHash }: KeepPartInput): Promise<string> => {
  const { orgId } = session
  const hash = createHash('sha256')
  const spooledFile: SpooledFile = await app.spool.receive(Readable.from(countBytes(body, hash, length), { objectMode: false }), orgId)
  try {
    const sha256 = hash.digest('hex')
    if (expectedHash !== undefined && expectedHash !== sha256) refuse('disk.partBroken', '这一部分在路上损坏了，请重新发送')
    if (upload.doneAt !== null) return sha256
    const path = partPath(orgId, upload, partNo, sha256)
    await app.storage.take(orgId, path, spooledFile.path, 'application/octet-stream')
    const outcome = await app.database.inTransaction(orgId, (tx) => notePart(tx, upload.id, { partNo, sha256, sizeBytes: length }))
    if (outcome === sha256) return sha256
    // Other bytes came before, or the upload is over. What is there under its own hash is no one else's.
    await app.storage.remove(orgId, path)
    if (outcome === undefined) throw new NotFound()
    return refuse('disk.partChanged', '这一部分先前收到的内容不同，请取消后重新上传')
  } finally {
    await app.spool.remove(spooledFile)
  }
}

/** The bytes of a part on their way, hashed as they pass; ends where more come than belong to it, or the line breaks. */
async function* countBytes(body: NodeJS.ReadableStream, hash: Hash, length: number): AsyncGenerator<Buffer> {
  let receivedBytes = 0
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      receivedBytes += piece.length
      if (receivedBytes > length) break
      hash.update(piece)
      yield piece
    }
  } catch {
    // Cut off on the way: the person who sent it sends it again.
    throw malformed('请求的格式有误')
  }
  if (receivedBytes !== length) throw malformed('请求的格式有误')
}

/** Writes down that a part is there; answers the hash that counts for it. Undefined where the upload is over. */
const notePart = async (
  tx: Tx,
  id: Id,
  { partNo, sha256, sizeBytes }: { readonly partNo: number; readonly sha256: string; readonly sizeBytes: number },
): Promise<string | undefined> => {
  const [upload] = await tx.query(
    'update disk_upload set until = now() + make_interval(days => $3) where org_id = $1 and id = $2 and done_at is null returning 1',
    [tx.orgId, id, daysOpen],
  )
  if (upload)
    await tx.query(
      'insert into disk_part (org_id, content_id, no, sha256, size_bytes) values ($1, $2, $3, $4, $5) on conflict (org_id, content_id, no) do nothing',
      [tx.orgId, id, partNo, sha256, sizeBytes],
    )
  const [part] = await tx.query<{ sha256: string }>('select sha256 from disk_part where org_id = $1 and content_id = $2 and no = $3', [
    tx.orgId,
    id,
    partNo,
  ])
  return part?.sha256
}
