import { ajustFlow } from './ajust.ts'
import { allocateFlow } from './allocate.ts'
import { borrowFlow } from './borrow.ts'
import { consumableAjustFlow } from './consumableAjust.ts'
import { consumableAllocateFlow } from './consumableAllocate.ts'
import { consumableInstockFlow } from './consumableInstock.ts'
import { consumableOutstockFlow } from './consumableOutstock.ts'
import { consumablePurchaseFlow } from './consumablePurchase.ts'
import { consumableReturnFlow } from './consumableReturn.ts'
import { convertFlow } from './convert.ts'
import type { FlowTemplate, ModuleCode } from './define.ts'
import { handleFlow } from './handle.ts'
import { healthFlow } from './health.ts'
import { instockFlow } from './instock.ts'
import { inventoryFlow } from '../../../counting/flow.ts'
import { leaveFlow } from './leave.ts'
import { makeupFlow } from './makeup.ts'
import { outstockFlow } from './outstock.ts'
import { purchaseFlow } from './purchase.ts'
import { renewFlow } from './renew.ts'
import { repairFlow } from './repair.ts'
import { returnFlow } from './return.ts'
import { revertFlow } from './revert.ts'
import { transFlow } from './trans.ts'
import { valueFlow } from './value.ts'

/** The delivered flows: those of every organisation in the order of the workbench, then the others in the order of the menu. */
export const flowTemplates: readonly FlowTemplate[] = [
  outstockFlow,
  returnFlow,
  borrowFlow,
  revertFlow,
  transFlow,
  repairFlow,
  consumableOutstockFlow,
  consumableReturnFlow,
  renewFlow,
  purchaseFlow,
  instockFlow,
  allocateFlow,
  handleFlow,
  healthFlow,
  ajustFlow,
  inventoryFlow,
  valueFlow,
  convertFlow,
  consumablePurchaseFlow,
  consumableInstockFlow,
  consumableAjustFlow,
  consumableAllocateFlow,
  leaveFlow,
  makeupFlow,
]

/** What a new organisation has. */
export const defaultFlows = flowTemplates.filter(({ byDefault }) => byDefault)

const byKey = new Map(flowTemplates.map((template) => [template.key, template]))

export const flowTemplate = (key: string): FlowTemplate | undefined => byKey.get(key)

/** The categories of flows, named as their modules; the last is for those that are about no document. */
export const flowCategories: readonly { readonly moduleCode: ModuleCode; readonly name: string }[] = [
  { moduleCode: 'gs_goods', name: '资产流程' },
  { moduleCode: 'cs_consum', name: '耗材流程' },
  { moduleCode: 'oa', name: '业务流程' },
]
