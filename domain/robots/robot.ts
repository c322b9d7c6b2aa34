import { isRecord } from '../../kernel/isRecord.ts'
import { firstOf } from '../../kernel/assert.ts'

/** The chats whose groups have robots that an address and, in some, a secret open. */
export const robotVendors = { dingtalk: '钉钉', wecom: '企业微信', feishu: '飞书' } as const
export type RobotVendor = keyof typeof robotVendors

/** Whose robots are called, and where they may stand: on the internet, also in private networks, also on this machine. */
export type RobotWorld = {
  readonly vendorOf: (address: string) => RobotVendor | undefined
  readonly reach: 'public' | 'private' | 'local'
  readonly timeoutSeconds: number
}

/** What a group may hear of. None of it says more of anyone than everyone in the organisation may know. */
export const robotEvents = {
  news: '发布公告',
  count: '盘点开始和结束',
  stock: '耗材低于最低库存',
  overdue: '借出的资产逾期',
  approval: '审批到时限',
  licence: '会员套餐到期',
} as const
export type RobotEvent = keyof typeof robotEvents

/** A group hears no more than so many times in a minute; what is more becomes one. */
export const robotPerMinute = 20

/** How many minutes quiet hours go on that it is `minute` of the day in; 0 outside of them. From and until at the same minute are the whole day. */
export const quietMinutes = ({ from, until }: { readonly from: number; readonly until: number }, minute: number): number => {
  const isQuiet = from < until ? minute >= from && minute < until : minute >= from || minute < until
  return isQuiet ? (until - minute + dayMinutes) % dayMinutes || dayMinutes : 0
}
const dayMinutes = 1440

/** The chat that gave this address out; undefined for any other address. */
export const vendorOfRobot = (address: string): RobotVendor | undefined => {
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(address)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return undefined
  if (hostname === 'oapi.dingtalk.com' && pathname === '/robot/send' && searchParams.get('access_token')) return 'dingtalk'
  if (hostname === 'qyapi.weixin.qq.com' && pathname === '/cgi-bin/webhook/send' && searchParams.get('key')) return 'wecom'
  const isFeishu = hostname === 'open.feishu.cn' || hostname === 'open.larksuite.com'
  return isFeishu && /^\/open-apis\/bot\/v2\/hook\/[\w-]+$/.test(pathname) ? 'feishu' : undefined
}

/** A message of a group, ready to be read; `link` is a whole address, or nothing where no one could open it. */
export type GroupMessage = { readonly title: string; readonly content: string; readonly link?: string }

/** What is sent to a robot. `look` is the word on what leads to the app. */
export const robotBody = (vendor: RobotVendor, messages: readonly GroupMessage[], look: string): Record<string, unknown> => {
  const first = firstOf(messages)
  const others = messages.slice(1)
  const title = plain(first.title)
  if (vendor === 'feishu') {
    const buttons = others.length === 0 && first.link ? [{ tag: 'action', actions: [button(look, first.link)] }] : []
    const text = others.length === 0 ? plain(first.content) : textOf(messages, look)
    return {
      msg_type: 'interactive',
      card: {
        config: { wide_screen_mode: true },
        header: { title: { tag: 'plain_text', content: title }, template: 'blue' },
        elements: [...(text ? [{ tag: 'div', text: { tag: 'lark_md', content: cut(text, bytesAtMost) } }] : []), ...buttons],
      },
    }
  }
  const text = cut(textOf(messages, look), bytesAtMost)
  if (vendor === 'wecom') return { msgtype: 'markdown', markdown: { content: text } }
  if (others.length === 0 && first.link)
    return {
      msgtype: 'actionCard',
      actionCard: {
        title,
        text: cut(textOf([{ title: first.title, content: first.content }], look), bytesAtMost),
        singleTitle: look,
        singleURL: first.link,
      },
    }
  return { msgtype: 'markdown', markdown: { title, text } }
}

const button = (look: string, url: string) => ({ tag: 'button', type: 'primary', text: { tag: 'plain_text', content: look }, url })

const textOf = (messages: readonly GroupMessage[], look: string): string =>
  messages
    .map(({ title, content, link }) => [`**${plain(title)}**`, plain(content), link && `[${look}](${link})`].filter(Boolean).join('\n\n'))
    .join('\n\n')

/** What people wrote is shown as they wrote it: it calls no one, leads nowhere and has no look of its own. */
const plain = (text: string): string => text.replaceAll(/[<>[\]*`#@\\_]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + fullWidth))
const fullWidth = 0xff00 - 0x20

/** The least that any of the chats takes. */
const bytesAtMost = 3900
const cut = (text: string, bytes: number): string => {
  const encodedBytes = new TextEncoder().encode(text)
  if (encodedBytes.length <= bytes) return text
  return `${new TextDecoder().decode(encodedBytes.subarray(0, bytes)).replace(/\uFFFD+$/, '')}…`
}

/** What a robot's chat answered. `again`: it did not take it, and may later. */
export type RobotVerdict =
  | { readonly t: 'sent' }
  | { readonly t: 'again'; readonly why: string; readonly afterSeconds: number }
  | { readonly t: 'refused'; readonly why: string }

/** Reads the answer of a chat: what counts stands in the body, whatever the status. */
export const robotVerdict = (status: number, body: string): RobotVerdict => {
  const answer = answerIn(body)
  const code = answer?.['errcode'] ?? answer?.['code'] ?? answer?.['StatusCode']
  const words = String(answer?.['errmsg'] ?? answer?.['msg'] ?? answer?.['StatusMessage'] ?? '').slice(0, 200)
  if (status >= 200 && status < 300 && code === 0) return { t: 'sent' }
  const reason = [code === undefined ? `HTTP ${status}` : String(code), words].filter(Boolean).join(': ')
  if (status === 429 || status >= 500 || tooOften.includes(Number(code))) return { t: 'again', why: reason, afterSeconds: 60 }
  return { t: 'refused', why: reason }
}

/** More than they take in a minute, or busy: DingTalk 130101, WeCom 45009 and 45033, Feishu 9499 and 11232; -1 says that the system is busy. */
const tooOften: readonly number[] = [-1, 130101, 45009, 45033, 9499, 11232]

const answerIn = (body: string): Record<string, unknown> | undefined => {
  try {
    const answer: unknown = JSON.parse(body)
    return isRecord(answer) ? answer : undefined
  } catch {
    return undefined
  }
}
