import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approval } from '../../domain/approval/flow/templates/define.ts'
import { toldADayAtMost } from '../../domain/workplaces/installation.ts'
import { WorkplaceFault } from '../../hosts/workplace.ts'
import type { Id } from '../../kernel/id.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { act, askForPaper, documents, foundOffice, type Office, publishFlow, stateOf, stock } from '../approval/testing/office.ts'
import { openDatabase } from '../db/pool.ts'
import { testDatabase } from '../db/testing.ts'
import { startDeliveries } from '../deliveries/deliveries.ts'
import type { Unread } from '../deliveries/deliverer.ts'
import { applyPerson } from '../directory/applyPerson.ts'
import { applyDepartment } from '../directory/departments.ts'
import { linkPerson } from '../directory/links.ts'
import { openLog } from '../log.ts'
import { notify } from '../messaging/notify.ts'
import { hasAnnounced } from '../messaging/outbox.ts'
import { startRelay } from '../messaging/relay.ts'
import { writeDown } from './inbox.ts'
import { startJobs } from '../jobs/jobs.ts'
import { workplaceNotices } from './notices.ts'
import { cardWorker, keepCard } from './cardClosing.ts'
import { corpId, fakeChat, personNamed } from './testing/fakeChat.ts'
import { startWorking } from './eventWorker.ts'
import { until } from '../testing/until.ts'

const main = await testDatabase()
const { database, newOrganisation } = main
const log = openLog('silent')
const chat = fakeChat()
const workplaces = new Map([[chat.workplace.name, chat.workplace]])
const address = () => 'https://zaice.test'

// Two processes, that share what is to be told.
for (let process = 0; process < 2; process++) {
  let wake = (): void => undefined
  const own = openDatabase({ url: main.url, poolSize: 8, onCommit: (tx) => hasAnnounced(tx) && wake() })
  const deliveries = await startDeliveries(own, log, [workplaceNotices({ database: own, log, address, workplaces })])
  const relay = await startRelay(own, log, [deliveries.hear])
  const working = startWorking({ database: own, log, workplaces }, documents, 20)
  wake = relay.wake
  main.closeFirst(async () => {
    await Promise.all([relay.stop(), deliveries.stop(), working.stop()])
    await own.close()
  })
}

/** A company that has the chat, and whose boss decides on what is asked for. */
const opened = async (): Promise<Office & { readonly told: () => Promise<void> }> => {
  chat.notices.length = 0
  chat.settled.length = 0
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '10')
  await publishFlow(database, office, [approval('a', '审批', [{ k: 'users', ids: [office.boss] }])])
  await database.gate('delete from workplace_corp')
  await database.gate(
    `insert into workplace_corp (chat, corp_id, corp_name, agent_id, granted, since, organisation) values ('dingtalk', $1, '公司', '77', true, now(), $2)`,
    [corpId, office.orgId],
  )
  for (const name of ['boss', 'staff', 'second'] as const) {
    chat.people.set(name, personNamed(name, name))
    await database.inTransaction(office.orgId, (tx) => linkPerson(tx, 'dingtalk', name, office[name]))
  }
  const told = () =>
    until('nothing is left to tell', async () => {
      // First: what comes of a ring is asked for by the transaction that ends it.
      const rung = await database.reading(office.orgId, (tx) =>
        tx.query(`select from job where org_id = $1 and kind = 'message.offer'`, [office.orgId]),
      )
      const jobs = await database.inTransaction(office.orgId, (tx) =>
        tx.query<{ open: boolean }>(
          `update job set due_at = now() where org_id = $1 and kind in ('message.offer', 'deliver.workplace') and done_at is null and lease_until is null returning true as open`,
          [office.orgId],
        ),
      )
      const working = await database.reading(office.orgId, (tx) =>
        tx.query(`select from job where org_id = $1 and kind in ('message.offer', 'deliver.workplace') and done_at is null`, [
          office.orgId,
        ]),
      )
      return jobs.length === 0 && working.length === 0 && rung.length > 0
    })
  return { ...office, told }
}

