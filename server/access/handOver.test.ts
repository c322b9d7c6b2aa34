import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { testApp } from '../testing/app.ts'
import { authHandlers } from './auth.ts'
import { handOverHandlers } from './handOver.ts'
import { disablePerson } from './people.ts'

const { ask, newCompany, database } = await testApp([...authHandlers, ...handOverHandlers])
const company = await newCompany('甲公司')
const { orgId } = company

let lastIp = 0
const make = async (token: string): Promise<{ id: string; code: string }> =>
  (await ask({ path: '/api/auth/handOver/make', body: {}, token })).json['result']
const enter = (code: string, { client = 'pc:pc', headers = {} as Record<string, string>, ip = `10.8.0.${++lastIp}` } = {}) =>
  ask({ path: '/api/oauth/handOver', body: { code }, headers: { authorization: `Basic ${btoa(client)}`, ...headers }, ip })
const standing = async (token: string, id: string) =>
  (await ask({ method: 'GET', path: `/api/auth/handOver/standing?id=${id}`, token })).json['result']?.state
const hired = async (name: string) => {
  const uid = await company.hire(name)
  return { uid, desk: await company.tokenOf(uid) }
}
const isOnPhone = async (token: string) => (await ask({ method: 'GET', path: '/api/auth/isMobileLogin', token })).json['result']

test('a phone goes on as whoever is signed in on the desk, which sees it', async () => {
  const { uid, desk } = await hired('lin')
  const { id, code } = await make(desk)
  assert.equal(await standing(desk, id), 'open')
  const entered = await enter(code)
  assert.deepEqual([entered.status, entered.json['X-UID']], [200, uid])
  assert.equal(await standing(desk, id), 'used')
  assert.equal(await isOnPhone(entered.json['access_token']), true)
})

test('a code is good once; the same command, whose answer was lost, comes in again', async () => {
  const { uid, desk } = await hired('qian')
  const { code } = await make(desk)
  const headers = { 'x-command-id': randomUUID() }
  assert.equal((await enter(code, { headers })).status, 200)
  assert.equal((await enter(code, { headers })).json['X-UID'], uid)
  assert.equal((await enter(code)).json['reason'], 'handOver.used')
  assert.equal((await enter(code, { headers: { 'x-command-id': randomUUID() } })).json['reason'], 'handOver.used')
})

test('the same command comes in no more after a while, nor where the desk has signed out', async () => {
  const command = () => ({ 'x-command-id': randomUUID() })
  const [first, second] = [await hired('late'), await hired('out')]
  const [late, out] = [await make(first.desk), await make(second.desk)]
  const [lateHeaders, outHeaders] = [command(), command()]
  assert.equal((await enter(late.code, { headers: lateHeaders })).status, 200)
  assert.equal((await enter(out.code, { headers: outHeaders })).status, 200)
  await database.inTransaction(orgId, (tx) =>
    tx.query(`update hand_over set used_at = now() - interval '3 minutes' where org_id = $1 and id = $2`, [orgId, late.id]),
  )
  await ask({ path: '/api/oauth/logout', body: { uid: second.uid }, token: second.desk })
  assert.equal((await enter(late.code, { headers: lateHeaders })).json['reason'], 'handOver.used')
  assert.equal((await enter(out.code, { headers: outHeaders })).json['reason'], 'handOver.used')
})

test('of many phones at once one is in', async () => {
  const { desk } = await hired('duo')
  const { code } = await make(desk)
  const answers = await Promise.all(Array.from({ length: 6 }, () => enter(code, { headers: { 'x-command-id': randomUUID() } })))
  assert.equal(answers.filter(({ status, json }) => status === 200 && json['access_token']).length, 1)
})

test('it is refused in words', async (t) => {
  const cases: [title: string, reason: string, change: (who: { uid: string; desk: string; id: string }) => Promise<unknown>][] = [
    [
      'after a minute',
      'handOver.over',
      ({ id }) =>
        database.inTransaction(orgId, (tx) =>
          tx.query(`update hand_over set expires_at = now() - interval '1 second' where org_id = $1 and id = $2`, [orgId, id]),
        ),
    ],
    ['where a newer one was made', 'handOver.unknown', ({ desk }) => make(desk)],
    ['where the desk has signed out', 'handOver.over', ({ desk, uid }) => ask({ path: '/api/oauth/logout', body: { uid }, token: desk })],
    [
      'where the person is out of service',
      'handOver.person',
      ({ uid }) => database.inTransaction(orgId, (tx) => disablePerson(tx, uid, company.admin)),
    ],
  ]
  for (const [title, reason, change] of cases)
    await t.test(title, async () => {
      const { uid, desk } = await hired(`n${newId()}`)
      const { id, code } = await make(desk)
      await change({ uid, desk, id })
      assert.equal((await enter(code)).json['reason'], reason)
    })
  await t.test('by the credential of another client', async () => {
    const { desk } = await hired('wrong')
    assert.equal((await enter((await make(desk)).code, { client: 'app:app' })).json['reason'], 'handOver.client')
  })
  await t.test('what is no code', async () => assert.equal((await enter('nonsense')).json['reason'], 'handOver.unknown'))
  await t.test('an organisation that is closed', async () => {
    const closed = await newCompany('乙公司')
    const { code } = await make(await closed.tokenOf(closed.admin))
    await database.inTransaction(closed.orgId, (tx) =>
      tx.query(`update organisation set state = 'disabled' where org_id = $1`, [closed.orgId]),
    )
    assert.equal((await enter(code)).json['reason'], 'handOver.closed')
  })
})

test('nobody sees what became of somebody else’s code, and the code is nowhere in the database', async () => {
  const { desk } = await hired('zheng')
  const { id, code } = await make(desk)
  assert.equal(await standing((await hired('other')).desk, id), undefined)
  const rows = await database.reading(orgId, (tx) => tx.query('select h::text as row from hand_over h where org_id = $1', [orgId]))
  assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(code.split('.')[1]!))
})
