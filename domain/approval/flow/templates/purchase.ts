import { approval, assetManagers, aboveLimit, defineFlow, headOfDepartment } from './define.ts'

/** Assets to be bought: the head agrees, an asset manager settles supplier and prices, what is dear goes one level higher. */
export const purchaseFlow = defineFlow({
  key: 'gspurchase',
  version: 1,
  name: '资产采购流程',
  moduleCode: 'gs_goods',
  icon: 'shopping-cart',
  color: '#5c6bc0',
  documentKind: 'GsPurchaseOrder',
  order: 9,
  body: [
    headOfDepartment(),
    approval('buyer', '资产管理员核价', [assetManagers], { fields: { supplier: 'write', expectedOn: 'write', 'lines.price': 'write' } }),
    aboveLimit('amount', '20000'),
  ],
})
