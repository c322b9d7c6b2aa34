import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId, type Id } from '../../kernel/id.ts'
import { messageTypes } from '../../domain/messaging/operations.ts'
import { testApp } from '../testing/app.ts'
import { messagingHandlers } from './messages.ts'
import { notify, type Notice } from './notify.ts'

const { ask, newCompany, database } = await testApp(messagingHandlers)

const someone = async () => {
  const company = await newCompany()
  const uid = await company.hire(`li${newId()}`)
  const other = await company.hire(`wu${newId()}`)
  const token = await company.tokenOf(uid)
  return {
    ...company,
    uid,
    other,
    token,
    tell: (title: string, more: Partial<Notice> = {}) =>
      database.inTransaction(company.orgId, (tx) =>
        notify(tx, { uids: [uid], msgType: messageTypes.notify, category: 'approval', title, ...more }),
      ),
    asked: async (path: string, body: unknown = {}) => (await ask({ path: `/api/msg/${path}`, body, token })).json,
  }
}

const titles = (json: { page: { list: { title: string }[] } }): string[] => json.page.list.map((row) => row.title)

test('a notice makes one message for each person and one announcement, and nothing for nobody', async () => {
  const { orgId, uid, other, tell } = await someone()
  await tell('您有一条待审批', { uids: [uid, other, uid], content: '资产发放', link: '/pages/personal/myapprove' })
  await tell('没有人', { uids: [] })
  const rows = await database.reading(orgId, (tx) =>
    tx.query<{ uid: Id; title: string }>('select uid, title from message where org_id = $1', [orgId]),
  )
  assert.deepEqual(new Set(rows.map((row) => row.uid)), new Set([uid, other]))
  assert.equal(rows.length, 2)
  const said = await database.reading(orgId, (tx) =>
    tx.query<{ topic: string; body: { uids: string[]; title: string } }>('select topic, body from outbox where org_id = $1', [orgId]),
  )
  assert.deepEqual(
    said.map(({ topic, body }) => [topic, body.uids, body.title]),
    [['message', [uid, other], '您有一条待审批']],
  )
})

test('the list has the newest first, by page, by read state, by category, by words and behind a row', async () => {
  const { tell, asked } = await someone()
  for (let n = 1; n <= 12; n++) await tell(`消息${n}`, { category: n % 2 ? 'approval' : 'asset', content: n === 3 ? 'SN-100%' : '' })
  const first = await asked('msgmessage/list', { page: 1, pageSize: 10 })
  assert.deepEqual([first['page'].totalCount, first['page'].totalPage, titles(first).length, titles(first)[0]], [12, 2, 10, '消息12'])
  assert.deepEqual(titles(await asked('msgmessage/list', { page: 2, pageSize: 10 })), ['消息2', '消息1'])
  assert.deepEqual(titles(await asked('msgmessage/list', { after: first['page'].next })), ['消息2', '消息1'])
  assert.equal((await asked('msgmessage/list', { category: 'asset' }))['page'].totalCount, 6)
  assert.deepEqual(titles(await asked('msgmessage/list', { likeQuery: 'sn-100%' })), ['消息3'])
  assert.deepEqual(titles(await asked('msgmessage/list', { likeQuery: '100_' })), [])
  const [newest] = first['page'].list
  assert.deepEqual([newest.readState, newest.categoryName, newest.msgType, newest.id === newest.msgId], [0, '资产', 5, true])
  await asked('msgmessage/update', { msgId: newest.id })
  assert.deepEqual(titles(await asked('msgmessage/list', { readState: '1' })), ['消息12'])
  assert.equal((await asked('msgmessage/list', { readState: 0 }))['page'].totalCount, 11)
})