const tell = (office: Office, uids: readonly Id[], title: string) =>
  database.inTransaction(office.orgId, (tx) => notify(tx, { uids, msgType: 5, category: 'asset', title, link: '/pages/index/index' }))

test('what many get is told once to whoever the chat knows, with a link into it', async () => {
  const office = await opened()
  await tell(office, [office.boss, office.second, office.keeper], '盘点开始')
  await office.told()
  const link = `https://zaice.test/?corpId=${corpId}#/pages/index/index`
  assert.deepEqual(new Set(chat.notices.map((notice) => `${notice.title} ${notice.link}`)), new Set([`盘点开始 ${link}`]))
  assert.deepEqual(chat.notices.flatMap(({ personIds }) => personIds).toSorted(), ['boss', 'second'])
})

test('what many get in the same words at the same moment is one call, and what has other words another', async () => {
  const office = await opened()
  const { deliver } = workplaceNotices({ database, log, address, workplaces }, 2000)
  const message = (uid: Id, title: string): Unread => ({
    id: uid,
    uid,
    category: 'asset',
    isForMe: true,
    isUrgent: false,
    about: title,
    shown: () => ({ title, content: '', link: null }),
  })
  const { signal } = new AbortController()
  const told = await Promise.all(
    (
      [
        ['boss', '盘点开始'],
        ['second', '盘点开始'],
        ['staff', '盘点结束'],
      ] as const
    ).map(([name, title]) => deliver({ key: name, orgId: office.orgId, address: name, message: message(office[name], title), signal })),
  )
  assert.deepEqual(told.map(({ t }) => t), ['delivered', 'delivered', 'delivered']) // prettier-ignore
  assert.deepEqual(chat.notices.map(({ title, personIds }) => [title, ...personIds.toSorted()]).toSorted(), [
    ['盘点开始', 'boss', 'second'],
    ['盘点结束', 'staff'],
  ])
})

test('a chat that hides names is told whose they are, another one is not', async () => {
  const office = await opened()
  const nameless = await database.inTransaction(office.orgId, (tx) =>
    applyPerson(tx, 'wecom', { id: 'woAbCdEf12', departmentIds: [], isActive: true }),
  )
  await database.inTransaction(office.orgId, (tx) => applyDepartment(tx, 'wecom', { id: '73' }))
  assert.ok(nameless)
  const message: Unread = {
    id: office.boss,
    uid: office.boss,
    category: 'asset',
    isForMe: true,
    isUrgent: false,
    about: '',
    shown: () => ({ title: '成员Ef12的申请', content: '部门73，部门7，成员Zz99', link: null }),
  }
  const { signal } = new AbortController()
  const hiding = new Map([['wecom', { ...chat.workplace, name: 'wecom', hidesNames: true }]] as const)
  const deliverBy = (known: typeof workplaces, key: string) =>
    workplaceNotices({ database, log, address, workplaces: known }, 0).deliver({
      key,
      orgId: office.orgId,
      address: 'boss',
      message,
      signal,
    })
  assert.deepEqual(await deliverBy(workplaces, 'open'), { t: 'delivered' })
  await database.gate(`update workplace_corp set chat = 'wecom'`)
  assert.deepEqual(await deliverBy(hiding, 'hidden'), { t: 'delivered' })
  assert.deepEqual(chat.notices.map(({ hiddenNames }) => hiddenNames), [
    undefined,
    [
      { of: 'person', placeholder: '成员Ef12', id: 'woAbCdEf12' },
      { of: 'department', placeholder: '部门73', id: '73' },
    ],
  ]) // prettier-ignore
})

test('what the chat does not take now is told later, and once', async () => {
  const office = await opened()
  chat.faults.push(new WorkplaceFault('again', '90018', 'too often', 1))
  await tell(office, [office.boss], '限流')
  await office.told()
  assert.deepEqual(
    chat.notices.map(({ title, personIds }) => [title, ...personIds]),
    [['限流', 'boss']],
  )
})

