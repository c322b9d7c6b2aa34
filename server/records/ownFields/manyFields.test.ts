import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { newId } from '../../../kernel/id.ts'
import { type Desk, desks, type Row } from '../../testing/desk.ts'
import { insert } from '../../testing/company.ts'

const { app, newDesk, list, faults } = await desks()
const assets = 'goods/gsgoodsinstance'

const ok = async (desk: Desk, path: string, body: unknown): Promise<Row> => {
  const answer = await desk.call(path, body)
  assert.equal(answer['code'], 0, `${path}: ${answer['msg']} ${JSON.stringify(answer['details'])}`)
  return answer['result'] ?? answer['page']
}
const cardOf = async (desk: Desk, id: string): Promise<Row> =>
  JSON.parse((await desk.get(`${assets}/info/${id}`)).bytes.toString())['result']

let sentStatements = 0
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  sentStatements++
  return (query as (...all: unknown[]) => unknown).apply(this, args)
} as typeof query

/** How many statements some work takes at least: what else the server does meanwhile is not counted. */
const statementsOf = async (work: () => Promise<unknown>): Promise<number> => {
  let least = Infinity
  for (let turn = 0; turn < 4; turn++) {
    const before = sentStatements
    await work()
    least = Math.min(least, sentStatements - before)
  }
  return least
}

const controls = [
  ['text', { type: 'text', max: 60, lines: 1 }],
  ['number', { type: 'money' }],
  ['day', { type: 'date' }],
  ['ref', { type: 'reference', to: 'person', many: false }],
] as const

/** A desk with so many own fields of assets, spread over so many categories two deep, and a piece of the first. */
const withFields = async (fieldCount: number, categoryCount: number) => {
  const desk = await newDesk()
  const { company } = desk
  const categories = Array.from({ length: categoryCount }, newId)
  await app.database.inTransaction(company.orgId, async (tx) => {
    await insert(
      tx,
      'category',
      categories.map((id, at) => ({
        id,
        cat_code: `C${at}`,
        cat_name: `分类${at}`,
        cat_kind: 'asset',
        parent_id: at < 2 ? null : categories[at % 2],
      })),
    )
    await insert(
      tx,
      'own_field',
      Array.from({ length: fieldCount }, (_, at) => {
        const [valueColumn, control] = controls[at % controls.length] ?? controls[0]
        const categoryIds = at % 10 === 0 ? [] : [categories[at % categoryCount]]
        return {
          noun: 'asset',
          key: `x${at + 1}`,
          label: `字段${at}`,
          control,
          value_column: valueColumn,
          position: at,
          category_ids: `{${categoryIds.join(',')}}`,
          created_by: company.admin,
        }
      }),
    )
  })
  const place = (await ok(desk, 'goods/gsgoodsloc/save', { locCode: 'L1', locName: 'A座' }))['id']
  const model = (await ok(desk, 'goods/gsgoods/save', { goodsCode: 'M1', goodsName: '笔记本', catId: categories[0] }))['id']
  const ownValues = { x1: '甲', x2: '12.5', x3: '2026-03-01', x4: company.admin }
  const piece = await ok(desk, `${assets}/save`, { goodsId: model, locId: place, catId: categories[0], ownValues })
  return { desk, piece, model, place, categories }
}

