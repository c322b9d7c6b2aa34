import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Id } from '../../../kernel/id.ts'
import { openTasks } from '../../../domain/approval/flow/state.ts'
import { messageList, messageUpdate } from '../../../domain/messaging/operations.ts'
import { testDatabase } from '../../db/testing.ts'
import { messagingHandlers } from '../../messaging/messages.ts'
import { callOf } from '../../testing/company.ts'
import { approval } from '../../../domain/approval/flow/templates/define.ts'
import { foldDue } from '../process/statisticsFold.ts'
import { act, askForPaper, foundOffice, type Office, publishFlow, stateOf, stock } from '../testing/office.ts'

const { database, newOrganisation } = await testDatabase({ breaks: ['ledger: what is reserved is the sum of the reservations'] })

const opened = async (): Promise<Office> => {
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '100')
  return office
}
const asked = async (office: Office): Promise<Id> => (await askForPaper(database, office, '1')).processId!

/** The titles of what a person has not read, the newest first. */
const unread = async (office: Office, uid: Id, language: 'zh' | 'en' = 'zh'): Promise<{ title: string; link: string | null }[]> => {
  const handler = messagingHandlers.find(({ operation }) => operation === messageList)!
  assert.ok(handler.signedIn)
  const page = (await database.reading(office.orgId, (tx) =>
    handler.run({ ...callOf(tx, uid, []), language }, { readState: 0, pageSize: 100 } as never),
  )) as { list: { title: string; link: string | null }[] }
  return page.list.map(({ title, link }) => ({ title, link }))
}
const readAll = (office: Office, uid: Id) => {
  const handler = messagingHandlers.find(({ operation }) => operation === messageUpdate)!
  assert.ok(handler.signedIn)
  return database.inTransaction(office.orgId, (tx) => handler.run(callOf(tx, uid, []), { all: true } as never))
}
/** What follows decisions within a second. */
const followUp = (office: Office) => database.inTransaction(office.orgId, (tx) => foldDue(tx))
const titles = async (office: Office, uid: Id) => (await unread(office, uid)).map(({ title }) => title.replace(/：.*/, ''))

