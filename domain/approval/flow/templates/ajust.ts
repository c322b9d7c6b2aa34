import { approval, assetManagers, defineFlow } from './define.ts'

/** Changes to the cards of assets: another pair of eyes than those that asked for them. */
export const ajustFlow = defineFlow({
  key: 'gsajust',
  version: 1,
  name: '资产调整流程',
  moduleCode: 'gs_goods',
  icon: 'sliders-horizontal',
  color: '#78909c',
  documentKind: 'GsAjustOrder',
  order: 14,
  body: [approval('keeper', '资产管理员复核', [assetManagers], { onSelf: 'deptHead' })],
})
