import { approval, consumableManagers, defineFlow } from './define.ts'

/** Supplies that were not used: the person who keeps the store counts them and takes them in. */
export const consumableReturnFlow = defineFlow({
  key: 'csreturn',
  version: 1,
  name: '耗材退库流程',
  moduleCode: 'cs_consum',
  icon: 'archive-restore',
  color: '#19be6b',
  documentKind: 'CsReturnOrder',
  order: 8,
  byDefault: true,
  body: [
    approval('keeper', '耗材管理员验收', [{ k: 'locationManager', field: 'to' }, consumableManagers], {
      fields: { to: 'required', 'lines.quantity': 'required' },
    }),
  ],
})
