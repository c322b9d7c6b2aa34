import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'
import { writeXlsx } from 'hucre/xlsx'
import { recordSearchWorker } from './search.ts'

/**
 * A keeper of one place, and an employee, before what stands in another: what reading keeps from them writing cannot touch, and no filter,
 * order or search tells it.
 */
const { ask, database, newCompany } = await testApp(handlers)
const company = await newCompany()
const ids = {
  own: newId(),
  below: newId(),
  foreign: newId(),
  supplier: newId(),
  model: newId(),
  asset: newId(),
  near: newId(),
  used: newId(),
}
const keeper = await company.hire('zhaokeeper', ['goodsmanager'], { userName: '赵库管' })
const colleague = await company.hire('qianlogin', [], { userName: '钱多', phone: '13712345678', employeeNo: 'E-778', position: '会计' })
const staff = await company.hire('sunstaff')
const consumer = await company.hire('consum', ['consummanager'])
await database.inTransaction(company.orgId, async (tx) => {
  await insert(tx, 'location', [
    { id: ids.own, loc_code: 'A', loc_name: '一号库', manager_uid: keeper },
    { id: ids.below, loc_code: 'A1', loc_name: '一号库里间', parent_id: ids.own },
    { id: ids.foreign, loc_code: 'B', loc_name: '二号库' },
  ])
  await insert(tx, 'supplier', [{ id: ids.supplier, supplier_code: 'S', supplier_name: '秘密供应商' }])
  await insert(tx, 'model', [{ id: ids.model, goods_code: 'M', goods_name: '笔记本' }])
  await tx.query(`update person set remark = '正在谈离职' where org_id = $1 and id = $2`, [tx.orgId, colleague])
})
const tokens = {
  admin: await company.tokenOf(company.admin),
  keeper: await company.tokenOf(keeper),
  staff: await company.tokenOf(staff),
  consumer: await company.tokenOf(consumer),
}
type Row = ReturnType<typeof JSON.parse>
const call = async (who: keyof typeof tokens, path: string, body: Row): Promise<Row> =>
  (await ask({ path: `/api/${path}`, body, token: tokens[who] })).json
const info = async (who: keyof typeof tokens, path: string, id: string): Promise<Row> =>
  (await ask({ method: 'GET', path: `/api/${path}/info/${id}`, token: tokens[who] })).json['result']
const done = (answer: Row): Row => {
  assert.equal(answer['code'], 0, JSON.stringify(answer))
  return answer['result']
}
const hidden = { value: '9876.5', supplierId: ids.supplier, boughtOn: '2025-03-04', remark: '暗号芝麻', epc: 'ABCD1234' }
const card = { goodsId: ids.model, instanceName: '电脑' }
const assets = 'goods/gsgoodsinstance'
const places = 'goods/gsgoodsloc'
for (const [id, locId, more] of [
  [ids.asset, ids.foreign, hidden],
  [ids.near, ids.below, { value: '5' }],
  [ids.used, ids.own, {}],
] as const)
  done(await call('admin', `${assets}/save`, { id, ...card, locId, ...more }))
done(
  await call('keeper', 'goods/gsoutstockorder/submit', {
    id: newId(),
    header: { recipient: staff, reason: '办公' },
    lines: [{ model: ids.model, quantity: '1', assets: [ids.used] }],
  }),
)
const secrets = ['9876.5', ids.supplier, '秘密供应商', '2025-03-04', '暗号芝麻', 'ABCD1234']

