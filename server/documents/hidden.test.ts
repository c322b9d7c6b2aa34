import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../kernel/id.ts'
import { approval } from '../../domain/approval/flow/templates/define.ts'
import { documentKind } from '../../domain/documents/all.ts'
import { detailOf } from '../approval/process/detail.ts'
import { installFlow } from '../approval/design/install.ts'
import { publishedDefinition } from '../approval/flow/store.ts'
import { listProcesses, listTasks } from '../approval/process/lists.ts'
import { act, askForPaper, documents, flows, foundOffice, publishFlow, stock } from '../approval/testing/office.ts'
import { testDatabase } from '../db/testing.ts'
import type { Tx } from '../db/tx.ts'
import { findDocuments } from '../find/documents.ts'
import type { Request } from '../tables/order.ts'
import { callOf, type Company } from '../testing/company.ts'
import { NotFound } from '../httpError.ts'
import { requireVisible, submit, updateDraft } from './engine.ts'
import { documentHandlers } from './handlers.ts'
import { describeDocument } from './describe.ts'
import { listOpenRequests, listReceipts } from './list.ts'
import { linesOfListed } from '../records/export/listLines.ts'

/** What a flow hides from a person no way of reading the document shows. */
const { database, newOrganisation } = await testDatabase()

const read = ({ orgId }: Company, kindName: string, id: Id, uid: Id, codes: string[] = [], locations: 'all' | Id[] = []) =>
  database.reading(orgId, async (tx) => {
    const call = callOf(tx, uid, codes, { locations })
    const kind = documentKind(kindName)!
    return describeDocument(call, kind, await requireVisible(call, flows, kind, id))
  })

test('an approver sees of a document what his step does not hide, however he reads it', async () => {
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '50')
  const boss = approval('boss', '审批', [{ k: 'users', ids: [office.boss] }], { fields: { reason: 'hide', 'lines.quantity': 'hide' } })
  await publishFlow(database, office, [boss])
  const { id, processId } = await askForPaper(database, office, '37')
  const kind = 'CsOutstockOrder'

  const seen = await read(office, kind, id, office.boss)
  assert.deepEqual([seen.header['reason'], seen.lines.map((line) => line['quantity'])], [undefined, [undefined]])
  assert.deepEqual([seen.header['from'], seen.lines.map((line) => line['item'])], [office.storeA, [office.paper]])
  const detail = await database.reading(office.orgId, (tx) => detailOf(callOf(tx, office.boss, []), documents, { processId: processId! }))
  for (const answer of [seen, detail]) assert.ok(!/(?<![\d.:])37(?![\d:])|办公/.test(JSON.stringify(answer)), JSON.stringify(answer))

  // Progress, drawing, lists and searches read the line below the title and the amount; they have none of it.
  const kept = await database.reading(office.orgId, (tx) =>
    tx.query(
      `select i.summary, i.amount, t.summary as "taskSummary" from wf_instance i
        join wf_task t on t.org_id = i.org_id and t.instance_id = i.id where i.org_id = $1 and i.id = $2`,
      [tx.orgId, processId],
    ),
  )
  assert.deepEqual(
    kept.map(({ summary, amount, taskSummary }) => [summary, amount, taskSummary]),
    [['', null, '']],
  )

  // His own application the author sees, a keeper every document of his places; the person who has no part in it nothing.
  assert.equal((await read(office, kind, id, office.staff)).lines[0]!['quantity'], '37')
  assert.equal((await read(office, kind, id, office.keeper, ['csoutstockorder:post'], [office.storeA])).header['reason'], '办公')
  await assert.rejects(read(office, kind, id, office.second), NotFound)

  // Nor does a sheet with the lines of the documents that somebody finds say it.
  const listedLine = (uid: Id) =>
    database.reading(office.orgId, async (tx) => {
      const { session } = callOf(tx, uid, [], { locations: [] })
      const { lines, names } = await linesOfListed(tx, session, documentKind(kind)!, [id])
      const [line] = lines.get(id) ?? []
      return [line?.values['quantity'], line?.givenUp, names.get(String(line?.values['item']))]
    })
  assert.deepEqual(await listedLine(office.boss), [null, null, '复印纸'])
  assert.deepEqual(await listedLine(office.staff), ['37', '0', '复印纸'])

  // What a later step changed is remembered with the content before it: that is no way round either.
  await act(database, office, processId!, office.admin, { t: 'updateForm', patch: { reason: '搬家' } })
  const after = await read(office, kind, id, office.boss)
  assert.ok(after.events.some(({ action }) => action === 'patch'))
  assert.ok(!/办公|搬家/.test(JSON.stringify(after)), JSON.stringify(after))
})

