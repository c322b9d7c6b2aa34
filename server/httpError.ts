import { noLicence } from '../domain/rules/constants.ts'
import type { FieldProblem } from '../kernel/field.ts'
import { fill, refusal, RefusalError, type Params, type Refusal } from '../kernel/refusal.ts'

/** Thrown where a request is turned away with an HTTP status, which is not the business saying no (that is Refused). */
export class HttpError extends Error {
  readonly status: Status
  readonly refusal: Refusal
  readonly details: unknown
  /** After how many seconds another try is welcome. */
  readonly retrySeconds: number | undefined
  /** The error code of OAuth 2 (RFC 6749), where the answer is to be one; its words are the `error_description`. */
  readonly oauthError: OAuthError | undefined

  constructor(status: Status, refusalGiven: Refusal, { details, retrySeconds, oauthError }: ErrorOptions = {}) {
    super(fill(refusalGiven.words, refusalGiven.params))
    this.status = status
    this.refusal = refusalGiven
    this.details = details
    this.retrySeconds = retrySeconds
    this.oauthError = oauthError
  }
}

type ErrorOptions = { readonly details?: unknown; readonly retrySeconds?: number; readonly oauthError?: OAuthError }

export type OAuthError = 'invalid_grant' | 'invalid_client' | 'unsupported_grant_type' | 'invalid_token'

export type Status = 400 | 401 | 403 | 404 | 408 | 413 | 415 | 429 | 503

export const malformed = (words: string, params: Params = {}, details?: unknown) =>
  new HttpError(400, refusal('request.malformed', words, params), { details })
export const notSignedIn = (words = '会话已失效，请重新登录') => new HttpError(401, refusal('session.none', words))
export const passwordNotOwn = () => new HttpError(403, refusal('password.notOwn', '密码是别人设置的，请先设置自己的密码'))
export const noSuchKey = () => new HttpError(401, refusal('key.none', 'API密钥无效、已过期或已吊销'))
export const keyFromElsewhere = () => new HttpError(403, refusal('key.address', 'API密钥不能从这个网络地址使用'))
export const readOnlyKey = () => new HttpError(403, refusal('key.readOnly', 'API密钥是只读的'))
/** What a key never does, or has no code for. */
export const closedToKeys = () => new HttpError(403, refusal('key.closed', 'API密钥没有调用这个接口的权限'))
/** A person of an organisation without a licence would write. */
export const unlicensed = () => new RefusalError(refusal(noLicence, '组织的会员已到期或尚未开通，现在只能查看和导出'))
export const tooLarge = (words = '提交的内容过大') => new HttpError(413, refusal('request.large', words))
export const tooManyValues = () => tooLarge('提交的数据项太多，请分几次提交')
export const tooOften = (retrySeconds: number, words = '操作过于频繁，请稍后再试') =>
  new HttpError(429, refusal('request.often', words), { retrySeconds })
export const busy = () => new HttpError(503, refusal('server.busy', '系统繁忙，请稍后再试'), { retrySeconds: 1 })

/** Someone else is at the same thing for longer than a request waits. */
export const locked = () => new HttpError(503, refusal('server.locked', '有人正在处理同一份数据，请稍后再试'), { retrySeconds: 1 })

/** What a person asked for, put together as they pleased, takes longer than the database works on one thing. */
export const tooSlow = () => new HttpError(503, refusal('server.slow', '查询用时太长，请减少条件或稍后再试'))

/** Signed in, but not allowed this. */
export class Forbidden extends HttpError {
  constructor() {
    super(403, refusal('access.denied', '拒绝访问'))
  }
}

/** The HTTP status that a layer below gave a caught error; undefined where it gave none. */
export const statusCodeOf = (error: unknown): number | undefined =>
  typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined

/** There is no such thing for this caller; the same words whether it never was or belongs to another person. */
export class NotFound extends HttpError {
  constructor(words = '您访问的内容不存在') {
    super(404, refusal('request.unknown', words))
  }
}

/** Fields that cannot be read: answered 400 with every one of them named. */
export class MalformedInput extends Error {
  readonly problems: readonly FieldProblem[]

  constructor(problems: readonly FieldProblem[]) {
    super(problems.map(({ path, words }) => `${path}: ${words}`).join('; '))
    this.problems = problems
  }
}
