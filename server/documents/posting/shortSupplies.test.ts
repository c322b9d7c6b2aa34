import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Id, newId } from '../../../kernel/id.ts'
import { RefusalError } from '../../../kernel/refusal.ts'
import { documentKind } from '../../../domain/documents/all.ts'
import { codeOf } from '../../../domain/documents/define.ts'
import { auditDatabase } from '../../audit/audit.ts'
import { testDatabase } from '../../db/testing.ts'
import { callOf, foundCompany, insert } from '../../testing/company.ts'
import { closeUnposted, patchInApproval, postApproved, requireVisible, submit } from '../engine.ts'
import { reverse } from '../reverse.ts'
import type { Flows } from '../flows.ts'
import { describeDocument } from '../describe.ts'

/** Requests for more supplies than there are: what goes now, what waits, what goes in its place, and what no one else gets meanwhile. */
const { database, newOrganisation } = await testDatabase({ poolSize: 8 })
const flows = (inUse: boolean): Flows =>
  ({ installed: async () => inUse, start: async () => ({ processId: newId(), isRunning: true }) }) as unknown as Flows
const issue = documentKind('CsOutstockOrder')!
type Line = Record<string, unknown>

const founded = async () => {
  const company = await foundCompany(database, await newOrganisation())
  const { orgId, keeper, storeA, staff, paper, pens } = company
  const li = newId()
  await database.inTransaction(orgId, (tx) => insert(tx, 'person', [{ id: li, username: `li${li}`, user_name: '李娜' }]))
  type Sent = { inUse?: boolean; sourceId?: Id; uid?: Id }
  const send = (kindName: string, header: Line, line: Line, { inUse = false, sourceId, uid = keeper }: Sent = {}) => {
    const kind = documentKind(kindName)!
    const codes = uid === keeper ? [`${codeOf(kind)}:post`] : []
    return database.inTransaction(orgId, (tx) =>
      submit(callOf(tx, uid, codes), flows(inUse), { kind, id: newId(), raw: { header, lines: [line], sourceId } }, {}),
    )
  }
  const arrive = (quantity: string, item: Id = paper) => send('CsInstockOrder', { to: storeA }, { item, quantity, price: '2' })
  const header = (recipient: Id) => ({ from: storeA, recipient, reason: '办公' })
  const issued = (recipient: Id, line: Line) => send('CsOutstockOrder', header(recipient), { item: paper, ...line })
  const applied = (uid: Id, quantity: string) => send('CsOutstockOrder', header(uid), { item: paper, quantity }, { inUse: true, uid })
  const rest = (sourceId: Id, recipient: Id, quantity: string) =>
    send('CsOutstockOrder', header(recipient), { item: paper, quantity, sourceLine: 1 }, { inUse: true, sourceId })
  const answer = (id: Id, line: Line) =>
    database.inTransaction(orgId, async (tx) => {
      await patchInApproval(tx, id, { patch: { lines: [{ item: paper, ...line }] }, actor: keeper, atMs: Date.now() })
      return postApproved(tx, id, keeper, Date.now())
    })
  const stock = async (item: Id = paper) => {
    const [row] = await database.reading(orgId, (tx) =>
      tx.query<{ on_hand: string; reserved: string }>(
        'select on_hand, reserved from balance where org_id = $1 and account = $2 and item_id = $3',
        [orgId, `store:${storeA}`, item],
      ),
    )
    return [row!.on_hand, row!.reserved]
  }
  const info = (id: Id) =>
    database.reading(orgId, async (tx) => {
      const call = callOf(tx, keeper, ['csoutstockorder:post', 'csoutstockorder:save'])
      const { fulfilled, ahead, lines } = await describeDocument(call, issue, await requireVisible(call, flows(true), issue, id))
      return { fulfilled, ahead, done: lines[0]!.doneQuantity }
    })
  const told = (uid: Id) =>
    database.reading(orgId, async (tx) =>
      (await tx.query<{ title: string }>('select title from message where org_id = $1 and uid = $2 order by seq', [orgId, uid])).map(
        ({ title }) => title,
      ),
    )
  const takeBack = (id: Id) => database.inTransaction(orgId, (tx) => reverse(callOf(tx, keeper, []), issue, id, '错'))
  const close = (id: Id) =>
    database.inTransaction(orgId, (tx) => closeUnposted(tx, id, { state: 'rejected', actor: keeper, atMs: Date.now() }))
  return { ...company, paper, pens, staff, li, arrive, issued, applied, rest, answer, stock, info, told, takeBack, close }
}
const refusedWith = (reason: string) => (error: unknown) => error instanceof RefusalError && error.refusal.reason === reason
const sound = async () =>
  assert.deepEqual(
    (await auditDatabase(database)).filter(({ count }) => count > 0),
    [],
  )

