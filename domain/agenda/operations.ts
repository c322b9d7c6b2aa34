import * as v from 'valibot'
import { keysOf } from '../../kernel/keysOf.ts'
import { addDays, isMinute } from '../../kernel/day.ts'
import { dayBetween } from '../operations/day.ts'
import { systems } from '../../kernel/fields/place.ts'
import { agendaSources } from './source.ts'
import { ruleInput } from './rule.ts'
import { idInput, nothing, operation, type Operation } from '../operations/define.ts'

/** What a person who was invited says to it; `none` is nothing yet. */
export const answers = ['none', 'accepted', 'declined', 'tentative'] as const
export type AgendaAnswer = (typeof answers)[number]

/** What colleagues who are not invited see: the title, only that the person is busy, or only that and the title in no feed. */
export const visibilities = ['full', 'busy', 'private'] as const

/** One time, it and everything after it, or the whole series. */
export const scopes = ['one', 'following', 'all'] as const
export type Scope = (typeof scopes)[number]

/** How many people one event invites, and how many one question about free time is about. */
export const attendeesAtMost = 200
export const busyPeopleAtMost = 50
/** Occurrences of one answer, and the days that one question may span. */
export const shownAtMost = 2000
export const spanDaysAtMost = 100

const day = dayBetween('1990')
const minute = v.pipe(
  v.string('时间有误'),
  v.check((value) => isMinute(value) && value > '1992', '时间有误'),
)
const text = (max: number) => v.pipe(v.string('应为文字'), v.trim(), v.maxLength(max, '不能超过{max}个字'))
const whole = (min: number, max: number, words: string) =>
  v.pipe(v.number(words), v.integer(words), v.minValue(min, words), v.maxValue(max, words))
const zone = v.pipe(
  v.string('时区有误'),
  v.maxLength(40, '时区有误'),
  v.regex(/^[A-Za-z]+(\/[A-Za-z0-9_+-]+)*$/, '时区有误'),
  v.check(isZone, '时区有误'),
)

const point = v.strictObject({
  longitude: v.pipe(v.number('地点有误'), v.minValue(-180, '地点有误'), v.maxValue(180, '地点有误')),
  latitude: v.pipe(v.number('地点有误'), v.minValue(-90, '地点有误'), v.maxValue(90, '地点有误')),
  system: v.picklist(systems, '地点有误'),
  name: text(60),
  address: text(200),
})

/** What an event says. Times are wall clocks of its zone; a whole day lasts a multiple of 1440 minutes and begins at 00:00. */
const values = v.strictObject({
  title: v.pipe(text(100), v.minLength(1, '请填写主题')),
  place: text(100),
  point: v.nullable(point),
  notes: text(2000),
  allDay: v.boolean('应为是或否'),
  startLocal: minute,
  minutes: whole(1, 60 * 1440, '时长应在1分钟到60天之间'),
  zone,
  rule: v.nullable(ruleInput),
  visibility: v.picklist(visibilities, '可见范围有误'),
  /** Minutes before it begins; of a whole day, before its 00:00, negative for later on that day. */
  reminders: v.pipe(v.array(whole(-1439, 40_320, '提前提醒的时间有误'), '提前提醒的时间有误'), v.maxLength(5, '最多5个提醒')),
  attendees: v.pipe(v.array(idInput, '应为编号列表'), v.maxLength(attendeesAtMost, '最多邀请200人')),
})
export type AgendaValues = v.InferOutput<typeof values>

const answer = v.picklist(answers)
const version = whole(1, 1_000_000_000, '版本有误')
const written = v.object({ id: v.string(), version: v.number(), occurrence: v.string() })

