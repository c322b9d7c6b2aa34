import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../../kernel/id.ts'
import { handlers } from '../../routes.ts'
import { testApp } from '../../testing/app.ts'
import { insert } from '../../testing/company.ts'

const { ask, database, newCompany } = await testApp(handlers)

/** A laptop of 3200.5 yuan in the first of two stores. */
const founded = async () => {
  const company = await newCompany()
  const { orgId } = company
  const [store, other, model] = [newId(), newId(), newId()]
  await database.inTransaction(orgId, async (tx) => {
    await insert(tx, 'location', [
      { id: store, loc_code: 'A', loc_name: '一号库', manager_uid: company.admin },
      { id: other, loc_code: 'B', loc_name: '二号库', manager_uid: company.admin },
    ])
    await insert(tx, 'model', [{ id: model, goods_code: 'M', goods_name: '电脑' }])
  })
  const token = await company.tokenOf(company.admin)
  const post = async (path: string, body: unknown) => (await ask({ path: `/api/goods/${path}`, body, token })).json
  const done = async (path: string, body: unknown) => {
    const answer = await post(path, body)
    assert.equal(answer.success, true, answer.msg)
    return answer.result
  }
  await done('gsinstockorder/submit', { id: newId(), header: { to: store }, lines: [{ model, quantity: '1', price: '3200.50' }] })
  const rows = <R extends object>(text: string, values: unknown[] = []) =>
    database.reading(orgId, (tx) => tx.query<R>(text, [orgId, ...values]))
  const [asset] = await rows<{ id: Id }>('select id from asset where org_id = $1')
  const piece = async (id: Id = asset!.id) =>
    (
      await rows<{ state: string; place: Id; home: Id; worth: string | null }>(
        `select a.state, a.loc_id as place, a.home_id as home, trim_scale(b.value)::text as worth
         from asset a left join balance b on b.org_id = a.org_id and b.item_id = a.id where a.org_id = $1 and a.id = $2`,
        [id],
      )
    )[0]!
  const onRegister = async () => (await rows<{ n: string }>('select n from asset_register where org_id = $1'))[0]!.n
  const count = (lines: object[], id: Id = newId()) => ({ id, header: { name: '年终盘点', place: store }, lines })
  return { ...company, store, other, model, asset: asset!.id, post, done, rows, piece, onRegister, count }
}
type World = Awaited<ReturnType<typeof founded>>

const losses: [way: string, lose: (world: World) => Promise<unknown>][] = [
  ['lost by a count', ({ done, count, asset }) => done('gsinventoryorder/submit', count([{ asset, result: 'missing' }]))],
  [
    'disposed of',
    ({ done, asset }) => done('gshandleorder/submit', { id: newId(), header: { method: 'scrap', reason: '旧' }, lines: [{ asset }] }),
  ],
]
for (const [way, lose] of losses)
  test(`what was ${way} and turns up stands where it was found, worth what it was, and is taken back again by a reversal`, async () => {
    const world = await founded()
    const { done, post, count, asset, other, piece, onRegister } = world
    await lose(world)
    const { state } = await piece()
    assert.equal(await onRegister(), '0')
    const back = count([{ asset, result: 'back', foundAt: other }])
    await done('gsinventoryorder/submit', back)
    assert.deepEqual(await piece(), { state: 'idle', place: other, home: other, worth: '3200.5' })
    assert.equal(await onRegister(), '1')
    assert.equal((await post('gsinventoryorder/submit', count([{ asset, result: 'back', foundAt: other }]))).reason, 'asset-elsewhere')
    await done('gsinventoryorder/reverse', { id: back.id, reason: '看错了' })
    assert.deepEqual([(await piece()).state, await onRegister()], [state, '0'])
  })

test('what came back since it was written down does not come back twice', async () => {
  const world = await founded()
  const { done, post, count, asset, store, other, piece } = world
  await losses[0]![1](world)
  const first = count([{ asset, result: 'back', foundAt: other }])
  await done('gsinventoryorder/save', first)
  await done('gsinventoryorder/submit', count([{ asset, result: 'back', foundAt: store }]))
  assert.equal((await post('gsinventoryorder/submit', { id: first.id })).reason, 'moved-since-seen')
  assert.equal((await piece()).place, store)
})

test('two who found the same piece at the same moment bring it back once', async () => {
  const world = await founded()
  const { post, count, asset, store, other, rows } = world
  await losses[0]![1](world)
  const answers = await Promise.all(
    [store, other].map((foundAt) => post('gsinventoryorder/submit', count([{ asset, result: 'back', foundAt }]))),
  )
  assert.deepEqual(answers.map(({ success }) => success).toSorted(), [false, true])
  assert.equal((await rows('select 1 from balance where org_id = $1')).length, 1)
})

test('what is there and not lost is neither back nor to be found among what is', async () => {
  const { post, count, asset, other, piece } = await founded()
  assert.equal((await post('gsinventoryorder/submit', count([{ asset, result: 'back', foundAt: other }]))).reason, 'asset-elsewhere')
  assert.equal((await piece()).state, 'idle')
})

for (const result of ['missing', 'moved'])
  test(`what is off the register already is not ${result}`, async () => {
    const world = await founded()
    const { post, count, asset, other } = world
    await losses[0]![1](world)
    assert.equal((await post('gsinventoryorder/submit', count([{ asset, result, foundAt: other }]))).reason, 'asset-elsewhere')
  })

test('a thing without a card gets one, at its replacement cost, where it was found', async () => {
  const { done, count, model, other, piece, onRegister, rows } = await founded()
  const surplus = count([{ result: 'surplus', model, called: '旧投影仪', price: '900', serial: 'S9', foundAt: other }])
  await done('gsinventoryorder/submit', surplus)
  const [card] = await rows<{ id: Id; name: string; serial: string; value: string; source: string }>(
    `select a.id, a.instance_name as name, a.serial_no as serial, a.value, m.from_account as source
     from asset a join move m on m.org_id = a.org_id and m.item_id = a.id where a.org_id = $1 and m.document_id = $2`,
    [surplus.id],
  )
  assert.deepEqual({ ...card, id: '' }, { id: '', name: '旧投影仪', serial: 'S9', value: '900', source: 'surplus:' })
  assert.deepEqual(await piece(card!.id), { state: 'idle', place: other, home: other, worth: '900' })
  assert.equal(await onRegister(), '2')
  await done('gsinventoryorder/reverse', { id: surplus.id, reason: '是租来的' })
  assert.equal(await onRegister(), '1')
})

for (const [line, missing] of [
  [{ result: 'surplus' }, ['lines.0.model', 'lines.0.foundAt']],
  [{ result: 'back' }, ['lines.0.asset', 'lines.0.foundAt']],
  [{ result: 'missing' }, ['lines.0.asset']],
] as const)
  test(`of a line that says ${line.result} what it needs is asked`, async () => {
    const { post, count } = await founded()
    const answer = await post('gsinventoryorder/submit', count([line]))
    assert.deepEqual(
      answer.details.map(({ path }: { path: string }) => path),
      missing,
    )
  })

test('by hand nobody says that a document comes from a task', async () => {
  const { post, count, asset } = await founded()
  const { id, header, lines } = count([{ asset, result: 'found' }])
  assert.equal((await post('gsinventoryorder/submit', { id, header: { ...header, task: 'PD1' }, lines })).reason, 'field.nobodys')
})
