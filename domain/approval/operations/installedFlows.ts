import * as v from 'valibot'
import { listInput, operation, pageOf } from '../../operations/define.ts'

export const flowLook = { flowKey: v.string(), flowName: v.string(), flowIcon: v.string(), color: v.string() }

export const flowRow = v.object({
  ...flowLook,
  moduleCode: v.string(),
  state: v.number(),
  installed: v.boolean(),
  version: v.nullable(v.number()),
  documentKind: v.nullable(v.string()),
  formEntity: v.object({ formKey: v.string() }),
  running: v.number(),
  /** A newer version of the template that it was installed from is there. */
  update: v.boolean(),
  /** A newer version of its own form than new applications take; the flow takes it when it is published. */
  formUpdate: v.nullable(v.number()),
})
export type FlowRow = v.InferOutput<typeof flowRow>

/** The flows of the organisation. Declared beside no other call: the workbench loads this file at the start. */
export const installedFlows = operation({
  name: 'workflow.queryModuleFlowInstall',
  path: `/api/workflow/queryModuleFlowInstall`,
  title: '已安装的流程',
  access: 'signed-in',
  input: v.strictObject({
    ...listInput,
    moduleCode: v.optional(v.pipe(v.string(), v.maxLength(40))),
    /** 2 in use. */
    state: v.optional(v.union([v.picklist([1, 2, 3]), v.pipe(v.picklist(['1', '2', '3']), v.transform(Number))], '状态有误')),
    /** Without it those that the caller may start; with it also those he has to do with, and for managers all. */
    all: v.optional(v.boolean('应为是或否')),
  }),
  output: pageOf(flowRow),
  answer: 'page',
  reads: true,
})
