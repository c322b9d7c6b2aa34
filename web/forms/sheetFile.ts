import type { Operation } from '../../domain/operations/define.ts'
import { downloadTimeoutSeconds, uploadTimeoutSeconds } from '../../domain/rules/constants.ts'
import { host } from '../../hosts/here.ts'
import { CallError, placePath } from '../call.ts'
import { session } from '../session/session.ts'
import { language, t } from '../words.ts'

/** Asks an operation whose answer is a file and hands it to the person under `name`. Throws CallError with words to show. */
export const downloadSheet = async (operation: Operation, input: Readonly<Record<string, unknown>>, name: string): Promise<void> => {
  const { path, rest } = placePath(operation.path, input)
  const answer =
    operation.method === 'GET'
      ? await askFile(
          `${path}?${new URLSearchParams(Object.entries(rest).map(([key, value]) => [key, String(value)])).toString()}`,
          { headers: headers() },
          downloadTimeoutSeconds,
        )
      : await askFile(
          path,
          { method: 'POST', headers: { ...headers(), 'Content-Type': 'application/json' }, body: JSON.stringify(rest) },
          downloadTimeoutSeconds,
        )
  host.save(await answer.blob(), name)
}

/** Sends a file, and other fields before it, to an operation that takes one; its answer. Throws CallError with words to show. */
export const uploadSheet = async <T>(operation: Operation, file: File, fields: Readonly<Record<string, string>> = {}): Promise<T> => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('file', file, file.name)
  const answer = await askFile(operation.path, { method: 'POST', headers: headers(), body }, uploadTimeoutSeconds)
  const { result }: { result: T } = await answer.json()
  return result
}

const headers = (): Record<string, string> => ({
  Authorization: `Bearer ${session().token ?? ''}`,
  'Accept-Language': language() === 'en' ? 'en' : 'zh-CN',
})

const askFile = async (url: string, init: RequestInit, timeoutSeconds: number): Promise<Response> => {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutSeconds * 1000) }).catch(() => undefined)
  if (!answer) throw new CallError({ status: 0, code: 0, reason: 'offline' }, t('网络连接失败，请检查网络'))
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false
  if (!isJson && answer.ok) return answer
  const body: { code?: number; msg?: string; reason?: string; details?: unknown } = await answer
    .clone()
    .json()
    .catch(() => ({}))
  if (answer.ok && body.code === 0) return answer
  throw new CallError(
    { status: answer.status, code: body.code ?? answer.status, reason: body.reason ?? '', details: body.details },
    body.msg || t('服务暂时不可用，请稍后再试'),
  )
}
