import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineTableWithOwn } from '../../../domain/documents/lineTable.ts'
import { severalOf, severalWords } from '../../../domain/documents/ownValuesOfSeveral.ts'
import { asset } from '../../../domain/records/asset.ts'
import { conditionOfGroup } from '../../../domain/tables/groupCondition.ts'
import { isGroupable, mixedValue } from '../../../domain/tables/grouping.ts'
import { assertDefined } from '../../../kernel/assert.ts'
import { newId } from '../../../kernel/id.ts'
import { fill, type Params } from '../../../kernel/refusal.ts'
import { organisationKind } from '../../db/organisationKind.ts'
import { type Desk, desks, type Row, rowsOf } from '../../testing/desk.ts'

/** Own fields as columns of the lines of all documents: of lines that have them, of the asset that a line names, and of several. */
const { app, newDesk } = await desks()

const ok = async (desk: Desk, path: string, body: unknown): Promise<Row> => {
  const answer = await desk.call(path, body)
  assert.equal(answer['code'], 0, `${path}: ${answer['msg']} ${JSON.stringify(answer['details'])}`)
  return answer['page'] ?? answer['result']
}

const options = [
  { value: 'in', label: '内网' },
  { value: 'out', label: '外网' },
]

/** Two monitors that differ in some of their own fields, and documents with a line about one, about both and about new ones. */
const furnishDesk = async () => {
  const desk = await newDesk()
  const { admin } = desk.company
  const addField = async (label: string, control: object, more: object = {}): Promise<string> =>
    (await ok(desk, 'records/ownfield/save', { noun: 'asset', label, control, isOnLines: true, ...more }))['key']
  const keys = {
    mac: await addField(
      'MAC地址',
      { type: 'text', max: 60, lines: 1, pattern: '^[A-Z]{2}$' },
      { isUnique: true, isRequiredAtStockIn: true },
    ),
    power: await addField('功率', { type: 'quantity', places: 2 }),
    net: await addField('网络', { type: 'choice', many: false, options }),
    uses: await addField('用途', { type: 'choice', many: true, options }),
    until: await addField('保修至', { type: 'date' }),
    secret: await addField('涉密', { type: 'flag' }),
    keeper: await addField('保管人', { type: 'reference', to: 'person', many: false }),
    ports: await addField('端口号', { type: 'whole', min: 0, max: 1000 }, { isUnique: true, isRequiredAtStockIn: true }),
    bill: await addField('发票份数', { type: 'whole', min: 0, max: 1000 }, { isOnLines: false, isRequiredAtStockIn: true }),
  }
  const place = (await ok(desk, 'goods/gsgoodsloc/save', { locCode: 'L1', locName: 'A座', managerUid: admin }))['id']
  const model = (await ok(desk, 'goods/gsgoods/save', { goodsCode: 'M1', goodsName: '显示器' }))['id']
  const { mac, power, net, uses, until, secret, keeper, ports, bill } = keys
  const same = { [until]: '2027-01-31', [secret]: true, [keeper]: admin, [bill]: 9 }
  const card = async (ownValues: object): Promise<string> =>
    (await ok(desk, 'goods/gsgoodsinstance/save', { goodsId: model, locId: place, ownValues }))['id']
  const first = await card({ [mac]: 'AA', [power]: '30', [net]: 'in', [uses]: ['in'], [ports]: 1, ...same })
  const second = await card({ [mac]: 'BB', [power]: '12.5', [net]: 'out', [uses]: ['out'], [ports]: 2, ...same })
  await ok(desk, 'goods/gsinstockorder/submit', {
    id: newId(),
    header: { to: place },
    lines: [{ model, quantity: '2', [mac]: 'CC\nDD', [ports]: '3,4', [bill]: 5 }],
  })
  await ok(desk, 'goods/gsajustorder/save', {
    id: newId(),
    header: { reason: '更正' },
    lines: [{ asset: first, [power]: '31', [net]: 'out' }],
  })
  await ok(desk, 'goods/gsrepairorder/save', { id: newId(), header: { reason: '屏幕' }, lines: [{ asset: second, fault: '花屏' }] })
  for (const kind of ['gsoutstockorder', 'gsborroworder'])
    await ok(desk, `goods/${kind}/save`, {
      id: newId(),
      header: {},
      lines: [{ model, quantity: '2', assets: [first, second] }],
    })
  return { desk, keys, admin }
}

