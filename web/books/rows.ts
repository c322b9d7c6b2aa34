import { type OwnRow, texts } from '../shell/screenRow.ts'

export const booksRows = [
  { path: '/pages/goods/GsBook/months', page: () => import('./Months.tsx') },
  { path: '/pages/goods/GsBook/values', search: texts('bookId', 'month'), page: () => import('./Values.tsx') },
  { path: '/pages/goods/GsBook/movements', search: texts('bookId', 'to'), page: () => import('./Movements.tsx') },
  { path: '/pages/goods/GsBook/allocations', page: () => import('./Allocations.tsx') },
  {
    path: '/pages/goods/GsBook/allocationLines',
    search: texts('bookId', 'fromMonth', 'toMonth'),
    page: () => import('./AllocationLines.tsx'),
  },
  { path: '/pages/goods/GsBook/disposals', search: texts('bookId', 'fromMonth', 'toMonth'), page: () => import('./Disposals.tsx') },
  { path: '/pages/goods/GsBook/entries', search: texts('bookId'), page: () => import('./Entries.tsx') },
  { path: '/pages/goods/GsBook/vouchers', page: () => import('./Vouchers.tsx') },
  {
    path: '/pages/goods/GsBook/voucherPrint',
    title: '打印凭证',
    who: 'any',
    search: texts('bookId', 'month', 'ids', 'size'),
    needs: ['bookId', 'month'],
    page: () => import('./VoucherPrint.tsx'),
  },
  { path: '/pages/goods/GsBook/reconciliation', page: () => import('./Reconciliation.tsx') },
] as const satisfies readonly OwnRow[]
