import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId } from '../../../kernel/id.ts'
import { type Desk, desks, type Row, rowsOf } from '../../testing/desk.ts'

const { newDesk, uploaded, committed, list, faults } = await desks()

const assets = 'goods/gsgoodsinstance'
const stockIns = 'goods/gsinstockorder'
const adjustments = 'goods/gsajustorder'
const line = { type: 'text', max: 60, lines: 1 }

const ok = async (desk: Desk, path: string, body: unknown): Promise<Row> => {
  const answer = await desk.call(path, body)
  assert.equal(answer['code'], 0, `${path}: ${answer['msg']} ${JSON.stringify(answer['details'])}`)
  return answer['result']
}
const infoOf = async (desk: Desk, path: string, id: string): Promise<Row> =>
  JSON.parse((await desk.get(`${path}/info/${id}`)).bytes.toString())['result']
const addField = async (desk: Desk, label: string, control: object, more: object = {}): Promise<string> =>
  (await ok(desk, 'records/ownfield/save', { noun: 'asset', label, control, ...more }))['key']

/** A store, a category below another one, a model of it and one of none. */
const furnishDesk = async () => {
  const desk = await newDesk()
  const place = (await ok(desk, 'goods/gsgoodsloc/save', { locCode: 'L1', locName: 'A座' }))['id']
  const above = (await ok(desk, 'goods/gscat/save', { catCode: 'C1', catName: '设备', catKind: 'asset' }))['id']
  const below = (await ok(desk, 'goods/gscat/save', { catCode: 'C2', catName: '网络', catKind: 'asset', parentId: above }))['id']
  const network = (await ok(desk, 'goods/gsgoods/save', { goodsCode: 'M1', goodsName: '交换机', catId: below }))['id']
  const chair = (await ok(desk, 'goods/gsgoods/save', { goodsCode: 'M2', goodsName: '椅子' }))['id']
  const stockIn = (lines: readonly object[], id = newId()) => desk.call(`${stockIns}/submit`, { id, header: { to: place }, lines })
  const cards = async () =>
    (await list(desk, assets)).toSorted((a, b) => String(a['instanceCode']).localeCompare(String(b['instanceCode'])))
  return { desk, place, above, below, network, chair, stockIn, cards }
}

