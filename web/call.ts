import { hostBeside } from '../hosts/start.ts'
import type { InputOf, Operation, OutputOf } from '../domain/operations/define.ts'
import { together, togetherAtMost } from '../domain/operations/together.ts'
import { noLicence, reloadPauseSeconds, requestTimeoutSeconds, successToastMs } from '../domain/rules/constants.ts'
import { newUuid } from '../kernel/id.ts'
import { learnFrom } from './cache.ts'
import { sendCommand, type WriteFault } from './commands.ts'
import { type AnswerBox, type Question, takeEarlyAnswer } from './start/earlyAnswers.ts'
import { toast } from './look/overlays/toast.ts'
import { clear, isHere, session } from './session/session.ts'
import { languageCode, t } from './words.ts'

type CallFault = { readonly status: number; readonly code: number; readonly reason: string; readonly details?: unknown }

/**
 * A call that did not succeed. `status` is the HTTP status, 0 where no answer came; `code` the body's code; `reason` never
 * changes for the same refusal; `details` is what the screen may need besides the words.
 */
export class CallError extends Error {
  readonly status: number
  readonly code: number
  readonly reason: string
  readonly details: unknown

  constructor({ status, code, reason, details }: CallFault, words: string) {
    super(words)
    this.name = 'CallError'
    this.status = status
    this.code = code
    this.reason = reason
    this.details = details
  }

  /** What it means for a write. */
  get kind(): WriteFault {
    const { status, reason } = this
    if (status === 0 ? reason !== 'offline' : [408, 502, 504].includes(status)) return 'unanswered'
    return status > 0 && status < 500 ? 'refused' : 'failed'
  }
}

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** The screen says what went wrong itself: no toast. */
  quiet?: boolean | undefined
  /** No one waits for this write: what sends it again says what became of it, or a mark is lost that the next look sets anew. */
  background?: boolean | undefined
  /** It may take longer than people wait in silence, and its screen shows that it is under way. */
  isLong?: boolean | undefined
  /** Headers besides the usual ones, for instance the sign-in's `operationId`. */
  headers?: Readonly<Record<string, string>> | undefined
  /** True where the screen goes on only once what the write changed was asked for again. */
  fresh?: boolean | undefined
  /** Shown in place of the session's: where it is another, the person who is signed in has nothing to do with it, and stays so when it is over. */
  token?: string | undefined
  /** The command's id; the same command sent again with the same id happens once. Made anew where absent. */
  commandId?: string | undefined
}

/**
 * Asks the server for an operation. Throws CallError; a write whose connection broke is sent once more under the same
 * command id, also when a person sends it again. What a write changes is asked for again.
 */
export const call = async <O extends Operation>(operation: O, input: InputOf<O>, options: CallOptions = {}): Promise<OutputOf<O>> => {
  const { token } = session()
  const tokenSent = options.token ?? token
  const take = async (answer: unknown): Promise<void> => {
    // What comes for a person who has left meanwhile is not kept for the person who came after.
    if (session().token === token) learnFrom(answer)
    if (operation.changes.length === 0) return
    const changesAsked = askAgain(operation.changes)
    if (options.fresh) await changesAsked
  }
  try {
    const answer = isWrite(operation)
      ? await answeredWrite(operation, input, options, { asking: tokenSent, take })
      : ((await answeredTogether(operation, input, options)) ?? { answer: await answeredAlone(operation, input, options) }).answer
    await take(answer)
    return answer
  } catch (error) {
    throw reportFault(error, { ...options, asking: tokenSent, writes: isWrite(operation) })
  }
}

const isWrite = ({ method, reads }: Operation): boolean => method !== 'GET' && !reads

/** Sends a write; a person who waits for it reads after a bounded silence that there is no answer, and hears of one that comes later. */
const answeredWrite = (
  operation: Operation,
  input: unknown,
  options: CallOptions,
  { asking, take }: { readonly asking: string | undefined; readonly take: (answer: unknown) => Promise<void> },
): Promise<unknown> => {
  const { background, isLong, commandId } = options
  const send = (id: string) => answeredAlone(operation, input, { ...options, commandId: commandId ?? id })
  if (background || isLong) return send(commandId ?? newUuid())
  const { name } = operation
  return sendCommand({
    key: JSON.stringify([asking, name, commandId ?? input]),
    noun: name.slice(0, name.indexOf('.')),
    send,
    isDecided: (error) => error instanceof CallError && error.kind === 'refused' && ![401, 429].includes(error.status),
    onLate: (answer) => {
      toast(t('刚才没有回答的操作已办好'), 'notify')
      void take(answer)
    },
  })
}

const answeredAlone = async (operation: Operation, input: unknown, options: CallOptions): Promise<unknown> => {
  const request = requestOf(operation, input as Record<string, unknown>, options)
  return answerOf(operation, await sendRequest(request, requestTimeoutSeconds, options.signal))
}

