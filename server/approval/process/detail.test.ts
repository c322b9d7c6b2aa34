import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Id, newId } from '../../../kernel/id.ts'
import { fill } from '../../../kernel/refusal.ts'
import type { Form } from '../../../domain/approval/form/form.ts'
import { approval } from '../../../domain/approval/flow/templates/define.ts'
import { documentKind } from '../../../domain/documents/all.ts'
import type { ProcessDetail } from '../../../domain/approval/operations/process.ts'
import { testDatabase } from '../../db/testing.ts'
import { submit } from '../../documents/engine.ts'
import { callOf } from '../../testing/company.ts'
import { detailOf } from './detail.ts'
import { listTasks } from './lists.ts'
import { act, askForPaper, documents, flows, foundOffice, type Office, publishFlow, stock } from '../testing/office.ts'

const { database, newOrganisation } = await testDatabase({ poolSize: 4 })
const opened = async (installed?: string[]): Promise<Office> => foundOffice(database, await newOrganisation(), installed)

const detail = (office: Office, uid: Id, processId: Id, codes: string[] = []): Promise<ProcessDetail> =>
  database.reading(office.orgId, (tx) => detailOf(callOf(tx, uid, codes), documents, { processId }))

const file = async (office: Office, kind: string, uid: Id, body: object, code = 'post') =>
  database.inTransaction(office.orgId, (tx) =>
    submit(callOf(tx, uid, [`${kind.toLowerCase()}:${code}`]), flows, { kind: documentKind(kind)!, id: newId(), raw: body }, {}),
  )

const arrive = (office: Office, to: Id, quantity: string) =>
  file(office, 'GsInstockOrder', office.keeper, { header: { to }, lines: [{ model: office.model, quantity }] })

const piecesOf = (office: Office): Promise<{ id: Id }[]> =>
  database.reading(office.orgId, (tx) =>
    tx.query<{ id: Id }>('select id from asset where org_id = $1 and goods_id = $2 order by id', [office.orgId, office.model]),
  )

