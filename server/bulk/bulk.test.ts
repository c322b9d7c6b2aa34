import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Id, newId } from '../../kernel/id.ts'
import { flows } from '../approval/testing/office.ts'
import { installFlow } from '../approval/design/install.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'
import { enterPieces, foundGround } from './testing/register.ts'
import { workStep } from './bulkWorker.ts'

const { ask, database, newCompany } = await testApp(handlers)
const company = await newCompany()
const keeper = await company.hire('zhaokeeper', ['goodsmanager'], { userName: '赵库管' })
const ground = await foundGround(database, company.orgId, keeper)
const tokens = {
  admin: await company.tokenOf(company.admin),
  keeper: await company.tokenOf(keeper),
  staff: await company.tokenOf(await company.hire('sunstaff')),
}
type Who = keyof typeof tokens
type Row = ReturnType<typeof JSON.parse>
const answered = async (who: Who, path: string, body: Row): Promise<Row> =>
  (await ask({ path: `/api/${path}`, body, token: tokens[who] })).json
const call = async (who: Who, path: string, body: Row): Promise<Row> => {
  const answer = await answered(who, path, body)
  assert.equal(answer['code'], 0, `${path}: ${JSON.stringify(answer)}`)
  return answer['result']
}
const info = async (who: Who, id: Id): Promise<Row> =>
  (await ask({ method: 'GET', path: `/api/${assets}/info/${id}`, token: tokens[who] })).json['result']
const assets = 'goods/gsgoodsinstance'
const eventsOf = (ids: readonly Id[]) =>
  database.reading(company.orgId, (tx) =>
    tx.query<{ asset_id: Id; n: number }>(
      `select asset_id, count(*)::int as n from asset_event where org_id = $1 and asset_id = any ($2::bigint[]) and action = 'changed' group by 1`,
      [tx.orgId, ids],
    ),
  )
const work = async (id: Id) => {
  while (await database.inTransaction(company.orgId, (tx) => workStep(tx, flows, id)));
}
const entered = (locId: Id, count: number, remark: string) =>
  enterPieces(database, company.orgId, company.admin, { model: ground.model, locId, count, remark })
const register = async (own: number, foreign = 0) => ({
  ...ground,
  pieces: await entered(ground.own, own, '旧'),
  strangers: foreign > 0 ? await entered(ground.foreign, foreign, '暗号芝麻') : [],
})
const changed = async (who: Who, ids: readonly Id[], changes: Row): Promise<Row> => {
  const { id } = await call(who, `${assets}/bulk/change`, { id: newId(), selection: { ids }, changes })
  await work(id)
  return call(who, 'bulk/status', { id })
}
const undone = async (who: Who, undoes: Id): Promise<Row> => {
  const { id } = await call(who, 'bulk/undo', { id: newId(), undoes })
  await work(id)
  return call(who, 'bulk/status', { id })
}

test('a preview says from what to what and who cannot, the change does it with history, and undoing puts it back', async () => {
  const { pieces } = await register(4)
  await call('keeper', `${assets}/update`, { id: pieces[0], remark: '不同' })
  await call('keeper', `${assets}/update`, { id: pieces[1], remark: '新' })
  const gone = newId()
  const selection = { ids: [...pieces, gone] }
  const preview = await call('keeper', `${assets}/bulk/preview`, { selection, changes: { remark: '新' } })
  assert.deepEqual(
    { ...preview, seen: '' },
    {
      total: 5,
      changing: 3,
      same: 1,
      cannot: [{ words: '已经不存在', count: 1, names: [''] }],
      fields: [
        {
          key: 'remark',
          label: '备注',
          to: '新',
          from: [
            { words: '旧', count: 2 },
            { words: '不同', count: 1 },
          ],
          others: 0,
        },
      ],
      seen: '',
    },
  )
  const id = newId()
  const begun = await call('keeper', `${assets}/bulk/change`, { id, selection, changes: { remark: '新' }, seen: preview['seen'] })
  assert.deepEqual([begun['state'], begun['total'], begun['failed'], begun['mayUndo']], ['running', 4, 1, false])
  await work(id)
  const status = await call('keeper', 'bulk/status', { id })
  assert.deepEqual([status['state'], status['done'], status['failed'], status['mayUndo']], ['done', 3, 1, true])
  assert.deepEqual((await call('keeper', 'bulk/failed', { id }))['list'], [{ id: gone, name: '', words: '已经不存在' }])
  const after = await Promise.all(pieces.map((piece) => info('keeper', piece)))
  assert.deepEqual(
    after.map((row) => row['remark']),
    ['新', '新', '新', '新'],
  )

  const undo = await undone('keeper', id)
  assert.deepEqual([undo['done'], undo['failed']], [3, 0])
  const back = await Promise.all(pieces.map((piece) => info('keeper', piece)))
  assert.deepEqual(
    back.map((row) => row['remark']),
    ['不同', '新', '旧', '旧'],
  )
  const again = await answered('keeper', 'bulk/undo', { id: newId(), undoes: id })
  assert.equal(again['reason'], 'bulk.undone')
})

