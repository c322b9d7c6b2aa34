import { approval, assetManagers, defineFlow } from './define.ts'

/** Assets that come back: the person who keeps the store, or an asset manager, takes them in and says in what condition. */
export const returnFlow = defineFlow({
  key: 'returnorderFlow',
  version: 1,
  name: '资产退库流程',
  moduleCode: 'gs_goods',
  icon: 'package-check',
  color: '#19be6b',
  documentKind: 'GsReturnOrder',
  order: 2,
  byDefault: true,
  body: [
    approval('keeper', '资产管理员验收', [{ k: 'locationManager', field: 'to' }, assetManagers], {
      fields: { to: 'write', 'lines.condition': 'write', 'lines.remark': 'write' },
    }),
  ],
})
