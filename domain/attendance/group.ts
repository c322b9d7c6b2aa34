import * as v from 'valibot'
import { isId } from '../../kernel/id.ts'
import type { Pattern } from './plan.ts'

const id = v.pipe(
  v.string('编号有误'),
  v.check((value) => isId(value), '编号有误'),
)
const ids = (maximum: number) => v.pipe(v.array(id, '应为编号列表'), v.maxLength(maximum, '最多{max}项'))

/** People of a group at most, named one by one; departments have as many as they have. */
export const groupMembersMax = 2000

/**
 * What holds of a group from a day on. `week` are the shifts from Monday on of a fixed one, null where no one works. `offlineCounts`: punches
 * that a phone kept count; `photoOfField`: a field punch wants a photo.
 */
export const groupRules = v.pipe(
  v.strictObject({
    kind: v.picklist(['fixed', 'roster', 'free'], '考勤类型有误'),
    week: v.optional(v.pipe(v.array(v.nullable(id), '班次有误'), v.length(7, '班次有误')), [null, null, null, null, null, null, null]),
    followsCalendar: v.optional(v.boolean('应为是或否'), true),
    placeIds: v.optional(ids(100), []),
    fieldAllowed: v.optional(v.boolean('应为是或否'), true),
    photoOfField: v.optional(v.boolean('应为是或否'), true),
    offlineCounts: v.optional(v.boolean('应为是或否'), true),
  }),
  v.check(({ kind, week }) => kind !== 'fixed' || week.some((shift) => shift !== null), '请至少为一天选择班次'),
)
export type GroupRules = v.InferOutput<typeof groupRules>

export const patternOf = ({ kind, week, followsCalendar }: GroupRules): Pattern =>
  kind === 'fixed' ? { kind, week, followsCalendar } : { kind }