test('undoing leaves alone whatever somebody has changed since, and puts back the rest', async () => {
  const remarks = ['旧', '甲', '乙', '新']
  const conditions = ['good', 'worn', 'faulty']
  const edit = fc.record({
    piece: fc.nat({ max: 4 }),
    changes: fc.oneof(
      fc.record({ remark: fc.constantFrom(...remarks) }),
      fc.record({ condition: fc.constantFrom(...conditions) }),
      fc.record({ serialNo: fc.constantFrom('S1', 'S2') }),
    ),
  })
  const { pieces } = await register(5)
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { maxLength: 6 }), fc.array(edit, { maxLength: 6 }), async (first, between) => {
      type Card = Record<string, unknown>
      const cards = async () => Promise.all(pieces.map(async (id): Promise<Card> => info('keeper', id)))
      for (const { piece, changes } of first) await call('keeper', `${assets}/update`, { id: pieces[piece], ...changes })
      const before = await cards()
      const begun = await answered('keeper', `${assets}/bulk/change`, {
        id: newId(),
        selection: { ids: pieces },
        changes: { remark: '新', condition: 'worn' },
      })
      if (begun['reason'] === 'bulk.nothingToChange') return
      const job: Id = begun['result'].id
      await work(job)
      const left = await cards()
      for (const { piece, changes } of between) await call('admin', `${assets}/update`, { id: pieces[piece], ...changes })
      const now = await cards()
      const undo = await undone('keeper', job)
      const end = await cards()
      const isChanged = (at: number) => ['remark', 'condition'].some((key) => before[at]![key] !== left[at]![key])
      const expected = now.map((card, at) =>
        Object.fromEntries(
          ['remark', 'condition', 'serialNo'].map((key) => [
            key,
            key !== 'serialNo' && isChanged(at) && card[key] === left[at]![key] ? before[at]![key] : card[key],
          ]),
        ),
      )
      assert.deepEqual(
        end.map((card) => Object.fromEntries(['remark', 'condition', 'serialNo'].map((key) => [key, card[key]]))),
        expected,
      )
      const told = now.filter((card, at) => isChanged(at) && ['remark', 'condition'].some((key) => card[key] !== left[at]![key]))
      assert.equal(undo['failed'], told.length)
    }),
    { numRuns: 6 },
  )
})

test('the same request twice is one work; another under its id is refused', async () => {
  const { pieces } = await register(3)
  const body = { id: newId(), selection: { ids: pieces }, changes: { remark: '一次' } }
  const answers = await Promise.all([1, 2, 3].map(() => answered('keeper', `${assets}/bulk/change`, body)))
  assert.ok(answers.every((answer) => answer['code'] === 0 || answer['reason'] === 'bulk.begun'))
  await work(body.id)
  assert.equal((await call('keeper', `${assets}/bulk/change`, body))['done'], 3)
  await work(body.id)
  assert.deepEqual(
    (await eventsOf(pieces)).map(({ n }) => n),
    [1, 1, 1],
  )
  const other = await answered('keeper', `${assets}/bulk/change`, { ...body, changes: { remark: '两次' } })
  assert.equal(other['reason'], 'id-used')
  const others = await answered('admin', `${assets}/bulk/change`, body)
  assert.equal(others['reason'], 'id-used')
})

