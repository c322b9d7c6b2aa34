import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import type { Noun } from '../../../kernel/field.ts'
import { newId } from '../../../kernel/id.ts'
import { type Desk, desks, type Row, rowsOf } from '../../testing/desk.ts'

const { app, newDesk, uploaded, committed, list, faults } = await desks()

const ok = async (desk: Desk, path: string, body: unknown): Promise<Row> => {
  const answer = await desk.call(path, body)
  assert.equal(answer['code'], 0, `${path}: ${answer['msg']} ${JSON.stringify(answer['details'])}`)
  return answer
}
const cardOf = async (desk: Desk, id: string): Promise<Row> =>
  JSON.parse((await desk.get(`goods/gsgoodsinstance/info/${id}`)).bytes.toString())['result']

const assets = 'goods/gsgoodsinstance'
const line = { type: 'text', max: 60, lines: 1 }

const added = async (desk: Desk, label: string, control: object, more: object = {}, noun: Noun = 'asset') =>
  (await ok(desk, 'records/ownfield/save', { noun, label, control, ...more }))['result']

/** A place, a model and an asset of it. */
const withAsset = async (desk: Desk, values: object = {}) => {
  const place = (await ok(desk, 'goods/gsgoodsloc/save', { locCode: 'L1', locName: 'A座' }))['result']
  const model = (await ok(desk, 'goods/gsgoods/save', { goodsCode: 'M1', goodsName: '笔记本' }))['result']
  const row = (await ok(desk, `${assets}/save`, { goodsId: model['id'], locId: place['id'], ...values }))['result']
  return { place, model, row }
}

