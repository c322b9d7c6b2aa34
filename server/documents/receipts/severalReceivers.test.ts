import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Id, newId } from '../../../kernel/id.ts'
import { RefusalError } from '../../../kernel/refusal.ts'
import { kindNamed } from '../../../domain/documents/all.ts'
import { codeOf } from '../../../domain/documents/define.ts'
import type { Where } from '../../../domain/tables/view.ts'
import type { PartialReceipt } from '../../../domain/documents/partialReceiptInput.ts'
import { holdingsOf } from '../../access/holdings.ts'
import { assetChecks } from '../../audit/assets.ts'
import { auditDatabase } from '../../audit/audit.ts'
import { bookChecks } from '../../audit/books.ts'
import { documentChecks } from '../../audit/documents.ts'
import { ledgerChecks } from '../../audit/ledger.ts'
import { testDatabase } from '../../db/testing.ts'
import { NotFound } from '../../httpError.ts'
import { callOf, foundCompany, insert, uploadedFile } from '../../testing/company.ts'
import { describeDocument } from '../describe.ts'
import { postApproved, requireVisible, saveDraft, submit } from '../engine.ts'
import type { Flows } from '../flows.ts'
import { listDocuments, listReceipts } from '../list.ts'
import { reverse } from '../reverse.ts'
import { advance } from './advance.ts'

/** One document goes to several people: each confirms what is his, and has it from then on. */
const { database, newOrganisation } = await testDatabase()
const { orgId, storeA, keeper, staff, model, paper } = await foundCompany(database, await newOrganisation())
const [colleague, third, admin] = [newId(), newId(), newId()]
await database.inTransaction(orgId, async (tx) => {
  await insert(tx, 'person', [
    { id: colleague, username: `c${colleague}`, user_name: '赵敏' },
    { id: third, username: `t${third}`, user_name: '陈静' },
    { id: admin, username: `a${admin}`, user_name: '管理员' },
  ])
  await tx.query(`update organisation set settings = settings || '{"confirmIssue": true}' where org_id = $1`, [orgId])
})
const flows = (inUse: boolean): Flows =>
  ({
    requireStarter: async () => {},
    installed: async () => inUse,
    start: async () => ({ processId: newId(), isRunning: true }),
    readerOf: async () => ({ takesPart: false, permissions: {} }),
  }) as unknown as Flows
type Raw = Record<string, unknown>
type Rights = { readonly codes?: readonly string[]; readonly locations?: 'all' | readonly Id[] }
const callAs = <R>(uid: Id, { codes = [], locations = [] }: Rights, act: (call: ReturnType<typeof callOf>) => Promise<R>) =>
  database.inTransaction(orgId, (tx) => act(callOf(tx, uid, codes, { locations })))
const submitOrder = (name: string, header: Raw, lines: readonly Raw[], inUse = false) =>
  database.inTransaction(orgId, (tx) =>
    submit(
      callOf(tx, keeper, [`${codeOf(kindNamed(name))}:post`]),
      flows(inUse),
      { kind: kindNamed(name), id: newId(), raw: { header, lines } },
      {},
    ),
  )
const newPieces = async (count: number): Promise<Id[]> => {
  const { id } = await submitOrder('GsInstockOrder', { to: storeA }, [{ model, quantity: String(count), price: '1' }])
  const rows = await database.reading(orgId, (tx) =>
    tx.query<{ item: Id }>('select item_id as item from move where org_id = $1 and document_id = $2 order by item_id', [orgId, id]),
  )
  return rows.map(({ item }) => item)
}
const approve = async (name: string, header: Raw, lines: readonly Raw[], by = keeper): Promise<Id> => {
  const { id } = await submitOrder(name, header, lines, true)
  await database.inTransaction(orgId, (tx) => postApproved(tx, id, by, tx.now()))
  return id
}
const issue = kindNamed('GsOutstockOrder')
const lineOf = (assets: readonly Id[], recipient?: Id): Raw => ({ model, quantity: String(assets.length), assets, recipient })
const issueTo = (lines: readonly Raw[], by = keeper) => approve('GsOutstockOrder', { recipient: staff, reason: '办公' }, lines, by)
type Input = { readonly part?: PartialReceipt; readonly receiver?: Id; readonly signature?: string }
const confirm = (uid: Id, id: Id, input: Input = {}, rights: Rights = {}, kind = issue) =>
  callAs(uid, rights, (call) => advance(call, kind, { id, key: 'received', ...input }))
