import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HostEvent, WorkplaceFault } from '../../hosts/workplace.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { testDatabase } from '../db/testing.ts'
import { syncWorker } from '../directory/syncing.ts'
import { startJobs } from '../jobs/jobs.ts'
import { openLog } from '../log.ts'
import { documents } from '../routes.ts'
import { alarmOf } from './alarms.ts'
import { corpOf } from './corps.ts'
import { writeDown } from './inbox.ts'
import { directoryOf } from './people.ts'
import { corpId, fakeChat, personNamed } from './testing/fakeChat.ts'
import { startWorking } from './eventWorker.ts'
import { until } from '../testing/until.ts'

const main = await testDatabase()
const { database } = main
const log = openLog('silent')
const chat = fakeChat()
const app = { database, log, workplaces: new Map([[chat.workplace.name, chat.workplace]]) }
const working = startWorking(app, documents, 5)
const jobs = startJobs(database, log, [syncWorker(directoryOf(app))])
main.closeFirst(async () => {
  await Promise.all([working.stop(), jobs.stop()])
})

const alarmed = { chat: 'dingtalk', corpId } as const
const organisation = async () => assertDefined(await corpOf(database, 'dingtalk', corpId), 'the organisation')
const alarmNow = async () => database.reading(await organisation(), (tx) => alarmOf(tx, alarmed))
const standing = async (key: string) => {
  const [row] = await database.gate<{ tries: number; isDone: boolean; failure: string | null; seconds: number }>(
    `select tries, done_at is not null as "isDone", failure, extract(epoch from due_at - now())::float8 as seconds
     from workplace_event where corp_id = $1 and key = $2`,
    [corpId, key],
  )
  return assertDefined(row, key)
}
const alarmsRead = async () =>
  database.reading(await organisation(), async (tx) => {
    const rows = await tx.query<{ title: string }>(
      `select title from message where org_id = $1 and title like '%恢复后自动继续%' order by id`,
      [tx.orgId],
    )
    return rows.map(({ title }) => title)
  })
const release = () => database.gate('update workplace_event set due_at = now() where corp_id = $1 and done_at is null', [corpId])

const synchronised = () =>
  until('its people are here', async () => {
    jobs.wake()
    const orgId = await organisation()
    const open = await database.reading(orgId, (tx) =>
      tx.query(`select from job where org_id = $1 and kind = 'directory.sync' and done_at is null`, [orgId]),
    )
    return open.length === 0
  })

test('an organisation installs', async () => {
  await writeDown(database, 'dingtalk', [{ t: 'granted', key: 'grant', corpId, atMs: 1 }])
  await until('installed', async () => (await corpOf(database, 'dingtalk', corpId)) !== undefined)
  await synchronised()
})

const used = () =>
  new WorkplaceFault('again', '90020', '调用次数已用完', { afterSeconds: 7200, advice: '调用次数已用完', mendedBy: 'administrator' })
let moment = 1000
const happenings: readonly [what: string, told: () => HostEvent][] = [
  ['a person', () => ({ t: 'person', key: 'person:p1', personId: 'p1', corpId, atMs: (moment += 1) })],
  ['what was granted', () => ({ t: 'corp', key: 'corp', corpId, atMs: (moment += 1) })],
]
for (const [what, told] of happenings)
  test(`calls that are used up lose nothing: ${what} waits for hours, the administrators are told once, and it goes on`, async () => {
    chat.people.set('p1', personNamed('p1', '王新来'))
    const event = told()
    chat.faults.push(used())
    await writeDown(database, 'dingtalk', [event])
    await until('it waits', async () => (await standing(event.key)).tries > 0)
    const { isDone, seconds } = await standing(event.key)
    assert.equal(isDone, false)
    assert.ok(seconds > 7000, `${seconds} seconds`)
    assert.equal(await alarmNow(), '调用次数已用完')
    assert.deepEqual(await alarmsRead(), ['钉钉暂时无法使用，恢复后自动继续：调用次数已用完'])
    await release()
    await until('it is worked off', async () => (await standing(event.key)).isDone)
    await until('the alarm ends', async () => (await alarmNow()) === null)
    await synchronised()
  })

test('the same chat that refuses for another reason is another alarm', async () => {
  const other = { afterSeconds: 600, advice: '地址不在白名单中', mendedBy: 'operator' } as const
  chat.faults.push(new WorkplaceFault('again', '60020', '地址不在白名单中', other))
  await writeDown(database, 'dingtalk', [{ t: 'person', key: 'person:p1', personId: 'p1', corpId, atMs: (moment += 1) }])
  await until('the alarm', async () => (await alarmNow()) !== null)
  assert.equal((await alarmsRead()).length, 2)
  await release()
  await until('the alarm ends', async () => (await alarmNow()) === null)
})

test('a question that is refused is asked again later; an alarm is raised only where somebody can mend it', async () => {
  chat.people.delete('p1')
  chat.faults.push(new WorkplaceFault('refused', '48', 'no'))
  await writeDown(database, 'dingtalk', [{ t: 'person', key: 'person:p1', personId: 'p1', corpId, atMs: (moment += 1) }])
  await until('it waits', async () => (await standing('person:p1')).tries > 0)
  assert.equal((await standing('person:p1')).failure, 'no')
  assert.equal(await alarmNow(), null)
  await release()
  await until('it is worked off', async () => (await standing('person:p1')).isDone)
})

test('a code that opens nothing is asked with once', async () => {
  await writeDown(database, 'dingtalk', [{ t: 'granted', key: 'code:x', authCode: 'x', corpId: '', atMs: (moment += 1) }])
  await until('it is over', async () => {
    const rows = await database.gate(`select from workplace_event where key = 'code:x' and done_at is not null and failure is not null`)
    return rows.length === 1
  })
})