describe('fields of an organisation', () => {
  test('stand on cards at once: written, read, found, filtered, sorted, in the history, exported, imported', async () => {
    const desk = await newDesk()
    const mac = await added(desk, 'MAC地址', line, { isUnique: true, englishLabel: 'MAC address' })
    const power = await added(desk, '功率', { type: 'quantity', places: 2 }, { unit: 'kVA' })
    const day = await added(desk, '检定日期', { type: 'date' })
    const level = await added(desk, '密级', {
      type: 'choice',
      many: false,
      options: [
        { value: 'a', label: '一级' },
        { value: 'b', label: '二级' },
      ],
    })
    const [m, p, d, l] = [mac, power, day, level].map(({ key }) => String(key))
    const { model, place, row } = await withAsset(desk, { ownValues: { [m!]: 'AA-BB', [p!]: '1.50', [d!]: '2026-03-01', [l!]: 'b' } })
    assert.deepEqual([row[m!], row[p!], row[d!], row[l!]], ['AA-BB', '1.5', '2026-03-01', 'b'])
    const second = (
      await ok(desk, `${assets}/save`, { goodsId: model['id'], locId: place['id'], ownValues: { [m!]: 'CC-DD', [p!]: '12' } })
    )['result']
    const third = (await ok(desk, `${assets}/save`, { goodsId: model['id'], locId: place['id'] }))['result']

    const taken = await desk.call(`${assets}/save`, { goodsId: model['id'], locId: place['id'], ownValues: { [m!]: 'AA-BB' } })
    assert.match(taken['msg'], /MAC地址数据已经存在/)
    const wrong = await desk.call(`${assets}/update`, { id: row['id'], ownValues: { [p!]: 'viel' } })
    assert.equal(wrong['details'][0]['path'], p)

    const ids = async (body: object) => (await list(desk, assets, body)).map(({ id }) => id)
    const [one, two, three] = [row, second, third].map(({ id }) => id)
    assert.deepEqual(await ids({ likeQuery: 'aa-bb' }), [one])
    assert.deepEqual(await ids({ where: [{ key: m, is: 'contains', value: 'dd' }] }), [two])
    assert.deepEqual(await ids({ where: [{ key: p, is: 'between', value: ['2', ''] }] }), [two])
    assert.deepEqual(await ids({ where: [{ key: l, is: 'in', value: ['b'] }] }), [one])
    assert.deepEqual(await ids({ where: [{ key: l, is: 'notIn', value: ['b'] }] }), [three, two])
    assert.deepEqual(await ids({ where: [{ key: d, is: 'empty' }] }), [three, two])
    assert.deepEqual(await ids({ sort: [{ key: p }] }), [one, two, three])
    assert.deepEqual(await ids({ sort: [{ key: p, descending: true }] }), [two, one, three])
    const firstPage = (await desk.call(`${assets}/list`, { sort: [{ key: p, descending: true }], pageSize: 1 }))['page']
    assert.deepEqual(await ids({ sort: [{ key: p, descending: true }], after: firstPage['next'] }), [one, three])
    const sums = (await ok(desk, 'table/sums', { table: 'gsgoodsinstance', selection: { asked: {}, except: [] } }))['result']
    assert.equal(sums['sums'][p!], '13.5')

    await ok(desk, `${assets}/update`, { id: row['id'], ownValues: { [m!]: 'EE-FF', [l!]: null } })
    const after = await cardOf(desk, row['id'])
    assert.deepEqual([after[m!], after[p!], after[l!]], ['EE-FF', '1.5', undefined])
    assert.deepEqual(await ids({ likeQuery: 'ee-ff' }), [one])
    assert.deepEqual(await ids({ likeQuery: 'aa-bb' }), [])
    const events = (await ok(desk, `${assets}/history`, { instanceId: row['id'] }))['page']['list']
    assert.deepEqual(
      events[0]['changes'].map(({ label, before, after: became }: Record<string, unknown>) => [label, before, became]),
      [
        ['MAC地址', 'AA-BB', 'EE-FF'],
        ['密级', '二级', null],
      ],
    )

    const sheet = [
      ['资产名称', '型号', '存放地点', 'MAC address', '功率', '密级'],
      ['甲', 'M1', 'A座', '11-22', '3.5', '一级'],
      ['乙', 'M1', 'A座', '33-44', '', ''],
    ]
    const batch = await uploaded(desk, assets, sheet)
    assert.deepEqual([batch['mapping'][m!], batch['mapping'][p!], batch['mapping'][l!]], [3, 4, 5])
    await committed(desk, assets, sheet)
    const [imported] = await list(desk, assets, { where: [{ key: m, is: 'eq', value: '11-22' }] })
    assert.deepEqual([imported?.['instanceName'], imported?.[p!], imported?.[l!]], ['甲', '3.5', 'a'])
    const again = await uploaded(desk, assets, sheet)
    const check = (await ok(desk, `${assets}/import/check`, { id: again['id'] }))['result']
    assert.match(JSON.stringify(check['errors']), /已经存在|MAC/)
    const [headers, ...rows] = await rowsOf((await desk.get(`${assets}/export?format=csv`, 'en')).bytes)
    const column = headers?.indexOf('MAC address') ?? -1
    assert.ok(headers?.includes('功率(kVA)'), `${headers}`)
    assert.deepEqual(rows.map((cells) => cells[column]).toSorted(), ['', '11-22', '33-44', 'CC-DD', 'EE-FF'])
  })

  test('are required to differ only once every record under way is written', async (t) => {
    // Only the owner sees who waits for a lock.
    const owner = new pg.Client(app.url)
    await owner.connect()
    t.after(() => owner.end())
    const isAnyoneWaiting = async () =>
      (await owner.query("select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()")).rows.length > 0

    const desk = await newDesk()
    const field = await added(desk, '序号', line)
    const { model, place, row } = await withAsset(desk, { ownValues: { [field['key']]: '甲' } })
    const other = (await ok(desk, `${assets}/save`, { goodsId: model['id'], locId: place['id'] }))['result']
    const requireUnique = () =>
      desk.call('records/ownfield/save', {
        noun: 'asset',
        key: field['key'],
        label: '序号',
        control: line,
        isUnique: true,
        version: field['version'],
      })
    /** Writes a value of the other asset, and what requiring different values answers that was called before the end of it. */
    const answerDuring = (value: string): Promise<Promise<Row>[]> =>
      app.database.inTransaction(desk.company.orgId, async (tx) => {
        const values = JSON.stringify({ [field['key']]: value })
        await tx.query('update asset set own_values = $3 where org_id = $1 and id = $2', [tx.orgId, other['id'], values])
        let early: Row | undefined
        const answer = requireUnique().then((row) => (early = row))
        while (!(await isAnyoneWaiting())) assert.equal(early, undefined, 'it does not wait')
        return [answer]
      })

    const [refused] = await answerDuring('甲')
    assert.match((await refused)?.['msg'], /有2条记录都是“甲”/)
    const [accepted] = await answerDuring('乙')
    assert.equal((await accepted)?.['code'], 0)
    const taken = await desk.call(`${assets}/update`, { id: row['id'], ownValues: { [field['key']]: '乙' } })
    assert.match(taken['msg'], /序号数据已经存在/)
  })

  test('go by category where they are told to, may be required, and never stand in the way of other changes', async () => {
    const desk = await newDesk()
    const above = (await ok(desk, 'goods/gscat/save', { catCode: 'C1', catName: '设备', catKind: 'asset' }))['result']
    const below = (await ok(desk, 'goods/gscat/save', { catCode: 'C2', catName: '网络设备', catKind: 'asset', parentId: above['id'] }))[
      'result'
    ]
    const { model, place, row } = await withAsset(desk, { catId: below['id'] })
    const ip = await added(desk, 'IP地址', line, { isRequired: true, categoryIds: [above['id']] })
    const keys = async (body: object) => (await ok(desk, 'records/ownfield/applying', body))['result']['keys']
    assert.deepEqual(await keys({ catId: below['id'] }), [ip['key']])
    assert.deepEqual(await keys({}), [])
    const bare = { goodsId: model['id'], locId: place['id'] }
    assert.match((await desk.call(`${assets}/save`, { ...bare, catId: below['id'] }))['msg'], /请填写IP地址/)
    await ok(desk, `${assets}/save`, bare)
    await ok(desk, `${assets}/update`, { id: row['id'], remark: '旧卡片' })
    await ok(desk, `${assets}/update`, { id: row['id'], ownValues: { [ip['key']]: '10.0.0.1' } })
    assert.match((await desk.call(`${assets}/update`, { id: row['id'], ownValues: { [ip['key']]: '' } }))['msg'], /请填写IP地址/)
  })

  test('begin with their defaults wherever a record is new, unless it is said to have nothing', async () => {
    const desk = await newDesk()
    const devices = (await ok(desk, 'goods/gscat/save', { catCode: 'C1', catName: '设备', catKind: 'asset' }))['result']
    const { model, place } = await withAsset(desk)
    const bare = { goodsId: model['id'], locId: place['id'] }
    const net = await added(desk, '网段', line, { defaultValue: '办公网', isRequired: true })
    const port = await added(desk, '端口数', { type: 'whole', min: 0, max: 100 }, { defaultValue: 24, categoryIds: [devices['id']] })
    const [n, p] = [String(net['key']), String(port['key'])]
    assert.deepEqual([net['defaultValue'], port['defaultValue']], ['办公网', 24])
    const valuesOf = (row: Row) => [row[n], row[p]]
    const newAsset = async (more: object) => (await ok(desk, `${assets}/save`, { ...bare, ...more }))['result']

    assert.deepEqual(valuesOf(await newAsset({})), ['办公网', undefined])
    assert.deepEqual(valuesOf(await newAsset({ catId: devices['id'], ownValues: { [n]: '生产网' } })), ['生产网', 24])
    assert.deepEqual(valuesOf(await newAsset({ catId: devices['id'], ownValues: { [p]: null } })), ['办公网', undefined])
    assert.match((await desk.call(`${assets}/save`, { ...bare, ownValues: { [n]: null } }))['msg'], /请填写网段/)

    const body = { id: newId(), header: { to: place['id'] }, lines: [{ model: model['id'], quantity: '1' }] }
    await ok(desk, 'goods/gsinstockorder/submit', body)
    await committed(desk, assets, [
      ['资产名称', '型号编码', '存放地点', '资产分类', '端口数'],
      ['甲', 'M1', 'A座', '设备', ''],
      ['乙', 'M1', 'A座', '设备', '8'],
    ])
    const found = await list(desk, assets, { pageSize: 50 })
    assert.deepEqual(found.filter(({ instanceName }) => instanceName === '甲' || instanceName === '乙').map(valuesOf), [
      ['办公网', 8],
      ['办公网', 24],
    ])
    assert.equal(found.filter((row) => row[n] === '办公网').length, 5)

    const id = newId()
    const grade = await added(desk, '等级', line, { defaultValue: '合格' }, 'supplier')
    const save = () => desk.call('goods/gssupplier/save', { id, supplierCode: 'S1', supplierName: '甲公司' })
    assert.deepEqual([(await save())['result'][grade['key']], (await save())['code']], ['合格', 0])

    const refused = (more: object) => desk.call('records/ownfield/save', { noun: 'asset', label: '错', control: line, ...more })
    assert.match((await refused({ defaultValue: 5 }))['msg'], /默认值不符合/)
    assert.match((await refused({ defaultValue: '甲', isUnique: true }))['msg'], /不能设置默认值/)
  })

  test('that are sensitive are found by no keyword and may be hidden by roles', async () => {
    const desk = await newDesk()
    const save = (more: object) => desk.call('records/ownfield/save', { noun: 'asset', label: '密级编号', control: line, ...more })
    assert.match((await save({ isSensitive: true, isOpen: true }))['msg'], /不能同时让管理范围外的人看到/)
    const field = (await save({ isSensitive: true }))['result']
    const { row } = await withAsset(desk, { ownValues: { [field['key']]: 'JM-77' } })
    assert.equal(row[field['key']], 'JM-77')
    assert.deepEqual(await list(desk, assets, { likeQuery: 'jm-77' }), [])
    assert.equal((await list(desk, assets, { where: [{ key: field['key'], is: 'eq', value: 'JM-77' }] })).length, 1)
    const role = {
      id: newId(),
      roleName: '外审',
      description: '',
      codes: [],
      scopes: ['all'],
      categoryIds: [],
      hiddenFields: [field['key']],
    }
    await ok(desk, 'pro/sysrole/save', role)
    assert.match((await save({ key: field['key'], isSensitive: false, version: field['version'] }))['msg'], /已有1条记录填写/)
  })

  test('are retired and put back with what stands in them; kinds and used options stay', async () => {
    const desk = await newDesk()
    const colour = await added(desk, '颜色', { type: 'choice', many: false, options: [{ value: 'r', label: '红' }] })
    const { row, model, place } = await withAsset(desk, { ownValues: { [colour['key']]: 'r' } })
    const save = (more: object) =>
      desk.call('records/ownfield/save', { noun: 'asset', key: colour['key'], label: '颜色', control: colour['control'], ...more })
    assert.match((await save({ control: line }))['msg'], /类型不能更改/)
    assert.match(
      (await save({ control: { type: 'choice', many: false, options: [{ value: 'g', label: '绿' }] } }))['msg'],
      /还有1条记录在用/,
    )
    assert.match((await desk.call('records/ownfield/save', { noun: 'asset', label: '原值', control: line }))['msg'], /已有名为“原值”的字段/)
    assert.equal((await save({ version: 9 }))['reason'], 'changed-meanwhile')
    await ok(desk, 'records/ownfield/retire', { noun: 'asset', key: colour['key'], isRetired: true })
    assert.equal((await cardOf(desk, row['id']))[colour['key']], 'r')
    assert.match(
      (await desk.call(`${assets}/save`, { goodsId: model['id'], locId: place['id'], ownValues: { [colour['key']]: 'r' } }))['msg'],
      /不能填写/,
    )
    await ok(desk, `${assets}/update`, { id: row['id'], remark: '换了' })
    await ok(desk, 'records/ownfield/retire', { noun: 'asset', key: colour['key'], isRetired: false })
    assert.equal((await cardOf(desk, row['id']))[colour['key']], 'r')
  })

  test('belong to every other kind of record as well', async () => {
    const desk = await newDesk()
    const grade = await added(desk, '等级', line, {}, 'supplier')
    const since = await added(desk, '合作起始', { type: 'date' }, {}, 'supplier')
    const supplier = (
      await ok(desk, 'goods/gssupplier/save', {
        supplierCode: 'S1',
        supplierName: '甲',
        ownValues: { [grade['key']]: 'A', [since['key']]: '2020-01-02' },
      })
    )['result']
    assert.equal(supplier[grade['key']], 'A')
    await ok(desk, 'goods/gssupplier/save', { supplierCode: 'S2', supplierName: '乙' })
    const codes = async (body: object) => (await list(desk, 'goods/gssupplier', body)).map((row) => row['supplierCode'])
    assert.deepEqual(await codes({ sort: [{ key: since['key'] }] }), ['S1', 'S2'])
    assert.deepEqual(await codes({ where: [{ key: grade['key'], is: 'eq', value: 'A' }] }), ['S1'])
    await committed(desk, 'goods/gssupplier', [
      ['供应商编码', '供应商名称', '等级'],
      ['S3', '丙', 'B'],
    ])
    assert.deepEqual(await codes({ where: [{ key: grade['key'], is: 'eq', value: 'B' }] }), ['S3'])
  })

  test('are designed by administrators alone, and the books say the same of them', async () => {
    const desk = await newDesk()
    const { company } = desk
    const employee = await company.tokenOf(await company.hire('li'))
    const answer = await app.ask({
      path: '/api/records/ownfield/save',
      body: { noun: 'asset', label: '备用', control: line },
      token: employee,
    })
    assert.equal(answer.status, 403)
    assert.deepEqual(await faults(), [])
  })
})
