import * as v from 'valibot'
import { calendarSettings } from './workCalendar.ts'
import { counterInput, nothing, operation, type Operation } from '../operations/define.ts'

/** `revision` is 0 where the organisation has said nothing yet and the standard holds. */
const answer = v.object({
  settings: calendarSettings,
  /** The holidays that the organisation imported, by the year: off is false, worked instead true. */
  years: v.record(v.string(), v.record(v.string(), v.boolean())),
  revision: v.number(),
  updatedAt: v.nullable(v.string()),
})

export const calendarOperations = {
  calendar: operation({
    name: 'workflow.calendar',
    path: '/api/workflow/calendar',
    title: '工作日历',
    access: 'signed-in',
    input: nothing,
    output: answer,
    reads: true,
  }),
  saveCalendar: operation({
    name: 'workflow.saveCalendar',
    path: '/api/workflow/saveCalendar',
    title: '保存工作日历',
    changes: ['workflow.calendar', 'attpunch.', 'attday.'],
    access: ['workflow:design'],
    /** `revision` is the one that was read: two people do not overwrite each other. Deadlines that are running move with it. */
    input: v.strictObject({ settings: calendarSettings, revision: counterInput(0) }),
    output: answer,
  }),
  /** Imports the holidays of a year from the words of the announcement, or of a list; without words the imported year goes again. */
  importHolidays: operation({
    name: 'workflow.importHolidays',
    path: '/api/workflow/importHolidays',
    title: '导入节假日',
    changes: ['workflow.calendar', 'attpunch.', 'attday.'],
    access: ['workflow:design'],
    input: v.strictObject({
      year: v.pipe(v.number('年份有误'), v.integer('年份有误'), v.minValue(2000, '年份有误'), v.maxValue(2200, '年份有误')),
      text: v.pipe(v.string(), v.trim(), v.maxLength(20_000, '不能超过{max}个字')),
    }),
    output: v.object({ year: v.number(), daysOff: v.number(), daysWorked: v.number() }),
  }),
} satisfies Record<string, Operation>