const waits = (uid: Id) =>
  callAs(uid, {}, async ({ tx, session }) => (await listReceipts(tx, session, { pageSize: 100 })).list.map(({ id }) => id))
const infoFor = (uid: Id, id: Id, rights: Rights = {}) =>
  callAs(uid, rights, async (call) => describeDocument(call, issue, await requireVisible(call, flows(true), issue, id)))
const standingOf = (assets: readonly Id[]) =>
  database.reading(orgId, async (tx) => {
    const rows = await tx.query<{ id: Id; holder: Id | null; isReserved: boolean }>(
      `select a.id, a.holder_uid as holder, exists (select from reservation r where r.org_id = $1 and r.item_id = a.id) as "isReserved"
       from asset a where a.org_id = $1 and a.id = any ($2::bigint[])`,
      [orgId, assets],
    )
    return assets.map((id) => rows.find((row) => row.id === id)).map((row) => row?.holder ?? (row?.isReserved ? 'reserved' : 'free'))
  })
const messagesOf = (uid: Id) =>
  database.reading(orgId, async (tx) => {
    const rows = await tx.query<{ title: string }>(
      'select title from message where org_id = $1 and uid = $2 and read_at is null order by id',
      [orgId, uid],
    )
    return rows.map(({ title }) => title)
  })
const checkNames = new Set([...ledgerChecks, ...bookChecks, ...assetChecks, ...documentChecks].map(({ name }) => name))
const faults = async () => (await auditDatabase(database)).filter(({ check, count }) => checkNames.has(check) && count > 0)
const refusedAs = (reason: string) => (error: unknown) => error instanceof RefusalError && error.refusal.reason === reason
const nothingOf = (lineNo: number): PartialReceipt => ({ lines: [{ lineNo, assets: [] }], rest: 'drop', reason: '没有来领' })

