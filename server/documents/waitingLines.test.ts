import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Id, newId } from '../../kernel/id.ts'
import { RefusalError } from '../../kernel/refusal.ts'
import { documentKind } from '../../domain/documents/all.ts'
import { codeOf } from '../../domain/documents/define.ts'
import { testDatabase } from '../db/testing.ts'
import { callOf, type Company, foundCompany, insert } from '../testing/company.ts'
import { postApproved, requireVisible, submit } from './engine.ts'
import { reverse } from './reverse.ts'
import type { Flows } from './flows.ts'
import { describeDocument } from './describe.ts'

/** Requests for more than there is: what goes now, what waits, in which order, and who hears of it. */
const { database, newOrganisation } = await testDatabase({ poolSize: 8 })
const flows = (inUse: boolean): Flows =>
  ({
    requireStarter: async () => {},
    installed: async () => inUse,
    start: async () => ({ processId: newId(), isRunning: true }),
  }) as unknown as Flows
const issue = documentKind('GsOutstockOrder')!
type Line = Record<string, unknown>

const founded = async () => {
  const company = await foundCompany(database, await newOrganisation())
  const li = newId()
  await database.inTransaction(company.orgId, (tx) => insert(tx, 'person', [{ id: li, username: `li${li}`, user_name: '李娜' }]))
  const within = { ...company, li }
  return { ...within, ...acting(within) }
}

const acting = ({ orgId, keeper, storeA, model }: Company) => {
  const send = (
    kindName: string,
    header: Line,
    lines: readonly Line[],
    { inUse = false, sourceId, uid = keeper, codes }: { inUse?: boolean; sourceId?: Id; uid?: Id; codes?: readonly string[] } = {},
  ) => {
    const kind = documentKind(kindName)!
    return database.inTransaction(orgId, (tx) =>
      submit(callOf(tx, uid, codes ?? [`${codeOf(kind)}:post`]), flows(inUse), { kind, id: newId(), raw: { header, lines, sourceId } }, {}),
    )
  }
  const arrive = async (quantity: string, of: Id = model): Promise<Id[]> => {
    const { id } = await send('GsInstockOrder', { to: storeA }, [{ model: of, quantity, price: '1' }])
    const rows = await database.reading(orgId, (tx) =>
      tx.query<{ item_id: Id }>('select item_id from move where org_id = $1 and document_id = $2 order by seq', [orgId, id]),
    )
    return rows.map((row) => row.item_id)
  }
  const asked = (recipient: Id, line: Line) => send('GsOutstockOrder', { recipient, reason: '办公' }, [{ model, quantity: '2', ...line }])
  const rest = (sourceId: Id, recipient: Id, line: Line, as: { uid?: Id; codes?: readonly string[] } = {}) =>
    send('GsOutstockOrder', { recipient, reason: '补发' }, [{ model, quantity: '1', sourceLine: 1, ...line }], {
      inUse: true,
      sourceId,
      ...as,
    })
  const info = (id: Id) =>
    database.reading(orgId, async (tx) => {
      const call = callOf(tx, keeper, ['gsoutstockorder:post', 'gsoutstockorder:save'])
      const { fulfilled, ahead, state, may } = await describeDocument(call, issue, await requireVisible(call, flows(true), issue, id))
      return { fulfilled, ahead, state, fulfil: may.fulfil }
    })
  const told = (uid: Id) =>
    database.reading(orgId, async (tx) =>
      (
        await tx.query<{ title: string }>(
          `select title from message where org_id = $1 and uid = $2 and title not like '%名下' order by seq`,
          [orgId, uid],
        )
      ).map(({ title }) => title),
    )
  const takeBack = (id: Id) => database.inTransaction(orgId, (tx) => reverse(callOf(tx, keeper, []), issue, id, '错'))
  return { send, arrive, asked, rest, info, told, takeBack }
}
const refusedWith = (reason: string) => (error: unknown) => error instanceof RefusalError && error.refusal.reason === reason

suite('what a line may say', () => {
  const cases: readonly [string, (pieces: { own: Id; other: Id; otherModel: Id }) => Line, string | undefined][] = [
    ['fewer pieces and no word of the rest', ({ own }) => ({ assets: [own] }), 'pieces-not-assigned'],
    ['no piece and no word', () => ({}), 'incomplete'],
    ['more pieces than asked for', ({ own, other }) => ({ quantity: '1', assets: [own, other], rest: 'wait' }), 'pieces-not-assigned'],
    [
      'another model without a word of why',
      ({ other, otherModel }) => ({ quantity: '1', assets: [other], instead: otherModel }),
      'instead-of-what',
    ],
    ['a piece of another model that is not named', ({ other }) => ({ quantity: '1', assets: [other] }), 'other-model'],
    [
      'a piece of the model that is not given any more',
      ({ own, otherModel }) => ({ quantity: '1', assets: [own], instead: otherModel, note: '停产' }),
      'other-model',
    ],
    [
      'another model, with a word',
      ({ other, otherModel }) => ({ quantity: '1', assets: [other], instead: otherModel, note: '停产' }),
      undefined,
    ],
    ['one now, one later', ({ own }) => ({ assets: [own], rest: 'wait' }), undefined],
    ['one now, no other', ({ own }) => ({ assets: [own], rest: 'drop' }), undefined],
    ['all later', () => ({ rest: 'wait' }), undefined],
  ]
  for (const [name, line, reason] of cases)
    test(name, async () => {
      const company = await founded()
      const [own] = await company.arrive('1')
      const [other] = await company.arrive('1', company.otherModel)
      const sent = company.asked(company.staff, line({ own: own!, other: other!, otherModel: company.otherModel }))
      if (reason === undefined) assert.equal((await sent).state, 'posted')
      else await assert.rejects(sent, refusedWith(reason))
    })
})

