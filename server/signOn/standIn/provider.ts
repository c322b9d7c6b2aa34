import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { portOf } from '../../listeningPort.ts'
import { text as textIn } from 'node:stream/consumers'

/** A person who may sign in there, as claims say it. */
export type Claims = { readonly sub: string; readonly name: string } & Readonly<Record<string, unknown>>

/** How it misbehaves. `endedKeys`: it signs with a key that it no longer shows. */
export type Mood = {
  wrongNonce?: boolean
  wrongAudience?: boolean
  wrongIssuer?: boolean
  endedKeys?: boolean
  slowMs?: number
}

export type StandInProvider = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly mood: Mood
  readonly people: Claims[]
  /** Follows the address that a browser is led to as this person; the address that it is led back to. */
  readonly consent: (address: string, sub: string) => Promise<string>
  readonly stop: () => Promise<void>
}

/**
 * Another person's OpenID provider, to sign in at: discovery, a page on which one chooses who one is, codes that are good once and for one
 * client with its proof, tokens signed with RS256, keys that change.
 */
export const startProvider = async ({
  port = 0,
  people = strangers,
}: { port?: number; people?: readonly Claims[] } = {}): Promise<StandInProvider> => {
  const provider: Provider = {
    issuer: '',
    clientId: 'zaice',
    clientSecret: 'stand-in-secret',
    mood: {},
    keys: [keyPair(), keyPair()],
    codes: new Map(),
    accounts: [...people],
  }
  const answers = answersOf(provider)
  const server = createServer((request, response) => {
    void (async () => {
      const form = await read(request)
      if (provider.mood.slowMs) await sleep(provider.mood.slowMs)
      send(response, (await answers[`${request.method} ${form.path}`]?.(form)) ?? { status: 404, type: 'text/plain', body: 'nothing here' })
    })()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  provider.issuer = `http://127.0.0.1:${portOf(server)}`
  return {
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    mood: provider.mood,
    people: provider.accounts,
    consent: async (address, sub) => {
      const answer = await fetch(`${address}&as=${encodeURIComponent(sub)}`, { redirect: 'manual' })
      return answer.headers.get('location') ?? ''
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

type Provider = {
  issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly mood: Mood
  readonly keys: readonly [ProviderKey, ProviderKey]
  readonly codes: Map<string, { readonly claims: Claims; readonly asked: URLSearchParams }>
  readonly accounts: Claims[]
}
type ProviderKey = ReturnType<typeof keyPair>

/** What it answers, by method and path. */
const answersOf = (provider: Provider): Record<string, (request: ProviderRequest) => Answer> => ({
  'GET /.well-known/openid-configuration': () => discovery(provider.issuer),
  'GET /keys': () => {
    const [{ publicKey, kid }] = provider.keys
    return json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] })
  },
  'GET /authorize': ({ query }) => authorize(provider, query),
  'POST /token': (request) => exchangeCode(provider, request),
})

const discovery = (issuer: string): Answer =>
  json({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'profile', 'email', 'phone'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
  })

const authorize = ({ clientId, accounts, codes }: Provider, query: URLSearchParams): Answer => {
  if (query.get('client_id') !== clientId || query.get('code_challenge_method') !== 'S256')
    return { status: 400, type: 'text/plain', body: 'no such client' }
  const back = new URL(query.get('redirect_uri') ?? '')
  const sub = query.get('as')
  const claims = accounts.find((account) => account.sub === sub)
  if (!claims) return { status: 200, type: 'text/html; charset=utf-8', body: page(accounts, query) }
  const code = randomBytes(16).toString('hex')
  codes.set(code, { claims, asked: query })
  back.searchParams.set('code', code)
  back.searchParams.set('state', query.get('state') ?? '')
  return { status: 302, type: 'text/plain', body: '', location: back.href }
}

const exchangeCode = (provider: Provider, { query, authorization }: ProviderRequest): Answer => {
  const { clientId, clientSecret, codes } = provider
  const basic = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString()
  const credentials = authorization ? basic : `${query.get('client_id')}:${query.get('client_secret')}`
  if (credentials !== `${clientId}:${clientSecret}`) return json({ error: 'invalid_client' }, 401)
  const code = query.get('code') ?? ''
  const codeIssued = codes.get(code)
  codes.delete(code)
  const proof = createHash('sha256')
    .update(query.get('code_verifier') ?? '')
    .digest('base64url')
  if (!codeIssued || codeIssued.asked.get('code_challenge') !== proof || codeIssued.asked.get('redirect_uri') !== query.get('redirect_uri'))
    return json({ error: 'invalid_grant', error_description: 'the code is over' }, 400)
  return json({
    access_token: randomBytes(16).toString('hex'),
    token_type: 'Bearer',
    expires_in: 300,
    id_token: tokenOf(provider, codeIssued.claims, codeIssued.asked.get('nonce')),
  })
}

const tokenOf = ({ issuer, clientId, mood, keys }: Provider, claims: Claims, nonce: string | null): string => {
  const now = Math.floor(Date.now() / 1000)
  const key = mood.endedKeys ? keys[1] : keys[0]
  const body = {
    ...claims,
    iss: mood.wrongIssuer ? `${issuer}/other` : issuer,
    aud: mood.wrongAudience ? 'somebody-else' : clientId,
    iat: now,
    exp: now + 300,
    nonce: mood.wrongNonce ? 'another' : nonce,
  }
  return signed({ alg: 'RS256', typ: 'JWT', kid: key.kid }, body, key.privateKey)
}

const strangers: readonly Claims[] = [
  { sub: 'u-1001', name: '陆一鸣', preferred_username: 'lu.yiming', email: 'lu.yiming@example.com', email_verified: true },
  { sub: 'u-1002', name: '何晓', preferred_username: 'he.xiao', email: 'he.xiao@example.com', email_verified: false },
]

type ProviderRequest = { readonly path: string; readonly query: URLSearchParams; readonly authorization: string }
type Answer = { readonly status: number; readonly type: string; readonly body: string; readonly location?: string }

const json = (body: unknown, status = 200): Answer => ({ status, type: 'application/json', body: JSON.stringify(body) })

/** The query of a GET, the form of a POST. */
const read = async (request: IncomingMessage): Promise<ProviderRequest> => {
  const url = new URL(request.url ?? '/', 'http://here')
  const text = await textIn(request)
  return {
    path: url.pathname,
    query: request.method === 'POST' ? new URLSearchParams(text) : url.searchParams,
    authorization: request.headers.authorization ?? '',
  }
}

const send = (response: ServerResponse, { status, type, body, location }: Answer): void => {
  response.writeHead(status, { 'content-type': type, ...(location !== undefined && { location }) })
  response.end(body)
}

const page = (people: readonly Claims[], query: URLSearchParams): string => {
  const rows = people.map(({ sub, name }) => {
    const to = new URLSearchParams(query)
    to.set('as', sub)
    return `<li><a href="/authorize?${to.toString().replaceAll('&', '&amp;')}">${name}</a></li>`
  })
  return `<!doctype html><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Stand-in</title><h1>Stand-in</h1><ul>${rows.join('')}</ul>`
}

type Key = { readonly kid: string; readonly privateKey: KeyObject; readonly publicKey: KeyObject }
const keyPair = (): Key => ({ kid: randomBytes(4).toString('hex'), ...generateKeyPairSync('rsa', { modulusLength: 2048 }) })

const signed = (header: object, body: object, key: KeyObject): string => {
  const text = [header, body].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}
