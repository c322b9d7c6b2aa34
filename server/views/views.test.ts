import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'
import type { Row } from '../testing/desk.ts'

const { ask, database, newCompany } = await testApp(handlers)
const company = await newCompany()
const ids = { own: newId(), foreign: newId(), model: newId() }
const keeper = await company.hire('zhaokeeper', ['goodsmanager'])
const staff = await company.hire('sunstaff')
const uids = { admin: company.admin, keeper, staff }
await database.inTransaction(company.orgId, async (tx) => {
  await insert(tx, 'location', [
    { id: ids.own, loc_code: 'A', loc_name: '一号库', manager_uid: keeper },
    { id: ids.foreign, loc_code: 'B', loc_name: '二号库' },
  ])
  await insert(tx, 'model', [{ id: ids.model, goods_code: 'M', goods_name: '笔记本' }])
})
type Who = keyof typeof uids
const tokens = new Map(await Promise.all((Object.keys(uids) as Who[]).map(async (who) => [who, await company.tokenOf(uids[who])] as const)))
const call = async (who: Who, path: string, body: Row): Promise<Row> =>
  (await ask({ path: `/api/${path}`, body, token: tokens.get(who) })).json
const done = (answer: Row): Row => {
  assert.equal(answer['code'], 0, JSON.stringify(answer))
  return answer['result']
}
const cards = await Promise.all(
  [
    [ids.own, '100.50'],
    [ids.own, '20'],
    [ids.foreign, '7000'],
  ].map(async ([locId, value]) =>
    done(await call('admin', 'goods/gsgoodsinstance/save', { id: newId(), goodsId: ids.model, instanceName: '电脑', locId, value })),
  ),
)
const role = `gs_goodsmanager_${company.orgId}`

describe('views', () => {
  const view = {
    where: [{ key: 'state', is: 'in', value: ['idle'] }],
    sort: [{ key: 'value', descending: true }],
    columns: [{ key: 'value', widthPx: 90 }],
  }
  const kept = (who: Who, more: Row = {}) =>
    call(who, 'table/view/save', { id: newId(), table: 'gsgoodsinstance', title: `视图${newId()}`, view, ...more })
  const titles = async (who: Who, table = 'gsgoodsinstance'): Promise<string[]> =>
    done(await call(who, 'table/view/list', { table }))['list'].map(({ title }: Row) => title)

  test('come back as they were kept, sent once or twice', async () => {
    const sent = { id: newId(), table: 'gsgoodsinstance', title: '闲置贵重', view }
    const first = done(await call('keeper', 'table/view/save', sent))
    assert.deepEqual(done(await call('keeper', 'table/view/save', sent)), first)
    assert.deepEqual(first['view'], view)
    assert.equal(first['mayChange'], true)
    assert.deepEqual(
      (await titles('keeper')).filter((title) => title === '闲置贵重'),
      ['闲置贵重'],
    )
    assert.deepEqual(await titles('keeper', 'gsgoods'), [])
  })

  test('are one person’s own until they are shared, with everybody or with roles', async () => {
    done(await kept('admin', { title: '只给自己' }))
    done(await kept('admin', { title: '给所有人', shared: 'everybody' }))
    done(await kept('admin', { title: '给资产管理员', shared: 'roles', roles: [role] }))
    const seen = async (who: Who) =>
      (await titles(who)).filter((title) => ['只给自己', '给所有人', '给资产管理员'].includes(title)).toSorted()
    assert.deepEqual(await seen('admin'), ['只给自己', '给所有人', '给资产管理员'].toSorted())
    assert.deepEqual(await seen('keeper'), ['给所有人', '给资产管理员'].toSorted())
    assert.deepEqual(await seen('staff'), ['给所有人'])
  })

  test('are changed and deleted by their owner, and by an administrator where they are shared', async () => {
    const own = done(await kept('keeper'))
    const shared = done(await kept('keeper', { shared: 'everybody' }))
    const again = ({ id, table, title }: Row, more: Row = {}) => ({ id, table, title, view, ...more })
    assert.equal((await call('staff', 'table/view/save', again(shared)))['code'], 404)
    assert.equal((await call('staff', 'table/view/delete', { id: shared['id'] }))['code'], 404)
    assert.equal((await call('admin', 'table/view/save', again(own)))['code'], 404)
    assert.equal(done(await call('admin', 'table/view/save', again(shared, { title: '改名', shared: 'everybody' })))['ownerUid'], keeper)
    assert.deepEqual(done(await call('admin', 'table/view/delete', { id: shared['id'] })), { deleted: 1 })
    assert.deepEqual(done(await call('admin', 'table/view/delete', { id: shared['id'] })), { deleted: 0 })
    assert.deepEqual(done(await call('keeper', 'table/view/delete', { id: own['id'] })), { deleted: 1 })
  })

  for (const [what, more, words] of [
    ['a title that is taken', { title: '闲置贵重' }, '已有名为“闲置贵重”的视图，请换一个名称'],
    ['a column that there is not', { view: { columns: [{ key: 'nothing' }] } }, '没有“nothing”这一列'],
    ['a condition that nobody understands', { view: { where: [{ key: 'value', is: 'contains', value: '1' }] } }, '原值不能这样筛选'],
    ['an order that there is not', { view: { sort: [{ key: 'remark' }] } }, '不能按备注排序'],
    ['roles that are not named', { shared: 'roles' }, '请选择与哪些角色共享'],
    ['roles of somebody else', { shared: 'roles', roles: ['gs_goodsmanager_1'] }, '有的角色已不存在，请重新选择'],
  ] as const)
    test(`are refused for ${what}`, async () => assert.equal((await kept('keeper', more))['msg'], words))

  test('are those of a table that there is, for whoever may look at it', async () => {
    assert.equal((await call('keeper', 'table/view/list', { table: 'nothing' }))['code'], 404)
    assert.equal((await call('staff', 'table/view/list', { table: 'gssupplier' }))['code'], 403)
    done(await call('staff', 'table/view/save', { id: newId(), table: 'tasks', title: '采购', view: { likeQuery: '采购' } }))
    assert.deepEqual(await titles('staff', 'tasks'), ['采购'])
  })

  test('say by which columns their reader may not ask', async () => {
    const of = {
      where: [
        {
          any: [
            { key: 'phone', is: 'filled' },
            { key: 'userName', is: 'contains', value: '赵' },
          ],
        },
      ],
      sort: [{ key: 'employeeNo' }],
    }
    done(await call('admin', 'table/view/save', { id: newId(), table: 'person', title: '有手机', view: of, shared: 'everybody' }))
    const closed = async (who: Who) => done(await call(who, 'table/view/list', { table: 'person' }))['list'][0]['closed']
    assert.deepEqual(await closed('admin'), [])
    assert.deepEqual(await closed('staff'), ['phone', 'employeeNo'])
    assert.equal((await call('staff', 'pro/person/list', of))['code'], 400)
  })
})

