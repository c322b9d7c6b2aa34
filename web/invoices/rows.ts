import { type OwnRow, texts } from '../shell/screenRow.ts'

export const invoiceRows = [
  { path: '/pages/goods/invoices/list', page: () => import('./InvoiceList.tsx') },
  { path: '/pages/goods/invoices/detail', search: texts('id'), needs: ['id'], page: () => import('./InvoiceDetail.tsx') },
  { path: '/pages/goods/invoices/edit', search: texts('id', 'file', 'name'), page: () => import('./InvoiceEdit.tsx') },
] as const satisfies readonly OwnRow[]
