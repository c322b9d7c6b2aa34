import * as v from 'valibot'
import { faultBy, faultRow } from '../faultTable.ts'
import { WorkplaceFault } from '../workplace.ts'
import { dingtalkFaults } from './faults.ts'

/** DingTalk's two sets of calls, and where people sign in; a stand-in or a gateway has all of them at one address. */
export type Places = { readonly old: string; readonly new: string; readonly signIn: string }

export const placesOf = (url: string | undefined): Places => {
  const one = url?.replace(/\/+$/, '')
  return one === undefined
    ? { old: 'https://oapi.dingtalk.com', new: 'https://api.dingtalk.com', signIn: 'https://login.dingtalk.com' }
    : { old: one, new: one, signIn: one }
}

/** The token that was asked with is over, or no longer taken; a new one may do. */
export class TokenOver extends Error {}

type Ask<Schema extends v.GenericSchema> = {
  readonly path: string
  readonly answer: Schema
  readonly token?: string
  readonly query?: Readonly<Record<string, string>>
  /** Sent by POST; GET without. */
  readonly body?: object
}

export type Asking = {
  /** Of oapi.dingtalk.com: says `errcode` in its answers, and nothing of it where all is well. */
  readonly old: <Schema extends v.GenericSchema>(ask: Ask<Schema>) => Promise<v.InferOutput<Schema>>
  /** Of api.dingtalk.com: says by the status whether it went well. */
  readonly new: <Schema extends v.GenericSchema>(ask: Ask<Schema>) => Promise<v.InferOutput<Schema>>
}

/** Asks DingTalk, bounded in time and size; whatever is no good answer becomes a fault in words that name no secret. */
export const askingOf = (places: Places, fetchIt: typeof fetch): Asking => {
  const send = async (url: URL, headers: Record<string, string>, body: object | undefined): Promise<DingtalkAnswer> => {
    try {
      const response = await fetchIt(url, {
        method: body ? 'POST' : 'GET',
        headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { status: response.status, after: response.headers.get('retry-after'), text: await textOf(response) }
    } catch (error) {
      if (error instanceof WorkplaceFault) throw error
      throw new WorkplaceFault('again', 'unreachable', '钉钉没有应答', 30)
    }
  }
  const addressOf = (place: string, path: string, query: Readonly<Record<string, string>> = {}) => {
    const url = new URL(place + path)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  }
  return {
    old: async ({ path, answer, token, query, body }) => {
      const answered = await send(addressOf(places.old, path, { ...query, ...(token && { access_token: token }) }), {}, body)
      const read = jsonOf(answered)
      const { errcode, errmsg, sub_code, sub_msg } = v.parse(oldFault, read)
      const code = errcode === '88' && sub_code ? sub_code : errcode
      if (answered.status >= 400 || (code && code !== '0'))
        throw faultOf(code || String(answered.status), sub_msg || errmsg || '', answered)
      return shaped(answer, read)
    },
    new: async ({ path, answer, token, query, body }) => {
      const answered = await send(addressOf(places.new, path, query), token ? { 'x-acs-dingtalk-access-token': token } : {}, body)
      const read = jsonOf(answered)
      if (answered.status >= 400) {
        const { code, message } = v.parse(newFault, read)
        throw faultOf(code || String(answered.status), message ?? '', answered)
      }
      return shaped(answer, read)
    },
  }
}

type DingtalkAnswer = { readonly status: number; readonly after: string | null; readonly text: string }

const timeoutMs = 10_000
const bytesAtMost = 8_000_000

const textOf = async (response: Response): Promise<string> => {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > bytesAtMost) throw new WorkplaceFault('refused', 'too large', '钉钉的应答过大')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const jsonOf = ({ status, text, after }: DingtalkAnswer): Record<string, unknown> => {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())), text)
  if (read.success) return read.output
  // A gateway on the way speaks for itself.
  throw new WorkplaceFault('again', String(status), '钉钉的应答无法读取', secondsOf(after) ?? 30)
}

const shaped = <Schema extends v.GenericSchema>(schema: Schema, read: unknown): v.InferOutput<Schema> => {
  const output = v.safeParse(schema, read)
  if (!output.success) throw new WorkplaceFault('refused', 'unreadable', '钉钉的应答无法读取')
  return output.output
}

const said = v.fallback(v.nullish(v.pipe(v.union([v.string(), v.number()]), v.transform(String))), undefined)
const oldFault = v.object({ errcode: said, errmsg: said, sub_code: said, sub_msg: said })
const newFault = v.object({ code: said, message: said })

const faultOf = (code: string, words: string, { status, after }: DingtalkAnswer): Error => {
  const row = faultRow(dingtalkFaults, code) ?? faultRow(dingtalkFaults, statusCode(status))
  if (row?.becomes === 'token') return new TokenOver()
  if (row) return faultBy(row, code, row.words, row.becomes === 'again' ? (secondsOf(after) ?? row.afterSeconds) : row.afterSeconds)
  return new WorkplaceFault('refused', code, shortened(words) || '钉钉拒绝了请求')
}

/** The code that stands for a status where the answer names none of the table. */
const statusCode = (status: number): string => {
  if (status === 401) return 'InvalidAuthentication'
  return status >= 500 ? '500' : String(status)
}

/** Their words are shown to people; what looks like a token or a key in them is not. */
const shortened = (words: string): string => words.replace(/[A-Za-z0-9_\-+/=]{24,}/g, '…').slice(0, 200)

const secondsOf = (after: string | null): number | undefined => (after !== null && /^\d{1,6}$/.test(after) ? Number(after) : undefined)
