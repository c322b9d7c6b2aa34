import * as v from 'valibot'
import type { Grant, HostEvent } from '../workplace.ts'
import { marketOrder, orderOf } from './orders.ts'

/** What a decrypted push says, as it came: rows of DingTalk's synchronisation, or one event of the older kind. */
export type PushedEvent = Readonly<Record<string, unknown>>

/**
 * What DingTalk tells with one push. Rows that say nothing to us, or that nobody can read, tell nothing: DingTalk would send them for ever.
 * `heardMs` counts where the push itself does not say when.
 */
export const toldBy = (pushed: PushedEvent, heardMs: number): HostEvent[] => {
  const { EventType: type } = pushed
  if (type === 'SYNC_HTTP_PUSH_HIGH' || type === 'SYNC_HTTP_PUSH_MEDIUM') {
    const rows = Array.isArray(pushed['bizData']) ? (pushed['bizData'] as unknown[]) : []
    return rows.flatMap((row) => toldByRow(row, heardMs))
  }
  return typeof type === 'string' ? toldByEvent(type, pushed, heardMs) : []
}

const text = v.pipe(v.string(), v.maxLength(2000))
const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.nonEmpty(), v.maxLength(200))

const row = v.object({
  corp_id: v.nullish(text, ''),
  biz_id: v.nullish(id, '0'),
  biz_type: v.pipe(v.union([v.number(), v.string()]), v.transform(Number)),
  biz_data: v.pipe(v.string(), v.maxLength(200_000), v.parseJson(), v.record(v.string(), v.unknown())),
  gmt_modified: v.nullish(v.union([v.number(), v.string()])),
})

/** A row of the synchronisation is what stands now; `syncAction` says why it is told. */
const toldByRow = (given: unknown, heardMs: number): HostEvent[] => {
  const read = v.safeParse(row, given)
  if (!read.success) return []
  const { corp_id: corpId, biz_id: bizId, biz_type: type, biz_data: data } = read.output
  const action = typeof data['syncAction'] === 'string' ? data['syncAction'] : ''
  const at = { atMs: momentOf(read.output.gmt_modified) ?? heardMs, corpId: corpId ?? '' }
  switch (type) {
    case 2:
      return typeof data['suiteTicket'] === 'string' ? [ticket(data['suiteTicket'], at.atMs)] : []
    case 4:
      if (action === 'org_suite_relieve') return [withdrawn(at)]
      return grantedBy(data, at)
    case 7:
      return switched(action, at)
    case 13:
      return [person(idOf(data['userid']) ?? bizId ?? '', at)]
    case 14:
      return [department(idOf(data['id'] ?? data['deptId']) ?? bizId ?? '', at)]
    case 16:
      return action === 'org_remove' ? [withdrawn(at)] : [{ ...at, key: 'corp', t: 'corp' }]
    case 17:
      return ordered(data, action, { ...at, corpId: idOf(data['buyCorpId'] ?? data['corpId']) ?? at.corpId })
    default:
      return []
  }
}

/** The older kind: one event, plain, about whoever it names. Apps of one organisation still hear them. */
const toldByEvent = (type: string, pushed: PushedEvent, heardMs: number): HostEvent[] => {
  const corpId = idOf(pushed['CorpId'] ?? pushed['AuthCorpId'] ?? pushed['buyCorpId'] ?? pushed['corpId']) ?? ''
  const at = { atMs: momentOf(pushed['TimeStamp'] ?? pushed['timeStamp']) ?? heardMs, corpId }
  if (type === 'suite_ticket') return typeof pushed['SuiteTicket'] === 'string' ? [ticket(pushed['SuiteTicket'], at.atMs)] : []
  if (type === 'tmp_auth_code') {
    const authCode = idOf(pushed['AuthCode'])
    return authCode ? [{ ...at, key: 'grant', t: 'granted', authCode }] : []
  }
  if (corpId === '') return []
  if (type === 'change_auth') return [{ ...at, key: 'grant', t: 'granted' }]
  if (type === 'suite_relieve' || type === 'org_remove') return [withdrawn(at)]
  if (type === 'org_change') return [{ ...at, key: 'corp', t: 'corp' }]
  if (type.startsWith('org_micro_app_')) return switched(type, at)
  if (type === 'market_buy' || endsOrder.includes(type)) return ordered(pushed, type, at)
  if (aboutPeople.includes(type)) return idsOf(pushed['UserId'] ?? pushed['userId']).map((each) => person(each, at))
  if (aboutDepartments.includes(type)) return idsOf(pushed['DeptId'] ?? pushed['deptId']).map((each) => department(each, at))
  return []
}
const endsOrder = ['market_order_cancel', 'market_service_close']
const aboutPeople = ['user_add_org', 'user_modify_org', 'user_leave_org', 'user_active_org', 'org_admin_add', 'org_admin_remove']
const aboutDepartments = ['org_dept_create', 'org_dept_modify', 'org_dept_remove']