describe('own fields on a stock-in', () => {
  test('are asked where they are required of what comes, and land on the cards', async () => {
    const { desk, above, network, chair, stockIn, cards } = await furnishDesk()
    const speed = await addField(desk, '速率', line, { isRequired: true, categoryIds: [above] })
    const bill = await addField(desk, '发票号', line, { isRequiredAtStockIn: true })
    const mac = await addField(desk, 'MAC地址', line, { isRequiredAtStockIn: true, isUnique: true, categoryIds: [above] })
    const free = await addField(desk, '备用', line)

    const lacking = await stockIn([{ model: network, quantity: '2' }])
    assert.deepEqual(
      lacking['details'].map(({ path }: Row) => path).toSorted(),
      [bill, mac, speed].map((key) => `lines.0.${key}`).toSorted(),
    )
    assert.match(lacking['msg'], /请填写(速率|发票号|MAC地址)/)
    const whole = { [speed]: '千兆', [bill]: 'F1' }
    assert.match((await stockIn([{ model: network, quantity: '2', ...whole, [mac]: 'AA' }]))['msg'], /“MAC地址”有1个，数量是2/)
    assert.match((await stockIn([{ model: network, quantity: '2', ...whole, [mac]: 'AA,AA' }]))['msg'], /“AA”在单据中出现多次/)
    assert.match((await stockIn([{ model: chair, quantity: '1', [free]: '甲', [bill]: 'F1' }]))['msg'], /不再填写/)
    const id = newId()
    const answer = await stockIn(
      [
        { model: network, quantity: '2', ...whole, [mac]: 'AA\nBB' },
        // What does not apply to a chair is not asked of it, and nothing stands there.
        { model: chair, quantity: '1', [bill]: 'F2', [speed]: '千兆' },
      ],
      id,
    )
    assert.equal(answer['success'], true, answer['msg'])
    assert.deepEqual(
      (await cards()).map((card) => [card['instanceName'], card[speed] ?? null, card[bill] ?? null, card[mac] ?? null]),
      [
        ['交换机', '千兆', 'F1', 'AA'],
        ['交换机', '千兆', 'F1', 'BB'],
        ['椅子', null, 'F2', null],
      ],
    )
    assert.match((await stockIn([{ model: network, quantity: '1', ...whole, [mac]: 'BB' }]))['msg'], /“MAC地址”的“BB”已经存在/)
    const info = await infoOf(desk, stockIns, id)
    assert.deepEqual(info['lines'][0][mac], 'AA\nBB')
    assert.equal(info['lines'][1][speed], undefined)
    // A card made by hand lacks what is asked at stock-in alone.
    const byHand = await desk.call(`${assets}/save`, {
      goodsId: network,
      locId: (await cards())[0]?.['locId'],
      ownValues: { [speed]: '百兆' },
    })
    assert.equal(byHand['success'], true, byHand['msg'])
    const [headers, ...rows] = await rowsOf((await desk.get(`${stockIns}/export?format=csv&withLines=true`)).bytes)
    const column = headers?.indexOf('MAC地址') ?? -1
    assert.ok(column > 0, `${headers}`)
    assert.deepEqual(rows.map((cells) => cells[column]?.replace(/\s+/, ' ')).toSorted(), ['', '', 'AA BB'])
    assert.deepEqual(await faults(), [])
  })

  test('that were left in a draft are said in words: retired ones, and new ones that are required', async () => {
    const { desk, chair, stockIn, place } = await furnishDesk()
    const colour = await addField(desk, '颜色', line, { isRequiredAtStockIn: true })
    const id = newId()
    await ok(desk, `${stockIns}/save`, { id, header: { to: place }, lines: [{ model: chair, quantity: '1', [colour]: '红' }] })
    await ok(desk, 'records/ownfield/retire', { noun: 'asset', key: colour, isRetired: true })
    assert.match((await desk.call(`${stockIns}/submit`, { id }))['msg'], /“颜色”已停用或不再填写，请清空后再提交/)
    // It stays to be read.
    assert.equal((await infoOf(desk, stockIns, id))['lines'][0][colour], '红')
    const bill = await addField(desk, '发票号', line, { isRequired: true })
    const without = { id, header: { to: place }, lines: [{ model: chair, quantity: '1' }] }
    assert.match((await desk.call(`${stockIns}/submit`, without))['msg'], /请填写发票号/)
    const answer = await desk.call(`${stockIns}/submit`, { ...without, lines: [{ ...without.lines[0], [bill]: 'F1' }] })
    assert.equal(answer['success'], true, answer['msg'])
    assert.equal((await stockIn([{ model: chair, quantity: '1', [bill]: 'F2' }]))['success'], true)
  })
})