suite('what it will do to the stock', () => {
  test('supplies: on hand, kept by others, free, and all of it afterwards', async () => {
    const office = await opened()
    await stock(database, office, '10')
    await askForPaper(database, office, '2', { uid: office.second })
    const { processId } = await askForPaper(database, office, '3')
    const { effects } = await detail(office, office.boss, processId!)
    assert.deepEqual(effects, {
      lines: [
        {
          line: 0,
          of: 'consumable',
          item: { id: office.paper, name: '复印纸' },
          unit: '包',
          place: { id: office.storeA, name: '一号库' },
          change: '-3',
          onHand: '10',
          reserved: '2',
          free: '8',
          after: '7',
          freeAfter: '5',
          short: null,
          alternatives: [],
          waiting: 0,
        },
      ],
      lost: [],
    })
  })

  test('who only follows is told nothing of the stock, and neither is anybody once it is over', async () => {
    const office = await opened()
    await stock(database, office, '10')
    const { processId } = await askForPaper(database, office, '3')
    const nothing = { lines: [], lost: [] }
    const applicant = await detail(office, office.staff, processId!)
    assert.deepEqual([applicant.effects, applicant.history], [nothing, null])
    assert.equal((await detail(office, office.admin, processId!, ['workflow:list'])).effects.lines.length, 1)
    await act(database, office, processId!, office.boss, { t: 'reject', comment: '不' })
    assert.deepEqual((await detail(office, office.admin, processId!, ['workflow:list'])).effects, nothing)
  })

  test('a model that is asked for by number counts the idle pieces of all stores and says where they are', async () => {
    const office = await opened(['outstock'])
    await arrive(office, office.storeA, '1')
    await arrive(office, office.storeB, '3')
    const { processId } = await file(
      office,
      'GsOutstockOrder',
      office.staff,
      { header: { recipient: office.staff, reason: '入职' }, lines: [{ model: office.model, quantity: '6' }] },
      'submit',
    )
    const { effects } = await detail(office, office.boss, processId!)
    const [line] = effects.lines
    assert.deepEqual(
      [line!.of, line!.place, line!.change, line!.onHand, line!.free, line!.freeAfter, line!.short],
      ['model', null, '-6', '4', '4', '-2', '2'],
    )
    assert.deepEqual(
      line!.alternatives.map(({ place, free }) => [place.name, free]),
      [
        ['二号库', '3'],
        ['一号库', '1'],
      ],
    )
  })

  /** What a document that is not submitted would do. */
  const outlook = (office: Office, kind: string, form: Form, documentId = newId()) =>
    database.reading(office.orgId, (tx) => documents.effects(tx, { kind, documentId, form }, (words, params = {}) => fill(words, params)))

  test('what goes from one store to another leaves here and arrives there', async () => {
    const office = await opened([])
    await arrive(office, office.storeA, '2')
    const [piece] = await piecesOf(office)
    const { lines, lost } = await outlook(office, 'GsAllocateOrder', {
      from: office.storeA,
      to: office.storeB,
      reason: '调',
      lines: [{ asset: piece!.id }],
    })
    assert.deepEqual(
      lines.map(({ place, change, onHand, free, after }) => [place?.name, change, onHand, free, after]),
      [
        ['一号库', '-1', '2', '2', '1'],
        ['二号库', '1', '0', '0', '1'],
      ],
    )
    assert.deepEqual(lost, [])
  })

  test('a named piece that went elsewhere is told with idle ones of its model', async () => {
    const office = await opened([])
    await arrive(office, office.storeA, '2')
    const [piece, other] = await piecesOf(office)
    await file(office, 'GsOutstockOrder', office.keeper, {
      header: { recipient: office.staff, reason: '入职' },
      lines: [{ model: office.model, quantity: '1', assets: [piece!.id] }],
    })
    const { lost } = await outlook(office, 'GsAllocateOrder', {
      from: office.storeA,
      to: office.storeB,
      reason: '调',
      lines: [{ asset: piece!.id }],
    })
    assert.deepEqual([lost[0]?.asset.id, lost[0]?.words], [piece!.id, '已在李明名下'])
    assert.deepEqual(
      lost[0]?.alternatives.map(({ asset, place }) => [asset.id, place]),
      [[other!.id, '一号库']],
    )
  })

  test('two lines that take the same share it, and only what is missing is short', async () => {
    const office = await opened([])
    await stock(database, office, '10')
    const { lines } = await outlook(office, 'CsOutstockOrder', {
      from: office.storeA,
      recipient: office.staff,
      reason: '用',
      lines: [
        { item: office.paper, quantity: '8' },
        { item: office.paper, quantity: '5' },
      ],
    })
    assert.deepEqual(
      lines.map(({ after, short }) => [after, short]),
      [
        ['-3', '3'],
        ['-3', '3'],
      ],
    )
  })

  test('a form that is not complete yet tells nothing', async () => {
    const office = await opened([])
    assert.deepEqual(await outlook(office, 'CsOutstockOrder', { lines: [{ item: office.paper, quantity: '8' }] }), { lines: [], lost: [] })
  })
})

suite('what changed', () => {
  test('since it was submitted, with before and after in words, and new until one has looked', async () => {
    const office = await opened()
    await stock(database, office, '10')
    const { processId } = await askForPaper(database, office, '3')
    await act(database, office, processId!, office.boss, { t: 'approve' })
    await act(database, office, processId!, office.keeper, { t: 'addSign', users: [office.second], where: 'before' })
    assert.deepEqual((await detail(office, office.second, processId!)).changes, [])
    await act(database, office, processId!, office.admin, { t: 'updateForm', patch: { lines: [{ item: office.paper, quantity: '2' }] } })
    const { changes } = await detail(office, office.second, processId!)
    assert.deepEqual(
      changes.map(({ path, row, label, before, after, by, unseen }) => [path, row, label, before, after, by?.userName, unseen]),
      [['lines.0.quantity', 0, '数量', '3', '2', '管理员', true]],
    )
    await act(database, office, processId!, office.second, { t: 'markRead' })
    assert.deepEqual(
      (await detail(office, office.second, processId!)).changes.map(({ unseen }) => unseen),
      [false],
    )
  })

  test('ids are told by name, and what was changed back is not told', async () => {
    const office = await opened()
    await stock(database, office, '10')
    const { processId } = await askForPaper(database, office, '3')
    const back = (recipient: Id) => act(database, office, processId!, office.admin, { t: 'updateForm', patch: { recipient } })
    await back(office.second)
    assert.deepEqual(
      (await detail(office, office.boss, processId!)).changes.map(({ path, before, after }) => [path, before, after]),
      [['recipient', '李明', '周红']],
    )
    await back(office.staff)
    assert.deepEqual((await detail(office, office.boss, processId!)).changes, [])
  })

  test('what the reader’s step hides is not told', async () => {
    const office = await opened()
    await publishFlow(database, office, [
      approval('head', '部门负责人审批', [{ k: 'deptHead', of: 'initiator', level: 1 }], {
        fields: { reason: 'hide', 'lines.quantity': 'hide' },
      }),
    ])
    await stock(database, office, '10')
    const { processId } = await askForPaper(database, office, '3')
    await act(database, office, processId!, office.admin, {
      t: 'updateForm',
      patch: { reason: '急用', lines: [{ item: office.paper, quantity: '1' }] },
    })
    const seen = await detail(office, office.boss, processId!)
    assert.deepEqual([seen.changes, seen.effects.lines], [[], []])
    assert.equal((await detail(office, office.staff, processId!)).changes.length, 2)
  })
})

