import * as v from 'valibot'
import type { Grant, HostEvent } from '../workplace.ts'
import { marketOrder, orderOf } from './orders.ts'
import { id, text } from './values.ts'

/** What a decrypted push says, as it came: rows of DingTalk's synchronisation, or one event of the older kind. */
export type PushedEvent = Readonly<Record<string, unknown>>

/**
 * What DingTalk tells with one push. Rows that say nothing to us, or that no one can read, tell nothing: DingTalk would send them for ever.
 * `heardMs` counts where the push itself does not say when.
 */
export const toldBy = (pushedEvent: PushedEvent, heardMs: number): HostEvent[] => {
  const { EventType: type } = pushedEvent
  if (type === 'SYNC_HTTP_PUSH_HIGH' || type === 'SYNC_HTTP_PUSH_MEDIUM') {
    const rows: readonly unknown[] = Array.isArray(pushedEvent['bizData']) ? pushedEvent['bizData'] : []
    return rows.flatMap((row) => toldByRow(row, heardMs))
  }
  return typeof type === 'string' ? toldByEvent(type, pushedEvent, heardMs) : []
}

const row = v.object({
  corp_id: v.nullish(text, ''),
  biz_id: v.nullish(id, '0'),
  biz_type: v.pipe(v.union([v.number(), v.string()]), v.transform(Number)),
  biz_data: v.pipe(v.string(), v.maxLength(200_000), v.parseJson(), v.record(v.string(), v.unknown())),
  gmt_modified: v.nullish(v.union([v.number(), v.string()])),
})

/** A row of the synchronisation is what stands now; `syncAction` says why it is told. */
const toldByRow = (value: unknown, heardMs: number): HostEvent[] => {
  const read = v.safeParse(row, value)
  if (!read.success) return []
  const { corp_id: corpId, biz_id: bizId, biz_type: type, biz_data: data } = read.output
  const action = typeof data['syncAction'] === 'string' ? data['syncAction'] : ''
  const moment = { atMs: momentOf(read.output.gmt_modified) ?? heardMs, corpId: corpId ?? '' }
  switch (type) {
    case 2:
      return typeof data['suiteTicket'] === 'string' ? [ticket(data['suiteTicket'], moment.atMs)] : []
    case 4:
      if (action === 'org_suite_relieve') return [withdrawn(moment)]
      return grantedBy(data, moment)
    case 7:
      return switchedEvents(action, moment)
    case 13:
      return [person(idOf(data['userid']) ?? bizId ?? '', moment)]
    case 14:
      return [department(idOf(data['id'] ?? data['deptId']) ?? bizId ?? '', moment)]
    case 16:
      return action === 'org_remove' ? [withdrawn(moment)] : [{ ...moment, key: 'corp', t: 'corp' }]
    case 17:
      return orderEvents(data, action, { ...moment, corpId: idOf(data['buyCorpId'] ?? data['corpId']) ?? moment.corpId })
    default:
      return []
  }
}

/** The older kind: one event, plain, about the person who it names. Apps of one organisation still hear them. */
const toldByEvent = (type: string, pushedEvent: PushedEvent, heardMs: number): HostEvent[] => {
  const corpId = idOf(pushedEvent['CorpId'] ?? pushedEvent['AuthCorpId'] ?? pushedEvent['buyCorpId'] ?? pushedEvent['corpId']) ?? ''
  const moment = { atMs: momentOf(pushedEvent['TimeStamp'] ?? pushedEvent['timeStamp']) ?? heardMs, corpId }
  if (type === 'suite_ticket')
    return typeof pushedEvent['SuiteTicket'] === 'string' ? [ticket(pushedEvent['SuiteTicket'], moment.atMs)] : []
  if (type === 'tmp_auth_code') {
    const authCode = idOf(pushedEvent['AuthCode'])
    return authCode ? [{ ...moment, key: 'grant', t: 'granted', authCode }] : []
  }
  if (corpId === '') return []
  if (type === 'change_auth') return [{ ...moment, key: 'grant', t: 'granted' }]
  if (type === 'suite_relieve' || type === 'org_remove') return [withdrawn(moment)]
  if (type === 'org_change') return [{ ...moment, key: 'corp', t: 'corp' }]
  if (type.startsWith('org_micro_app_')) return switchedEvents(type, moment)
  if (type === 'market_buy' || endsOrder.includes(type)) return orderEvents(pushedEvent, type, moment)
  if (aboutPeople.includes(type)) return idsOf(pushedEvent['UserId'] ?? pushedEvent['userId']).map((personId) => person(personId, moment))
  if (aboutDepartments.includes(type))
    return idsOf(pushedEvent['DeptId'] ?? pushedEvent['deptId']).map((departmentId) => department(departmentId, moment))
  return []
}
const endsOrder = ['market_order_cancel', 'market_service_close']
const aboutPeople = ['user_add_org', 'user_modify_org', 'user_leave_org', 'user_active_org', 'org_admin_add', 'org_admin_remove']
const aboutDepartments = ['org_dept_create', 'org_dept_modify', 'org_dept_remove']

