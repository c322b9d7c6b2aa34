import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId, type Id } from '../../kernel/id.ts'
import { recordKinds } from '../../domain/records/all.ts'
import { testApp } from '../testing/app.ts'
import { recordHandlers } from './handlers.ts'

type Row = ReturnType<typeof JSON.parse>

const app = await testApp(recordHandlers)
const company = await app.newCompany()
const token = await company.tokenOf(company.admin)

const call = async (path: string, body: unknown, as = token) => (await app.ask({ path: `/api/${path}`, body, token: as })).json
const read = async (path: string, as = token) => (await app.ask({ method: 'GET', path: `/api/${path}`, token: as })).json
const saved = async (path: string, body: unknown): Promise<Row> => {
  const answer = await call(`${path}/save`, body)
  assert.equal(answer['code'], 0, answer['msg'])
  return answer['result']
}
const refused = (answer: Row, reason: string, words: RegExp) => {
  assert.equal(answer['code'], 500, JSON.stringify(answer))
  assert.equal(answer['reason'], reason)
  assert.match(answer['msg'], words)
}
const count = async (sql: string, ...values: unknown[]): Promise<number> =>
  (
    await app.database.reading(company.orgId, (tx) =>
      tx.query<{ n: number }>(`select count(*)::int as n from ${sql}`, [tx.orgId, ...values]),
    )
  )[0]!.n

/** What every kind needs at least; `code` makes it another one. */
const least: Record<string, (code: string) => Row> = {
  'goods/gsgoodsloc': (code) => ({ locCode: code, locName: `库房${code}` }),
  'goods/gscat': (code) => ({ catCode: code, catName: `分类${code}`, catKind: 'asset' }),
  'goods/gssupplier': (code) => ({ supplierCode: code, supplierName: `供应商${code}` }),
  'goods/gsgoods': (code) => ({ goodsCode: code, goodsName: `型号${code}` }),
  'consum/csconsum': (code) => ({ goodsCode: code, goodsName: `耗材${code}` }),
  'pro/sysdept': (code) => ({ deptCode: code, deptName: `部门${code}` }),
  'pro/person': (code) => ({ username: code.toLowerCase(), userName: `员工${code}` }),
}

describe('every kind of record', () => {
  for (const [path, make] of Object.entries(least)) {
    test(`${path}: saved, read, listed, changed, checked and deleted`, async () => {
      const body = make('T1')
      const [codeField, code] = Object.entries(body)[0]!
      const [nameField] = Object.entries(body)[1]!
      const row = await saved(path, body)
      assert.equal((await read(`${path}/info/${row['id']}`))['result'][codeField], code)

      const changed = (await call(`${path}/update`, { id: row['id'], version: row['version'], [nameField]: '改过的名字' }))['result']
      assert.equal(changed[nameField], '改过的名字')
      assert.equal(changed[codeField], code)
      assert.equal(changed['version'], row['version'] + 1)

      refused(await call(`${path}/update`, { id: row['id'], [nameField]: '  ' }), 'record.fields', /^请填写/)

      const listed = (await call(`${path}/list`, { likeQuery: 'ggdmz', pageSize: 5 }))['page']
      assert.deepEqual([listed['totalCount'], listed['list'].map((each: Row) => each['id'])], [1, [row['id']]])

      refused(await call(`${path}/checkFieldValue`, { fieldName: codeField, fieldValue: code }), 'field.exists', /^[^[\]]+数据已经存在$/)
      assert.equal((await call(`${path}/checkFieldValue`, { fieldName: codeField, fieldValue: code, id: row['id'] }))['code'], 0)
      const again = await call(`${path}/save`, make('T1'))
      refused(again, 'field.exists', /^[^[\]]+数据已经存在$/)
      assert.equal(again['details'][0]['path'], codeField)

      assert.deepEqual((await call(`${path}/delete`, [row['id']]))['result'], { deleted: 1 })
      assert.equal((await app.ask({ method: 'GET', path: `/api/${path}/info/${row['id']}`, token })).status, 404)
      assert.equal((await call(`${path}/checkFieldValue`, { fieldName: codeField, fieldValue: code }))['code'], 0)
      await saved(path, make('T1'))
    })

    test(`${path}: of two people who change the same version the second is told`, async () => {
      const row = await saved(path, make('T2'))
      const [nameField] = Object.entries(make('T2'))[1]!
      const change = (name: string) => call(`${path}/update`, { id: row['id'], version: row['version'], [nameField]: name })
      const answers = await Promise.all([change('甲'), change('乙')])
      assert.deepEqual(answers.map((answer) => answer['code']).toSorted(), [0, 500])
      refused(
        answers.find((answer) => answer['code'] === 500)!,
        'changed-meanwhile',
        /已被他人修改，请刷新后重试/,
      )
    })

    test(`${path}: the same id with the same content is the same record, with other content it is refused`, async () => {
      const id = newId()
      const first = await saved(path, { id, ...make('T3') })
      assert.deepEqual(await saved(path, { id, ...make('T3') }), first)
      refused(await call(`${path}/save`, { id, ...make('T4') }), 'record.exists', /编号已用于另一条/)
    })
  }
})

