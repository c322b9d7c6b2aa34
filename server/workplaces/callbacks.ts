import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Delivery, type Heard, type WorkplaceName, workplaceNames } from '../../hosts/workplace.ts'
import { isWithinBounds } from '../../kernel/jsonBounds.ts'
import type { App } from '../call.ts'
import type { Database } from '../db/pool.ts'
import { NotFound, tooManyValues } from '../httpError.ts'
import { writeDown } from './inbox.ts'
import { keepingOn } from './sharedKeeping.ts'

/**
 * GET and POST /api/workplaces/<chat>/callback: what a chat tells. It is written down and answered at once, because a chat waits for a second at
 * most; what is not the chat's, or was signed long ago, is a 403 and nothing else. The same request again is answered and changes nothing.
 * What is not understood is no success: the chat tells it again, and the log names it.
 */
export const addCallbackRoute = (
  server: FastifyInstance,
  app: Pick<App, 'database' | 'log' | 'workplaces'>,
  onEvents: () => void,
): void => {
  const { database, log, workplaces } = app
  void server.register(async (scope) => {
    // The body as it came: it is what was signed.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bodyBytesAtMost }, (_, body, finish) => finish(null, body))
    scope.route<{ Params: { chat: string }; Querystring: Record<string, unknown> }>({
      method: ['GET', 'POST'],
      url: '/api/workplaces/:chat/callback',
      handler: async (request, reply) => {
        const name = workplaceNames.find((workplaceName): workplaceName is WorkplaceName => workplaceName === request.params.chat)
        const workplace = name && workplaces.get(name)
        if (!workplace) throw new NotFound()
        const body = typeof request.body === 'string' ? request.body : ''
        if (!isWithinBounds(body)) throw tooManyValues()
        const heard = workplace.hear({
          method: request.method === 'GET' ? 'GET' : 'POST',
          query: Object.fromEntries(
            Object.entries(request.query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
          ),
          headers: Object.fromEntries(
            Object.entries(request.headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
          ),
          body,
        })
        if (!heard) return reply.code(403).send()
        if ('notUnderstood' in heard) {
          log.error({ chat: workplace.name, kind: heard.notUnderstood }, 'A chat says what is not understood')
          return reply.code(400).send()
        }
        if (isStale(heard, database.now())) return reply.code(403).send()
        const key = heard.delivery && deliveryKey(workplace.name, heard.delivery)
        if (key !== undefined && (await wasHeard(database, key))) return reply.type(heard.answer.type).send(heard.answer.body)
        const store = keepingOn(database, workplace.name)
        for (const event of heard.told) if (event.t === 'ticket') await store.writeSaid(event.place, event.ticket, event.atMs)
        const events = heard.told.filter(({ t }) => t !== 'ticket')
        if (events.length > 0) {
          await writeDown(database, workplace.name, events)
          onEvents()
        }
        if (key !== undefined)
          await rememberDelivery(database, key, heard.delivery?.atMs === undefined ? untimedSeconds : (2 * deliveryMsAtMost) / 1000)
        return reply.type(heard.answer.type).send(heard.answer.body)
      },
    })
  })
}

/** A signature says when it was made: what is older, or ahead of the clocks, was overheard. */
const deliveryMsAtMost = 10 * 60_000
const isStale = ({ delivery }: Heard, now: number): boolean =>
  delivery?.atMs !== undefined && !(Math.abs(now - delivery.atMs) <= deliveryMsAtMost)

/** For as long as a chat tells again what says no time. */
const untimedSeconds = 86_400

const deliveryKey = (name: WorkplaceName, { atMs, nonce }: Delivery): string =>
  `callback:${createHash('sha256')
    .update(`${name} ${atMs ?? ''} ${nonce}`)
    .digest('base64url')
    .slice(0, 24)}`

const wasHeard = async (database: Database, key: string): Promise<boolean> =>
  (await database.gate('select from sign_in_known where key = $1', [key])).length > 0

/** Remembered after it was written down: where that fails, the chat tells it again under the same signature. */
const rememberDelivery = async (database: Database, key: string, seconds: number): Promise<void> => {
  await database.gate(`insert into sign_in_known (key, expires_at) values ($1, now() + make_interval(secs => $2)) on conflict do nothing`, [
    key,
    seconds,
  ])
}

const bodyBytesAtMost = 1024 * 1024
