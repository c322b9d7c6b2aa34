import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { parse as parseForm } from 'node:querystring'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import { SpanKind } from '@opentelemetry/api'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { constants } from 'node:zlib'
import pg from 'pg'
import * as v from 'valibot'
import { inWords } from '../domain/english/all.ts'
import type { Operation } from '../domain/operations/define.ts'
import type { Id } from '../kernel/id.ts'
import { isWithinBounds } from '../kernel/jsonBounds.ts'
import { assertDefined } from '../kernel/assert.ts'
import { type Params, RefusalError, refusal, refuse } from '../kernel/refusal.ts'
import {
  busy,
  locked,
  Forbidden,
  MalformedInput,
  malformed,
  noSuchKey,
  NotFound,
  notSignedIn,
  statusCodeOf,
  tooLarge,
  tooManyValues,
  HttpError,
} from './httpError.ts'
import {
  Download,
  requireAllowed,
  writeInNameOf,
  type App,
  type Call,
  type Handler,
  type Operator,
  type Session,
  type SignedIn,
  type Upload,
} from './call.ts'
import { isBusy, isLocked } from './db/busy.ts'
import type { Tx } from './db/tx.ts'
import { answerBrokenRequests } from './brokenRequests.ts'
import { failureEnvelope, jsonType, successEnvelope, type Failure } from './envelope.ts'
import { networkOf } from './access/guard.ts'
import { findKeySession } from './access/keys/keySession.ts'
import { findOperator } from './access/operatorPass.ts'
import { sessionSeconds } from './access/sessions.ts'
import { isKeyToken } from './access/tokens.ts'
import { bearerOf, type FindSession } from './bearer.ts'
import { fileCookie } from './files/cookie.ts'
import { DiskIsFull, type SpooledFile, uploadBytesAtMost } from './storage/spool.ts'
import { StorageUnavailable } from './storage/storage.ts'
import { ChildGone, TooMuch } from './heavy/children.ts'
import { readInput } from './input.ts'
import { readStanding } from './backups/standing.ts'
import { openMetrics } from './metrics/metrics.ts'
import { rateLimit, type RateLimit } from './rateLimit.ts'
import { safeHeadersOf } from './safeHeaders.ts'
import { openPurses, type Purse } from './organisationPurse.ts'
import { spentSteps, withRequestBudget } from './requestBudget.ts'
import { nameWork } from './tracing/currentWork.ts'
import { inSpan, type SpanDescription } from './tracing/spans.ts'
import { codeOf } from '../kernel/caughtError.ts'

export type HttpParts = {
  readonly app: App
  readonly handlers: readonly Handler[]
  /** Who holds this token; undefined where the session is over or never was. */
  readonly findSession: FindSession
  /** The public identifiers that sign-in clients show, with their passwords. */
  readonly signInClients: Readonly<Record<string, string>>
  /** True where every answer is held against the operation's output schema, and a difference is a fault. */
  readonly checkOutput: boolean
}

/** How often one session, one API key, and one address without either, may call. All throw 429. */
type Limits = { readonly session: RateLimit; readonly key: RateLimit; readonly address: RateLimit }

/** The parts of a server, with what one server keeps about its requests. */
type OpenParts = HttpParts & { readonly limits: Limits; readonly purse: Purse }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How the request is called in logs and metrics. */
    operation?: Pick<Operation, 'name' | 'reads'>
  }
  interface FastifyRequest {
    session?: Session
    operator?: Operator
    reason?: string
    text?: string
  }
}

/**
 * The one door. Each declared operation becomes a route: who is asking, may they, is it well formed, one transaction of their
 * organisation, the handler, the envelope. Whatever is thrown on the way ends in the one catch below. Not listening yet.
 */