describe('trees', () => {
  for (const path of ['goods/gsgoodsloc', 'goods/gscat', 'pro/sysdept'] as const) {
    test(`${path}: nothing stands below itself`, async () => {
      const make = least[path]!
      const top = await saved(path, make('R1'))
      const middle = await saved(path, { ...make('R2'), parentId: top['id'] })
      const leaf = await saved(path, { ...make('R3'), parentId: middle['id'] })
      for (const parentId of [top['id'], middle['id'], leaf['id']])
        refused(await call(`${path}/update`, { id: top['id'], parentId }), 'tree.circle', /不能是自己或自己的下级/)
      assert.equal((await call(`${path}/update`, { id: leaf['id'], parentId: top['id'] }))['code'], 0)
      refused(await call(`${path}/delete`, [top['id']]), 'record.used', /还有2条下级.+在使用，不能删除/)
      assert.equal((await call(`${path}/delete`, [top['id'], middle['id'], leaf['id']]))['result']['deleted'], 3)
    })
  }

  test('two moves at once do not close a circle', async () => {
    const a = await saved('goods/gscat', least['goods/gscat']!('W1'))
    const b = await saved('goods/gscat', least['goods/gscat']!('W2'))
    const answers = await Promise.all([
      call('goods/gscat/update', { id: a['id'], parentId: b['id'] }),
      call('goods/gscat/update', { id: b['id'], parentId: a['id'] }),
    ])
    assert.deepEqual(answers.map((answer) => answer['code']).toSorted(), [0, 500])
  })

  test('locations come as a tree with the way to what matches', async () => {
    const site = await saved('goods/gsgoodsloc', { locCode: 'TREE', locName: '园区' })
    const room = await saved('goods/gsgoodsloc', { locCode: 'TREE-1', locName: '机房', parentId: site['id'], managerUid: company.admin })
    const find = async (body: Row) => (await call('goods/gsgoodsloc/treelist', body))['result'] as Row[]
    const [found] = await find({ likeQuery: '机房' })
    assert.equal(found!['id'], site['id'])
    assert.deepEqual(
      found!['children'].map((child: Row) => child['id']),
      [room['id']],
    )
    assert.deepEqual(
      (await find({ managerUid: company.admin })).map((node) => node['id']),
      [room['id']],
    )
  })
})

