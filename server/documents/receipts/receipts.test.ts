import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../../kernel/id.ts'
import { RefusalError } from '../../../kernel/refusal.ts'
import { roleCodeOf } from '../../../domain/access/roles.ts'
import { documentKind, documentKinds } from '../../../domain/documents/all.ts'
import { testDatabase } from '../../db/testing.ts'
import { callOf, foundCompany, insert } from '../../testing/company.ts'
import { NotFound } from '../../httpError.ts'
import { advance } from './advance.ts'
import { requireVisible, submit } from '../engine.ts'
import type { Flows } from '../flows.ts'
import { describeDocument } from '../describe.ts'
import { listReceipts } from '../list.ts'

/** What is sent to another store is confirmed by the person who keeps that store. */
const { database, newOrganisation } = await testDatabase()
const company = await foundCompany(database, await newOrganisation())
const { orgId, storeA, storeB, keeper, staff, paper } = company
const [shelf, head, admin] = [newId(), newId(), newId()]
await database.inTransaction(orgId, async (tx) => {
  await insert(tx, 'person', [
    { id: head, username: `head${head}`, user_name: '二号库主管' },
    { id: admin, username: `admin${admin}`, user_name: '管理员' },
  ])
  await insert(tx, 'location', [{ id: shelf, loc_code: 'B1', loc_name: '二号库货架', parent_id: storeB }])
  await insert(tx, 'location_user', [
    { loc_id: storeB, uid: head, kind: 'manager' },
    { loc_id: storeA, uid: admin, kind: 'manager' },
    { loc_id: shelf, uid: staff, kind: 'manager' },
  ])
})
const flows = { requireStarter: async () => {}, installed: async () => false } as unknown as Flows
const kind = documentKind('CsAllocateOrder')!
const codes = ['csallocateorder:post', 'csallocateorder:advance']
type Who = { uid: Id; codes?: readonly string[]; locations?: 'all' | readonly Id[] }
const sender: Who = { uid: keeper, codes, locations: [storeA] }
const receiver: Who = { uid: head, codes: [], locations: [storeB, shelf] }
const administrator: Who = { uid: admin, codes, locations: 'all' }
const shelfKeeper: Who = { uid: staff, codes: [], locations: [shelf] }

const as = <R>({ uid, codes: held = [], locations = [] }: Who, act: (call: ReturnType<typeof callOf>) => Promise<R>) =>
  database.inTransaction(orgId, (tx) => act(callOf(tx, uid, held, { locations })))

await as(administrator, (call) =>
  submit(
    callOf(call.tx, admin, ['csinstockorder:post']),
    flows,
    {
      kind: documentKind('CsInstockOrder')!,
      id: newId(),
      raw: {
        header: { to: storeA },
        lines: [{ item: paper, quantity: '100', price: '1' }],
      },
    },
    {},
  ),
)
const sent = async (to: Id, by: Who = sender): Promise<Id> => {
  const { id } = await as(by, (call) =>
    submit(
      call,
      flows,
      { kind, id: newId(), raw: { header: { from: storeA, to, reason: '补货' }, lines: [{ item: paper, quantity: '1' }] } },
      {},
    ),
  )
  return id
}
const waitsFor = (who: Who, item?: Id) =>
  as(who, async ({ tx, session }) => (await listReceipts(tx, session, { pageSize: 100, item })).list.map(({ id }) => id))
const confirm = (who: Who, id: Id) => as(who, (call) => advance(call, kind, { id, key: 'received' }))

test('it waits for the receiver, who is told, sees it, and confirms it', async () => {
  const id = await sent(storeB)
  assert.ok((await waitsFor(receiver)).includes(id))
  assert.ok(!(await waitsFor(sender)).includes(id))
  assert.deepEqual(
    [(await waitsFor(receiver, paper)).includes(id), await waitsFor(receiver, newId())],
    [true, []],
    'also by what it brings',
  )
  const told = await database.reading(orgId, (tx) =>
    tx.query<{ uid: Id }>('select uid from message where org_id = $1 and link like $2', [orgId, `%${id}`]),
  )
  assert.deepEqual(told, [{ uid: head }])
  const info = await as(receiver, async (call) => describeDocument(call, kind, await requireVisible(call, flows, kind, id)))
  assert.equal(info.may.advance, 'received')
  assert.equal((await confirm(receiver, id)).state, 'posted')
  assert.equal((await confirm(receiver, id)).state, 'posted', 'sent twice it changes nothing')
  assert.deepEqual(await waitsFor(receiver), [])
})

const cases: readonly [string, Who, Id, Who | undefined, 'posted' | (new () => Error) | typeof RefusalError][] = [
  ['the sender confirms nothing that another store receives', sender, storeB, undefined, RefusalError],
  ['whoever keeps a place below confirms nothing of the place above', shelfKeeper, storeB, undefined, NotFound],
  ['a manager above the place stands in', receiver, shelf, undefined, 'posted'],
  ['an administrator stands in', administrator, storeB, undefined, 'posted'],
  ['an administrator does not confirm what he sent himself', administrator, storeB, administrator, RefusalError],
  ['nor does somebody without a part in it', { uid: staff }, storeB, undefined, NotFound],
]
for (const [name, who, to, by, expected] of cases)
  test(name, async () => {
    const id = await sent(to, by)
    if (expected === 'posted') assert.equal((await confirm(who, id)).state, 'posted')
    else await assert.rejects(() => confirm(who, id), expected)
  })

test('where nobody keeps the place, an administrator confirms also what he sent', async () => {
  const [lonely] = [newId()]
  await database.inTransaction(orgId, (tx) => insert(tx, 'location', [{ id: lonely, loc_code: 'L', loc_name: '无人库' }]))
  assert.equal((await confirm(administrator, await sent(lonely, administrator))).state, 'posted')
})

test('whoever is told that something comes is who is named to whoever may not confirm it, where nobody keeps the place the administrators', async () => {
  const [lonely, role, chief] = [newId(), newId(), newId()]
  await database.inTransaction(orgId, async (tx) => {
    await insert(tx, 'location', [{ id: lonely, loc_code: 'N', loc_name: '新库' }])
    await insert(tx, 'person', [{ id: chief, username: `chief${chief}`, user_name: '周总管' }])
    await insert(tx, 'role', [{ id: role, role_code: roleCodeOf('tenant', orgId), role_name: '管理员', role_type: 1 }])
    await insert(tx, 'person_role', [{ uid: chief, role_id: role }])
  })
  const id = await sent(lonely)
  const told = await database.reading(orgId, (tx) =>
    tx.query<{ uid: Id }>('select uid from message where org_id = $1 and link like $2', [orgId, `%${id}`]),
  )
  assert.deepEqual(told, [{ uid: chief }])
  await assert.rejects(
    () => confirm(sender, id),
    (error: unknown) => error instanceof RefusalError && error.refusal.params['people'] === '周总管',
  )
})

test('whoever a stage names stands in a field that must be filled in', () => {
  for (const { kind: name, header, stages = [] } of documentKinds)
    for (const [at, { by }] of stages.entries()) {
      assert.ok(by === undefined || header[by]?.required === 'always', name)
      // Who may ask at all is said for the kind as a whole.
      assert.ok(at < 2 || (by === undefined) === (stages[1]!.by === undefined), name)
    }
})
