import type { Operation } from '../domain/operations/define.ts'

export const jsonType = 'application/json; charset=utf-8'

/**
 * The JSON text of a successful answer. The payload is turned into text once, however often it stands in the envelope; the words stand
 * there as `msg` and as `message`, because clients of the contract read either. `warnings` are sentences for the person.
 */
export const successEnvelope = (
  operation: Pick<Operation, 'answer' | 'successCode'>,
  payload: unknown,
  msg: string,
  at: number,
  warnings: readonly string[] = [],
): string => {
  const words = JSON.stringify(msg)
  const warned = warnings.length > 0 ? `,"warnings":${JSON.stringify(warnings)}` : ''
  const head = `{"code":${operation.successCode},"msg":${words},"message":${words},"success":true${warned}`
  if (operation.answer === 'merged') {
    const envelope = { code: operation.successCode, msg, success: true, result: payload, data: payload, timestamp: at }
    const merged = { ...envelope, ...(payload as object) }
    return JSON.stringify({ ...merged, message: merged.msg })
  }
  const text = JSON.stringify(payload) ?? 'null'
  return operation.answer === 'page'
    ? `${head},"result":null,"data":null,"page":${text},"timestamp":${at}}`
    : `${head},"result":${text},"data":${text},"timestamp":${at}}`
}

/** The answer where something was refused or failed; `code` is the HTTP status, 500 where the business said no. */
export type Failure = {
  readonly code: number
  readonly msg: string
  /** Stable; programs may rely on it. */
  readonly reason: string
  readonly details?: unknown
  readonly requestId?: string
}

export const failureEnvelope = (failure: Failure, at: number): string =>
  JSON.stringify({ ...failure, message: failure.msg, success: false, result: null, data: null, timestamp: at })
