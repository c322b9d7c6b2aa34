import { sum } from '../../../kernel/decimal.ts'
import { consumable, location, quantity, supplier, text, unitPrice } from '../../../kernel/field.ts'
import { fromSupplier, store } from '../../ledger/ledger.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'
import { businessDate } from './businessDate.ts'
import { lineAmount, priceHint } from './lineAmount.ts'

/** Supplies that arrive in a store, at their price. */
export const csInstockOrder = defineDocument({
  kind: 'CsInstockOrder',
  title: '耗材入库',
  icon: 'package-plus',
  codePrefix: 'HR',
  flowKey: 'csinstock',
  signatories: ['交货人', '收货人'],
  from: { kind: 'CsPurchaseOrder', match: 'item', quantity: 'quantity' },
  placeOffer: { title: '耗材入库', field: 'to' },
  header: {
    to: location('入库仓库', { begins: 'own', filter: { own: true } }),
    supplier: supplier('供应商', { required: 'never' }),
    businessDate,
    remark: text('备注', { required: 'never', lines: 3 }),
    ...papers,
  },
  line: {
    item: consumable('耗材'),
    quantity: quantity('数量'),
    price: unitPrice('单价', { required: 'never', hint: priceHint }),
  },
  labelField: 'item',
  movesOn: ({ businessDate: day }) => day,
  moves: ({ to, supplier }, { item, quantity, price }) => [
    { item, quantity, from: fromSupplier(supplier), to: store(to), unitCost: price },
  ],
  amount: (_, lines) => sum(lines.map(lineAmount)),
})
