import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, dayAt } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { allCodes } from '../../domain/access/codes.ts'
import { ownRoleCode } from '../../domain/access/roles.ts'
import { deliveredDashboards } from '../../domain/dashboards/delivered.ts'
import type { Paper } from '../../domain/paper/paper.ts'
import { conditionOfGroup } from '../../domain/tables/groupCondition.ts'
import { tableNamed } from '../../domain/tables/operations.ts'
import { inNameOf } from '../access/sessions.ts'
import { tooSlow } from '../httpError.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'
import type { Row } from '../testing/desk.ts'
import { figureJob, figureWorker } from './keptFigures.ts'
import { answerTiles } from './tileAnswer.ts'

const { ask, app, database, newCompany } = await testApp(handlers)
const company = await newCompany()
const ids = { own: newId(), foreign: newId(), model: newId(), office: newId(), team: newId() }
const keeper = await company.hire('zhaokeeper', ['goodsmanager'])
const boss = await company.hire('liboss', ['finance'])
const staff = await company.hire('sunstaff')
const uids = { admin: company.admin, keeper, boss, staff }
await database.inTransaction(company.orgId, async (tx) => {
  await insert(tx, 'location', [
    { id: ids.own, loc_code: 'A', loc_name: '一号库', manager_uid: keeper },
    { id: ids.foreign, loc_code: 'B', loc_name: '二号库' },
  ])
  await insert(tx, 'department', [
    { id: ids.office, dept_code: 'D1', dept_name: '行政部' },
    { id: ids.team, dept_code: 'D2', dept_name: '行政一组', parent_id: ids.office },
  ])
  await insert(tx, 'model', [{ id: ids.model, goods_code: 'M', goods_name: '笔记本' }])
  await tx.query('update person set dept_id = $3 where org_id = $1 and id = $2', [company.orgId, staff, ids.team])
})
type Who = keyof typeof uids
const tokens = new Map<string, string>(
  await Promise.all((Object.keys(uids) as Who[]).map(async (reader) => [reader, await company.tokenOf(uids[reader])] as const)),
)
const call = async (reader: string, path: string, body: Row): Promise<Row> =>
  (await ask({ path: `/api/${path}`, body, token: tokens.get(reader) })).json
const resultOf = (answer: Row): Row => {
  assert.equal(answer['code'], 0, JSON.stringify(answer))
  return answer['result'] ?? answer['page']
}
for (const [locId, value] of [
  [ids.own, '100.50'],
  [ids.own, '20'],
  [ids.foreign, '7000'],
])
  resultOf(await call('admin', 'goods/gsgoodsinstance/save', { id: newId(), goodsId: ids.model, instanceName: '电脑', locId, value }))

const worth = [{ key: 'value', of: 'sum' }]
const tileOf = (more: Row = {}): Row => ({
  ...{ id: newId(), title: '原值', shape: 'figure', width: 1, height: 1, table: 'gsgoodsinstance', figures: worth },
  ...more,
})
const save = (reader: string, more: Row = {}) =>
  call(reader, 'dashboard/save', { id: newId(), version: 0, title: `仪表板${newId()}`, tiles: [tileOf()], ...more })
const read = async (reader: string, id: string): Promise<Row> => resultOf(await call(reader, 'dashboard/read', { id }))
const has = async (reader: string, id: string): Promise<boolean> =>
  resultOf(await call(reader, 'dashboard/list', {}))['list'].some((row: Row) => row['id'] === id)

