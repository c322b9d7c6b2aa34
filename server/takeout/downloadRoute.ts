import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { dayAt } from '../../kernel/day.ts'
import { type Id, isId } from '../../kernel/id.ts'
import type { App } from '../call.ts'
import { fileSession } from '../files/files.ts'
import type { FindSession } from '../bearer.ts'
import { NotFound } from '../httpError.ts'
import { type TakeoutArchive, piecePath } from './takeoutWork.ts'

/**
 * GET /files/takeouts/<id>: the whole organisation, for the person who may ask for it. The browser writes it to the disk while it comes, which
 * only a link can do; so the session's token counts in the cookie that pictures have.
 */
export const addTakeoutRoute = (server: FastifyInstance, app: App, findSession: FindSession): void => {
  server.get<{ Params: { id: string } }>('/files/takeouts/:id', async (request, reply) => {
    const session = await fileSession(request, findSession)
    const { id } = request.params
    if (!isId(id) || !session.codes.has('sysoperation:takeout')) throw new NotFound()
    const { orgId } = session
    const [takeout] = await app.database.reading(orgId, (tx) =>
      tx.query<TakeoutArchive & { bytes: string; name: string; at: string }>(
        `select t.id, t.attempt, t.pieces, t.size_bytes as bytes, o.name, t.done_at as at from takeout t join organisation o on o.org_id = $1
         where t.org_id = $1 and t.id = $2 and t.state = 'done' and t.done_at is not null and t.gone_at > now()`,
        [orgId, id],
      ),
    )
    if (!takeout) throw new NotFound()
    app.log.info({ orgId, uid: session.uid, takeout: id }, 'A takeout of the whole organisation was fetched')
    const name = `${takeout.name}-${dayAt(Date.parse(takeout.at))}.zip`
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .header('content-length', takeout.bytes)
      .type('application/zip')
      .send(Readable.from(piecesOf(app, orgId, takeout), { objectMode: false }))
  })
}

async function* piecesOf({ storage }: App, orgId: Id, archive: TakeoutArchive): AsyncGenerator<Buffer> {
  for (let number = 1; number <= archive.pieces; number++) {
    const piece = await storage.get(orgId, piecePath(orgId, archive, number))
    if (!piece) throw new Error(`The piece ${number} of the takeout ${archive.id} is gone.`)
    yield* piece.body
  }
}
