import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { documentKinds } from '../../domain/documents/all.ts'
import { pathOf } from '../../domain/documents/define.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'

const { ask, database, newCompany } = await testApp(handlers)
const company = await newCompany()
const token = await company.tokenOf(company.admin)
await database.inTransaction(company.orgId, (tx) =>
  insert(tx, 'location', [{ id: newId(), loc_code: 'A', loc_name: '一号库', manager_uid: company.admin }]),
)

test('whether a code is taken is answered by the body code, and a document may keep its own', async () => {
  for (const kind of documentKinds) {
    const send = async (verb: string, body: object) => (await ask({ path: `/api/${pathOf(kind)}/${verb}`, body, token })).json
    const { id, code } = (await send('save', {})).result
    const check = async (fieldValue: string, own?: string) => send('checkFieldValue', { fieldName: 'code', fieldValue, id: own })
    assert.partialDeepStrictEqual(await check(code), { code: 500, reason: 'field.exists', msg: '单号数据已经存在' }, kind.kind)
    assert.equal((await check(code, id)).code, 0)
    assert.equal((await check('none')).code, 0)
  }
})

const stockIn = (line: object) => ({ id: '7', header: {}, lines: [line] })
for (const [title, verb, body, status, reason] of [
  ['a day that no calendar has', 'list', { from: '2026-02-30' }, 400, 'request.malformed'],
  ['a day before all', 'list', { to: '0000-01-01' }, 400, 'request.malformed'],
  ['the last day', 'list', { to: '9999-12-31' }, 200, undefined],
  ['a source line past all lines', 'save', stockIn({ sourceLine: 2147483648 }), 400, 'request.malformed'],
  ['a day of a line in a year 0', 'save', stockIn({ warrantyUntil: '0000-01-01' }), 400, 'request.malformed'],
] as const)
  test(`${title} is answered ${status}`, async () => {
    const { status: answered, json } = await ask({ path: `/api/goods/gsinstockorder/${verb}`, body, token })
    assert.deepEqual([answered, json['reason']], [status, reason])
  })

test('a draft is read by its author alone', async () => {
  const keeper = await company.tokenOf(await company.hire('keeper', ['goodsmanager']))
  const { result } = (await ask({ path: '/api/goods/gshealthorder/save', body: {}, token: keeper })).json
  for (const [reader, listed, status] of [
    [keeper, 1, 200],
    [token, 0, 404],
  ] as const) {
    const { page } = (
      await ask({ path: '/api/goods/gshealthorder/list', body: { state: 'draft', authorUid: result.authorUid }, token: reader })
    ).json
    const info = await ask({ method: 'GET', path: `/api/goods/gshealthorder/info/${result.id}`, token: reader })
    assert.deepEqual([page.totalCount, info.status], [listed, status])
  }
})
