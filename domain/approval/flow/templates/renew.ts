import { approval, assetManagers, defineFlow } from './define.ts'

/** Loans that last longer: an asset manager agrees, and may choose an earlier day. */
export const renewFlow = defineFlow({
  key: 'gsrenewFlow',
  version: 1,
  name: '资产续借流程',
  moduleCode: 'gs_goods',
  icon: 'calendar-clock',
  color: '#f97316',
  documentKind: 'GsRenewOrder',
  order: 20,
  byDefault: true,
  body: [approval('keeper', '资产管理员同意', [assetManagers], { fields: { dueOn: 'write' } })],
})