/**
 * From now on whatever is asked at one moment goes as one request, until something is asked by itself: the first screen comes to stand at
 * once, and not answer by answer.
 */
export const gatherQuestions = (): void => {
  gatheredQuestions = []
}

type GatheredQuestion = Question & { readonly answered: (answer: AnswerBox | undefined) => void }
let gatheredQuestions: GatheredQuestion[] | undefined

/** What a question was answered together with others; undefined where it goes by itself. Throws where the person who asked has gone. */
const answeredTogether = async (
  operation: Operation,
  input: unknown,
  { quiet, signal, headers, token }: CallOptions,
): Promise<AnswerBox | undefined> => {
  const questions = gatheredQuestions
  if (!questions || !operation.reads || !quiet || headers || token !== undefined || !session().token) return undefined
  const question = { name: operation.name, input }
  const answer =
    (await takeEarlyAnswer(question)) ??
    (await new Promise<AnswerBox | undefined>((resolve) => {
      if (questions.push({ ...question, answered: resolve }) === 1) setTimeout(askGathered)
    }))
  signal?.throwIfAborted()
  return answer
}

const askGathered = async (): Promise<void> => {
  const questions = gatheredQuestions ?? []
  gatheredQuestions = questions.length > 1 ? [] : undefined
  const batchQuestions = questions.slice(0, togetherAtMost)
  const questionInputs = batchQuestions.map(({ name, input }) => ({ name, input }))
  // What is not answered like this is asked by itself, and says there what is wrong.
  const answers =
    batchQuestions.length > 1 ? await answeredAlone(together, { asked: questionInputs }, {}).catch(() => undefined) : undefined
  for (const [index, { answered }] of questions.entries())
    answered((answers as readonly (AnswerBox | null)[] | undefined)?.[index] ?? undefined)
}

/** Names who asks again for what a write has changed, by the beginnings of operations' names. */
export const onChanges = (ask: (changes: readonly string[]) => Promise<void>): void => {
  askAgain = ask
}
let askAgain = async (_: readonly string[]): Promise<void> => undefined

/** Where a stored file is shown. */
export const fileUrl = (path: string): string => (/^(https?:|data:|blob:|\/)/.test(path) ? path : `/files/${path}`)

/** The path with its places filled, and what remains of the input. */
export const placePath = (path: string, input: Readonly<Record<string, unknown>>): { path: string; rest: Record<string, unknown> } => {
  const bodyInput = { ...input }
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = bodyInput[name]
    delete bodyInput[name]
    return encodeURIComponent(String(value))
  })
  return { path: filledPath, rest: bodyInput }
}

type Body = {
  code?: number
  msg?: string
  success?: boolean
  reason?: string
  details?: unknown
  result?: unknown
  page?: unknown
  /** What the person should know although nothing stood in the way. */
  warnings?: readonly string[]
  obj?: unknown
}
type Answer = { status: number; body: Body }
type Request = { url: string; init: RequestInit; writes: boolean }

/** Calls that are made before, or without, a session. */
const withoutToken = /\/(oauth\/token|oauth\/check_token|sysoperation\/listOptByLogin|msgmessage\/getLoginUser)$/

const appCredential = `Basic ${btoa('app:app')}`

/** What every request says: the language, and who asks. */
export const commonHeaders = (path: string): Record<string, string> => {
  const { token } = session()
  const headers: Record<string, string> = { 'Accept-Language': languageCode() }
  if (path.endsWith('/oauth/token')) headers['Authorization'] = appCredential
  else if (token && !withoutToken.test(path)) headers['Authorization'] = `Bearer ${token}`
  return headers
}

const requestOf = (operation: Operation, input: Readonly<Record<string, unknown>>, options: CallOptions): Request => {
  const { path, rest } = placePath(operation.path, input)
  const { token } = options
  const headers: Record<string, string> = {
    ...commonHeaders(operation.path),
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...options.headers,
  }
  const present = Object.entries(rest).filter(([, value]) => value !== undefined)
  if (operation.method === 'GET') {
    const query = new URLSearchParams(present.map(([key, value]) => [key, String(value)])).toString()
    return { url: query ? `${path}?${query}` : path, init: { headers }, writes: false }
  }
  headers['Content-Type'] = 'application/json'
  if (!operation.reads) headers['X-Command-Id'] = options.commandId ?? newUuid()
  // What was kept on the device says when it was pressed; this says how long ago that is by the same clock.
  if (!operation.reads) headers['X-Sent-At'] = new Date().toISOString()
  return { url: path, init: { method: 'POST', headers, body: JSON.stringify(Object.fromEntries(present)) }, writes: !operation.reads }
}

