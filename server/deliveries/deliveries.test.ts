import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { newId, type Id } from '../../kernel/id.ts'
import { createPerson } from '../access/people.ts'
import { openDatabase } from '../db/pool.ts'
import { testDatabase, type TestDatabase } from '../db/testing.ts'
import { openLog } from '../log.ts'
import { notify } from '../messaging/notify.ts'
import { hasAnnounced } from '../messaging/outbox.ts'
import { startRelay } from '../messaging/relay.ts'
import { retrySeconds, startDeliveries } from './deliveries.ts'
import { openStranger, wayTo } from './testing/stranger.ts'
import { until } from '../testing/until.ts'

const main = await testDatabase({ breaks: ['people: nobody out of service has a session'] })
/** Where there was no way yet. */
const fresh = await testDatabase({ isAlone: true })
const log = openLog('silent')

/** One server process as far as deliveries go. */
const startProcess = async ({ url }: TestDatabase, strangerUrl: string, ways = [wayTo(strangerUrl)]) => {
  let wake = (): void => undefined
  const own = openDatabase({ url, poolSize: 8, onCommit: (tx) => hasAnnounced(tx) && wake() })
  const deliveries = await startDeliveries(own, log, ways)
  const relay = await startRelay(own, log, [deliveries.hear])
  wake = relay.wake
  let ending: Promise<void> | undefined
  const end = async () => {
    await relay.stop()
    await deliveries.stop()
    await own.close()
  }
  return { database: own, stop: () => (ending ??= end()) }
}

const office = async ({ database, newOrganisation }: TestDatabase = main) => {
  const orgId = await newOrganisation()
  const [uid, admin] = await database.inTransaction(orgId, async (tx) => {
    const [first, second] = [
      await createPerson(tx, { username: `u${newId()}`, userName: '张三' }),
      await createPerson(tx, { username: `a${newId()}`, userName: '李四' }),
    ]
    await tx.query('update person set admin = true where org_id = $1 and id = $2', [orgId, second])
    return [first, second] as const
  })
  return { orgId, uid, admin }
}

const write = (orgId: Id, uid: Id, titles: readonly string[], { database }: TestDatabase = main) =>
  database.inTransaction(orgId, async (tx) => {
    for (const title of titles) await notify(tx, { uids: [uid], msgType: 2, category: 'system', title })
  })

const { database } = main

/** What waits for another try has its turn now. */
const hasten = (orgId: Id) =>
  database.inTransaction(orgId, (tx) =>
    tx.query("update job set due_at = now() where org_id = $1 and kind like 'deliver.%' and done_at is null and lease_until is null", [
      orgId,
    ]),
  )

/** Jobs that are not done; the end of the licence waits for its day. */
const openJobs = async (orgId: Id): Promise<number> =>
  (
    await database.reading(orgId, (tx) =>
      tx.query(`select 1 from job where org_id = $1 and done_at is null and kind <> 'licence.end'`, [orgId]),
    )
  ).length
const jobsOf = async (orgId: Id): Promise<number> =>
  (await database.reading(orgId, (tx) => tx.query("select 1 from job where org_id = $1 and kind = 'message.offer'", [orgId]))).length

const messagesOf = (orgId: Id, uid: Id) =>
  database.reading(orgId, (tx) =>
    tx.query<{ title: string; content: string; count: number }>(
      'select title, content, count from message where org_id = $1 and uid = $2 order by seq',
      [orgId, uid],
    ),
  )

/** Whether something that the organisation announced still counts as behind an open transaction. */
const isOpen = async ({ database: of }: TestDatabase, orgId: Id): Promise<boolean> =>
  (
    await of.reading(orgId, (tx) =>
      tx.query('select from outbox where org_id = $1 and xid >= pg_snapshot_xmin(pg_current_snapshot())', [orgId]),
    )
  ).length > 0

test('what was announced before there was a way stays; from then on everything is delivered, also what was written while nobody was there', async (t) => {
  const stranger = await openStranger()
  t.after(() => stranger.close())
  const { orgId, uid } = await office(fresh)
  await write(orgId, uid, ['before'], fresh)
  // A way begins behind the oldest transaction that is open anywhere in the cluster.
  await until('all is behind', async () => !(await isOpen(fresh, orgId)))
  const first = await startProcess(fresh, stranger.url)
  await first.stop()
  await write(orgId, uid, ['meanwhile'], fresh)
  const second = await startProcess(fresh, stranger.url)
  fresh.closeFirst(second.stop)
  await until('one taken', () => stranger.taken.size === 1)
  await write(orgId, uid, ['after'], fresh)
  await until('two taken', () => stranger.taken.size === 2)
  assert.deepEqual(
    [...stranger.taken.values()].map(({ title }) => title),
    ['meanwhile', 'after'],
  )
})