test('nobody changes by bulk what they cannot change by hand, and no preview tells what they cannot see', async () => {
  const { pieces, strangers, foreign } = await register(2, 2)
  const selection = { ids: [...pieces, ...strangers] }
  const preview = await call('keeper', `${assets}/bulk/preview`, { selection, changes: { remark: '新' } })
  assert.ok(!JSON.stringify(preview).includes('暗号芝麻'))
  assert.deepEqual([preview['changing'], preview['cannot'][0]['words'], preview['cannot'][0]['count']], [2, '不在您管理的区域', 2])
  const job = await changed('keeper', selection.ids, { remark: '新' })
  assert.deepEqual([job['done'], job['failed']], [2, 2])
  for (const id of strangers) assert.equal((await info('admin', id))['remark'], '暗号芝麻')

  const moved = await call('admin', `${assets}/bulk/preview`, { selection, changes: { locId: foreign } })
  assert.deepEqual(
    moved['cannot'].map(({ words, count }: Row) => [words, count]),
    [['在库资产的区域请用资产调拨单变更', 2]],
  )
  await changed('admin', pieces, { value: '100' })
  const dearer = await call('admin', `${assets}/bulk/preview`, { selection: { ids: pieces }, changes: { value: '200' } })
  assert.equal(dearer['changing'], 0)
  assert.deepEqual(
    dearer['cannot'].map(({ words, count }: Row) => [words, count]),
    [['已登记的原值请用资产调整单修改', 2]],
  )
  const refusedOf = async (who: Who, changes: Row) => {
    const { json, status } = await ask({ path: `/api/${assets}/bulk/preview`, body: { selection, changes }, token: tokens[who] })
    return json['reason'] ?? status
  }
  assert.equal(await refusedOf('keeper', { state: 'inUse' }), 'bulk.field')
  assert.equal(await refusedOf('keeper', { instanceCode: 'X' }), 'bulk.field')
  assert.equal(await refusedOf('keeper', { goodsId: newId() }), 'reference.unknown')
  assert.equal(await refusedOf('staff', { remark: '新' }), 'access.denied')
  const place = await ask({
    path: '/api/goods/gsgoodsloc/bulk/preview',
    body: { selection: { ids: [foreign] }, changes: { managerUid: keeper } },
    token: tokens.keeper,
  })
  assert.equal(place.json['reason'] ?? place.status, 'field.notYours')

  for (const path of ['bulk/status', 'bulk/failed', 'bulk/cancel'])
    assert.equal((await ask({ path: `/api/${path}`, body: { id: job['id'] }, token: tokens.staff })).status, 404)
  assert.equal((await call('admin', 'bulk/status', { id: job['id'] }))['userName'], '赵库管')
})

test('all that a list finds but some are chosen, and what has changed since the preview is told', async () => {
  const { model, shelf } = ground
  const pieces = await enterPieces(database, company.orgId, company.admin, { model, locId: shelf, count: 4, remark: '旧' })
  const selection = { asked: { locId: shelf }, except: [pieces[3]] }
  const ids: Id[] = (await call('keeper', `${assets}/bulk/selected`, { selection }))['ids']
  assert.deepEqual(ids.toSorted(), pieces.slice(0, 3).toSorted())
  const changes = { condition: 'worn' }
  const { seen } = await call('keeper', `${assets}/bulk/preview`, { selection, changes })
  await call('keeper', `${assets}/update`, { id: pieces[0], remark: '与此无关' })
  await call('keeper', `${assets}/update`, { id: pieces[1], condition: 'faulty' })
  const refused = await answered('keeper', `${assets}/bulk/change`, { id: newId(), selection, changes, seen })
  assert.equal(refused['reason'], 'bulk.changedMeanwhile')
  const anew = await call('keeper', `${assets}/bulk/preview`, { selection, changes })
  const id = newId()
  await call('keeper', `${assets}/bulk/change`, { id, selection, changes, seen: anew['seen'] })
  // A person is faster than the work.
  await call('keeper', `${assets}/update`, { id: pieces[2], remark: '抢先' })
  await work(id)
  const status = await call('keeper', 'bulk/status', { id })
  assert.deepEqual([status['done'], status['failed']], [2, 1])
  const [told] = (await call('keeper', 'bulk/failed', { id }))['list']
  assert.deepEqual([told.id, told.words], [pieces[2], '资产台账已被他人修改，请刷新后重试'])
  const nothing = await answered('keeper', `${assets}/bulk/preview`, { selection: { asked: { likeQuery: '没有这样的' } }, changes })
  assert.equal(nothing['reason'], 'bulk.nothing')
})

test('a work that is stopped leaves what it has not done, and what it has done can be undone', async () => {
  const { pieces } = await register(250)
  const id = newId()
  await call('keeper', `${assets}/bulk/change`, { id, selection: { ids: pieces }, changes: { remark: '新' } })
  await database.inTransaction(company.orgId, (tx) => workStep(tx, flows, id))
  assert.equal((await answered('keeper', 'bulk/undo', { id: newId(), undoes: id }))['reason'], 'bulk.running')
  const stopped = await call('keeper', 'bulk/cancel', { id })
  assert.deepEqual([stopped['state'], stopped['done']], ['cancelled', 200])
  await work(id)
  assert.equal((await eventsOf(pieces)).length, 200)
  assert.equal((await undone('keeper', id))['done'], 200)
})

test('a work that nothing is left of is not stopped any more', async () => {
  const { pieces } = await register(2)
  const id = newId()
  await call('keeper', `${assets}/bulk/change`, { id, selection: { ids: pieces }, changes: { remark: '新' } })
  await database.inTransaction(company.orgId, (tx) => workStep(tx, flows, id))
  const { state, done } = await call('keeper', 'bulk/cancel', { id })
  assert.deepEqual([state, done], ['done', 2])
})

