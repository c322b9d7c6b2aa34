import { approval, assetManagers, defineFlow } from './define.ts'

/** Maintenance that was done: an asset manager checks it and says when it is due again. */
export const healthFlow = defineFlow({
  key: 'gshealth',
  version: 1,
  name: '资产保养流程',
  moduleCode: 'gs_goods',
  icon: 'shield-check',
  color: '#43a047',
  documentKind: 'GsHealthOrder',
  order: 13,
  body: [
    approval('keeper', '资产管理员确认保养', [assetManagers], {
      fields: { 'lines.condition': 'write', 'lines.cost': 'write', 'lines.nextOn': 'write' },
    }),
  ],
})