/** Sends a request; a write whose connection broke goes once more. */
export const sendRequest = async (request: Request, timeoutSeconds: number, signal?: AbortSignal): Promise<Answer> => {
  try {
    return await sendOnce(request, timeoutSeconds, signal)
  } catch (error) {
    if (!request.writes || !(error instanceof TypeError) || signal?.aborted) throw error
    return sendOnce(request, timeoutSeconds, signal)
  }
}

const sendOnce = async ({ url, init }: Request, timeoutSeconds: number, signal?: AbortSignal): Promise<Answer> => {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(new DOMException('timeout', 'TimeoutError')), timeoutSeconds * 1000)
  const stopToo = () => stop.abort(signal?.reason)
  signal?.addEventListener('abort', stopToo)
  try {
    const response = await fetch(url, { ...init, signal: stop.signal })
    const text = await response.text()
    return { status: response.status, body: bodyOf(text) }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stopToo)
  }
}

const bodyOf = (text: string): Body => {
  try {
    const body: unknown = JSON.parse(text)
    return body !== null && typeof body === 'object' ? body : {}
  } catch {
    return {}
  }
}

const answerOf = (operation: Operation, answer: Answer): unknown => {
  const { status, body } = answer
  if (status < 200 || status > 299 || body.code !== operation.successCode) throw failureOf(answer)
  // After the words with which the screen says that it is done.
  if (body.warnings) setTimeout(toast, successToastMs, body.warnings.join('\n'), 'notify')
  return operation.answer === 'page' ? body.page : body.result
}

export const failureOf = ({ status, body }: Answer): CallError =>
  new CallError({ status, code: body.code ?? status, reason: body.reason ?? '', details: body.details }, body.msg || wordsOf(status))

const wordsOf = (status: number): string => {
  if (status === 401) return t('会话已失效，请重新登录')
  if (status === 403) return t('拒绝访问')
  if (status === 404) return t('没有找到要访问的内容')
  if (status === 413) return t('文件过大')
  if (status === 429) return t('操作太频繁，请稍后再试')
  return t('服务暂时不可用，请稍后再试')
}

type FaultContext = {
  readonly quiet?: boolean | undefined
  readonly background?: boolean | undefined
  /** The token that the call was made with. */
  readonly asking: string | undefined
  /** Whether it writes. */
  readonly writes?: boolean | undefined
}

/**
 * What every failed call does besides being refused: the session ends, or the words are shown; of a write always, unless its screen shows them. A
 * session ends only where the token that was refused is still the device's: another window may have let another person in meanwhile.
 */
export const reportFault = (thrown: unknown, { quiet, background, asking, writes }: FaultContext): unknown => {
  if (thrown instanceof DOMException && thrown.name === 'AbortError') return thrown
  const error = callErrorOf(thrown, writes === true && asking !== undefined)
  const { status, code, message, reason } = error
  const isQuiet = quiet || background
  // It ran out while a screen was open: the entrance says so. Or it was renewed, and no one has heard.
  if (reason === noLicence) void askAgain(['auth.'])
  if (status === 401) {
    if (asking !== undefined && isHere(asking)) {
      clear()
      // Who the host knows comes in again without being asked.
      if (!hostBeside()?.knows) toast(message || t('会话已失效，请重新登录'), 'error')
    } else if (asking === undefined && !quiet && message) toast(message, 'error')
  } else if (status === 403) toast(t('拒绝访问'), 'error')
  else if (code === 500 && status < 300 && /SQL ?Syntax/i.test(message) && message.includes("doesn't exist") && mayReload())
    location.reload()
  else if (!isQuiet && (writes || ![404, 500, 504].includes(status))) toast(message, 'error')
  return error
}

/** Words for a call without an answer; of a write in a session, which counts once however often it comes, whether it left the device. */
const callErrorOf = (thrown: unknown, isOnce: boolean): CallError => {
  const error = thrown instanceof CallError ? thrown : undefined
  const isOffline = !error && navigator.onLine === false
  if (error && !(isOnce && error.kind === 'unanswered')) return error
  if (!isOnce && thrown instanceof DOMException) return noAnswer('timeout', t('请求超时，请稍后再试'))
  if (!isOnce) return noAnswer(isOffline ? 'offline' : 'cut', t('网络连接失败，请检查网络'))
  if (isOffline) return noAnswer('offline', t('没有网络，没有办理；请连上网络后再试'))
  const { status = 0, code = 0, reason = 'silence', details } = error ?? {}
  return new CallError({ status, code, reason, details }, t('没有收到回答，不知道办好没有；再试一次也不会重复'))
}

const noAnswer = (reason: string, words: string): CallError => new CallError({ status: 0, code: 0, reason }, words)

/** A reload that did not help is not tried again at once. */
const mayReload = (): boolean => {
  const beforeMs = Number(sessionStorage.getItem('zaice.reload'))
  sessionStorage.setItem('zaice.reload', String(Date.now()))
  return Date.now() - beforeMs > reloadPauseSeconds * 1000
}
