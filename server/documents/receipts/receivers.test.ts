import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../../kernel/id.ts'
import { RefusalError } from '../../../kernel/refusal.ts'
import { kindNamed } from '../../../domain/documents/all.ts'
import { testDatabase } from '../../db/testing.ts'
import { callOf, foundCompany, insert } from '../../testing/company.ts'
import { advance } from './advance.ts'
import { postApproved, submit } from '../engine.ts'
import type { Flows } from '../flows.ts'
import { listReceipts } from '../list.ts'

/** One issue for several people, for a department, for a place; supplies for a department or a project. */
const { database, newOrganisation } = await testDatabase()
const { orgId, storeA, storeB, keeper, staff, model, paper } = await foundCompany(database, await newOrganisation())
const run = <R>(work: Parameters<typeof database.inTransaction<R>>[1]) => database.inTransaction(orgId, work)
const [head, colleague, office] = [newId(), newId(), newId()]
await run(async (tx) => {
  await insert(tx, 'person', [
    { id: head, username: `head${head}`, user_name: '孙主任' },
    { id: colleague, username: `c${colleague}`, user_name: '赵敏' },
  ])
  await insert(tx, 'department', [{ id: office, dept_code: 'D1', dept_name: '办公室', manager_uid: head }])
})
const flows = (inUse: boolean): Flows =>
  ({
    requireStarter: async () => {},
    installed: async () => inUse,
    start: async () => ({ processId: newId(), isRunning: true }),
  }) as unknown as Flows
type Raw = Record<string, unknown>
const submits = (name: string, header: Raw, lines: Raw[], inUse = false) =>
  run((tx) =>
    submit(
      callOf(tx, keeper, [`${name.toLowerCase()}:post`]),
      flows(inUse),
      { kind: kindNamed(name), id: newId(), raw: { header, lines } },
      {},
    ),
  )
const pieces = async (quantity: string): Promise<Id[]> => {
  const { id } = await submits('GsInstockOrder', { to: storeA }, [{ model, quantity, price: '1' }])
  const rows = await run((tx) =>
    tx.query<{ id: Id }>('select item_id as id from move where org_id = $1 and document_id = $2 order by 1', [orgId, id]),
  )
  return rows.map((row) => row.id)
}
const cards = (ids: readonly Id[]) =>
  run((tx) =>
    tx.query(
      'select state, holder_uid as holder, loc_id as place, dept_id as department from asset where org_id = $1 and id = any ($2::bigint[]) order by id',
      [orgId, ids],
    ),
  )
const setConfirming = (isOn: boolean) =>
  run((tx) =>
    tx.query('update organisation set settings = settings || $2::jsonb where org_id = $1', [orgId, JSON.stringify({ confirmIssue: isOn })]),
  )
const reason = (name: string) => (error: unknown) => error instanceof RefusalError && error.refusal.reason === name
const line = (asset: Id | undefined, more: Raw = {}) => ({ model, quantity: '1', assets: [asset], ...more })
const readMessages = (uid: Id) => run((tx) => tx.query('select title from message where org_id = $1 and uid = $2', [orgId, uid]))

test('one document issues to several people: each line to its own, the others to the person in the header', async () => {
  const [one, two] = await pieces('2')
  await submits('GsOutstockOrder', { recipient: staff, reason: '办公' }, [line(one), line(two, { recipient: colleague })])
  assert.deepEqual(
    (await cards([one ?? '', two ?? ''])).map(({ state, holder }: Raw) => [state, holder]),
    [
      ['inUse', staff],
      ['inUse', colleague],
    ],
  )
  assert.deepEqual([(await readMessages(staff)).length, (await readMessages(colleague)).length], [1, 1])
})

test('a department or a place uses pieces that no person holds', async () => {
  const [one, two] = await pieces('2')
  await submits('GsOutstockOrder', { receiver: 'department', department: office, reason: '公用' }, [line(one)])
  await submits('GsOutstockOrder', { receiver: 'place', place: storeB, recipient: undefined, reason: '会议室' }, [line(two)])
  assert.deepEqual(await cards([one ?? '', two ?? '']), [
    { state: 'inUse', holder: null, place: null, department: office },
    { state: 'inUse', holder: null, place: storeB, department: null },
  ])
  const [three] = await pieces('1')
  const missing = (header: Raw, more: Raw = {}) => submits('GsOutstockOrder', { reason: '公用', ...header }, [line(three, more)])
  await assert.rejects(missing({ receiver: 'department' }), reason('receiver-missing'))
  await assert.rejects(missing({ receiver: 'place' }), reason('receiver-missing'))
  await assert.rejects(missing({}), reason('incomplete'))
  await assert.rejects(missing({ receiver: 'department', department: office }, { recipient: staff }), reason('receiver-twice'))
  await submits('GsReturnOrder', { to: storeA, reason: '不用了' }, [{ asset: one }])
  assert.deepEqual(
    (await cards([one ?? ''])).map(({ state, place }: Raw) => [state, place]),
    [['idle', storeA]],
  )
})

