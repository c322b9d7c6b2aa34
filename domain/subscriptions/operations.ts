import * as v from 'valibot'
import { keysOf } from '../../kernel/keysOf.ts'
import { byId, idInput, nothing, operation, type Operation } from '../operations/define.ts'
import { sendingRhythms } from './sendingTime.ts'

const path = '/api/table/subscription'
const rhythm = v.picklist(keysOf(sendingRhythms), '没有这个选项')
const wholeNumber = (min: number, max: number) =>
  v.pipe(v.number('应为整数'), v.integer('应为整数'), v.minValue(min, '不能小于{min}'), v.maxValue(max, '不能大于{max}'))
const ids = (max: number) => v.pipe(v.array(idInput, '应为编号列表'), v.maxLength(max, '最多{max}项'))

/** What is attached: a view as a workbook or as pages to print, a dashboard as pages. */
export const sheetFormats = { xlsx: 'Excel', pdf: 'PDF', none: '不附文件' } as const
export type SheetFormat = keyof typeof sheetFormats
const sheetFormat = v.picklist(keysOf(sheetFormats), '没有这个选项')

const subscription = v.object({
  id: v.string(),
  /** One of the two: a saved view, or a dashboard by its id or the key of a delivered one. */
  viewId: v.nullable(v.string()),
  dashboardId: v.nullable(v.string()),
  title: v.string(),
  /** The title of its table, nothing of a dashboard, and where it is looked at. */
  tableTitle: v.string(),
  link: v.string(),
  rhythm,
  hour: v.number(),
  weekday: v.nullable(v.number()),
  monthDay: v.nullable(v.number()),
  uids: v.array(v.string()),
  robotIds: v.array(v.string()),
  isMailed: v.boolean(),
  sheetFormat,
  isOn: v.boolean(),
  version: v.number(),
  /** The last sending: when, to how many it went, and why it came to nothing. */
  sentAt: v.nullable(v.string()),
  sentCount: v.number(),
  failure: v.nullable(v.string()),
})
export type ViewSubscription = v.InferOutput<typeof subscription>

/** The caller's own subscriptions. */
export const subscriptionList = operation({
  name: 'subscription.list',
  path: `${path}/list`,
  title: '定期发送',
  access: 'signed-in',
  input: nothing,
  output: v.object({ list: v.array(subscription) }),
  reads: true,
})

/**
 * Sends a view or a dashboard regularly, under an id of the client's. Refused: `subscription.view` for a view that the caller cannot read,
 * `subscription.dashboard` for a dashboard that he does not have, `subscription.table` for a table that cannot be sent, `subscription.receivers` without any or with unknown ones,
 * `subscription.notShared` for others' eyes where its owner has not shared it, `subscription.robots` where the caller sets up no
 * robots, `subscription.many` from so many on.
 */
export const subscriptionSave = operation({
  name: 'subscription.save',
  path: `${path}/save`,
  title: '保存定期发送',
  access: 'signed-in',
  input: v.strictObject({
    id: idInput,
    /** 0 for a new one. */
    version: v.number(),
    viewId: v.optional(v.nullable(idInput), null),
    dashboardId: v.optional(v.nullable(v.pipe(v.string('应为文字'), v.maxLength(60))), null),
    rhythm,
    hour: wholeNumber(0, 23),
    weekday: v.optional(v.nullable(wholeNumber(1, 7)), null),
    monthDay: v.optional(v.nullable(wholeNumber(1, 31)), null),
    uids: ids(200),
    robotIds: v.optional(ids(20), []),
    isMailed: v.boolean('应为是或否'),
    /** Where absent a view is a workbook, and a dashboard, which is never one, has no file. */
    sheetFormat: v.optional(sheetFormat),
    isOn: v.boolean('应为是或否'),
  }),
  output: subscription,
})

export const subscriptionDelete = operation({
  name: 'subscription.delete',
  withoutLicence: true,
  path: `${path}/delete`,
  title: '删除定期发送',
  access: 'signed-in',
  input: byId,
  output: v.object({ deleted: v.number() }),
})

export const subscriptionOperations: readonly Operation[] = [subscriptionList, subscriptionSave, subscriptionDelete]
