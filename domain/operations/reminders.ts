import * as v from 'valibot'
import { type ReminderKind, reminderKinds } from '../reminders/reminders.ts'
import { nothing, operation, type Operation } from './define.ts'

const kind = v.picklist(reminderKinds as readonly [ReminderKind, ...ReminderKind[]], '没有这种提醒')

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

/** Switches one kind on or off for the caller. */
export const saveReminderSetting = operation({
  name: 'reminder.saveSetting',
  path: '/api/msg/reminder/saveSetting',
  title: '修改提醒设置',
  access: 'signed-in',
  input: v.strictObject({ kind, on: v.boolean('应为是或否') }),
  output: v.object({ kind, on: v.boolean() }),
})

export const reminderOperations: readonly Operation[] = [reminderSettings, saveReminderSetting]
