import { sum } from '../../../kernel/decimal.ts'
import { consumable, date, quantity, supplier, text, unitPrice } from '../../../kernel/field.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'
import { lineAmount, priceHint } from './lineAmount.ts'

/** An order to buy supplies. It moves nothing; stock-in receives its lines. */
export const csPurchaseOrder = defineDocument({
  kind: 'CsPurchaseOrder',
  title: '耗材采购',
  icon: 'shopping-cart',
  codePrefix: 'HC',
  flowKey: 'cspurchase',
  signatories: ['采购人', '验收人'],
  fulfilmentWords: { none: '待到货', some: '部分到货', all: '已到货', over: '不再到货', brought: '已到' },
  header: {
    supplier: supplier('供应商', { required: 'never' }),
    expectedOn: date('期望到货日期', { required: 'never', notBefore: 'today' }),
    reason: text('采购原因', { lines: 3 }),
    ...papers,
  },
  line: {
    item: consumable('耗材'),
    quantity: quantity('数量'),
    price: unitPrice('单价', { hint: priceHint }),
    remark: text('备注', { required: 'never' }),
  },
  amount: (_, lines) => sum(lines.map(lineAmount)),
})
