import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, type Day, dayAt } from '../../../kernel/day.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import { RefusalError } from '../../../kernel/refusal.ts'
import { documentKind } from '../../../domain/documents/all.ts'
import { codeOf } from '../../../domain/documents/define.ts'
import { Incomplete } from '../port.ts'
import { testDatabase } from '../../db/testing.ts'
import { lockCards, writeCards } from '../../ledger/cards.ts'
import { remindOf } from '../../reminders/daily.ts'
import { callOf, foundCompany, insert } from '../../testing/company.ts'
import { advance } from '../receipts/advance.ts'
import { closeUnposted, postApproved, submit } from '../engine.ts'
import type { Flows } from '../flows.ts'
import { reverse } from '../reverse.ts'

/** Loans that last longer. */
const { database, newOrganisation } = await testDatabase({ poolSize: 8 })
const { orgId, storeA, keeper, staff, model } = await foundCompany(database, await newOrganisation())
const li = newId()
await database.inTransaction(orgId, (tx) => insert(tx, 'person', [{ id: li, username: 'li', user_name: '李娜' }]))
const today = dayAt(Date.now())
const inDays = (days: number): Day => addDays(today, days)
const flows = (inUse: boolean): Flows =>
  ({
    requireStarter: async () => {},
    installed: async () => inUse,
    start: async () => ({ processId: newId(), isRunning: true }),
    readerOf: async () => ({ takesPart: true, permissions: {} }),
  }) as unknown as Flows
type Raw = Record<string, unknown>
type As = { uid?: Id; keeps?: boolean; inUse?: boolean; direct?: boolean; id?: Id }

const sent = (
  kindName: string,
  header: Raw,
  lines: readonly Raw[],
  { uid = keeper, keeps = true, inUse = false, direct, id = newId() }: As = {},
) => {
  const kind = documentKind(kindName)!
  const codes = keeps ? [`${codeOf(kind)}:post`] : []
  return database.inTransaction(orgId, (tx) =>
    submit(callOf(tx, uid, codes), flows(inUse), { kind, id, raw: { header, lines } }, { direct: direct ? {} : undefined }),
  )
}
/** A piece that a person has borrowed until a day. */
const lent = async (borrower: Id, dueOn: Day): Promise<Id> => {
  const { id } = await sent('GsInstockOrder', { to: storeA }, [{ model, quantity: '1', price: '1' }])
  const [row] = await database.reading(orgId, (tx) =>
    tx.query<{ item_id: Id }>('select item_id from move where org_id = $1 and document_id = $2', [orgId, id]),
  )
  const asset = row!.item_id
  await sent('GsBorrowOrder', { borrower, dueOn, reason: '出差' }, [{ model, quantity: '1', assets: [asset] }])
  return asset
}
const renewed = (assets: readonly Id[], dueOn: Day, as: As & { borrower?: Id } = {}) =>
  sent(
    'GsRenewOrder',
    { borrower: as.borrower ?? staff, dueOn, reason: '项目延期' },
    assets.map((asset) => ({ asset })),
    { uid: staff, keeps: false, inUse: true, ...as },
  )
const approved = (id: Id) => database.inTransaction(orgId, (tx) => postApproved(tx, id, keeper, tx.now()))
const kind = documentKind('GsRenewOrder')!
const takenBack = (id: Id) => database.inTransaction(orgId, (tx) => reverse(callOf(tx, keeper, []), kind, id, '错'))
const dueOf = async (asset: Id): Promise<Day | null> => {
  const [row] = await database.reading(orgId, (tx) =>
    tx.query<{ due: Day | null }>('select due_on as due from asset where org_id = $1 and id = $2', [orgId, asset]),
  )
  return row!.due
}
const closed = (id: Id, state: 'withdrawn' | 'returned' = 'withdrawn') =>
  database.inTransaction(orgId, (tx) => closeUnposted(tx, id, { state, actor: staff, atMs: tx.now() }))
const refusedWith = (reason: string) => (error: unknown) => error instanceof RefusalError && error.refusal.reason === reason

test('an approved renewal puts the due day off, the history says from when to when, and taking it back restores it', async () => {
  const asset = await lent(staff, inDays(3))
  const { id, state } = await renewed([asset], inDays(10))
  assert.equal(state, 'inApproval')
  assert.equal(await dueOf(asset), inDays(3))
  await approved(id)
  assert.equal(await dueOf(asset), inDays(10))
  const events = await database.reading(orgId, (tx) =>
    tx.query('select action, changes from asset_event where org_id = $1 and document_id = $2 order by seq', [orgId, id]),
  )
  assert.deepEqual(events, [{ action: 'GsRenewOrder', changes: { dueOn: [inDays(3), inDays(10)] } }])
  await takenBack(id)
  assert.equal(await dueOf(asset), inDays(3))
})

test('a loan that is overdue may be put off, and once more, and an older one taken back leaves the newer day', async () => {
  const asset = await lent(staff, today)
  await database.inTransaction(orgId, async (tx) => {
    for (const { id, label: _, goodsId: __, ...before } of await lockCards(tx, [asset]))
      await writeCards(tx, [{ id, before, after: { ...before, dueOn: inDays(-5) } }], {
        documentId: undefined,
        action: 'changed',
        actor: keeper,
        at: tx.now(),
      })
  })
  const first = await renewed([asset], inDays(2))
  await approved(first.id)
  const second = await renewed([asset], inDays(4))
  await approved(second.id)
  await takenBack(first.id)
  assert.equal(await dueOf(asset), inDays(4))
})

