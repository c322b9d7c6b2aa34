import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noLicence } from '../../domain/rules/constants.ts'
import { isWithinBounds } from '../../kernel/jsonBounds.ts'
import { RefusalError } from '../../kernel/refusal.ts'
import { ScimFault } from '../../domain/signOn/scimFault.ts'
import { claimedOrganisation, tokenHash } from '../access/tokens.ts'
import { bearerOf } from '../bearer.ts'
import type { App } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { requireLicence } from '../licence/licence.ts'
import { isKeepable, isStorable } from '../input.ts'
import { rateLimit } from '../rateLimit.ts'
import { HttpError, statusCodeOf } from '../httpError.ts'
import { scimPath } from './handlers.ts'
import { create, list, patch, readOne, remove, replace, type ScimContext, type ScimKind } from './scim.ts'
import { descriptions, describedOne } from './scimDescribed.ts'
import { wayOf } from './store.ts'

const scimType = 'application/scim+json; charset=utf-8'
/** A first run of ten thousand people is done in a quarter of an hour. */
const callsPerMinute = 1200

/** Everything below /api/scim/v2: the person who shows the token of an organisation tells its people and groups there. */
export const addScimRoutes = async (server: FastifyInstance, app: App): Promise<void> => {
  const answer = openAnswers(app)
  await server.register(async (scope) => {
    parseScim(scope)
    answerErrors(scope, app)
    for (const kind of ['Users', 'Groups'] as const satisfies readonly ScimKind[]) {
      addReadRoutes(scope, kind, answer)
      addWriteRoutes(scope, kind, answer)
    }
    addDescriptionRoutes(scope, answer)
    scope.all<{ Params: { '*': string } }>(`${scimPath}/*`, async (request) =>
      answer(request, false, async () => {
        throw refusalOf(request.params['*'], request.method)
      }),
    )
  })
}

const parseScim = (scope: FastifyInstance): void => {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.addContentTypeParser<string>('application/scim+json', { parseAs: 'string' }, (request, text, finish) => {
    if (!isWithinBounds(text)) return finish(new ScimFault(413, 'The request holds too many values.', 'tooMany'))
    return text === '' ? finish(null, {}) : parse(request, text, finish)
  })
}

const answerErrors = (scope: FastifyInstance, app: App): void => {
  scope.setErrorHandler((error: unknown, request, reply) => {
    const { status, detail, type } = faultOf(error)
    if (status === 500) app.log.error({ requestId: request.id, operation: 'scim', error })
    if (status === 429) void reply.header('retry-after', '60')
    if (status === 401) void reply.header('www-authenticate', 'Bearer')
    return reply
      .code(status)
      .type(scimType)
      .send(JSON.stringify({ schemas: [errorSchema], status: String(status), detail, ...(type && { scimType: type }) }))
  })
}

/** Answers the person who shows the token; in one transaction of their organisation where something is written. */
type AnswerScim = <R>(request: FastifyRequest, writes: boolean, run: (context: ScimContext) => Promise<R>) => Promise<R>

const openAnswers = (app: App): AnswerScim => {
  const count = rateLimit(callsPerMinute)
  return async <R>(request: FastifyRequest, writes: boolean, run: (context: ScimContext) => Promise<R>): Promise<R> => {
    const token = bearerOf(request.headers.authorization) ?? ''
    const orgId = claimedOrganisation(token)
    const isOurs = orgId !== undefined && (await app.database.reading(orgId, (tx) => isToken(tx, tokenHash(token))))
    if (orgId === undefined || !isOurs) throw new ScimFault(401, 'The token is none.')
    count(tokenHash(token), app.database.now())
    if (!isKeepable(request.body) || !isStorable([request.body, request.query, request.params]))
      throw new ScimFault(400, 'The request holds signs that no text may hold, or is nested too deep.', 'invalidSyntax')
    const base = (app.settings.publicUrl ?? `${request.protocol}://${request.host}`).replace(/\/$/, '') + scimPath
    const ifMatch = request.headers['if-match']
    const contextOf = (tx: Tx): ScimContext => ({ tx, base, ifMatch })
    const write = async (tx: Tx): Promise<R> => {
      await requireLicence(tx)
      return run(contextOf(tx))
    }
    return writes ? app.database.inTransaction(orgId, write) : app.database.reading(orgId, (tx) => run(contextOf(tx)))
  }
}

const sendResource = (reply: FastifyReply, body: object, status = 200): FastifyReply => {
  const { meta } = body as { meta?: { version?: string; location?: string } }
  if (meta?.version) void reply.header('etag', meta.version)
  if (status === 201 && meta?.location) void reply.header('location', meta.location)
  return reply.code(status).type(scimType).send(JSON.stringify(body))
}

const addReadRoutes = (scope: FastifyInstance, kind: ScimKind, answer: AnswerScim): void => {
  const path = `${scimPath}/${kind}`
  scope.get<{ Querystring: Record<string, string> }>(path, async (request, reply) =>
    sendResource(
      reply,
      await answer(request, false, async (context) => listShown(await list(kind, context, request.query), request.query)),
    ),
  )
  scope.post<{ Body: Record<string, unknown> }>(`${path}/.search`, async (request, reply) => {
    const search = searchIn(request.body ?? {})
    return sendResource(reply, await answer(request, false, async (context) => listShown(await list(kind, context, search), search)))
  })
  scope.get<{ Params: { id: string }; Querystring: Record<string, string> }>(`${path}/:id`, async (request, reply) => {
    const resource = await answer(request, false, (context) => readOne(kind, context, request.params.id))
    if (request.headers['if-none-match'] === resource.meta.version) return reply.code(304).send()
    return sendResource(reply, resourceShown(resource, request.query))
  })
}

