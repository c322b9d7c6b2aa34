import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { assertDefined } from '../../kernel/assert.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { auditDatabase } from '../audit/audit.ts'
import { testApp } from '../testing/app.ts'
import { callOf, uploadedFile } from '../testing/company.ts'
import { enterAssets } from './assetEntry.ts'
import { listAssets } from './assetList.ts'
import { recordHandlers } from './handlers.ts'

type Row = ReturnType<typeof JSON.parse>

const app = await testApp(recordHandlers)
const company = await app.newCompany()
const token = await company.tokenOf(company.admin)

const call = async (path: string, body: unknown, as = token) => (await app.ask({ path: `/api/${path}`, body, token: as })).json
const saved = async (path: string, body: unknown): Promise<Row> => {
  const answer = await call(`${path}/save`, body)
  assert.equal(answer['code'], 0, answer['msg'])
  return answer['result']
}
const register = async (body: Row, as = token): Promise<Row> => {
  const answer = await call('goods/gsgoodsinstance/list', { pageSize: 100, ...body }, as)
  assert.equal(answer['code'], 0, answer['msg'])
  return answer['page']
}
const codesOf = (page: Row): string[] => page['list'].map((row: Row) => row['instanceCode']).toSorted()
const faults = async () => (await auditDatabase(app.database)).filter((finding) => finding.count > 0)

const campus = await saved('goods/gsgoodsloc', { locCode: 'A', locName: '园区' })
const store = await saved('goods/gsgoodsloc', { locCode: 'A1', locName: '一号库', parentId: campus['id'] })
const office = await saved('goods/gsgoodsloc', { locCode: 'A2', locName: '办公室', parentId: campus['id'] })
const elsewhere = await saved('goods/gsgoodsloc', { locCode: 'B', locName: '异地' })
const laptop = await saved('goods/gsgoods', { goodsCode: 'M1', goodsName: '联想笔记本电脑', spec: 'X200' })
const screen = await saved('goods/gsgoods', { goodsCode: 'M2', goodsName: '显示器' })
const staff = await company.hire('staff')
const keeper = await company.hire('keeper', ['goodsmanager'])
await app.database.inTransaction(company.orgId, (tx) =>
  tx.query('update location set manager_uid = $3 where org_id = $1 and id = $2', [tx.orgId, store['id'], keeper]),
)

const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear()

/** Puts existing assets straight where they are. */
const enter = (assets: readonly { code: string; name?: string; goodsId?: Id; locId: Id; holder?: Id; value?: string }[]) =>
  app.database.inTransaction(company.orgId, (tx) =>
    enterAssets(
      tx,
      { documentId: newId(), author: { uid: company.admin, departmentIds: [] }, at: Date.now(), action: 'takenOver', remark: '期初' },
      assets.map(({ code, name = '资产', goodsId = screen['id'], locId, holder, value }) => {
        const values = { instanceCode: code, instanceName: name, goodsId, locId, value }
        return {
          id: newId(),
          values,
          to: holder ? (`person:${holder}` as const) : (`store:${locId}` as const),
        }
      }),
    ),
  )

await enter([
  { code: 'S-1', name: '投影机', locId: store['id'], value: '100' },
  { code: 'S-2', locId: store['id'] },
  { code: 'O-1', locId: office['id'] },
  { code: 'O-2', locId: office['id'], holder: staff, value: '7.5' },
  { code: 'E-1', locId: elsewhere['id'] },
  { code: 'E-2', locId: elsewhere['id'], holder: keeper },
])