describe('a keeper', () => {
  const refused: [what: string, path: string, body: () => Row][] = [
    ['changes a piece in another place', `${assets}/update`, () => ({ id: ids.asset, instanceName: '我的' })],
    ['empties what is kept from him', `${assets}/update`, () => ({ id: ids.asset, supplierId: null, boughtOn: null, remark: null })],
    ['sends it back as it was shown', `${assets}/update`, () => ({ id: ids.asset, version: 1, ...card, locId: ids.foreign, value: null })],
    ['changes nothing of it', `${assets}/update`, () => ({ id: ids.asset })],
    ['takes it over', `${assets}/update`, () => ({ id: ids.asset, locId: ids.own })],
    ['deletes it', `${assets}/delete`, () => ({ ids: [ids.near, ids.asset] })],
    ['adds one there', `${assets}/save`, () => ({ ...card, locId: ids.foreign })],
    ['adds one under its number', `${assets}/save`, () => ({ id: ids.asset, ...card, locId: ids.foreign, ...hidden })],
    ['moves one there', `${assets}/update`, () => ({ id: ids.used, locId: ids.foreign })],
    ['makes himself the manager of another place', `${places}/update`, () => ({ id: ids.foreign, managerUid: keeper })],
    ['renames it', `${places}/update`, () => ({ id: ids.foreign, locName: '我的' })],
    ['deletes it', `${places}/delete`, () => ({ ids: [ids.foreign] })],
    ['says who manages his own', `${places}/update`, () => ({ id: ids.below, managerUid: keeper })],
    ['gives his own away', `${places}/update`, () => ({ id: ids.own, managerUid: null })],
    ['moves his own below another', `${places}/update`, () => ({ id: ids.below, parentId: ids.foreign })],
    ['moves his own to the top', `${places}/update`, () => ({ id: ids.below, parentId: null })],
    ['puts a new one below another', `${places}/save`, () => ({ locCode: 'X', locName: '新', parentId: ids.foreign })],
    ['puts a new one at the top', `${places}/save`, () => ({ locCode: 'X', locName: '新' })],
    ['names the manager of a new one', `${places}/save`, () => ({ locCode: 'X', locName: '新', parentId: ids.own, managerUid: keeper })],
  ]
  for (const [what, path, body] of refused)
    test(`${what}: refused, nothing changes and nothing shows`, async () => {
      const before = await digest()
      const { status, text, json } = await ask({ path: `/api/${path}`, body: body(), token: tokens.keeper })
      assert.equal(status, 200)
      assert.notEqual(json['code'], 0, text)
      assert.ok(json['reason'], text)
      assert.deepEqual(
        secrets.filter((secret) => text.includes(secret)),
        [],
      )
      assert.deepEqual(await digest(), before)
    })

  test('keeps what stands in his own places, and makes places below them', async () => {
    done(await call('keeper', `${assets}/update`, { id: ids.near, remark: '窗边' }))
    const shelf = done(await call('keeper', `${places}/save`, { locCode: 'A2', locName: '货架', parentId: ids.below }))
    // His session may be older than the new place.
    done(await call('keeper', `${assets}/save`, { ...card, locId: shelf['id'] }))
    done(await call('keeper', `${places}/update`, { id: shelf['id'], locName: '货架2', parentId: ids.own }))
    done(
      await call('keeper', `${places}/delete`, {
        ids: [done(await call('keeper', `${places}/save`, { locCode: 'A3', locName: '空', parentId: ids.own }))['id']],
      }),
    )
    assert.equal((await info('keeper', places, ids.own))['writable'], true)
    assert.equal((await info('keeper', places, ids.foreign))['writable'], false)
    const seen = await info('keeper', assets, ids.asset)
    assert.deepEqual([seen['writable'], seen['restricted'], seen['value'], seen['remark']], [false, true, null, null])
  })

  const sheets: [what: string, path: string, rows: string[][], column: string, createMissing?: boolean][] = [
    [
      'pieces into another place',
      assets,
      [
        ['资产名称', '型号', '所在区域'],
        ['电脑', '笔记本', '二号库'],
      ],
      '所在区域',
    ],
    [
      'pieces into a place of his own making',
      assets,
      [
        ['资产名称', '型号', '所在区域'],
        ['电脑', '笔记本', '新库'],
      ],
      '所在区域',
      true,
    ],
    [
      'a place at the top',
      places,
      [
        ['区域编码', '区域名称'],
        ['Y1', '新库'],
      ],
      '上级区域',
    ],
    [
      'a place below another',
      places,
      [
        ['区域编码', '区域名称', '上级区域'],
        ['Y1', '新库', '二号库'],
      ],
      '上级区域',
    ],
    [
      'a manager',
      places,
      [
        ['区域编码', '区域名称', '上级区域', '管理员'],
        ['Y1', '新库', '一号库', '赵库管'],
      ],
      '管理员',
    ],
  ]
  for (const [what, path, rows, label, createMissing = false] of sheets)
    test(`imports ${what}: refused at the cell`, async () => {
      const before = await digest()
      const id = await upload(path, rows)
      const errors = done(await call('keeper', `${path}/import/check`, { id, createMissing }))['errors'] as Row[]
      assert.deepEqual(
        errors.map((error) => error['label']),
        [label],
      )
      assert.equal((await call('keeper', `${path}/import/commit`, { id, createMissing }))['reason'], 'import.errors')
      assert.deepEqual(await digest(), before)
    })

  test('imports into his own places, also those that the sheet makes below them', async () => {
    const rows = [
      ['区域编码', '区域名称', '上级区域'],
      ['Z2', '上层', '下层'],
      ['Z1', '下层', '一号库'],
    ]
    done(await call('keeper', `${places}/import/commit`, { id: await upload(places, rows) }))
    const pieces = [
      ['资产名称', '型号', '所在区域'],
      ['电脑', '笔记本', '上层'],
      ['电脑', '笔记本', '一号库/新角落'],
    ]
    done(await call('keeper', `${assets}/import/commit`, { id: await upload(assets, pieces), createMissing: true }))
  })
})