test('nobody is told more than a chat takes in a day, nor anything where the organisation does not want it', async () => {
  const office = await opened()
  await database.inTransaction(office.orgId, (tx) =>
    tx.query(`insert into workplace_told (org_id, uid, day, n) values ($1, $2, (now() at time zone 'Asia/Shanghai')::date, $3)`, [
      office.orgId,
      office.boss,
      toldADayAtMost - 1,
    ]),
  )
  await tell(office, [office.boss], '还能收')
  await office.told()
  await tell(office, [office.boss], '太多了')
  await office.told()
  await database.inTransaction(office.orgId, (tx) =>
    tx.query(`update organisation set settings = settings || '{"chatNotices": false}' where org_id = $1`, [office.orgId]),
  )
  await tell(office, [office.second], '不要')
  await office.told()
  assert.deepEqual(
    chat.notices.map(({ title }) => title),
    ['还能收'],
  )
})

test('a card whose task is decided in the app, or is over without it, has no buttons any more', async () => {
  const office = await opened()
  const jobs = startJobs(database, log, [cardWorker({ workplaces })])
  try {
    for (const [action, words] of [
      [{ t: 'approve' }, '已同意'],
      [{ t: 'reject', comment: '不行' }, '已驳回'],
    ] as const) {
      chat.notices.length = 0
      chat.settled.length = 0
      const processId = assertDefined((await askForPaper(database, office, '1')).processId, 'the process')
      await until('he is asked', async () => {
        await office.told()
        return chat.notices.some(({ card }) => card)
      })
      const card = assertDefined(chat.notices.find((notice) => notice.card)?.card, 'the card')
      jobs.wake()
      assert.deepEqual(chat.settled, [])
      // Not now: it is asked again.
      chat.settling.push(new WorkplaceFault('again', '45009', 'too often', 1))
      await act(database, office, processId, office.boss, action)
      // Its time to wait is over: once, as later the job is under way and no one else may take it.
      await until('it waits to be tried again', async () => {
        const freed = await database.inTransaction(office.orgId, (tx) =>
          tx.query(
            `update job set lease_until = null where org_id = $1 and kind = 'workplace.card' and done_at is null and last_error is not null returning id`,
            [office.orgId],
          ),
        )
        return freed.length > 0
      })
      jobs.wake()
      await until('the card is settled', async () => chat.settled.length > 0)
      assert.deepEqual(chat.settled, [{ response: `sent ${card.id}`, words }])
    }
  } finally {
    await jobs.stop()
  }
})

test('a card whose form was changed says so, and the one that is told after it is as it was', async () => {
  const office = await opened()
  const jobs = startJobs(database, log, [cardWorker({ workplaces })])
  try {
    chat.notices.length = 0
    chat.settled.length = 0
    const processId = assertDefined((await askForPaper(database, office, '1')).processId, 'the process')
    await until('he is asked', async () => {
      await office.told()
      return chat.notices.some(({ card }) => card)
    })
    const card = assertDefined(chat.notices.find((notice) => notice.card)?.card, 'the card')
    const [taskId = '', formRev] = card.id.split('-')
    await act(database, office, processId, office.admin, { t: 'updateForm', patch: { reason: '年会' } })
    const next = `${taskId}-${Number(formRev) + 1}-1`
    await keepCard(database, office.orgId, { chat: 'dingtalk', corpId, card: next, response: 'the next' })
    await until('the card is settled', async () => {
      jobs.wake()
      return chat.settled.length > 0
    })
    assert.deepEqual(chat.settled, [{ response: `sent ${card.id}`, words: '申请内容已修改，请打开后处理' }])
    await act(database, office, processId, office.boss, { t: 'approve' })
    await until('the next one is settled', async () => {
      jobs.wake()
      return chat.settled.length > 1
    })
    assert.deepEqual(chat.settled[1], { response: 'the next', words: '已同意' })
  } finally {
    await jobs.stop()
  }
})