describe('a dashboard', () => {
  test('answers each reader by his own rights, and a group opens its rows', async () => {
    const tiles = [
      tileOf(),
      tileOf({ shape: 'bar', by: [{ key: 'locId' }] }),
      tileOf({ shape: 'list', figures: [], columns: ['instanceName', 'locId', 'value'] }),
    ]
    const { id } = resultOf(await save('admin', { tiles, audience: 'everybody' }))
    const [figure, bars, list] = (await read('admin', id))['tiles']
    assert.deepEqual(figure.answer.groups.total, { groups: 1, count: 3, figures: ['7120.5'] })
    assert.deepEqual(list.answer.rows.map((row: string[]) => row[2]).toSorted(), ['100.5', '20', '7000'])
    assert.equal(list.answer.groups.names[ids.own], '一号库')
    const table = tableNamed('gsgoodsinstance')!.table
    for (const group of bars.answer.groups.list) {
      const where = [conditionOfGroup(table, { key: 'locId' }, group.keys[0])]
      const rows = resultOf(await call('admin', 'goods/gsgoodsinstance/list', { where, pageSize: 100 }))['list']
      assert.equal(rows.length, group.count)
    }
    const [theirs] = (await read('keeper', id))['tiles']
    assert.deepEqual(theirs.answer.groups.total, { groups: 1, count: 2, figures: ['120.5'] })
    const [nobodys] = (await read('staff', id))['tiles']
    assert.equal(nobodys.answer.groups.total.count, 0)
  })

  test('is printed with what its reader may see: figures as words, groups as rows with bars, and as a PDF', async () => {
    const tiles = [
      tileOf({ title: '总值' }),
      tileOf({ title: '按区域', shape: 'bar', by: [{ key: 'locId' }] }),
      tileOf({ title: '按区域和状态', shape: 'stacked', by: [{ key: 'locId' }, { key: 'state' }] }),
      tileOf({ title: '耗材入库单', table: 'csinstockorder', figures: [] }),
    ]
    const { id } = resultOf(await save('admin', { tiles, audience: 'everybody' }))
    const paperFor = async (reader: string): Promise<Paper> => resultOf(await call(reader, 'dashboard/paper', { id }))['paper']
    const paper = await paperFor('admin')
    assert.deepEqual(paper.facts, [
      { label: '总值', value: '¥7,120.50' },
      { label: '耗材入库单', value: '0' },
    ])
    const [bars, pivot] = paper.tables
    assert.deepEqual(bars?.rows, [
      ['二号库', '¥7,000.00', '1'],
      ['一号库', '¥120.50', '2'],
    ])
    assert.deepEqual([bars?.totals, bars?.bars?.rows[0]], [['合计', '¥7,120.50', '3'], [1]])
    assert.deepEqual(
      pivot?.columns.map(({ label }) => label),
      ['所在区域', '闲置', '合计'],
    )
    assert.deepEqual(
      [pivot?.rows[0], pivot?.totals],
      [
        ['二号库', '¥7,000.00', '¥7,000.00'],
        ['合计', '¥7,120.50', '¥7,120.50'],
      ],
    )
    const keeperPaper = await paperFor('keeper')
    assert.deepEqual(
      [keeperPaper.facts, keeperPaper.tables[0]?.rows],
      [[{ label: '总值', value: '¥120.50' }], [['一号库', '¥120.50', '2']]],
      'the rows of the own place, and no tile of what a keeper of assets may not see',
    )
    const file = await ask({ path: '/api/dashboard/pdf', body: { id }, token: tokens.get('keeper') })
    assert.equal(file.bytes.subarray(0, 5).toString(), '%PDF-')
    assert.equal((await call('staff', 'dashboard/pdf', { id: newId() }))['code'], 404)
  })

  test('shows no figure of a column that the reader may not see, nor of rows chosen by it', async () => {
    const role = newId()
    const codes = allCodes().filter((code) => !/^(?:sysrole|sysuser|sysoperation)/.test(code))
    const rights = { codes, scopes: ['all'], categoryIds: [], hiddenFields: ['value'] }
    resultOf(await call('admin', 'pro/sysrole/save', { id: role, roleName: '看不到价格', description: '', ...rights }))
    const uid = await company.hire('blind')
    resultOf(await call('admin', 'pro/sysuser/grantRole', { roleCode: ownRoleCode(role), uids: [uid], granted: true }))
    tokens.set('blind', await company.tokenOf(uid))
    const tiles = [
      tileOf(),
      tileOf({ shape: 'bar', by: [{ key: 'value' }], figures: [] }),
      tileOf({ figures: [], where: [{ key: 'value', is: 'between', value: ['50', ''] }] }),
      tileOf({ shape: 'list', figures: [], columns: ['instanceName', 'value'] }),
      tileOf({ shape: 'list', figures: [], sort: [{ key: 'value' }] }),
      tileOf({ figures: [] }),
      tileOf({ table: 'monitored', figures: [] }),
    ]
    const { id } = resultOf(await save('admin', { tiles, audience: 'everybody' }))
    const answers: Row[] = (await read('blind', id))['tiles'].map(({ answer }: Row) => answer)
    assert.deepEqual(
      answers.map(({ state }) => state),
      ['closed', 'closed', 'closed', 'answered', 'closed', 'answered', 'closed'],
    )
    assert.deepEqual(answers[3]?.['columns'], ['instanceName'])
    assert.equal((await read('staff', id))['tiles'].at(-1).answer.state, 'closed')
    for (const { state, groups, rows } of answers) if (state === 'closed') assert.deepEqual([groups, rows], [null, []])
  })

  test('is shared with roles, with departments and those below, with people; taken back it is gone', async () => {
    for (const [shares, outsiders] of [
      [{ deptIds: [ids.office] }, ['boss', 'keeper']],
      [{ uids: [staff] }, ['boss', 'keeper']],
    ] as const) {
      const dashboard = { id: newId(), title: `共享${newId()}`, tiles: [tileOf()] }
      resultOf(await call('boss', 'dashboard/save', { ...dashboard, version: 0, audience: 'chosen', ...shares }))
      assert.equal(await has('staff', dashboard.id), true)
      for (const reader of outsiders) assert.equal(await has(reader, dashboard.id), reader === 'boss')
      resultOf(await call('boss', 'dashboard/save', { ...dashboard, version: 1, audience: 'nobody' }))
      assert.equal(await has('staff', dashboard.id), false)
      assert.equal((await call('staff', 'dashboard/read', { id: dashboard.id }))['code'], 404)
    }
    const roles = [`gs_goodsmanager_${company.orgId}`]
    const { id } = resultOf(await save('boss', { audience: 'chosen', roles }))
    assert.deepEqual([await has('keeper', id), await has('staff', id)], [true, false])
    for (const wrong of [{}, { roles: ['none'] }, { deptIds: [newId()] }, { uids: [newId()] }])
      assert.equal((await save('boss', { audience: 'chosen', ...wrong }))['reason'], 'dashboard.shares')
  })

  test('is changed by its owner, by administrators where it is shared, and by nobody else', async () => {
    const dashboard = { id: newId(), title: `改${newId()}`, tiles: [tileOf()] }
    resultOf(await call('boss', 'dashboard/save', { ...dashboard, version: 0 }))
    for (const reader of ['admin', 'staff']) assert.equal((await call(reader, 'dashboard/save', { ...dashboard, version: 1 }))['code'], 404)
    resultOf(await call('boss', 'dashboard/save', { ...dashboard, version: 1, audience: 'everybody' }))
    assert.equal((await call('staff', 'dashboard/save', { ...dashboard, version: 2, audience: 'everybody' }))['code'], 404)
    assert.equal((await call('staff', 'dashboard/delete', { id: dashboard.id }))['code'], 404)
    resultOf(await call('admin', 'dashboard/save', { ...dashboard, version: 2, audience: 'everybody' }))
    const late = await call('boss', 'dashboard/save', { ...dashboard, version: 2, audience: 'everybody' })
    assert.deepEqual([late['reason'], late['msg']], ['changed-meanwhile', '仪表板已被他人修改，请刷新后重试'])
    assert.equal((await read('boss', dashboard.id))['ownerUid'], boss)
    assert.deepEqual(resultOf(await call('boss', 'dashboard/delete', { id: dashboard.id })), { deleted: 1 })
    assert.deepEqual(resultOf(await call('boss', 'dashboard/delete', { id: dashboard.id })), { deleted: 0 })
  })

  test('takes a tile once, however often it is dashboard', async () => {
    const dashboard = { id: newId(), title: `放${newId()}`, tile: tileOf() }
    for (const _ of [1, 2]) assert.deepEqual(resultOf(await call('boss', 'dashboard/addTile', dashboard)), { id: dashboard.id, version: 1 })
    resultOf(await call('boss', 'dashboard/addTile', { ...dashboard, tile: tileOf({ title: '第二项' }) }))
    const { title, tiles } = await read('boss', dashboard.id)
    assert.deepEqual([title, tiles.map((tile: Row) => tile['title'])], [dashboard.title, ['原值', '第二项']])
    assert.equal((await call('staff', 'dashboard/addTile', { ...dashboard, tile: tileOf() }))['code'], 404)
  })

  test('refuses a second of a name, and questions that no table understands', async () => {
    const title = `重名${newId()}`
    resultOf(await save('boss', { title }))
    assert.equal((await save('boss', { title }))['reason'], 'dashboard.title')
    const tile = tileOf()
    for (const tiles of [
      [tile, tile],
      [tileOf({ table: 'nothing' })],
      [tileOf({ figures: [{ key: 'locId', of: 'sum' }] })],
      [tileOf({ where: [{ key: 'gone', is: 'empty' }] })],
      [tileOf({ shape: 'bar', by: [{ key: 'constructor' }] })],
    ])
      assert.equal((await save('boss', { tiles }))['reason'], 'dashboard.tile', JSON.stringify(tiles))
    const unwritten = await save('boss', { tiles: [tileOf({ title: '编码', where: [{ key: 'instanceCode', is: 'eq', value: '没有' }] })] })
    assert.equal(unwritten['msg'], '“编码”不能放入仪表板：资产编码只能用字母、数字和 . _ / - 这些符号')
  })
})