const addWriteRoutes = (scope: FastifyInstance, kind: ScimKind, answer: AnswerScim): void => {
  const path = `${scimPath}/${kind}`
  scope.post<{ Body: Record<string, unknown> }>(path, async (request, reply) =>
    sendResource(reply, await answer(request, true, (context) => create(kind, context, request.body ?? {})), 201),
  )
  scope.put<{ Params: { id: string }; Body: Record<string, unknown> }>(`${path}/:id`, async (request, reply) =>
    sendResource(reply, await answer(request, true, (context) => replace(kind, context, request.params.id, request.body ?? {}))),
  )
  scope.patch<{ Params: { id: string }; Body: Record<string, unknown> }>(`${path}/:id`, async (request, reply) =>
    sendResource(reply, await answer(request, true, (context) => patch(kind, context, request.params.id, request.body ?? {}))),
  )
  scope.delete<{ Params: { id: string } }>(`${path}/:id`, async (request, reply) => {
    await answer(request, true, (context) => remove(kind, context, request.params.id))
    return reply.code(204).send()
  })
}

/** What the service can, and how its resources look. */
const addDescriptionRoutes = (scope: FastifyInstance, answer: AnswerScim): void => {
  for (const [path, body] of Object.entries(descriptions))
    scope.get(`${scimPath}/${path}`, async (request, reply) => sendResource(reply, await answer(request, false, async () => body)))
  for (const path of ['Schemas', 'ResourceTypes'] as const)
    scope.get<{ Params: { id: string } }>(`${scimPath}/${path}/:id`, async (request, reply) =>
      sendResource(reply, await answer(request, false, async () => describedOne(path, request.params.id))),
    )
}

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

const isToken = async (tx: Tx, hash: string): Promise<boolean> => {
  const storedWay = await wayOf(tx, 'scim')
  const open = await tx.query(`select from organisation where org_id = $1 and state = 'active'`, [tx.orgId])
  return storedWay?.enabled === true && storedWay.secret === hash && open.length > 0
}

const faultOf = (error: unknown): { status: number; detail: string; type?: string | undefined } => {
  if (error instanceof ScimFault) return { status: error.status, detail: error.message, type: error.scimType }
  if (error instanceof HttpError) return { status: error.status, detail: error.refusal.words }
  if (error instanceof RefusalError && error.refusal.reason === noLicence) return { status: 403, detail: error.message }
  if (error instanceof RefusalError) return { status: 400, detail: error.message, type: 'invalidValue' }
  const statusCode = statusCodeOf(error)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return { status: statusCode, detail: 'The request is malformed.', type: 'invalidSyntax' }
  return { status: 500, detail: 'Something went wrong.' }
}

/** Why there is no answer below an address that is none of the above. */
const refusalOf = (path: string, method: string): ScimFault => {
  const [first = ''] = path.split('/')
  if (['Me', 'Bulk', '.search'].includes(first)) return new ScimFault(501, `/${first} is not supported.`)
  if (['Users', 'Groups', ...Object.keys(descriptions)].includes(first)) return new ScimFault(405, `${method} is not supported here.`)
  return new ScimFault(404, 'There is no such endpoint.')
}

type Query = Readonly<Record<string, string | undefined>>

/** The query that a search by POST has in its body. */
const searchIn = (body: Readonly<Record<string, unknown>>): Query =>
  Object.fromEntries(
    ['filter', 'startIndex', 'count', 'attributes', 'excludedAttributes'].flatMap((key) => {
      const value = body[key]
      return value === undefined || value === null ? [] : [[key, String(value)]]
    }),
  )

/** The attributes that a list of names chooses, without what stands below them. */
const namesIn = (text: string | undefined): ReadonlySet<string> | undefined =>
  text
    ? new Set(
        text.split(',').map((name) =>
          name
            .trim()
            .toLowerCase()
            .replace(/^urn:.*:(?:user|group):/, '')
            .replace(/\..*$/, ''),
        ),
      )
    : undefined

const alwaysShown = new Set(['id', 'schemas', 'meta'])

/** A resource with the attributes that are wanted, or without those that are not: Entra asks for groups without their members. */
const resourceShown = (resource: object, { attributes, excludedAttributes }: Query): object => {
  const [wanted, unwanted] = [namesIn(attributes), namesIn(excludedAttributes)]
  if (!wanted && !unwanted) return resource
  const shownEntries = Object.entries(resource).filter(([key]) => {
    const name = key.toLowerCase()
    return alwaysShown.has(name) || (wanted ? wanted.has(name) : !unwanted?.has(name))
  })
  return Object.fromEntries(shownEntries)
}
const listShown = <L extends { readonly Resources: readonly object[] }>(listing: L, query: Query) => ({
  ...listing,
  Resources: listing.Resources.map((resource) => resourceShown(resource, query)),
})