const pressed = (card: string, button: string, atMs: number, personId = 'boss') =>
  writeDown(database, 'dingtalk', [
    { t: 'pressed', key: `pressed/${card}/${button}/${personId}`, corpId, atMs, personId, card, button, response: `r${atMs}` },
  ])

test('a step that wants something filled in is told of without buttons, which could only be refused', async () => {
  const office = await opened()
  const require = { comment: 'always', signature: false, attachment: false } as const
  await publishFlow(database, office, [approval('a', '审批', [{ k: 'users', ids: [office.boss] }], { require })])
  await askForPaper(database, office, '1')
  await office.told()
  const notice = assertDefined(
    chat.notices.find(({ personIds }) => personIds.includes('boss')),
    'the notice',
  )
  assert.equal(notice.card, undefined)
  assert.match(notice.link, /formApprove/)
})

test('where a rejection needs no reason both buttons of a card decide', async () => {
  const office = await opened()
  const require = { comment: 'never', signature: false, attachment: false } as const
  await publishFlow(database, office, [approval('a', '审批', [{ k: 'users', ids: [office.boss] }], { require })])
  const processId = assertDefined((await askForPaper(database, office, '1')).processId, 'the process')
  await office.told()
  const card = assertDefined(chat.notices.find(({ personIds }) => personIds.includes('boss'))?.card, 'the card')
  assert.deepEqual(
    card.buttons.map(({ link }) => link),
    [undefined, undefined],
  )
  await pressed(card.id, 'reject', 9)
  await until('the card is settled', () => chat.settled.length === 1)
  assert.equal((await stateOf(database, office, processId)).status, 'rejected')
})

test('an approval is decided on its card, and told again it is decided once', async () => {
  const office = await opened()
  const processId = assertDefined((await askForPaper(database, office, '1')).processId, 'the process')
  await office.told()
  const card = assertDefined(chat.notices.find(({ personIds }) => personIds.includes('boss'))?.card, 'the card')
  assert.deepEqual(
    card.buttons.map(({ key, link }) => [key, link?.replace(/^.*#/, '')]),
    [
      ['approve', undefined],
      ['reject', `/pages/flow/formApprove?taskId=${card.id.split('-')[0]}&action=reject`],
    ],
  )
  await pressed(card.id, 'approve', 1)
  await until('the card is settled', () => chat.settled.length === 1)
  await pressed(card.id, 'approve', 2)
  await pressed(card.id, 'reject', 3)
  await pressed(card.id, 'approve', 3, 'second')
  await until('all are settled', () => chat.settled.length === 4)
  assert.equal((await stateOf(database, office, processId)).status, 'approved')
  const words = new Map(chat.settled.map(({ response, words: said }) => [response, said]))
  assert.deepEqual([words.get('r1'), words.get('r2')], ['已同意', '已同意'])
  assert.ok(chat.settled.filter(({ words: said }) => said !== '已同意').length === 2)
})

test('a card and the app that decide at the same moment count once', async () => {
  const office = await opened()
  for (let n = 0; n < 4; n++) {
    chat.notices.length = 0
    chat.settled.length = 0
    const processId = assertDefined((await askForPaper(database, office, '1')).processId, 'the process')
    await until('he is asked', async () => {
      await office.told()
      return chat.notices.some(({ card }) => card)
    })
    const card = assertDefined(chat.notices.find((notice) => notice.card)?.card, 'the card')
    const [inApp] = await Promise.allSettled([
      act(database, office, processId, office.boss, { t: 'reject', comment: '不行' }),
      pressed(card.id, 'approve', 10 + n),
    ])
    await until('the card is settled', () => chat.settled.length === 1)
    const { status } = await stateOf(database, office, processId)
    assert.deepEqual([status, chat.settled[0]!.words === '已同意'], inApp.status === 'fulfilled' ? ['rejected', false] : ['approved', true])
  }
})