describe('references', () => {
  test('must be there, in this organisation and of the right sort; the field is named', async () => {
    const other = await app.newCompany('别家公司')
    const foreign = await call('goods/gsgoodsloc/save', { locCode: 'X1', locName: '甲', managerUid: other.admin })
    refused(foreign, 'reference.unknown', /^管理员不存在/)
    refused(
      await call('goods/gsgoodsloc/save', { locCode: 'X1', locName: '甲', parentId: newId() }),
      'reference.unknown',
      /^上级区域不存在/,
    )
    const supplies = await saved('goods/gscat', { catCode: 'CS', catName: '耗材', catKind: 'consumable' })
    refused(await call('goods/gsgoods/save', { goodsCode: 'X', goodsName: 'X', catId: supplies['id'] }), 'reference.unknown', /^资产分类/)
  })

  test('an answer names what it refers to', async () => {
    const row = await saved('goods/gsgoodsloc', { locCode: 'N1', locName: '乙', managerUid: company.admin })
    assert.deepEqual(row['names'], { [company.admin]: `admin-${company.orgId}` })
    assert.equal(row['locId'], row['id'])
  })

  test('a record in use is kept, and what uses it is said', async () => {
    const model = await saved('goods/gsgoods', { goodsCode: 'USED', goodsName: '投影仪' })
    const place = await saved('goods/gsgoodsloc', { locCode: 'USED', locName: '丙' })
    for (const serialNo of ['S1', 'S2']) await saved('goods/gsgoodsinstance', { goodsId: model['id'], locId: place['id'], serialNo })
    refused(await call('goods/gsgoods/delete', [model['id']]), 'record.used', /^投影仪还有2条资产在使用，不能删除$/)
    refused(await call('goods/gsgoodsloc/delete', [place['id']]), 'record.used', /^丙还有2条资产在使用，不能删除$/)
  })

  test('a department that somebody belongs to besides their own is kept', async () => {
    const department = await saved('pro/sysdept', { deptCode: 'ALSO', deptName: '兼任组' })
    const uid = await company.hire('also')
    await app.database.inTransaction(company.orgId, (tx) =>
      tx.query('insert into person_department (org_id, uid, dept_id) values ($1, $2, $3)', [tx.orgId, uid, department['id']]),
    )
    refused(await call('pro/sysdept/delete', [department['id']]), 'record.used', /^兼任组还有1条兼任人员在使用，不能删除$/)
  })
})

test('every field that must be the only one of its kind has an index, and its refusal names it', async () => {
  const unlike: Row = { epc: 'E200', barcode: '690', phone: '13900139000', employeeNo: 'E1' }
  const { id: catId } = await saved('goods/gscat', least['goods/gscat']!('U0'))
  const { id: bookId } = await saved('goods/gsbook', { bookName: 'U0', regime: 'enterprise', startsOn: '2026-01-01' })
  const policies: Record<string, (code: string) => Row> = {
    'goods/gsstandard': (code) => ({ standardName: code, catId, pieces: 1 }),
    'consum/csallowance': (code) => ({ allowanceName: code, per: 'person', quantity: '1' }),
    'goods/gsbook': (code) => ({ bookName: code, regime: 'enterprise', startsOn: '2026-01-01' }),
    'goods/gsdepreciationrule': (code) => ({ ruleName: code, bookId, method: 'straightLine' }),
    'goods/gsaccountrule': (code) => ({ ruleName: code, bookId }),
  }
  for (const kind of recordKinds) {
    const path = kind.path
    const make = least[path] ?? policies[path] ?? (() => asset)
    const asset =
      path === 'goods/gsgoodsinstance'
        ? {
            goodsId: (await saved('goods/gsgoods', least['goods/gsgoods']!('U0')))['id'],
            locId: (await saved('goods/gsgoodsloc', least['goods/gsgoodsloc']!('U0')))['id'],
          }
        : {}
    for (const field of kind.unique) {
      await saved(path, { ...make('U1' + field), [field]: unlike[field] ?? 'u9' })
      const again = await call(`${path}/save`, { ...make('U2' + field), [field]: unlike[field] ?? 'u9' })
      refused(again, 'field.exists', /^[^[\]]+数据已经存在$/)
      assert.equal(again['details'][0]['path'], field)
    }
  }
})