test('whom a document is for is not told by name where the field is hidden', async () => {
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '50')
  const boss = approval('boss', '审批', [{ k: 'users', ids: [office.boss] }], { fields: { recipient: 'hide' } })
  await publishFlow(database, office, [boss])
  const { id } = await askForPaper(database, office, '3')
  const names = async (uid: Id) =>
    (({ header, authorName, subjectName }) => [header['recipient'], authorName, subjectName])(
      await read(office, 'CsOutstockOrder', id, uid),
    )
  const [recipient, author, subject] = await names(office.staff)
  assert.equal(recipient, office.staff)
  assert.ok(author)
  assert.equal(subject, author)
  assert.deepEqual(await names(office.boss), [undefined, author, null])
})

test('what the start of a flow hides its author neither reads nor loses', async () => {
  const office = await foundOffice(database, await newOrganisation(), [])
  const post = (kindName: string, body: object, uid = office.keeper) =>
    database.inTransaction(office.orgId, (tx) =>
      submit(callOf(tx, uid, [`${kindName.toLowerCase()}:post`]), flows, { kind: documentKind(kindName)!, id: newId(), raw: body }, {}),
    )
  await post('GsInstockOrder', { header: { to: office.storeA }, lines: [{ model: office.model, quantity: '1' }] })
  const [piece] = await database.reading(office.orgId, (tx) => tx.query<{ id: Id }>('select id from asset where org_id = $1', [tx.orgId]))
  await post('GsOutstockOrder', {
    header: { recipient: office.staff, reason: '办公' },
    lines: [{ model: office.model, quantity: '1', assets: [piece!.id] }],
  })
  await database.inTransaction(office.orgId, (tx) => installFlow(tx, 'repairorderFlow', office.admin))

  const kind = documentKind('GsRepairOrder')!
  const codes = ['gsrepairorder:submit', 'gsrepairorder:save', 'gsrepairorder:list']
  const body = { header: { reason: '屏幕不亮' }, lines: [{ asset: piece!.id }] }
  const { id, processId } = await database.inTransaction(office.orgId, (tx) =>
    submit(callOf(tx, office.staff, codes, { locations: [] }), flows, { kind, id: newId(), raw: body }, {}),
  )
  await act(database, office, processId!, office.keeper, { t: 'updateForm', patch: { lines: [{ asset: piece!.id, cost: '666' }] } })
  const stored = async () =>
    (
      await database.reading(office.orgId, (tx) =>
        tx.query<{ data: Record<string, unknown> }>('select data from document_line where org_id = $1 and document_id = $2', [
          tx.orgId,
          id,
        ]),
      )
    )[0]!.data
  assert.equal((await stored())['cost'], '666')
  const own = await read(office, kind.kind, id, office.staff)
  // The whole figure: ids and milliseconds hold its digits by chance.
  const cost = /(?<![\d.])666(?!\d)/
  assert.doesNotMatch(JSON.stringify(own), cost)
  const list = documentHandlers(flows).find(({ operation }) => operation.name === 'gsrepairorder.list')!
  const page = await database.reading(office.orgId, (tx) =>
    list.run(callOf(tx, office.staff, codes, { locations: [] }) as never, {} as never),
  )
  assert.doesNotMatch(JSON.stringify(page), cost)

  await act(database, office, processId!, office.keeper, { t: 'rollBack', to: 'START', comment: '请补充' })
  const change = (lines: object[]) =>
    database.inTransaction(office.orgId, (tx) =>
      updateDraft(
        callOf(tx, office.staff, codes, { locations: [] }),
        flows,
        { kind, id, raw: { header: { reason: '屏幕碎了' }, lines: lines as never } },
        {},
      ),
    )
  await change([{ asset: piece!.id, fault: '屏' }])
  assert.deepEqual(await stored(), { asset: piece!.id, fault: '屏', cost: '666' })
  await assert.rejects(change([{ asset: piece!.id, cost: '1' }]), /不能修改/)
})

