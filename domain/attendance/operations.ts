import * as v from 'valibot'
import type { Day } from '../../kernel/day.ts'
import { dayBetween } from '../operations/day.ts'
import { systems } from '../../kernel/fields/place.ts'
import { dayStates, slotStates } from './derive.ts'
import { groupRules, groupMembersMax } from './group.ts'
import { punchActions, punchMarks, punchSources } from './punch.ts'
import { shiftRules } from './shift.ts'
import { byId, idInput, idsInput, listInput, nothing, operation, pageOf } from '../operations/define.ts'
import { sheetFormats } from '../bulk/transferOperations.ts'

const basePath = '/api/attendance'
const keep = ['attgroup:save'] as const
const flag = v.boolean('应为是或否')
const words = (most: number) => v.pipe(v.string(), v.trim(), v.maxLength(most, '不能超过{max}个字'))
const nameInput = v.pipe(words(40), v.minLength(1, '必填'))
const wholeIn = (min: number, max: number) =>
  v.pipe(v.number('应为整数'), v.integer('应为整数'), v.minValue(min, '不能小于{min}'), v.maxValue(max, '不能大于{max}'))
const day = dayBetween('2000', '2200')
const month = v.pipe(v.string('月份有误'), v.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, '月份有误'))
const moment = v.pipe(
  v.string('时间有误'),
  v.check((value) => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value)), '时间有误'),
)

/** Where a device says that it is, how far off it may be, and whether its host says that the position is made up. */
const fix = v.strictObject({
  longitude: v.pipe(v.number('定位有误'), v.minValue(-180, '定位有误'), v.maxValue(180, '定位有误')),
  latitude: v.pipe(v.number('定位有误'), v.minValue(-90, '定位有误'), v.maxValue(90, '定位有误')),
  system: v.picklist(systems, '坐标系有误'),
  accuracyMetres: v.pipe(v.number('定位有误'), v.minValue(0, '定位有误'), v.maxValue(10_000_000, '定位有误')),
  isMock: v.optional(flag, false),
})
export type Fix = v.InferOutput<typeof fix>

const point = v.object({ longitude: v.number(), latitude: v.number(), system: v.picklist(systems), name: v.string(), address: v.string() })

/** Coming or going: when it was due and when it was, as moments. `minutes`: how much too late or too early. */
const slot = v.object({
  way: v.picklist(['on', 'off']),
  segment: v.number(),
  due: v.string(),
  punchId: v.nullable(v.string()),
  punched: v.nullable(v.string()),
  state: v.picklist(slotStates),
  minutes: v.number(),
  isField: v.boolean(),
  marks: v.array(v.picklist(punchMarks)),
})
export type SlotRow = v.InferOutput<typeof slot>

const dayRow = v.object({
  day: v.string(),
  state: v.picklist(dayStates),
  isSettled: v.boolean(),
  /** What the shift is called, and its times; null without one. */
  shiftName: v.nullable(v.string()),
  shiftTimes: v.nullable(v.string()),
  slots: v.array(slot),
  lates: v.number(),
  lateMinutes: v.number(),
  earlies: v.number(),
  earlyMinutes: v.number(),
  missings: v.number(),
  absentMinutes: v.number(),
  leaveMinutes: v.number(),
  workedMinutes: v.number(),
  overtimeMinutes: v.number(),
  fields: v.number(),
})
export type DayRow = v.InferOutput<typeof dayRow>

/** Sums of days. `attended`: days with a shift or free hours and a punch that counts; `restDays`: days of rest with one; `due`: days with a shift that are over, or were begun. */
const sums = v.object({
  due: v.number(),
  attended: v.number(),
  restDays: v.number(),
  lates: v.number(),
  lateMinutes: v.number(),
  earlies: v.number(),
  earlyMinutes: v.number(),
  missings: v.number(),
  absentDays: v.number(),
  absentMinutes: v.number(),
  leaveMinutes: v.number(),
  workedMinutes: v.number(),
  overtimeMinutes: v.number(),
  fields: v.number(),
})
export type AttendanceSums = v.InferOutput<typeof sums>

