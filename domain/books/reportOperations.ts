import * as v from 'valibot'
import { listFormats } from '../bulk/transferOperations.ts'
import { operation } from '../operations/define.ts'
import { bookAllocations, bookMovements } from './operations.ts'

const format = v.picklist(listFormats, '格式应为 xlsx、csv 或 pdf')

/** The movements of a span of closed months as a file, their sum in the last row. */
export const movementExport = operation({
  name: 'gsvalue.movementExport',
  path: '/api/goods/gsvalue/movementExport',
  title: '导出增减变动表',
  access: ['gsvalue:export'],
  input: v.strictObject({ ...bookMovements.input.entries, format }),
  output: v.any(),
  reads: true,
})

/** The depreciation of a span of closed months by department, cost object and category as a file, its sum in the last row. */
export const allocationExport = operation({
  name: 'gsvalue.allocationExport',
  path: '/api/goods/gsvalue/allocationExport',
  title: '导出折旧分摊',
  access: ['gsvalue:export'],
  input: v.strictObject({ ...bookAllocations.input.entries, format }),
  output: v.any(),
  reads: true,
})
