import { type OwnRow, texts } from '../shell/screenRow.ts'

export const stockBookRows = [
  {
    path: '/pages/consumables/stockBook/index',
    search: texts('from', 'to', 'by', 'locId', 'catId', 'goodsId'),
    page: () => import('./StockBook.tsx'),
  },
  { path: '/pages/consumables/stockBook/entries', page: () => import('./StockEntries.tsx') },
  { path: '/pages/consumables/stockBook/months', page: () => import('./StockMonths.tsx') },
] as const satisfies readonly OwnRow[]
