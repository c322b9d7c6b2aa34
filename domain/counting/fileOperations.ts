import * as v from 'valibot'
import { idInput, operation } from '../operations/define.ts'

const task = v.strictObject({ taskId: idInput })

/** The report on paper, and the same as a workbook. */
export const countTaskPdf = operation({
  name: 'gsinventorytask.pdf',
  method: 'GET',
  path: '/api/goods/gsinventorytask/pdf/{taskId}',
  title: '盘点报告的PDF',
  access: 'signed-in',
  input: task,
  output: v.any(),
  reads: true,
})
export const countTaskExport = operation({
  name: 'gsinventorytask.export',
  method: 'GET',
  path: '/api/goods/gsinventorytask/export/{taskId}',
  title: '盘点报告的电子表格',
  access: 'signed-in',
  input: task,
  output: v.any(),
  reads: true,
})
