import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import pg from 'pg'
import { type Id, newId } from '../../kernel/id.ts'
import { RefusalError } from '../../kernel/refusal.ts'
import { documentKind } from '../../domain/documents/all.ts'
import { isBusy } from '../db/busy.ts'
import { testDatabase } from '../db/testing.ts'
import { callOf, type Company, foundCompany } from '../testing/company.ts'
import { NotFound } from '../httpError.ts'
import { readBody } from './body.ts'
import { postEffects } from './posting/effects.ts'
import { advance } from './receipts/advance.ts'
import { saveDraft, submit } from './engine.ts'
import { reverse } from './reverse.ts'
import type { Flows } from './flows.ts'
import { describeDocument } from './describe.ts'
import { listDocuments } from './list.ts'
import { readDocument } from './store.ts'

const { database, newOrganisation, url } = await testDatabase({ poolSize: 12 })
const founded = async (): Promise<Company> => foundCompany(database, await newOrganisation())

/** An organisation without flows: everything posts directly. */
const noFlows: Flows = {
  requireStarter: async () => {},
  installed: () => Promise.resolve(false),
  start: () => Promise.reject(new Error('no flow is installed')),
  withdraw: () => Promise.reject(new Error('no flow is installed')),
  readerOf: () => Promise.resolve({ takesPart: false, permissions: {} }),
}

type Lines = readonly Record<string, unknown>[]

const submitted = (
  company: Company,
  kindName: string,
  header: Record<string, unknown>,
  lines: Lines,
  { id = newId(), sourceId, uid = company.keeper }: { id?: Id; sourceId?: Id; uid?: Id } = {},
) => {
  const kind = documentKind(kindName)!
  return database.inTransaction(company.orgId, (tx) =>
    submit(callOf(tx, uid, [`${kindName.toLowerCase()}:post`]), noFlows, { kind, id, raw: { header, lines, sourceId } }, {}),
  )
}

/** What a refusal says of single cells. */
const culprits = (error: unknown): readonly { path: string; words: string }[] =>
  error instanceof RefusalError ? (error.details as { path: string; words: string }[]) : []

const refusedWith = (reason: string) => (error: unknown) => error instanceof RefusalError && error.refusal.reason === reason

const stockOf = async ({ orgId }: Company, location: Id, item: Id) =>
  (
    await database.reading(orgId, (tx) =>
      tx.query<{ on_hand: string; reserved: string; value: string }>(
        'select on_hand, reserved, value from balance where org_id = $1 and account = $2 and item_id = $3',
        [orgId, `store:${location}`, item],
      ),
    )
  )[0]

const stocked = async (company: Company, quantity = '10', price = '2') => {
  await submitted(company, 'CsInstockOrder', { to: company.storeA }, [{ item: company.paper, quantity, price }])
}

/** Three laptops in store A. */
const equipped = async (company: Company): Promise<Id[]> => {
  const { id } = await submitted(company, 'GsInstockOrder', { to: company.storeA, boughtOn: '2026-01-05' }, [
    { model: company.model, quantity: '3', price: '5000', serials: 'SN1,SN2,SN3' },
  ])
  return database.reading(company.orgId, async (tx) =>
    (
      await tx.query<{ item_id: Id }>('select item_id from move where org_id = $1 and document_id = $2 order by item_id', [tx.orgId, id])
    ).map((row) => row.item_id),
  )
}

const cardOf = async ({ orgId }: Company, asset: Id) =>
  (
    await database.reading(orgId, (tx) =>
      tx.query<{
        state: string
        holder_uid: Id | null
        loc_id: Id | null
        due_on: string | null
        account: string
        instance_code: string
        serial_no: string
        condition: string
      }>(
        'select state, holder_uid, loc_id, due_on, account, instance_code, serial_no, condition from asset where org_id = $1 and id = $2',
        [orgId, asset],
      ),
    )
  )[0]!

