import { approval, assetManagers, copyStep, administrators, defineFlow } from '../approval/flow/templates/define.ts'

/** A count of assets: the person who keeps the place confirms it, an asset manager approves what is missing, the administrators are told. */
export const inventoryFlow = defineFlow({
  key: 'gsinventory',
  version: 1,
  name: '资产盘点流程',
  moduleCode: 'gs_goods',
  icon: 'scan-barcode',
  color: '#f4511e',
  documentKind: 'GsInventoryOrder',
  order: 15,
  body: [
    approval('place', '区域负责人确认', [{ k: 'locationManager', field: 'place' }, assetManagers]),
    approval('keeper', '资产管理员核准', [assetManagers], { onSelf: 'deptHead', dedupe: 'none' }),
    copyStep('told', '抄送管理员', [administrators]),
  ],
})