suite('pieces for several people', () => {
  test('each is told what is his, confirms it and has it, once; the last of them ends the document', async () => {
    const [one = '', two = '', three = ''] = await newPieces(3)
    const id = await issueTo([lineOf([one]), lineOf([two], colleague), lineOf([three], third)])
    for (const uid of [staff, colleague, third]) assert.deepEqual(await waits(uid), [id])
    assert.match((await messagesOf(colleague)).join(), /笔记本电脑 ×1已为您备好/)
    const signature = await database.inTransaction(orgId, (tx) => uploadedFile(tx, colleague))
    for (let time = 0; time < 2; time++)
      assert.deepEqual(await confirm(colleague, id, { signature }), { state: 'inProgress', stage: 0 }, 'sent twice it counts once')
    assert.deepEqual(await standingOf([one, two, three]), ['reserved', colleague, 'reserved'])
    assert.deepEqual([await waits(colleague), await waits(staff)], [[], [id]])
    assert.deepEqual(await faults(), [])
    const info = await infoFor(colleague, id)
    assert.equal(info.may.advance, null)
    assert.deepEqual(
      info.receipts.map((receipt) => [receipt.name, receipt.lineNos, receipt.confirmedAt !== null, receipt.signature, receipt.may]),
      [
        ['李明', [1], false, null, null],
        ['赵敏', [2], true, signature, null],
        ['陈静', [3], false, null, null],
      ],
    )
    assert.equal((await confirm(third, id)).state, 'inProgress')
    assert.equal((await infoFor(staff, id)).may.advance, 'received')
    assert.deepEqual(await confirm(staff, id), { state: 'posted', stage: 1 })
    assert.deepEqual(await standingOf([one, two, three]), [staff, colleague, third])
    assert.equal((await confirm(colleague, id, { signature })).state, 'posted')
    assert.deepEqual(await faults(), [])
  })

  test('a part of what is his, or none of it; the pieces are free, and the others keep theirs', async () => {
    const [one = '', two = '', three = '', four = ''] = await newPieces(4)
    const id = await issueTo([lineOf([one]), lineOf([two, three], colleague), lineOf([four], third)])
    const part: PartialReceipt = { lines: [{ lineNo: 2, assets: [three] }], rest: 'wait', reason: '缺一台' }
    await assert.rejects(
      confirm(colleague, id, { part: { ...part, lines: [{ lineNo: 1, assets: [] }] } }),
      refusedAs('not-handed'),
      'what is for another',
    )
    for (let time = 0; time < 2; time++) assert.equal((await confirm(colleague, id, { part })).state, 'inProgress')
    assert.deepEqual(await standingOf([one, two, three, four]), ['reserved', 'free', colleague, 'reserved'])
    assert.deepEqual(await faults(), [])
    await confirm(third, id, { part: nothingOf(3) })
    assert.deepEqual(await standingOf([one, four]), ['reserved', 'free'])
    assert.equal((await confirm(staff, id)).state, 'posted')
    assert.deepEqual(await faults(), [])
    const lines = await database.reading(orgId, (tx) =>
      tx.query(
        'select done_quantity as done, waits_since is not null as waits from document_line where org_id = $1 and document_id = $2 order by line_no',
        [orgId, id],
      ),
    )
    assert.deepEqual(lines, [
      { done: '1', waits: false },
      { done: '1', waits: true },
      { done: '1', waits: false },
    ])
  })

  test('a document that some have confirmed is reversed: their pieces are in the store again, the others free', async () => {
    const [one = '', two = ''] = await newPieces(2)
    const id = await issueTo([lineOf([one]), lineOf([two], colleague)])
    await confirm(colleague, id)
    assert.equal(await callAs(keeper, { locations: [storeA] }, (call) => reverse(call, issue, id, '发错了')), 'reversed')
    assert.deepEqual(await standingOf([one, two]), ['free', 'free'])
    await assert.rejects(confirm(staff, id), refusedAs('stage-not-due'))
    assert.deepEqual(await waits(staff), [])
    assert.deepEqual(await faults(), [])
  })

  test('a colleague confirms nothing that is for another, an administrator may stand in, and the keeper says only that nothing was fetched', async () => {
    const [one = '', two = '', three = ''] = await newPieces(3)
    const id = await issueTo([lineOf([one]), lineOf([two], colleague), lineOf([three], third)])
    const keeps: Rights = { codes: ['gsoutstockorder:post', 'gsoutstockorder:reverse'], locations: [storeA] }
    await assert.rejects(confirm(colleague, id, { receiver: staff }), refusedAs('not-the-receiver'))
    await assert.rejects(confirm(admin, id, {}), NotFound)
    await assert.rejects(confirm(keeper, id, { receiver: colleague }, keeps), refusedAs('not-the-receiver'))
    assert.equal((await infoFor(keeper, id, keeps)).receipts[1]?.may, 'return')
    const notices = await messagesOf(colleague)
    await confirm(keeper, id, { receiver: colleague, part: nothingOf(2) }, keeps)
    assert.deepEqual(await standingOf([two]), ['free'])
    assert.ok(!(await messagesOf(colleague)).includes(notices.at(-1) ?? ''), 'he is asked no more')
    const standsIn: Rights = { codes: ['gsoutstockorder:post'], locations: 'all' }
    await confirm(admin, id, { receiver: third }, standsIn)
    assert.deepEqual(await standingOf([three]), [third])
    const { events } = await infoFor(staff, id)
    assert.deepEqual(events.at(-1)?.details, { stage: 'received', receiver: third })
    assert.equal((await confirm(staff, id)).state, 'posted')
  })

  test('what the person who ends the approval receives among others is his at once; what is all his, too', async () => {
    const [one = '', two = '', three = ''] = await newPieces(3)
    const id = await issueTo([lineOf([one]), lineOf([two], colleague)], staff)
    assert.deepEqual(await standingOf([one, two]), [staff, 'reserved'])
    assert.equal((await confirm(colleague, id)).state, 'posted')
    await issueTo([lineOf([three], colleague)], colleague)
    assert.deepEqual(await standingOf([three]), [colleague])
    assert.deepEqual(await faults(), [])
  })

  test('a line for another person alone waits for him, and not for the person in the header', async () => {
    const [one = ''] = await newPieces(1)
    const id = await issueTo([lineOf([one], colleague)])
    assert.deepEqual([await waits(staff), await waits(colleague)], [[], [id]])
    const holdings = await database.reading(orgId, (tx) => holdingsOf(tx, [staff, colleague]))
    assert.deepEqual(
      holdings.filter(({ key }) => key === 'receipts').map(({ uid }) => uid),
      [colleague],
    )
    assert.equal((await confirm(colleague, id)).state, 'posted')
  })

  test('two confirm at the same moment: both have theirs, and the document ends once', async () => {
    const [one = '', two = ''] = await newPieces(2)
    const id = await issueTo([lineOf([one]), lineOf([two], colleague)])
    const answers = await Promise.all([confirm(staff, id), confirm(colleague, id), confirm(colleague, id)])
    assert.ok(answers.some(({ state }) => state === 'posted'))
    assert.deepEqual(await standingOf([one, two]), [staff, colleague])
    assert.deepEqual(await faults(), [])
  })
})