suite('supplies', () => {
  test('stock comes in at its price and leaves at the moving average', async () => {
    const company = await founded()
    await stocked(company, '10', '2')
    await stocked(company, '10', '4')
    assert.deepEqual(await stockOf(company, company.storeA, company.paper), { on_hand: '20', reserved: '0', value: '60' })
    await submitted(company, 'CsOutstockOrder', { from: company.storeA, recipient: company.staff, reason: '办公' }, [
      { item: company.paper, quantity: '5' },
    ])
    assert.deepEqual(await stockOf(company, company.storeA, company.paper), { on_hand: '15', reserved: '0', value: '45' })
  })

  test('more than there is is refused in words, and nothing happened', async () => {
    const company = await founded()
    await stocked(company)
    await assert.rejects(
      submitted(company, 'CsOutstockOrder', { from: company.storeA, recipient: company.staff, reason: '办公' }, [
        { item: company.paper, quantity: '11' },
      ]),
      (error) => error instanceof RefusalError && error.message === '复印纸库存不足：需要11包，可用10包',
    )
    assert.deepEqual(await stockOf(company, company.storeA, company.paper), { on_hand: '10', reserved: '0', value: '20' })
  })

  test('every line that wants more than there is says so at its cell', async () => {
    const company = await founded()
    await stocked(company)
    await assert.rejects(
      submitted(company, 'CsOutstockOrder', { from: company.storeA, recipient: company.staff, reason: '办公' }, [
        { item: company.paper, quantity: '6' },
        { item: company.paper, quantity: '7' },
      ]),
      (error) => {
        assert.deepEqual(
          culprits(error).map(({ path, words }) => [path, words]),
          ['lines.0.quantity', 'lines.1.quantity'].map((path) => [path, '{item}库存不足：需要{wanted}{unit}，可用{free}{unit}']),
        )
        return true
      },
    )
  })

  test('forty ask for the last ten at once: ten get one, thirty are refused in words', async () => {
    const company = await founded()
    await stocked(company)
    // A device that is told that the server is busy sends again.
    const askForOne = (): Promise<unknown> =>
      submitted(company, 'CsOutstockOrder', { from: company.storeA, recipient: company.staff, reason: '办公' }, [
        { item: company.paper, quantity: '1' },
      ]).catch((error: unknown) => {
        if (isBusy(error)) return askForOne()
        throw error
      })
    const results = await Promise.allSettled(Array.from({ length: 40 }, askForOne))
    assert.equal(results.filter((result) => result.status === 'fulfilled').length, 10)
    for (const result of results)
      if (result.status === 'rejected') assert.ok(refusedWith('not-enough-stock')(result.reason), String(result.reason))
    assert.deepEqual(await stockOf(company, company.storeA, company.paper), { on_hand: '0', reserved: '0', value: '0' })
  })

  test('the same document sent five times at once is one document', async () => {
    const company = await founded()
    await stocked(company)
    const id = newId()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        submitted(
          company,
          'CsOutstockOrder',
          { from: company.storeA, recipient: company.staff, reason: '办公' },
          [{ item: company.paper, quantity: '3' }],
          { id },
        ),
      ),
    )
    assert.equal(new Set(answers.map(({ code }) => code)).size, 1)
    assert.equal((await stockOf(company, company.storeA, company.paper))!.on_hand, '7')
    await assert.rejects(
      submitted(
        company,
        'CsOutstockOrder',
        { from: company.storeA, recipient: company.staff, reason: '办公' },
        [{ item: company.paper, quantity: '4' }],
        { id },
      ),
      refusedWith('already-submitted'),
    )
  })

  test('an order is received in parts, never more than was ordered', async () => {
    const company = await founded()
    const order = await submitted(company, 'CsPurchaseOrder', { reason: '补货' }, [{ item: company.paper, quantity: '10', price: '2' }])
    const receive = (quantity: string) =>
      submitted(company, 'CsInstockOrder', { to: company.storeA }, [{ item: company.paper, quantity, price: '2', sourceLine: 1 }], {
        sourceId: order.id,
      })
    const listed = (open: boolean) =>
      database.reading(company.orgId, (tx) =>
        listDocuments(tx, callOf(tx, company.keeper, ['cspurchaseorder:post']).session, documentKind('CsPurchaseOrder')!, { open }),
      )
    const first = await receive('6')
    await assert.rejects(receive('5'), refusedWith('more-than-open'))
    assert.deepEqual([(await listed(true)).totalCount, (await listed(false)).totalCount], [1, 0])
    await receive('4')
    assert.deepEqual([(await listed(true)).totalCount, (await listed(false)).totalCount], [0, 1])
    // Nobody fulfils the lines of a draft.
    const draft = { header: { reason: '补货' }, lines: [{ item: company.paper, quantity: '5', price: '2' }] }
    await database.inTransaction(company.orgId, (tx) =>
      saveDraft(callOf(tx, company.keeper, []), { kind: documentKind('CsPurchaseOrder')!, id: newId(), raw: draft }),
    )
    assert.deepEqual([(await listed(true)).totalCount, (await listed(false)).totalCount], [0, 2])
    await assert.rejects(receive('1'), refusedWith('more-than-open'))
    assert.equal((await stockOf(company, company.storeA, company.paper))!.on_hand, '10')
    await database.inTransaction(company.orgId, (tx) =>
      reverse(callOf(tx, company.keeper, []), documentKind('CsInstockOrder')!, first.id, '退货'),
    )
    assert.equal((await stockOf(company, company.storeA, company.paper))!.on_hand, '4')
    await receive('6')
  })

  test('a delivery that names its order and no line of it is counted on the line of the same thing', async () => {
    const company = await founded()
    const order = await submitted(company, 'CsPurchaseOrder', { reason: '补货' }, [{ item: company.paper, quantity: '20', price: '2' }])
    const lineOf = (quantity: string, item = company.paper) => ({ item, quantity, price: '2' })
    const receive = (id: Id, ...lines: ReturnType<typeof lineOf>[]) =>
      submitted(company, 'CsInstockOrder', { to: company.storeA }, lines, { id, sourceId: order.id })
    await assert.rejects(receive(newId(), lineOf('25')), refusedWith('more-than-open'))
    await assert.rejects(receive(newId(), lineOf('12'), lineOf('13')), refusedWith('more-than-open'))
    await assert.rejects(receive(newId(), lineOf('1', company.pens)), refusedWith('no-source-line'))
    const id = newId()
    await receive(id, lineOf('20'), lineOf('3', company.pens))
    assert.equal((await receive(id, lineOf('20'), lineOf('3', company.pens))).id, id)
    await assert.rejects(receive(newId(), lineOf('1')), refusedWith('more-than-open'))
    assert.equal((await stockOf(company, company.storeA, company.paper))?.on_hand, '20')
  })

  test('an order is not taken back while something is received on it', async (t) => {
    const company = await founded()
    // Only the owner sees who waits for a lock.
    const owner = new pg.Client(url)
    await owner.connect()
    t.after(() => owner.end())
    const somebodyWaits = async () =>
      (await owner.query("select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()")).rows.length > 0
    const order = await submitted(company, 'CsPurchaseOrder', { reason: '补货' }, [{ item: company.paper, quantity: '10', price: '2' }])
    const takeBack = () =>
      database.inTransaction(company.orgId, (tx) =>
        reverse(callOf(tx, company.keeper, []), documentKind('CsPurchaseOrder')!, order.id, undefined),
      )
    const receipt = newId()
    const kind = documentKind('CsInstockOrder')!
    const content = {
      header: { to: company.storeA },
      lines: [{ item: company.paper, quantity: '6', price: '2', sourceLine: 1 }],
      sourceId: order.id,
    }
    await database.inTransaction(company.orgId, (tx) => saveDraft(callOf(tx, company.keeper, []), { kind, id: receipt, raw: content }))
    let takingBack: Promise<unknown> | undefined
    await database.inTransaction(company.orgId, async (tx) => {
      await submit(callOf(tx, company.keeper, ['csinstockorder:post']), noFlows, { kind, id: receipt, raw: undefined }, {})
      let ended = false
      takingBack = takeBack().finally(() => (ended = true))
      takingBack.catch(() => undefined)
      while (!ended && !(await somebodyWaits()));
    })
    await assert.rejects(takingBack!, refusedWith('followed'))
    await database.inTransaction(company.orgId, (tx) =>
      reverse(callOf(tx, company.keeper, []), documentKind('CsInstockOrder')!, receipt, undefined),
    )
    await takeBack()
  })

  test('what was submitted for an order that is taken back meanwhile does not go into the books', async () => {
    const company = await founded()
    const order = await submitted(company, 'CsPurchaseOrder', { reason: '补货' }, [{ item: company.paper, quantity: '10', price: '2' }])
    const kind = documentKind('CsInstockOrder')!
    const body = readBody(kind, {
      header: { to: company.storeA },
      lines: [{ item: company.paper, quantity: '6', price: '2', sourceLine: 1 }],
      sourceId: order.id,
    })
    await database.inTransaction(company.orgId, (tx) =>
      reverse(callOf(tx, company.keeper, []), documentKind('CsPurchaseOrder')!, order.id, undefined),
    )
    await assert.rejects(
      database.inTransaction(company.orgId, (tx) => postEffects(tx, { id: newId(), kind, body, actor: company.keeper, at: Date.now() }, 0)),
      refusedWith('source-not-posted'),
    )
  })

  test('lists go by the order that is asked for', async () => {
    const company = await founded()
    const ids: Id[] = []
    for (const price of ['3', '1', '2'])
      ids.push((await submitted(company, 'CsInstockOrder', { to: company.storeA }, [{ item: company.paper, quantity: '1', price }])).id)
    const listed = (sidx: '' | 'amount', order: 'asc' | 'desc') =>
      database.reading(company.orgId, async (tx) =>
        (
          await listDocuments(tx, callOf(tx, company.keeper, ['csinstockorder:post']).session, documentKind('CsInstockOrder')!, {
            sidx,
            order,
          })
        ).list.map(({ id }) => ids.indexOf(id)),
      )
    assert.deepEqual(await listed('', 'asc'), [2, 1, 0])
    assert.deepEqual(await listed('amount', 'asc'), [1, 2, 0])
    assert.deepEqual(await listed('amount', 'desc'), [0, 2, 1])
  })

  test('an allocation is on the road until it is received, and receiving twice is receiving once', async () => {
    const company = await founded()
    await stocked(company)
    const { id, state } = await submitted(company, 'CsAllocateOrder', { from: company.storeA, to: company.storeB, reason: '调拨' }, [
      { item: company.paper, quantity: '4' },
    ])
    assert.equal(state, 'inProgress')
    assert.equal(await stockOf(company, company.storeB, company.paper), undefined)
    const receive = () =>
      database.inTransaction(company.orgId, (tx) =>
        advance(callOf(tx, company.keeper, []), documentKind('CsAllocateOrder')!, { id, key: 'received' }),
      )
    assert.equal((await receive()).state, 'posted')
    assert.equal((await receive()).state, 'posted')
    assert.deepEqual(await stockOf(company, company.storeB, company.paper), { on_hand: '4', reserved: '0', value: '8' })
  })

  test('a reversed issue puts back what was taken, at what it cost, once', async () => {
    const company = await founded()
    await stocked(company)
    const { id } = await submitted(company, 'CsOutstockOrder', { from: company.storeA, recipient: company.staff, reason: '办公' }, [
      { item: company.paper, quantity: '4' },
    ])
    const undo = () =>
      database.inTransaction(company.orgId, (tx) =>
        reverse(callOf(tx, company.keeper, []), documentKind('CsOutstockOrder')!, id, undefined),
      )
    await Promise.all([undo(), undo(), undo()])
    assert.deepEqual(await stockOf(company, company.storeA, company.paper), { on_hand: '10', reserved: '0', value: '20' })
    assert.equal((await database.reading(company.orgId, (tx) => readDocument(tx, id)))!.state, 'reversed')
  })
})