describe('values', () => {
  test('are checked with the field named, and unknown ones malformed', async () => {
    refused(await call('pro/person/save', { username: 'v1', userName: '甲', phone: '123' }), 'record.fields', /^手机号码/)
    refused(await call('pro/person/save', { username: 'v1' }), 'record.fields', /^请填写姓名$/)
    assert.equal(
      (await app.ask({ path: '/api/pro/person/save', body: { username: 'v1', userName: '甲', passwordHash: 'x' }, token })).status,
      400,
    )
    refused(await call('pro/person/save', { username: 'v1', userName: '甲', state: 'disabled' }), 'field.readOnly', /^状态由系统维护/)
  })

  test('lists refuse orders, filters and places that they do not know', async () => {
    const status = async (body: Row) => (await app.ask({ path: '/api/goods/gscat/list', body, token })).status
    assert.equal(await status({ sidx: 'cat_name; drop table asset' }), 400)
    assert.equal(await status({ parentId: "1' or '1'='1" }), 400)
    assert.equal(await status({ parentId: '99999999999999999999' }), 400)
    assert.equal(await status({ page: 100_000, pageSize: 10 }), 400)
    assert.equal(await status({ after: 'x' }), 400)
    assert.equal(await status({ sidx: 'catName', order: 'desc' }), 200)
  })

  const ruled: [path: string, values: Row, said: RegExp | undefined][] = [
    [
      'goods/gssupplier',
      { supplierCode: 'R1', supplierName: '甲', phone: 'abc' },
      /^联系电话格式有误，请填写电话号码，可以有几个、可以有分机$/,
    ],
    ['goods/gssupplier', { supplierCode: 'R2', supplierName: '乙', phone: '0571-88990011-802' }, undefined],
    ['goods/gssupplier', { supplierCode: 'R3', supplierName: '丙', phone: '13800138000', email: 'a@b' }, /^邮箱格式有误$/],
    ['goods/gssupplier', { supplierCode: 'R4', supplierName: '丁', creditCode: '91350100M000100Y44' }, /^统一社会信用代码格式有误$/],
    ['goods/gssupplier', { supplierCode: 'R5', supplierName: '戊', creditCode: '91350100M000100Y43' }, undefined],
    ['pro/person', { username: 'ruled', userName: '己', phone: '12800138000' }, /^手机号码格式有误$/],
    ['pro/person', { username: 'ruled', userName: '己', email: '张三@例子.cn' }, /^邮箱格式有误$/],
  ]
  for (const [path, values, said] of ruled)
    test(`${path} with ${JSON.stringify(values)} ${said ? 'is refused' : 'is taken'}`, async () => {
      const answer = await call(`${path}/save`, values)
      if (said) assert.match(answer['msg'], said)
      else assert.equal(answer['code'], 0, answer['msg'])
    })

  test('a keyword is taken literally', async () => {
    await saved('goods/gssupplier', { supplierCode: '100%', supplierName: 'A_B' })
    const found = async (likeQuery: string) => (await call('goods/gssupplier/list', { likeQuery }))['page']['totalCount']
    assert.deepEqual([await found('100%'), await found('1_0'), await found('a_b'), await found("'")], [1, 0, 1, 0])
  })

  test('a cursor goes through everything once', async () => {
    const seen: Id[] = []
    let after: string | undefined
    do {
      const page = (await call('goods/gscat/list', { pageSize: 2, ...(after && { after }) }))['page']
      seen.push(...page['list'].map((row: Row) => row['id']))
      after = page['next']
    } while (after)
    assert.equal(seen.length, await count('category where org_id = $1 and deleted_at is null'))
    assert.equal(new Set(seen).size, seen.length)
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => (BigInt(a) < BigInt(b) ? 1 : -1)),
    )
  })
})