test('a keeper of supplies brings no opening stock into a place that he does not manage', async () => {
  const rows = [
    ['耗材编码', '耗材名称', '期初仓库', '期初数量'],
    ['C9', '纸', '二号库', '5'],
  ]
  const id = await upload('consum/csconsum', rows, 'consumer')
  const { errors } = done(await call('consumer', 'consum/csconsum/import/check', { id }))
  assert.deepEqual(
    errors.map((error: Row) => error['label']),
    ['期初仓库'],
  )
})

describe('whoever picks from every place', () => {
  const picked = async (who: 'staff' | 'keeper', more: Row) => call(who, `${assets}/list`, { state: 'idle', match: '1', ...more })
  for (const who of ['staff', 'keeper'] as const) {
    for (const [what, more] of [
      ['sorts by the price', { sidx: 'value' }],
      ['sorts by the day it was bought', { sidx: 'boughtOn', order: 'desc' }],
      ['filters by the supplier', { supplierId: ids.supplier }],
      ['filters by the holder', { holderUid: colleague }],
    ] as const)
      test(`${who} ${what}: refused`, async () => {
        const { status, text } = await ask({
          path: `/api/${assets}/list`,
          body: { state: 'idle', match: '1', ...more },
          token: tokens[who],
        })
        assert.equal(status, 400, text)
      })

    test(`${who} finds pieces by what everybody may see, not by the remark`, async () => {
      assert.ok((await picked(who, { likeQuery: '电脑' }))['page']['list'].some((row: Row) => row['id'] === ids.asset))
      assert.ok((await picked(who, { likeQuery: 'diannao' }))['page']['list'].some((row: Row) => row['id'] === ids.asset))
      for (const likeQuery of ['暗号', 'anhao', 'zhima'])
        assert.deepEqual((await picked(who, { likeQuery }))['page']['totalCount'], 0, likeQuery)
    })
  }

  test('the administrator finds, filters and sorts by all of it', async () => {
    for (const more of [{ likeQuery: 'anhao' }, { supplierId: ids.supplier }, { sidx: 'value', order: 'desc', likeQuery: '芝麻' }]) {
      const { page } = await call('admin', `${assets}/list`, { state: 'idle', match: '1', ...more })
      assert.deepEqual(
        page['list'].map((row: Row) => row['id']),
        [ids.asset],
      )
    }
  })
})

