import * as v from 'valibot'
import { keysOf } from '../../../kernel/keysOf.ts'
import { recordCodeOf } from '../code.ts'
import { recordKinds } from '../all.ts'
import { importOutcomes } from './table.ts'
import { tableInput } from '../../tables/view.ts'
import type { FunctionCode } from '../../rules/functionCode.ts'
import { listInput, operation, pageOf } from '../../operations/define.ts'

const row = v.object({
  id: v.string(),
  /** The noun of what its rows are. */
  noun: v.picklist(recordKinds.map((kind) => kind.noun)),
  fileName: v.string(),
  outcome: v.picklist(keysOf(importOutcomes)),
  rowCount: v.number(),
  /** How many rows were left out because something is wrong with them. */
  skippedCount: v.number(),
  createdBy: v.string(),
  createdByName: v.string(),
  createdAt: v.string(),
})
export type ImportRow = v.InferOutput<typeof row>

/** The imports that the caller began, of kinds that he may import; the person who keeps everything sees everyone's. */
export const importList = operation({
  name: 'imports.list',
  path: '/api/pro/imports/list',
  title: '导入记录',
  access: recordKinds.map((kind): FunctionCode => `${recordCodeOf(kind)}:import`),
  input: v.strictObject({ ...listInput, ...tableInput }),
  output: pageOf(row),
  answer: 'page',
  reads: true,
})
