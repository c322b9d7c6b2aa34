import { approval, assetManagers, defineFlow } from './define.ts'

/** Assets that move to another store: the keeper of the source agrees to send, the keeper of the target to receive. */
export const allocateFlow = defineFlow({
  key: 'gsallocate',
  version: 1,
  name: '资产调拨流程',
  moduleCode: 'gs_goods',
  icon: 'truck',
  color: '#3949ab',
  documentKind: 'GsAllocateOrder',
  order: 11,
  body: [
    approval('giver', '调出方确认', [{ k: 'locationManager', field: 'from' }, assetManagers]),
    approval('taker', '调入方确认', [{ k: 'locationManager', field: 'to' }, assetManagers]),
  ],
})