test('an application that moved to a version that hides something is found by it no more', async () => {
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '50')
  const boss = approval('boss', '审批', [{ k: 'users', ids: [office.boss] }])
  await publishFlow(database, office, [boss], { title: '{initiator}提交的{flow}：{reason}' })
  const { processId } = await askForPaper(database, office, '37')
  const waiting = (input: Request) =>
    database.reading(office.orgId, async (tx) => (await listTasks(tx, { uid: office.boss, done: false, ...input })).list)
  const worded: readonly Request[] = [{ likeQuery: '复印' }, { likeQuery: 'fyz', where: [{ key: 'title', is: 'filled' }] }]
  for (const input of worded) assert.equal((await waiting(input)).length, 1, JSON.stringify(input))
  assert.equal((await waiting({}))[0]!.title, '李明提交的耗材领用：办公')

  await publishFlow(database, office, [{ ...boss, fields: { 'lines.quantity': 'hide', reason: 'hide' } }])
  const to = await database.reading(office.orgId, (tx) => publishedDefinition(tx, 'csoutstock', 3))
  await act(database, office, processId!, office.admin, { t: 'migrate', to, mapping: {} })
  for (const input of worded) {
    assert.deepEqual(await waiting(input), [], JSON.stringify(input))
    const all = await database.reading(office.orgId, (tx) => listProcesses(tx, { initiatorUid: undefined, ...input }))
    assert.deepEqual(all.list, [], JSON.stringify(input))
  }
  const [task] = await waiting({})
  assert.deepEqual([task!.title, task!.summary, task!.amount], ['李明提交的耗材领用：', '', null])
  assert.equal((await waiting({ likeQuery: task!.number })).length, 1)
})

test('what a step hides neither receipts nor the finder tell whoever it is for', async () => {
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '50')
  await publishFlow(database, office, [
    approval('keeper', '发放', [{ k: 'users', ids: [office.keeper] }], { fields: { 'lines.quantity': 'hide' } }),
  ])
  const kind = documentKind('CsOutstockOrder')!
  const body = { header: { from: office.storeA, recipient: office.boss, reason: '办公' }, lines: [{ item: office.paper, quantity: '7' }] }
  const { id, processId } = await database.inTransaction(office.orgId, async (tx) => {
    await tx.query(`update organisation set settings = settings || '{"confirmIssue": true}' where org_id = $1`, [tx.orgId])
    return submit(callOf(tx, office.staff, ['csoutstockorder:submit']), flows, { kind, id: newId(), raw: body }, {})
  })
  await act(database, office, processId!, office.keeper, { t: 'approve' })
  const as = <A>(uid: Id, work: (call: ReturnType<typeof callOf>) => Promise<A>) =>
    database.reading(office.orgId, (tx) => work(callOf(tx, uid, [], { locations: [] })))
  const received = (input: Request) => as(office.boss, async ({ tx, session }) => (await listReceipts(tx, session, input)).list)
  const [row] = await received({})
  assert.deepEqual([row!.id, row!.summary], [id, null])
  assert.deepEqual((await received({ likeQuery: row!.code })).map((each) => each.id), [id]) // prettier-ignore
  for (const input of [{ likeQuery: '复印' }, { where: [{ key: 'summary', is: 'contains', value: '复印' }] }] as const)
    assert.deepEqual(await received(input), [], JSON.stringify(input))

  const found = (uid: Id, text: string) => as(uid, async (call) => (await findDocuments(call, text)).map(({ title }) => title))
  assert.deepEqual(await found(office.boss, '复印'), [])
  assert.deepEqual(await found(office.boss, row!.code), ['耗材领用'])
  assert.deepEqual(await found(office.staff, '复印'), ['复印纸 ×7'])
})

test('of open requests a keeper sees those of his places and those that he is asked about, these without what his step hides', async () => {
  const office = await foundOffice(database, await newOrganisation(), ['outstock'])
  const kind = documentKind('GsOutstockOrder')!
  const step = approval('keeper', '发放', [{ k: 'users', ids: [office.keeper] }], { fields: { 'lines.model': 'hide' } })
  await publishFlow(database, office, [step], {}, { key: 'outstock' })
  const ask = async (place: Id) => {
    const body = { header: { recipient: office.staff, place, reason: '办公' }, lines: [{ model: office.model, quantity: '1' }] }
    const call = (tx: Tx) => callOf(tx, office.staff, ['gsoutstockorder:submit'])
    return (await database.inTransaction(office.orgId, (tx) => submit(call(tx), flows, { kind, id: newId(), raw: body }, {}))).id
  }
  const [here, there] = [await ask(office.storeA), await ask(office.storeB)]
  const open = (uid: Id, input: Request = {}) =>
    database.reading(office.orgId, async (tx) => {
      const { session } = callOf(tx, uid, ['gsoutstockorder:post'], { locations: [office.storeA] })
      return (await listOpenRequests(tx, session, input)).list.map(({ id, summary }) => [id, summary])
    })
  const [[, summary]] = (await open(office.admin)) as [[Id, string]]
  assert.ok(summary)
  assert.deepEqual(await open(office.admin), [[here, summary]])
  assert.deepEqual(await open(office.keeper), [[there, null], [here, summary]]) // prettier-ignore
  assert.deepEqual(await open(office.keeper, { likeQuery: summary.split(' ')[0]! }), [[here, summary]])
})