describe('sums', () => {
  const sums = async (who: Who, selection: Row, table = 'gsgoodsinstance'): Promise<Row> =>
    done(await call(who, 'table/sums', { table, selection }))
  const all = cards.map(({ id }) => id)

  test('are of the chosen rows, or of all that a question finds but some', async () => {
    assert.deepEqual(await sums('admin', { ids: all.slice(0, 2) }), { count: 2, sums: { value: '120.50' } })
    assert.deepEqual(await sums('admin', { asked: {} }), { count: 3, sums: { value: '7120.50' } })
    assert.deepEqual(await sums('admin', { asked: { likeQuery: '电脑' }, except: [all[2]] }), { count: 2, sums: { value: '120.50' } })
    const asked = { where: [{ key: 'value', is: 'between', value: ['50', ''] }], sort: [{ key: 'value' }], pageSize: 1, page: 3 }
    assert.deepEqual(await sums('admin', { asked }), { count: 2, sums: { value: '7100.50' } })
    assert.deepEqual(await sums('admin', { ids: [newId()] }), { count: 0, sums: { value: null } })
  })

  test('know nothing of what their reader does not see', async () => {
    assert.deepEqual(await sums('keeper', { ids: all }), { count: 2, sums: { value: '120.50' } })
    assert.deepEqual(await sums('staff', { ids: all }), { count: 0, sums: { value: null } })
    assert.deepEqual(await sums('keeper', { asked: { match: '1', state: 'idle' } }), { count: 3, sums: {} })
  })

  test('are refused for a question that the list refuses', async () => {
    for (const asked of [{ nothing: 1 }, { where: [{ key: 'nothing', is: 'empty' }] }])
      assert.equal((await call('admin', 'table/sums', { table: 'gsgoodsinstance', selection: { asked } }))['code'], 400)
    assert.equal((await call('staff', 'table/sums', { table: 'gssupplier', selection: { asked: {} } }))['code'], 403)
    assert.equal((await call('admin', 'table/sums', { table: 'gsgoods', selection: { ids: [`${newId()}-${newId()}`] } }))['code'], 400)
  })

  test('are there for documents and for the stock', async () => {
    assert.deepEqual(await sums('admin', { asked: {} }, 'gspurchaseorder'), { count: 0, sums: { amount: null } })
    assert.deepEqual(await sums('admin', { ids: [`${newId()}-${newId()}`] }, 'cslocstock'), { count: 0, sums: { value: null } })
    assert.deepEqual(await sums('staff', { asked: {} }, 'cslocstock'), { count: 0, sums: {} })
  })
})

