import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { may } from '../../domain/access/permission.ts'
import { documentKinds } from '../../domain/documents/all.ts'
import type { Operation } from '../../domain/operations/define.ts'
import { recordKinds } from '../../domain/records/all.ts'
import { handlers } from '../routes.ts'
import { testApp, type Ask } from '../testing/app.ts'
import type { Words } from '../testing/arbitrary.ts'
import { insert } from '../testing/company.ts'
import { askInFreshSession } from '../testing/freshSession.ts'
import { inputsOf, requestOf, sweepSeed } from '../testing/sweep.ts'
import { findSession } from './sessions.ts'

/**
 * A keeper of one place and an employee name, in every place of every operation, what stands in another person's: nothing of it changes, and
 * nothing shows that is kept from them. What they may read of it, and what no one keeps a place of, is the same for all and left out.
 */
const { ask, database, newCompany } = await testApp(handlers, { breaks: 'everything' })
const company = await newCompany()
const keeper = await company.hire('keeper', ['goodsmanager', 'consummanager'])
const staff = await company.hire('staff')
const thing = newId()
const secret = 'wxsecretwx'
await database.inTransaction(company.orgId, async (tx) => {
  await insert(tx, 'location', [
    { id: newId(), loc_code: 'A', loc_name: '一号库', manager_uid: keeper },
    { id: thing, loc_code: 'B', loc_name: '二号库', manager_uid: company.admin },
  ])
  await insert(tx, 'supplier', [{ id: newId(), supplier_code: 'S', supplier_name: '联想' }])
  await insert(tx, 'model', [{ id: thing, goods_code: 'M', goods_name: '笔记本' }])
  await insert(tx, 'asset', [
    {
      id: thing,
      instance_code: 'ZC1',
      instance_name: '电脑',
      goods_id: thing,
      loc_id: thing,
      account: `store:${thing}`,
      state: 'idle',
      remark: secret,
      search: `zc1\n电脑\n\u0001\n${secret}`,
    },
  ])
  await insert(tx, 'person', [{ id: thing, username: secret, user_name: '李明', remark: secret, search: `李明\n\u0001\n${secret}` }])
  await insert(tx, 'document', [
    {
      id: thing,
      kind: 'GsHandleOrder',
      code: 'CZ1',
      state: 'draft',
      author_uid: company.admin,
      header: { reason: secret },
      summary: secret,
      body_hash: '',
      loc_ids: `{${thing}}`,
    },
  ])
})

const keys = [
  ...documentKinds.flatMap((kind) => [...Object.keys(kind.header), ...Object.keys(kind.line)]),
  ...recordKinds.flatMap((kind) => Object.keys(kind.fields)),
]
const words: Words = { ids: [thing], text: secret, keys: [...new Set(keys)] }
const samples = 2
const operations = handlers
  .map((handler) => handler.operation)
  .filter(({ access }) => access !== 'public' && access !== 'client' && access !== 'operator')

/** The word itself may be answered as it came, so it is left out of what is asked. */
const requestsOf = (operation: Operation): Ask[] =>
  inputsOf(operation, operations.indexOf(operation), words, samples).map(
    (input) => JSON.parse(JSON.stringify(requestOf(operation, input, thing)).replaceAll(secret, 'x')) as Ask,
  )

const digest = () =>
  database.inTransaction(company.orgId, (tx) =>
    Promise.all(
      ['asset', 'location', 'person', 'document'].map((table) =>
        tx.query(`select md5(t::text) as digest from ${table} t where org_id = $1 and id = $2`, [tx.orgId, thing]),
      ),
    ),
  )

for (const [who, uid] of [
  ['a keeper of another place', keeper],
  ['an employee', staff],
] as const)
  test(`${who} changes nothing and reads nothing that is kept back, by any operation`, async () => {
    const askAs = askInFreshSession(ask, () => company.tokenOf(uid))
    const session = await findSession(database, await company.tokenOf(uid))
    // What a person may not do at all is refused before anything is looked at, which matrix.test.ts sees.
    const allowedOperations = operations.filter(({ access }) => may(session?.codes, access))
    assert.ok(allowedOperations.length > operations.length / 5, 'a person may do many things')
    const before = await digest()
    const wrong: string[] = []
    for (const operation of allowedOperations)
      for (const asked of requestsOf(operation)) {
        const { status, text } = await askAs(operation, asked)
        if (text.includes(secret)) wrong.push(`${operation.name} shows: ${JSON.stringify(asked).slice(0, 200)} ${text.slice(0, 300)}`)
        if (operation.reads !== true && status < 400)
          assert.deepEqual(await digest(), before, `seed ${sweepSeed}, ${operation.name} changes: ${JSON.stringify(asked).slice(0, 300)}`)
      }
    assert.equal(wrong.length, 0, `seed ${sweepSeed}\n${wrong.slice(0, 12).join('\n')}`)
    assert.deepEqual(await digest(), before, 'what was refused changed nothing either')
  })

test('to the administrator all of it shows, and none of the others finds it by what is kept back', async () => {
  const admin = await company.tokenOf(company.admin)
  for (const [path, body] of [
    ['goods/gsgoodsinstance/list', { state: 'idle', match: '1' }],
    ['pro/person/list', {}],
  ] as const) {
    assert.ok((await ask({ path: `/api/${path}`, body, token: admin })).text.includes(secret), path)
    assert.equal((await ask({ path: `/api/${path}`, body: { ...body, likeQuery: secret }, token: admin })).json['page']['totalCount'], 1)
    const token = await company.tokenOf(staff)
    assert.equal((await ask({ path: `/api/${path}`, body: { ...body, likeQuery: secret }, token })).json['page']['totalCount'], 0, path)
  }
})
