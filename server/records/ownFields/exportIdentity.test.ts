import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ownFieldPresets } from '../../../domain/records/ownFields/ownField.ts'
import { assertDefined } from '../../../kernel/assert.ts'
import type { FieldType } from '../../../kernel/field.ts'
import { type Desk, desks, type Row, rowsOf } from '../../testing/desk.ts'

/** What stands in own fields of every kind leaves by a file and comes back by it as it was. */
const { furnished, committed, list, faults } = await desks()

const assets = 'goods/gsgoodsinstance'

/** Pictures leave as addresses of one organisation, which are nothing in another. */
type Exchanged = Exclude<(typeof ownFieldPresets)[number], 'pictures'>

const options = [
  { value: 'a', label: '内网' },
  { value: 'b', label: '外网、专线' },
  { value: 'c', label: 'Wi-Fi, 5G' },
  { value: 'd', label: '是' },
]
const reference = (to: 'person' | 'department' | 'location' | 'supplier'): FieldType => ({ type: 'reference', to, many: false })

const text = fc.constantFrom(
  'AA-01',
  '=1+1',
  "'00123",
  '007',
  '1e5',
  '2027-01-02',
  '是',
  '100%',
  '引号"在内"',
  '逗号，顿号、;',
  '-5',
  '@名',
  '￥12',
  '1,000',
)

/** A field of each kind, and what people enter there; names of what a field refers to stand for their ids. */
const samples: Readonly<Record<Exchanged, readonly [control: FieldType, values: fc.Arbitrary<unknown>]>> = {
  line: [{ type: 'text', max: 60, lines: 1 }, text],
  text: [{ type: 'text', max: 140, lines: 3 }, fc.oneof(text, fc.constantFrom('第一行\n第二行', '甲\n\n乙'))],
  choice: [{ type: 'choice', many: false, options }, fc.constantFrom('a', 'b', 'c', 'd')],
  choices: [{ type: 'choice', many: true, options }, fc.subarray(['a', 'b', 'c', 'd'], { minLength: 1 })],
  money: [{ type: 'money' } as FieldType, fc.constantFrom('0', '0.01', '1234567.89', '12', '0.5')],
  quantity: [{ type: 'quantity', places: 2 } as FieldType, fc.constantFrom('0.25', '100', '99999.99', '3.5')],
  whole: [{ type: 'whole', min: -1000, max: 1_000_000 }, fc.integer({ min: -1000, max: 1_000_000 })],
  date: [{ type: 'date' }, fc.constantFrom('2024-02-29', '1999-12-31', '2031-01-01')],
  datetime: [{ type: 'datetime' }, fc.constantFrom('2024-02-29 00:00', '2026-07-01 23:59')],
  time: [{ type: 'time' }, fc.constantFrom('00:00', '08:30', '23:59')],
  flag: [{ type: 'flag' }, fc.boolean()],
  person: [reference('person'), fc.constantFrom('王芳', '李明')],
  department: [reference('department'), fc.constantFrom('采购组', '行政部')],
  location: [reference('location'), fc.constantFrom('3层', 'B座')],
  supplier: [reference('supplier'), fc.constantFrom('晨光', '得力')],
}
const presets = ownFieldPresets.filter((preset) => preset !== 'pictures')

const piece = fc.record(
  Object.fromEntries(presets.map((preset) => [preset, fc.option(samples[preset][1], { nil: undefined })])) as Record<
    Exchanged,
    fc.Arbitrary<unknown>
  >,
)
type Piece = Readonly<Record<Exchanged, unknown>>

const ok = async (desk: Desk, path: string, body: unknown): Promise<Row> => {
  const answer = await desk.call(path, body)
  assert.equal(answer['code'], 0, `${path}: ${answer['msg']} ${JSON.stringify(answer['details'])}`)
  return answer['result']
}