describe('of a colleague an employee', () => {
  const secretsOfPeople = ['qianlogin', '13712345678', 'E-778', '正在谈离职', 'active']
  test('sees what the address book shows', async () => {
    const { text } = await ask({ path: '/api/pro/person/list', body: {}, token: tokens.staff })
    assert.ok(text.includes('钱多') && text.includes('会计'))
    const one = await ask({ method: 'GET', path: `/api/pro/person/info/${colleague}`, token: tokens.staff })
    for (const answer of [text, one.text])
      assert.deepEqual(
        secretsOfPeople.filter((secret) => answer.includes(secret)),
        [],
      )
  })
  test('neither sorts nor filters by the rest', async () => {
    for (const [path, body] of [
      ['pro/person/list', { sidx: 'employeeNo' }],
      ['pro/person/list', { state: 'disabled' }],
      ['pro/sysuser/listUser', { sidx: 'employeeNo' }],
      ['pro/sysuser/list', { sidx: 'employeeNo' }],
      ['pro/sysuser/list', { roleCode: 'gs_tenant_1' }],
    ] as const)
      assert.equal((await ask({ path: `/api/${path}`, body, token: tokens.staff })).status, 400, path)
  })
  for (const path of ['pro/person/list', 'pro/sysuser/listUser', 'pro/sysuser/list', 'pro/addressbook/members'])
    test(`finds them by what it shows of them: ${path}`, async () => {
      const count = async (likeQuery: string) => (await call('staff', path, { likeQuery }))['page']['totalCount']
      assert.equal(await count('qianduo'), 1)
      // The card of the address book says number and phone.
      for (const word of ['qianlogin', ...(path.includes('addressbook') ? [] : ['E-778', '137123'])])
        assert.equal(await count(word), 0, word)
      assert.equal((await call('admin', path, { likeQuery: 'qianduo' }))['page']['totalCount'], 1)
    })
  test('whoever keeps people finds them by all of it', async () => {
    for (const likeQuery of ['qianlogin', 'E-778', '137123'])
      assert.equal((await call('admin', 'pro/person/list', { likeQuery }))['page']['totalCount'], 1, likeQuery)
  })
})

test('search texts from before the mark show no more, and are written anew', async () => {
  const other = await newCompany()
  const uid = await other.hire('linlogin', [], { userName: '林木' })
  const token = await other.tokenOf(await other.hire('looks'))
  await database.inTransaction(other.orgId, (tx) =>
    tx.query(`update person set search = E'linlogin\\n林木\\nlinmu\\nlm' where org_id = $1 and id = $2`, [tx.orgId, uid]),
  )
  const count = async (likeQuery: string) =>
    (await ask({ path: '/api/pro/person/list', body: { likeQuery }, token })).json['page']['totalCount']
  assert.deepEqual([await count('linlogin'), await count('林木')], [0, 1])
  const job = { orgId: other.orgId, id: '1', kind: 'records.search', key: '', body: {}, attempts: 1 }
  while (await recordSearchWorker.piece(database, job, undefined as never));
  assert.deepEqual([await count('linlogin'), await count('linmu')], [0, 1])
})

/** Everything that the company has on record. */
const digest = (): Promise<unknown> =>
  database.inTransaction(company.orgId, async (tx) =>
    Promise.all(
      ['asset', 'location', 'move', 'document', 'asset_event'].map((table) =>
        tx.query(`select md5(string_agg(t::text, '' order by t::text)) as digest from ${table} t where org_id = $1`, [tx.orgId]),
      ),
    ),
  )

const upload = async (path: string, rows: string[][], who: keyof typeof tokens = 'keeper'): Promise<string> => {
  const boundary = 'zaice-test-boundary'
  const bytes = await writeXlsx({ sheets: [{ name: '表', rows }] })
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\ncontent-type: application/octet-stream\r\n\r\n`
  const { json } = await ask({
    path: `/api/${path}/import/upload`,
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    token: tokens[who],
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  return done(json)['id']
}
