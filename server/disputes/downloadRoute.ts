import type { FastifyInstance } from 'fastify'
import { type Id, isId } from '../../kernel/id.ts'
import type { FindSession } from '../bearer.ts'
import type { App } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { fileSession } from '../files/files.ts'
import { sendBytes } from '../files/sendBytes.ts'
import { NotFound } from '../httpError.ts'
import { noteStep } from './disputes.ts'

/**
 * GET /files/disputes/<id>: what was taken out of conversations, for the two administrators who agreed on it, as long as they are some and it is
 * kept. Each fetching is written down before the first byte leaves; what goes on within an hour is the same one.
 */
export const addDisputeRoute = (server: FastifyInstance, app: App, findSession: FindSession): void => {
  server.get<{ Params: { id: string } }>('/files/disputes/:id', { compress: false }, async (request, reply) => {
    const session = await fileSession(request, findSession)
    const { id } = request.params
    if (!isId(id) || !session.codes.has('msgdispute:save')) throw new NotFound()
    const { orgId, uid } = session
    const file = await app.database.inTransaction(orgId, async (tx) => {
      const [row] = await tx.query<{ path: string; name: string; size: string; sha256: string }>(
        `select f.path, f.name, f.size_bytes as size, f.sha256 from dispute_export e join file f on f.org_id = $1 and f.path = e.file_path
         where e.org_id = $1 and e.id = $2 and e.state = 'done' and e.gone_at > $4 and $3::bigint in (e.asked_by, e.decided_by)`,
        [orgId, id, uid, new Date(tx.now()).toISOString()],
      )
      if (row && !(await hasJustFetched(tx, id, uid))) await noteStep(tx, id, { step: 'fetched', uid })
      return row
    })
    if (!file) throw new NotFound()
    const response = await sendBytes(request, reply, {
      name: file.name,
      mime: 'application/zip',
      sizeBytes: Number(file.size),
      tag: file.sha256,
      askAgain: true,
      asAttachment: true,
      open: (range) => app.storage.get(orgId, file.path, range),
    })
    if (!response) throw new NotFound()
    return reply
  })
}

const hasJustFetched = async (tx: Tx, id: Id, uid: Id): Promise<boolean> => {
  const [last] = await tx.query(
    `select 1 from dispute_export_step where org_id = $1 and export_id = $2 and step = 'fetched' and uid = $3 and at > $4 limit 1`,
    [tx.orgId, id, uid, new Date(tx.now() - 3_600_000).toISOString()],
  )
  return last !== undefined
}
