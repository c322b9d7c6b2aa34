import { addDays, type Day, dayAt } from '../../kernel/day.ts'
import { mondayOf } from '../../kernel/weekday.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { lunarOf } from '../../domain/agenda/lunar.ts'
import type { Rule } from '../../domain/agenda/rule.ts'
import { agendaOperations as calls, type AgendaValues } from '../../domain/agenda/operations.ts'
import { messageUpdate } from '../../domain/messaging/operations.ts'
import { agendaHandlers } from './handlers.ts'
import type { SignedIn } from '../call.ts'
import { messagingHandlers } from '../messaging/messages.ts'
import { askerOf } from '../demo/demoClient.ts'
import type { Company } from '../demo/company.ts'

type DemoEvent = Partial<Omit<AgendaValues, 'attendees' | 'startLocal'>> & { readonly title: string; readonly with?: readonly string[] }

/** The weeks around today of a company. */
type DemoWeeks = {
  readonly company: Company
  /** The day so many days after this week's Monday. */
  readonly on: (day: number) => Day
}

/** Some weeks of the people who everyone may sign in as: meetings, what comes again, and what is no one else's business. */
export const fillAgenda = async (company: Company): Promise<void> => {
  const today = dayAt(company.now)
  const monday = mondayOf(today)
  const weeks: DemoWeeks = { company, on: (day) => addDays(monday, day) }
  await fillAdministration(weeks)
  await fillDepartment(weeks)
  await fillStaff(weeks)
  await fillStores(weeks)
  // What these weeks told people they have seen.
  for (const { username } of company.plan.people.filter(({ username }) => readers.includes(username)))
    await askMessaging(company.as(username), messageUpdate, { all: true, category: 'agenda' })
}

const fillAdministration = async (weeks: DemoWeeks): Promise<void> => {
  const { company, on } = weeks
  const weeklyMeeting = await planEvent(weeks, 'admin', `${on(-28)} 09:30`, {
    title: '综合管理部周例会',
    place: '6楼 会议室A',
    notes: '每人三分钟：上周完成、本周计划、需要的支持。',
    rule: weekly(1),
    visibility: 'full',
    with: ['keeper', 'stock', 'newadmin', 'gaofei'],
  })
  await answerEvent(company, 'keeper', weeklyMeeting, { state: 'accepted' })
  await answerEvent(company, 'stock', weeklyMeeting, { state: 'accepted' })
  await answerEvent(company, 'newadmin', weeklyMeeting, { state: 'tentative', comment: '月初两周要去客户现场' })
  const counting = await planEvent(weeks, 'admin', `${on(3)} 14:00`, {
    title: '年终盘点准备会',
    place: '6楼 会议室B',
    minutes: 90,
    with: ['keeper', 'stock', 'boss'],
  })
  await answerEvent(company, 'keeper', counting, { state: 'accepted', comment: '盘点计划已拟好' })
  await answerEvent(company, 'boss', counting, { state: 'declined', comment: '当天有评审，请王小雨代参加' })
  await planEvent(weeks, 'admin', `${on(1)} 15:00`, { title: '供应商洽谈：办公家具', place: '1楼 会客区' })
  await planEvent(weeks, 'admin', `${on(4)} 16:00`, {
    title: '消防设施检查',
    rule: { each: 'monthWeekday', every: 1, nth: -1, weekday: 5 },
    place: '总部各楼层',
  })
  await planEvent(weeks, 'admin', `${on(9)} 00:00`, { ...wholeDay, title: '新员工资产使用培训', place: '3楼 培训室', visibility: 'full' })
}

const fillDepartment = async (weeks: DemoWeeks): Promise<void> => {
  const { company, on } = weeks
  const standUp = await planEvent(weeks, 'boss', `${on(-21)} 09:15`, {
    title: '应用研发部站会',
    place: '3楼 开放区',
    minutes: 15,
    rule: { each: 'workday' },
    reminders: [5],
    with: ['staff', 'staff2'],
  })
  await answerEvent(company, 'staff', standUp, { state: 'accepted' })
  await answerEvent(company, 'staff2', standUp, { state: 'accepted' })
  const review = await planEvent(weeks, 'boss', `${on(4)} 14:00`, {
    title: '版本评审',
    place: '3楼 会议室C',
    minutes: 120,
    rule: { each: 'week', every: 2, days: [5] },
    with: ['staff', 'staff2', 'fangyun'],
  })
  await answerEvent(company, 'staff', review, { state: 'accepted' })
  await answerEvent(company, 'fangyun', review, { state: 'accepted', comment: '测试报告前一天发出' })
  await askAgenda(company.as('boss'), calls.update, {
    ...(await readEvent(company.as('boss'), review)),
    id: review,
    version: 1,
    scope: 'one',
    occurrence: `${on(18)} 14:00`,
    startLocal: `${on(17)} 15:00`,
    place: '线上',
  })
  await planEvent(weeks, 'boss', `${on(2)} 10:00`, {
    title: '季度预算讨论',
    place: '5楼 财务部',
    with: ['sunlihua', 'admin'],
    reminders: [60],
  })
  await planEvent(weeks, 'boss', `${on(7)} 00:00`, {
    ...wholeDay,
    title: '出差上海',
    minutes: 2880,
    place: '上海分公司',
    visibility: 'full',
  })
  await planEvent(weeks, 'boss', `${on(0)} 17:30`, { title: '部门月报', rule: { each: 'monthEnd', every: 1 }, minutes: 30 })
}