const linesOf = async (desk: Desk, question: object = {}): Promise<Row[]> =>
  (await ok(desk, 'goods/gslines/list', { pageSize: 50, ...question }))['list']
const kindsOf = (rows: readonly Row[]): string[] => rows.map(({ kind }) => String(kind)).toSorted()

const codesOfCards = async (desk: Desk): Promise<string[]> => {
  const { list } = await ok(desk, 'goods/gsgoodsinstance/list', { pageSize: 50 })
  const codes = list.flatMap((card: Row) => (card['instanceCode'] ? [String(card['instanceCode'])] : []))
  return codes.toSorted().slice(0, 2)
}

test('lines say their own fields themselves, else what the assets that they name have together', async () => {
  const { desk, keys, admin } = await furnishDesk()
  const { mac, power, net, uses, until, secret, keeper, ports, bill } = keys
  const codes = await codesOfCards(desk)
  // A card that is made by hand leaves a stock-in without own fields.
  const lines = (await linesOf(desk)).filter((row) => row['kind'] !== 'GsInstockOrder' || row[bill] !== undefined)
  const rows = new Map(lines.map((row) => [row['kind'], row] as const))
  const valuesOf = (kind: string, ...fields: string[]) => fields.map((key) => rows.get(kind)?.[key])
  assert.deepEqual(valuesOf('GsInstockOrder', mac, ports, bill, net), ['CC、DD', undefined, 5, undefined])
  assert.deepEqual(valuesOf('GsAjustOrder', mac, power, net, bill), ['AA', '31', 'out', undefined])
  assert.deepEqual(valuesOf('GsRepairOrder', mac, power, uses, ports, bill), ['BB', '12.5', ['out'], 2, undefined])
  for (const kind of ['GsOutstockOrder', 'GsBorrowOrder']) {
    assert.deepEqual(valuesOf(kind, mac, power, net, ports), ['AA、BB', undefined, undefined, undefined])
    assert.deepEqual(valuesOf(kind, until, secret, keeper), ['2027-01-31', true, admin])
    assert.deepEqual(rows.get(kind)?.['differentValues'], {
      [power]: { values: ['12.5', '30'], count: 2 },
      [net]: { values: ['in', 'out'], count: 2 },
      [ports]: { values: [1, 2], count: 2 },
    })
    assert.deepEqual(rows.get(kind)?.['assetCodes'], { values: codes, count: 2 })
    assert.deepEqual([...(rows.get(kind)?.[uses] ?? [])].toSorted(), ['in', 'out'])
    assert.ok(rows.get(kind)?.['names'][admin])
  }

  const kindsWhere = async (key: string, is: string, value?: unknown) =>
    kindsOf(await linesOf(desk, { where: [{ key, is, ...(value !== undefined && { value }) }] }))
  const ofBoth = ['GsBorrowOrder', 'GsOutstockOrder']
  assert.deepEqual(await kindsWhere(mac, 'contains', 'bb'), [...ofBoth, 'GsRepairOrder'])
  assert.deepEqual(await kindsWhere(mac, 'contains', 'dd'), ['GsInstockOrder'])
  assert.deepEqual(await kindsWhere(net, 'in', ['out']), ['GsAjustOrder', 'GsRepairOrder'])
  assert.deepEqual(await kindsWhere(uses, 'in', ['in']), ['GsAjustOrder', ...ofBoth])
  assert.deepEqual(await kindsWhere(until, 'between', ['2027-01-01', '2027-02-01']), ['GsAjustOrder', ...ofBoth, 'GsRepairOrder'])
  assert.deepEqual(await kindsWhere(keeper, 'in', [admin]), ['GsAjustOrder', ...ofBoth, 'GsRepairOrder'])
  assert.deepEqual(await kindsWhere(secret, 'yes'), ['GsAjustOrder', ...ofBoth, 'GsRepairOrder'])
  assert.deepEqual(await kindsWhere(power, 'between', ['20', '']), ['GsAjustOrder'])
  assert.deepEqual(await kindsWhere(bill, 'filled'), ['GsInstockOrder'])
  // What differs among the assets of a line is something; nothing is what none of them has.
  for (const key of [power, net, ports]) assert.deepEqual(await kindsWhere(key, 'mixed'), ofBoth, key)
  assert.deepEqual(await kindsWhere(until, 'mixed'), [])
  assert.ok(!(await kindsWhere(net, 'empty')).some((kind) => ofBoth.includes(kind)))
  assert.deepEqual(await kindsWhere(net, 'filled'), ['GsAjustOrder', ...ofBoth, 'GsRepairOrder'])
  const sortedLines = await linesOf(desk, { where: [{ key: power, is: 'between', value: ['0', ''] }], sort: [{ key: power }] })
  assert.deepEqual(sortedLines.map((row) => row[power]), ['12.5', '31']) // prettier-ignore
})