describe('own fields on an adjustment', () => {
  test('are changed with before and after, and get back what they had when it is reversed', async () => {
    const { desk, above, network, chair, stockIn, cards } = await furnishDesk()
    const mac = await addField(desk, 'MAC地址', line, { isUnique: true })
    const power = await addField(desk, '功率', { type: 'quantity', places: 2 }, { categoryIds: [above] })
    const uses = await addField(desk, '用途', {
      type: 'choice',
      many: true,
      options: [
        { value: 'a', label: '教学' },
        { value: 'b', label: '科研' },
      ],
    })
    for (const model of [network, chair]) assert.equal((await stockIn([{ model, quantity: '1' }]))['success'], true)
    const [first, second] = (await cards()).map(({ id }) => id)
    await ok(desk, `${assets}/update`, { id: first, ownValues: { [mac]: 'AA', [power]: '5' } })
    await ok(desk, `${assets}/update`, { id: second, ownValues: { [mac]: 'CC' } })
    const adjust = (lines: readonly object[], id = newId()) => desk.call(`${adjustments}/submit`, { id, header: { reason: '更正' }, lines })

    assert.match((await adjust([{ asset: first }]))['msg'], /没有要调整的内容/)
    assert.match((await adjust([{ asset: first, [power]: 'viel' }]))['msg'], /./)
    assert.match((await adjust([{ asset: first, [mac]: 'CC' }]))['msg'], /MAC地址(数据已经存在|”的“CC”已经存在)/)
    const id = newId()
    const answer = await adjust(
      [
        { asset: first, [mac]: 'BB', [power]: '7.50', [uses]: ['b'] },
        { asset: second, remark: '旧', [power]: '1' },
      ],
      id,
    )
    assert.equal(answer['success'], true, answer['msg'])
    const card = await infoOf(desk, assets, first)
    assert.deepEqual([card[mac], card[power], card[uses]], ['BB', '7.5', ['b']])
    // A chair has no power.
    assert.equal((await infoOf(desk, assets, second))[power], undefined)
    const [event] = (await desk.call(`${assets}/history`, { instanceId: first }))['page']['list']
    assert.deepEqual(
      event['changes'].map(({ label, before, after }: Row) => [label, before, after]),
      [
        ['MAC地址', 'AA', 'BB'],
        ['功率', '5', '7.5'],
        ['用途', null, '科研'],
      ],
    )
    assert.equal(event['document']?.['id'] ?? event['documentId'] ?? id, id)
    assert.deepEqual(
      (await list(desk, assets, { likeQuery: 'bb' })).map((row) => row['id']),
      [first],
    )
    await ok(desk, `${assets}/update`, { id: first, ownValues: { [power]: '9' } })
    await ok(desk, `${adjustments}/reverse`, { id, reason: '错' })
    const after = await infoOf(desk, assets, first)
    assert.deepEqual([after[mac], after[power], after[uses]], ['AA', '9', undefined])
    assert.deepEqual(await faults(), [])
  })
})

describe('required own fields of an import', () => {
  test('refuse rows in words, by category where they go by one', async () => {
    const { desk, above } = await furnishDesk()
    const bill = await addField(desk, '发票号', line, { isRequired: true })
    await addField(desk, '速率', line, { isRequired: true, categoryIds: [above] })
    await addField(desk, '入库单号', line, { isRequiredAtStockIn: true })
    const sheet = [
      ['资产名称', '型号', '资产分类', '存放地点', '发票号', '速率'],
      ['甲', 'M1', '网络', 'A座', 'F1', ''],
      ['乙', 'M2', '', 'A座', '', ''],
      ['丙', 'M2', '', 'A座', 'F3', ''],
    ]
    const { id } = await uploaded(desk, assets, sheet)
    const check = (await desk.call(`${assets}/import/check`, { id }))['result']
    assert.equal(check['errors'].length, 2, JSON.stringify(check['errors']))
    await committed(desk, assets, [sheet[0]!, ['甲', 'M1', '网络', 'A座', 'F1', '千兆'], sheet[3]!])
    assert.deepEqual((await list(desk, assets)).map((row) => row[bill]).toSorted(), ['F1', 'F3'])
    assert.deepEqual(await faults(), [])
  })

  test('say of a cell that cannot be read what is wrong with it, and not that it is missing', async () => {
    const { desk } = await furnishDesk()
    const structure = { type: 'choice', many: false, options: [{ value: 'a', label: '钢结构' }] }
    await addField(desk, '建筑结构', structure, { isRequired: true })
    const { id } = await uploaded(desk, assets, [
      ['资产名称', '型号', '存放地点', '建筑结构'],
      ['甲', 'M2', 'A座', '框架'],
      ['乙', 'M2', 'A座', '钢结构'],
    ])
    const check = (await desk.call(`${assets}/import/check`, { id }))['result']
    assert.equal(check['errors'].length, 1, JSON.stringify(check['errors']))
  })
})
