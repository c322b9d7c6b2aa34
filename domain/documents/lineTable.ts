import {
  asset,
  category,
  choice,
  consumable,
  date,
  department,
  fieldWith,
  location,
  model,
  money,
  person,
  quantity,
  supplier,
  text,
  unitPrice,
} from '../../kernel/field.ts'
import { holdsFiles, isNumber, referenceOf, refersTo } from '../../kernel/fields/kinds.ts'
import type { Field, FieldType } from '../../kernel/field.ts'
import type { RecordField, RecordKind } from '../records/define.ts'
import { ownFieldsOf, valueColumnOf } from '../records/ownFields/ownField.ts'
import type { Table, TableColumn } from '../tables/define.ts'
import { documentKinds } from './all.ts'
import { type DocumentKind, documentStates } from './define.ts'
import { assetFieldsOf } from './lines.ts'
import { combinedTextLength } from './ownValuesOfSeveral.ts'

const never = { required: 'never' } as const

/** What lines are about: each has a table of the lines of all documents about it. */
export const lineAreas = ['consumables', 'goods'] as const
export type LineArea = (typeof lineAreas)[number]

/** The noun of what a line of an area is about. */
const nounsOf: Readonly<Record<LineArea, readonly string[]>> = { consumables: ['consumable'], goods: ['model', 'asset'] }

/** The fields of a kind's lines that say what a line is about. */
export const thingKeysOf = ({ line }: DocumentKind, area: LineArea): string[] =>
  Object.entries(line).flatMap(([key, { control }]) => (nounsOf[area].includes(refersTo(control) ?? '') ? [key] : []))

const kindsIn = (area: LineArea): readonly DocumentKind[] => documentKinds.filter((kind) => thingKeysOf(kind, area).length > 0)

/** The kinds whose lines stand in the table of an area. */
export const linedKinds: Readonly<Record<LineArea, readonly DocumentKind[]>> = {
  consumables: kindsIn('consumables'),
  goods: kindsIn('goods'),
}

const moment = (label: string): TableColumn => ({ ...date(label, never), asked: true, moment: true, widthPx: 128 })
/** What may be written in a field is narrower than what may be asked of it. */
const pointerColumn = (field: Field, widthPx: number): TableColumn => {
  const reference = referenceOf(field.control)
  return { ...field, ...(reference && { control: { ...reference, filter: undefined } }), asked: true, widthPx }
}

const thingColumns: Readonly<Record<LineArea, Readonly<Record<string, TableColumn>>>> = {
  consumables: {
    goodsId: { ...pointerColumn(consumable('耗材', never), 176), shown: true },
    catId: { ...pointerColumn(category('耗材分类', never), 112), shown: true },
    unit: { ...text('单位', never), asked: true, widthPx: 64 },
  },
  goods: {
    goodsId: { ...pointerColumn(model('资产型号', never), 176), shown: true },
    assetId: { ...pointerColumn(asset('资产', never), 200), shown: true },
    catId: pointerColumn(category('资产分类', never), 112),
  },
}

const figureColumns: Readonly<Record<LineArea, Readonly<Record<string, TableColumn>>>> = {
  consumables: {
    movedQuantity: { ...quantity('入账数量', never), asked: true, summedInGroups: true, widthPx: 96 },
    movedCost: { ...money('入账成本', never), asked: true, summed: true, shown: true, widthPx: 112 },
    movedOn: { ...date('入账日期', never), asked: true, shown: true, widthPx: 112 },
  },
  goods: {
    charge: { ...money('维修保养费用', never), asked: true, summed: true, shown: true, widthPx: 112 },
    assetValue: { ...money('资产原值', never), asked: true, widthPx: 112 },
  },
}