test('one, several, a category or all are marked, and only what changes is announced', async () => {
  const { orgId, tell, asked } = await someone()
  for (const title of ['甲', '乙', '丙', '丁']) await tell(title, { category: title === '丁' ? 'stock' : 'approval' })
  const ids = (await asked('msgmessage/list'))['page'].list.map((row: { id: Id }) => row.id) as Id[]
  const announced = async () =>
    (await database.reading(orgId, (tx) => tx.query(`select 1 from outbox where org_id = $1 and topic = 'message'`, [orgId]))).length
  const before = await announced()
  assert.deepEqual((await asked('msgmessage/update', { id: ids[0] }))['result'], { updated: 1, unreadCount: 3 })
  assert.deepEqual((await asked('msgmessage/update', { id: ids[0] }))['result'], { updated: 0, unreadCount: 3 })
  assert.deepEqual((await asked('msgmessage/update', { ids: ids.slice(1, 2) }))['result'], { updated: 1, unreadCount: 2 })
  assert.deepEqual((await asked('msgmessage/update', { all: true, category: 'stock' }))['result'], { updated: 0, unreadCount: 2 })
  assert.deepEqual((await asked('msgmessage/update', { all: true }))['result'], { updated: 2, unreadCount: 0 })
  assert.deepEqual((await asked('msgmessage/update', { id: ids[3], readState: 0 }))['result'], { updated: 1, unreadCount: 1 })
  assert.deepEqual((await asked('msgmessage/unreadCount'))['result'], { unreadCount: 1 })
  assert.equal((await announced()) - before, 4)
  assert.equal((await asked('msgmessage/update', {}))['code'], 400)
  const categories = (await asked('msgtemplatecat/list'))['page'].list as { catCode: string; unreadCount: number }[]
  assert.equal(categories.find(({ catCode }) => catCode === 'approval')!.unreadCount, 1)
  const second = (await asked('msgtemplatecat/list', { page: 2, pageSize: 3 }))['page']
  assert.deepEqual(
    [second.list, second.totalCount, second.totalPage],
    [categories.slice(3, 6), categories.length, Math.ceil(categories.length / 3)],
  )
  const { pinnedAt } = (await asked('msgtemplatecat/pin', { category: 'stock', pinned: true }))['result']
  assert.deepEqual((await asked('msgtemplatecat/pin', { category: 'stock', pinned: true }))['result'], { pinnedAt })
  const pinned = async () =>
    (await asked('msgtemplatecat/list'))['page'].list.flatMap((each: { catCode: string; pinnedAt: string | null }) =>
      each.pinnedAt ? [each.catCode] : [],
    )
  assert.deepEqual(await pinned(), ['stock'])
  await asked('msgtemplatecat/pin', { category: 'stock', pinned: false })
  assert.deepEqual(await pinned(), [])
})

test('pulling answers what came since, oldest first, and repeats what may have been committed late', async () => {
  const { tell, asked } = await someone()
  const begin = (await asked('msgmessage/pullMessage'))['result']
  assert.deepEqual([begin.list, begin.unreadCount], [[], 0])
  await tell('甲')
  await tell('乙')
  const next = (await asked('msgmessage/pullMessage', { since: begin.lastId }))['result']
  assert.deepEqual([next.list.map((row: { title: string }) => row.title), next.unreadCount], [['甲', '乙'], 2])
  assert.ok(BigInt(next.lastId) < BigInt(next.list[0].id), 'the last seconds are asked for again')
  assert.deepEqual((await asked('msgmessage/pullMessage', { since: next.list[1].id }))['result'].list, [])
})

test('the first pull answers the newest messages, the oldest of them first', async () => {
  const { tell, asked } = await someone()
  for (let n = 1; n <= 12; n++) await tell(`第${n}条`)
  const { list } = (await asked('msgmessage/pullMessage'))['result']
  assert.deepEqual(
    list.map(({ title }: { title: string }) => title),
    Array.from({ length: 10 }, (_, at) => `第${at + 3}条`),
  )
})

test("nobody reads or marks somebody else's message", async () => {
  const { tell, asked, other, uid, tokenOf } = await someone()
  await tell('只给他', { uids: [other] })
  await tell('给我', { uids: [uid] })
  const theirToken = await tokenOf(other)
  const theirs = (await ask({ path: '/api/msg/msgmessage/list', body: {}, token: theirToken })).json['page'].list[0]
  assert.equal(theirs.title, '只给他')
  assert.deepEqual((await asked('msgmessage/update', { id: theirs.id }))['result'], { updated: 0, unreadCount: 1 })
  const mine = await ask({ method: 'GET', path: `/api/msg/msgmessage/info/${theirs.id}`, token: await tokenOf(uid) })
  assert.equal(mine.status, 404)
  assert.equal(
    (await ask({ method: 'GET', path: `/api/msg/msgmessage/info/${theirs.id}`, token: theirToken })).json['result'].title,
    '只给他',
  )
})