test('a piece for another one is where that one is: with its holder, in its department and place', async () => {
  const [server, disk, spare] = await pieces('3')
  const host = { receiver: 'asset', host: server, reason: '扩容' }
  await assert.rejects(submits('GsOutstockOrder', host, [line(disk)]), reason('asset-elsewhere'))
  await assert.rejects(submits('GsOutstockOrder', { ...host, host: undefined }, [line(disk)]), reason('receiver-missing'))
  await submits('GsOutstockOrder', { recipient: colleague, department: office, place: storeB, reason: '机房' }, [line(server)])
  await submits('GsOutstockOrder', host, [line(disk)])
  assert.deepEqual(await cards([disk ?? '']), [{ state: 'inUse', holder: colleague, place: storeB, department: office }])
  await setConfirming(true)
  const { id } = await submits('GsOutstockOrder', host, [line(spare)], true)
  await run((tx) => postApproved(tx, id, newId(), tx.now()))
  const waits = (uid: Id) =>
    run(async (tx) => (await listReceipts(tx, callOf(tx, uid, [], { locations: [] }).session, { pageSize: 100 })).list.map((row) => row.id))
  assert.deepEqual([await waits(colleague), await waits(staff)], [[id], []])
  await run((tx) => advance(callOf(tx, colleague, []), kindNamed('GsOutstockOrder'), { id, key: 'received' }))
  await setConfirming(false)
})

test('where receipts are confirmed, the head of the department says it for the department, and the managers of a place for the place', async () => {
  await setConfirming(true)
  const waits = (uid: Id) =>
    run(async (tx) => (await listReceipts(tx, callOf(tx, uid, [], { locations: [] }).session, { pageSize: 100 })).list.map(({ id }) => id))
  const confirmReceipt = (uid: Id, id: Id) =>
    run((tx) => advance(callOf(tx, uid, [], { locations: [] }), kindNamed('GsOutstockOrder'), { id, key: 'received' }))
  const approve = async (header: Raw): Promise<Id> => {
    const [piece] = await pieces('1')
    const { id } = await submits('GsOutstockOrder', { reason: '公用', ...header }, [line(piece)], true)
    await run((tx) => postApproved(tx, id, newId(), tx.now()))
    return id
  }
  const ofOffice = await approve({ receiver: 'department', department: office })
  assert.deepEqual([await waits(head), await waits(staff)], [[ofOffice], []])
  await assert.rejects(confirmReceipt(staff, ofOffice))
  assert.equal((await confirmReceipt(head, ofOffice)).state, 'posted')
  const ofPlace = await approve({ receiver: 'place', place: storeA })
  assert.deepEqual([await waits(keeper), await waits(head)], [[ofPlace], []])
  assert.equal((await confirmReceipt(keeper, ofPlace)).state, 'posted')
  await setConfirming(false)
})

test('supplies for a department or a project are used up and held by no one', async () => {
  await submits('CsInstockOrder', { to: storeA }, [{ item: paper, quantity: '20', price: '2' }])
  const supplyLine = { item: paper, quantity: '4' }
  const header = { from: storeA, reason: '公用' }
  await submits('CsOutstockOrder', { ...header, receiver: 'department', department: office }, [supplyLine])
  await submits('CsOutstockOrder', { ...header, receiver: 'project', project: '年会' }, [supplyLine])
  await assert.rejects(submits('CsOutstockOrder', { ...header, receiver: 'project' }, [supplyLine]), reason('receiver-missing'))
  const moves = await run((tx) =>
    tx.query<{ to: string; cost: string }>(
      `select to_account as to, cost from move where org_id = $1 and item_id = $2 and to_account like 'used:%' order by seq`,
      [orgId, paper],
    ),
  )
  assert.deepEqual(moves, [
    { to: `used:${office}`, cost: '8' },
    { to: 'used:', cost: '8' },
  ])
})
