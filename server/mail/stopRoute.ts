import type { FastifyInstance } from 'fastify'
import { claimedOrganisation } from '../access/tokens.ts'
import type { App } from '../call.ts'
import { NotFound } from '../httpError.ts'
import { rateLimit } from '../rateLimit.ts'
import { stopMail } from './recipients.ts'

/**
 * /mail/stop/<token>, as mail names it in its head: a POST of a mail program stops all mail (RFC 8058). A GET changes nothing, because servers of
 * mail follow links before anyone reads them; it leads to the page that asks.
 */
export const addMailStopRoute = (server: FastifyInstance, app: Pick<App, 'database'>): void => {
  const count = rateLimit(askedPerMinute)
  server.get<{ Params: { token: string } }>('/mail/stop/:token', async ({ params: { token } }, reply) =>
    reply.header('cache-control', 'no-store').redirect(`/#/pages/mailstop?token=${encodeURIComponent(token.slice(0, 80))}`, 302),
  )
  server.post<{ Params: { token: string } }>('/mail/stop/:token', async ({ params: { token }, ip }, reply) => {
    count(ip, app.database.now())
    if (!(await stopByToken(app, token))) throw new NotFound()
    return reply.type('text/plain; charset=utf-8').send('OK')
  })
}

const askedPerMinute = 30

/** Stops all mail to the person whose token it is; false where it is no one's. */
export const stopByToken = async ({ database }: Pick<App, 'database'>, token: string): Promise<boolean> => {
  const orgId = claimedOrganisation(token)
  return orgId !== undefined && database.inTransaction(orgId, (tx) => stopMail(tx, token))
}
