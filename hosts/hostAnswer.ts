import * as v from 'valibot'
import { WorkplaceFault } from './workplace.ts'

/** An answer of a chat's server. `afterSeconds`: how long to wait before the next request, where the server says so. */
export type HostAnswer = { readonly status: number; readonly afterSeconds: number | undefined; readonly text: string }

/** The words of faults that a chat's server does not name itself. */
export type AnswerWords = { readonly unreachable: string; readonly tooLarge: string; readonly unreadable: string }

const timeoutMs = 10_000
const bytesAtMost = 8_000_000
const againSeconds = 30

/** Sends a request, bounded in time and in the size of its answer. Throws WorkplaceFault with one of `words`. */
export const askHost = async (
  fetchIt: typeof fetch,
  url: URL,
  init: RequestInit,
  { words, afterHeaders = ['retry-after'] }: { readonly words: AnswerWords; readonly afterHeaders?: readonly string[] },
): Promise<HostAnswer> => {
  try {
    const response = await fetchIt(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    const after = afterHeaders.map((name) => response.headers.get(name)).find((value) => value !== null)
    return { status: response.status, afterSeconds: secondsIn(after), text: await textOf(response, words) }
  } catch (error) {
    if (error instanceof WorkplaceFault) throw error
    throw new WorkplaceFault('again', 'unreachable', words.unreachable, againSeconds)
  }
}

const textOf = async (response: Response, words: AnswerWords): Promise<string> => {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > bytesAtMost) throw new WorkplaceFault('refused', 'too large', words.tooLarge)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** The fields of an answer in JSON. Throws WorkplaceFault where it is none: a gateway on the way answers for itself. */
export const jsonOf = ({ status, text, afterSeconds }: HostAnswer, words: AnswerWords): Record<string, unknown> => {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())), text)
  if (read.success) return read.output
  throw new WorkplaceFault('again', String(status), words.unreadable, afterSeconds ?? againSeconds)
}

/** An answer by its declaration. Throws WorkplaceFault where it differs. */
export const parseShape = <Schema extends v.GenericSchema>(schema: Schema, read: unknown, words: AnswerWords): v.InferOutput<Schema> => {
  const output = v.safeParse(schema, read)
  if (!output.success) throw new WorkplaceFault('refused', 'unreadable', words.unreadable)
  return output.output
}

/** A code or a message that chats write as text or as a number. */
export const codeText = v.fallback(v.nullish(v.pipe(v.union([v.string(), v.number()]), v.transform(String))), undefined)

/** A chat's own words as people may read them: what looks like a token or a key in them is masked. */
export const maskTokens = (words: string): string => words.replace(/[A-Za-z0-9_\-+/=]{24,}/g, '…').slice(0, 200)

const secondsIn = (header: string | null | undefined): number | undefined =>
  header && /^\d{1,6}$/.test(header) ? Number(header) : undefined
