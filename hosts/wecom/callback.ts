import { isSame, unseal } from '../callbackCrypto.ts'
import type { CallbackRequest, Heard, NotUnderstood, HostEvent, HostEventContent } from '../workplace.ts'
import { loginTicketKey, ticketKey } from './client.ts'
import type { WecomSettings } from './settings.ts'
import { readXml } from './xml.ts'

/**
 * What WeCom says at our callback address. Who a text must be sealed for tells its kinds apart: a suite in its instructions (tickets,
 * installations, people, orders), the provider in what concerns licences, the customer's own corp in data (cards that were pressed). The check of
 * the address is sealed for the provider, a suite, or for nothing where the provider is a person.
 */
export const hear = (settings: WecomSettings, { method, query, body }: CallbackRequest): Heard | NotUnderstood | undefined => {
  const encrypt = method === 'GET' ? query['echostr'] : readXml(body)?.get('Encrypt')
  const { timestamp, nonce } = query
  if (encrypt === undefined || timestamp === undefined || nonce === undefined) return undefined
  const decryptedMessage = unseal(settings, query['msg_signature'], { timestamp, nonce, encrypt })
  if (!decryptedMessage) return undefined
  const { receiver, text } = decryptedMessage
  if (method === 'GET') {
    const receivers = [settings.providerId, settings.suiteId, settings.loginSuite?.suiteId ?? settings.suiteId, '']
    return receivers.some((otherReceiver) => isSame(receiver, otherReceiver)) ? { answer: plain(text), told: [] } : undefined
  }
  const xml = readXml(text)
  if (!xml) return { notUnderstood: 'XML' }
  const readEvent = readingFor(settings, receiver, xml)
  const events = readEvent?.(xml)
  if (!readEvent) return undefined
  return events
    ? { answer: plain('success'), told: events, delivery: { atMs: Number(timestamp) * 1000, nonce } }
    : { notUnderstood: kindOf(xml) }
}

const plain = (body: string) => ({ type: 'text/plain', body })

/** What a message calls its kind, as far as that is a name. */
const kindOf = (xml: Xml): string =>
  [xml.get('InfoType') ?? xml.get('Event') ?? xml.get('MsgType') ?? '', xml.get('ChangeType') ?? '']
    .map((name) => name.replaceAll(/[^\w.-]/g, '?').slice(0, 60))
    .filter(Boolean)
    .join(' ')

type Xml = ReadonlyMap<string, string>
/** Undefined for what is not understood; none for what is understood and changes nothing here. */
type EventReader = (xml: Xml) => HostEvent[] | undefined

/** How a message is read that is sealed for `receiver`; undefined where it is sealed for another person than it names. */
const readingFor = ({ suiteId, loginSuite, providerId }: WecomSettings, receiver: string, xml: Xml): EventReader | undefined => {
  if (!xml.has('InfoType')) return receiver !== '' && xml.get('ToUserName') === receiver ? data : undefined
  const suite = xml.get('SuiteId')
  if (isSame(receiver, suiteId) && suite === suiteId) return instruction
  if (loginSuite && isSame(receiver, loginSuite.suiteId) && suite === loginSuite.suiteId) return loginInstruction
  const isProviders = isSame(receiver, providerId) && (xml.get('ServiceCorpId') ?? providerId) === providerId
  return isProviders && suite === undefined ? licenceInstruction : undefined
}

const tellerOf = (xml: Xml) => {
  const atMs = secondsOf(xml, 'TimeStamp') * 1000
  const corp = xml.get('AuthCorpId') || xml.get('PaidCorpId') || ''
  return (key: string, content: HostEventContent, corpId = corp): HostEvent => ({ key, atMs, corpId, ...content })
}

const ticketAt = (xml: Xml, place: string): HostEvent[] | undefined =>
  withText(xml.get('SuiteTicket'), (ticket) => [tellerOf(xml)(place, { t: 'ticket', ticket, place }, '')])

const instruction: EventReader = (xml) => {
  const type = xml.get('InfoType') ?? ''
  const tell = tellerOf(xml)
  const order = (name: string) => withText(xml.get(name), (orderId) => [tell(`order:${orderId}`, { t: 'order', order: { orderId } })])
  const ofCorp = (content: HostEventContent) => withText(xml.get('AuthCorpId') || xml.get('PaidCorpId'), () => [tell('grant', content)])
  switch (type) {
    case 'suite_ticket':
      return ticketAt(xml, ticketKey)
    // Whose installation it is says no one before the code is exchanged.
    case 'create_auth':
    case 'reset_permanent_code':
      return withText(xml.get('AuthCode'), (authCode) => [tell(`code:${authCode}`, { t: 'granted', authCode }, '')])
    case 'change_auth':
    // Sic. The edition stands in what is granted.
    case 'change_editon':
      return ofCorp({ t: 'granted' })
    case 'cancel_auth':
      return ofCorp({ t: 'withdrawn' })
    case 'change_contact':
      return withText(xml.get('AuthCorpId'), () => contact(xml)?.map(({ key, telling }) => tell(key, telling)))
    case 'open_order':
    case 'pay_for_app_success':
    case 'refund':
    case 'cancel_order':
      return order('OrderId')
    case 'change_order': {
      const [old, next] = [order('OldOrderId'), order('NewOrderId')]
      return old && next && [...old, ...next]
    }
    default:
      return licenceInstruction(xml) ?? (idleInstructions.has(type) ? [] : undefined)
  }
}

