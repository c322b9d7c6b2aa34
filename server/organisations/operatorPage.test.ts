import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { takeHostOrder } from '../licence/hostOrders.ts'
import { handlers } from '../routes.ts'
import { makeOperatorCode } from '../access/operatorPass.ts'
import { testApp, testPassword } from '../testing/app.ts'

/** The operator's page from the outside: one installation, one operator after the other. */
const { ask, database, newCompany } = await testApp(handlers)
const command = (id: string) => ({ 'x-command-id': id })
const uuid = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`

const enter = (code: string, ip = '10.3.0.1', commandId?: string) =>
  ask({ path: '/api/operator/enter', body: { code }, ip, ...(commandId && { headers: command(commandId) }) })
const operator = async (byName = '王运维') => {
  const { json } = await enter(await makeOperatorCode(database, byName))
  const token: string = json.result.token
  return {
    token,
    get: async (path: string) => (await ask({ method: 'GET', path: `/api/operator/${path}`, token })).json,
    post: async (path: string, body: object) => (await ask({ path: `/api/operator/${path}`, body, token })).json,
  }
}
const seen = async ({ get }: Awaited<ReturnType<typeof operator>>, orgId: string) => (await get(`organisation/${orgId}`)).result
const actsOf = (detail: { acts: { byName: string; act: string }[] }) => detail.acts.map(({ byName, act }) => `${byName} ${act}`)

test('a code opens once, for fifteen minutes; the same command sent again comes in, nothing else does', async () => {
  const code = await makeOperatorCode(database, '王运维')
  const first = await enter(code, '10.3.0.2', uuid(1))
  assert.equal(first.json.result.byName, '王运维')
  assert.equal((await enter(code, '10.3.0.2', uuid(2))).json.reason, 'operator.code')
  assert.equal((await enter(code, '10.3.0.2')).json.reason, 'operator.code')
  const again = await enter(code.toLowerCase().replaceAll('-', ' '), '10.3.0.2', uuid(1))
  const list = (token: string) => ask({ method: 'GET', path: '/api/operator/organisations', token })
  assert.equal((await list(again.json.result.token)).status, 200)
  assert.equal((await list(first.json.result.token)).status, 401, 'the lost answer opens nothing')

  const old = await makeOperatorCode(database, '王运维')
  await database.gate(`update operator_pass set code_until = now() where token_hash is null`)
  assert.equal((await enter(old)).json.reason, 'operator.code')
})

test('of many at once one comes in', async () => {
  const code = await makeOperatorCode(database, '王运维')
  const answers = await Promise.all([3, 4, 5, 6, 7].map((at) => enter(code, '10.3.0.3', uuid(at))))
  assert.equal(answers.filter(({ json }) => json.result?.token).length, 1)
})

test('guesses of one network are counted, and the right code does not help it any more', async () => {
  const code = await makeOperatorCode(database, '王运维')
  for (let guess = 0; guess < 10; guess++) await enter(`WRNG-${guess}`, '10.3.0.9')
  assert.equal((await enter(code, '10.3.0.9')).status, 429)
  assert.equal((await enter(code, '10.3.0.10')).status, 200)
})

test('what came in ends by itself and by leaving; no session of an organisation is one, and none of an organisation comes of it', async () => {
  const { token, get, post } = await operator()
  const company = await newCompany()
  const administrator = await company.tokenOf(company.admin)
  assert.equal((await ask({ method: 'GET', path: '/api/operator/organisations', token: administrator })).status, 401)
  assert.equal((await ask({ method: 'GET', path: '/api/auth/getCurUser', token })).status, 401)
  assert.equal((await get('organisations')).code, 0)
  assert.equal((await post('leave', {})).result.left, true)
  assert.equal((await get('organisations')).reason, 'session.none')

  const late = await operator()
  await database.gate('update operator_pass set until = now() where until > now()')
  assert.equal((await late.get('organisations')).reason, 'session.none')
})

const good = { operationName: '白鹭商贸', userName: '吴桐', username: '13700137009', licence: { kind: 'trial' } }

test('an organisation is made once; its administrator chooses a password by the link and finds a company', async () => {
  const page = await operator()
  const id = newId()
  const first = await page.post('make', { id, ...good })
  const again = await page.post('make', { id, ...good })
  assert.equal(again.result.userName, '吴桐')
  const tokenOf = (link: string) => new URLSearchParams(link.split('?')[1]).get('token')
  const look = async (link: string) => (await ask({ path: '/api/pro/invitation/look', body: { token: tokenOf(link) } })).json
  assert.equal((await look(first.result.link)).reason, 'invitation.revoked')
  assert.equal((await look(again.result.link)).result.operationName, '白鹭商贸')
  const come = await ask({ path: '/api/pro/invitation/accept', body: { token: tokenOf(again.result.link), password: 'Mine2026' } })
  assert.equal(come.json['X-OperationId'], id)
  const { steps } = (await ask({ method: 'GET', path: '/api/operation/sysoperation/beginning', token: come.json.access_token })).json.result
  assert.ok(steps.length > 0)

  const detail = await seen(page, id)
  assert.deepEqual(actsOf(detail), ['王运维 link', '王运维 link', '王运维 make'])
  assert.deepEqual(detail.administrators, [{ uid: detail.administrators[0].uid, userName: '吴桐', login: '137****7009', joined: true }])
  assert.deepEqual([detail.people, detail.assets, detail.licence.assetScope], [1, 0, 10])
  assert.ok(detail.usedAt)

  const list = await ask({ path: '/api/pro/invitation/list', body: {}, token: come.json.access_token })
  assert.equal(list.json.page.list[0].createdByName, null, 'nobody of the organisation made the link')
})

test('a licence is given once under one id, and says who gave it', async () => {
  const page = await operator('李运维')
  const company = await newCompany('青禾智能', [])
  const id = newId()
  const bought = { kind: 'bought', assets: 500, days: 30, title: '专业版', price: '9800' }
  const cases: [licence: object, reason: string][] = [
    [{ kind: 'bought' }, 'licence.assets'],
    [{ kind: 'bought', assets: 0 }, 'request.malformed'],
    [{ kind: 'bought', assets: 5, price: '1.234' }, 'request.malformed'],
    [{ kind: 'gift' }, 'request.malformed'],
  ]
  for (const [licence, reason] of cases)
    assert.equal((await page.post('licence', { orgId: company.orgId, id: newId(), licence })).reason, reason, JSON.stringify(licence))
  for (let sent = 0; sent < 2; sent++)
    assert.equal((await page.post('licence', { orgId: company.orgId, id, licence: bought })).result.licence.assetScope, 500)
  const detail = await seen(page, company.orgId)
  assert.deepEqual(actsOf(detail), ['李运维 licence'])
  assert.deepEqual(
    detail.orders.map(({ periodName, inEffect }: { periodName: string; inEffect: boolean }) => [periodName, inEffect]),
    [['专业版', true]],
  )
  const told = await ask({ path: '/api/msg/msgmessage/list', body: {}, token: await company.tokenOf(company.admin) })
  assert.deepEqual(
    told.json.page.list.map(({ title }: { title: string }) => title),
    ['会员套餐已更新：专业版'],
  )
})

test('closing asks for the name; closed, nobody is let in and no link is made; reopened, people come in again', async () => {
  const page = await operator()
  const company = await newCompany('青山木业')
  const { orgId } = company
  const close = (operationName: string) => page.post('close', { orgId, operationName })
  assert.equal((await close('青山')).reason, 'organisation.name')
  assert.equal((await close('青山木业')).code, 0)
  assert.notEqual((await close(' 青山木业 ')).result.closedAt, null)
  const signIn = async () =>
    (
      await ask({
        path: `/api/oauth/token?${new URLSearchParams({ grant_type: 'password', username: `admin-${orgId}`, password: testPassword })}`,
        headers: { authorization: `Basic ${btoa('app:app')}` },
      })
    ).json
  assert.equal((await signIn()).reason, 'signIn.wrong')
  assert.equal((await page.post('link', { orgId, uid: company.admin })).reason, 'organisation.closed')
  assert.equal((await page.post('reopen', { orgId })).result.closedAt, null)
  await page.post('reopen', { orgId })
  assert.ok((await signIn()).access_token)
  assert.deepEqual(actsOf(await seen(page, orgId)), ['王运维 reopen', '王运维 close'])
})

test("a link is made for administrators only, and every administrator is told; nobody's organisation is nobody's", async () => {
  const page = await operator()
  const company = await newCompany('白石')
  const { orgId } = company
  const other = await newCompany('他家')
  const employee = await company.hire('employee')
  for (const uid of [employee, other.admin, newId()]) assert.equal((await page.post('link', { orgId, uid })).reason, 'request.unknown')
  assert.equal((await page.post('link', { orgId: newId(), uid: company.admin })).reason, 'request.unknown')
  assert.equal((await page.get(`organisation/${newId()}`)).reason, 'request.unknown')
  assert.equal((await page.post('reopen', { orgId: newId() })).reason, 'request.unknown')
  const made = await page.post('link', { orgId, uid: company.admin })
  assert.match(made.result.link, /\/#\/pages\/join\?token=/)
  const told = await ask({ path: '/api/msg/msgmessage/list', body: {}, token: await company.tokenOf(company.admin) })
  assert.equal(told.json.page.list[0].title, `运营方为admin-${orgId}生成了设置密码的链接`)
})

test('what the operator did can neither be changed nor taken away, and the audit would name it', async () => {
  const company = await newCompany('留痕')
  const page = await operator()
  await page.post('close', { orgId: company.orgId, operationName: '留痕' })
  for (const text of ["update operator_act set by_name = 'x' where org_id = $1", 'delete from operator_act where org_id = $1'])
    await assert.rejects(
      database.inTransaction(company.orgId, (tx) => tx.query(text, [company.orgId])),
      /permission denied/,
    )
  const watched = await database.reading(company.orgId, (tx) =>
    tx.query<{ act: string }>(`select becomes ->> 'act' as act from watched_change where org_id = $1 and subject = 'operator_act'`, [
      company.orgId,
    ]),
  )
  assert.deepEqual(watched, [{ act: 'close' }])
})

test('a licence is renewed from the end of the present one, ended early, and what an edition covers changes what was bought', async () => {
  const page = await operator('李运维')
  const { orgId } = await newCompany('青禾智能', [])
  const give = (licence: object) =>
    page.post('licence', { orgId, id: newId(), licence: { kind: 'bought', assets: 50, days: 30, ...licence } })
  await give({ title: '一' })
  await give({ title: '二', from: 'end', assets: 80 })
  const [second, first] = (await seen(page, orgId)).orders
  assert.deepEqual([first.periodName, first.inEffect, second.periodName, second.startDate], ['一', true, '二', first.endDate])
  assert.equal((await page.post('end', { orgId, orderId: second.orderId })).result.licence.periodName, '一')
  assert.equal((await page.post('end', { orgId, orderId: first.orderId })).result.licence, null)
  assert.equal((await page.post('end', { orgId, orderId: first.orderId })).result.licence, null)
  const sold = { orderId: 'x', title: '旗舰版', isTrial: false, isVoid: false, price: '1', edition: 'flag' }
  const now = Date.now()
  await database.inTransaction(orgId, (tx) => takeHostOrder(tx, 'wecom', { ...sold, startMs: now, endMs: now + 86_400_000 }))
  assert.equal((await page.post('edition', { source: 'wecom', edition: 'flag', assets: 70 })).result.organisations, 1)
  assert.equal((await page.post('edition', { source: 'wecom', edition: 'flag', assets: 70 })).result.organisations, 0)
  const detail = await seen(page, orgId)
  assert.deepEqual([detail.licence.assetScope, detail.orders.filter(({ valid }: { valid: boolean }) => valid).length], [70, 1])
  assert.deepEqual(actsOf(detail), ['李运维 edition', '李运维 end', '李运维 end', '李运维 licence', '李运维 licence'])
})