const refusals: readonly [string, () => Promise<unknown>, string][] = [
  ['to a day before the present one', async () => renewed([await lent(staff, inDays(5))], inDays(4)), 'not-later'],
  ['to the present day', async () => renewed([await lent(staff, inDays(5))], inDays(5)), 'not-later'],
  ['to today', async () => renewed([await lent(staff, today)], today), 'impossible-day'],
  ['of what somebody else has borrowed', async () => renewed([await lent(li, inDays(5))], inDays(9)), 'not-yours'],
  [
    'for somebody who has not borrowed it',
    async () => renewed([await lent(li, inDays(5))], inDays(9), { uid: keeper, keeps: true }),
    'not-lent',
  ],
  [
    'of what has another renewal open',
    async () => {
      const asset = await lent(staff, inDays(5))
      const { id } = await renewed([asset], inDays(8))
      return renewed([asset], inDays(9)).finally(() => closed(id))
    },
    'already-asked',
  ],
  [
    'at once, as long as its borrower asks for it',
    async () => {
      const asset = await lent(staff, inDays(5))
      const { id } = await renewed([asset], inDays(8))
      return renewed([asset], inDays(9), { uid: keeper, keeps: true, inUse: false, direct: true }).finally(() => closed(id))
    },
    'already-asked',
  ],
]
for (const [title, act, reason] of refusals)
  test(`refused: a renewal ${title}`, async () => {
    await assert.rejects(act, refusedWith(reason))
  })

test('of two renewals of one piece at the same moment one is refused', async () => {
  const asset = await lent(staff, inDays(5))
  const answers = await Promise.allSettled([renewed([asset], inDays(8)), renewed([asset], inDays(9))])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  for (const answer of answers) if (answer.status === 'fulfilled') await closed(answer.value.id)
})

test('what came back to its borrower does not stand in the way of another, which then does', async () => {
  const asset = await lent(staff, inDays(5))
  const first = await renewed([asset], inDays(8))
  await closed(first.id, 'returned')
  const second = await renewed([asset], inDays(9))
  await assert.rejects(renewed([asset], inDays(8), { id: first.id }), refusedWith('already-asked'))
  for (const { id } of [first, second]) await closed(id)
})

test('whoever agrees to the renewal of what was given back meanwhile is told, and it may be lent again', async () => {
  const asset = await lent(staff, inDays(5))
  const { id } = await renewed([asset], inDays(8))
  await sent('GsRevertOrder', { to: storeA }, [{ asset }])
  await assert.rejects(approved(id), (error: unknown) => error instanceof Incomplete && error.refusal.reason === 'not-lent')
  assert.equal(await dueOf(asset), null)
  await sent('GsBorrowOrder', { borrower: li, dueOn: inDays(3), reason: '会议' }, [{ model, quantity: '1', assets: [asset] }])
  await assert.rejects(approved(id), refusedWith('not-lent'))
  assert.equal(await dueOf(asset), inDays(3))
  await closed(id)
})

test('a keeper puts it off at once, and its borrower hears of it', async () => {
  const asset = await lent(li, inDays(5))
  const { state } = await renewed([asset], inDays(8), { uid: keeper, keeps: true, inUse: false, direct: true, borrower: li })
  assert.equal(state, 'posted')
  assert.equal(await dueOf(asset), inDays(8))
  const titles = await database.reading(orgId, (tx) =>
    tx.query<{ title: string }>(`select title from message where org_id = $1 and uid = $2 and title like '测试已为您办理%'`, [orgId, li]),
  )
  assert.equal(titles.length, 1)
})

test('a loan that was put off is not reminded of for its old day, and for its new one it is', async () => {
  const uid = newId()
  await database.inTransaction(orgId, (tx) => insert(tx, 'person', [{ id: uid, username: 'zhao', user_name: '赵敏' }]))
  const asset = await lent(uid, inDays(1))
  const { id } = await renewed([asset], inDays(9), { uid, borrower: uid })
  await approved(id)
  const told = async (day: Day) => {
    await database.inTransaction(orgId, (tx) => remindOf(tx, { today: day, daysOff: 0 }))
    const rows = await database.reading(orgId, (tx) =>
      tx.query<{ title: string }>(`select title from message where org_id = $1 and uid = $2 and notice = 'reminder.loanDue' order by seq`, [
        orgId,
        uid,
      ]),
    )
    return rows.map(({ title }) => title.replace(/.*）/, ''))
  }
  assert.deepEqual(await told(today), [])
  assert.deepEqual(await told(inDays(1)), [])
  assert.deepEqual(await told(inDays(8)), ['明天应归还'])
})

test('a repair in between leaves the due day as it is', async () => {
  const asset = await lent(staff, inDays(6))
  const { id } = await sent('GsRepairOrder', { reason: '屏幕' }, [{ asset }])
  await database.inTransaction(orgId, (tx) =>
    advance(callOf(tx, keeper, ['gsrepairorder:advance']), documentKind('GsRepairOrder')!, { id, key: 'finished' }),
  )
  assert.equal(await dueOf(asset), inDays(6))
})