suite('assets', () => {
  test('a stock-in makes numbered cards that stand in the store', async () => {
    const company = await founded()
    const [first, , third] = await equipped(company)
    assert.partialDeepStrictEqual(await cardOf(company, first!), {
      state: 'idle',
      loc_id: company.storeA,
      account: `store:${company.storeA}`,
      serial_no: 'SN1',
    })
    assert.match((await cardOf(company, third!)).instance_code, /^ZC\d{4}000003$/)
  })

  test('a piece issued to one person cannot be issued to another', async () => {
    const company = await founded()
    const [laptop] = await equipped(company)
    const issue = (recipient: Id) =>
      submitted(company, 'GsOutstockOrder', { recipient, reason: '入职' }, [{ model: company.model, quantity: '1', assets: [laptop] }])
    const results = await Promise.allSettled([issue(company.staff), issue(company.keeper), issue(company.staff)])
    assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1)
    for (const result of results) {
      if (result.status === 'rejected')
        assert.ok(
          result.reason instanceof RefusalError && /（ZC\d+）(已在.+名下|当前在用，不能办理)/.test(result.reason.message),
          String(result.reason),
        )
    }
    assert.equal((await cardOf(company, laptop!)).state, 'inUse')
  })

  test('another model than the line asks for is refused', async () => {
    const company = await founded()
    const [laptop] = await equipped(company)
    await assert.rejects(
      submitted(company, 'GsOutstockOrder', { recipient: company.staff, reason: '入职' }, [
        { model: company.otherModel, quantity: '1', assets: [laptop] },
      ]),
      refusedWith('other-model'),
    )
  })

  test('lent until a day, given back with its condition', async () => {
    const company = await founded()
    const [laptop] = await equipped(company)
    await submitted(company, 'GsBorrowOrder', { borrower: company.staff, dueOn: '2026-12-31', reason: '出差' }, [
      { model: company.model, quantity: '1', assets: [laptop] },
    ])
    assert.partialDeepStrictEqual(await cardOf(company, laptop!), { state: 'lent', holder_uid: company.staff, due_on: '2026-12-31' })
    await submitted(company, 'GsRevertOrder', { to: company.storeB }, [{ asset: laptop, condition: 'worn' }])
    assert.partialDeepStrictEqual(await cardOf(company, laptop!), {
      state: 'idle',
      holder_uid: null,
      due_on: null,
      loc_id: company.storeB,
      condition: 'worn',
    })
  })

  test('repair brings a piece back to who had it', async () => {
    const company = await founded()
    const [laptop] = await equipped(company)
    await submitted(company, 'GsOutstockOrder', { recipient: company.staff, reason: '入职' }, [
      { model: company.model, quantity: '1', assets: [laptop] },
    ])
    const { id } = await submitted(company, 'GsRepairOrder', { reason: '屏幕坏了' }, [{ asset: laptop, cost: '300' }])
    assert.equal((await cardOf(company, laptop!)).state, 'inRepair')
    await database.inTransaction(company.orgId, (tx) =>
      advance(callOf(tx, company.keeper, []), documentKind('GsRepairOrder')!, { id, key: 'finished' }),
    )
    assert.partialDeepStrictEqual(await cardOf(company, laptop!), {
      state: 'inUse',
      holder_uid: company.staff,
      account: `person:${company.staff}`,
    })
  })

  test('whoever has a piece already is not handed it again', async () => {
    const company = await founded()
    const [laptop] = await equipped(company)
    const lines = [{ model: company.model, quantity: '1', assets: [laptop] }]
    await submitted(company, 'GsOutstockOrder', { recipient: company.staff, reason: '入职' }, lines)
    const hand = (receiver: Id) => submitted(company, 'GsTransOrder', { receiver, reason: '调岗' }, [{ asset: laptop }])
    await assert.rejects(hand(company.staff), refusedWith('already-there'))
    await hand(company.keeper)
    await assert.rejects(hand(company.keeper), refusedWith('already-there'))
  })

  test('what is taken back between its stages puts everything where it was, and was never posted', async () => {
    const company = await founded()
    const [laptop] = await equipped(company)
    const before = await cardOf(company, laptop!)
    for (const [kind, header] of [
      ['GsRepairOrder', { reason: '屏幕坏了' }],
      ['GsAllocateOrder', { from: company.storeA, to: company.storeB, reason: '调剂' }],
    ] as const) {
      const { id } = await submitted(company, kind, header, [{ asset: laptop }])
      const outcome = await database.inTransaction(company.orgId, (tx) =>
        reverse(callOf(tx, company.keeper, []), documentKind(kind)!, id, undefined),
      )
      assert.equal(outcome, 'reversed')
      assert.partialDeepStrictEqual(await cardOf(company, laptop!), before)
      const [document] = await database.reading(company.orgId, (tx) =>
        tx.query('select state, stage, posted_at from document where org_id = $1 and id = $2', [tx.orgId, id]),
      )
      assert.deepEqual(document, { state: 'reversed', stage: 1, posted_at: null })
    }
  })

  test('another place for a piece that stands in a store is a move to another store, and its reversal a move back', async () => {
    const company = await founded()
    const [laptop] = await equipped(company)
    const { id } = await submitted(company, 'GsAjustOrder', { reason: '盘点' }, [{ asset: laptop, place: company.storeB }])
    assert.partialDeepStrictEqual(await cardOf(company, laptop!), { loc_id: company.storeB, account: `store:${company.storeB}` })
    await database.inTransaction(company.orgId, (tx) =>
      reverse(callOf(tx, company.keeper, []), documentKind('GsAjustOrder')!, id, undefined),
    )
    assert.partialDeepStrictEqual(await cardOf(company, laptop!), { loc_id: company.storeA, account: `store:${company.storeA}` })
  })

  test('reversing an adjustment never takes a piece off the store that it came back to', async () => {
    const company = await founded()
    const [laptop] = await equipped(company)
    const lines = [{ model: company.model, quantity: '1', assets: [laptop] }]
    await submitted(company, 'GsOutstockOrder', { recipient: company.staff, reason: '入职', place: company.storeA }, lines)
    const { id } = await submitted(company, 'GsAjustOrder', { reason: '换工位' }, [{ asset: laptop, place: company.storeB }])
    await submitted(company, 'GsReturnOrder', { to: company.storeB, reason: '离职' }, [{ asset: laptop }])
    await database.inTransaction(company.orgId, (tx) =>
      reverse(callOf(tx, company.keeper, []), documentKind('GsAjustOrder')!, id, undefined),
    )
    assert.partialDeepStrictEqual(await cardOf(company, laptop!), { loc_id: company.storeB, account: `store:${company.storeB}` })
  })

  test('reversing an adjustment gives a card back what it had', async () => {
    const company = await founded()
    const [laptop] = await equipped(company)
    const { id } = await submitted(company, 'GsAjustOrder', { reason: '盘点' }, [
      { asset: laptop, condition: 'broken', place: company.storeB },
    ])
    assert.equal((await cardOf(company, laptop!)).condition, 'broken')
    await database.inTransaction(company.orgId, (tx) =>
      reverse(callOf(tx, company.keeper, []), documentKind('GsAjustOrder')!, id, undefined),
    )
    assert.partialDeepStrictEqual(await cardOf(company, laptop!), { condition: 'good', loc_id: company.storeA })
  })

  test('what is written on a card by a document that still stands is not taken off by the reversal of an earlier one', async () => {
    const company = await founded()
    const [laptop] = await equipped(company)
    const adjusted = (condition: string) => submitted(company, 'GsAjustOrder', { reason: '盘点' }, [{ asset: laptop, condition }])
    const undo = ({ id }: { id: Id }) =>
      database.inTransaction(company.orgId, (tx) => reverse(callOf(tx, company.keeper, []), documentKind('GsAjustOrder')!, id, undefined))
    const first = await adjusted('broken')
    await adjusted('worn')
    const last = await adjusted('broken')
    await undo(first)
    assert.equal((await cardOf(company, laptop!)).condition, 'broken')
    await undo(last)
    assert.equal((await cardOf(company, laptop!)).condition, 'worn')
  })

  test('an issue is not reversed once its piece came back and went out again, until what followed is reversed', async () => {
    const company = await founded()
    const [laptop] = await equipped(company)
    const undo = (kind: string, { id }: { id: Id }) =>
      database.inTransaction(company.orgId, (tx) => reverse(callOf(tx, company.keeper, []), documentKind(kind)!, id, undefined))
    const issued = () =>
      submitted(company, 'GsOutstockOrder', { recipient: company.staff, reason: '入职' }, [
        { model: company.model, quantity: '1', assets: [laptop] },
      ])
    const first = await issued()
    const back = await submitted(company, 'GsReturnOrder', { to: company.storeA, reason: '离职' }, [{ asset: laptop }])
    const second = await issued()
    await assert.rejects(undo('GsOutstockOrder', first), (error) => error instanceof RefusalError && error.message.includes(second.code))
    await undo('GsOutstockOrder', second)
    await assert.rejects(undo('GsOutstockOrder', first), (error) => error instanceof RefusalError && error.message.includes(back.code))
    await undo('GsReturnOrder', back)
    await undo('GsOutstockOrder', first)
    assert.equal((await cardOf(company, laptop!)).state, 'idle')
  })

  for (const [kind, header, card] of [
    ['GsAjustOrder', { reason: '盘点' }, { condition: 'broken' }],
    ['GsHealthOrder', { doneOn: '2026-01-05', content: '除尘' }, { nextOn: '2027-01-05' }],
  ] as const)
    test(`${kind} writes nothing on the card of a piece that left the register`, async () => {
      const company = await founded()
      const [laptop] = await equipped(company)
      await submitted(company, 'GsHandleOrder', { method: 'scrap', reason: '报废' }, [{ asset: laptop }])
      await assert.rejects(
        submitted(company, kind, header, [{ asset: laptop, ...card }]),
        (error) => error instanceof RefusalError && error.message.endsWith('当前已处置，不能办理'),
      )
    })

  test('a stock-in names the pieces that it made, an issue makes none', async () => {
    const company = await founded()
    const pieces = await equipped(company)
    const described = (kind: string, id: Id) =>
      database.reading(company.orgId, async (tx) =>
        describeDocument(callOf(tx, company.keeper, []), documentKind(kind)!, {
          document: (await readDocument(tx, id))!,
          permissions: {},
        }),
      )
    const [{ document_id: stockIn }] = (await database.reading(company.orgId, (tx) =>
      tx.query<{ document_id: Id }>('select document_id from move where org_id = $1 and item_id = $2', [tx.orgId, pieces[0]]),
    )) as [{ document_id: Id }]
    const { created } = await described('GsInstockOrder', stockIn)
    assert.deepEqual(created.map(({ id }) => id).toSorted(), pieces.toSorted())
    const issue = await submitted(company, 'GsOutstockOrder', { recipient: company.staff, reason: '入职' }, [
      { model: company.model, quantity: '1', assets: [pieces[0]] },
    ])
    assert.deepEqual((await described('GsOutstockOrder', issue.id)).created, [])
  })

  test('reversing a stock-in takes the pieces off the register, but not one that somebody has', async () => {
    const company = await founded()
    const [laptop] = await equipped(company)
    const [{ document_id: stockIn }] = (await database.reading(company.orgId, (tx) =>
      tx.query<{ document_id: Id }>('select document_id from move where org_id = $1 and item_id = $2', [tx.orgId, laptop]),
    )) as [{ document_id: Id }]
    const issue = await submitted(company, 'GsOutstockOrder', { recipient: company.staff, reason: '入职' }, [
      { model: company.model, quantity: '1', assets: [laptop] },
    ])
    const undo = (kind: string, id: Id) =>
      database.inTransaction(company.orgId, (tx) => reverse(callOf(tx, company.keeper, []), documentKind(kind)!, id, undefined))
    await assert.rejects(undo('GsInstockOrder', stockIn), refusedWith('moved-since'))
    await undo('GsOutstockOrder', issue.id)
    await undo('GsInstockOrder', stockIn)
    assert.equal((await cardOf(company, laptop!)).state, 'gone')
  })
})

