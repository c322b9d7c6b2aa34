import { approval, consumableManagers, defineFlow } from './define.ts'

/** Supplies that arrive: the person who keeps the store, or a consumables manager, counts and accepts them. */
export const consumableInstockFlow = defineFlow({
  key: 'csinstock',
  version: 1,
  name: '耗材入库流程',
  moduleCode: 'cs_consum',
  icon: 'package-plus',
  color: '#00897b',
  documentKind: 'CsInstockOrder',
  order: 17,
  body: [
    approval('keeper', '入库验收', [{ k: 'locationManager', field: 'to' }, consumableManagers], {
      fields: { 'lines.quantity': 'required' },
    }),
  ],
})
