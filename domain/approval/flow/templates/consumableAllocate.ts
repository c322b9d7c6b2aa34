import { approval, consumableManagers, defineFlow } from './define.ts'

/** Supplies that move to another store: the keeper of the source agrees to send, the keeper of the target to receive. */
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