const fillStaff = async (weeks: DemoWeeks): Promise<void> => {
  const { on } = weeks
  await planEvent(weeks, 'staff', `${on(2)} 16:00`, { title: '一对一沟通', place: '3楼 小会议室', minutes: 30, with: ['boss'] })
  await planEvent(weeks, 'staff', `${on(3)} 09:00`, {
    title: '体检',
    place: '市第一医院体检中心',
    minutes: 180,
    visibility: 'private',
    reminders: [60, 1440],
  })
  const birthday = lunarOf(on(11))
  await planEvent(weeks, 'staff', `${on(11)} 00:00`, {
    ...wholeDay,
    title: '妈妈生日',
    visibility: 'private',
    rule: { each: 'lunarYear', month: birthday.month, day: birthday.day },
  })
  await planEvent(weeks, 'staff2', `${on(1)} 19:00`, {
    title: '羽毛球',
    place: '体育馆',
    minutes: 120,
    rule: weekly(2),
    visibility: 'private',
    reminders: [120],
  })
}

const fillStores = async (weeks: DemoWeeks): Promise<void> => {
  const { on } = weeks
  await planEvent(weeks, 'keeper', `${on(-14)} 16:30`, {
    title: '库房巡检',
    place: '总部库房',
    minutes: 30,
    rule: weekly(2, 4),
    reminders: [0],
  })
  await planEvent(weeks, 'keeper', `${on(0)} 10:30`, {
    title: '月末对账',
    rule: { each: 'monthEnd', every: 1 },
    minutes: 90,
    with: ['stock'],
  })
  await planEvent(weeks, 'stock', `${on(8)} 09:30`, { title: '耗材到货验收', place: '总部库房', with: ['keeper'] })
  await planEvent(weeks, 'stock', `${on(10)} 14:00`, { title: '办公用品询价', minutes: 45 })
  await planEvent(weeks, 'guoweimin', `${on(7)} 09:00`, {
    title: '经营例会',
    place: '7楼 会议室',
    minutes: 120,
    rule: weekly(1),
    with: ['boss', 'admin', 'sunlihua'],
    visibility: 'full',
  })
}

const weekly = (...days: (1 | 2 | 3 | 4 | 5)[]): Rule => ({ each: 'week', every: 1, days })
const wholeDay = { allDay: true, minutes: 1440, reminders: [900] }

/** Puts an event into the calendar of a person, who invites others; its id. */
const planEvent = async (
  { company }: DemoWeeks,
  username: string,
  startLocal: `${Day} ${string}`,
  { with: people = [], ...planned }: DemoEvent,
): Promise<Id> => {
  const id = newId()
  await askAgenda(company.as(username), calls.save, {
    place: '',
    point: null,
    notes: '',
    allDay: false,
    minutes: 60,
    zone: 'Asia/Shanghai',
    rule: null,
    visibility: 'busy',
    reminders: [15],
    ...planned,
    id,
    startLocal,
    attendees: people.map(company.person),
  })
  return id
}

type DemoAnswer = { readonly state: 'accepted' | 'declined' | 'tentative'; readonly comment?: string }

const answerEvent = (company: Company, username: string, id: Id, { state, comment = '' }: DemoAnswer): Promise<unknown> =>
  askAgenda(company.as(username), calls.answer, { id, answer: state, comment })

const readers = ['admin', 'keeper', 'stock', 'boss', 'staff', 'staff2', 'newadmin', 'gaofei', 'fangyun', 'sunlihua', 'guoweimin']

/** What an event says, as it would be sent back. */
const readEvent = async (call: SignedIn, id: Id): Promise<AgendaValues> => (await askAgenda(call, calls.info, { id })).values

const askAgenda = askerOf(agendaHandlers)
const askMessaging = askerOf(messagingHandlers)
