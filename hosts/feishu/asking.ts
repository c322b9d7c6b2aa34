import * as v from 'valibot'
import { faultBy, faultRow } from '../faultTable.ts'
import { WorkplaceFault } from '../workplace.ts'
import { feishuFaults } from './faults.ts'

/** Where Feishu is asked, where people sign in, and where links into its client begin; a stand-in or a gateway has all of them at one address. */
export type FeishuPlaces = { readonly calls: string; readonly signIn: string; readonly links: string; readonly store: string }

export const feishuPlaces = (url: string | undefined): FeishuPlaces => {
  const one = url?.replace(/\/+$/, '')
  return one === undefined
    ? {
        calls: 'https://open.feishu.cn',
        signIn: 'https://accounts.feishu.cn',
        links: 'https://applink.feishu.cn',
        store: 'https://app.feishu.cn',
      }
    : { calls: one, signIn: one, links: one, store: one }
}

/** The token that was asked with is over, or no longer taken. A new one may do; where it does not, time may. */
export class FeishuTokenOver extends WorkplaceFault {
  constructor(code: string, advice: string) {
    super('again', code, advice, { afterSeconds: 300, advice, mendedBy: 'operator' })
  }
}

type Question<Schema extends v.GenericSchema> = {
  /** Below `/open-apis`. */
  readonly path: string
  readonly answer: Schema
  readonly token?: string
  /** A name may stand several times. */
  readonly query?: readonly (readonly [name: string, value: string])[]
  /** Sent by POST unless `method` says otherwise; GET without. */
  readonly body?: object
  readonly method?: 'PATCH'
}

export type FeishuAsking = <Schema extends v.GenericSchema>(question: Question<Schema>) => Promise<v.InferOutput<Schema>>

/** Asks Feishu, bounded in time and size; whatever is no good answer becomes a fault in words that name no secret. */
export const feishuAsking =
  ({ calls }: FeishuPlaces, fetchIt: typeof fetch): FeishuAsking =>
  async ({ path, answer, token, query = [], body, method }) => {
    const url = new URL(`${calls}/open-apis${path}`)
    for (const [name, value] of query) url.searchParams.append(name, value)
    const answered = await send(fetchIt, url, {
      method: method ?? (body ? 'POST' : 'GET'),
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json; charset=utf-8' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const read = jsonOf(answered)
    const { code, msg, error_description: description } = v.parse(outcome, read)
    if (answered.status >= 400 || code !== '0') throw faultOf(code ?? String(answered.status), description || msg || '', answered)
    const output = v.safeParse(answer, read)
    if (!output.success) throw new WorkplaceFault('refused', 'unreadable', '飞书的应答无法读取')
    return output.output
  }

type FeishuAnswer = { readonly status: number; readonly after: number | undefined; readonly text: string }

const timeoutMs = 10_000
const bytesAtMost = 8_000_000

const send = async (fetchIt: typeof fetch, url: URL, init: RequestInit): Promise<FeishuAnswer> => {
  try {
    const response = await fetchIt(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    const after = response.headers.get('x-ogw-ratelimit-reset') ?? response.headers.get('retry-after')
    return { status: response.status, after: secondsOf(after), text: await textOf(response) }
  } catch (error) {
    if (error instanceof WorkplaceFault) throw error
    throw new WorkplaceFault('again', 'unreachable', '飞书没有应答', 30)
  }
}

const textOf = async (response: Response): Promise<string> => {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > bytesAtMost) throw new WorkplaceFault('refused', 'too large', '飞书的应答过大')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const jsonOf = ({ status, text, after }: FeishuAnswer): Record<string, unknown> => {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())), text)
  if (read.success) return read.output
  // A gateway on the way speaks for itself.
  throw new WorkplaceFault('again', String(status), '飞书的应答无法读取', after ?? 30)
}

const words = v.fallback(v.nullish(v.pipe(v.union([v.string(), v.number()]), v.transform(String))), undefined)
const outcome = v.object({ code: words, msg: words, error_description: words })

const faultOf = (code: string, message: string, { status, after }: FeishuAnswer): Error => {
  const row = faultRow(feishuFaults, code) ?? faultRow(feishuFaults, status >= 500 ? '500' : String(status))
  if (row?.becomes === 'token') return new FeishuTokenOver(code, row.words)
  if (row) return faultBy(row, code, row.words, row.becomes === 'again' ? (after ?? row.afterSeconds) : row.afterSeconds)
  return new WorkplaceFault('refused', code, shortened(message) || '飞书拒绝了请求')
}

/** Feishu's words are shown to people; what looks like a token or a key in them is not. */
const shortened = (text: string): string => text.replace(/[A-Za-z0-9_\-+/=]{24,}/g, '…').slice(0, 200)

const secondsOf = (after: string | null): number | undefined => (after !== null && /^\d{1,6}$/.test(after) ? Number(after) : undefined)
