import { aboveLimit, approval, consumableManagers, defineFlow, headOfDepartment } from './define.ts'

/** Supplies to be bought: the head agrees, a consumables manager settles supplier and prices, what is dear goes one level higher. */
export const consumablePurchaseFlow = defineFlow({
  key: 'cspurchase',
  version: 1,
  name: '耗材采购流程',
  moduleCode: 'cs_consum',
  icon: 'shopping-cart',
  color: '#5c6bc0',
  documentKind: 'CsPurchaseOrder',
  order: 16,
  body: [
    headOfDepartment(),
    approval('buyer', '耗材管理员核价', [consumableManagers], {
      fields: { supplier: 'write', expectedOn: 'write', 'lines.price': 'write' },
    }),
    aboveLimit('amount', '5000'),
  ],
})