suite('who lines name, as who the header names', () => {
  const listIds = (uid: Id, where: Where, rights: Rights = {}) =>
    callAs(uid, rights, async ({ tx, session }) =>
      (await listDocuments(tx, session, issue, { pageSize: 100, where })).list.map(({ id }) => id),
    )
  const keeps: Rights = { codes: ['gsoutstockorder:post'], locations: 'all' }

  test('reads an application from its submission on, in lists, in its lines and by search; of a draft nothing', async () => {
    const reader = newId()
    await database.inTransaction(orgId, (tx) => insert(tx, 'person', [{ id: reader, username: `r${reader}`, user_name: '周琳' }]))
    const [one = '', two = ''] = await newPieces(2)
    const lines = [lineOf([one]), lineOf([two], reader)]
    const { id } = await submitOrder('GsOutstockOrder', { recipient: staff, reason: '办公' }, lines, true)
    assert.equal((await infoFor(reader, id)).state, 'inApproval')
    assert.deepEqual(await listIds(reader, []), [id])
    assert.deepEqual(await listIds(reader, [{ key: 'concerns', is: 'in', value: ['subject'] }]), [id])
    await assert.rejects(infoFor(third, id), NotFound, 'a colleague whom no line names')
    const draftId = newId()
    await database.inTransaction(orgId, (tx) =>
      saveDraft(callOf(tx, staff, []), { kind: issue, id: draftId, raw: { header: { recipient: staff, reason: '办公' }, lines } }),
    )
    await assert.rejects(infoFor(reader, draftId), NotFound)
    assert.deepEqual(await listIds(reader, []), [id])
    await database.inTransaction(orgId, (tx) => postApproved(tx, id, keeper, tx.now()))
    assert.deepEqual(await waits(reader), [id])
  })

  test('is found by the receiver who is asked for, on a line or in the header, and left out where he is to be none of them', async () => {
    const receiver = newId()
    await database.inTransaction(orgId, (tx) => insert(tx, 'person', [{ id: receiver, username: `v${receiver}`, user_name: '吴桐' }]))
    const [one = '', two = '', three = ''] = await newPieces(3)
    const onLine = await issueTo([lineOf([one]), lineOf([two], receiver)])
    const inHeader = await approve('GsOutstockOrder', { recipient: receiver, reason: '办公' }, [lineOf([three])])
    const findByReceiver = (is: 'in' | 'notIn') => listIds(keeper, [{ key: 'subjectUid', is, value: [receiver] }], keeps)
    assert.deepEqual(await findByReceiver('in'), [inHeader, onLine])
    const otherIds = await findByReceiver('notIn')
    assert.ok(otherIds.length > 0 && !otherIds.includes(onLine) && !otherIds.includes(inHeader))
    const waitingIds = await callAs(receiver, {}, async ({ tx, session }) =>
      (await listReceipts(tx, session, { pageSize: 100, where: [{ key: 'subjectUid', is: 'in', value: [receiver] }] })).list.map(
        ({ id }) => id,
      ),
    )
    assert.deepEqual(new Set(waitingIds), new Set([onLine, inHeader]))
  })
})