describe('a list as one sees it', () => {
  const written = async (who: Who, path: string, body: Row) => ask({ path: `/api/${path}/export`, body, token: tokens.get(who) })
  const seen = {
    where: [{ key: 'value', is: 'between', value: ['20', ''] }],
    sort: [{ key: 'value', descending: true }],
    columns: ['value', 'instanceName', 'locId', 'state', 'createdAt'],
  }

  test('leaves in its columns, its order and by its conditions', async () => {
    const { text } = await written('admin', 'goods/gsgoodsinstance', { ...seen, format: 'csv' })
    const lines = text.slice(1).trim().split('\r\n')
    assert.equal(lines[0], '原值,资产名称,所在区域,状态,创建时间')
    assert.deepEqual(
      lines.slice(1).map((line) => line.split(',').slice(0, 4).join()),
      ['7000,电脑,二号库,闲置', '100.5,电脑,一号库,闲置', '20,电脑,一号库,闲置'],
    )
    assert.match(lines[1]!.split(',')[4]!, /^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  })

  for (const [what, path, body, left] of [
    ['the chosen rows', 'goods/gsgoodsinstance', { ids: [cards[0]!.id, cards[2]!.id, newId()] }, 2],
    ['the chosen rows in their order', 'goods/gsgoodsinstance', { ids: [cards[0]!.id, cards[2]!.id], sort: seen.sort }, 2],
    ['all but some', 'goods/gsgoodsinstance', { except: [cards[1]!.id] }, 2],
    ['all that is searched for but some', 'goods/gsgoodsinstance', { likeQuery: '电脑', except: [cards[1]!.id] }, 2],
    ['nobody’s rows', 'goods/gssupplier', { ids: [newId()] }, 0],
  ] as const)
    test(`leaves as ${what}`, async () => {
      const { text } = await written('admin', path, { ...body, format: 'csv' })
      assert.equal(text.slice(1).trim().split('\r\n').length - 1, left)
    })

  test('of chosen rows holds only those that its reader sees', async () => {
    const { text } = await written('keeper', 'goods/gsgoodsinstance', { ids: cards.map(({ id }) => id), format: 'csv' })
    assert.doesNotMatch(text, /二号库/)
    assert.match(text, /一号库/)
  })

  test('leaves as pages to print', { timeout: 60_000 }, async () => {
    const { status, bytes } = await written('admin', 'goods/gsgoodsinstance', { ...seen, format: 'pdf' })
    assert.equal(status, 200)
    assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
    assert.match(bytes.toString('latin1'), /\/MediaBox \[0 0 841\.89 595\.28\]/)
  })

  test('is that of its reader', async () => {
    const { text } = await written('keeper', 'goods/gsgoodsinstance', { ...seen, format: 'csv' })
    assert.doesNotMatch(text, /(?<!\d)7000(?!\d)|二号库/)
    assert.match(text, /100\.5/)
  })

  test('is refused for columns that there are not', async () => {
    for (const path of ['goods/gsgoodsinstance', 'goods/gspurchaseorder'])
      assert.equal((await written('admin', path, { columns: ['nothing'] })).json['msg'], '没有“nothing”这一列')
  })
})

describe('who may not see a field of all rows', () => {
  const hidden = [{ key: 'value', is: 'between', value: ['1', ''] }]
  for (const [what, path, body] of [
    ['asks by it', 'goods/gsgoodsinstance/list', { match: '1', state: 'idle', where: hidden }],
    [
      'asks by it among others',
      'goods/gsgoodsinstance/list',
      { match: '1', state: 'idle', where: [{ any: [{ key: 'state', is: 'in', value: ['idle'] }, ...hidden] }] },
    ],
    ['sorts by it', 'goods/gsgoodsinstance/list', { match: '1', state: 'idle', sort: [{ key: 'instanceName' }, { key: 'value' }] }],
    ['asks of people by it', 'pro/person/list', { where: [{ key: 'phone', is: 'contains', value: '137' }] }],
    ['sorts people by it', 'pro/person/list', { sort: [{ key: 'employeeNo' }] }],
    ['asks of the stock by it', 'consum/cslocstock/list', { where: [{ key: 'value', is: 'between', value: ['1', ''] }] }],
    ['sorts the stock by it', 'consum/cslocstock/list', { sort: [{ key: 'onHand' }] }],
    [
      'adds up what it finds',
      'table/sums',
      { table: 'gsgoodsinstance', selection: { asked: { match: '1', state: 'idle', where: hidden } } },
    ],
  ] as const)
    test(`and ${what} is refused`, async () => {
      const answer = await call('staff', path, body)
      assert.equal(answer['reason'], 'request.malformed', JSON.stringify(answer))
      assert.match(answer['msg'], /^不能按(原值|手机号码|工号|金额|库存数量)(筛选|排序)$/)
    })

  test('learns nothing of it from a cursor', async () => {
    const answer = await call('staff', 'goods/gsgoodsinstance/list', {
      match: '1',
      state: 'idle',
      sort: [{ key: 'instanceCode' }],
      pageSize: 1,
    })
    const cursor = Buffer.from(answer['page']['next'], 'base64url').toString()
    assert.equal(answer['page']['list'][0]['value'], null)
    assert.doesNotMatch(cursor, /"(?:100|7000)(?:\.0+)?"/)
    const forged = Buffer.from(JSON.stringify(['gsgoodsinstance value', newId(), '100'])).toString('base64url')
    for (const body of [
      { sort: [{ key: 'instanceCode' }], after: forged },
      { sort: [{ key: 'value' }], after: forged },
    ])
      assert.equal((await call('staff', 'goods/gsgoodsinstance/list', { match: '1', state: 'idle', ...body }))['code'], 400)
  })
})