describe('two thousand own fields in three hundred categories', () => {
  test('take lists, cards and forms no more statements than a few', async () => {
    const small = await withFields(4, 2)
    const many = await withFields(2000, 300)
    const works = ({ desk, piece, model, place, categories }: typeof small): readonly (readonly [string, () => Promise<unknown>])[] => [
      ['list', () => list(desk, assets)],
      ['list by an own number', () => list(desk, assets, { sort: [{ key: 'x2' }] })],
      ['card', () => cardOf(desk, piece['id'])],
      ['form', () => ok(desk, 'records/ownfield/applying', { catId: categories[0] })],
      ['line', () => ok(desk, 'records/ownfield/applying', { goodsIds: [model] })],
      ['fields', () => ok(desk, 'records/ownfield/list', { noun: 'asset' })],
      ['sums', () => ok(desk, 'table/sums', { table: 'gsgoodsinstance', selection: { asked: {}, except: [] } })],
      ['update', () => ok(desk, `${assets}/update`, { id: piece['id'], ownValues: { x1: newId() } })],
      ['stock-in', () => ok(desk, 'goods/gsinstockorder/save', { header: { to: place }, lines: [{ model, quantity: '1' }] })],
    ]
    const fewWorks = works(small)
    for (const [at, [words, work]] of works(many).entries()) {
      const [fewStatements, manyStatements] = [await statementsOf(fewWorks[at]![1]), await statementsOf(work)]
      // The fields themselves are read at most once a second by whichever call comes then.
      assert.ok(manyStatements <= fewStatements + 1, `${words}: ${manyStatements} statements beside ${fewStatements}`)
    }
    const card = await cardOf(many.desk, many.piece['id'])
    assert.deepEqual([card['x2'], card['x3'], card['names'][card['x4']] !== undefined], ['12.5', '2026-03-01', true])
    const { sums } = await ok(many.desk, 'table/sums', { table: 'gsgoodsinstance', selection: { asked: {}, except: [] } })
    assert.deepEqual([sums['x2'], sums['x6']], ['12.5', null])
    const { keys, ofItems } = await ok(many.desk, 'records/ownfield/applying', { catId: many.categories[0], goodsIds: [many.model] })
    assert.ok(keys.length > 100 && keys.length < 250, `${keys.length} fields apply`)
    assert.ok(ofItems[many.model].length < keys.length)
    assert.match(
      (await many.desk.call('records/ownfield/save', { noun: 'asset', label: '又一个', control: controls[0][1] }))['msg'],
      /最多2000个/,
    )
  })
})

describe('a category that is moved below another one', () => {
  test('leaves values where they are, and asks what its new place asks when they are made', async () => {
    const desk = await newDesk()
    const category = async (catCode: string, parentId?: string) =>
      (await ok(desk, 'goods/gscat/save', { catCode, catName: catCode, catKind: 'asset', ...(parentId && { parentId }) }))['id']
    const [machines, rooms] = [await category('C1'), await category('C2')]
    const below = await category('C3', machines)
    const save = (label: string, categoryId: string) =>
      ok(desk, 'records/ownfield/save', {
        noun: 'asset',
        label,
        control: controls[0][1],
        isRequired: true,
        categoryIds: [categoryId],
      })
    const [power, area] = [(await save('功率', machines))['key'], (await save('面积', rooms))['key']]
    const place = (await ok(desk, 'goods/gsgoodsloc/save', { locCode: 'L1', locName: 'A座' }))['id']
    const model = (await ok(desk, 'goods/gsgoods/save', { goodsCode: 'M1', goodsName: '机器', catId: below }))['id']
    const card = { goodsId: model, locId: place, catId: below }
    const { id } = await ok(desk, `${assets}/save`, { ...card, ownValues: { [power]: '5' } })
    await ok(desk, 'goods/gscat/update', { id: below, parentId: rooms })

    assert.equal((await cardOf(desk, id))[power], '5')
    assert.deepEqual(
      (await list(desk, assets, { where: [{ key: power, is: 'eq', value: '5' }] })).map((row) => row['id']),
      [id],
    )
    // What is not there does not stand in the way of another change, and what fits no more may be cleared.
    await ok(desk, `${assets}/update`, { id, remark: '移过' })
    await ok(desk, `${assets}/update`, { id, ownValues: { [power]: null } })
    assert.match((await desk.call(`${assets}/save`, { ...card, ownValues: { [power]: '5' } }))['msg'], /请填写面积/)
    await ok(desk, `${assets}/save`, { ...card, ownValues: { [area]: '20' } })
    assert.match(
      (await desk.call('goods/gsinstockorder/submit', { id: newId(), header: { to: place }, lines: [{ model, quantity: '1' }] }))['msg'],
      /请填写面积/,
    )
    assert.deepEqual(await faults(), [])
  })
})
