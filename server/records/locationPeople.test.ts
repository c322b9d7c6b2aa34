import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId, type Id } from '../../kernel/id.ts'
import { findSession } from '../access/sessions.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'

const { ask, newCompany, database } = await testApp(handlers)
const company = await newCompany()
const { orgId } = company
const admin = await company.tokenOf(company.admin)
const [head, second, user, heir] = (await Promise.all(
  ['head', 'second', 'user', 'heir'].map((name) => company.hire(name, name === 'user' ? [] : ['goodsmanager'], { userName: name })),
)) as [Id, Id, Id, Id]
const [site, room] = [newId(), newId()]
await database.inTransaction(orgId, (tx) =>
  insert(tx, 'location', [
    { id: site, loc_code: 'A', loc_name: '一号楼', manager_uid: head },
    { id: room, loc_code: 'A1', loc_name: '库房', parent_id: site },
  ]),
)
const save = (body: object, token = admin) => ask({ path: '/api/goods/gslocuser/save', body, token })
const placesOf = async (uid: Id) => (await findSession(database, await company.tokenOf(uid)))!.locations
const peopleOf = async (locId: Id) =>
  (await ask({ path: '/api/goods/gslocuser/list', body: { locId, pageSize: 50 }, token: admin })).json['page'].list.map(
    ({ userName, kind }: { userName: string; kind: string }) => `${userName} ${kind}`,
  )

test('several manage a place and several use it; who manages sees it with everything below', async () => {
  assert.deepEqual(await placesOf(second), [])
  const answer = await save({ locId: site, managers: [second, head, second], users: [user] })
  assert.deepEqual(answer.json['result'], { managers: 1, users: 1 }, 'the first manager is one already')
  assert.deepEqual(await peopleOf(site), ['head manager', 'second manager', 'user user'])
  assert.deepEqual(await placesOf(second), [site, room].toSorted())
  assert.deepEqual(await placesOf(user), [])
  const own = await ask({ method: 'GET', path: '/api/auth/getCurUser', token: await company.tokenOf(second) })
  assert.deepEqual(own.json['result'].managedLocations, [{ locId: site, locName: '一号楼' }])
})

test('whoever is not named any more does not', async () => {
  await save({ locId: site, managers: [], users: [second] })
  assert.deepEqual(await peopleOf(site), ['head manager', 'second user'])
  assert.deepEqual(await placesOf(second), [])
})

const refused: [title: string, body: () => object, by: () => Promise<string>, reason: string][] = [
  ['a place that is not there', () => ({ locId: newId(), managers: [], users: [] }), async () => admin, 'request.unknown'],
  ['somebody who is not there', () => ({ locId: site, managers: [newId()], users: [] }), async () => admin, 'reference.unknown'],
  [
    'a keeper who gives himself a place',
    () => ({ locId: site, managers: [heir], users: [] }),
    () => company.tokenOf(heir),
    'access.denied',
  ],
]
for (const [title, body, by, reason] of refused)
  test(`${title} is refused`, async () => assert.equal((await save(body(), await by())).json['reason'], reason))

test('the places of somebody who leaves go to an heir, each once', async () => {
  await database.inTransaction(orgId, (tx) =>
    tx.query('update location set manager_uid = $3 where org_id = $1 and id = $2', [orgId, room, heir]),
  )
  await save({ locId: room, managers: [head], users: [head] })
  const handOver = (uid: Id, toUid: Id) => ask({ path: '/api/goods/gslocuser/handOver', body: { uid, toUid }, token: admin })
  assert.equal((await handOver(head, head)).json['reason'], 'location.same')
  assert.deepEqual((await handOver(head, heir)).json['result'], { moved: 2 })
  assert.deepEqual(await peopleOf(site), ['heir manager', 'second user'])
  assert.deepEqual(await peopleOf(room), ['heir manager', 'head user'])
  assert.deepEqual((await handOver(head, heir)).json['result'], { moved: 0 }, 'nothing is left')
  const told = await ask({ path: '/api/msg/msgmessage/list', body: {}, token: await company.tokenOf(heir) })
  assert.equal(told.json['page'].list[0].title, '2个区域移交给您管理')
  assert.deepEqual(await database.reading(orgId, (tx) => tx.query('select what from watched_faults($1)', [orgId])), [])
})