type EventMoment = { readonly atMs: number; readonly corpId: string }

const ticket = (given: string, atMs: number): HostEvent => ({
  key: 'ticket',
  atMs,
  corpId: '',
  t: 'ticket',
  ticket: given,
  place: 'ticket',
})
const withdrawn = (at: EventMoment): HostEvent => ({ ...at, key: 'grant', t: 'withdrawn' })
const person = (personId: string, at: EventMoment): HostEvent => ({ ...at, key: `person:${personId}`, t: 'person', personId })
const department = (departmentId: string, at: EventMoment): HostEvent => ({
  ...at,
  key: `department:${departmentId}`,
  t: 'department',
  departmentId,
})

/** Taken from the workbench counts as switched off: the organisation may lay it there again, and a withdrawal is told by itself. */
const switched = (action: string, at: EventMoment): HostEvent[] => {
  if (action === 'org_micro_app_restore') return [{ ...at, key: 'app', t: 'resumed' }]
  return ['org_micro_app_stop', 'org_micro_app_remove'].includes(action) ? [{ ...at, key: 'app', t: 'stopped' }] : []
}

const ordered = (data: PushedEvent, action: string, at: EventMoment): HostEvent[] => {
  const read = v.safeParse(marketOrder, data)
  if (!read.success || at.corpId === '') return []
  const order = orderOf(read.output, action, at.atMs)
  return [{ ...at, key: `order:${order.orderId}`, t: 'order', order }]
}

const authorised = v.object({
  permanent_code: v.nullish(text),
  auth_user_info: v.nullish(v.object({ userId: v.nullish(id) })),
  auth_corp_info: v.object({ corpid: text, corp_name: v.nullish(text), corp_logo_url: v.nullish(text) }),
  auth_info: v.nullish(v.object({ agent: v.nullish(v.array(v.object({ agentid: v.nullish(id), admin_list: v.nullish(v.array(id)) }))) })),
})

/** What an organisation allows stands in the row whole: nothing is to be exchanged. */
const grantedBy = (data: PushedEvent, at: EventMoment): HostEvent[] => {
  const read = v.safeParse(authorised, data)
  if (!read.success) return at.corpId === '' ? [] : [{ ...at, key: 'grant', t: 'granted' }]
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
  return [{ ...at, corpId: corp.corpid, key: 'grant', t: 'granted', grant }]
}

const idOf = (given: unknown): string | undefined => {
  const read = v.safeParse(id, given)
  return read.success ? read.output : undefined
}

/** One, several, or several as a text of JSON. */
const idsOf = (given: unknown): string[] => {
  if (typeof given === 'string' && given.startsWith('[')) {
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), v.array(id)), given)
    return read.success ? read.output : []
  }
  return (Array.isArray(given) ? given : [given]).flatMap((each) => idOf(each) ?? [])
}

/** Milliseconds, also as a text; or a day and time of China, as the copies in databases have it. */
const momentOf = (given: unknown): number | undefined => {
  if (typeof given === 'number') return Number.isFinite(given) ? given : undefined
  if (typeof given !== 'string') return undefined
  if (/^\d{10,16}$/.test(given)) return Number(given)
  const read = Date.parse(`${given.trim().replace(' ', 'T')}+08:00`)
  return Number.isNaN(read) ? undefined : read
}
