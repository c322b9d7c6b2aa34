import { isSame, unseal } from '../callbackCrypto.ts'
import type { CallbackRequest, Heard, Told, Telling } from '../workplace.ts'
import type { WecomSettings } from './settings.ts'
import { readXml } from './xml.ts'

/**
 * What WeCom says at our callback address. Whom a text must be sealed for tells three kinds apart: the provider when the address is checked, the
 * suite in instructions (tickets, installations, people, orders), the customer's own corp in data (cards that were pressed).
 */
export const hear = (settings: WecomSettings, { method, query, body }: CallbackRequest): Heard | undefined => {
  const encrypt = method === 'GET' ? query['echostr'] : readXml(body)?.get('Encrypt')
  const { timestamp, nonce } = query
  if (encrypt === undefined || timestamp === undefined || nonce === undefined) return undefined
  const opened = unseal(settings, query['msg_signature'], { timestamp, nonce, encrypt })
  if (!opened) return undefined
  if (method === 'GET') return isSame(opened.receiver, settings.providerId) ? { answer: plain(opened.text), told: [] } : undefined
  const xml = readXml(opened.text)
  if (!xml) return undefined
  const told = xml.has('InfoType')
    ? isSame(opened.receiver, settings.suiteId) && xml.get('SuiteId') === settings.suiteId && instruction(xml)
    : opened.receiver !== '' && xml.get('ToUserName') === opened.receiver && data(xml)
  return told ? { answer: plain('success'), told, delivery: { atMs: Number(timestamp) * 1000, nonce } } : undefined
}

const plain = (body: string) => ({ type: 'text/plain', body })

type Xml = ReadonlyMap<string, string>

const instruction = (xml: Xml): Told[] => {
  const of = (name: string) => xml.get(name) || undefined
  const at = secondsOf(xml, 'TimeStamp')
  const tell = (key: string, telling: Telling, corpId = of('AuthCorpId') ?? of('PaidCorpId') ?? ''): Told => ({
    key,
    atMs: at * 1000,
    corpId,
    ...telling,
  })
  const order = (orderId: string | undefined) =>
    orderId === undefined ? [] : [tell(`order:${orderId}`, { t: 'order', order: { orderId } })]
  switch (xml.get('InfoType')) {
    case 'suite_ticket':
      return withText(of('SuiteTicket'), (ticket) => tell('ticket', { t: 'ticket', ticket }, ''))
    // Whose installation it is says nobody before the code is exchanged.
    case 'create_auth':
    case 'reset_permanent_code':
      return withText(of('AuthCode'), (authCode) => tell(`code:${authCode}`, { t: 'granted', authCode }, ''))
    case 'change_auth':
    // Sic. The edition stands in what is granted.
    case 'change_editon':
      return [tell('grant', { t: 'granted' })]
    case 'cancel_auth':
      return [tell('grant', { t: 'withdrawn' })]
    case 'change_contact':
      return contact(xml).map(({ key, telling }) => tell(key, telling))
    case 'open_order':
    case 'pay_for_app_success':
    case 'refund':
    case 'cancel_order':
      return order(of('OrderId'))
    case 'change_order':
      return [...order(of('OldOrderId')), ...order(of('NewOrderId'))]
    default:
      return []
  }
}

/** Who and what changed; somebody whose id was changed is told under both, so that the old one is seen to be gone. */
const contact = (xml: Xml): { key: string; telling: Telling }[] => {
  const change = xml.get('ChangeType') ?? ''
  if (/^(create|update|delete)_user$/.test(change))
    return [...new Set([xml.get('OpenUserID') || xml.get('UserID'), xml.get('NewUserID')])].flatMap((personId) =>
      personId ? [{ key: `person:${personId}`, telling: { t: 'person', personId } }] : [],
    )
  if (/^(create|update|delete)_party$/.test(change))
    return withText(xml.get('Id'), (departmentId) => ({
      key: `department:${departmentId}`,
      telling: { t: 'department', departmentId },
    }))
  return []
}

const data = (xml: Xml): Told[] => {
  const at = { corpId: xml.get('ToUserName')!, atMs: secondsOf(xml, 'CreateTime') * 1000 }
  const personId = xml.get('FromUserName') ?? ''
  switch (xml.get('Event')) {
    case 'template_card_event': {
      const task = xml.get('TaskId') ?? ''
      const button = xml.get('EventKey') ?? ''
      if (task === '' || button === '' || personId === '') return []
      const pressed = { t: 'pressed', personId, card: cardOf(task), button, response: xml.get('ResponseCode') ?? '' } as const
      return [{ key: `pressed:${task}:${personId}`, ...at, ...pressed }]
    }
    // Came into the part of the organisation that sees the app, or left it.
    case 'subscribe':
    case 'unsubscribe':
      return [{ key: `person:${personId}`, ...at, t: 'person', personId }]
    case 'change_app_admin':
      return [{ key: 'grant', ...at, t: 'granted' }]
    default:
      return []
  }
}

/** A card's own id within the id of its task, which WeCom takes once only: see `notices.ts`. */
const cardOf = (task: string): string => task.replace(/@[^@]*$/, '')

const secondsOf = (xml: Xml, name: string): number => Number(xml.get(name)) || 0

const withText = <T>(text: string | undefined, make: (text: string) => T): T[] => (text ? [make(text)] : [])
