import type { FastifyInstance } from 'fastify'
import { bearerOf, type FindSession } from '../bearer.ts'
import type { App } from '../call.ts'
import { fileTokenOf } from '../files/cookie.ts'
import { rateLimit } from '../rateLimit.ts'
import { NotFound, notSignedIn } from '../httpError.ts'
import { NotAnswered } from './source.ts'

/** A screen of a large window has some forty tiles in two layers. */
const tilesPerMinute = 1500

/**
 * GET /map/tiles/<z>/<x>/<y>, `?names` for streets and places: for everyone signed in. A picture in a page cannot send a header, so the
 * session's token also counts in the cookie of this path. What the provider does not answer is a 503 that no one keeps.
 */
export const addTileRoute = (server: FastifyInstance, app: App, findSession: FindSession): void => {
  const limit = rateLimit(tilesPerMinute)
  server.get<{ Params: { z: string; x: string; y: string }; Querystring: { names?: string } }>(
    '/map/tiles/:z/:x/:y',
    async (request, reply) => {
      const token = bearerOf(request.headers.authorization) ?? fileTokenOf(request.headers.cookie)
      const session = token === undefined ? undefined : await findSession(token)
      if (!session) throw notSignedIn()
      const { tiles } = app.map
      const [z, x, y] = [request.params.z, request.params.x, request.params.y].map(wholeNumber) as [number, number, number]
      if (!tiles || !(z >= tiles.minZoom && z <= tiles.maxZoom && x < 2 ** z && y < 2 ** z)) throw new NotFound()
      limit(session.uid, app.database.now())
      const aborter = new AbortController()
      request.raw.once('close', () => aborter.abort())
      const tile = await tiles
        .read({ layer: request.query.names === undefined ? 'ground' : 'names', z, x, y }, aborter.signal)
        .catch((error: unknown) => {
          if (!(error instanceof NotAnswered)) throw error
          app.log.warn({ reason: error.message }, 'A tile of the map was not answered')
          return 'failed' as const
        })
      if (tile === 'failed') return reply.code(503).header('cache-control', 'no-store').send()
      if (!tile) throw new NotFound()
      return reply
        .header('cache-control', tile.keepSeconds > 0 ? `private, max-age=${tile.keepSeconds}` : 'no-store')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type(tile.type)
        .send(tile.bytes)
    },
  )
}

const wholeNumber = (text: string): number => (/^\d{1,7}$/.test(text) ? Number(text) : Number.NaN)
