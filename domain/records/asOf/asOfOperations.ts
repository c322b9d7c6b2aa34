import * as v from 'valibot'
import { isDay } from '../../../kernel/day.ts'
import { listInput, operation, pageOf } from '../../operations/define.ts'
import { tableInput } from '../../tables/view.ts'
import { asOfTable, assetMoveTable } from './asOfTable.ts'

const asOfRow = v.object({
  id: v.string(),
  instanceName: v.string(),
  instanceCode: v.string(),
  catName: v.nullable(v.string()),
  state: v.string(),
  locName: v.nullable(v.string()),
  holderName: v.nullable(v.string()),
  deptName: v.nullable(v.string()),
  value: v.nullable(v.string()),
  boughtOn: v.nullable(v.string()),
})
export type AsOfRow = v.InferOutput<typeof asOfRow>

/** The caller's register as it stood at the end of a day: what was on it, where, with whom, at what cost. */
export const assetsAsOf = operation({
  name: 'gsgoodsinstance.asOf',
  path: '/api/goods/gsgoodsinstance/asOf',
  title: asOfTable.title,
  access: ['gsgoodsinstance:list'],
  input: v.strictObject({
    ...listInput,
    ...tableInput,
    day: v.pipe(
      v.string('请选择日期'),
      v.check((value) => isDay(value), '不是有效的日期'),
    ),
  }),
  output: pageOf(asOfRow),
  answer: 'page',
  reads: true,
})

const moveRow = v.object({
  id: v.string(),
  assetId: v.string(),
  assetName: v.string(),
  assetCode: v.string(),
  movedOn: v.string(),
  from: v.string(),
  to: v.string(),
  documentId: v.string(),
  documentKind: v.string(),
  documentCode: v.string(),
  actorName: v.nullable(v.string()),
})
export type AssetMoveRow = v.InferOutput<typeof moveRow>

/** The moves of the caller's assets, the newest first. */
export const assetMoves = operation({
  name: 'gsgoodsinstance.moves',
  path: '/api/goods/gsgoodsinstance/moves',
  title: assetMoveTable.title,
  access: ['gsgoodsinstance:list'],
  input: v.strictObject({ ...listInput, ...tableInput }),
  output: pageOf(moveRow),
  answer: 'page',
  reads: true,
})
