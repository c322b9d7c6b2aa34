import { type OwnRow, texts } from '../shell/screenRow.ts'

export const rfidRows = [
  {
    path: '/pages/goods/GsGoodsInstance/rfid-find',
    title: '找一找',
    who: 'any',
    search: texts('id'),
    needs: ['id'],
    page: () => import('./RfidFind.tsx'),
  },
  {
    path: '/pages/goods/GsGoodsInstance/rfid-write',
    search: texts('ids'),
    page: () => import('./RfidWrite.tsx'),
  },
  { path: '/pages/goods/GsGoodsInstance/rfid', page: () => import('./Rfid.tsx') },
] as const satisfies readonly OwnRow[]