suite('who and what', () => {
  test('every piece that is elsewhere is named with its line', async () => {
    const company = await founded()
    const [first, second, third] = (await equipped(company)) as [Id, Id, Id]
    const issued = (...assets: readonly Id[]) =>
      submitted(
        company,
        'GsOutstockOrder',
        { recipient: company.staff, reason: '入职' },
        assets.map((asset) => ({ model: company.model, quantity: '1', assets: [asset] })),
      )
    await issued(first, third)
    await assert.rejects(issued(first, second, third), (error) => {
      assert.deepEqual(
        culprits(error).map(({ path }) => path),
        ['lines.0.assets', 'lines.2.assets'],
      )
      return true
    })
  })

  test('what is missing is named with its line', async () => {
    const company = await founded()
    await assert.rejects(
      submitted(company, 'CsOutstockOrder', { from: company.storeA }, [{ item: company.paper }]),
      (error) =>
        error instanceof RefusalError &&
        JSON.stringify((error.details as { path: string }[]).map(({ path }) => path)) ===
          '["header.recipient","header.reason","lines.0.quantity"]',
    )
  })

  test('an id of another organisation is no id', async () => {
    const [ours, theirs] = [await founded(), await founded()]
    await assert.rejects(
      submitted(ours, 'CsInstockOrder', { to: theirs.storeA }, [{ item: ours.paper, quantity: '1' }]),
      refusedWith('unknown-reference'),
    )
    const { id } = await submitted(theirs, 'CsInstockOrder', { to: theirs.storeA }, [{ item: theirs.paper, quantity: '1' }])
    await assert.rejects(
      database.inTransaction(ours.orgId, (tx) => reverse(callOf(tx, ours.keeper, []), documentKind('CsInstockOrder')!, id, undefined)),
      (error) => error instanceof NotFound,
    )
  })

  test('a keeper posts only from places he manages', async () => {
    const company = await founded()
    await stocked(company)
    const kind = documentKind('CsOutstockOrder')!
    const body = {
      header: { from: company.storeA, recipient: company.staff, reason: '办公' },
      lines: [{ item: company.paper, quantity: '1' }],
    }
    const by = (locations: Id[]) =>
      database.inTransaction(company.orgId, (tx) =>
        submit(callOf(tx, company.keeper, ['csoutstockorder:post'], { locations }), noFlows, { kind, id: newId(), raw: body }, {}),
      )
    await assert.rejects(by([company.storeB]), refusedWith('not-your-location'))
    assert.equal((await by([company.storeA])).state, 'posted')
  })

  test('a draft saved twice is one, and its id cannot be taken for another', async () => {
    const company = await founded()
    const kind = documentKind('CsOutstockOrder')!
    const id = newId()
    const save = (quantity: string) =>
      database.inTransaction(company.orgId, (tx) =>
        saveDraft(callOf(tx, company.staff, []), { kind, id, raw: { header: {}, lines: [{ item: company.paper, quantity }] } }),
      )
    await Promise.all([save('1'), save('1'), save('1.0')])
    await assert.rejects(save('2'), refusedWith('id-used'))
  })
})