describe('an asset that is saved', () => {
  test('is numbered, named after its model, and in the books by a stock-in', async () => {
    const row = await saved('goods/gsgoodsinstance', { goodsId: laptop['id'], locId: store['id'], value: '5999.9', epc: 'e2801160' })
    assert.match(row['instanceCode'], new RegExp(`^ZC${year}\\d{6}$`))
    assert.deepEqual(
      [row['instanceName'], row['state'], row['value'], row['epc'], row['names'][store['id']]],
      ['联想笔记本电脑', 'idle', '5999.9', 'E2801160', '一号库'],
    )
    const history = (await call('goods/gsgoodsinstance/history', { instanceId: row['id'] }))['page']['list']
    assert.equal(history.length, 1)
    assert.equal(history[0]['documentKind'], 'GsInstockOrder')
    assert.deepEqual(history[0]['changes'][0], { field: 'account', label: '位置', before: null, after: '在库 · 一号库' })
    assert.deepEqual(await faults(), [])
  })

  test('is the same one when it is sent twice', async () => {
    const body = { id: newId(), goodsId: laptop['id'], locId: store['id'] }
    const [one, two] = [await saved('goods/gsgoodsinstance', body), await saved('goods/gsgoodsinstance', body)]
    assert.deepEqual(two, one)
  })

  test('passes by a number that somebody typed in', async () => {
    const row = await saved('goods/gsgoodsinstance', { goodsId: laptop['id'], locId: store['id'] })
    const next = `ZC${year}${String(Number(row['instanceCode'].slice(6)) + 1).padStart(6, '0')}`
    await saved('goods/gsgoodsinstance', { goodsId: laptop['id'], locId: store['id'], instanceCode: next })
    const after = await saved('goods/gsgoodsinstance', { goodsId: laptop['id'], locId: store['id'] })
    assert.equal(Number(after['instanceCode'].slice(6)), Number(next.slice(6)) + 1)
  })

  test('keeps before and after of what changes on its card', async () => {
    const row = await saved('goods/gsgoodsinstance', { goodsId: laptop['id'], locId: store['id'] })
    await call('goods/gsgoodsinstance/update', { id: row['id'], condition: 'worn', remark: '外壳有划痕' })
    const [event] = (await call('goods/gsgoodsinstance/history', { instanceId: row['id'] }))['page']['list']
    assert.deepEqual(event['changes'], [
      { field: 'condition', label: '资产状况', before: '完好', after: '有磨损' },
      { field: 'remark', label: '备注', before: null, after: '外壳有划痕' },
    ])
    const moved = await call('goods/gsgoodsinstance/update', { id: row['id'], locId: office['id'] })
    assert.equal(moved['reason'], 'record.documentOnly')
    assert.deepEqual(await faults(), [])
  })

  test('has its original value written once, and changed by an adjustment only', async () => {
    const row = await saved('goods/gsgoodsinstance', { goodsId: laptop['id'], locId: store['id'] })
    assert.equal((await call('goods/gsgoodsinstance/update', { id: row['id'], value: '4999' }))['code'], 0)
    assert.equal((await call('goods/gsgoodsinstance/update', { id: row['id'], value: '4999', remark: '已核对' }))['code'], 0)
    for (const value of ['4998', null]) {
      const changed = await call('goods/gsgoodsinstance/update', { id: row['id'], value })
      assert.equal(changed['reason'], 'record.documentOnly')
      assert.equal(changed['details'][0]['path'], 'value')
    }
    assert.deepEqual(await faults(), [])
  })
})

