import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, dayAt } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'

const { ask, database, newCompany } = await testApp(handlers, { poolSize: 16 })
const today = dayAt(Date.now())

/** Two stores with a manager each, supplies of which ten are wanted, and people; nothing needs an approval. */
const company = async () => {
  const { orgId, admin, hire, tokenOf } = await newCompany()
  const [one, two, model, paper, pens] = [newId(), newId(), newId(), newId(), newId()]
  const keeper = await hire(`k${newId()}`, ['goodsmanager'])
  const stock = await hire(`s${newId()}`, ['consummanager'])
  const li = await hire(`li${newId()}`)
  const wu = await hire(`wu${newId()}`)
  await database.inTransaction(orgId, async (tx) => {
    await insert(tx, 'location', [
      { id: one, loc_code: 'A', loc_name: '一号库', manager_uid: keeper },
      { id: two, loc_code: 'B', loc_name: '二号库', manager_uid: stock },
      { id: newId(), loc_code: 'C', loc_name: '机房', manager_uid: admin },
    ])
    await insert(tx, 'location_user', [
      { loc_id: one, uid: stock, kind: 'manager' },
      { loc_id: two, uid: keeper, kind: 'manager' },
    ])
    await insert(tx, 'model', [{ id: model, goods_code: 'M', goods_name: '投影仪' }])
    await insert(tx, 'consumable', [
      { id: paper, goods_code: 'C1', goods_name: '复印纸', unit: '包', min_stock: '10' },
      { id: pens, goods_code: 'C2', goods_name: '签字笔', unit: '支', min_stock: '10' },
    ])
  })
  const token = await tokenOf(admin)
  const call = async (path: string, body: object, as = token) => (await ask({ path: `/api/${path}`, body, token: as })).json
  const post = async (path: string, header: object, lines: readonly object[], as = token): Promise<Id> => {
    const id = newId()
    const json = await call(`${path}/submit`, { id, header, lines }, as)
    assert.equal(json.success, true, json.msg)
    return id
  }
  return {
    orgId,
    admin,
    keeper,
    stock,
    li,
    wu,
    one,
    two,
    model,
    paper,
    pens,
    call,
    post,
    tokenOf,
    pieces: async (count: number): Promise<Id[]> => {
      const id = await post('goods/gsinstockorder', { to: one }, [{ model, quantity: String(count) }])
      const rows = await database.reading(orgId, (tx) =>
        tx.query<{ item_id: Id }>('select item_id from move where org_id = $1 and document_id = $2 order by item_id', [orgId, id]),
      )
      return rows.map(({ item_id }) => item_id)
    },
    /** What these people were told since they were asked last. */
    told: async (...people: readonly Id[]): Promise<string[][]> => {
      const rows = await database.inTransaction(orgId, (tx) =>
        tx.query<{ uid: Id; title: string; seq: string }>('delete from message where org_id = $1 returning uid, title, seq', [orgId]),
      )
      const sorted = rows.toSorted((a, b) => Number(BigInt(a.seq) - BigInt(b.seq)))
      return people.map((uid) => sorted.filter((row) => row.uid === uid).map(({ title }) => title.replace(/（.*?）|[A-Z]{2}\d+/g, '')))
    },
  }
}

test('who gets pieces from somebody else is told, once for all of them, whatever the document', async () => {
  const { admin, li, wu, model, keeper, one, post, pieces, told } = await company()
  const assets = await pieces(4)
  await post('goods/gsoutstockorder', { recipient: li, reason: '入职' }, [{ model, quantity: '2', assets: assets.slice(0, 2) }])
  await post('goods/gsborroworder', { borrower: wu, dueOn: addDays(today, 9), reason: '开会' }, [
    { model, quantity: '1', assets: [assets[2]] },
  ])
  await post('goods/gsoutstockorder', { recipient: admin, reason: '自用' }, [{ model, quantity: '1', assets: [assets[3]] }])
  assert.deepEqual(await told(li, wu, admin, keeper), [['2 件资产已到您名下'], ['投影仪已到您名下'], [], []])
  await post('goods/gstransorder', { receiver: wu, reason: '交接' }, [{ asset: assets[0] }])
  await post('goods/gsreturnorder', { to: one, reason: '不用了' }, [{ asset: assets[1] }])
  assert.deepEqual(await told(li, wu, admin, keeper), [[], ['投影仪已到您名下'], [], []])
})

test('a reversal takes back what nobody has read, and tells the author, who lost a piece and who has it again', async () => {
  const { admin, keeper, li, wu, model, post, pieces, told, call, tokenOf, orgId } = await company()
  const [first, second] = await pieces(2)
  const lines = (asset: Id | undefined) => [{ model, quantity: '1', assets: [asset] }]
  const unread = await post('goods/gsoutstockorder', { recipient: li, reason: '入职' }, lines(first))
  const token = await tokenOf(keeper)
  const reverse = async (id: Id, kind: string) =>
    assert.equal((await call(`goods/${kind}/reverse`, { id, reason: '发错了' }, token)).success, true)
  await reverse(unread, 'gsoutstockorder')
  assert.deepEqual(await told(li, admin, keeper), [['单据已冲销，投影仪已不在您名下'], ['您的单据已被冲销'], []])

  await post('goods/gsoutstockorder', { recipient: li, reason: '入职' }, lines(second))
  const moved = await post('goods/gstransorder', { receiver: wu, reason: '交接' }, [{ asset: second }])
  await database.inTransaction(orgId, (tx) => tx.query('update message set read_at = now() where org_id = $1', [orgId]))
  await reverse(moved, 'gstransorder')
  assert.deepEqual(await told(li, wu), [
    ['投影仪已到您名下', '投影仪已到您名下'],
    ['投影仪已到您名下', '单据已冲销，投影仪已不在您名下'],
  ])
})

