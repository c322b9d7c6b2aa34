import type { FastifyInstance } from 'fastify'
import { backPath } from './handlers.ts'

/** GET /api/sign-on/back: where a provider leads the person who has signed in; the page takes what it said from there. */
export const addBackRoute = (server: FastifyInstance): void => {
  server.get(backPath, async (request, reply) => {
    const query = request.url.split('?')[1] ?? ''
    return reply.header('cache-control', 'no-store').redirect(`/#/pages/signon?back=${encodeURIComponent(query.slice(0, 4000))}`, 302)
  })
}
