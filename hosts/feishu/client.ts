import * as v from 'valibot'
import { type AnswerWords, askHost, type HostAnswer, codeText, jsonOf, maskTokens, parseShape } from '../hostAnswer.ts'
import { faultBy, faultRow } from '../faultTable.ts'
import { WorkplaceFault } from '../workplace.ts'
import { feishuFaults } from './faults.ts'

/** Where Feishu is asked, where people sign in, and where links into its client begin; a stand-in or a gateway has all of them at one address. */
export type FeishuPlaces = { readonly calls: string; readonly signIn: string; readonly links: string; readonly store: string }

export const feishuPlaces = (url: string | undefined): FeishuPlaces => {
  const gatewayUrl = url?.replace(/\/+$/, '')
  return gatewayUrl === undefined
    ? {
        calls: 'https://open.feishu.cn',
        signIn: 'https://accounts.feishu.cn',
        links: 'https://applink.feishu.cn',
        store: 'https://app.feishu.cn',
      }
    : { calls: gatewayUrl, signIn: gatewayUrl, links: gatewayUrl, store: gatewayUrl }
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
    const init = {
      method: method ?? (body ? 'POST' : 'GET'),
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json; charset=utf-8' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }
    const response = await askHost(fetchIt, url, init, { words, afterHeaders: ['x-ogw-ratelimit-reset', 'retry-after'] })
    const read = jsonOf(response, words)
    const { code, msg, error_description: description } = v.parse(outcome, read)
    if (response.status >= 400 || code !== '0') throw faultOf(code ?? String(response.status), description || msg || '', response)
    return parseShape(answer, read, words)
  }

const words: AnswerWords = { unreachable: '飞书没有应答', tooLarge: '飞书的应答过大', unreadable: '飞书的应答无法读取' }
const outcome = v.object({ code: codeText, msg: codeText, error_description: codeText })

const faultOf = (code: string, message: string, { status, afterSeconds }: HostAnswer): Error => {
  const row = faultRow(feishuFaults, code) ?? faultRow(feishuFaults, status >= 500 ? '500' : String(status))
  if (row?.becomes === 'token') return new FeishuTokenOver(code, row.words)
  if (row) return faultBy(row, code, row.words, row.becomes === 'again' ? (afterSeconds ?? row.afterSeconds) : row.afterSeconds)
  return new WorkplaceFault('refused', code, maskTokens(message) || '飞书拒绝了请求')
}

/** What was asked; undefined where a fault says that there is nothing of it. */
export const unless = async <T>(request: Promise<T>, isNothing: (fault: WorkplaceFault) => boolean): Promise<T | undefined> => {
  try {
    return await request
  } catch (error) {
    if (error instanceof WorkplaceFault && isNothing(error)) return undefined
    throw error
  }
}