/** A desk with an own field of each kind, by its key, and what they may refer to, by noun and name. */
const equipped = async () => {
  const desk = await furnished()
  await committed(desk, 'goods/gssupplier', [['供应商编码', '供应商名称'], ['S1', '晨光'], ['S2', '得力']]) // prettier-ignore
  const keys = new Map<Exchanged, string>()
  for (const preset of presets) {
    const field = await ok(desk, 'records/ownfield/save', { noun: 'asset', label: `自有${preset}`, control: samples[preset][0] })
    keys.set(preset, field['key'])
  }
  const idsOf = async (path: string, nameKey: string) => new Map((await list(desk, path)).map((row) => [row[nameKey], row['id']] as const))
  const idsByNoun = {
    person: await idsOf('pro/person', 'userName'),
    department: await idsOf('pro/sysdept', 'deptName'),
    location: await idsOf('goods/gsgoodsloc', 'locName'),
    supplier: await idsOf('goods/gssupplier', 'supplierName'),
  }
  const valueOf = (preset: Exchanged, value: unknown) =>
    preset in idsByNoun ? assertDefined(idsByNoun[preset as keyof typeof idsByNoun].get(value), String(value)) : value
  const ownValuesOf = (piece: Piece) =>
    Object.fromEntries(
      presets.flatMap((preset) => (piece[preset] === undefined ? [] : [[keys.get(preset), valueOf(preset, piece[preset])] as const])),
    )
  return { desk, keys, ownValuesOf, idsByNoun }
}

const exportOf = async (desk: Desk, format: 'csv' | 'xlsx'): Promise<Buffer> => (await desk.get(`${assets}/export?format=${format}`)).bytes

/** What the register says of own fields, by the codes of assets and the labels of fields. */
const registerOf = async (desk: Desk): Promise<Readonly<Record<string, string>>[]> => {
  const [titles = [], ...rows] = await rowsOf(await exportOf(desk, 'csv'))
  const columns = titles.flatMap((title, at) => (title === '资产编码' || title.startsWith('自有') ? [[title, at] as const] : []))
  return rows
    .map((row) => Object.fromEntries(columns.map(([title, at]) => [title, row[at] ?? ''])))
    .toSorted((a, b) => (String(a['资产编码']) < String(b['资产编码']) ? -1 : 1))
}

/** Brings a file in, and answers the outcome; what is on record already is to be updated. */
const importFile = async (desk: Desk, format: 'csv' | 'xlsx', bytes: Buffer): Promise<Row> => {
  const upload = await desk.upload(assets, `台账.${format}`, bytes)
  assert.equal(upload['code'], 0, upload['msg'])
  const { id } = upload['result']
  const report = await ok(desk, `${assets}/import/check`, { id, createMissing: true })
  assert.deepEqual(report['errors'], [])
  const questions = report['questions'].filter(({ answer }: Row) => answer === null).map(({ key }: Row) => key)
  assert.ok(questions.every((key: string) => key === 'existing'), `${questions}`) // prettier-ignore
  return desk.call(`${assets}/import/commit`, { id, createMissing: true, ...(questions.length > 0 && { answers: { existing: 'update' } }) })
}

test('own fields of every kind come back from a file as they left, into an organisation with the same fields and into the same', async () => {
  const [from, to] = [await equipped(), await equipped()]
  const model = (await list(from.desk, 'goods/gsgoods'))[0]?.['id']
  const place = from.idsByNoun.location.get('B座')
  let round = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('csv' as const, 'xlsx' as const),
      async (pieces, format) => {
        round++
        for (const [at, values] of pieces.entries())
          await ok(from.desk, `${assets}/save`, {
            goodsId: model,
            locId: place,
            instanceCode: `R${round}-${at}`,
            instanceName: '样机',
            ownValues: from.ownValuesOf(values as Piece),
          })
        const before = await registerOf(from.desk)
        const versions = (await list(from.desk, assets)).map(({ id, version }) => `${id} ${version}`)
        const bytes = await exportOf(from.desk, format)
        const arrival = await importFile(to.desk, format, bytes)
        assert.equal(arrival['code'], 0, arrival['msg'])
        assert.deepEqual(await registerOf(to.desk), before)
        assert.match((await importFile(from.desk, format, bytes))['msg'], /与在册的记录一致/)
        assert.deepEqual(await registerOf(from.desk), before)
        assert.deepEqual((await list(from.desk, assets)).map(({ id, version }) => `${id} ${version}`), versions) // prettier-ignore
      },
    ),
    // The same two registers are used by every run.
    { numRuns: 3, endOnFailure: true },
  )
  assert.deepEqual(await faults(), [])
})