describe('delivered dashboards', () => {
  test('are offered for what a person is, and every tile of theirs is understood', async () => {
    const empty = await newCompany()
    tokens.set('new', await empty.tokenOf(empty.admin))
    const keys: string[] = resultOf(await call('new', 'dashboard/list', {}))['list'].map((row: Row) => row['id'])
    assert.deepEqual(keys, ['administrator', 'assetManager', 'finance', 'employee'])
    for (const { key, tiles } of deliveredDashboards.filter((each) => keys.includes(each.key))) {
      const answeredTiles: Row[] = (await read('new', key))['tiles']
      assert.deepEqual(
        answeredTiles.map((tile) => tile['title']),
        tiles.map((tile) => tile.title),
      )
      for (const { answer, title } of answeredTiles)
        assert.ok(['answered', 'unset'].includes(answer.state), `${key} ${title} ${answer.state}`)
    }
    const theirs: Row[] = resultOf(await call('staff', 'dashboard/list', {}))['list']
    assert.deepEqual(
      theirs.filter((row) => row['isDelivered']).map((row) => row['id']),
      ['employee'],
    )
    assert.equal((await call('staff', 'dashboard/read', { id: 'administrator' }))['code'], 404)
  })
})

describe('figures that are kept', () => {
  const nightOf = (day: string) => ({ ...database, now: () => Date.parse(`${addDays(day, 1)}T02:00:00+08:00`) })
  const keepNight = async (day: string): Promise<void> => {
    const job = { orgId: company.orgId, id: newId(), kind: figureJob, key: '', body: {}, attempts: 1 }
    for (let more = true; more;) more = await figureWorker.piece(nightOf(day), job, app.log)
  }
  const today = dayAt(database.now())

  test('are those of each night, for readers with the same rights; a night that is missing stays a gap', async () => {
    const tiles = [tileOf({ shape: 'trend', isKept: true }), tileOf({ figures: [] })]
    const dashboard = { id: newId(), title: `曲线${newId()}`, tiles, audience: 'everybody' }
    resultOf(await call('admin', 'dashboard/save', { ...dashboard, version: 0 }))
    const days = [addDays(today, -4), addDays(today, -2)]
    for (const day of days) await keepNight(day)
    for (const day of days) await keepNight(day)
    const nights = days.map((day) => ({ day, figure: '7120.5' }))
    for (const reader of ['admin', 'boss'])
      assert.deepEqual(
        (await read(reader, dashboard.id))['tiles'].map((tile: Row) => tile['answer'].nights),
        [nights, []],
      )
    for (const reader of ['keeper', 'staff']) assert.deepEqual((await read(reader, dashboard.id))['tiles'][0].answer.nights, [])
    assert.deepEqual((await read('blind', dashboard.id))['tiles'][0].answer.state, 'closed')
    const [first, second] = tiles
    const changedTile = { ...first, where: [{ key: 'locId', is: 'in', value: [ids.own] }] }
    resultOf(await call('admin', 'dashboard/save', { ...dashboard, version: 1, tiles: [changedTile, second] }))
    assert.deepEqual((await read('admin', dashboard.id))['tiles'][0].answer.nights, [])
  })

  test('are left out where the night is over, and asked for again the night after', async () => {
    const day = addDays(today, -1)
    const late = { ...database, now: () => Date.parse(`${today}T09:00:00+08:00`) }
    const job = { orgId: company.orgId, id: newId(), kind: figureJob, key: '', body: {}, attempts: 1 }
    assert.equal(await figureWorker.piece(late, job, app.log), false)
    await database.reading(company.orgId, async (tx) => {
      assert.deepEqual(await tx.query('select from figure_day where org_id = $1 and day = $2', [company.orgId, day]), [])
      const [next] = await tx.query<{ at: string }>(
        `select to_char(due_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as at from job where org_id = $1 and kind = $2 and done_at is null`,
        [company.orgId, figureJob],
      )
      assert.equal(next?.at, addDays(today, 1))
    })
  })
})