suite('what a line of supplies may say', () => {
  const cases: readonly [string, (pens: Id) => Line, string | undefined, string][] = [
    ['more than there is and no word', () => ({}), 'not-enough-stock', '5'],
    ['less than asked for and no word of the rest', () => ({ given: '5' }), 'rest-not-said', '5'],
    ['more than asked for', () => ({ given: '21' }), 'rest-not-said', '5'],
    ['more than there is, with a word', () => ({ given: '6', rest: 'wait' }), 'not-enough-stock', '5'],
    ['something else without a word of why', (pens) => ({ instead: pens }), 'instead-of-what', '5'],
    ['something else, of which there is enough, with a word', (pens) => ({ instead: pens, note: '纸没有了' }), undefined, '5'],
    ['five now, the others later', () => ({ given: '5', rest: 'wait' }), undefined, '0'],
    ['five now, no more', () => ({ given: '5', rest: 'drop' }), undefined, '0'],
    ['all later', () => ({ rest: 'wait' }), undefined, '5'],
    ['none at all', () => ({ rest: 'drop' }), undefined, '5'],
  ]
  for (const [name, line, reason, left] of cases)
    test(name, async () => {
      const { arrive, issued, stock, staff, pens } = await founded()
      await arrive('5')
      await arrive('20', pens)
      const sent = issued(staff, { quantity: '20', ...line(pens) })
      if (reason === undefined) assert.equal((await sent).state, 'posted')
      else await assert.rejects(sent, refusedWith(reason))
      assert.deepEqual(await stock(), [left, '0'])
    })
})

test('twenty are asked for, five are there: five go, fifteen wait and follow without another approval, no more of them than are open', async () => {
  const { arrive, applied, answer, rest, info, told, stock, takeBack, staff, li } = await founded()
  await arrive('5')
  const { id } = await applied(staff, '20')
  assert.deepEqual(await stock(), ['5', '5'])
  await answer(id, { quantity: '20', given: '5', rest: 'wait', note: '先领 5 包' })
  assert.deepEqual(await info(id), { fulfilled: 'some', ahead: 0, done: '5' })
  assert.deepEqual(await told(staff), ['您申请的复印纸不足，先发放 5 包，其余到货后发放'])
  await arrive('10')
  assert.equal((await told(staff)).filter((title) => title === '您等候的复印纸到了，请联系管理员领取').length, 1)
  await assert.rejects(rest(id, li, '10'), refusedWith('other-subject'))
  await assert.rejects(rest(id, staff, '16'), refusedWith('more-than-open'))
  const follower = await rest(id, staff, '10')
  assert.deepEqual(await info(id), { fulfilled: 'some', ahead: 0, done: '15' })
  await arrive('10')
  await rest(id, staff, '5')
  assert.deepEqual(await info(id), { fulfilled: 'all', ahead: null, done: '20' })
  await assert.rejects(takeBack(id), refusedWith('followed'))
  await takeBack(follower.id)
  assert.deepEqual(await info(id), { fulfilled: 'some', ahead: 0, done: '10' })
  assert.deepEqual(await stock(), ['15', '0'])
  await sound()
})

test('an application keeps what is there and nobody waits for; what it kept is free again when it is refused', async () => {
  const { arrive, issued, applied, answer, rest, stock, close, info, staff, li } = await founded()
  const waiting = await issued(staff, { quantity: '15', rest: 'wait' })
  await arrive('20')
  const later = await applied(li, '20')
  assert.deepEqual(await stock(), ['20', '5'])
  await rest(waiting.id, staff, '15')
  assert.deepEqual(await stock(), ['5', '5'])
  await answer(later.id, { quantity: '20', given: '5', rest: 'wait' })
  assert.deepEqual([await stock(), await info(later.id)], [['0', '0'], { fulfilled: 'some', ahead: 0, done: '5' }])
  await arrive('3')
  const third = await applied(staff, '1')
  assert.deepEqual(await stock(), ['3', '0'])
  await close(third.id)
  assert.deepEqual(await stock(), ['3', '0'])
  await sound()
})

test('of many who ask and are answered at the same moment nobody gets what another got', async () => {
  const { arrive, applied, answer, close, stock, staff, li } = await founded()
  await arrive('10')
  const asked = await Promise.all(Array.from({ length: 8 }, (_, at) => applied(at % 2 ? staff : li, '3')))
  assert.deepEqual(await stock(), ['10', '10'])
  const given = await Promise.allSettled(
    asked.map(({ id }, at) => answer(id, at % 2 ? { quantity: '3' } : { quantity: '3', given: '1', rest: 'wait' })),
  )
  await Promise.all(asked.flatMap(({ id }, at) => (given[at]!.status === 'rejected' ? [close(id)] : [])))
  const [onHand, reserved] = await stock()
  const handed = given.reduce((sum, { status }, at) => sum + (status === 'fulfilled' ? (at % 2 ? 3 : 1) : 0), 0)
  assert.deepEqual([Number(onHand), reserved], [10 - handed, '0'])
  await sound()
})
