import * as v from 'valibot'
import { isSame } from '../callbackCrypto.ts'
import type { CallbackRequest, Heard, NotUnderstood, HostEventContent, HostEvent } from '../workplace.ts'
import { feishuOrder, orderOf } from './orders.ts'
import { bodySignature, unsealText } from './seal.ts'
import type { FeishuSettings } from './settings.ts'
import { ticketPlace } from './tokens.ts'

const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(2000))
const json = v.pipe(v.string(), v.parseJson())
const envelope = v.pipe(json, v.object({ encrypt: v.pipe(v.string(), v.nonEmpty()) }))
const challenge = v.object({ type: v.literal('url_verification'), challenge: text, token: text })
const fields = v.record(v.string(), v.unknown())
/** Of today, and of before: those about the app itself have kept their shape. */
const newEvent = v.object({
  schema: v.literal('2.0'),
  header: v.object({
    event_id: text,
    event_type: text,
    create_time: v.nullish(v.string()),
    token: v.string(),
    app_id: text,
    tenant_key: v.nullish(v.string(), ''),
  }),
  event: fields,
})
const oldEvent = v.object({ type: v.literal('event_callback'), uuid: text, token: v.string(), ts: v.nullish(v.string()), event: fields })

/** What happened, whichever shape it came in. */
type FeishuEvent = { readonly type: string; readonly id: string; readonly atMs: number; readonly corpId: string; readonly event: Fields }
type Fields = Readonly<Record<string, unknown>>

/**
 * What Feishu says at our callback address. The check of the address comes without a signature: the key that it is sealed by and the token within
 * show whose it is. An event that is not answered comes again for hours under the signature that it had, so its age says nothing.
 */
export const hear = (settings: FeishuSettings, { method, headers = {}, body }: CallbackRequest): Heard | NotUnderstood | undefined => {
  const envelopeRead = v.safeParse(envelope, body)
  const openedText = method === 'POST' && envelopeRead.success ? unsealText(settings.encryptKey, envelopeRead.output.encrypt) : undefined
  const read = v.safeParse(json, openedText)
  if (!read.success) return undefined
  const check = v.safeParse(challenge, read.output)
  if (check.success)
    return isSame(check.output.token, settings.verificationToken)
      ? { answer: jsonAnswer({ challenge: check.output.challenge }), told: [] }
      : undefined
  if (!isSigned(settings, headers, body)) return undefined
  const feishuEvent = happeningOf(settings, read.output)
  if (!feishuEvent) return undefined
  const events = toldBy(feishuEvent)
  if (!events) return { notUnderstood: feishuEvent.type.replaceAll(/[^\w.-]/g, '?').slice(0, 60) }
  const answer = feishuEvent.type === 'card.action.trigger' ? takenAnswer : {}
  return { answer: jsonAnswer(answer), told: events, delivery: { nonce: feishuEvent.id } }
}

const jsonAnswer = (value: object) => ({ type: 'application/json', body: JSON.stringify(value) })
/** What came of a press is written on the card a moment later. */
const takenAnswer = {
  toast: { type: 'info', content: '已收到，正在办理', i18n: { zh_cn: '已收到，正在办理', en_us: 'Received, working on it' } },
}

const isSigned = ({ encryptKey }: FeishuSettings, headers: NonNullable<CallbackRequest['headers']>, body: string): boolean => {
  const [timestamp, nonce, signature] = ['x-lark-request-timestamp', 'x-lark-request-nonce', 'x-lark-signature'].map(
    (name) => headers[name],
  )
  if (timestamp === undefined || nonce === undefined || signature === undefined) return false
  return isSame(bodySignature(encryptKey, { timestamp, nonce, body }), signature)
}

const happeningOf = ({ appId, verificationToken }: FeishuSettings, read: unknown): FeishuEvent | undefined => {
  const today = v.safeParse(newEvent, read)
  if (today.success) {
    const { header, event } = today.output
    if (!isSame(header.token, verificationToken) || header.app_id !== appId) return undefined
    const atMs = Number(header.create_time) || 0
    return { type: header.event_type, id: header.event_id, atMs, corpId: header.tenant_key ?? '', event }
  }
  const before = v.safeParse(oldEvent, read)
  if (!before.success) return undefined
  const { event, uuid, token, ts } = before.output
  if (!isSame(token, verificationToken) || event['app_id'] !== appId) return undefined
  return { type: textIn(event, 'type'), id: uuid, atMs: Math.trunc(Number(ts) * 1000) || 0, corpId: textIn(event, 'tenant_key'), event }
}

/** Undefined for what is not understood; none for what is understood and changes nothing here. */
const toldBy = (feishuEvent: FeishuEvent): HostEvent[] | undefined => {
  const { type, corpId, atMs, event } = feishuEvent
  if (type === 'app_ticket') {
    const ticket = textIn(event, 'app_ticket')
    return ticket === '' ? undefined : [{ key: ticketPlace, atMs, corpId: '', t: 'ticket', ticket, place: ticketPlace }]
  }
  if (corpId === '') return undefined
  const tell = (key: string, content: HostEventContent): HostEvent[] => [{ key, atMs, corpId, ...content }]
  if (type.startsWith('contact.user.'))
    return aboutId(event, 'open_id', (personId) => tell(`person:${personId}`, { t: 'person', personId }))
  if (type.startsWith('contact.department.'))
    return aboutId(event, 'open_department_id', (departmentId) => tell(`department:${departmentId}`, { t: 'department', departmentId }))
  switch (type) {
    case 'app_open':
    // What the organisation shows has changed: all of it is asked for again.
    case 'contact.scope.updated_v3':
      return tell('grant', { t: 'granted' })
    case 'app_uninstalled':
      return tell('grant', { t: 'withdrawn' })
    case 'app_status_change':
      return tell('app', { t: textIn(event, 'status') === 'start_by_tenant' ? 'resumed' : 'stopped' })
    case 'order_paid': {
      const order = v.safeParse(feishuOrder, event)
      return order.success ? tell(`order:${order.output.order_id}`, { t: 'order', order: orderOf(order.output) }) : undefined
    }
    case 'card.action.trigger':
      return pressedBy(feishuEvent)
    default:
      return isIdle(type) ? [] : undefined
  }
}

const pressedValue = v.object({
  operator: v.object({ open_id: text }),
  action: v.object({ value: v.object({ card: text, button: text, notice: text }) }),
})
const pressedBy = ({ event, corpId, atMs }: FeishuEvent): HostEvent[] | undefined => {
  const read = v.safeParse(pressedValue, event)
  if (!read.success) return undefined
  const { operator, action } = read.output
  const { card, button, notice } = action.value
  const personId = operator.open_id
  return [{ key: `pressed:${card}:${personId}`, atMs, corpId, t: 'pressed', personId, card, button, response: notice }]
}

const aboutId = (event: Fields, name: string, tell: (id: string) => HostEvent[]): HostEvent[] | undefined => {
  const read = v.safeParse(v.object({ object: fields }), event)
  const id = read.success ? textIn(read.output.object, name) : ''
  return id === '' ? undefined : tell(id)
}

/** What people write to the robot, and what concerns groups and kinds of work. */
const isIdle = (type: string): boolean => /^(im|application|contact\.employee_type_enum|contact\.custom_attr_event|url)\./.test(type)

const textIn = (event: Fields, name: string): string => {
  const value = event[name]
  return typeof value === 'string' && value.length <= 2000 ? value : ''
}