describe('search', () => {
  for (const keyword of ['笔', '投影', '影机', 'touying', 'tyj', 'S-1', 's-1'])
    test(`finds by ${keyword}`, async () => {
      const page = await register({ likeQuery: keyword, pageSize: 1000 })
      assert.ok(page['list'].length > 0)
      assert.equal(page['totalCount'], page['list'].length)
    })

  for (const [keyword, by, found] of [
    ['显示器', 'its model', ['E-1', 'E-2', 'O-1', 'O-2', 'S-1', 'S-2']],
    ['xsq', 'its model in pinyin', ['E-1', 'E-2', 'O-1', 'O-2', 'S-1', 'S-2']],
    ['办公室', 'its place', ['O-1', 'O-2']],
    ['staff', 'who holds it', ['O-2']],
  ] as const)
    test(`finds by ${by}: ${keyword}`, async () => {
      const page = await register({ likeQuery: keyword, goodsId: screen['id'] })
      assert.deepEqual([codesOf(page), page['totalCount']], [[...found], found.length])
    })

  test('by a name keeps to the data scope, and to what is open where pieces are picked', async () => {
    const keeping = await company.tokenOf(keeper)
    assert.deepEqual(codesOf(await register({ likeQuery: '显示器' }, keeping)), ['E-2', 'S-1', 'S-2'])
    assert.deepEqual(codesOf(await register({ likeQuery: 'staff' }, keeping)), [])
    const picking = await company.tokenOf(staff)
    const offered = { place: 'store', goodsId: screen['id'] }
    assert.deepEqual(codesOf(await register({ ...offered, likeQuery: '一号库' }, picking)), ['S-1', 'S-2'])
  })

  test('takes what is typed literally', async () => {
    assert.equal((await register({ likeQuery: '%' }))['totalCount'], 0)
    assert.equal((await register({ likeQuery: "' or 1=1 --" }))['totalCount'], 0)
  })

  test('narrows a filtered list and keeps to the data scope', async () => {
    assert.deepEqual(codesOf(await register({ likeQuery: '资产', locId: office['id'] })), ['O-1', 'O-2'])
    assert.deepEqual(codesOf(await register({ likeQuery: '资产', state: 'inUse' })), ['E-2', 'O-2'])
    const theirs = await company.tokenOf(keeper)
    assert.deepEqual(codesOf(await register({ likeQuery: '资产' }, theirs)), ['E-2', 'S-2'])
  })
})

describe('the register', () => {
  test('of a place includes what is below it', async () => {
    const all = await register({ locId: campus['id'] })
    assert.ok(['O-1', 'O-2', 'S-1', 'S-2'].every((code) => codesOf(all).includes(code)))
    assert.equal(all['totalCount'], all['list'].length)
    assert.equal((await register({ locId: campus['id'], below: false }))['totalCount'], 0)
    assert.deepEqual(codesOf(await register({ locId: office['id'], state: 'idle' })), ['O-1'])
  })

  test('shows a keeper their places and what they hold, whatever is asked for', async () => {
    const theirs = await company.tokenOf(keeper)
    const page = await register({}, theirs)
    assert.ok(codesOf(page).includes('S-1') && codesOf(page).includes('E-2'))
    assert.ok(!codesOf(page).some((code) => ['O-1', 'O-2', 'E-1'].includes(code)))
    assert.equal(page['totalCount'], page['list'].length)
    for (const body of [
      { locId: elsewhere['id'] },
      { locId: elsewhere['id'], sidx: 'instanceCode' },
      { goodsId: screen['id'], locId: elsewhere['id'] },
    ]) {
      const found = await register(body, theirs)
      assert.deepEqual([codesOf(found), found['totalCount']], [['E-2'], 1])
    }
  })

  test('shows an employee only what they hold; a form may offer them what is in store', async () => {
    const theirs = await company.tokenOf(staff)
    assert.deepEqual(codesOf(await register({}, theirs)), ['O-2'])
    assert.deepEqual(codesOf(await register({ state: 'idle' }, theirs)), [])
    const offered = await register({ state: 'idle', match: 'model', goodsId: screen['id'] }, theirs)
    assert.deepEqual(codesOf(offered), ['E-1', 'O-1', 'S-1', 'S-2'])
    const projector = offered['list'].find((row: Row) => row['instanceCode'] === 'S-1')
    assert.deepEqual([projector['value'], projector['restricted']], [null, true])
    assert.deepEqual(codesOf((await call('goods/gsgoodsinstance/mine', {}, theirs))['page']), ['O-2'])
  })

  test('shows a card outside the data scope only as far as to tell which thing it is', async () => {
    const theirs = await company.tokenOf(staff)
    const [own, foreign] = [
      (await call('goods/gsgoodsinstance/scan', { code: 'O-2' }, theirs))['result'],
      (await call('goods/gsgoodsinstance/scan', { code: 'S-1' }, theirs))['result'],
    ]
    assert.deepEqual(
      [own['value'], own['restricted'], foreign['value'], foreign['restricted'], foreign['instanceName']],
      ['7.5', undefined, null, true, '投影机'],
    )
    const history = await app.ask({ path: '/api/goods/gsgoodsinstance/history', body: { instanceId: foreign['id'] }, token: theirs })
    assert.equal(history.status, 403)
  })

  test('belongs to its organisation', async () => {
    const other = await app.newCompany('别家')
    const theirs = await other.tokenOf(other.admin)
    assert.equal((await register({}, theirs))['totalCount'], 0)
    assert.equal((await register({ likeQuery: '资产' }, theirs))['totalCount'], 0)
    assert.equal((await call('goods/gsgoodsinstance/scan', { code: 'S-1' }, theirs))['reason'], 'scan.unknown')
  })
})