const punch = v.object({
  id: v.string(),
  uid: v.string(),
  userName: v.string(),
  at: v.string(),
  workDay: v.string(),
  source: v.picklist(punchSources),
  placeName: v.nullable(v.string()),
  distanceMetres: v.nullable(v.number()),
  accuracyMetres: v.nullable(v.number()),
  /** Of field punches alone. */
  point: v.nullable(point),
  photo: v.nullable(v.string()),
  note: v.nullable(v.string()),
  marks: v.array(v.picklist(punchMarks)),
})
export type PunchRow = v.InferOutput<typeof punch>

const place = v.object({
  id: v.string(),
  locationId: v.string(),
  name: v.string(),
  /** Null where no one has said where the place is: there one punches by its networks alone. */
  point: v.nullable(point),
  radiusMetres: v.number(),
  /** Address ranges of the office as the server sees them: `203.0.113.0/24`. */
  networks: v.array(v.string()),
})
export type AttendancePlace = v.InferOutput<typeof place>

const shiftRow = v.object({
  id: v.string(),
  name: v.string(),
  version: v.number(),
  /** From which day the newest rules hold. */
  fromDay: v.string(),
  rules: shiftRules,
  times: v.string(),
})
export type ShiftRow = v.InferOutput<typeof shiftRow>

const group = v.object({
  id: v.string(),
  name: v.string(),
  isDefault: v.boolean(),
  version: v.number(),
  fromDay: v.string(),
  rules: groupRules,
  uids: v.array(v.string()),
  deptIds: v.array(v.string()),
  /** How many people it has now. */
  people: v.number(),
  names: v.record(v.string(), v.string()),
})
export type GroupRow = v.InferOutput<typeof group>

const groupInput = {
  name: nameInput,
  isDefault: v.optional(flag, false),
  rules: groupRules,
  uids: v.optional(v.pipe(v.array(idInput, '应为编号列表'), v.maxLength(groupMembersMax, '最多{max}项')), []),
  deptIds: v.optional(v.pipe(v.array(idInput, '应为编号列表'), v.maxLength(500, '最多{max}项')), []),
  /** From which day it holds: today where nothing is said. Earlier days are worked out anew. */
  fromDay: v.optional(day),
}
const shiftInput = { name: nameInput, rules: shiftRules, fromDay: v.optional(day) }
/** As shown, so that two people do not overwrite each other. */
const seenVersion = wholeIn(1, 1_000_000)

const network = v.pipe(v.string(), v.trim(), v.regex(/^[0-9a-fA-F:.]{2,45}(\/\d{1,3})?$/, '网络地址有误，例如203.0.113.0/24'))
const placeInput = {
  locationId: idInput,
  point: v.optional(
    v.nullable(
      v.strictObject({
        longitude: fix.entries.longitude,
        latitude: fix.entries.latitude,
        system: v.picklist(systems, '坐标系有误'),
        name: v.optional(words(60), ''),
        address: v.optional(words(200), ''),
      }),
    ),
  ),
  radiusMetres: v.optional(wholeIn(50, 2000)),
  networks: v.optional(v.pipe(v.array(network, '网络地址有误'), v.maxLength(50, '最多{max}项')), []),
}

const rosterEntry = v.object({ uid: v.string(), day: v.string(), shiftId: v.nullable(v.string()) })
export type RosterEntry = v.InferOutput<typeof rosterEntry>
const rosterDay = v.strictObject({ uid: idInput, day, shiftId: v.nullable(idInput) })

const todayAnswer = v.object({
  now: v.string(),
  day: v.string(),
  /** Null: attendance asks nothing of this person. */
  groupName: v.nullable(v.string()),
  plan: v.picklist(['shift', 'rest', 'free', 'none']),
  row: v.nullable(dayRow),
  punches: v.array(punch),
  /** What the next punch would be within reach; `none` where there is nothing to punch. */
  action: v.picklist(punchActions),
  places: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      point: v.nullable(point),
      radiusMetres: v.number(),
      distanceMetres: v.nullable(v.number()),
    }),
  ),
  /** By the network the request came from: within reach whatever the position. */
  networkPlace: v.nullable(v.string()),
  verdict: v.nullable(
    v.object({
      result: v.picklist(['inside', 'doubtful', 'outside']),
      placeId: v.nullable(v.string()),
      distanceMetres: v.nullable(v.number()),
    }),
  ),
  fieldAllowed: v.boolean(),
  photoOfField: v.boolean(),
  /** What waits for the person who keeps the place that he is at. */
  tasks: v.array(v.object({ title: v.string(), count: v.number(), link: v.string() })),
})
export type Today = v.InferOutput<typeof todayAnswer>