const shownEvent = v.object({
  /** The same for the same thing in every answer. */
  key: v.string(),
  /** `event`, or what else fills an agenda. */
  source: v.picklist(['event', ...keysOf(agendaSources)]),
  id: v.string(),
  /** The wall clock by which the time of an event is known; empty for sources. */
  occurrence: v.string(),
  title: v.string(),
  /** Of a source: the sentence that stands for the title. */
  words: v.string(),
  params: v.record(v.string(), v.union([v.string(), v.number()])),
  place: v.string(),
  begin: v.string(),
  end: v.string(),
  /** The first and the last day on which it is, in the organisation's zone. */
  fromDay: v.string(),
  toDay: v.string(),
  allDay: v.boolean(),
  startLocal: v.string(),
  minutes: v.number(),
  zone: v.string(),
  repeats: v.boolean(),
  isOwn: v.boolean(),
  /** What the reader answered; null where no one asked him. */
  answer: v.nullable(answer),
  visibility: v.picklist(visibilities),
  version: v.number(),
  link: v.string(),
})
export type AgendaShown = v.InferOutput<typeof shownEvent>

const feedRow = v.object({
  id: v.string(),
  sources: v.array(v.string()),
  privateTitles: v.boolean(),
  createdAt: v.string(),
  fetchedAt: v.nullable(v.string()),
})

const basePath = '/api/agenda/ageevent'
const info = v.object({
  id: v.string(),
  version: v.number(),
  occurrence: v.string(),
  values,
  /** What the asked occurrence says where it differs from the series. */
  begin: v.string(),
  end: v.string(),
  startLocal: v.string(),
  minutes: v.number(),
  title: v.string(),
  place: v.string(),
  point: v.nullable(point),
  notes: v.string(),
  isCancelled: v.boolean(),
  isChanged: v.boolean(),
  /** The occurrence is the first of its series. */
  isFirst: v.boolean(),
  isOwn: v.boolean(),
  ownerUid: v.string(),
  ownerName: v.string(),
  answer: v.nullable(answer),
  comment: v.string(),
  people: v.array(v.object({ uid: v.string(), userName: v.string(), answer, comment: v.string(), hasLeft: v.boolean() })),
  /** Occurrences of the series that are otherwise or not at all. */
  exceptions: v.array(v.object({ occurrence: v.string(), cancelled: v.boolean(), startLocal: v.string() })),
  names: v.record(v.string(), v.string()),
})
export type AgendaInfo = v.InferOutput<typeof info>

