import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, dayAt } from '../kernel/day.ts'
import { type Id, newId } from '../kernel/id.ts'
import { wallMinute } from '../domain/attendance/wall.ts'
import { createPerson } from '../server/access/people.ts'
import { openSession } from '../server/access/sessions.ts'
import { type Database, openDatabase } from '../server/db/pool.ts'
import { organised, signedIn, type Somebody } from './data.ts'
import { copyDatabase, dropDatabase, settle } from './databases.ts'
import { percentile, type Request, timesOf } from './load.ts'
import { printBar } from './report.ts'
import { answered, callsTo, serve, type Measuring, type Preparing } from './serving.ts'

const people = 1000
const days = 31
/** Out of those who come within one minute; so many a second are a thousand of them. */
const inTheMorning = 300
const perSecond = people / 60

const today = dayAt(Date.now())
const from = addDays(today, -days)
const gate = { longitude: 116.397128, latitude: 39.916527, system: 'WGS-84' } as const

/**
 * A thousand people of one group with a month of punches: a rule that changes for all of them, months, a punch, and the morning when they come
 * within one minute. Answers how many bars were missed.
 */
export const measureAttendance = async ({ url, dir, say }: Pick<Measuring, 'url' | 'dir' | 'say'>): Promise<number> => {
  say('Attendance')
  const copy = await copyDatabase(url, 'bench_attendance')
  const database = openDatabase({ url: copy, poolSize: 4 })
  const { orgId, admin, persons, office } = await hireAll(database, people)
  const server = await serve(copy, join(dir, 'attendance'))
  const calls = callsTo(server.port, '/api/attendance')
  const { ask } = calls
  const punch = (n: number) => ask(persons[n % people]!, 'attpunch/save', punchOf(persons[n % people]!, n))
  try {
    const shift = await askForPunches({ ask, admin, persons, office })
    await derived(database, orgId)
    await insertPunches(database, orgId, persons)
    await settle(copy)

    const begun = performance.now()
    await ask(admin, 'attshift/update', {
      id: shift.id,
      version: shift.version,
      name: '白班',
      rules: { ...workingHours, grace: 10 },
      fromDay: from,
    })
    const over = derived(database, orgId)
    let isOver = false
    void over.then(() => (isOver = true))
    const beside: number[] = []
    while (!isOver) {
      const asked = performance.now()
      await ask(persons[beside.length % people]!, 'attpunch/today', {})
      beside.push(performance.now() - asked)
      await sleep(20)
    }
    const seconds = (performance.now() - begun) / 1000
    console.log(
      `attendance: beside it somebody's day took ${percentile(
        beside.toSorted((a, b) => a - b),
        0.5,
      ).toFixed(1)} ms (p50 of ${beside.length})`,
    )
    await settle(copy)
    const met = [
      printBar(`attendance: a rule of ${people} people changed for ${days} days, until all is worked out, seconds`, seconds, {
        atMost: 20,
      }),
      printBar(
        `attendance: a month of ${people} people, p50 ms`,
        percentile(await timesOf(40, () => ask(admin, 'attstat/month', { from, to: addDays(today, -1), limit: people })), 0.5),
        { atMost: 40 },
      ),
      printBar(
        'attendance: the month of one, p50 ms',
        percentile(await timesOf(100, (n) => ask(persons[n]!, 'attday/list', { from, to: addDays(today, -1) })), 0.5),
        { atMost: 10 },
      ),
      printBar('attendance: a punch, p50 ms', percentile(await timesOf(200, (n) => punch(n)), 0.5), { atMost: 15 }),
    ]
    const morning: Promise<number>[] = []
    for (let n = 0; n < inTheMorning; n++) {
      const pressed = performance.now()
      morning.push(punch(200 + n).then(() => performance.now() - pressed))
      await sleep(1000 / perSecond)
    }
    const waits = (await Promise.all(morning)).toSorted((a, b) => a - b)
    met.push(printBar(`attendance: a punch where ${people} come within a minute, p99 ms`, percentile(waits, 0.99), { atMost: 200 }))
    return met.filter((each) => !each).length
  } finally {
    calls.end()
    await server.stop()
    await database.close()
    await dropDatabase(copy)
  }
}

