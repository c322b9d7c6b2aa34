import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Where } from '../../../domain/tables/view.ts'
import { desks, type Row, rowsOf, workbook } from '../../testing/desk.ts'

/** What was imported or was to be: whose it is, what came of it, and how it is asked for. */
const { app, newDesk, committed, uploaded } = await desks()
const desk = await newDesk()
const { orgId, admin, hire, tokenOf } = desk.company
const path = 'goods/gssupplier'
const sheet = (...names: readonly (string | null)[]) => [
  ['供应商编码', '供应商名称'],
  ...names.map((name, at) => [`S${name ?? ''}${at}`, name]),
]
const told = async (token: string, body: Row = {}): Promise<Row[]> => {
  const { json } = await app.ask({ path: '/api/pro/imports/list', body, token })
  assert.equal(json['code'], 0, json['msg'])
  assert.equal(json['page'].totalCount, json['page'].list.length)
  return json['page'].list
}
const adminToken = await tokenOf(admin)
const keeper = await hire('管理员甲', ['goodsmanager'])
const keeperToken = await tokenOf(keeper)

const whole = await committed(desk, path, sheet('甲', '乙'))
const partial = await committed(desk, path, sheet('丙', null, null), { skipBad: true })
const [stopped, held] = [await uploaded(desk, path, sheet('丁')), await uploaded(desk, path, sheet('戊', '己', '庚'))]
await app.database.inTransaction(orgId, (tx) =>
  tx.query(`update import_batch set state = 'running' where org_id = $1 and id = any ($2)`, [orgId, [stopped['id'], held['id']]]),
)
// Only uploaded: no one has begun to import it.
await uploaded(desk, path, sheet('辛'))
const others = await newDesk()
await committed(others, path, sheet('壬'))

/** While one of them is being written. */
const whileHeld = <R>(look: () => Promise<R>): Promise<R> =>
  app.database.inTransaction(orgId, async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, $2::bigint))', [`import:${held['id']}`, orgId])
    return look()
  })

const all = { [held['id']]: 'running', [stopped['id']]: 'failed', [partial['id']]: 'partial', [whole['id']]: 'whole' }

test('an import is listed with what came of it, the newest first; one that nobody writes any more was not imported', async () => {
  const list = await whileHeld(() => told(adminToken))
  assert.deepEqual(
    list.map(({ id, outcome }) => [id, outcome]),
    Object.entries(all).toSorted(([a], [b]) => (BigInt(a) < BigInt(b) ? 1 : -1)),
  )
  const row = list.find(({ id }) => id === partial['id'])!
  assert.deepEqual(
    [row['noun'], row['fileName'], row['rowCount'], row['skippedCount'], row['createdBy']],
    ['supplier', '登记表.xlsx', 1, 2, admin],
  )
  assert.equal((await told(adminToken)).find(({ id }) => id === held['id'])!['outcome'], 'failed')
})

test('whoever imports sees their own, whoever keeps everything everybody’s, and nobody those of another organisation', async () => {
  assert.deepEqual(await told(keeperToken), [])
  const bytes = await workbook(sheet('癸'))
  const boundary = 'list-test'
  const { json } = await app.ask({
    path: `/api/${path}/import/upload`,
    token: keeperToken,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="keeper.xlsx"\r\ncontent-type: a/b\r\n\r\n`),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  })
  const { id } = json['result']
  assert.equal((await app.ask({ path: `/api/${path}/import/commit`, body: { id }, token: keeperToken })).json['code'], 0)
  assert.deepEqual((await told(keeperToken)).map((row) => row['id']), [id]) // prettier-ignore
  assert.ok((await told(adminToken, { likeQuery: '管理员甲' })).every((row) => row['id'] === id))
  assert.equal((await told(adminToken)).length, 5)
  const staff = await tokenOf(await hire('员工'))
  assert.equal((await app.ask({ path: '/api/pro/imports/list', body: {}, token: staff })).status, 403)
})

const questions: readonly (readonly [title: string, where: Where, found: readonly Row[]])[] = [
  ['what came of it', [{ key: 'outcome', is: 'in', value: ['partial', 'failed'] }], [held, stopped, partial]],
  ['how much was left out', [{ key: 'skippedCount', is: 'between', value: ['1', ''] }], [partial]],
  ['how long it is', [{ key: 'rowCount', is: 'eq', value: '3' }], [held]],
  ['the name of the file', [{ key: 'fileName', is: 'contains', value: '登记' }], [held, stopped, partial, whole]],
  ['what it is of', [{ key: 'noun', is: 'notIn', value: ['supplier'] }], []],
  ['when', [{ key: 'createdAt', is: 'last', value: '0' }, { key: 'createdBy', is: 'in', value: [admin] }], [held, stopped, partial, whole]], // prettier-ignore
]
for (const [title, where, found] of questions)
  test(`imports are asked for by ${title}`, async () => {
    const wanted = found.map(({ id }) => id).toSorted((a, b) => (BigInt(a) < BigInt(b) ? 1 : -1))
    assert.deepEqual((await told(adminToken, { where: [...where, { key: 'createdBy', is: 'in', value: [admin] }] })).map(({ id }) => id), wanted) // prettier-ignore
  })

test('they are sorted, read on by cursor, and leave as a file', async () => {
  const sort = [{ key: 'rowCount', descending: true }, { key: 'createdAt' }]
  const seen: string[] = []
  for (let after: string | undefined, begun = true; begun || after !== undefined; begun = false) {
    const { json } = await app.ask({ path: '/api/pro/imports/list', body: { sort, pageSize: 2, after }, token: adminToken })
    seen.push(...json['page'].list.map(({ id }: Row) => id))
    after = json['page'].next
  }
  assert.deepEqual(seen, (await told(adminToken, { sort })).map(({ id }) => id)) // prettier-ignore
  const columns = ['fileName', 'noun', 'outcome', 'rowCount', 'skippedCount', 'createdByName', 'createdAt']
  const { bytes } = await app.ask({
    path: '/api/pro/imports/list/export',
    body: { format: 'csv', columns, ids: [partial['id']] },
    token: adminToken,
  })
  const [headers, [fileName, noun, outcome, rows, skipped] = [], ...more] = await rowsOf(bytes)
  assert.deepEqual(headers, ['文件', '表格内容', '结果', '数据行数', '未导入的行', '导入人', '上传时间'])
  assert.deepEqual([fileName, noun, outcome, rows, skipped, more.length], ['登记表.xlsx', '供应商', '部分导入', '1', '2', 0])
})
