import { approval, consumableManagers, defineFlow, headOfDepartment } from './define.ts'

/** Supplies asked for: the head agrees, whoever keeps the store hands them out, from another store where the first one is empty. */
export const consumableOutstockFlow = defineFlow({
  key: 'csoutstock',
  version: 1,
  name: '耗材领用流程',
  moduleCode: 'cs_consum',
  icon: 'shopping-basket',
  color: '#0081ff',
  documentKind: 'CsOutstockOrder',
  order: 7,
  byDefault: true,
  body: [
    headOfDepartment(),
    approval('keeper', '耗材管理员发放', [{ k: 'locationManager', field: 'from' }, consumableManagers], {
      fields: { from: 'required', 'lines.quantity': 'required' },
    }),
  ],
})
