import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as v from 'valibot'
import { addDays, type Day } from '../../kernel/day.ts'
import { isAttended, isRestDayWorked } from './attendedDay.ts'
import { deriveDay, type PunchSeen } from './derive.ts'
import type { Plan } from './plan.ts'
import { type Shift, shiftRules } from './shift.ts'
import { wallMinute } from './wall.ts'

const zone = 'Asia/Shanghai'
const office: Shift = { id: 'office', name: 'office', rules: v.parse(shiftRules, { segments: [{ on: 540, off: 1080 }] }) }
const plans = { shift: { kind: 'shift', shift: office }, rest: { kind: 'rest' }, free: { kind: 'free' } } as const satisfies Record<
  string,
  Plan
>
type PlanKind = keyof typeof plans

const friday: Day = '2026-11-27'
const punch = (day: Day, minutes: number, isField: boolean): PunchSeen => ({
  id: `${day} ${minutes}`,
  minute: wallMinute(day, minutes, zone),
  isField,
  marks: [],
})
const derive = (kind: PlanKind, punches: readonly PunchSeen[], day = friday) =>
  deriveDay({ day, zone, planOf: () => plans[kind], punches, leaves: [], now: 100_000_000 })

const cases: [title: string, kind: PlanKind, minutes: number[], isField: boolean, expected: string][] = [
  ['a day with a shift', 'shift', [530, 1090], false, 'attended normal,normal'],
  ['one punch in the field on a day with a shift', 'shift', [530], true, 'attended normal,missing'],
  ['a day with a shift and no punch', 'shift', [], false, 'neither absent,absent'],
  ['one punch in the field on a day of rest', 'rest', [443], true, 'rest day extra'],
  ['a day of rest from morning to evening', 'rest', [530, 1090], false, 'rest day extra,extra'],
  ['a day of rest', 'rest', [], false, 'neither '],
  ['a day with free hours', 'free', [600, 900], false, 'attended normal,normal'],
]
for (const [title, kind, minutes, isField, expected] of cases)
  test(`${title}: ${expected}`, () => {
    const derived = derive(
      kind,
      minutes.map((minute) => punch(friday, minute, isField)),
    )
    assert.ok(derived)
    const result = isAttended(derived) ? 'attended' : isRestDayWorked(derived) ? 'rest day' : 'neither'
    assert.equal(`${result} ${derived.slots.map(({ state }) => state).join(',')}`, expected)
  })

test('days attended are never more than days on which work was asked for or free', () => {
  const dayOf = fc.record({
    kind: fc.constantFrom<PlanKind>('shift', 'rest', 'free'),
    punches: fc.array(fc.record({ minutes: fc.integer({ min: 300, max: 1300 }), isField: fc.boolean() }), { maxLength: 4 }),
  })
  fc.assert(
    fc.property(fc.array(dayOf, { maxLength: 14 }), (week) => {
      const days = week.flatMap(({ kind, punches }, at) => {
        const day = addDays(friday, at)
        const derived = derive(
          kind,
          punches.map(({ minutes, isField }) => punch(day, minutes, isField)),
          day,
        )
        return derived ? [{ kind, derived, isPunched: punches.length > 0 }] : []
      })
      const attended = days.filter(({ derived }) => isAttended(derived))
      assert.ok(attended.every(({ kind, isPunched }) => kind !== 'rest' && isPunched))
      const rested = days.filter(({ derived }) => isRestDayWorked(derived))
      assert.equal(rested.length, days.filter(({ kind, isPunched }) => kind === 'rest' && isPunched).length)
      assert.ok(rested.every(({ derived }) => derived.slots.every(({ state }) => state === 'extra')))
    }),
  )
})
