import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { demoPassword } from '../access/demoUsers.ts'
import { makeDemo } from '../demo/demo.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'

const { app, ask } = await testApp(handlers)
await makeDemo(app)

const tokens = new Map<string, Promise<string>>()
const tokenOf = (username: string): Promise<string> => {
  const query = new URLSearchParams({ grant_type: 'password', clientType: '2', username, password: demoPassword })
  const opening =
    tokens.get(username) ??
    ask({ path: `/api/oauth/token?${query}`, headers: { authorization: `Basic ${btoa('app:app')}` } }).then(({ json }) => json.access_token)
  tokens.set(username, opening)
  return opening
}
const as = async (username: string, path: string, body: unknown = {}) => (await ask({ path, body, token: await tokenOf(username) })).json
const cards = async (username: string, ...refs: { noun: string; id: string; kind?: string }[]) =>
  (await as(username, '/api/msg/card/read', { cards: refs })).result

const mine = (await as('staff', '/api/goods/gsgoodsinstance/mine', { state: 'inUse', pageSize: 1 })).page.list[0]
const tasks = (await as('boss', '/api/workflow/listRuntimeTask', { pageSize: 50 })).page.list

test('an asset: its holder and a colleague see how it stands, another organisation nothing', async () => {
  const ref = { noun: 'asset', id: mine.id }
  const [own] = await cards('staff', ref)
  assert.deepEqual([own.t, own.card.title, own.card.state.text], ['card', mine.instanceName, '在用'])
  assert.ok(own.card.rows.some(({ label }: { label: string }) => label === '使用人'))
  const [seen] = await cards('staff2', ref)
  assert.equal(seen.t, 'card')
  assert.ok(!JSON.stringify(seen.card.rows).includes('使用人'), 'outside the scope of whoever asks: only what is open')
  assert.deepEqual(await cards('other', ref), [{ t: 'none' }])
})

test('what is asked for twice, not there or of no kind is answered in its place', async () => {
  const ref = { noun: 'asset', id: mine.id }
  const answers = await cards('staff', ref, { noun: 'asset', id: newId() }, { noun: 'document', id: mine.id, kind: 'Nothing' }, ref)
  assert.deepEqual(
    answers.map(({ t }: { t: string }) => t),
    ['card', 'none', 'none', 'card'],
  )
})

test('a supplier: only for whoever may list them, and gone once it is deleted', async () => {
  const made = (await as('admin', '/api/goods/gssupplier/save', { supplierCode: 'S-GONE', supplierName: '临时供应商' })).result
  const ref = { noun: 'supplier', id: made.id }
  assert.deepEqual([(await cards('admin', ref))[0].card.title, (await cards('staff', ref))[0].t], ['临时供应商', 'none'])
  await as('admin', '/api/goods/gssupplier/delete', [made.id])
  assert.deepEqual(await cards('admin', ref), [{ t: 'gone' }])
})

test('an application is decided on its card, by whoever it waits for and nobody else; its conversation ends with it', async () => {
  const task = tasks.find(({ batch, documentKind }: { batch: boolean; documentKind: string | null }) => batch && documentKind !== '')
  assert.ok(task, 'the demo has something for boss to decide')
  const ref = { noun: 'process', id: task.processId }
  const [[own], [stranger]] = [await cards('boss', ref), await cards('other', ref)]
  assert.equal(stranger.t, 'none')
  const [offer] = own.card.offers
  assert.deepEqual([offer.t, offer.taskId, offer.atOnce], ['decide', task.taskId, true])
  assert.ok(own.card.title.length > 0 && own.card.state.text === '审批中')

  const opened = await as('boss', '/api/msg/msgchat/open', { noun: 'process', id: task.processId })
  const { chatId, members } = opened.result
  assert.ok(members.length >= 2, 'whoever asked and whoever decides')
  const say = (text: string) =>
    as('boss', '/api/msg/msgchatmessage/save', { id: newId(), chatId, content: { kind: 'text', body: { text } } })
  assert.equal((await say('为什么要两台？')).code, 0)
  assert.notEqual((await as('other', '/api/msg/msgchat/open', { noun: 'process', id: task.processId })).code, 0)

  const rejected = await as('boss', '/api/workflow/flowReject', { taskId: task.taskId, formRev: offer.formRev, comment: '不需要' })
  assert.equal(rejected.code, 0, JSON.stringify(rejected))
  const [after] = await cards('boss', ref)
  assert.deepEqual(after.card.offers, [])
  if (after.card.state.text === '已驳回') {
    assert.notEqual((await say('还有问题')).code, 0)
    assert.ok((await as('boss', '/api/msg/msgchatmessage/list', { chatId })).result.list.length > 0)
  }
})

test('nothing is begun about what is over already', async () => {
  const [over] = (await as('staff', '/api/goods/gsoutstockorder/list', { mine: true, pageSize: 50 })).page.list.filter(
    ({ state }: { state: string }) => state === 'posted',
  )
  assert.ok(over, 'the demo has a document that is over')
  assert.equal((await as('staff', '/api/msg/msgchat/open', { noun: 'document', id: over.id })).reason, 'chat.subjectOver')
})

test('a document of any kind: for its people and keepers, with what it is and how it stands', async () => {
  const [document] = (await as('staff', '/api/goods/gsoutstockorder/list', { mine: true, pageSize: 1 })).page.list
  const ref = { noun: 'document', id: document.id, kind: 'GsOutstockOrder' }
  const [own] = await cards('staff', ref)
  assert.equal(own.t, 'card')
  assert.deepEqual(own.card.rows[0], { label: '单号', value: document.code })
  assert.deepEqual(await cards('other', ref), [{ t: 'none' }])
  assert.deepEqual((await cards('staff', { ...ref, kind: 'GsReturnOrder' }))[0], { t: 'none' })
})

test('the conversation about an asset has its holder and its keeper in it, and is one', async () => {
  const first = (await as('boss', '/api/msg/msgchat/open', { noun: 'asset', id: mine.id })).result
  const second = (await as('staff', '/api/msg/msgchat/open', { noun: 'asset', id: mine.id })).result
  assert.equal(first.chatId, second.chatId)
  assert.ok(first.name.includes(mine.instanceName))
  assert.ok(first.members.length >= 2)
  assert.notEqual((await as('other', '/api/msg/msgchat/open', { noun: 'asset', id: mine.id })).code, 0)
})
