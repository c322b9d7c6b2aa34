import { choice, date, flag, money, person, text } from '../../kernel/field.ts'
import type { Table } from '../tables/define.ts'
import { invoiceSources, invoiceCoverages } from './invoice.ts'

const never = { required: 'never' } as const
const amount = (label: string) => ({ ...money(label, never), asked: true, sorted: true, summed: true, shown: true, widthPx: 112 }) as const
const optionsIn = (titles: Readonly<Record<string, string>>) => Object.entries(titles).map(([value, label]) => ({ value, label }))

/** The invoices of an organisation. */
export const invoiceTable: Table = {
  name: 'gsinvoice',
  title: '发票',
  columns: {
    number: { ...text('发票号码', never), asked: true, sorted: true, shown: true, names: true, widthPx: 232 },
    issuedOn: { ...date('开票日期', never), asked: true, sorted: true, shown: true, widthPx: 104 },
    sellerName: { ...text('销售方', never), asked: true, sorted: true, read: true, shown: true, widthPx: 192 },
    amount: amount('金额'),
    tax: amount('税额'),
    total: amount('价税合计'),
    coverage: { ...choice('匹配', optionsIn(invoiceCoverages), never), asked: true, sorted: true, shown: true, widthPx: 112 },
    documents: { ...text('关联单据', never), shown: true, widthPx: 176 },
    kind: { ...text('发票种类', never), asked: true, sorted: true, widthPx: 200 },
    isRed: { ...flag('红字发票'), asked: true, atHand: true, widthPx: 88 },
    sellerTaxNumber: { ...text('销售方税号', never), asked: true, sorted: true, widthPx: 184 },
    buyerName: { ...text('购买方', never), asked: true, sorted: true, read: true, widthPx: 240 },
    buyerTaxNumber: { ...text('购买方税号', never), asked: true, sorted: true, widthPx: 184 },
    source: { ...choice('来源', optionsIn(invoiceSources), never), asked: true, sorted: true, widthPx: 112 },
    createdByName: { ...text('录入人', never), widthPx: 96 },
    createdAt: { ...date('录入时间', never), asked: true, sorted: true, moment: true, widthPx: 136 },
    createdBy: { ...person('录入人', never), asked: true, besides: true },
  },
  usualOrder: '最新录入的在前',
}

/** The columns that a person who sees no money does not see. */
export const invoiceMoneyKeys: readonly string[] = ['amount', 'tax', 'total']
