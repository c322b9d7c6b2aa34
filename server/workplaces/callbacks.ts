import type { FastifyInstance } from 'fastify'
import { type WorkplaceName, workplaceNames } from '../../hosts/workplace.ts'
import type { App } from '../call.ts'
import { NotFound } from '../unanswered.ts'
import { writeDown } from './inbox.ts'
import { keepingOn } from './keeping.ts'

/**
 * GET and POST /api/workplaces/<chat>/callback: what a chat tells. It is written down and answered at once, because a chat waits for a second at
 * most; what is not the chat's is a 403 and nothing else. Told again it is one thing more to look at again, and no harm.
 */
export const addCallbackRoute = (server: FastifyInstance, app: Pick<App, 'database' | 'workplaces'>, told: () => void): void => {
  const { database, workplaces } = app
  void server.register(async (scope) => {
    // The body as it came: it is what was signed.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bodyBytesAtMost }, (_, body, done) => done(null, body))
    scope.route<{ Params: { chat: string }; Querystring: Record<string, unknown> }>({
      method: ['GET', 'POST'],
      url: '/api/workplaces/:chat/callback',
      handler: async (request, reply) => {
        const name = workplaceNames.find((each): each is WorkplaceName => each === request.params.chat)
        const workplace = name && workplaces.get(name)
        if (!workplace) throw new NotFound()
        const heard = workplace.hear({
          method: request.method === 'GET' ? 'GET' : 'POST',
          query: Object.fromEntries(
            Object.entries(request.query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
          ),
          body: typeof request.body === 'string' ? request.body : '',
        })
        if (!heard) return reply.code(403).send()
        const keeping = keepingOn(database, workplace.name)
        for (const each of heard.told) if (each.t === 'ticket') await keeping.writeSaid('ticket', each.ticket, each.atMs)
        const events = heard.told.filter(({ t }) => t !== 'ticket')
        if (events.length > 0) {
          await writeDown(database, workplace.name, events)
          told()
        }
        return reply.type(heard.answer.type).send(heard.answer.body)
      },
    })
  })
}

const bodyBytesAtMost = 1024 * 1024
