import { approval, assetManagers, defineFlow } from './define.ts'

/** Borrowed assets that are given back: the person who keeps the store, or an asset manager, takes them in. */
export const revertFlow = defineFlow({
  key: 'revertorderFlow',
  version: 1,
  name: '资产归还流程',
  moduleCode: 'gs_goods',
  icon: 'undo-2',
  color: '#00b8d4',
  documentKind: 'GsRevertOrder',
  order: 4,
  byDefault: true,
  body: [
    approval('keeper', '资产管理员验收', [{ k: 'locationManager', field: 'to' }, assetManagers], {
      fields: { to: 'write', 'lines.condition': 'write', 'lines.remark': 'write' },
    }),
  ],
})
