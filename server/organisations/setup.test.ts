import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { isEmpty, makeSetupCode } from './setup.ts'

/** One test after the other on one installation that is empty at first. */
const { ask, database } = await testApp(handlers)

const good = { operationName: '青山木业', userName: '李青', username: '13900139000', password: 'Begin2026' }
const found = (change: object, ip = '10.1.0.1') =>
  ask({ path: '/api/setup/found', body: { id: newId(), code: 'x', ...good, ...change }, ip })
const waiting = async () => (await ask({ method: 'GET', path: '/api/setup/state' })).json.result.waiting

const codes = [await makeSetupCode(database), await makeSetupCode(database)]
const [code] = codes as [string]

test('the state says what there is before anybody is signed in: no gateway is set here, so no code reaches a phone', async () => {
  const { result } = (await ask({ method: 'GET', path: '/api/setup/state' })).json
  assert.deepEqual(result, { waiting: true, registration: 'closed', sms: false })
})

test('without the right code, or with a name or password that cannot be, nothing is made', async () => {
  const cases: [change: object, reason: string][] = [
    [{ code: 'ABCD-EFGH-JKMN-PQRS' }, 'setup.code'],
    [{ code, password: 'weak' }, 'field.password'],
    [{ code, password: '' }, 'field.password'],
    [{ code, operationName: ' ' }, 'request.malformed'],
    [{ code, username: '李 青' }, 'request.malformed'],
    [{ code, userName: '' }, 'request.malformed'],
  ]
  for (const [change, reason] of cases) assert.equal((await found(change)).json.reason, reason, JSON.stringify(change))
  assert.equal(await isEmpty(database), true)
  assert.equal(await waiting(), true)
})

test('guesses of one network are counted; the right code does not help it any more, and others go on', async () => {
  for (let guess = 0; guess < 10; guess++) await found({ code: `WRNG-${guess}` }, '10.1.0.9')
  assert.equal((await found({ code }, '10.1.0.9')).status, 429)
  assert.equal(await isEmpty(database), true)
})

const id = newId()
test('many at once with different codes and ids make one organisation; its administrator is signed in and finds everything', async () => {
  const asked = [
    ...[1, 2, 3].map(() => found({ id, code })),
    found({ id: newId(), code: codes[1], username: 'other' }),
    found({ id: newId(), code: codes[1], username: 'another' }),
  ]
  const answers = await Promise.all(asked)
  const right = answers.filter(({ json }) => json.access_token)
  assert.equal((await database.gate('select from gate_organisations()')).length, 1)
  assert.ok(right.length === 1 || right.length === 3, 'the repeated ones and nobody else')
  assert.equal(await waiting(), false)
  assert.deepEqual(await database.gate(`select from installation where key like 'setup.%'`), [])
})

test('sent again it signs the same person in; another password, another id or another code does not', async () => {
  const [{ org_id: orgId }] = (await database.gate<{ org_id: string }>('select org_id from gate_organisations()')) as [{ org_id: string }]
  // The person who was first: two of the five had logins of their own.
  const [{ username }] = (await database.reading(orgId, (tx) =>
    tx.query<{ username: string }>('select coalesce(username, phone) as username from person where org_id = $1', [orgId]),
  )) as [{ username: string }]
  const again = await found({ id: orgId, code, username })
  assert.equal(again.json['X-OperationId'], orgId)
  assert.equal((await found({ id: orgId, code, username, password: 'Wrong2026' })).json.reason, 'signIn.wrong')
  assert.equal((await found({ id: newId(), code, username })).json.reason, 'setup.code')

  const token = again.json.access_token
  const get = async (path: string) => (await ask({ method: 'GET', path, token })).json.result
  const me = await get('/api/auth/getCurUser')
  assert.equal(me.licence, 'active')
  assert.deepEqual(
    me.grantedRoles.map(({ roleName, active }: { roleName: string; active: boolean }) => `${roleName} ${active}`),
    ['管理员 true', '资产管理员 true', '耗材管理员 true', '普通员工 false'],
  )
  assert.equal(me['X-First'], 0)
  assert.equal(JSON.parse(me['X-DEPTS'])[0].deptName, '青山木业')
  const begun = await get('/api/operation/sysoperation/beginning')
  assert.deepEqual(
    begun.steps.filter(({ done }: { done: boolean }) => done),
    [],
  )
  assert.equal(begun.begun, false)
})

test('an installation that has its organisation gives out no way to a second one', async () => {
  const late = await makeSetupCode(database)
  assert.equal((await found({ code: late, username: 'late' }, '10.1.0.3')).json.reason, 'setup.code')
})
