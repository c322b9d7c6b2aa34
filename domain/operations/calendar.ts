import * as v from 'valibot'
import { calendarSettings } from '../calendar/workCalendar.ts'
import { nothing, operation, type Operation } from './define.ts'

/** `revision` is 0 where the organisation has said nothing yet and the standard holds. */
const answer = v.object({ settings: calendarSettings, revision: v.number(), updatedAt: v.nullable(v.string()) })

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
    changes: ['workflow.calendar'],
    access: ['workflow:design'],
    /** `revision` is the one that was read: two people do not overwrite each other. Deadlines that are running move with it. */
    input: v.strictObject({ settings: calendarSettings, revision: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
    output: answer,
  }),
} satisfies Record<string, Operation>