test('a figure that took long is remembered, but not to a person who wrote since', async () => {
  const slow: typeof database = {
    ...database,
    readingReplica: (orgId, run, limits) =>
      database.readingReplica(
        orgId,
        (tx) => run({ ...tx, orgId, now: database.now, memory: tx.memory, query: (...query) => sleep(20).then(() => tx.query(...query)) }),
        limits,
      ),
  }
  const countFor = async (uid: Id): Promise<number | undefined> => {
    const session = await database.reading(company.orgId, (tx) => inNameOf(tx, uid))
    assert.ok(session)
    const [answer] = await answerTiles({ database: slow, session, language: 'zh', dashboardId: undefined }, [tile])
    return answer?.groups?.total.count
  }
  const tile = {
    ...deliveredDashboards.flatMap(({ tiles }) => tiles).find(({ shape }) => shape === 'figure')!,
    ...tileOf({ figures: [], where: [] }),
  }
  const before = await countFor(company.admin)
  resultOf(await call('admin', 'goods/gsgoodsinstance/save', { id: newId(), goodsId: ids.model, instanceName: '电脑', locId: ids.own }))
  assert.equal(await countFor(boss), before)
  assert.equal(await countFor(company.admin), (before ?? 0) + 1)
  assert.equal(await countFor(boss), (before ?? 0) + 1)
})