export const attendanceOperations = {
  today: operation({
    name: 'attpunch.today',
    path: `${basePath}/attpunch/today`,
    title: '今日考勤',
    access: 'signed-in',
    input: v.strictObject({ fix: v.optional(fix) }),
    output: todayAnswer,
    reads: true,
  }),
  /**
   * Punches. `id` is named by the phone: the same one sent again is the same punch. `phoneAt` is what the phone showed then; the header
   * `X-Sent-At` is what it shows when it sends. `offset` is what the server's clock was ahead of it when last heard, in milliseconds. A punch that
   * waited on the phone counts when it was pressed. `isField`: away from all places, with a note and, where the group wants it, a photo.
   */
  punch: operation({
    name: 'attpunch.save',
    path: `${basePath}/attpunch/save`,
    title: '打卡',
    changes: ['attpunch.', 'attday.', 'attstat.'],
    access: 'signed-in',
    input: v.strictObject({
      id: idInput,
      fix: v.optional(fix),
      isField: v.optional(flag, false),
      note: v.optional(words(200), ''),
      photo: v.optional(v.pipe(v.string(), v.maxLength(200, '照片有误'))),
      deviceId: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, '设备有误'))),
      phoneAt: moment,
      offset: v.optional(v.pipe(v.number('时间有误'), v.safeInteger('时间有误'))),
    }),
    output: v.object({ punch, row: v.nullable(dayRow) }),
  }),
  punches: operation({
    name: 'attpunch.list',
    path: `${basePath}/attpunch/list`,
    title: '打卡记录',
    access: 'signed-in',
    input: v.strictObject({ ...listInput, uid: v.optional(idInput), from: v.optional(day), to: v.optional(day) }),
    output: pageOf(punch),
    answer: 'page',
    reads: true,
  }),
  /** Punches of a time clock, or of a sheet: `number` is an employee number or a sign-in name. What is known already changes nothing. */
  importPunches: operation({
    name: 'attpunch.import',
    path: `${basePath}/attpunch/import`,
    title: '导入打卡',
    changes: ['attpunch.', 'attday.', 'attstat.'],
    access: keep,
    input: v.strictObject({
      source: v.optional(v.picklist(['device', 'import'], '来源有误'), 'device'),
      deviceId: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, '设备有误'))),
      rows: v.pipe(
        v.array(
          v.strictObject({
            number: v.pipe(v.string(), v.trim(), v.minLength(1, '必填'), v.maxLength(60, '不能超过{max}个字')),
            at: moment,
          }),
          '应为列表',
        ),
        v.minLength(1, '请至少选择一项'),
        v.maxLength(5000, '最多{max}项'),
      ),
    }),
    output: v.object({ imported: v.number(), known: v.number(), unknown: v.array(v.string()) }),
  }),

  /** One's own month, or that of a person whose attendance one may see. */
  days: operation({
    name: 'attday.list',
    path: `${basePath}/attday/list`,
    title: '月度考勤',
    access: 'signed-in',
    input: v.strictObject({ uid: v.optional(idInput), month: v.optional(month), from: v.optional(day), to: v.optional(day) }),
    /** `isAnnounced`: the holidays of the year are known. */
    output: v.object({ uid: v.string(), userName: v.string(), days: v.array(dayRow), sums, isAnnounced: v.boolean() }),
    reads: true,
  }),
  /** Whose attendance one may see besides one's own: no one's, that of departments, everyone's. */
  reach: operation({
    name: 'attstat.reach',
    path: `${basePath}/attstat/reach`,
    title: '考勤范围',
    access: 'signed-in',
    input: nothing,
    output: v.object({ all: v.boolean(), mayExport: v.boolean(), departments: v.array(v.object({ id: v.string(), name: v.string() })) }),
    reads: true,
    readsReplica: true,
  }),
  month: operation({
    name: 'attstat.month',
    path: `${basePath}/attstat/month`,
    title: '考勤月报',
    access: 'signed-in',
    input: v.strictObject({
      month: v.optional(month),
      from: v.optional(day),
      to: v.optional(day),
      deptId: v.optional(idInput),
      after: v.optional(idInput),
      limit: v.optional(wholeIn(1, 1000), 50),
    }),
    output: v.object({
      list: v.array(v.object({ uid: v.string(), userName: v.string(), deptName: v.nullable(v.string()), ...sums.entries })),
      next: v.nullable(v.string()),
    }),
    reads: true,
    readsReplica: true,
  }),
  day: operation({
    name: 'attstat.day',
    path: `${basePath}/attstat/day`,
    title: '考勤日报',
    access: 'signed-in',
    input: v.strictObject({
      day: v.optional(day),
      deptId: v.optional(idInput),
      after: v.optional(idInput),
      limit: v.optional(wholeIn(1, 1000), 50),
    }),
    output: v.object({
      day: v.string(),
      counts: v.record(v.string(), v.number()),
      list: v.array(v.object({ uid: v.string(), userName: v.string(), deptName: v.nullable(v.string()), row: dayRow })),
      next: v.nullable(v.string()),
    }),
    reads: true,
    readsReplica: true,
  }),
  /** The month of everyone whose attendance one may see, as a file; each fetching is written down. */
  export: operation({
    name: 'attstat.export',
    method: 'GET',
    path: `${basePath}/attstat/export`,
    title: '导出考勤月报',
    access: ['attstat:export'],
    input: v.strictObject({
      month,
      deptId: v.optional(idInput),
      format: v.optional(v.picklist(sheetFormats, '格式应为 xlsx 或 csv'), 'xlsx'),
    }),
    output: v.any(),
    reads: true,
  }),

  places: operation({
    name: 'attplace.list',
    path: `${basePath}/attplace/list`,
    title: '打卡地点',
    access: 'signed-in',
    input: nothing,
    output: v.object({ list: v.array(place) }),
    reads: true,
  }),
  savePlace: operation({
    name: 'attplace.save',
    path: `${basePath}/attplace/save`,
    title: '新增打卡地点',
    access: keep,
    changes: ['attplace.', 'attpunch.'],
    input: v.strictObject({ id: v.optional(idInput), ...placeInput }),
    output: place,
  }),
  updatePlace: operation({
    name: 'attplace.update',
    path: `${basePath}/attplace/update`,
    title: '修改打卡地点',
    access: keep,
    changes: ['attplace.', 'attpunch.'],
    input: v.strictObject({ id: idInput, ...placeInput }),
    output: place,
  }),
  deletePlaces: operation({
    name: 'attplace.delete',
    path: `${basePath}/attplace/delete`,
    title: '删除打卡地点',
    access: keep,
    changes: ['attplace.', 'attpunch.'],
    input: idsInput,
    output: v.object({ deleted: v.number() }),
  }),
  place: operation({
    name: 'attplace.info',
    method: 'GET',
    path: `${basePath}/attplace/info/{id}`,
    title: '打卡地点',
    access: 'signed-in',
    input: byId,
    output: place,
    reads: true,
  }),

  shifts: operation({
    name: 'attshift.list',
    path: `${basePath}/attshift/list`,
    title: '班次',
    access: 'signed-in',
    input: nothing,
    output: v.object({ list: v.array(shiftRow) }),
    reads: true,
  }),
  saveShift: operation({
    name: 'attshift.save',
    path: `${basePath}/attshift/save`,
    title: '新增班次',
    access: keep,
    changes: ['attshift.', 'attpunch.', 'attday.', 'attstat.'],
    input: v.strictObject({ id: v.optional(idInput), ...shiftInput }),
    output: shiftRow,
  }),
  /** New rules from a day on; the days since are worked out anew, those before keep what they were made with. */
  updateShift: operation({
    name: 'attshift.update',
    path: `${basePath}/attshift/update`,
    title: '修改班次',
    access: keep,
    changes: ['attshift.', 'attpunch.', 'attday.', 'attstat.'],
    input: v.strictObject({ id: idInput, version: seenVersion, ...shiftInput }),
    output: shiftRow,
  }),
  deleteShifts: operation({
    name: 'attshift.delete',
    path: `${basePath}/attshift/delete`,
    title: '删除班次',
    access: keep,
    changes: ['attshift.'],
    input: idsInput,
    output: v.object({ deleted: v.number() }),
  }),
  shift: operation({
    name: 'attshift.info',
    method: 'GET',
    path: `${basePath}/attshift/info/{id}`,
    title: '班次',
    access: 'signed-in',
    input: byId,
    output: shiftRow,
    reads: true,
  }),

  groups: operation({
    name: 'attgroup.list',
    path: `${basePath}/attgroup/list`,
    title: '考勤组',
    access: keep,
    input: nothing,
    output: v.object({ list: v.array(group) }),
    reads: true,
  }),
  saveGroup: operation({
    name: 'attgroup.save',
    path: `${basePath}/attgroup/save`,
    title: '新增考勤组',
    access: keep,
    changes: ['attgroup.', 'attpunch.', 'attday.', 'attstat.'],
    input: v.strictObject({ id: v.optional(idInput), ...groupInput }),
    output: group,
  }),
  updateGroup: operation({
    name: 'attgroup.update',
    path: `${basePath}/attgroup/update`,
    title: '修改考勤组',
    access: keep,
    changes: ['attgroup.', 'attpunch.', 'attday.', 'attstat.'],
    input: v.strictObject({ id: idInput, version: seenVersion, ...groupInput }),
    output: group,
  }),
  deleteGroups: operation({
    name: 'attgroup.delete',
    path: `${basePath}/attgroup/delete`,
    title: '删除考勤组',
    access: keep,
    changes: ['attgroup.', 'attpunch.'],
    input: idsInput,
    output: v.object({ deleted: v.number() }),
  }),
  group: operation({
    name: 'attgroup.info',
    method: 'GET',
    path: `${basePath}/attgroup/info/{id}`,
    title: '考勤组',
    access: keep,
    input: byId,
    output: group,
    reads: true,
  }),

  /** Who works which shift when, of a group or of everyone with a roster. */
  roster: operation({
    name: 'attroster.list',
    path: `${basePath}/attroster/list`,
    title: '排班表',
    access: keep,
    input: v.strictObject({ groupId: idInput, from: day, to: day, after: v.optional(idInput), limit: v.optional(wholeIn(1, 200), 50) }),
    output: v.object({
      people: v.array(v.object({ uid: v.string(), userName: v.string() })),
      entries: v.array(rosterEntry),
      next: v.nullable(v.string()),
    }),
    reads: true,
  }),
  /** Single days, each written over what stood there. */
  saveRoster: operation({
    name: 'attroster.save',
    path: `${basePath}/attroster/save`,
    title: '排班',
    access: keep,
    changes: ['attroster.', 'attpunch.', 'attday.', 'attstat.'],
    input: v.strictObject({
      entries: v.pipe(v.array(rosterDay, '应为列表'), v.minLength(1, '请至少选择一项'), v.maxLength(5000, '最多{max}项')),
    }),
    output: v.object({ saved: v.number() }),
  }),
  /** Fills a time with shifts that follow each other in a circle, null is a day of rest; each person begins `step` further on than the one before. */
  updateRoster: operation({
    name: 'attroster.update',
    path: `${basePath}/attroster/update`,
    title: '循环排班',
    access: keep,
    changes: ['attroster.', 'attpunch.', 'attday.', 'attstat.'],
    input: v.strictObject({
      uids: v.pipe(v.array(idInput, '应为编号列表'), v.minLength(1, '请至少选择一项'), v.maxLength(200, '最多{max}项')),
      from: day,
      to: day,
      cycle: v.pipe(v.array(v.nullable(idInput), '班次有误'), v.minLength(1, '请至少选择一项'), v.maxLength(62, '最多{max}项')),
      step: v.optional(wholeIn(0, 61), 0),
    }),
    output: v.object({ saved: v.number() }),
  }),
  deleteRoster: operation({
    name: 'attroster.delete',
    path: `${basePath}/attroster/delete`,
    title: '清除排班',
    access: keep,
    changes: ['attroster.', 'attpunch.', 'attday.', 'attstat.'],
    input: v.strictObject({
      uids: v.pipe(v.array(idInput, '应为编号列表'), v.minLength(1, '请至少选择一项'), v.maxLength(200, '最多{max}项')),
      from: day,
      to: day,
    }),
    output: v.object({ deleted: v.number() }),
  }),
  /** The roster of one person, 62 days from the beginning of this month on; one's own, or as the person who keeps it. */
  rosterOf: operation({
    name: 'attroster.info',
    method: 'GET',
    path: `${basePath}/attroster/info/{id}`,
    title: '个人排班',
    access: 'signed-in',
    input: byId,
    output: v.object({ entries: v.array(rosterEntry) }),
    reads: true,
  }),
} as const

/** The first and the last day of a month. */
export const monthDays = (month: string): readonly [Day, Day] => {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))]
  return [`${month}-01`, new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)]
}
