import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { uploadedFile } from '../../testing/company.ts'
import { type Desk, desks, type Row } from '../../testing/desk.ts'

const { app, newDesk, list, faults } = await desks()

const assets = 'goods/gsgoodsinstance'

const ok = async (desk: Desk, path: string, body: unknown): Promise<Row> => {
  const answer = await desk.call(path, body)
  assert.equal(answer['code'], 0, `${path}: ${answer['msg']} ${JSON.stringify(answer['details'])}`)
  return answer
}

/** A desk with a field of assets, and assets with these values of it; `names` answers those that a question finds. */
const withField = async (control: object, values: readonly unknown[]) => {
  const desk = await newDesk()
  const { key } = (await ok(desk, 'records/ownfield/save', { noun: 'asset', label: '甲项', control }))['result']
  const place = (await ok(desk, 'goods/gsgoodsloc/save', { locCode: 'L1', locName: 'A座' }))['result']
  const model = (await ok(desk, 'goods/gsgoods/save', { goodsCode: 'M1', goodsName: '笔记本' }))['result']
  for (const [index, value] of values.entries())
    await ok(desk, `${assets}/save`, {
      goodsId: model['id'],
      locId: place['id'],
      instanceName: `${index}`,
      ownValues: value === null ? {} : { [key]: value },
    })
  const names = async (body: object) => (await list(desk, assets, body)).map((row) => row['instanceName'])
  /** The names on all pages of two rows. */
  const namesOnPages = async (body: object): Promise<string[]> => {
    const pageNames: string[] = []
    for (let after: string | undefined; ;) {
      const { page } = await ok(desk, `${assets}/list`, { ...body, pageSize: 2, ...(after && { after }) })
      pageNames.push(...page['list'].map((row: Row) => row['instanceName']))
      if (!page['next']) return pageNames
      after = page['next']
    }
  }
  return { desk, key: String(key), names, namesOnPages, place, model }
}