export const createHttp = async (parts: HttpParts): Promise<FastifyInstance> => {
  const { app, handlers } = parts
  const limits: Limits = {
    session: rateLimit(app.settings.callsPerSession),
    key: rateLimit(app.settings.callsPerKey),
    address: rateLimit(app.settings.callsPerAddress),
  }
  const openParts: OpenParts = { ...parts, limits, purse: openPurses() }
  const metrics = openMetrics(app.database, () => readStanding(app.database, app.backups))
  const pageHeaders = safeHeadersOf(app)
  const broken = answerBrokenRequests(app)
  const server = openServer(app, broken, pageHeaders)
  broken.watch(server.server)
  await addBodies(server)
  server.decorateRequest('session')
  server.decorateRequest('operator')
  server.decorateRequest('reason')
  server.decorateRequest('text')
  server.addHook('onRequest', async (request, reply) => {
    broken.nameRequest(reply.raw, request.id)
    reply.headers(pageHeaders).header('x-request-id', request.id)
    if (isSecure(app, request)) reply.header('strict-transport-security', 'max-age=31536000')
  })
  server.addHook('onResponse', async (request, reply) => noteRequest(app, metrics, request, reply))
  server.setNotFoundHandler(() => {
    throw new NotFound()
  })
  server.setErrorHandler((error, request, reply) => {
    const httpError = turn(error, request)
    request.reason = httpError.failure.reason
    if (httpError.fault && codeOf(error) !== goneAway && !(error instanceof ChildGone))
      app.log.error({ requestId: request.id, operation: request.routeOptions.config.operation?.name, error })
    return sayNo(app, reply, httpError)
  })

  for (const handler of handlers) {
    server.route({
      method: handler.operation.method,
      url: handler.operation.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { operation: handler.operation },
      handler: (request, reply) =>
        inSpan(
          () => requestSpan(request, handler.operation),
          () =>
            nameWork({ requestId: request.id, operation: handler.operation.name }, () =>
              withRequestBudget(() => answer(openParts, handler, request, reply)),
            ),
        ),
    })
  }
  server.get('/metrics', async (request, reply) => {
    if (!mayMeasure(app, request)) throw new Forbidden()
    return reply.type(metrics.contentType).send(await metrics.page())
  })
  return server
}

/** The span of a request; a refusal is an answer like others. */
const requestSpan = ({ id, headers, method, url }: FastifyRequest, { name, path }: Operation): SpanDescription => ({
  name,
  kind: SpanKind.SERVER,
  headers,
  attributes: { 'http.request.method': method, 'http.route': path, 'url.path': url.split('?', 1)[0] ?? '', 'zaice.request_id': id },
  isFault: (error) => !(error instanceof RefusalError) && !(error instanceof HttpError && error.status < 500),
})

type BrokenRequests = ReturnType<typeof answerBrokenRequests>

const openServer = (app: App, broken: BrokenRequests, pageHeaders: ReturnType<typeof safeHeadersOf>): FastifyInstance =>
  fastify({
    bodyLimit: 1024 * 1024,
    trustProxy: (_, hop) => hop < app.settings.trustedProxies,
    genReqId: (request) => wellFormedId(request.headers['x-request-id']) ?? randomUUID(),
    clientErrorHandler: broken.handle,
    // Bodies have their own measure of time, in connections.ts; `requestTimeout` would end an upload that is slow and well.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5000 },
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    // A path that is none: no route was looked for yet, so no hook has run either.
    frameworkErrors: (error, request, reply) =>
      void sayNo(app, (reply as FastifyReply).headers(pageHeaders), turn(error, request as FastifyRequest)),
  })

/** How bodies are read and answers are packed. */
const addBodies = async (server: FastifyInstance): Promise<void> => {
  const parseJson = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, finish) => {
    request.text = text
    if (!isWithinBounds(text)) return finish(tooManyValues())
    return text === '' ? finish(null, undefined) : parseJson(request, text, finish)
  })
  server.removeContentTypeParser('text/plain')
  server.addContentTypeParser<string>('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, text, finish) =>
    finish(null, parseForm(text)),
  )
  await server.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 2048,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 5 },
  })
  await server.register(multipart, { limits: { fileSize: uploadBytesAtMost, files: 1, fields: 20, fieldSize: 10_000, headerPairs: 50 } })
}

/** Counts a request, and logs it where it wrote, took long or failed. */
const noteRequest = (app: App, metrics: ReturnType<typeof openMetrics>, request: FastifyRequest, reply: FastifyReply): void => {
  const operation = request.routeOptions.config.operation
  if (!operation) return
  const ms = Math.round(reply.elapsedTime)
  const { session, operator } = request
  metrics.requestDone({ operation: operation.name, status: reply.statusCode, seconds: reply.elapsedTime / 1000, orgId: session?.orgId })
  if (operation.reads && ms < slowMs && request.reason === undefined) return
  app.log.info({
    requestId: request.id,
    operation: operation.name,
    status: reply.statusCode,
    ms,
    ip: request.ip,
    ...(session && { orgId: session.orgId, uid: session.uid }),
    ...(session?.key && { key: session.key.id }),
    ...(operator && { operator: operator.byName }),
    ...(request.reason && { reason: request.reason }),
  })
}

