import { multiply, sum } from '../../../kernel/decimal.ts'
import { date, department, model, money, quantity, supplier, text } from '../../../kernel/field.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'
import { excessReason, idleReason } from '../policies.ts'

/** An order to buy assets. It moves nothing; stock-in receives its lines. */
export const gsPurchaseOrder = defineDocument({
  kind: 'GsPurchaseOrder',
  title: '资产采购',
  icon: 'shopping-cart',
  codePrefix: 'CG',
  flowKey: 'gspurchase',
  signatories: ['采购人', '验收人'],
  fulfilmentWords: { none: '待到货', some: '部分到货', all: '已到货', over: '不再到货', brought: '已到' },
  policies: [
    { policy: 'poolFirst', reason: 'idleReason' },
    { policy: 'standard', reason: 'excessReason' },
  ],
  header: {
    supplier: supplier('供应商', { required: 'never' }),
    department: department('申请部门', { required: 'never' }),
    expectedOn: date('期望到货日期', { required: 'never', notBefore: 'today' }),
    reason: text('采购原因', { lines: 3 }),
    idleReason,
    excessReason,
    ...papers,
  },
  line: {
    model: model('资产型号'),
    quantity: quantity('数量', { min: 1, places: 0 }),
    price: money('单价'),
    remark: text('备注', { required: 'never' }),
  },
  amount: (_, lines) => sum(lines.map(({ quantity, price }) => multiply(quantity, price, 2))),
})