/** Punches of as many people as they are, for whom attendance asks. */
export const punches = async ({ database, url, dir }: Preparing, count: number): Promise<Request[]> => {
  const { orgId, admin, persons, office } = await hireAll(database, count)
  await answered(url, join(dir, 'punches'), async (ask) => {
    await askForPunches({
      ask: ({ token }, path, body) => ask({ method: 'POST', path: `/api/attendance/${path}`, body, token }),
      admin,
      persons,
      office,
    })
    await derived(database, orgId)
  })
  return persons.map((person, n) => ({
    method: 'POST',
    path: '/api/attendance/attpunch/save',
    body: punchOf(person, n),
    token: person.token,
  }))
}

const punchOf = ({ uid }: Somebody, n: number): object => ({
  id: newId(),
  fix: { ...gate, latitude: gate.latitude + (n % 40) / 100_000, accuracyMetres: 20 },
  deviceId: `device-${uid}`,
  phoneAt: new Date().toISOString(),
})

const workingHours = { segments: [{ on: 540, off: 1080 }], rests: [{ from: 720, to: 780 }] }

type AttendanceOffice = {
  readonly ask: <D>(by: Somebody, path: string, body: object) => Promise<D>
  readonly admin: Somebody
  readonly persons: readonly Somebody[]
  readonly office: Id
}

/** A place, a shift and a group of these people, who punch from now on; answers the shift. */
const askForPunches = async ({ ask, admin, persons, office }: AttendanceOffice): Promise<{ id: Id; version: number }> => {
  const place = await ask<{ id: Id }>(admin, 'attplace/save', { locationId: office, point: gate, radiusMetres: 200 })
  const shift = await ask<{ id: Id; version: number }>(admin, 'attshift/save', { name: '白班', rules: workingHours, fromDay: from })
  await ask(admin, 'attgroup/save', {
    name: '总部',
    uids: persons.map(({ uid }) => uid),
    fromDay: from,
    rules: { kind: 'fixed', week: Array.from({ length: 7 }, () => shift.id), followsCalendar: false, placeIds: [place.id] },
  })
  return shift
}

const hireAll = async (database: Database, count: number): Promise<{ orgId: Id; admin: Somebody; persons: Somebody[]; office: Id }> => {
  const [orgId, office] = [newId(), newId()]
  return database.inTransaction(orgId, async (tx) => {
    await organised(tx, '考勤')
    const admin = await signedIn(tx, 'admin', ['tenant'])
    await tx.query(
      `insert into location (org_id, id, loc_code, loc_name) select org_id, $2, 'A', '总部' from organisation where org_id = $1`,
      [orgId, office],
    )
    const persons: Somebody[] = []
    for (let n = 0; n < count; n++) {
      const username = `att${n}`
      const uid = await createPerson(tx, { username, userName: `人${n}` })
      persons.push({ uid, username, token: await openSession(tx, { uid, client: 'app', platform: 'bench' }) })
    }
    return { orgId, admin, persons, office }
  })
}

/** Coming at nine and going at six, a little earlier or later each day. */
const insertPunches = (database: Database, orgId: Id, persons: readonly Somebody[]): Promise<void> =>
  database.withPlainClient(orgId, async (client) => {
    for (let day = from, n = 1; day < today; day = addDays(day, 1), n++)
      for (const [slot, minutes] of [535, 1085].entries())
        await client.query(
          `insert into att_punch (org_id, id, uid, at, phone_at, source, note, marks, work_day, created_by)
           select $1, $3::bigint + p.n, p.uid, $4::timestamptz + make_interval(mins => (p.n % 12)::int), $4::timestamptz, 'app', '', '{}', $5, p.uid
           from unnest($2::bigint[]) with ordinality as p (uid, n)`,
          [
            orgId,
            persons.map(({ uid }) => uid),
            String(n * 100_000 + slot * 10_000),
            new Date(wallMinute(day, minutes) * 60_000).toISOString(),
            day,
          ],
        )
  })

/** When nothing waits any more to be worked out. */
const derived = async (database: Database, orgId: Id): Promise<void> => {
  for (;;) {
    const waiting = await database.reading(orgId, (tx) =>
      tx.query(`select from job where org_id = $1 and kind = 'attendance.days' and done_at is null and due_at <= now()`, [orgId]),
    )
    if (waiting.length === 0) return
    await sleep(50)
  }
}
