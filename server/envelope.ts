import type { Operation } from '../domain/operations/define.ts'

export const jsonType = 'application/json; charset=utf-8'

/**
 * The JSON text of a successful answer. The payload is turned into text once, however often it stands in the envelope; the words stand
 * there as `msg` and as `message`, because clients of the contract read either. `warnings` are sentences for the person.
 */
export const successEnvelope = (
  operation: Pick<Operation, 'answer' | 'successCode'>,
  payload: unknown,
  { msg, atMs, warnings = [] }: { readonly msg: string; readonly atMs: number; readonly warnings?: readonly string[] | undefined },
): string => {
  const words = JSON.stringify(msg)
  const warningsText = warnings.length > 0 ? `,"warnings":${JSON.stringify(warnings)}` : ''
  const head = `{"code":${operation.successCode},"msg":${words},"message":${words},"success":true${warningsText}`
  if (operation.answer === 'merged') {
    const envelope = { code: operation.successCode, msg, success: true, result: payload, data: payload, timestamp: atMs }
    const envelopeWithPayload = { ...envelope, ...(payload as object) }
    return JSON.stringify({ ...envelopeWithPayload, message: envelopeWithPayload.msg })
  }
  const text = JSON.stringify(payload) ?? 'null'
  return operation.answer === 'page'
    ? `${head},"result":null,"data":null,"page":${text},"timestamp":${atMs}}`
    : `${head},"result":${text},"data":${text},"timestamp":${atMs}}`
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

export const failureEnvelope = (failure: Failure, atMs: number): string =>
  JSON.stringify({ ...failure, message: failure.msg, success: false, result: null, data: null, timestamp: atMs })