suite('what the applicant did before', () => {
  test('the last five of the same flow with how they ended, and how much he has', async () => {
    const office = await opened(['csoutstock', 'gsborrowFlow'])
    await stock(database, office, '10')
    await arrive(office, office.storeA, '2')
    const [piece] = await piecesOf(office)
    await file(office, 'GsOutstockOrder', office.keeper, {
      header: { recipient: office.staff, reason: '入职' },
      lines: [{ model: office.model, quantity: '1', assets: [piece!.id] }],
    })
    const earlier = await askForPaper(database, office, '1')
    await act(database, office, earlier.processId!, office.boss, { t: 'reject', comment: '不需要' })
    await file(
      office,
      'GsBorrowOrder',
      office.staff,
      { header: { borrower: office.staff, dueOn: '2030-01-01', reason: '用' }, lines: [{ model: office.model, quantity: '1' }] },
      'submit',
    )
    const { processId } = await askForPaper(database, office, '2')
    const { history } = await detail(office, office.boss, processId!)
    assert.deepEqual(
      history?.applications.map(({ id, statusName, opens }) => [id, statusName, opens]),
      [[earlier.processId, '已驳回', true]],
    )
    assert.deepEqual(history?.holds, { userName: '李明', inUse: 1, lent: 0 })
  })
})

suite('the work list by amount', () => {
  test('both ends belong to the range, what has no amount is in none', async () => {
    const office = await opened(['csoutstock'])
    await stock(database, office, '10')
    const { processId } = await askForPaper(database, office, '2')
    await askForPaper(database, office, '1')
    await database.inTransaction(office.orgId, (tx) =>
      tx.query('update wf_instance set amount = 500 where org_id = $1 and id = $2', [office.orgId, processId]),
    )
    const found = (amountFrom?: string, amountTo?: string) =>
      database
        .reading(office.orgId, (tx) => listTasks(tx, { uid: office.boss, done: false, amountFrom, amountTo }))
        .then(({ totalCount, list }) => [totalCount, list.length])
    for (const [from, to, count] of [
      [undefined, undefined, 2],
      ['500', undefined, 1],
      [undefined, '500', 1],
      ['500', '500', 1],
      ['500.01', undefined, 0],
      [undefined, '499.99', 0],
    ] as const)
      assert.deepEqual(await found(from, to), [count, count], `${from} to ${to}`)
  })
})

suite('how a task came to whom', () => {
  test('every hand-over stands in the progress with its words, and only who asked for a signer may take him out', async () => {
    const office = await opened()
    await stock(database, office, '10')
    const { processId } = await askForPaper(database, office, '1')
    const id = processId!
    await act(database, office, id, office.boss, { t: 'delegate', to: office.second, comment: '看一下' })
    await act(database, office, id, office.second, { t: 'returnDelegation', comment: '可以' })
    await act(database, office, id, office.boss, { t: 'addSign', users: [office.keeper], where: 'before', comment: '先看库存' })
    const { progress } = await detail(office, office.boss, id)
    const people = progress.flatMap((row) => row.people).filter(({ moves }) => moves.length > 0)
    assert.deepEqual(
      people.map(({ uid, moves }) => [uid, moves.map(({ kind, from, to, comment }) => [kind, from.uid, to.uid, comment])]),
      [
        [office.keeper, [['addSign', office.boss, office.keeper, '先看库存']]],
        [
          office.boss,
          [
            ['delegate', office.boss, office.second, '看一下'],
            ['return', office.second, office.boss, '可以'],
          ],
        ],
      ],
    )
    const removable = async (uid: Id) =>
      (await detail(office, uid, id)).progress.flatMap((row) => row.people.filter((one) => one.removable).map((one) => one.uid))
    assert.deepEqual(
      [await removable(office.boss), await removable(office.keeper), await removable(office.staff)],
      [[office.keeper], [], []],
    )
  })
})
