import { type OwnRow, texts } from '../shell/screenRow.ts'

export const countingRows = [
  { path: '/pages/goods/mainpage/selfcount', page: () => import('./SelfCount.tsx') },
  {
    path: '/pages/goods/GsInventoryOrder/rfid-inventory',
    search: texts('id'),
    page: () => import('./desk/RfidInventory.tsx'),
  },
  {
    path: '/pages/goods/GsInventoryOrder/gsinventory-instance-detail',
    who: 'any',
    search: texts('id', 'lineId', 'account'),
    needs: ['id'],
    page: () => import('./desk/CountedLine.tsx'),
  },
  {
    path: '/pages/goods/GsInventoryOrder/gsinventoryprofit',
    search: texts('id'),
    needs: ['id'],
    page: () => import('./desk/Differences.tsx'),
  },
  {
    path: '/pages/goods/GsInventoryOrder/gsinventoryplan',
    page: () => import('./desk/Plans.tsx'),
  },
  {
    path: '/pages/goods/GsInventoryOrder/gsinventoryplan-edit',
    search: texts('id'),
    page: () => import('./desk/PlanEditor.tsx'),
  },
  {
    path: '/pages/goods/GsInventoryOrder/gsinventorytask',
    who: 'any',
    search: texts('id'),
    needs: ['id'],
    page: () => import('./desk/CountTask.tsx'),
  },
  {
    path: '/pages/goods/GsInventoryOrder/gsinventorylines',
    who: 'any',
    search: texts('id', 'verdict', 'placeId', 'departmentId', 'holderId'),
    needs: ['id'],
    page: () => import('./desk/CountLines.tsx'),
  },
  {
    path: '/pages/goods/GsInventoryOrder/gsinventorysheet',
    title: '纸质盘点表',
    who: 'any',
    search: texts('id', 'placeId'),
    needs: ['id'],
    page: () => import('./desk/CountSheet.tsx'),
  },
  {
    path: '/pages/goods/GsInventoryOrder/gsinventoryshare',
    search: texts('id'),
    needs: ['id'],
    page: () => import('./desk/CountShares.tsx'),
  },
  {
    path: '/pages/goods/GsInventoryOrder/gsinventoryunknown',
    search: texts('id'),
    needs: ['id'],
    page: () => import('./desk/UnknownCodes.tsx'),
  },
  {
    path: '/pages/goods/GsInventoryOrder/gsinventoryreport',
    who: 'any',
    search: texts('id'),
    needs: ['id'],
    page: () => import('./desk/CountReport.tsx'),
  },
  {
    path: '/pages/goods/components/inventoryScan/index',
    who: 'any',
    search: texts('taskId', 'shareId'),
    page: () => import('./InventoryScan.tsx'),
  },
  {
    path: '/pages/goods/components/inventoryScan/index_h5',
    title: '扫码盘点',
    who: 'any',
    search: texts('taskId', 'shareId'),
    page: () => import('./InventoryScan.tsx'),
  },
] as const satisfies readonly OwnRow[]