/** Instructions that change nothing here. */
const idleInstructions: ReadonlySet<string> = new Set([
  'register_corp',
  'share_agent_change',
  'share_chain_change',
  'change_external_contact',
  'change_external_chat',
  'change_external_tag',
  'approve_special_auth',
  'cancel_special_auth',
  'corp_arch_auth',
  'upload_media_job_finish',
])

/** The suite that only signs people in hears of installations as well, and has no one's. */
const loginInstruction: EventReader = (xml) => {
  const type = xml.get('InfoType') ?? ''
  if (type === 'suite_ticket') return ticketAt(xml, loginTicketKey)
  return [...idleInstructions, 'create_auth', 'change_auth', 'cancel_auth', 'reset_permanent_code', 'change_contact'].includes(type)
    ? []
    : undefined
}

/** What is bought of WeCom's licences for members; told to the provider as well as to a suite. */
const licenceInstruction: EventReader = (xml) => {
  if (!['license_pay_success', 'license_refund', 'auto_activate', 'unlicensed_notify'].includes(xml.get('InfoType') ?? '')) return undefined
  return withText(xml.get('AuthCorpId'), (corpId) => [tellerOf(xml)('memberLicence', { t: 'memberLicence' }, corpId)])
}

/** Who and what changed; a person whose id was changed is told under both, so that the old one is seen to be gone. */
const contact = (xml: Xml): { key: string; telling: HostEventContent }[] | undefined => {
  const change = xml.get('ChangeType') ?? ''
  if (/^(create|update|delete)_user$/.test(change))
    return withText(xml.get('OpenUserID') || xml.get('UserID'), (id) =>
      [...new Set([id, xml.get('NewUserID')])].flatMap((personId) =>
        personId ? [{ key: `person:${personId}`, telling: { t: 'person', personId } }] : [],
      ),
    )
  if (/^(create|update|delete)_party$/.test(change))
    return withText(xml.get('Id'), (departmentId) => [{ key: `department:${departmentId}`, telling: { t: 'department', departmentId } }])
  // Labels of people say nothing here.
  return change.endsWith('_tag') ? [] : undefined
}

const data: EventReader = (xml) => {
  const moment = { corpId: xml.get('ToUserName') ?? '', atMs: secondsOf(xml, 'CreateTime') * 1000 }
  const personId = xml.get('FromUserName') ?? ''
  const event = xml.get('Event')
  switch (event) {
    case 'template_card_event': {
      const task = xml.get('TaskId') ?? ''
      const button = xml.get('EventKey') ?? ''
      if (task === '' || button === '' || personId === '') return undefined
      const press = { t: 'pressed', personId, card: cardOf(task), button, response: xml.get('ResponseCode') ?? '' } as const
      return [{ key: `pressed:${task}:${personId}`, ...moment, ...press }]
    }
    // Came into the part of the organisation that sees the app, or left it.
    case 'subscribe':
    case 'unsubscribe':
      return withText(personId, () => [{ key: `person:${personId}`, ...moment, t: 'person', personId }])
    case 'change_app_admin':
      return [{ key: 'grant', ...moment, t: 'granted' }]
    case 'unlicensed_notify':
      return withText(personId, () => [
        { key: `unlicensed:${personId}`, ...moment, t: 'unlicensed', personId },
        { key: 'memberLicence', ...moment, t: 'memberLicence' },
      ])
    default:
      return isIdleData(event, xml.get('MsgType')) ? [] : undefined
  }
}

/** What people write to the app, and what they do in its menu, which it has none of. */
const isIdleData = (event: string | undefined, type: string | undefined): boolean =>
  event === undefined
    ? ['text', 'image', 'voice', 'video', 'location', 'link', 'file'].includes(type ?? '')
    : /^(enter_agent|location|click|view|view_miniprogram|scancode_\w+|pic_\w+|location_select|template_card_menu_event|batch_job_result|open_approval_change)$/i.test(
        event,
      )

/** A card's own id within the id of its task, which WeCom takes once only: see `notices.ts`. */
const cardOf = (task: string): string => task.replace(/@[^@]*$/, '')

const secondsOf = (xml: Xml, name: string): number => Number(xml.get(name)) || 0

const withText = <T>(text: string | undefined, make: (text: string) => T): T | undefined => (text ? make(text) : undefined)
