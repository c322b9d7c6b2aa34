import { type OwnRow, texts } from '../shell/screenRow.ts'

export const consumablesRows = [
  { path: '/pages/consumables/index', page: () => import('./ConsumablesHome.tsx') },
  {
    path: '/pages/consumables/CsLocStock/index',
    page: () => import('./stock/Stock.tsx'),
  },
  {
    path: '/pages/consumables/CsLocStock/cslocstock-detail',
    search: texts('id'),
    needs: ['id'],
    page: () => import('./stock/StockDetail.tsx'),
  },
  {
    path: '/pages/consumables/CsConsum/qrscan-detail',
    title: '扫码查看耗材',
    who: 'any',
    search: texts('goodsId'),
    needs: ['goodsId'],
    page: () => import('./model/ScannedConsumable.tsx'),
  },
] as const satisfies readonly OwnRow[]