test('the rest of what was approved needs no other approval, and no more of it than is open', async () => {
  const company = await founded()
  const [first] = await company.arrive('1')
  const { id } = await company.asked(company.staff, { assets: [first], rest: 'wait', note: '先给一台' })
  assert.deepEqual(await company.info(id), { fulfilled: 'some', ahead: 0, state: 'posted', fulfil: ['GsOutstockOrder'] })
  assert.deepEqual(await company.told(company.staff), ['您申请的笔记本电脑不足，先发放 1 件，其余到货后发放'])
  const [second, third] = await company.arrive('2')
  await assert.rejects(company.rest(id, company.li, { assets: [second] }), refusedWith('other-subject'))
  await assert.rejects(company.rest(id, company.staff, { quantity: '2', assets: [second, third] }), refusedWith('more-than-open'))
  await assert.rejects(company.rest(id, company.staff, { assets: [second], sourceLine: undefined }), refusedWith('other-source-line'))
  await assert.rejects(company.rest(id, company.staff, { assets: [second] }, { uid: company.staff, codes: [] }))
  const follower = await company.rest(id, company.staff, { assets: [second] })
  assert.equal(follower.state, 'posted')
  assert.deepEqual(await company.info(id), { fulfilled: 'all', ahead: null, state: 'posted', fulfil: ['GsOutstockOrder'] })
  await assert.rejects(company.takeBack(id), refusedWith('followed'))
  await company.takeBack(follower.id)
  assert.equal((await company.info(id)).fulfilled, 'some')
  await company.takeBack(id)
  assert.deepEqual(await company.info(id), { fulfilled: null, ahead: null, state: 'reversed', fulfil: [] })
})

test('an approval that ends with nothing to give puts it on the waiting list', async () => {
  const company = await founded()
  const { id } = await company.send(
    'GsOutstockOrder',
    { recipient: company.staff, reason: '办公' },
    [{ model: company.model, quantity: '2', rest: 'wait' }],
    { inUse: true },
  )
  await database.inTransaction(company.orgId, (tx) => postApproved(tx, id, company.keeper, tx.now()))
  assert.deepEqual(await company.info(id), { fulfilled: 'none', ahead: 0, state: 'posted', fulfil: ['GsOutstockOrder'] })
})

test('whoever asked first hears first, each once, and who took it in hears how many wait', async () => {
  const company = await founded()
  const { keeper, staff, li } = company
  const first = await company.asked(staff, { rest: 'wait' })
  const second = await company.asked(li, { rest: 'wait' })
  assert.deepEqual([(await company.info(first.id)).ahead, (await company.info(second.id)).ahead], [0, 1])
  const news = '您等候的笔记本电脑到了，请联系管理员领取'
  const heard = async () => [staff, li].map(async (uid) => (await company.told(uid)).filter((title) => title === news).length)
  await company.arrive('1', company.otherModel)
  assert.deepEqual(await Promise.all(await heard()), [0, 0])
  const pieces = await company.arrive('2')
  assert.deepEqual(await Promise.all(await heard()), [1, 0])
  assert.deepEqual(await company.told(keeper), ['有 2 份申请在等笔记本电脑，请按先后发放'])
  await company.rest(first.id, staff, { quantity: '2', assets: pieces })
  assert.equal((await company.info(second.id)).ahead, 0)
  await company.arrive('1')
  await company.arrive('1')
  assert.deepEqual(await Promise.all(await heard()), [1, 1])
})

test('of arrivals at the same moment nobody is told twice and nobody is passed over', async () => {
  const company = await founded()
  const people = Array.from({ length: 6 }, newId)
  await database.inTransaction(company.orgId, (tx) =>
    insert(
      tx,
      'person',
      people.map((id) => ({ id, username: `p${id}`, user_name: '等候人' })),
    ),
  )
  for (const uid of people) await company.asked(uid, { quantity: '1', rest: 'wait' })
  await Promise.all(Array.from({ length: 4 }, () => company.arrive('1')))
  const heard = await Promise.all(
    people.map(async (uid) => (await company.told(uid)).filter((title) => title.startsWith('您等候的')).length),
  )
  assert.deepEqual(heard, [1, 1, 1, 1, 0, 0])
})
