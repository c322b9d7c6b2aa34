import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noLicence } from '../../domain/rules/constants.ts'
import { Refused } from '../../kernel/refusal.ts'
import { enterpriseSchema, groupSchema, userSchema } from '../../domain/signOn/scim.ts'
import { claimedOrganisation, tokenHash } from '../access/tokens.ts'
import { bearerOf } from '../bearer.ts'
import type { App } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { requireLicence } from '../licence/licence.ts'
import { rateLimit } from '../rateLimit.ts'
import { Unanswered } from '../unanswered.ts'
import { scimPath } from './handlers.ts'
import { create, list, patch, readOne, remove, replace, ScimFault, type Asked, type ScimKind } from './scim.ts'
import { wayOf } from './store.ts'

const scimType = 'application/scim+json; charset=utf-8'
/** A first run of ten thousand people is done in a quarter of an hour. */
const callsPerMinute = 1200

/** Everything below /api/scim/v2: whoever shows the token of an organisation tells its people and groups there. */
export const addScimRoutes = async (server: FastifyInstance, app: App): Promise<void> => {
  const count = rateLimit(callsPerMinute)
  await server.register(async (scope) => {
    const parse = scope.getDefaultJsonParser('error', 'error')
    scope.addContentTypeParser('application/scim+json', { parseAs: 'string' }, (request, body, done) =>
      body === '' ? done(null, {}) : parse(request, body as string, done),
    )
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

    /** Answers whoever shows the token; in one transaction of their organisation where something is written. */
    const answer = async <R>(request: FastifyRequest, writes: boolean, run: (asked: Asked) => Promise<R>): Promise<R> => {
      const token = bearerOf(request.headers.authorization) ?? ''
      const orgId = claimedOrganisation(token)
      const isOurs = orgId !== undefined && (await app.database.reading(orgId, (tx) => isToken(tx, tokenHash(token))))
      if (orgId === undefined || !isOurs) throw new ScimFault(401, 'The token is none.')
      count(tokenHash(token), app.database.now())
      const base = (app.settings.publicUrl ?? `${request.protocol}://${request.host}`).replace(/\/$/, '') + scimPath
      const ifMatch = request.headers['if-match']
      const asked = (tx: Tx): Asked => ({ tx, base, ifMatch })
      const write = async (tx: Tx): Promise<R> => {
        await requireLicence(tx)
        return run(asked(tx))
      }
      return writes ? app.database.inTransaction(orgId, write) : app.database.reading(orgId, (tx) => run(asked(tx)))
    }
    const sent = (reply: FastifyReply, body: object, status = 200): FastifyReply => {
      const { meta } = body as { meta?: { version?: string; location?: string } }
      if (meta?.version) void reply.header('etag', meta.version)
      if (status === 201 && meta?.location) void reply.header('location', meta.location)
      return reply.code(status).type(scimType).send(JSON.stringify(body))
    }

    for (const kind of ['Users', 'Groups'] as const satisfies readonly ScimKind[]) {
      const at = `${scimPath}/${kind}`
      scope.get<{ Querystring: Record<string, string> }>(at, async (request, reply) =>
        sent(reply, await answer(request, false, (asked) => list(kind, asked, request.query))),
      )
      scope.post<{ Body: Record<string, unknown> }>(at, async (request, reply) =>
        sent(reply, await answer(request, true, (asked) => create(kind, asked, request.body ?? {})), 201),
      )
      scope.get<{ Params: { id: string } }>(`${at}/:id`, async (request, reply) => {
        const found = await answer(request, false, (asked) => readOne(kind, asked, request.params.id))
        if (request.headers['if-none-match'] === found.meta.version) return reply.code(304).send()
        return sent(reply, found)
      })
      scope.put<{ Params: { id: string }; Body: Record<string, unknown> }>(`${at}/:id`, async (request, reply) =>
        sent(reply, await answer(request, true, (asked) => replace(kind, asked, request.params.id, request.body ?? {}))),
      )
      scope.patch<{ Params: { id: string }; Body: Record<string, unknown> }>(`${at}/:id`, async (request, reply) =>
        sent(reply, await answer(request, true, (asked) => patch(kind, asked, request.params.id, request.body ?? {}))),
      )
      scope.delete<{ Params: { id: string } }>(`${at}/:id`, async (request, reply) => {
        await answer(request, true, (asked) => remove(kind, asked, request.params.id))
        return reply.code(204).send()
      })
    }
    for (const [path, body] of Object.entries(described))
      scope.get(`${scimPath}/${path}`, async (request, reply) => sent(reply, await answer(request, false, async () => body)))
  })
}

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

const isToken = async (tx: Tx, hash: string): Promise<boolean> => {
  const kept = await wayOf(tx, 'scim')
  const open = await tx.query(`select from organisation where org_id = $1 and state = 'active'`, [tx.orgId])
  return kept?.enabled === true && kept.secret === hash && open.length > 0
}

const faultOf = (error: unknown): { status: number; detail: string; type?: string | undefined } => {
  if (error instanceof ScimFault) return { status: error.status, detail: error.message, type: error.scimType }
  if (error instanceof Unanswered) return { status: error.status, detail: error.refusal.words }
  if (error instanceof Refused && error.refusal.reason === noLicence) return { status: 403, detail: error.message }
  if (error instanceof Refused) return { status: 400, detail: error.message, type: 'invalidValue' }
  const { statusCode } = error as { statusCode?: number }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return { status: statusCode, detail: 'The request is malformed.', type: 'invalidSyntax' }
  return { status: 500, detail: 'Something went wrong.' }
}

const listed = (resources: readonly object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
})

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})
const several = (name: string) =>
  attribute(name, { type: 'complex', multiValued: true, subAttributes: [attribute('value'), attribute('type')] })

/** What we can do, as SCIM asks for it. */
const described: Readonly<Record<string, object>> = {
  ServiceProviderConfig: {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 200 },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [{ type: 'oauthbearertoken', name: 'Bearer', description: 'A token that an administrator has made' }],
  },
  ResourceTypes: listed([
    {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
      id: 'User',
      name: 'User',
      endpoint: '/Users',
      schema: userSchema,
      schemaExtensions: [{ schema: enterpriseSchema, required: false }],
    },
    {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
      id: 'Group',
      name: 'Group',
      endpoint: '/Groups',
      schema: groupSchema,
    },
  ]),
  Schemas: listed([
    {
      id: userSchema,
      name: 'User',
      attributes: [
        attribute('userName', { required: true, uniqueness: 'server' }),
        attribute('displayName'),
        attribute('name', { type: 'complex', subAttributes: [attribute('formatted'), attribute('familyName'), attribute('givenName')] }),
        attribute('title'),
        attribute('active', { type: 'boolean' }),
        several('emails'),
        several('phoneNumbers'),
      ],
    },
    { id: enterpriseSchema, name: 'EnterpriseUser', attributes: [attribute('employeeNumber')] },
    { id: groupSchema, name: 'Group', attributes: [attribute('displayName', { required: true }), several('members')] },
  ]),
}
