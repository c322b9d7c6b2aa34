import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId, type Id } from '../../kernel/id.ts'
import { testApp } from '../testing/app.ts'
import { openedFile } from '../files/scope.ts'
import { callOf, uploadedFile } from '../testing/company.ts'
import { messagingHandlers } from '../messaging/messages.ts'
import { newsHandlers, newsShowing } from './news.ts'
import { readRecordHandlers } from './readRecords.ts'

const { ask, newCompany, database } = await testApp([...newsHandlers, ...readRecordHandlers, ...messagingHandlers])

const newsroom = async () => {
  const company = await newCompany()
  const editor = await company.tokenOf(company.admin)
  const readerUid = await company.hire(`reader${newId()}`)
  const reader = await company.tokenOf(readerUid)
  const pic = await database.inTransaction(company.orgId, async (tx) => [
    await uploadedFile(tx, company.admin),
    await uploadedFile(tx, company.admin),
  ])
  const asked = async (token: string, path: string, body: unknown = {}) => (await ask({ path: `/api/news/${path}`, body, token })).json
  const written = async (title: string, more: Record<string, unknown> = {}) =>
    (await asked(editor, 'newannnews/save', { title, pic, ...more }))['result'].newsId as Id
  const published = async (title: string, more: Record<string, unknown> = {}) => {
    const id = await written(title, more)
    await asked(editor, 'newannnews/publish', { id })
    return id
  }
  return { ...company, pic, editor, reader, readerUid, asked, written, published }
}

const titles = (json: { page: { list: { title: string }[] } }): string[] => json.page.list.map((row) => row.title)

test('a draft is seen by its writers only; published it is seen by all, who are told once', async () => {
  const { editor, reader, pic, asked, written } = await newsroom()
  const id = await written('办公区搬迁通知', { newsType: 'notice', summary: '下周一起' })
  assert.deepEqual(titles(await asked(reader, 'newannnews/list', { state: 1 })), [])
  assert.deepEqual(titles(await asked(editor, 'newannnews/list')), ['办公区搬迁通知'])
  assert.equal((await ask({ method: 'GET', path: `/api/news/newannnews/info/${id}`, token: reader })).status, 404)
  for (let times = 0; times < 2; times++) assert.equal((await asked(editor, 'newannnews/publish', { id }))['result'].state, 2)
  await asked(editor, 'newannnews/withdraw', { id })
  assert.deepEqual(titles(await asked(reader, 'newannnews/list')), [])
  await asked(editor, 'newannnews/publish', { id })
  const [row] = (await asked(reader, 'newannnews/list', { page: 1, pageSize: 1000, state: 2, queryReadRecord: true }))['page'].list
  assert.deepEqual(
    [row.newsId, row.pic, row.newsType, row.userEntity.userName.startsWith('admin'), row.readRecordEntities],
    [id, JSON.stringify(pic.map((url) => ({ url }))), 'notice', true, []],
  )
  const told = (await ask({ path: '/api/msg/msgmessage/list', body: { category: 'news' }, token: reader })).json['page']
  assert.deepEqual([told.totalCount, told.list[0].title, told.list[0].content], [1, '办公区搬迁通知', '下周一起'])
  assert.equal((await ask({ path: '/api/msg/msgmessage/list', body: {}, token: editor })).json['page'].totalCount, 0)
})

test('pinned news come first, then the latest', async () => {
  const { reader, asked, published } = await newsroom()
  await published('一')
  await published('二', { pinned: true })
  await published('三')
  assert.deepEqual(titles(await asked(reader, 'newannnews/list')), ['二', '三', '一'])
  assert.deepEqual(titles(await asked(reader, 'newannnews/list', { likeQuery: '三' })), ['三'])
})

test('changing keeps what is not named and refuses an old version; markup is refused', async () => {
  const { editor, asked, written } = await newsroom()
  const id = await written('旧标题', { body: [{ kind: 'text', text: '正文' }] })
  const changed = (await asked(editor, 'newannnews/update', { id, version: 1, title: '新标题' }))['result']
  assert.deepEqual([changed.title, changed.body, changed.version], ['新标题', [{ kind: 'text', text: '正文' }], 2])
  assert.equal((await asked(editor, 'newannnews/update', { id, version: 1, title: '再改' }))['reason'], 'changed-meanwhile')
  assert.equal((await asked(editor, 'newannnews/save', { title: '坏', body: [{ kind: 'html', text: '<b>' }] }))['code'], 400)
  assert.equal((await asked(editor, 'newannnews/save', { title: '坏', pic: ['../../etc/passwd'] }))['code'], 400)
  assert.deepEqual((await asked(editor, 'newannnews/delete', [id]))['result'], { deleted: 1 })
  assert.equal((await ask({ method: 'GET', path: `/api/news/newannnews/info/${id}`, token: editor })).status, 404)
})