describe('questions about own fields', () => {
  test('of long texts look at the whole', async () => {
    const begin = '长'.repeat(200)
    const { key, names, namesOnPages } = await withField({ type: 'text', max: 1000, lines: 3 }, [
      `${begin}甲`,
      `${begin}乙`,
      begin,
      '短',
      null,
    ])
    const namesWhere = (is: string, value?: string) => names({ where: [{ key, is, ...(value !== undefined && { value }) }] })
    assert.deepEqual(await namesWhere('eq', `${begin}乙`), ['1'])
    assert.deepEqual(await namesWhere('eq', begin), ['2'])
    assert.deepEqual(await namesWhere('contains', '乙'), ['1'])
    assert.deepEqual(await namesWhere('contains', '长甲'), ['0'])
    assert.deepEqual(await namesWhere('contains', '短'), ['3'])
    assert.deepEqual(await namesWhere('empty'), ['4'])
    assert.deepEqual(await namesWhere('filled'), ['3', '2', '1', '0'])
    // By their beginnings they are the same, and none is left out.
    assert.deepEqual((await namesOnPages({ sort: [{ key }] })).toSorted(), ['0', '1', '2', '3', '4'])
  })

  test('of several choices find one of them, none of them, nothing', async () => {
    const options = ['a', 'b', 'c'].map((value) => ({ value, label: value }))
    const { key, names } = await withField({ type: 'choice', many: true, options }, [['a'], ['a', 'b'], ['c'], null])
    const namesWhere = (is: string, value?: string[]) => names({ where: [{ key, is, ...(value && { value }) }] })
    assert.deepEqual(await namesWhere('in', ['a']), ['1', '0'])
    assert.deepEqual(await namesWhere('in', ['b', 'c']), ['2', '1'])
    assert.deepEqual(await namesWhere('notIn', ['a']), ['3', '2'])
    assert.deepEqual(await namesWhere('empty'), ['3'])
    assert.deepEqual(await namesWhere('filled'), ['2', '1', '0'])
  })

  test('of pictures find those that have some, and those that have none or have them no more', async () => {
    const { desk, key, names } = await withField({ type: 'pictures', max: 3 }, [null, null, null])
    const { orgId, admin } = desk.company
    const picture = await app.database.inTransaction(orgId, (tx) => uploadedFile(tx, admin))
    const setPictures = async (name: string, pictures: readonly string[]) => {
      const card = (await list(desk, assets)).find(({ instanceName }) => instanceName === name)
      const { id, goodsId, locId, instanceName, instanceCode } = card
      await ok(desk, `${assets}/update`, { id, goodsId, locId, instanceName, instanceCode, ownValues: { [key]: pictures } })
    }
    await setPictures('0', [picture])
    await setPictures('1', [picture])
    await setPictures('1', [])
    assert.deepEqual(await names({ where: [{ key, is: 'filled' }] }), ['0'])
    assert.deepEqual(await names({ where: [{ key, is: 'empty' }] }), ['2', '1'])
    assert.match((await desk.call(`${assets}/list`, { where: [{ key, is: 'in', value: [picture] }] }))['msg'], /不能这样筛选/)
  })

  test('of numbers are exact, and pages go on behind a number', async () => {
    const { desk, key, names, namesOnPages } = await withField({ type: 'money' }, [
      '0.1',
      '99999999999.99',
      null,
      '99999999999.98',
      '20',
      '3.5',
    ])
    const namesWhere = (condition: object) => names({ where: [{ key, ...condition }] })
    assert.deepEqual(await namesWhere({ is: 'eq', value: '0.10' }), ['0'])
    assert.deepEqual(await namesWhere({ is: 'between', value: ['3.5', '20'] }), ['5', '4'])
    assert.deepEqual(await namesWhere({ is: 'between', value: ['99999999999.99', ''] }), ['1'])
    assert.deepEqual(await namesOnPages({ sort: [{ key }] }), ['0', '5', '4', '3', '1', '2'])
    assert.deepEqual(await namesOnPages({ sort: [{ key, descending: true }] }), ['1', '3', '4', '5', '0', '2'])
    assert.deepEqual(await namesOnPages({ where: [{ key, is: 'filled' }], sort: [{ key, descending: true }] }), ['1', '3', '4', '5', '0'])
    const { result } = await ok(desk, 'table/sums', { table: 'gsgoodsinstance', selection: { asked: {}, except: [] } })
    assert.equal(result['sums'][key], '200000000023.57')
  })

  test('of references go on behind one, and are asked together with others', async () => {
    const desk = await newDesk()
    const suppliers = []
    for (const supplierCode of ['S1', 'S2', 'S3'])
      suppliers.push((await ok(desk, 'goods/gssupplier/save', { supplierCode, supplierName: supplierCode }))['result']['id'])
    const add = async (label: string, control: object) =>
      (await ok(desk, 'records/ownfield/save', { noun: 'asset', label, control }))['result']['key']
    const maker = await add('制造商', { type: 'reference', to: 'supplier', many: false })
    const day = await add('检定日', { type: 'date' })
    const place = (await ok(desk, 'goods/gsgoodsloc/save', { locCode: 'L1', locName: 'A座' }))['result']
    const model = (await ok(desk, 'goods/gsgoods/save', { goodsCode: 'M1', goodsName: '笔记本' }))['result']
    for (const [index, [supplier, at]] of (
      [
        [0, '2026-03-01'],
        [1, '2026-01-01'],
        [1, ''],
        [2, '2026-02-01'],
        [1, '2026-04-01'],
      ] as const
    ).entries())
      await ok(desk, `${assets}/save`, {
        goodsId: model['id'],
        locId: place['id'],
        instanceName: `${index}`,
        ownValues: { [maker]: suppliers[supplier], ...(at && { [day]: at }) },
      })
    const page = (body: object) => desk.call(`${assets}/list`, { pageSize: 2, ...body })
    const names = (answer: Row): string[] => answer['page']['list'].map((row: Row) => row['instanceName'])
    const first = await page({ sort: [{ key: maker }] })
    const second = await page({ sort: [{ key: maker }], after: first['page']['next'] })
    assert.deepEqual([...names(first), ...names(second)], ['0', '1', '2', '4'])
    const of = { where: [{ key: maker, is: 'in', value: [suppliers[1]] }] }
    assert.deepEqual(names(await page({ ...of, sort: [{ key: day, descending: true }] })), ['4', '1'])
    assert.equal((await page(of))['page']['totalCount'] ?? (await page(of))['page']['total'], 3)
    assert.deepEqual(names(await page({ where: [...of.where, { key: day, is: 'between', value: ['2026-02-01', ''] }] })), ['4'])
    assert.deepEqual(names(await page({ where: [...of.where, { key: day, is: 'empty' }] })), ['2'])
    assert.deepEqual(names(await page({ where: [{ key: 'locId', is: 'in', value: [place['id']] }, ...of.where], sort: [{ key: day }] })), [
      '1',
      '4',
    ])
    assert.deepEqual(await faults(), [])
  })
})
