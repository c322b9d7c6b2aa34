import { answerPermissions, approval, consumableManagers, defineFlow, headOfDepartment } from './define.ts'

/** Supplies asked for: the head agrees, the person who keeps the store hands them out, as far as there are any, or from another store. */
export const consumableOutstockFlow = defineFlow({
  key: 'csoutstock',
  version: 2,
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
      fields: { from: 'required', 'lines.given': 'write', ...answerPermissions },
    }),
  ],
})
