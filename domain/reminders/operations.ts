import * as v from 'valibot'
import { type Reminder, type ReminderKind, reminderKinds, reminders } from './reminders.ts'
import { byId, nothing, operation, type Operation } from '../operations/define.ts'

const kind = v.picklist(reminderKinds)
const switchable = v.picklist(
  reminderKinds.filter((kind): kind is ReminderKind => !(reminders[kind] as Reminder).always),
  '没有可以关闭的这种提醒',
)

/** The reminders that concern the caller, in the order people read them, and which of them they want. */
export const reminderSettings = operation({
  name: 'reminder.settings',
  path: '/api/msg/reminder/settings',
  title: '提醒设置',
  access: 'signed-in',
  input: nothing,
  output: v.array(v.object({ kind, on: v.boolean() })),
  reads: true,
})

/** Switches one kind on or off for the caller; what must always be told cannot be. */
export const saveReminderSetting = operation({
  name: 'reminder.saveSetting',
  withoutLicence: true,
  path: '/api/msg/reminder/saveSetting',
  title: '修改提醒设置',
  access: 'signed-in',
  input: v.strictObject({ kind: switchable, on: v.boolean('应为是或否') }),
  output: v.object({ kind, on: v.boolean() }),
})

/** Tells the person who has borrowed a piece that it is due, or late, once more. */
export const remindHolder = operation({
  name: 'gsgoodsinstance.remindHolder',
  path: '/api/goods/gsgoodsinstance/remindHolder',
  title: '提醒归还',
  changes: ['msgmessage'],
  access: ['gsgoodsinstance:update'],
  input: byId,
  output: v.object({ id: v.string() }),
})

export const reminderOperations: readonly Operation[] = [reminderSettings, saveReminderSetting, remindHolder]
