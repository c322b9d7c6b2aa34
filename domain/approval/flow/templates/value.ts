import { approval, assetManagers, defineFlow } from './define.ts'

/** Changes of values: another pair of eyes. */
export const valueFlow = defineFlow({
  key: 'gsvalue',
  version: 1,
  name: '资产价值变动流程',
  moduleCode: 'gs_goods',
  icon: 'chart-column',
  color: '#0e9384',
  documentKind: 'GsValueOrder',
  order: 23,
  body: [approval('keeper', '资产管理员复核', [assetManagers], { onSelf: 'deptHead' })],
})
