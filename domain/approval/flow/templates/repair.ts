import { approval, assetManagers, defineFlow } from './define.ts'

/** Assets that are broken: an asset manager decides whether and where they are repaired. */
export const repairFlow = defineFlow({
  key: 'repairorderFlow',
  version: 1,
  name: '资产维修流程',
  moduleCode: 'gs_goods',
  icon: 'wrench',
  color: '#fa3534',
  documentKind: 'GsRepairOrder',
  order: 6,
  byDefault: true,
  startFields: { 'lines.cost': 'hide' },
  body: [
    approval('keeper', '资产管理员安排维修', [assetManagers], {
      fields: { supplier: 'write', expectedOn: 'write', 'lines.cost': 'write' },
    }),
  ],
})
