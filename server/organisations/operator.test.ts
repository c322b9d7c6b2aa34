import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayAt } from '../../kernel/day.ts'
import { newId } from '../../kernel/id.ts'
import { oneTimePassword } from '../../domain/access/oneTimePassword.ts'
import { boughtOrder, type NewOrder, ownOrder, trialOrder } from '../../domain/licence/offers.ts'
import { brokenRule, password as rule } from '../../kernel/rule.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { closeByOperator, giveLicence, makeOrganisation, standings } from './operator.ts'

const { ask, database } = await testApp(handlers)
const today = dayAt(Date.now())

test('a password that is told once keeps the rule of passwords', () => {
  const told = Array.from({ length: 500 }, oneTimePassword)
  assert.deepEqual(
    told.filter((each) => brokenRule(each, [rule])),
    [],
  )
  assert.equal(new Set(told).size, told.length)
})

test('an organisation is made with a password that its administrator must replace before anything else', async () => {
  const password = oneTimePassword()
  const orgId = newId()
  await makeOrganisation(database, '王运维', {
    orgId,
    name: '白鹭商贸',
    userName: '吴桐',
    login: '13700137000',
    password,
    order: trialOrder(today),
  })
  const query = new URLSearchParams({ grant_type: 'password', username: '13700137000', password })
  const { json } = await ask({ path: `/api/oauth/token?${query}`, headers: { authorization: `Basic ${btoa('app:app')}` } })
  assert.equal(json['X-First'], 1)
  const { status } = await ask({ method: 'GET', path: '/api/operation/sysoperation/beginning', token: json.access_token })
  assert.notEqual(status, 200)
})

test('the operator sees how large each is and what it may keep, closed ones as well', async () => {
  const orgId = newId()
  const founding = { orgId, name: '青禾智能', userName: '陈思远', login: 'siyuan', password: oneTimePassword() }
  await makeOrganisation(database, '王运维', { ...founding, order: trialOrder(today) })
  const seen = async () => (await standings(database)).find((each) => each.orgId === orgId)!
  assert.deepEqual(
    { ...(await seen()), createdAt: '', licence: (await seen()).licence?.assetScope },
    { orgId, name: '青禾智能', createdAt: '', closedAt: null, people: 1, assets: 0, fileBytes: 0, usedAt: null, licence: 10 },
  )
  const give = (order: NewOrder) => database.inTransaction(orgId, (tx) => giveLicence(tx, '王运维', order))
  await give(boughtOrder(today, { assetScope: 500, days: 365, price: '9800', periodName: '专业版一年' }))
  assert.equal((await seen()).licence?.assetScope, 500)
  await give(ownOrder(today))
  assert.equal((await seen()).licence?.periodName, '自用版')
  await database.inTransaction(orgId, (tx) => closeByOperator(tx, '王运维'))
  assert.notEqual((await seen()).closedAt, null)
})