test('a change, what takes it back and what makes it again are called so', async () => {
  const { pieces } = await register(2)
  const id = newId()
  await call('keeper', `${assets}/bulk/change`, { id, selection: { ids: pieces }, changes: { remark: '新' } })
  await work(id)
  const said = async ({ title, takesBack }: Row): Promise<unknown> => [title, takesBack, (await info('keeper', pieces[0]!))['remark']]
  const chain = [await call('keeper', 'bulk/status', { id })]
  const told = [await said(chain[0]!)]
  for (let at = 0; at < 3; at++) {
    chain.push(await undone('keeper', chain[at]!['id']))
    told.push(await said(chain.at(-1)!))
  }
  assert.deepEqual(told, [
    ['修改资产的备注', false, '新'],
    ['撤销修改资产的备注', true, '旧'],
    ['恢复修改资产的备注', false, '新'],
    ['撤销修改资产的备注', true, '旧'],
  ])
  assert.equal((await info('keeper', pieces[0]!))['remark'], '旧')
})

test('documents are made for many pieces, one for each store, without those that cannot go', async () => {
  const { pieces, strangers, own } = await register(3, 2)
  const target = newId()
  await database.inTransaction(company.orgId, async (tx) => {
    await insert(tx, 'location', [{ id: target, loc_code: `T${target}`, loc_name: '三号库' }])
    await installFlow(tx, 'gsallocate', company.admin)
  })
  const kept = await call('admin', 'goods/gsallocateorder/submit', {
    id: newId(),
    header: { from: own, to: target, reason: '先走' },
    lines: [{ asset: pieces[0] }],
  })
  assert.equal(kept['state'], 'inApproval')
  const selection = { ids: [...pieces, ...strangers] }
  const { kinds } = await call('admin', 'bulk/offers', { selection })
  const offer = kinds.find(({ kind }: Row) => kind === 'GsAllocateOrder')
  assert.deepEqual([offer.fits, offer.documents, offer.cannot[0].words, offer.cannot[0].count], [4, 2, '已被其他单据占用', 1])
  assert.ok(!kinds.some(({ kind }: Row) => kind === 'GsReturnOrder'), 'nothing that is idle is returned')
  assert.deepEqual((await call('admin', 'bulk/fitting', { selection, kind: 'GsAllocateOrder' }))['ids'].length, 4)

  const asked = { selection, kind: 'GsAllocateOrder', header: { to: target } }
  assert.equal((await answered('admin', 'bulk/documents', { id: newId(), ...asked }))['reason'], 'incomplete')
  const id = newId()
  await call('admin', 'bulk/documents', { id, ...asked, header: { to: target, reason: '集中' } })
  await work(id)
  const status = await call('admin', 'bulk/status', { id })
  assert.deepEqual(
    [status['done'], status['failed'], status['mayUndo'], status['documents'].map(({ count }: Row) => count).toSorted()],
    [4, 1, false, [2, 2]],
  )
  const states = await database.reading(company.orgId, (tx) =>
    tx.query<{ state: string }>('select state from document where org_id = $1 and id = any ($2::bigint[])', [
      tx.orgId,
      status['documents'].map((document: Row) => document.id),
    ]),
  )
  assert.deepEqual(states, [{ state: 'inApproval' }, { state: 'inApproval' }])
  assert.equal((await ask({ path: '/api/bulk/documents', body: { id: newId(), ...asked }, token: tokens.staff })).status, 403)
})

test('what nothing refers to is deleted, branches with their leaves, and the rest is told', async () => {
  const { model, own } = await register(1)
  const pieceCount = await database.reading(company.orgId, (tx) =>
    tx.query<{ n: number }>('select count(*)::int as n from asset where org_id = $1 and goods_id = $2', [tx.orgId, model]),
  )
  const spare = newId()
  const [top, leaf, used] = [newId(), newId(), newId()]
  await database.inTransaction(company.orgId, async (tx) => {
    await insert(tx, 'model', [{ id: spare, goods_code: `S${spare}`, goods_name: '没用过' }])
    await insert(tx, 'location', [
      { id: top, loc_code: `X${top}`, loc_name: '楼' },
      { id: leaf, loc_code: `Y${leaf}`, loc_name: '层', parent_id: top },
      { id: used, loc_code: `Z${used}`, loc_name: '留', parent_id: own },
    ])
  })
  const remove = async (path: string, ids: readonly Id[]) => {
    const { id } = await call('admin', `${path}/bulk/delete`, { id: newId(), selection: { ids } })
    await work(id)
    const { done } = await call('admin', 'bulk/status', { id })
    return [done, (await call('admin', 'bulk/failed', { id }))['list'].map((row: Row) => [row.id, row.words])]
  }
  assert.deepEqual(await remove('goods/gsgoods', [model, spare]), [1, [[model, `笔记本还有${pieceCount[0]!.n}条资产在使用，不能删除`]]])
  const [count, told] = await remove('goods/gsgoodsloc', [top, leaf, own])
  assert.deepEqual([count, told.length, told[0][0]], [2, 1, own])
})