export const agendaOperations = {
  /** What is on a person's agenda from one day until before another. Of a colleague only events, as far as they are for everyone. */
  list: operation({
    name: 'ageevent.list',
    path: `${basePath}/list`,
    title: '日程列表',
    access: 'signed-in',
    input: v.pipe(
      v.strictObject({ from: day, to: day, uid: v.optional(idInput) }),
      v.check(({ from, to }) => from < to && to <= addDays(from, spanDaysAtMost), '日期范围应在100天以内'),
    ),
    output: v.object({
      list: v.array(shownEvent),
      /** There is more than one answer takes. */
      more: v.boolean(),
      /** Years of the span whose holidays no one has announced yet. */
      unannounced: v.array(v.number()),
    }),
    reads: true,
  }),
  info: operation({
    name: 'ageevent.info',
    method: 'GET',
    path: `${basePath}/info/{id}`,
    title: '日程详情',
    access: 'signed-in',
    /** Without an occurrence the first that is not over, or the last. */
    input: v.strictObject({ id: idInput, occurrence: v.optional(minute) }),
    output: info,
    reads: true,
  }),
  save: operation({
    name: 'ageevent.save',
    path: `${basePath}/save`,
    title: '新建日程',
    access: 'signed-in',
    input: v.strictObject({ id: idInput, ...values.entries }),
    output: written,
  }),
  /**
   * Changes one time, it and what follows, or all. Of one time only title, place, notes, beginning and length. Refused with
   * `agenda.exceptionsLost` and the occurrences where single changes or cancellations would be lost and no one has `confirmed` that.
   */
  update: operation({
    name: 'ageevent.update',
    path: `${basePath}/update`,
    title: '修改日程',
    access: 'signed-in',
    input: v.strictObject({
      id: idInput,
      version,
      scope: v.picklist(scopes, '修改范围有误'),
      occurrence: v.optional(minute),
      confirmed: v.optional(v.boolean('应为是或否')),
      ...values.entries,
    }),
    output: written,
  }),
  delete: operation({
    name: 'ageevent.delete',
    path: `${basePath}/delete`,
    title: '删除日程',
    access: 'signed-in',
    input: v.strictObject({ id: idInput, version, scope: v.picklist(scopes, '修改范围有误'), occurrence: v.optional(minute) }),
    output: v.object({ deleted: v.boolean() }),
  }),
  /** Takes back what was changed or cancelled of one time. */
  restore: operation({
    name: 'ageevent.restore',
    path: `${basePath}/restore`,
    title: '恢复日程',
    access: 'signed-in',
    input: v.strictObject({ id: idInput, version, occurrence: minute }),
    output: written,
  }),
  /** Answers an invitation: to the whole series, or to one time where that is named. */
  answer: operation({
    name: 'ageevent.answer',
    path: `${basePath}/answer`,
    title: '答复日程邀请',
    access: 'signed-in',
    input: v.strictObject({
      id: idInput,
      occurrence: v.optional(minute),
      answer: v.picklist(['accepted', 'declined', 'tentative'], '答复有误'),
      comment: v.optional(text(200), ''),
    }),
    output: v.object({ answer }),
  }),
  /** When people have something, as intervals and nothing more; and, where `minutes` are asked for, the first time that suits all of them. */
  freeBusy: operation({
    name: 'ageevent.freeBusy',
    path: `${basePath}/freeBusy`,
    title: '查询忙闲',
    access: 'signed-in',
    input: v.pipe(
      v.strictObject({
        uids: v.pipe(v.array(idInput, '应为编号列表'), v.minLength(1, '请至少选择一项'), v.maxLength(busyPeopleAtMost, '最多查询50人')),
        from: day,
        to: day,
        /** The event that is being changed is in no one's way. */
        except: v.optional(idInput),
        minutes: v.optional(whole(1, 1440, '时长有误')),
      }),
      v.check(({ from, to }) => from < to && to <= addDays(from, 31), '日期范围应在31天以内'),
    ),
    output: v.object({
      people: v.array(v.object({ uid: v.string(), busy: v.array(v.object({ begin: v.string(), end: v.string() })) })),
      common: v.nullable(v.object({ begin: v.string(), end: v.string() })),
    }),
    reads: true,
  }),
  /** Makes an address under which the phone's own calendar reads the agenda. It is told once: only its hash is kept. */
  feed: operation({
    name: 'ageevent.feed',
    path: `${basePath}/feed`,
    title: '新建日程订阅',
    access: 'signed-in',
    input: v.strictObject({
      sources: v.pipe(v.array(v.picklist(keysOf(agendaSources), '来源有误'), '来源有误'), v.maxLength(20, '来源有误')),
      privateTitles: v.boolean('应为是或否'),
    }),
    /** `path` begins with a slash and belongs behind the address of the installation. */
    output: v.object({ id: v.string(), path: v.string() }),
    secrets: ['path'],
  }),
  feeds: operation({
    name: 'ageevent.feeds',
    path: `${basePath}/feeds`,
    title: '日程订阅列表',
    access: 'signed-in',
    input: nothing,
    output: v.object({ list: v.array(feedRow) }),
    reads: true,
  }),
  revokeFeed: operation({
    name: 'ageevent.revokeFeed',
    withoutLicence: true,
    path: `${basePath}/revokeFeed`,
    title: '停用日程订阅',
    access: 'signed-in',
    input: v.strictObject({ id: idInput }),
    output: v.object({ revoked: v.boolean() }),
  }),
} as const

export const allAgendaOperations: readonly Operation[] = Object.values(agendaOperations)

/** True for a zone that clocks of this machine know. */
function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
