import * as v from 'valibot'
import { listInput, operation, pageOf } from '../../operations/define.ts'
import { incident } from './process.ts'

/** The applications that cannot go on by themselves. Declared beside no other call: the workbench loads this file at the start. */
export const incidentList = operation({
  name: 'workflow.incidentList',
  path: '/api/workflow/incidentList',
  title: '流程异常',
  access: ['workflow:list'],
  input: v.strictObject(listInput),
  output: pageOf(incident),
  answer: 'page',
  reads: true,
})
