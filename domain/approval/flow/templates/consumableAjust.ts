import { approval, consumableManagers, defineFlow } from './define.ts'

/** Stock that is corrected: another pair of eyes than those that asked for it. */
export const consumableAjustFlow = defineFlow({
  key: 'csajust',
  version: 1,
  name: '耗材调整流程',
  moduleCode: 'cs_consum',
  icon: 'sliders-horizontal',
  color: '#78909c',
  documentKind: 'CsAjustOrder',
  order: 18,
  body: [approval('keeper', '耗材管理员复核', [{ k: 'locationManager', field: 'place' }, consumableManagers], { onSelf: 'deptHead' })],
})
