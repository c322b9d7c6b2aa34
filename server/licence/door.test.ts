import assert from 'node:assert/strict'
import { test } from 'node:test'
import { announcementsOn } from '../testing/announcements.ts'
import { addDays, dayAt } from '../../kernel/day.ts'
import { boughtOrder, trialOrder } from '../../domain/licence/offers.ts'
import type { Operation } from '../../domain/operations/define.ts'
import { noLicence } from '../../domain/rules/constants.ts'
import { giveLicence } from '../organisations/operator.ts'
import { handlers } from '../routes.ts'
import { type Ask, testApp } from '../testing/app.ts'
import { until } from '../testing/until.ts'

const { ask, newCompany, database } = await testApp(handlers)
const today = dayAt(Date.now())
const bought = { periodName: '企业版', price: '1', assetScope: 100 }

/** Asks with a field that is not known: the person who is let in is told so, and nothing happens. */
const verdictOf = async (operation: Operation, token: string): Promise<string> => {
  const path = operation.path.replace(/\{\w+\}/g, '1')
  const asked: Ask = operation.method === 'GET' ? { method: 'GET', path: `${path}?notAField=1` } : { path, body: { notAField: 1 } }
  const { json } = await ask({ ...asked, token })
  return json['reason'] === noLicence ? 'refused' : 'let in'
}

/** What nothing may be written of without a licence, whatever an operation says. */
const business =
  /^(gs|cs|oa[a-z]+order|workflow|catalogue|receipt|att|mylogtemplate|person|sysdept|newannnews|netdiskupload|netdisknode|msgchat\.|file)/

test('no operation of the business says that it goes on without a licence', () =>
  assert.deepEqual(
    handlers
      .map(({ operation }) => operation)
      .filter(({ withoutLicence, name }) => withoutLicence && business.test(name))
      .map(({ name }) => name),
    [],
  ))

for (const [title, orders] of [
  ['whose trial is over', [trialOrder(addDays(today, -40))]],
  ['whose licence is over', [boughtOrder(addDays(today, -40), { ...bought, days: 40 })]],
  ['that ordered nothing', []],
] as const)
  test(`an organisation ${title} reads, and writes nothing but what goes on`, async () => {
    const { admin, tokenOf } = await newCompany(undefined, orders)
    const token = await tokenOf(admin)
    const wrong: string[] = []
    for (const { operation } of handlers) {
      const isOurs = operation.access === 'signed-in' || typeof operation.access !== 'string'
      const expected = !isOurs || operation.reads || operation.withoutLicence ? 'let in' : 'refused'
      const verdict = await verdictOf(operation, token)
      if (verdict !== expected) wrong.push(`${operation.name}: ${verdict}, should be ${expected}`)
    }
    assert.deepEqual(wrong, [])
  })

test('with a licence that holds, or will begin, everything is let in', async () => {
  for (const begins of [addDays(today, -40), addDays(today, 5)]) {
    const { admin, tokenOf } = await newCompany(undefined, [boughtOrder(begins, { ...bought, days: 60 })])
    const token = await tokenOf(admin)
    const wrong: string[] = []
    for (const { operation } of handlers) if ((await verdictOf(operation, token)) === 'refused') wrong.push(operation.name)
    assert.deepEqual(wrong, [])
  }
})

test('what is refused says so in both languages, and is done once the licence is renewed', async () => {
  const { orgId, admin, tokenOf } = await newCompany(undefined, [trialOrder(addDays(today, -40))])
  const token = await tokenOf(admin)
  const save = (language: string) =>
    ask({
      path: '/api/goods/gssupplier/save',
      body: { supplierCode: 'S1', supplierName: '新供应商' },
      token,
      headers: { 'accept-language': language },
    })
  const [zh, en] = [await save('zh-CN'), await save('en')]
  assert.deepEqual([zh.status, zh.json['reason']], [200, noLicence])
  assert.equal(zh.json['msg'], '组织的会员已到期或尚未开通，现在只能查看和导出')
  assert.match(en.json['msg'], /view and export/)
  await database.inTransaction(orgId, (tx) => giveLicence(tx, '运营', boughtOrder(today, { ...bought, days: 30 })))
  await until('it is done again', async () => (await save('zh-CN')).json['success'] === true)
  const hints = await database.reading(orgId, (tx) => announcementsOn(tx, 'licence'))
  assert.ok(hints.length > 0)
})
