import { borrowFlow } from './borrow.ts'
import { consumableOutstockFlow } from './consumableOutstock.ts'
import { consumableReturnFlow } from './consumableReturn.ts'
import type { FlowTemplate, ModuleCode } from './define.ts'
import { outstockFlow } from './outstock.ts'
import { repairFlow } from './repair.ts'
import { returnFlow } from './return.ts'
import { revertFlow } from './revert.ts'
import { transFlow } from './trans.ts'

/** The delivered flows, in the order of the workbench. */
export const flowTemplates: readonly FlowTemplate[] = [
  outstockFlow,
  returnFlow,
  borrowFlow,
  revertFlow,
  transFlow,
  repairFlow,
  consumableOutstockFlow,
  consumableReturnFlow,
]

const byKey = new Map(flowTemplates.map((template) => [template.key, template]))

export const flowTemplate = (key: string): FlowTemplate | undefined => byKey.get(key)

/** The categories of flows, named as their modules. */
export const flowCategories: readonly { readonly moduleCode: ModuleCode; readonly name: string }[] = [
  { moduleCode: 'gs_goods', name: '资产流程' },
  { moduleCode: 'cs_consum', name: '耗材流程' },
]
