import { addDays, type Day, dayAt } from '../../kernel/day.ts'
import { dayOf, standardCalendar } from '../../domain/calendar/workCalendar.ts'
import { wallMinute } from '../../domain/attendance/wall.ts'
import { attendanceOperations as calls } from '../../domain/attendance/operations.ts'
import { attendanceHandlers } from './handlers.ts'
import { askerOf } from '../demo/demoClient.ts'
import type { Company } from '../demo/company.ts'
import { decides, submits } from '../demo/demoActor.ts'

/**
 * A month of attendance: everyone in the office by the time clock, three of operations by roster with a night shift. The accounts that people try
 * out have not punched today.
 */
export const keepAttendance = async (company: Company, chance: () => number): Promise<void> => {
  const { person, place, now, plan } = company
  const admin = company.as('admin')
  const today = dayAt(now)
  const first = addDays(today, -31)
  const office = await answer(admin, calls.savePlace, { locationId: place('HQ'), point: point(120.210792, 30.208415), radiusMetres: 300 })
  const branch = await answer(admin, calls.savePlace, { locationId: place('SH'), point: point(121.59996, 31.20753), radiusMetres: 200 })
  const day = await answer(admin, calls.saveShift, {
    name: '白班',
    fromDay: first,
    rules: { segments: [{ on: 540, off: 1080 }], rests: [{ from: 720, to: 780 }] },
  })
  const long = await answer(admin, calls.saveShift, {
    name: '运维白班',
    fromDay: first,
    rules: { segments: [{ on: 480, off: 1200 }], rests: [{ from: 720, to: 780 }] },
  })
  const night = await answer(admin, calls.saveShift, {
    name: '运维夜班',
    fromDay: first,
    rules: { segments: [{ on: 1200, off: 1920 }], rests: [{ from: 1440, to: 1500 }] },
  })
  const placeIds = [office.id, branch.id]
  const week = [day.id, day.id, day.id, day.id, day.id, null, null]
  const shiftWorkers = turns.map((username) => person(username))
  const officeWorkers = plan.people.map(({ username }) => username).filter((username) => !turns.includes(username))
  const uids = officeWorkers.map((username) => person(username))
  await answer(admin, calls.saveGroup, { name: '办公室', fromDay: first, isDefault: true, uids, rules: { kind: 'fixed', week, placeIds } })
  await answer(admin, calls.saveGroup, {
    name: '机房值班',
    fromDay: first,
    uids: shiftWorkers,
    rules: { kind: 'roster', placeIds: [office.id] },
  })
  const cycle = [long, long, night, night, undefined, undefined]
  const shifts = cycle.map((shift) => shift?.id ?? null)
  await answer(admin, calls.updateRoster, { uids: shiftWorkers, from: first, to: addDays(today, 28), cycle: shifts, step: 2 })
  const rows = [...officePunches(officeWorkers, first, today, chance)]
  for (const [place, number] of turns.entries())
    for (let index = 0; index < 31; index++) {
      const shift = cycle[(index + place * 2) % cycle.length]
      if (!shift) continue
      const [{ on, off }] = shift.rules.segments as [{ on: number; off: number }]
      rows.push(
        importedPunch(number, addDays(first, index), on - 6 - 10 * chance()),
        importedPunch(number, addDays(first, index), off + 2 + 20 * chance()),
      )
    }
  await answer(admin, calls.importPunches, { deviceId: 'gate-1', rows: rows.filter(({ at }) => Date.parse(at) < now) })
  await applyForTimes(company, today)
}

/** A day off that was granted, and a punch that was forgotten and made up. */
const applyForTimes = async (company: Company, today: Day): Promise<void> => {
  const workdayBefore = (daysAgo: number): Day => {
    let day = addDays(today, -daysAgo)
    while (dayOf(standardCalendar, day).kind === 'off') day = addDays(day, -1)
    return day
  }
  const [off, forgotten] = [workdayBefore(9), workdayBefore(4)]
  const leave = await submits(
    company,
    { who: 'staff2', daysAgo: 12, hour: 10 },
    {
      kind: 'OaLeaveOrder',
      header: { leaveKind: 'annual', reason: '家中有事' },
      lines: [{ time: { from: `${off} 09:00`, to: `${off} 18:00` } }],
    },
  )
  await decides(company, 'boss', leave, { verdict: 'approve', comment: '同意' })
  const makeup = await submits(
    company,
    { who: 'staff2', daysAgo: 3, hour: 9 },
    { kind: 'OaMakeupOrder', header: { reason: '外出开会，忘记打卡' }, lines: [{ at: `${forgotten} 18:05` }] },
  )
  await decides(company, 'boss', makeup, { verdict: 'approve', comment: '同意' })
}

/** The person who keeps the machines going, day and night. */
const turns: readonly string[] = ['gaofei', 'luoyang', 'luchen']
/** The accounts that people try out: they have not come in yet today. */
const skippedUsernames: readonly string[] = ['admin', 'keeper', 'stock', 'boss', 'staff', 'staff2', 'newadmin']

/** Most come between 8:40 and 9:10 and leave after six; now and then a person is late, or forgets to punch. */
function* officePunches(people: readonly string[], first: Day, today: Day, chance: () => number) {
  for (let day = first; day <= today; day = addDays(day, 1)) {
    if (dayOf(standardCalendar, day).kind === 'off') continue
    for (const number of people) {
      if (day === today && skippedUsernames.includes(number)) continue
      const [late, forgets] = [chance() < 0.03, chance()]
      if (forgets > 0.015) yield importedPunch(number, day, 520 + 30 * chance() + (late ? 55 * chance() : 0))
      if (forgets < 0.985) yield importedPunch(number, day, 1085 + 70 * chance() ** 2 + (late ? 50 : 0))
    }
  }
}

const importedPunch = (number: string, day: Day, minutes: number) => ({
  number,
  at: new Date((wallMinute(day, 0) + minutes) * 60_000).toISOString(),
})

const point = (longitude: number, latitude: number) => ({ longitude, latitude, system: 'WGS-84' as const })

const answer = askerOf(attendanceHandlers)