test('a sheet says the assets of a line and what differs among them in words', async () => {
  const { desk, keys } = await furnishDesk()
  const columns = ['kind', 'assetId', keys.power, keys.net, keys.ports]
  const token = await desk.company.tokenOf(desk.company.admin)
  const file = await app.ask({ path: '/api/goods/gslines/export', body: { format: 'csv', columns }, token })
  const rows = await rowsOf(file.bytes)
  const codes = await codesOfCards(desk)
  const lineOfBoth = rows.find(([kind]) => kind === '资产借用')
  assert.deepEqual(lineOfBoth?.slice(1), [codes.join('、'), '12.5、30', '内网、外网', '1、2'])
})

test('several are named as far as there is room, with how many they are in all', () => {
  const say = (words: string, params: Params = {}) => fill(words, params)
  const wordsOf = (value: unknown) => String(value)
  assert.equal(severalWords(severalOf(['A', 'B']), { atMost: 2, say, wordsOf }), 'A、B')
  assert.equal(severalWords(severalOf(['A', 'B', 'C']), { atMost: 2, say, wordsOf }), 'A、B等3个')
})

test('each group of lines by an own field opens its lines, and sums count every asset', async () => {
  const { desk, keys } = await furnishDesk()
  const { company } = desk
  const table = await app.database.inTransaction(company.orgId, async (tx) => lineTableWithOwn('goods', await organisationKind(tx, asset)))
  const groupKeys = Object.values(keys).filter((key) => isGroupable(assertDefined(table.columns[key], key)))
  assert.equal(groupKeys.length, Object.keys(keys).length - 1)
  for (const key of groupKeys) {
    const { list } = await ok(desk, 'table/groups', { table: 'gslines', asked: {}, by: [{ key }], figures: [] })
    for (const { keys: values, count } of list) {
      const rows = await linesOf(desk, { where: [conditionOfGroup(table, { key }, values[0])] })
      assert.equal(rows.length, count, `${table.columns[key]?.label} ${values[0]}`)
    }
  }
  const { list: nets } = await ok(desk, 'table/groups', { table: 'gslines', asked: {}, by: [{ key: keys.net }], figures: [] })
  const groupsOfNets = nets.map(({ keys: [value] }: Row) => value)
  assert.deepEqual(new Set(groupsOfNets), new Set(['out', mixedValue, null]))
  const figures = [keys.power, keys.bill].map((key) => ({ key, of: 'sum' }))
  const { total } = await ok(desk, 'table/groups', { table: 'gslines', asked: {}, by: [], figures })
  // 31 of the adjustment, 12.5 of the repair, 42.5 of each of the two lines about both; two new ones of 5.
  assert.deepEqual(total['figures'], ['128.5', '10'])
  const columns = ['code', ...Object.values(keys)]
  const token = await company.tokenOf(company.admin)
  const file = await app.ask({ path: '/api/goods/gslines/export', body: { format: 'csv', columns }, token })
  const [headers, ...cells] = await rowsOf(file.bytes)
  assert.ok(headers?.includes('发票份数'), `${headers}`)
  const at = headers?.indexOf('MAC地址') ?? -1
  assert.deepEqual(cells.map((row) => row[at]).toSorted(), ['', '', 'AA', 'AA、BB', 'AA、BB', 'BB', 'CC、DD'])
})