test('a tile that takes too long says so, and the others are answered', async () => {
  const session = await database.reading(company.orgId, (tx) => inNameOf(tx, company.admin))
  assert.ok(session)
  let turn = 0
  const slow: typeof database = {
    ...database,
    readingReplica: (orgId, run, limits) => (turn++ === 0 ? Promise.reject(tooSlow()) : database.readingReplica(orgId, run, limits)),
  }
  const [first] = deliveredDashboards
  const answers = await answerTiles({ database: slow, session, language: 'zh', dashboardId: undefined }, first?.tiles ?? [])
  assert.deepEqual(
    answers.map(({ state }) => state),
    ['slow', ...Array.from({ length: answers.length - 1 }, () => 'answered')],
  )
})

test('tiles share three transactions, and one that takes too long leaves those before and after it', async () => {
  const session = await database.reading(company.orgId, (tx) => inNameOf(tx, keeper))
  assert.ok(session)
  const draft = deliveredDashboards.flatMap(({ tiles }) => tiles).find(({ shape }) => shape === 'figure')
  assert.ok(draft)
  const tiles = Array.from({ length: 8 }, (_, at) => ({ ...draft, ...tileOf({ figures: [], where: [], likeQuery: `第${at}件` }) }))
  let transactionCount = 0
  const slowFor = (words: string): typeof database => ({
    ...database,
    readingReplica: (orgId, run, limits) => {
      transactionCount++
      return database.readingReplica(
        orgId,
        (tx) =>
          run({
            ...{ ...tx, orgId, now: database.now, memory: tx.memory },
            query: (text, values = [], mode) =>
              JSON.stringify(values).includes(words) ? Promise.reject(tooSlow()) : tx.query(text, values, mode),
          }),
        limits,
      )
    },
  })
  const statesOf = async (words: string) => {
    transactionCount = 0
    const answers = await answerTiles({ database: slowFor(words), session, language: 'zh', dashboardId: undefined }, tiles)
    return answers.map(({ state }) => state)
  }
  assert.deepEqual(
    await statesOf('一件也没有'),
    Array.from({ length: 8 }, () => 'answered'),
  )
  assert.equal(transactionCount, 3)
  assert.deepEqual(
    await statesOf('第3件'),
    tiles.map((_, at) => (at === 3 ? 'slow' : 'answered')),
  )
  assert.ok(transactionCount <= 4, 'the slow one alone begins another')
})