const tableOf = (area: LineArea): Table => ({
  name: area === 'consumables' ? 'cslines' : 'gslines',
  title: area === 'consumables' ? '耗材单据明细' : '资产单据明细',
  columns: {
    code: { ...text('单号', never), asked: true, shown: true, names: true, widthPx: 200 },
    kind: {
      ...choice(
        '单据',
        linedKinds[area].map(({ kind, title }) => ({ value: kind, label: title })),
        never,
      ),
      asked: true,
      shown: true,
      widthPx: 112,
    },
    ...thingColumns[area],
    quantity: { ...quantity('数量', never), asked: true, sorted: true, shown: true, summedInGroups: true, widthPx: 88 },
    price: { ...unitPrice('单价', never), asked: true, widthPx: 104 },
    amount: { ...money('金额', never), asked: true, sorted: true, shown: true, summed: true, widthPx: 112 },
    ...figureColumns[area],
    deptId: { ...pointerColumn(department('部门', never), 120), shown: true },
    subjectUid: { ...pointerColumn(person('使用人', never), 96), shown: true },
    supplierId: pointerColumn(supplier('供应商', never), 144),
    fromId: pointerColumn(location('来自区域', never), 120),
    toId: pointerColumn(location('去往区域', never), 120),
    state: {
      ...choice(
        '状态',
        Object.entries(documentStates).map(([value, label]) => ({ value, label })),
        never,
      ),
      asked: true,
      shown: true,
      widthPx: 96,
    },
    submittedAt: { ...moment('提交时间'), sorted: true, shown: true },
    postedAt: moment('入账时间'),
    authorUid: pointerColumn(person('制单人', never), 96),
  },
  usualOrder: '最新的在前',
})

/** The lines of all documents about supplies, and of those about assets, each a row with what its document says. */
export const lineTables: Readonly<Record<LineArea, Table>> = { consumables: tableOf('consumables'), goods: tableOf('goods') }

/** The columns that say what a line costs. */
export const lineMoneyKeys: readonly string[] = ['price', 'amount', 'movedCost', 'charge', 'assetValue']

const ownTables = new WeakMap<object, Table>()

/** The fields of lines that name several assets. */
export const severalAssetsKeys: readonly string[] = [
  ...new Set(linedKinds.goods.flatMap((kind) => assetFieldsOf(kind).flatMap(({ key, many }) => (many ? [key] : [])))),
]

/** The own fields that are columns of lines about assets: those that documents show, and those that lines have themselves. */
export const ownColumnsOfLines = (assetKind: Pick<RecordKind, 'fields'>): readonly (readonly [key: string, field: RecordField])[] =>
  ownFieldsOf(assetKind).flatMap(([key, field, { isOnLines, isRetired }]) =>
    isRetired || (!isOnLines && holdsFiles(field.control)) ? [] : [[key, field] as const],
  )

/** What stands in a column of lines is read, not filled in: the texts of several assets are one text, which follows no rule of its field. */
const columnControl = (control: FieldType): FieldType =>
  control.type === 'text' && control.lines === 1 ? { type: 'text', max: Math.max(control.max, combinedTextLength), lines: 1 } : control

/** True for a field in which the several assets of a line may differ; texts and lists of several stand beside each other. */
export const mayBeMixed = ({ control, ownTraits }: RecordField): boolean =>
  ownTraits?.isOnLines === true && control.type !== 'text' && valueColumnOf(control) !== undefined

/** An own field of a line as a column. */
const ownColumn = (field: RecordField): TableColumn => ({
  ...pointerColumn(fieldWith(field.label, columnControl(field.control), 'never', undefined), 128),
  ...(valueColumnOf(field.control) && { sorted: true }),
  ...(isNumber(field.control) && { summed: true }),
  ...(mayBeMixed(field) && { mayBeMixed: true }),
})

/** The table of an area with the own fields of lines: what a line says itself, else what the cards of its assets say now. */
export const lineTableWithOwn = (area: LineArea, assetKind: Pick<RecordKind, 'fields'>): Table => {
  const table = lineTables[area]
  if (area !== 'goods') return table
  const madeTable = ownTables.get(assetKind)
  if (madeTable) return madeTable
  const ownColumns = ownColumnsOfLines(assetKind).map(([key, field]) => [key, ownColumn(field)] as const)
  const tableWithOwn = ownColumns.length === 0 ? table : { ...table, columns: { ...table.columns, ...Object.fromEntries(ownColumns) } }
  ownTables.set(assetKind, tableWithOwn)
  return tableWithOwn
}
