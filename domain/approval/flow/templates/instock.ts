import { approval, assetManagers, defineFlow } from './define.ts'

/** Assets that arrive: the person who keeps the store, or an asset manager, accepts them. */
export const instockFlow = defineFlow({
  key: 'gsinstock',
  version: 1,
  name: '资产入库流程',
  moduleCode: 'gs_goods',
  icon: 'package-plus',
  color: '#00897b',
  documentKind: 'GsInstockOrder',
  order: 10,
  body: [
    approval('keeper', '入库验收', [{ k: 'locationManager', field: 'to' }, assetManagers], {
      fields: { 'lines.serials': 'write', 'lines.warrantyUntil': 'write' },
    }),
  ],
})