/** The client closed the line while it was being answered: no one's fault. */
const goneAway = 'ERR_STREAM_PREMATURE_CLOSE'

/** The person who shows the token of `METRICS_TOKEN`; where none is set, programs on this machine, and no one through a proxy. */
export const mayMeasure = ({ settings }: Pick<App, 'settings'>, { headers, socket }: FastifyRequest): boolean => {
  const { metricsToken } = settings
  if (metricsToken !== undefined) return isSame(bearerOf(headers.authorization) ?? '', metricsToken)
  const isForwarded = Object.keys(headers).some((name) => name === 'forwarded' || name === 'via' || name.startsWith('x-forwarded-'))
  return !isForwarded && /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')
}

/** Equal, in a time that does not say how far. */
const isSame = (a: string, b: string): boolean => {
  const digestOf = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digestOf(a), digestOf(b))
}

const answer = async (parts: OpenParts, handler: Handler, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const { operation } = handler
  const admission = await admit(parts, operation, request)
  // Which browser holds it already is not to be seen from here: the cookies are sent to the paths of pictures alone. A key is no browser's.
  if (admission.session && !admission.session.key) {
    const token = assertDefined(bearerOf(request.headers.authorization), 'the token of the session')
    for (const path of parts.app.map.tiles ? (['/files', '/map'] as const) : (['/files'] as const))
      reply.header('set-cookie', fileCookie(path, token, sessionSeconds, isSecure(parts.app, request)))
  }
  const multipartInput = await readMultipart(parts.app, operation, request, admission.session?.orgId ?? '')
  const warnings = new Set<string>()
  const warn = (words: string, params: Params): unknown => warnings.add(inWords(admission.language, words, params))
  const call = {
    ...admission,
    warn,
    signal: signalOf(reply),
    text: request.text,
    ...(multipartInput?.upload && { upload: multipartInput.upload }),
  }
  const { params, query } = request as { params: object; query: object }
  let payload: unknown
  try {
    const { input, ignored } = readInput(operation, { params, query, body: multipartInput?.fields ?? request.body }, call.language)
    if (ignored.length > 0) reply.header('x-ignored-fields', ignored.slice(0, 20).map(encodeURIComponent).join(','))
    payload = handler.signedIn
      ? await runAtCost(parts, handler, { ...call, session: assertDefined(call.session, 'the session') }, input)
      : await handler.run(call, input)
  } finally {
    if (multipartInput?.upload) await parts.app.spool.remove(multipartInput.upload)
  }
  if (payload instanceof Download) {
    return reply
      .type(payload.type)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(payload.name)}`)
      .send(payload.body)
  }
  if (parts.checkOutput) checkOutput(operation, payload)
  return reply
    .type(jsonType)
    .send(successEnvelope(operation, payload, { msg: inWords(call.language, '操作成功'), atMs: call.at, warnings: [...warnings] }))
}

/** Aborted when the line closes before the answer is out. */
const signalOf = ({ raw }: FastifyReply): AbortSignal => {
  const aborter = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) aborter.abort()
  })
  return aborter.signal
}

/** Who is asking, and may they? */
const admit = async (
  { app, findSession, signInClients, limits }: OpenParts,
  operation: Operation,
  request: FastifyRequest,
): Promise<Call> => {
  const { headers } = request
  const { access } = operation
  const call: Call = {
    app,
    requestId: request.id,
    at: app.database.now(),
    ip: request.ip,
    language: languageOf(headers['accept-language']),
    headers,
    commandId: commandIdOf(headers['x-command-id']),
  }
  if (access === 'client') {
    limits.address(networkOf(call.ip), call.at)
    const client = clientOf(headers.authorization, signInClients)
    if (!client) throw new HttpError(401, refusal('client.unknown', '客户端凭证有误'), { oauthError: 'invalid_client' })
    return { ...call, client }
  }
  const token = bearerOf(headers.authorization)
  if (access === 'operator') {
    limits.address(networkOf(call.ip), call.at)
    const operator = token === undefined ? undefined : await findOperator(app.database, token)
    if (!operator) throw notSignedIn('运营方的会话已失效，请重新生成进入地址')
    request.operator = operator
    return { ...call, operator }
  }
  if (token !== undefined && isKeyToken(token)) return admitKey(call, { operation, token, request, limits })
  const session = token === undefined ? undefined : await findSession(token)
  request.session = session
  if (session) limits.session(operation.countedApart ? `${session.tokenHash} ${operation.name}` : session.tokenHash, call.at)
  else limits.address(networkOf(call.ip), call.at)
  if (access === 'public') return { ...call, session }
  if (!session) throw notSignedIn(token === undefined ? '请先登录' : undefined)
  requireAllowed(operation, session, call.at)
  return { ...call, session, countCall: () => limits.session(session.tokenHash, call.at) }
}

type KeyAdmission = { readonly operation: Operation; readonly token: string; readonly request: FastifyRequest; readonly limits: Limits }

/** The same for a key. Where nobody needs to sign in it counts for nothing: it is nobody's session. */
const admitKey = async (call: Call, { operation, token, request, limits }: KeyAdmission): Promise<Call> => {
  const countAddress = () => limits.address(networkOf(call.ip), call.at)
  if (operation.access === 'public') {
    countAddress()
    return call
  }
  const session = await findKeySession(call.app.database, token, call)
  if (!session) {
    countAddress()
    throw noSuchKey()
  }
  request.session = session
  const countCall = () => limits.key(session.tokenHash, call.at)
  countCall()
  requireAllowed(operation, session, call.at)
  return { ...call, session, countCall }
}

/** Runs a request at the cost of its organisation: what its rules take, and the reading of what it sent. */
const runAtCost = (
  { app, purse }: OpenParts,
  handler: Extract<Handler, { signedIn: true }>,
  call: Call & { session: Session },
  input: unknown,
): Promise<unknown> => {
  const { session, signal, text = '' } = call
  const payer = { orgId: session.orgId, uid: session.uid, operation: handler.operation.name, signal }
  return purse.pay(payer, { run: () => runSignedIn(app, handler, call, input), steps: () => spentSteps() + text.length / 2 })
}

const runSignedIn = async (
  app: App,
  handler: Extract<Handler, { signedIn: true }>,
  call: Call & { session: Session },
  input: unknown,
): Promise<unknown> => {
  const { orgId } = call.session
  const { reads, readsReplica } = handler.operation
  if (reads) return app.database[readsReplica ? 'readingReplica' : 'reading'](orgId, (tx) => handler.run({ ...call, tx }, input))
  // A file may take long to store; no transaction stays open meanwhile, and a file that is stored twice does no harm.
  const commandId = handler.operation.uploads ? undefined : call.commandId
  if (commandId === undefined) return writeInNameOf(app.database, call.session, (tx) => handler.run({ ...call, tx }, input))
  for (;;) {
    try {
      return await writeInNameOf(app.database, call.session, (tx) => runOnce(handler, { ...call, tx }, input))
    } catch (thrown) {
      if (thrown instanceof AnsweredBefore) return thrown.answer
      if (thrown instanceof SentAtOnce) continue
      if (!(thrown instanceof RefusalError || thrown instanceof NotFound)) throw thrown
      // What was refused may be refused because the same command took effect meanwhile.
      const earlier = await app.database.reading(orgId, (tx) => answerBefore(tx, handler.operation, call, input))
      if (earlier) return earlier.answer
      throw thrown
    }
  }
}

/** Leaves the transaction with the answer that the command got when it came first. */
class AnsweredBefore extends Error {
  readonly answer: unknown

  constructor(answer: unknown) {
    super('This command was answered before.')
    this.answer = answer
  }
}

/** The same command was committed by another request while this one worked; the next look finds its answer. */
class SentAtOnce extends Error {}

/**
 * Runs a command that has an idempotency key. The look for an earlier answer travels with the handler's own statements; where there
 * is one, whatever the handler did is rolled back, and what it says does not count.
 */
const runOnce = async (handler: Extract<Handler, { signedIn: true }>, call: SignedIn, input: unknown): Promise<unknown> => {
  const { tx, session, commandId } = call
  const earlierAnswer = answerBefore(tx, handler.operation, call, input)
  const [look, run] = await Promise.allSettled([earlierAnswer, handler.run(call, input)])
  if (look.status === 'rejected') throw look.reason
  if (look.value) throw new AnsweredBefore(look.value.answer)
  if (run.status === 'rejected') throw run.reason
  const keptRows = await tx.query(
    `insert into command (org_id, uid, command_id, operation, body_hash, answer) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing returning 1`,
    [
      session.orgId,
      session.uid,
      commandId,
      handler.operation.name,
      hashOf(handler.operation, input),
      keptAnswer(handler.operation, run.value),
    ],
  )
  if (keptRows.length === 0) throw new SentAtOnce()
  return run.value
}

/** What the command was answered when it took effect; undefined where it never did. Refuses the same id with other content. */
const answerBefore = async (
  tx: Tx,
  operation: Operation,
  { session, commandId }: Call & { session: Session },
  input: unknown,
): Promise<{ answer: unknown } | undefined> => {
  const [earlier] = await tx.query<{ operation: string; body_hash: string; answer: unknown }>(
    'select operation, body_hash, answer from command where org_id = $1 and uid = $2 and command_id = $3',
    [session.orgId, session.uid, commandId],
  )
  if (earlier && (earlier.operation !== operation.name || earlier.body_hash !== hashOf(operation, input)))
    refuse('command.changed', '这个操作已经提交过，但内容不同')
  return earlier && { answer: earlier.answer }
}

/** What a repeated command is answered. A secret was told once: it is null from then on. */
const keptAnswer = ({ secrets }: Operation, answer: unknown): string =>
  JSON.stringify(answer ?? null, (key, value) => (secrets.includes(key) ? null : value))

/** Tells contents apart without keeping them: a short secret could be guessed from its hash, so none goes into it. */
const hashOf = ({ secrets }: Operation, input: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(input, (key, value) => (secrets.includes(key) ? undefined : value)))
    .digest('base64url')

type RequestParts = { readonly upload: (Upload & SpooledFile) | undefined; readonly fields: Record<string, unknown> }

/** The file and the other fields of a multipart body, read whole before anything else is taken hold of; the file lies on the disk. */
const readMultipart = async (
  { spool, log }: App,
  operation: Operation,
  request: FastifyRequest,
  sender: Id | '',
): Promise<RequestParts | undefined> => {
  if (!request.isMultipart()) return undefined
  if (!operation.uploads) throw new HttpError(415, refusal('request.type', '不支持的内容类型'))
  let upload: RequestParts['upload']
  const fields: Record<string, unknown> = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else {
        upload = { name: part.filename, ...(await spool.receive(part.file, sender)) }
        if (part.file.truncated) throw tooLarge()
      }
    }
  } catch (error) {
    if (upload) await spool.remove(upload)
    if (error instanceof HttpError || error instanceof DiskIsFull || isUnwritable(error)) throw error
    // What is too large has a status; the rest is a body that is no multipart or ends too soon.
    if (statusCodeOf(error)) throw error
    log.warn({ requestId: request.id, operation: operation.name, unread: codeOf(error), why: String(error) })
    throw malformed('请求的格式有误')
  }
  return { upload, fields }
}

const checkOutput = (operation: Operation, payload: unknown): void => {
  const result = v.safeParse(operation.output, payload)
  if (result.success) return
  const differences = result.issues.slice(0, 5).map((issue) => `${v.getDotPath(issue) ?? 'the answer'}: ${issue.message}`)
  throw new Error(`The answer of ${operation.name} differs from its declaration. ${differences.join('; ')}`)
}

const sayNo = ({ database }: App, reply: FastifyReply, { status, failure, retrySeconds }: FailureAnswer): FastifyReply => {
  if (retrySeconds) reply.header('retry-after', retrySeconds)
  return reply.code(status).type(jsonType).send(failureEnvelope(failure, database.now()))
}

type FailureAnswer = { readonly status: number; readonly failure: Failure; readonly fault: boolean; readonly retrySeconds?: number }

/** The answer to a thrown error: the only place that decides it. */
const turn = (error: unknown, request: FastifyRequest): FailureAnswer => {
  const language = languageOf(request.headers['accept-language'])
  if (error instanceof RefusalError) {
    const { reason, words, params } = error.refusal
    const failure = { code: 500, msg: inWords(language, words, params), reason, details: error.details }
    return { status: 200, failure, fault: false }
  }
  const httpError = error instanceof HttpError ? error : turnedAway(error, language)
  if (httpError) {
    const { reason, words, params } = httpError.refusal
    const msg = inWords(language, words, params)
    const oauth = httpError.oauthError && { error: httpError.oauthError, error_description: msg }
    const failure = { code: httpError.status, msg, reason, details: httpError.details, ...oauth }
    return { status: httpError.status, failure, fault: false, retrySeconds: httpError.retrySeconds }
  }
  if (error instanceof DiskIsFull) {
    const msg = inWords(language, '服务器的磁盘快满了，暂时不能上传文件，请联系系统管理员')
    return { status: 503, failure: { code: 503, msg, reason: 'storage.full' }, fault: true, retrySeconds: 60 }
  }
  if (error instanceof StorageUnavailable) {
    const msg = inWords(language, '文件存储暂时连不上，请稍后再试，或联系系统管理员')
    return { status: 503, failure: { code: 503, msg, reason: 'storage.unreachable' }, fault: true, retrySeconds: 30 }
  }
  if (isUnwritable(error)) {
    const msg = inWords(language, '文件暂时无法保存，请稍后再试')
    return { status: 503, failure: { code: 503, msg, reason: 'storage.unwritable' }, fault: true, retrySeconds: 60 }
  }
  const conflict = error instanceof pg.DatabaseError && error.code ? conflicts[error.code] : undefined
  if (conflict) return { status: 200, failure: { code: 500, msg: inWords(language, conflict.words), reason: conflict.reason }, fault: true }
  const msg = inWords(language, '系统出错了，请稍后再试（编号{requestId}）', { requestId: request.id })
  return { status: 500, failure: { code: 500, msg, reason: 'fault', requestId: request.id }, fault: true }
}

/** A folder that is full or closed: operators find it in the log, the sender of a file may try again later. */
const unwritable: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM'])
const isUnwritable = (error: unknown): boolean => unwritable.has(codeOf(error) ?? '')

/** Errors of the layers below that are no fault of ours. */
const turnedAway = (error: unknown, language: Call['language']): HttpError | undefined => {
  if (error instanceof MalformedInput) {
    const fields = error.problems.map(({ words, params }) => inWords(language, words, params))
    return malformed('请求有误：{fields}', { fields: fields.join(inWords(language, '；')) }, error.problems)
  }
  if (isLocked(error)) return locked()
  if (isBusy(error)) return busy()
  if (error instanceof TooMuch) return tooLarge('内容太大或太复杂，无法处理')
  const statusCode = statusCodeOf(error)
  if (statusCode === 413) return tooLarge()
  if (statusCode === 415) return new HttpError(415, refusal('request.type', '不支持的内容类型'))
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return malformed('请求的格式有误')
  return undefined
}

/** A check of the database that the handler had no better words for. It is logged, because the handler should have them. */
const conflicts: Readonly<Record<string, { reason: string; words: string }>> = {
  23505: { reason: 'conflict.unique', words: '数据已存在，请刷新后重试' },
  23503: { reason: 'conflict.reference', words: '引用的数据不存在或仍在使用' },
  23514: { reason: 'conflict.check', words: '数据不符合规定' },
  22003: { reason: 'conflict.range', words: '数字超出了可以记录的范围' },
}

/** The language of an `Accept-Language` header: English where it comes first. */
export const languageOf = (header: string | undefined): 'zh' | 'en' => (/^\s*en/i.test(header ?? '') ? 'en' : 'zh')

const clientOf = (header: string | undefined, clients: HttpParts['signInClients']): string | undefined => {
  const encodedCredentials = /^basic +([\w+/=-]{1,200})$/i.exec(header ?? '')?.[1]
  const [name, password] = Buffer.from(encodedCredentials ?? '', 'base64')
    .toString('utf8')
    .split(':')
  return name && Object.hasOwn(clients, name) && clients[name] === password ? name : undefined
}

const commandIdOf = (header: string | string[] | undefined): string | undefined => {
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(header)) return header.toLowerCase()
  throw malformed('请求的格式有误', {}, [{ path: 'X-Command-Id', words: '格式有误' }])
}

const wellFormedId = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && /^[\w.-]{8,64}$/.test(header) ? header : undefined

const isSecure = ({ settings }: App, request: FastifyRequest): boolean =>
  request.protocol === 'https' || (settings.publicUrl?.startsWith('https:') ?? false)

const slowMs = 1000