suite('a keeper of some places', () => {
  const keeping = (company: Company, kindName: string, places: readonly Id[], run: (call: ReturnType<typeof callOf>) => Promise<unknown>) =>
    database.inTransaction(company.orgId, (tx) =>
      run(callOf(tx, company.keeper, [`${kindName.toLowerCase()}:post`], { locations: places })),
    )

  test('reverses what went out of their place, though the pieces are elsewhere now, and no other', async () => {
    const company = await founded()
    const [laptop] = await equipped(company)
    const { id } = await submitted(company, 'GsOutstockOrder', { recipient: company.staff, reason: '办公' }, [
      { model: company.model, quantity: '1', assets: [laptop] },
    ])
    const reversing = (places: readonly Id[]) =>
      keeping(company, 'GsOutstockOrder', places, (call) => reverse(call, documentKind('GsOutstockOrder')!, id, '错'))
    await assert.rejects(reversing([company.storeB]), refusedWith('not-your-location'))
    await reversing([company.storeA])
    assert.equal((await cardOf(company, laptop!)).account, `store:${company.storeA}`)
  })

  test('receives what was sent to their place, though it came from another', async () => {
    const company = await founded()
    const [laptop] = await equipped(company)
    const { id } = await submitted(company, 'GsAllocateOrder', { from: company.storeA, to: company.storeB, reason: '补货' }, [
      { asset: laptop },
    ])
    const receiving = (places: readonly Id[]) =>
      keeping(company, 'GsAllocateOrder', places, (call) => advance(call, documentKind('GsAllocateOrder')!, { id, key: 'received' }))
    await assert.rejects(receiving([company.storeA]), refusedWith('not-the-receiver'))
    await receiving([company.storeB])
    assert.equal((await cardOf(company, laptop!)).account, `store:${company.storeB}`)
  })
})
