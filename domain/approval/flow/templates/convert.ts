import { approval, assetManagers, defineFlow } from './define.ts'

/** Cards that become others: another pair of eyes. */
export const convertFlow = defineFlow({
  key: 'gsconvert',
  version: 1,
  name: '资产拆分合并流程',
  moduleCode: 'gs_goods',
  icon: 'workflow',
  color: '#0e7490',
  documentKind: 'GsConvertOrder',
  order: 24,
  body: [approval('keeper', '资产管理员复核', [assetManagers], { onSelf: 'deptHead' })],
})