describe('people', () => {
  test('a new one is an employee; the last administrator stays', async () => {
    const row = await saved('pro/person', { username: 'NewOne', userName: '新人', phone: '+86 138-0013-8000' })
    assert.deepEqual([row['username'], row['phone']], ['newone', '13800138000'])
    assert.equal(await count('person_role where org_id = $1 and uid = $2', row['id']), 1)
    const away = await app.newCompany()
    const answer = await call('pro/person/delete', [away.admin], await away.tokenOf(away.admin))
    refused(answer, 'administrator.last', /最后一位管理员/)
  })

  test('who is deleted is signed out', async () => {
    const uid = await company.hire('leaver')
    const theirs = await company.tokenOf(uid)
    assert.equal((await app.ask({ path: '/api/goods/gsgoodsloc/list', body: {}, token: theirs })).status, 200)
    assert.equal((await call('pro/person/delete', [uid]))['code'], 0)
    assert.equal(await count('session where org_id = $1 and uid = $2 and ended_at is null', uid), 0)
  })

  test('who has no place is listed, and who has one with it', async () => {
    const [idle, manager, user] = [await company.hire('no-place'), await company.hire('manages'), await company.hire('uses')]
    const place = await saved('goods/gsgoodsloc', { locCode: 'P1', locName: '丁', managerUid: manager })
    await app.database.inTransaction(company.orgId, (tx) =>
      tx.query(`insert into location_user (org_id, loc_id, uid, kind) values ($1, $2, $3, 'user')`, [tx.orgId, place['id'], user]),
    )
    const without = (await call('goods/gsgoodsloc/getUserNoAddress', { pageSize: 100 }))['page']['list'].map((row: Row) => row['uid'])
    assert.deepEqual(
      [idle, manager, user].map((uid) => without.includes(uid)),
      [true, false, false],
    )
    const people = (await call('goods/gslocuser/list', { locId: place['id'] }))['page']['list']
    assert.deepEqual(
      people.map((row: Row) => [row['uid'], row['kind']]),
      [
        [manager, 'manager'],
        [user, 'user'],
      ],
    )
    const ofUser = (await call('goods/gsgoodsloc/list', { uid: user, pageSize: 10_000 }))['page']['list']
    assert.deepEqual(
      ofUser.map((row: Row) => row['locId']),
      [place['id']],
    )
    assert.equal((await call('goods/gsgoodsloc/list', { managerUid: user }))['page']['totalCount'], 0)
    for (const path of ['goods/gsgoodsloc/list', 'goods/gslocuser/list'])
      for (const flag of [true, 1, '1', 'true'])
        assert.equal((await call(path, { uid: user, queryLike: flag, locQuery: flag }))['page']['totalCount'], 1, `${path} ${flag}`)
    assert.equal((await call('goods/gslocuser/list', { uid: user, queryLike: '戊' }))['page']['totalCount'], 0)
    const amongIdle = async (uid: Id) => (await call('goods/gsgoodsloc/getUserNoAddress', { uid }))['page']['totalCount']
    assert.deepEqual([await amongIdle(idle), await amongIdle(user)], [1, 0])
  })
})

test('the next free code goes on behind the series that was written last', async () => {
  const other = await app.newCompany()
  const as = await other.tokenOf(other.admin)
  const next = async () => (await call('goods/gsgoodsloc/freeCode', {}, as)).result.code
  const save = (locCode: string) => call('goods/gsgoodsloc/save', { locCode, locName: `区域${locCode}` }, as)
  const before = await app.database.reading(other.orgId, (tx) => tx.query('select 1 from location where org_id = $1', [tx.orgId]))
  if (before.length === 0) assert.equal(await next(), 'QY0001')
  await save('3F-008')
  await save('3F-011')
  await save('3F-009')
  assert.equal(await next(), '3F-012', 'the highest, not the last')
  await save('总部')
  assert.match(await next(), /^QY\d{4}$/, 'a code without a number begins the own series')
  assert.equal((await call('pro/person/freeCode', {}, as)).result.code, null)
})
