import { approval, consumableManagers, defineFlow } from './define.ts'

/** Supplies that go to another store: the person who keeps the one agrees to give, the person who keeps the other to take. */
export const consumableAllocateFlow = defineFlow({
  key: 'csallocate',
  version: 1,
  name: '耗材调拨流程',
  moduleCode: 'cs_consum',
  icon: 'truck',
  color: '#3949ab',
  documentKind: 'CsAllocateOrder',
  order: 19,
  body: [
    approval('giver', '调出方确认', [{ k: 'locationManager', field: 'from' }, consumableManagers], {
      fields: { 'lines.quantity': 'required' },
    }),
    approval('taker', '调入方确认', [{ k: 'locationManager', field: 'to' }, consumableManagers]),
  ],
})
