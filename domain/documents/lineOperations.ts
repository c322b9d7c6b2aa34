import * as v from 'valibot'
import { listInput, operation, pageOf } from '../operations/define.ts'
import type { FunctionCode } from '../rules/functionCode.ts'
import { tableInput } from '../tables/view.ts'
import { codeOf } from './define.ts'
import { type LineArea, linedKinds, lineTables } from './lineTable.ts'

const id = v.nullable(v.string())
const figure = v.nullable(v.string())
const several = <S extends v.GenericSchema>(value: S) => v.object({ values: v.array(value), count: v.number() })

/**
 * A line with what its document says; what is hidden from the reader is null. `names` are those of what it refers to, by id. A line that names
 * assets in a list has their codes in `assetCodes`, and in `differentValues`, by field, what they do not have in common.
 */
const lineRow = v.object({
  /** The document's id and the number of the line with a dash between. */
  id: v.string(),
  documentId: v.string(),
  kind: v.string(),
  code: v.string(),
  state: v.string(),
  goodsId: id,
  assetId: id,
  catId: id,
  unit: v.nullable(v.string()),
  quantity: figure,
  price: figure,
  amount: figure,
  movedQuantity: figure,
  movedCost: figure,
  movedOn: v.nullable(v.string()),
  charge: figure,
  assetValue: figure,
  deptId: id,
  subjectUid: id,
  supplierId: id,
  fromId: id,
  toId: id,
  authorUid: id,
  submittedAt: v.nullable(v.string()),
  postedAt: v.nullable(v.string()),
  names: v.record(v.string(), v.string()),
  assetCodes: v.optional(several(v.string())),
  differentValues: v.optional(v.record(v.string(), several(v.unknown()))),
})
export type LineRow = v.InferOutput<typeof lineRow>

const listOf = (area: LineArea) => {
  const { name, title } = lineTables[area]
  return operation({
    name: `${name}.list`,
    path: `/api/${area === 'consumables' ? 'consum' : 'goods'}/${name}/list`,
    title: '{title}列表',
    kind: title,
    access: linedKinds[area].map((kind): FunctionCode => `${codeOf(kind)}:list`),
    input: v.strictObject({ ...listInput, ...tableInput }),
    output: pageOf(lineRow),
    answer: 'page',
    reads: true,
  })
}

/** The lines of the documents that the caller sees: of those that he keeps inside his data scope, of others his own. */
export const lineLists = { consumables: listOf('consumables'), goods: listOf('goods') } satisfies Record<LineArea, unknown>