test('one job of a message asks the ways that ring and those that do not, also where a process of an older version made it', async (t) => {
  const twoWays = await testDatabase({ isAlone: true })
  const stranger = await openStranger()
  t.after(() => stranger.close())
  const way = wayTo(stranger.url)
  const startWays = () => startProcess(twoWays, stranger.url, [{ ...way, name: 'bell', rings: true }, way])
  const first = await startWays()
  twoWays.closeFirst(first.stop)
  const { orgId, uid } = await office(twoWays)
  await write(orgId, uid, ['once by each'], twoWays)
  const inOrganisation = <R extends object>(text: string) => twoWays.database.inTransaction(orgId, (tx) => tx.query<R>(text, [orgId]))
  const untilTaken = (count: number) =>
    until('both have taken it', async () => {
      await inOrganisation(
        `update job set due_at = now() where org_id = $1 and kind not like 'deliver.%' and due_at > now() and done_at is null and lease_until is null`,
      )
      return stranger.taken.size === count
    })
  await untilTaken(2)
  const jobs = await inOrganisation<{ kind: string }>(`select kind from job where org_id = $1 and kind <> 'licence.end' order by kind`)
  assert.deepEqual(
    jobs.map(({ kind }) => kind),
    ['deliver.bell', 'deliver.stranger', 'message.offer'],
  )

  await first.stop()
  for (const kind of ['message', 'ring']) {
    await write(orgId, uid, [kind], twoWays)
    await twoWays.database.gate(`select from gate_hand_out_from('messages.handed', null, null, 1000, $1, 0)`, [kind])
    const handedOut = await inOrganisation<{ kind: string }>(
      `select kind from job where org_id = $1 and done_at is null and kind <> 'licence.end' and kind not in ('message', 'ring')`,
    )
    assert.deepEqual(handedOut, [{ kind: 'message.offer' }], 'a process of an older version leaves its messages to the present ones')
    await inOrganisation(`update job set kind = '${kind}' where org_id = $1 and kind = 'message.offer' and done_at is null`)
  }
  const second = await startWays()
  twoWays.closeFirst(second.stop)
  await untilTaken(6)
})

const stranger = await openStranger()
const here = await startProcess(main, stranger.url)
main.closeFirst(async () => {
  await here.stop()
  stranger.close()
})
const askedFor = (orgId: Id) => stranger.asked.filter((key) => key.startsWith(`${orgId}/`))
const takenFor = (orgId: Id) => [...stranger.taken].filter(([key]) => key.startsWith(`${orgId}/`)).map(([, taken]) => taken)

/** Waits until so many announcements of messages have led to whatever they lead to. */
const settled = async (orgId: Id, announcements: number): Promise<void> =>
  until('nothing is left to do', async () => {
    await hasten(orgId)
    return (await jobsOf(orgId)) === announcements && (await openJobs(orgId)) === 0
  })

const answers: [title: string, asked: number, taken: number][] = [
  ['taken at once', 1, 1],
  ['twice', 2, 2],
  ['unwanted', 0, 0],
  ['missing', 1, 0],
  ['gone', 1, 0],
  ['limited', 2, 1],
  ['dated', 2, 1],
  ['broken', 2, 1],
  ['cut', 2, 1],
  ['silent', 2, 1],
  ['never', retrySeconds.length + 1, 0],
]
test('how often a receiver is asked, and how often it takes what it gets', { concurrency: true }, async (t) => {
  await Promise.all(
    answers.map(([title, asked, taken]) =>
      t.test(`${title}: ${asked}, ${taken}`, async () => {
        const { orgId, uid, admin } = await office()
        await write(orgId, uid, [title])
        // That something did not arrive is announced as well, to administrators on their screens.
        await settled(orgId, title === 'never' ? 2 : 1)
        assert.equal(askedFor(orgId).length, asked)
        assert.deepEqual(
          takenFor(orgId),
          Array.from({ length: taken }, () => ({ title, times: 1 })),
        )
        assert.deepEqual(
          await messagesOf(orgId, admin),
          title === 'never' ? [{ title: '发给张三的消息没有送达（外部接收方）', content: 'never: HTTP 500', count: 1 }] : [],
        )
      }),
    ),
  )
})

test('what does not arrive is told once, and that is not delivered itself', async () => {
  const { orgId, uid, admin } = await office()
  await write(orgId, uid, ['never 1', 'never 2', 'never 3', 'never 4'])
  await settled(orgId, 8)
  const told = await messagesOf(orgId, admin)
  assert.equal(
    told.reduce((total, { count }) => total + count, 0),
    4,
  )
  assert.equal(new Set(askedFor(orgId)).size, 4)
})

