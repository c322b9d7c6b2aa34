import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { HostEvent } from '../../hosts/workplace.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { openDatabase } from '../db/pool.ts'
import { testDatabase } from '../db/testing.ts'
import { syncWorker } from '../directory/syncing.ts'
import { startJobs } from '../jobs/jobs.ts'
import { openLog } from '../log.ts'
import { documents } from '../routes.ts'
import { corpOf } from './corps.ts'
import { tryAgainNow, writeDown } from './inbox.ts'
import { directoryOf } from './people.ts'
import { corpId, type FakeChat, fakeChat, personNamed } from './testing/fakeChat.ts'
import { startWorking } from './eventWorker.ts'

const main = await testDatabase()
const { database } = main
const log = openLog('silent')

/** Two processes that share a chat. `cut`: one of them dies in the middle and comes again. */
const processes = async (chat: FakeChat) => {
  await database.gate('delete from workplace_event')
  await database.gate('delete from workplace_corp')
  await database.gate('delete from workplace_kept')
  const workplaces = new Map([[chat.workplace.name, chat.workplace]])
  const start = () => {
    const own = openDatabase({ url: main.url, poolSize: 8 })
    const app = { database: own, log, workplaces }
    const working = startWorking(app, documents, 5)
    const jobs = startJobs(own, log, [syncWorker(directoryOf(app))])
    return {
      own,
      jobs,
      stop: async () => {
        await Promise.all([working.stop(), jobs.stop()])
        await own.close()
      },
    }
  }
  let running = [start(), start()]
  return {
    cut: async () => {
      const [dying, staying] = running as [ReturnType<typeof start>, ReturnType<typeof start>]
      running = [staying, start()]
      await dying.stop()
    },
    rest: async () => {
      for (let n = 0; n < 3000; n++) {
        for (const { jobs } of running) jobs.wake()
        await tryAgainNow(database, 'dingtalk', corpId)
        const waiting = await database.gate('select from workplace_event where done_at is null limit 1')
        const orgId = await corpOf(database, 'dingtalk', corpId)
        const syncing =
          orgId === undefined
            ? []
            : await database.reading(orgId, (tx) =>
                tx.query(`select from job where org_id = $1 and kind = 'directory.sync' and done_at is null`, [orgId]),
              )
        if (waiting.length === 0 && syncing.length === 0) return
        // Each look writes down anew what was put off: often, it would take the time of those who work it off.
        await new Promise((done) => setTimeout(done, 200))
      }
      throw new Error('It does not come to rest.')
    },
    stop: () => Promise.all(running.map(({ stop }) => stop())),
  }
}

/** Who is here, by name, with who is in service; a name that stands twice is a person made twice. */
const people = async (): Promise<string[]> => {
  const orgId = assertDefined(await corpOf(database, 'dingtalk', corpId), 'the organisation')
  const rows = await database.reading(orgId, (tx) =>
    tx.query<{ name: string }>(
      `select user_name as name from person where org_id = $1 and deleted_at is null and state = 'active' order by user_name`,
      [orgId],
    ),
  )
  return rows.map(({ name }) => name)
}

type Happening = { readonly who: number; readonly there: boolean; readonly name: number }

/** What happened at the chat, and what it tells of it: each time once or more, mixed up, in portions. */
const story = fc.record({
  happenings: fc.array(fc.record({ who: fc.nat(7), there: fc.boolean(), name: fc.nat(3) }), { minLength: 1, maxLength: 12 }),
  order: fc.array(fc.nat(1000), { minLength: 40, maxLength: 40 }),
  doubled: fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
  cutAfter: fc.nat(5),
  portion: fc.integer({ min: 1, max: 5 }),
})

test('told in any order, twice, with a process that dies: the same people are here in the end', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ happenings, order, doubled, cutAfter, portion }) => {
      const chat = fakeChat()
      const house = await processes(chat)
      try {
        const apply = ({ who, there, name }: Happening) =>
          there ? chat.people.set(`p${who}`, personNamed(`p${who}`, `人${who}-${name}`)) : chat.people.delete(`p${who}`)
        const told: HostEvent[] = [
          { t: 'granted', key: 'grant', corpId, atMs: 1 },
          ...happenings.map(({ who }, at): HostEvent => ({
            t: 'person',
            key: `person/p${who}`,
            corpId,
            atMs: 10 + at,
            personId: `p${who}`,
          })),
        ]
        const all = told
          .flatMap((one, at) => (doubled[at] ? [one, one] : [one]))
          .map((one, at) => ({ one, at: order[at % order.length]! }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ one }) => one)
        // What is told last of a person is told after it happened; the rest may be told at any time.
        const half = Math.floor(happenings.length / 2)
        happenings.slice(0, half).forEach(apply)
        for (let at = 0; at < all.length; at += portion) {
          await writeDown(database, 'dingtalk', all.slice(at, at + portion))
          if (at / portion === cutAfter) await house.cut()
        }
        happenings.slice(half).forEach(apply)
        await writeDown(database, 'dingtalk', all.toReversed())
        await house.rest()
        assert.deepEqual(await people(), [...chat.people.values()].map(({ name }) => name!).toSorted())
      } finally {
        await house.stop()
      }
    }),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 2), seed: Number(process.env['PROPERTY_SEED'] ?? 20261123) },
  )
})

test('a storm of two thousand events: everybody is here, nobody is lost or here twice, and they are asked for all at once', async () => {
  const chat = fakeChat()
  const house = await processes(chat)
  try {
    await writeDown(database, 'dingtalk', [{ t: 'granted', key: 'grant', corpId, atMs: 1 }])
    await house.rest()
    for (let n = 0; n < 270; n++) chat.people.set(`p${n}`, personNamed(`p${n}`, `人员${n}`))
    const portions = Array.from({ length: 20 }, (_, portion) =>
      Array.from({ length: 100 }, (__, at): HostEvent => {
        const n = (portion * 100 + at * 7) % 300
        return { t: 'person', key: `person/p${n}`, corpId, atMs: 10 + ((portion * 31) % 97), personId: `p${n}` }
      }),
    )
    for (let at = 0; at < portions.length; at += 10)
      await Promise.all(portions.slice(at, at + 10).map((told) => writeDown(database, 'dingtalk', told)))
    await house.rest()
    assert.deepEqual(await people(), ['王总', ...Array.from({ length: 270 }, (_, n) => `人员${n}`)].toSorted())
    assert.ok(chat.asked < 150, `${chat.asked} were asked for one by one`)
  } finally {
    await house.stop()
  }
})
