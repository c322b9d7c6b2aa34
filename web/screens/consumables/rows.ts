import { type OwnRow, texts } from '../define.ts'

export const consumablesRows = [
  { path: '/pages/consumables/index', page: () => import('./index.tsx') },
  {
    path: '/pages/consumables/CsLocStock/index',
    page: () => import('./CsLocStock/index.tsx'),
  },
  {
    path: '/pages/consumables/CsLocStock/cslocstock-detail',
    search: texts('id'),
    needs: ['id'],
    page: () => import('./CsLocStock/cslocstock-detail.tsx'),
  },
  {
    path: '/pages/consumables/CsConsum/qrscan-detail',
    title: '扫码查看耗材',
    who: 'any',
    search: texts('goodsId'),
    needs: ['goodsId'],
    page: () => import('./CsConsum/qrscan-detail.tsx'),
  },
] as const satisfies readonly OwnRow[]