describe('a scan', () => {
  test('finds by code, tag, serial number, id, address and JSON', async () => {
    const row = await saved('goods/gsgoodsinstance', { goodsId: laptop['id'], locId: store['id'], serialNo: 'SN-77', epc: 'E28011AA' })
    const { id, instanceCode } = row
    for (const code of [
      instanceCode,
      instanceCode.toLowerCase(),
      'SN-77',
      'sn-77',
      'e28011aa',
      id,
      `https://example.com/q/${instanceCode}`,
      JSON.stringify({ instanceId: id }),
      JSON.stringify({ instanceCode }),
    ])
      assert.equal((await call('goods/gsgoodsinstance/scan', { code }))['result']?.['id'], id, code)
  })

  test('says in words what it cannot tell', async () => {
    for (let at = 0; at < 2; at++) await saved('goods/gsgoodsinstance', { goodsId: laptop['id'], locId: store['id'], serialNo: 'SAME' })
    await saved('goods/gsgoodsinstance', { goodsId: laptop['id'], locId: store['id'], serialNo: 'MiXeD-1', instanceCode: 'cOdE-1' })
    assert.equal((await call('goods/gsgoodsinstance/scan', { code: 'CODE-1' }))['result']?.['serialNo'], 'MiXeD-1')
    assert.equal((await call('goods/gsgoodsinstance/scan', { code: 'mixed-1' }))['result']?.['instanceCode'], 'cOdE-1')
    const reason = async (code: string) => (await call('goods/gsgoodsinstance/scan', { code }))['reason']
    assert.deepEqual(
      [await reason('SAME'), await reason('same'), await reason('NOPE'), await reason('{"goodsId":"77"}')],
      ['scan.ambiguous', 'scan.ambiguous', 'scan.unknown', 'scan.otherThing'],
    )
  })
})