test('writing needs the code', async () => {
  const { reader, asked, written } = await newsroom()
  const id = await written('稿')
  for (const [path, body] of [
    ['newannnews/save', { title: '稿' }],
    ['newannnews/update', { id }],
    ['newannnews/publish', { id }],
    ['newannnews/withdraw', { id }],
    ['newannnews/delete', [id]],
  ] as const)
    assert.equal((await asked(reader, path, body))['code'], 403, path)
})

test('reading is recorded once, seen in the list, taken back, and counted for the writers', async () => {
  const { editor, reader, readerUid, asked, written, published } = await newsroom()
  const id = await published('公告')
  const draft = await written('稿')
  assert.equal((await asked(reader, 'newreadrecord/save', { newsId: draft }))['code'], 404)
  assert.deepEqual((await asked(reader, 'newreadrecord/checkFieldValue', { fieldName: 'newsId', fieldValue: id }))['result'], {
    exists: false,
  })
  const record = (await asked(reader, 'newreadrecord/save', { newsId: id }))['result']
  assert.equal((await asked(reader, 'newreadrecord/save', { newsId: id }))['result'].readId, record.readId)
  assert.equal((await asked(reader, 'newreadrecord/checkFieldValue', { fieldName: 'newsId', fieldValue: id }))['reason'], 'field.exists')
  const [row] = (await asked(reader, 'newannnews/list'))['page'].list
  assert.deepEqual([row.readRecordEntities[0].readId, row.readRecordEntities[0].isread, row.readCount], [record.readId, 1, 1])

  assert.deepEqual((await asked(editor, 'newreadrecord/list'))['page'].totalCount, 0)
  assert.deepEqual(
    (await asked(editor, 'newreadrecord/list', { newsId: id }))['page'].list.map((each: { uid: Id }) => each.uid),
    [readerUid],
  )
  assert.equal((await ask({ method: 'GET', path: `/api/news/newreadrecord/info/${record.readId}`, token: editor })).status, 404)
  assert.ok((await asked(reader, 'newreadrecord/update', { readId: record.readId }))['result'].readAt > record.readAt)

  assert.deepEqual((await asked(editor, 'newreadrecord/delete', [record.readId]))['result'], { deleted: 0 })
  assert.deepEqual((await asked(reader, 'newreadrecord/delete', [record.readId]))['result'], { deleted: 1 })
  await asked(reader, 'newreadrecord/save', { newsId: id })
  assert.deepEqual((await asked(reader, 'newreadrecord/remove', [id]))['result'], { deleted: 1 })
  const again = (await asked(reader, 'newreadrecord/save', { newsId: id }))['result']
  assert.deepEqual((await asked(reader, 'newreadrecord/remove', [again.readId]))['result'], { deleted: 1 })
  assert.deepEqual((await asked(reader, 'newannnews/list'))['page'].list[0].readRecordEntities, [])
})

test('files of an item open to its readers as long as it is published, to its writers always, and to nobody once it names them no more', async () => {
  const { orgId, admin, hire, reader, readerUid, editor, asked } = await newsroom()
  const [path, pdf] = await database.inTransaction(orgId, async (tx) => [
    await uploadedFile(tx, admin),
    await uploadedFile(tx, admin, 'application/pdf'),
  ])
  const file = (of: string) => ({ path: of, name: '办法.pdf', sizeBytes: 3 })
  const body = [
    { kind: 'text', text: '请**务必**看[办法](https://a.cn)', marks: true },
    { kind: 'files', files: [file(pdf ?? '')] },
  ]
  const { newsId: id, ...saved } = (await asked(editor, 'newannnews/save', { title: '附件', body }))['result']
  assert.deepEqual(saved.body, body)
  const opens = (uid: Id, codes: string[]) =>
    database.reading(
      orgId,
      async (tx) => (await openedFile(tx, callOf(tx, uid, codes).session, { news: newsShowing }, pdf ?? '')) !== undefined,
    )
  const colleague = await hire(`colleague${newId()}`)
  const seen = async () => [await opens(colleague, ['newannnews:save']), await opens(readerUid, [])]
  assert.deepEqual(await seen(), [true, false], 'a draft')
  await asked(editor, 'newannnews/publish', { id })
  assert.deepEqual(await seen(), [true, true], 'published')
  await asked(editor, 'newannnews/withdraw', { id })
  assert.deepEqual(await seen(), [true, false], 'withdrawn')
  await asked(editor, 'newannnews/publish', { id })
  await asked(editor, 'newannnews/update', { id, body: body.slice(0, 1) })
  assert.deepEqual(await seen(), [false, false], 'named no more')
  const strange = await asked(reader, 'newannnews/save', { title: '附件', body: [{ kind: 'files', files: [file(path ?? '')] }] })
  assert.equal(strange['code'], 403)
})