type EventMoment = { readonly atMs: number; readonly corpId: string }

const ticket = (text: string, atMs: number): HostEvent => ({
  key: 'ticket',
  atMs,
  corpId: '',
  t: 'ticket',
  ticket: text,
  place: 'ticket',
})
const withdrawn = (moment: EventMoment): HostEvent => ({ ...moment, key: 'grant', t: 'withdrawn' })
const person = (personId: string, moment: EventMoment): HostEvent => ({ ...moment, key: `person:${personId}`, t: 'person', personId })
const department = (departmentId: string, moment: EventMoment): HostEvent => ({
  ...moment,
  key: `department:${departmentId}`,
  t: 'department',
  departmentId,
})

/** Taken from the workbench counts as switched off: the organisation may lay it there again, and a withdrawal is told by itself. */
const switchedEvents = (action: string, moment: EventMoment): HostEvent[] => {
  if (action === 'org_micro_app_restore') return [{ ...moment, key: 'app', t: 'resumed' }]
  return ['org_micro_app_stop', 'org_micro_app_remove'].includes(action) ? [{ ...moment, key: 'app', t: 'stopped' }] : []
}

const orderEvents = (data: PushedEvent, action: string, moment: EventMoment): HostEvent[] => {
  const read = v.safeParse(marketOrder, data)
  if (!read.success || moment.corpId === '') return []
  const order = orderOf(read.output, action, moment.atMs)
  return [{ ...moment, key: `order:${order.orderId}`, t: 'order', order }]
}

const authorisation = v.object({
  permanent_code: v.nullish(text),
  auth_user_info: v.nullish(v.object({ userId: v.nullish(id) })),
  auth_corp_info: v.object({ corpid: text, corp_name: v.nullish(text), corp_logo_url: v.nullish(text) }),
  auth_info: v.nullish(v.object({ agent: v.nullish(v.array(v.object({ agentid: v.nullish(id), admin_list: v.nullish(v.array(id)) }))) })),
})

/** What an organisation allows stands in the row whole: nothing is to be exchanged. */
const grantedBy = (data: PushedEvent, moment: EventMoment): HostEvent[] => {
  const read = v.safeParse(authorisation, data)
  if (!read.success) return moment.corpId === '' ? [] : [{ ...moment, key: 'grant', t: 'granted' }]
  const { auth_corp_info: corp, auth_user_info: by, permanent_code: permanentCode, auth_info: info } = read.output
  const agent = info?.agent?.[0]
  const grant: Grant = {
    corpId: corp.corpid,
    corpName: corp.corp_name || corp.corpid,
    ...(agent?.agentid && { agentId: agent.agentid }),
    ...(permanentCode && { permanentCode }),
    ...(corp.corp_logo_url && { logo: corp.corp_logo_url }),
    ...(by?.userId && { byPersonId: by.userId }),
    ...(agent?.admin_list && { administratorIds: agent.admin_list }),
  }
  return [{ ...moment, corpId: corp.corpid, key: 'grant', t: 'granted', grant }]
}

const idOf = (value: unknown): string | undefined => {
  const read = v.safeParse(id, value)
  return read.success ? read.output : undefined
}

/** One, several, or several as a text of JSON. */
const idsOf = (value: unknown): string[] => {
  if (typeof value === 'string' && value.startsWith('[')) {
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), v.array(id)), value)
    return read.success ? read.output : []
  }
  return (Array.isArray(value) ? value : [value]).flatMap((item) => idOf(item) ?? [])
}

/** Milliseconds, also as a text; or a day and time of China, as the copies in databases have it. */
const momentOf = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  if (/^\d{10,16}$/.test(value)) return Number(value)
  const read = Date.parse(`${value.trim().replace(' ', 'T')}+08:00`)
  return Number.isNaN(read) ? undefined : read
}