test('pages and counts are those of the real rows, whatever is asked', async () => {
  const places = [campus, store, office, elsewhere].map((row) => row['id'] as Id)
  let number = 0
  const holder = fc.constantFrom(undefined, staff, keeper)
  const arrivals = fc.array(
    fc.record({ locId: fc.constantFrom(...places), holder, goodsId: fc.constantFrom(laptop['id'] as Id, screen['id'] as Id) }),
    { minLength: 1, maxLength: 6 },
  )
  const query = fc.record(
    {
      locId: fc.constantFrom(...places),
      state: fc.constantFrom('idle', 'inUse'),
      goodsId: fc.constantFrom(laptop['id'] as Id, screen['id'] as Id),
      holderUid: fc.constantFrom(staff, keeper),
      sidx: fc.constantFrom('instanceCode', 'value'),
      likeQuery: fc.constantFrom('资产', 'R-', '1', '显示', '园区', '一号', 'keeper'),
    },
    { requiredKeys: [] },
  )
  const scope = fc.oneof(fc.constant('all' as const), fc.subarray(places))
  await fc.assert(
    fc.asyncProperty(arrivals, query, scope, fc.integer({ min: 1, max: 7 }), async (some, input, locations, pageSize) => {
      await enter(some.map((each) => ({ ...each, code: `R-${++number}` })))
      await app.database.reading(company.orgId, async (tx) => {
        const by = callOf(tx, keeper, [], { locations })
        const rows = await tx.query<{ id: Id }>(
          `select a.id from asset a where a.org_id = $1
             and ($2::bigint is null or a.loc_id = $2 or a.loc_id in (select id from location where org_id = $1 and parent_id = $2))
             and ($3::text is null or a.state = $3) and ($4::bigint is null or a.goods_id = $4) and ($5::bigint is null or a.holder_uid = $5)
             and ($6::bigint[] is null or a.loc_id = any ($6) or a.holder_uid = $7) and ($8::text is null or position(lower($8) in a.search) > 0
               or exists (select from model n where n.org_id = $1 and n.id = a.goods_id and position(lower($8) in n.search) > 0)
               or exists (select from location n where n.org_id = $1 and n.id = a.loc_id and position(lower($8) in n.search) > 0)
               or exists (select from person n where n.org_id = $1 and n.id = a.holder_uid and position(lower($8) in n.user_name) > 0))
           order by a.id desc`,
          [
            tx.orgId,
            input.locId,
            input.state,
            input.goodsId,
            input.holderUid,
            locations === 'all' ? null : locations,
            keeper,
            input.likeQuery,
          ],
        )
        const expected = rows.map(({ id }) => id)
        const seen: Id[] = []
        for (let page = 1; ; page++) {
          const found = await listAssets(by, { ...input, page, pageSize })
          assert.equal(found.totalCount, expected.length)
          seen.push(...found.list.map((row) => row.id))
          if (page >= found.totalPage) break
        }
        assert.deepEqual(input.sidx ? seen.toSorted((a, b) => Number(BigInt(b) - BigInt(a))) : seen, expected)
        if (input.sidx) return
        const byCursor: Id[] = []
        for (let after: string | undefined; ;) {
          const found = await listAssets(by, { ...input, pageSize, ...(after && { after }) })
          byCursor.push(...found.list.map((row) => row.id))
          after = found.next
          if (!after) break
        }
        assert.deepEqual(byCursor, expected)
      })
    }),
    { numRuns: 25 },
  )
  assert.deepEqual(await faults(), [])
})

test('a card without a picture of its own bears that of its model', async () => {
  const path = await app.database.inTransaction(company.orgId, async (tx) => {
    const stored = await uploadedFile(tx, company.admin)
    await tx.query('update model set goods_image = $3 where org_id = $1 and id = $2', [tx.orgId, laptop['id'], stored])
    return stored
  })
  await enter([{ code: 'PIC-1', goodsId: laptop['id'], locId: store['id'] }])
  assert.deepEqual((await register({ likeQuery: 'PIC-1' }))['list'][0]['instanceImage'], [path])
})

test('a change of an asset writes what it is found by where its words change, and nothing of it elsewhere', async () => {
  await enter([{ code: 'GR1', name: '游标卡尺', locId: store['id'] }])
  const stored = () =>
    app.database.reading(company.orgId, async (tx) => {
      const [row] = await tx.query<{ id: Id; written: string; grams: string }>(
        `select a.id, s.xmin::text as written, s.grams from asset a join asset_search s on s.org_id = $1 and s.asset_id = a.id
         where a.org_id = $1 and a.instance_code = 'GR1'`,
        [company.orgId],
      )
      return assertDefined(row, 'the grams of the asset')
    })
  const before = await stored()
  assert.ok(before.grams.split('\t').includes('卡尺'))
  const bought = await call('goods/gsgoodsinstance/update', { id: before.id, boughtOn: '2026-01-05' })
  assert.equal(bought['code'], 0, bought['msg'])
  assert.deepEqual(await stored(), before)

  const renamed = await call('goods/gsgoodsinstance/update', { id: before.id, instanceName: '千分尺' })
  assert.equal(renamed['code'], 0, renamed['msg'])
  const after = await stored()
  assert.ok(after.grams.split('\t').includes('千分') && !after.grams.split('\t').includes('游标'))
  assert.deepEqual(codesOf(await register({ likeQuery: '千分尺' })), ['GR1'])
})