test('supplies for several people: each holds what he confirmed, and what was kept for the others stays kept', async () => {
  await submitOrder('CsInstockOrder', { to: storeA }, [{ item: paper, quantity: '10', price: '2' }])
  const kind = kindNamed('CsOutstockOrder')
  const lines = [
    { item: paper, quantity: '4' },
    { item: paper, quantity: '3', recipient: colleague },
  ]
  const id = await approve('CsOutstockOrder', { from: storeA, recipient: staff, reason: '打印' }, lines)
  const balances = () =>
    database.reading(orgId, (tx) =>
      tx.query('select account, on_hand as "onHand", reserved from balance where org_id = $1 and item_id = $2 order by account', [
        orgId,
        paper,
      ]),
    )
  await confirm(colleague, id, { part: { lines: [{ lineNo: 2, quantity: '2' }], rest: 'drop', reason: '少一包' } }, {}, kind)
  const ofColleague = { account: `consumed:${colleague}`, onHand: '2', reserved: '0' }
  assert.deepEqual(await balances(), [ofColleague, { account: `store:${storeA}`, onHand: '8', reserved: '4' }])
  assert.deepEqual(await faults(), [])
  assert.equal((await confirm(staff, id, {}, {}, kind)).state, 'posted')
  const finalBalances = await balances()
  assert.equal(finalBalances.length, 3)
  assert.deepEqual(
    finalBalances.find(({ account }) => account === `store:${storeA}`),
    { account: `store:${storeA}`, onHand: '4', reserved: '0' },
  )
  assert.deepEqual(await faults(), [])
})

suite('a keeper hands over to several people at once', () => {
  const handOver = (name: string, header: Raw, lines: readonly Raw[], signatures: Readonly<Record<Id, string>>) =>
    database.inTransaction(orgId, (tx) =>
      submit(
        callOf(tx, keeper, [`${codeOf(kindNamed(name))}:post`]),
        flows(false),
        { kind: kindNamed(name), id: newId(), raw: { header, lines } },
        { direct: { signatures } },
      ),
    )

  test('each has his pieces, has signed for himself and may read the document, and lists name all of them', async () => {
    const [one = '', two = '', three = ''] = await newPieces(3)
    const signature = await database.inTransaction(orgId, (tx) => uploadedFile(tx, keeper))
    const header = { recipient: staff, reason: '办公' }
    const lines = [lineOf([one]), lineOf([two], colleague), lineOf([three], third)]
    const { id, state } = await handOver('GsOutstockOrder', header, lines, { [colleague]: signature })
    assert.equal(state, 'posted')
    assert.deepEqual(await standingOf([one, two, three]), [staff, colleague, third])
    const info = await infoFor(colleague, id)
    assert.deepEqual(
      info.receipts.map(({ name, standIn, signature: ownSignature, may }) => [name, standIn !== null, ownSignature, may]),
      [
        ['李明', true, null, null],
        ['赵敏', true, signature, null],
        ['陈静', true, null, null],
      ],
    )
    assert.equal(info.subjectName, '李明、赵敏、陈静')
    const { list } = await callAs(keeper, { locations: 'all', codes: ['gsoutstockorder:post'] }, ({ tx, session }) =>
      listDocuments(tx, session, issue, { pageSize: 5 }),
    )
    assert.equal(list.find((row) => row.id === id)?.subjectName, '李明、赵敏、陈静')
    const foreignSignature = await database.inTransaction(orgId, (tx) => uploadedFile(tx, staff))
    const [four = ''] = await newPieces(1)
    await assert.rejects(
      handOver('GsOutstockOrder', header, [lineOf([four], colleague)], { [colleague]: foreignSignature }),
      RefusalError,
      'a signature that the keeper has not taken',
    )
    assert.equal(await callAs(keeper, { locations: [storeA] }, (call) => reverse(call, issue, id, '发错了')), 'reversed')
    assert.deepEqual(await standingOf([one, two, three]), ['free', 'free', 'free'])
    assert.deepEqual(await faults(), [])
  })

  test('each hears of the supplies that are his', async () => {
    await submitOrder('CsInstockOrder', { to: storeA }, [{ item: paper, quantity: '3', price: '2' }])
    const lines = [
      { item: paper, quantity: '1' },
      { item: paper, quantity: '2', recipient: third },
    ]
    await handOver('CsOutstockOrder', { from: storeA, recipient: staff, reason: '打印' }, lines, {})
    assert.match((await messagesOf(third)).at(-1) ?? '', /已为您办理：\S+ ×2$/)
    assert.match((await messagesOf(staff)).at(-1) ?? '', /已为您办理：\S+ ×1$/)
    assert.deepEqual(await faults(), [])
  })
})