suite('nobody drowns in notices', () => {
  test('many tasks in an hour are one message that leads to the list; once read, they start anew', async () => {
    const office = await opened()
    for (let i = 0; i < 4; i++) await asked(office)
    assert.deepEqual(await titles(office, office.boss), ['待审批', '待审批', '待审批', '待审批'])
    for (let i = 0; i < 16; i++) await asked(office)
    assert.deepEqual(await unread(office, office.boss), [{ title: '您有 20 项新的待审批', link: '/pages/personal/myapprove' }])
    assert.deepEqual(
      (await unread(office, office.boss, 'en')).map(({ title }) => title),
      ['You have 20 new tasks to approve'],
    )
    await readAll(office, office.boss)
    await asked(office)
    assert.deepEqual(await titles(office, office.boss), ['待审批'])
    const [english] = await unread(office, office.boss, 'en')
    assert.match(english!.title, /^To approve: Consumables request by /)
  })

  test('a collective notice names no more tasks than are open', async () => {
    const office = await opened()
    const processes: Id[] = []
    for (let i = 0; i < 8; i++) processes.push(await asked(office))
    const decided = processes.slice(0, 5)
    for (const id of decided) await act(database, office, id, office.boss, { t: 'approve' })
    await followUp(office)
    assert.deepEqual(await titles(office, office.boss), ['您有 3 项新的待审批'])
    assert.deepEqual(
      (await unread(office, office.boss, 'en')).map(({ title }) => title),
      ['You have 3 new tasks to approve'],
    )
    await asked(office)
    assert.deepEqual(await titles(office, office.boss), ['待审批', '您有 3 项新的待审批'])
    await asked(office)
    assert.deepEqual(await titles(office, office.boss), ['您有 5 项新的待审批'])
  })

  test('a collective notice names no more copies than are unread', async () => {
    const office = await opened()
    const processes: Id[] = []
    for (let i = 0; i < 7; i++) {
      const id = await asked(office)
      await act(database, office, id, office.boss, { t: 'copy', users: [office.second] })
      processes.push(id)
    }
    const [first, second, ...others] = processes
    assert.deepEqual(await titles(office, office.second), ['有 7 项新的抄送给您'])
    for (const id of [first, second]) await act(database, office, id!, office.second, { t: 'markRead' })
    assert.deepEqual(await unread(office, office.second), [{ title: '有 5 项新的抄送给您', link: '/pages/personal/flowCopy' }])
    assert.deepEqual(
      (await unread(office, office.second, 'en')).map(({ title }) => title),
      ['5 new applications were copied to you'],
    )
    for (const id of others) await act(database, office, id, office.second, { t: 'markRead' })
    assert.deepEqual(await titles(office, office.second), [])
    await act(database, office, first!, office.boss, { t: 'copy', users: [office.second] })
    assert.deepEqual(await titles(office, office.second), ['抄送给您'])
    await act(database, office, first!, office.second, { t: 'markRead' })
    assert.deepEqual(await titles(office, office.second), [])
  })

  test('what is urgent stands by itself, however much there is', async () => {
    const office = await opened()
    const processes: Id[] = []
    for (let i = 0; i < 6; i++) processes.push(await asked(office))
    for (const id of processes) await act(database, office, id, office.staff, { t: 'urge' })
    assert.deepEqual(await titles(office, office.boss), [...processes.map(() => '催办'), '您有 6 项新的待审批'])
    for (const id of processes) await act(database, office, id, office.boss, { t: 'rollBack', to: 'START', comment: '改' })
    assert.deepEqual(
      await titles(office, office.staff),
      processes.map(() => '已退回'),
    )
  })

  test('whoever approved last is told as well that the books refuse, and administrators where the flow names nobody in service', async () => {
    const office = await opened()
    await publishFlow(database, office, [approval('keeper', '发放', [{ k: 'users', ids: [office.admin] }])], { admins: [office.second] })
    await database.inTransaction(office.orgId, (tx) =>
      tx.query(`update person set state = 'disabled' where org_id = $1 and id = $2`, [office.orgId, office.second]),
    )
    const { id, processId } = await askForPaper(database, office, '8')
    await database.inTransaction(office.orgId, async (tx) => {
      await tx.query('select ledger_release($1, $2)', [office.orgId, id])
      await tx.query('update balance set reserved = on_hand where org_id = $1', [office.orgId])
    })
    await act(database, office, processId!, office.admin, { t: 'approve' })
    assert.deepEqual(await titles(office, office.admin), ['已通过但未能入账'])
    assert.deepEqual(await titles(office, office.staff), ['已通过但未能入账'])
  })

  test('comments on one application are one message, those on another are not among them', async () => {
    const office = await opened()
    const [one, other] = [await asked(office), await asked(office)]
    for (const body of ['好', '尽快', '谢谢']) await act(database, office, one, office.boss, { t: 'comment', body })
    await act(database, office, other, office.boss, { t: 'comment', body: '收到' })
    assert.deepEqual(await titles(office, office.staff), ['新评论', '3 条新评论'])
    assert.match((await unread(office, office.staff))[1]!.link!, new RegExp(`processId=${one}`))
    await act(database, office, one, office.boss, { t: 'comment', body: '看一下', mentions: [office.second] })
    await act(database, office, one, office.boss, { t: 'comment', body: '再看', mentions: [office.second] })
    assert.deepEqual(await titles(office, office.second), ['提到了您', '提到了您'])
  })

  test('whoever has a task from somebody reads how it came to him, and who lost one reads that', async () => {
    const office = await opened()
    const id = await asked(office)
    const of = async (uid: Id) => (await titles(office, uid))[0]
    await act(database, office, id, office.boss, { t: 'delegate', to: office.second, comment: '看一下' })
    assert.equal(await of(office.second), '委派给您')
    assert.deepEqual(await titles(office, office.boss), [], 'what one handed on is dealt with')
    await act(database, office, id, office.second, { t: 'returnDelegation', comment: '可以' })
    assert.deepEqual([await of(office.boss), await titles(office, office.second)], ['委派已交回', []])
    await act(database, office, id, office.boss, { t: 'addSign', users: [office.second], where: 'before' })
    assert.equal(await of(office.second), '请您加签')
    await act(database, office, id, office.second, { t: 'approve' })
    await act(database, office, id, office.boss, { t: 'transfer', to: office.keeper })
    assert.equal(await of(office.keeper), '转交给您')
    const taskId = openTasks(await stateOf(database, office, id))[0]!.task.id
    await act(database, office, id, office.admin, { t: 'reassign', tasks: { ids: [taskId] }, to: office.boss, reason: '休假' })
    assert.deepEqual([await of(office.boss), await of(office.keeper)], ['改派给您', '已改派给他人'])
    await act(database, office, id, office.admin, { t: 'suspend', reason: '核查' })
    await act(database, office, id, office.admin, { t: 'resume' })
    assert.deepEqual([await of(office.boss), await of(office.staff)], ['已恢复', '已恢复'])
  })

  test('what is dealt with is not left unread', async () => {
    const office = await opened()
    const processes: Id[] = []
    for (let i = 0; i < 6; i++) processes.push(await asked(office))
    await act(database, office, processes[0]!, office.staff, { t: 'urge' })
    assert.deepEqual(await titles(office, office.boss), ['催办', '您有 6 项新的待审批'])
    for (const id of processes.slice(0, 5)) await act(database, office, id, office.boss, { t: 'approve' })
    await followUp(office)
    assert.deepEqual(await titles(office, office.boss), ['您有 1 项新的待审批'])
    await act(database, office, processes[5]!, office.staff, { t: 'withdraw' })
    assert.deepEqual(await titles(office, office.boss), [])
  })

  test('none is lost when many tell one person at once', async () => {
    const office = await opened()
    await Promise.all(Array.from({ length: 12 }, () => asked(office)))
    await asked(office)
    const [told] = await database.reading(office.orgId, (tx) =>
      tx.query<{ n: number; messages: number }>(
        'select sum(count)::int as n, count(*)::int as messages from message where org_id = $1 and uid = $2 and read_at is null',
        [office.orgId, office.boss],
      ),
    )
    assert.deepEqual(told, { n: 13, messages: 1 })
  })
})
