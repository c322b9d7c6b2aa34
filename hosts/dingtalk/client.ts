import * as v from 'valibot'
import { type AnswerWords, askHost, type HostAnswer, codeText, jsonOf, maskTokens, parseShape } from '../hostAnswer.ts'
import { faultBy, faultRow } from '../faultTable.ts'
import { WorkplaceFault } from '../workplace.ts'
import { dingtalkFaults } from './faults.ts'

/** DingTalk's two sets of calls, and where people sign in; a stand-in or a gateway has all of them at one address. */
export type Places = { readonly old: string; readonly new: string; readonly signIn: string }

export const placesOf = (url: string | undefined): Places => {
  const gatewayUrl = url?.replace(/\/+$/, '')
  return gatewayUrl === undefined
    ? { old: 'https://oapi.dingtalk.com', new: 'https://api.dingtalk.com', signIn: 'https://login.dingtalk.com' }
    : { old: gatewayUrl, new: gatewayUrl, signIn: gatewayUrl }
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

export type DingTalkClient = {
  /** Of oapi.dingtalk.com: says `errcode` in its answers, and nothing of it where all is well. */
  readonly old: <Schema extends v.GenericSchema>(ask: Ask<Schema>) => Promise<v.InferOutput<Schema>>
  /** Of api.dingtalk.com: says by the status whether it went well. */
  readonly new: <Schema extends v.GenericSchema>(ask: Ask<Schema>) => Promise<v.InferOutput<Schema>>
}

/** Asks DingTalk, bounded in time and size; whatever is no good answer becomes a fault in words that name no secret. */
export const askingOf = (places: Places, fetchIt: typeof fetch): DingTalkClient => {
  const send = (url: URL, headers: Record<string, string>, body: object | undefined): Promise<HostAnswer> => {
    const init = {
      method: body ? 'POST' : 'GET',
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    }
    return askHost(fetchIt, url, init, { words })
  }
  const addressOf = (place: string, path: string, query: Readonly<Record<string, string>> = {}) => {
    const url = new URL(place + path)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  }
  return {
    old: async ({ path, answer, token, query, body }) => {
      const response = await send(addressOf(places.old, path, { ...query, ...(token && { access_token: token }) }), {}, body)
      const read = jsonOf(response, words)
      const { errcode, errmsg, sub_code, sub_msg } = v.parse(oldFault, read)
      const code = errcode === '88' && sub_code ? sub_code : errcode
      if (response.status >= 400 || (code && code !== '0'))
        throw faultOf(code || String(response.status), sub_msg || errmsg || '', response)
      return parseShape(answer, read, words)
    },
    new: async ({ path, answer, token, query, body }) => {
      const response = await send(addressOf(places.new, path, query), token ? { 'x-acs-dingtalk-access-token': token } : {}, body)
      const read = jsonOf(response, words)
      if (response.status >= 400) {
        const { code, message } = v.parse(newFault, read)
        throw faultOf(code || String(response.status), message ?? '', response)
      }
      return parseShape(answer, read, words)
    },
  }
}

const words: AnswerWords = { unreachable: '钉钉没有应答', tooLarge: '钉钉的应答过大', unreadable: '钉钉的应答无法读取' }
const oldFault = v.object({ errcode: codeText, errmsg: codeText, sub_code: codeText, sub_msg: codeText })
const newFault = v.object({ code: codeText, message: codeText })

const faultOf = (code: string, message: string, { status, afterSeconds }: HostAnswer): Error => {
  const row = faultRow(dingtalkFaults, code) ?? faultRow(dingtalkFaults, statusCode(status))
  if (row?.becomes === 'token') return new TokenOver()
  if (row) return faultBy(row, code, row.words, row.becomes === 'again' ? (afterSeconds ?? row.afterSeconds) : row.afterSeconds)
  return new WorkplaceFault('refused', code, maskTokens(message) || '钉钉拒绝了请求')
}

/** The code that stands for a status where the answer names none of the table. */
const statusCode = (status: number): string => {
  if (status === 401) return 'InvalidAuthentication'
  return status >= 500 ? '500' : String(status)
}

/** Nothing where the request fails in a way that means nothing is there. */
export const unless = async <T>(request: Promise<T>, isNothing: (fault: WorkplaceFault) => boolean): Promise<T | undefined> => {
  try {
    return await request
  } catch (error) {
    if (error instanceof WorkplaceFault && isNothing(error)) return undefined
    throw error
  }
}