test('a repair that is finished is told to whoever has the piece, and to who reported it', async () => {
  const { keeper, li, admin, model, post, pieces, told, call, tokenOf } = await company()
  const [asset] = await pieces(1)
  await post('goods/gsoutstockorder', { recipient: li, reason: '入职' }, [{ model, quantity: '1', assets: [asset] }])
  await told()
  const id = await post('goods/gsrepairorder', { reason: '黑屏' }, [{ asset }], await tokenOf(admin))
  assert.deepEqual(await told(li, admin, keeper), [[], [], []])
  const token = await tokenOf(keeper)
  for (let twice = 0; twice < 2; twice++)
    assert.equal((await call('goods/gsrepairorder/advance', { id, stage: 'finished' }, token)).success, true)
  assert.deepEqual(await told(li, admin, keeper), [['投影仪已修好'], ['投影仪已修好'], []])
})

test('an allocation on its way is told to who keeps where it goes, with the screen that confirms it', async () => {
  const { orgId, keeper, stock, li, one, two, post, pieces, told } = await company()
  const assets = await pieces(2)
  const id = await post(
    'goods/gsallocateorder',
    { from: one, to: two, reason: '补货' },
    assets.map((asset) => ({ asset })),
  )
  const [row] = await database.reading(orgId, (tx) => tx.query<{ link: string }>('select link from message where org_id = $1', [orgId]))
  assert.equal(row?.link, `/pages/goods/GsAllocateOrder/gsallocateorder-pedit?id=${id}`)
  assert.deepEqual(await told(keeper, stock, li), [['正在运往二号库，到货后请确认收货'], [], []])
})

test('stock is told of when a posting crosses its minimum, down and up, in its store, to who keeps supplies there', async () => {
  const { keeper, stock, li, one, two, paper, pens, post, told, call } = await company()
  const items = (quantity: string) => [paper, pens].map((item) => ({ item, quantity }))
  const out = (quantity: string, lines = items(quantity)) =>
    post('consum/csoutstockorder', { from: one, recipient: li, reason: '办公' }, lines)
  const arrives = (to: Id, quantity: string) =>
    post(
      'consum/csinstockorder',
      { to },
      items(quantity).map((line) => ({ ...line, price: '1' })),
    )
  await arrives(one, '12')
  await arrives(two, '5')
  assert.deepEqual(await told(stock, keeper), [[], []], 'what arrives for the first time crosses nothing')
  await out('2')
  assert.deepEqual(await told(stock, keeper), [[], []], 'as many as are wanted are enough')
  const low = await out('1', [{ item: paper, quantity: '1' }])
  assert.deepEqual(await told(stock, keeper), [['复印纸低于最低库存：一号库还有 9包'], []])
  await out('3')
  assert.deepEqual(await told(stock, keeper), [['签字笔低于最低库存：一号库还有 7支'], []], 'what is low already is not told again')
  await arrives(one, '4')
  assert.deepEqual(await told(stock, keeper), [['2 种耗材已补足'], []])
  await post('consum/csallocateorder', { from: one, to: two, reason: '分发' }, items('2'))
  assert.deepEqual(await told(stock, keeper), [['2 种耗材低于最低库存', '正在运往二号库，到货后请确认收货'], []])
  assert.equal((await call('consum/csoutstockorder/reverse', { id: low, reason: '错了' })).success, true)
  assert.deepEqual(await told(stock, keeper), [[], []], 'one more is not enough')
})

test('of postings at the same moment exactly one crosses, down and up', async () => {
  const { stock, li, one, paper, post, told } = await company()
  const arrives = (quantity: string) => post('consum/csinstockorder', { to: one }, [{ item: paper, quantity, price: '1' }])
  const out = () => post('consum/csoutstockorder', { from: one, recipient: li, reason: '办公' }, [{ item: paper, quantity: '1' }])
  await arrives('15')
  await told()
  for (let round = 0; round < 3; round++) {
    await Promise.all(Array.from({ length: 10 }, out))
    assert.deepEqual(await told(stock), [['复印纸低于最低库存：一号库还有 9包']])
    await Promise.all(Array.from({ length: 10 }, () => arrives('1')))
    assert.deepEqual(await told(stock), [['复印纸已补足：一号库有 10包']])
  }
})

test('at once as well nothing is told to who left or has switched it off, nor in another organisation', async () => {
  const { orgId, admin, stock, li, one, paper, post, told, call, tokenOf } = await company()
  const other = await company()
  const out = (quantity: string) =>
    post('consum/csoutstockorder', { from: one, recipient: li, reason: '办公' }, [{ item: paper, quantity }])
  const arrives = (quantity: string) => post('consum/csinstockorder', { to: one }, [{ item: paper, quantity, price: '1' }])
  await arrives('12')
  assert.equal((await call('msg/reminder/saveSetting', { kind: 'stockLow', on: false }, await tokenOf(stock))).success, true)
  await out('5')
  await arrives('5')
  assert.deepEqual(await told(stock), [['复印纸已补足：一号库有 12包']])
  await database.inTransaction(orgId, async (tx) => {
    await tx.query("update person set state = 'disabled' where org_id = $1 and id = $2", [orgId, stock])
    await tx.query('update session set ended_at = now() where org_id = $1 and uid = $2', [orgId, stock])
  })
  await out('5')
  assert.deepEqual(await told(stock, admin), [[], []])
  assert.deepEqual(await other.told(other.stock, other.keeper, other.admin), [[], [], []])
})
