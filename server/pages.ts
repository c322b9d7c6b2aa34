import { existsSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Operation } from '../domain/operations/define.ts'
import type { UpkeepOutcome } from './backups/outcomes.ts'
import type { PostgresVersion } from './db/postgresVersion.ts'
import { languageOf } from './http.ts'
import { allowInlineScripts } from './inlineScripts.ts'
import { apiPage, openapiOf, type OpenApi } from './openapi.ts'

export type PagesParts = {
  readonly operations: readonly Operation[]
  /** The folder of the built web app; without it only the API is served. */
  readonly webDir: string
  readonly publicUrl: string
  readonly version: string
  /** Settles when the database answers and has the schema of this program; rejects otherwise. */
  readonly isReady: () => Promise<Readiness>
  /** Whether the caller may learn how this installation is made: the readers of `/metrics`. */
  readonly mayMeasure: (request: FastifyRequest) => boolean
}

export type Readiness = {
  /** Whether the disk has room for files. */
  readonly takesFiles: boolean
  /** Whether the storage of files answers and takes some. */
  readonly hasStorage: boolean
  readonly database: PostgresVersion
  /** The last backup and the last drill of one; absent where there was none. */
  readonly backup?: UpkeepOutcome | undefined
  readonly drill?: UpkeepOutcome | undefined
}

/** Without files people go on working, so the server stays ready. */
const uploadsIn = ({ takesFiles, hasStorage }: Pick<Readiness, 'takesFiles' | 'hasStorage'>): string => {
  if (!takesFiles) return 'refused, the disk is nearly full'
  return hasStorage ? 'taken' : 'refused, the storage of files does not answer or cannot be written to'
}

/** What is served besides the operations: health, the page of the API, the web app and the short address in printed codes. */
export const addPages = async (server: FastifyInstance, parts: PagesParts): Promise<void> => {
  server.get('/healthz', async () => ({ status: 'ok' }))
  server.get('/readyz', async (request, reply) => {
    try {
      const { database, backup, drill, ...files } = await parts.isReady()
      // A backup that failed is no reason to send people elsewhere: the server stays ready and says so.
      const ofThisInstallation = { database, ...(backup && { backup }), ...(drill && { drill }) }
      return { status: 'ready', uploads: uploadsIn(files), ...(parts.mayMeasure(request) && ofThisInstallation) }
    } catch {
      return reply.code(503).send({ status: 'not ready' })
    }
  })

  const documents = new Map<'zh' | 'en', OpenApi>()
  const openapi = (language: 'zh' | 'en') => {
    const document = documents.get(language) ?? openapiOf(parts.operations, parts.version, parts.publicUrl, language)
    documents.set(language, document)
    return document
  }
  server.get('/api/openapi.json', async ({ headers }, reply) =>
    reply.headers(byLanguage).send(openapi(languageOf(headers['accept-language']))),
  )
  server.get('/api/docs', async ({ headers }, reply) => {
    const language = languageOf(headers['accept-language'])
    return reply
      .headers(byLanguage)
      .type('text/html; charset=utf-8')
      .send(apiPage(openapi(language), language))
  })

  // Printed on labels: short, and the same whatever becomes of the screens.
  for (const path of ['/q/:code', '/Q/:code', '/q/:code/:finder', '/Q/:code/:finder'])
    server.get<{ Params: { code: string; finder?: string } }>(path, async ({ params: { code, finder } }, reply) =>
      reply.redirect(
        `/#/pages/common/label?code=${encodeURIComponent(code)}${finder === undefined ? '' : `&finder=${encodeURIComponent(finder)}`}`,
      ),
    )

  // Addresses of old clients name a screen by a path.
  server.get('/pages/*', async ({ url }, reply) => reply.redirect(`/#${url}`))

  if (!existsSync(join(parts.webDir, 'index.html'))) return
  const assets = join(parts.webDir, 'assets') + sep
  const pagePath = join(parts.webDir, 'index.html')
  const page = readFileSync(pagePath, 'utf8')
  await server.register(fastifyStatic, {
    root: parts.webDir,
    // Its own route reads the whole folder for every file, to tell how a name is spelled there; here every file is open to all.
    serve: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      // The build puts the content's hash into the names of these.
      reply.header('cache-control', path.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (path.startsWith(pagePath)) allowInlineScripts(reply, page)
    },
  })
  addHandbook(server)
  server.get('/*', (request, reply) => reply.sendFile(request.url.split('?', 1)[0] ?? ''))
}

/** The addresses of the handbook besides those of its files, which lie in the built web app. */
const addHandbook = (server: FastifyInstance): void => {
  server.get('/handbook', async ({ headers }, reply) =>
    reply.headers(byLanguage).redirect(`/handbook/${languageOf(headers['accept-language'])}/index.html`),
  )
  // The links of its pages are relative to their folder.
  for (const language of ['zh', 'en'])
    server.get(`/handbook/${language}`, async (_, reply) => reply.redirect(`/handbook/${language}/index.html`))
  server.get('/llms.txt', async (_, reply) => reply.redirect('/handbook/llms.txt'))
}

const byLanguage = { 'cache-control': 'no-cache', vary: 'accept-language' }