test('what was read meanwhile, and what is for somebody who left, is not delivered', async () => {
  const [reader, leaver] = [await office(), await office()]
  for (const { orgId, uid } of [reader, leaver]) {
    await write(orgId, uid, ['broken'])
    await until('it was tried', () => askedFor(orgId).length === 1)
  }
  await database.inTransaction(reader.orgId, (tx) => tx.query('update message set read_at = now() where org_id = $1', [reader.orgId]))
  await database.inTransaction(leaver.orgId, (tx) =>
    tx.query("update person set state = 'disabled' where org_id = $1 and id = $2", [leaver.orgId, leaver.uid]),
  )
  for (const { orgId } of [reader, leaver]) {
    await settled(orgId, 1)
    assert.equal(askedFor(orgId).length, 1)
  }
})

test('a transaction that stays open holds up neither the others nor itself', async () => {
  const { orgId, uid } = await office()
  await here.database.inTransaction(orgId, async (slow) => {
    await notify(slow, { uids: [uid], msgType: 2, category: 'system', title: 'slow' })
    await write(orgId, uid, ['quick'])
    await until('the quick one taken', () => takenFor(orgId).length === 1)
  })
  await until('the slow one taken', () => takenFor(orgId).length === 2)
  await write(orgId, uid, ['last'])
  await settled(orgId, 3)
  assert.deepEqual(takenFor(orgId), [
    { title: 'quick', times: 1 },
    { title: 'slow', times: 1 },
    { title: 'last', times: 1 },
  ])
})

/** Another process that does the same. */
const childSource = `
  import { openDatabase } from ${JSON.stringify(join(import.meta.dirname, '../db/pool.ts'))}
  import { openLog } from ${JSON.stringify(join(import.meta.dirname, '../log.ts'))}
  import { startRelay } from ${JSON.stringify(join(import.meta.dirname, '../messaging/relay.ts'))}
  import { startDeliveries } from ${JSON.stringify(join(import.meta.dirname, 'deliveries.ts'))}
  import { wayTo } from ${JSON.stringify(join(import.meta.dirname, 'testing/stranger.ts'))}
  const [database, log] = [openDatabase({ url: process.env.CHILD_DATABASE, poolSize: 8 }), openLog('silent')]
  const deliveries = await startDeliveries(database, log, [wayTo(process.env.CHILD_STRANGER)])
  await startRelay(database, log, [deliveries.hear])
  console.log('ready')
`

test('two processes, killed in the middle while much is written: nothing is lost, and nothing is taken twice', async (t) => {
  await here.stop()
  const stranger = await openStranger()
  t.after(() => stranger.close())
  const children: ChildProcess[] = []
  t.after(() => children.forEach((child) => child.kill('SIGKILL')))
  const startChildren = () =>
    Promise.all(
      [1, 2].map(async () => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', childSource], {
          env: { ...process.env, CHILD_DATABASE: main.url, CHILD_STRANGER: stranger.url },
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        children.push(child)
        await once(child.stdout, 'data')
        return child
      }),
    )
  const killAll = async (alive: readonly ChildProcess[]) => {
    for (const child of alive) child.kill('SIGKILL')
    await Promise.all(alive.map((child) => once(child, 'exit')))
  }
  const offices = [await office(), await office(), await office()]
  const kinds = ['held', 'plain', 'broken', 'limited', 'cut', 'gone', 'plain twice', 'unwanted']
  const writeMany = (round: string) =>
    Promise.all(
      offices.map(async ({ orgId, uid }) => {
        for (let count = 0; count < 3; count++)
          await write(
            orgId,
            uid,
            kinds.map((kind) => `${kind} ${round}.${count}`),
          )
      }),
    )

  const first = await startChildren()
  const writing = writeMany('1')
  await until('some are on their way', () => stranger.held() > 1)
  await killAll(first)
  await writing
  // What is on its way arrives, although the person who sent it never hears of it.
  stranger.letGo()
  await writeMany('2')
  for (const { orgId } of offices)
    await database.inTransaction(orgId, (tx) =>
      tx.query('update job set lease_until = null where org_id = $1 and done_at is null', [orgId]),
    )
  const arrived = new Set(stranger.asked)
  const second = await startChildren()
  for (const { orgId } of offices) await settled(orgId, 2 * 3 * kinds.length)
  await killAll(second)

  const titles = [...stranger.taken.values()].map(({ title }) => title).toSorted()
  const wanted = ['1', '2'].flatMap((round) =>
    Array.from({ length: 3 }, (_, count) =>
      kinds
        .filter((kind) => kind !== 'gone' && kind !== 'unwanted')
        .flatMap((kind) => Array.from({ length: kind.includes('twice') ? 2 : 1 }, () => `${kind} ${round}.${count}`)),
    ).flat(),
  )
  assert.deepEqual(titles, offices.flatMap(() => wanted).toSorted())
  // Only what was on its way when its process was killed comes again, under the key by which it is known.
  const again = [...stranger.taken].filter(([, { times }]) => times > 1)
  assert.ok(again.length > 0 && again.every(([key]) => arrived.has(key)))
  assert.ok(again.length <= 2 * 4 * 2, `${again.length} came again`)
})
