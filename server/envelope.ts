import type { Operation } from '../domain/operations/define.ts'

/** The JSON text of a successful answer. The payload is turned into text once, however often it stands in the envelope. */
export const successEnvelope = (
  operation: Pick<Operation, 'answer' | 'successCode'>,
  payload: unknown,
  msg: string,
  at: number,
): string => {
  const head = `{"code":${operation.successCode},"msg":${JSON.stringify(msg)},"success":true`
  if (operation.answer === 'merged') {
    const envelope = { code: operation.successCode, msg, success: true, result: payload, data: payload, timestamp: at }
    return JSON.stringify({ ...envelope, ...(payload as object) })
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
  JSON.stringify({ ...failure, success: false, result: null, data: null, timestamp: at })
