import { compare, multiply, sum } from '../../../kernel/decimal.ts'
import { date, department, location, model, money, quantity, supplier, text } from '../../../kernel/field.ts'
import { refusal } from '../../../kernel/refusal.ts'
import { fromSupplier, store } from '../../ledger/ledger.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'

/** Assets that arrive: each piece becomes a card of its own and stands in the store. */
export const gsInstockOrder = defineDocument({
  kind: 'GsInstockOrder',
  title: '资产入库',
  icon: 'package-plus',
  codePrefix: 'RK',
  flowKey: 'gsinstock',
  signatories: ['交货人', '收货人'],
  from: { kind: 'GsPurchaseOrder', match: 'model', quantity: 'quantity' },
  placeOffer: { title: '入库', field: 'to' },
  ownLines: 'created',
  header: {
    to: location('入库区域', { begins: 'own', filter: { own: true } }),
    supplier: supplier('供应商', { required: 'never' }),
    department: department('所属部门', { required: 'never' }),
    boughtOn: date('购置日期', { required: 'never', notAfter: 'today' }),
    inServiceOn: date('投入使用日期', { required: 'never', notAfter: 'today', hint: '不填时为入账当天；折旧从它算起' }),
    remark: text('备注', { required: 'never', lines: 3 }),
    ...papers,
  },
  line: {
    model: model('资产型号'),
    quantity: quantity('数量', { min: 1, places: 0 }),
    price: money('单价', { required: 'never' }),
    serials: text('序列号', { required: 'never', max: 2000, lines: 3, hint: '多个序列号用逗号或换行分隔' }),
    warrantyUntil: date('保修到期', { required: 'never', notBefore: 'boughtOn' }),
  },
  createdAssets: ({ to, supplier, department, boughtOn, inServiceOn }, { model, quantity, price, serials, warrantyUntil }) => [
    {
      card: { goodsId: model, value: price, supplierId: supplier, boughtOn, inServiceOn, warrantyUntil, deptId: department },
      quantity,
      serials: serialsIn(serials),
      from: fromSupplier(supplier),
      to: store(to),
    },
  ],
  valueDay: ({ inServiceOn }) => inServiceOn,
  check: (_, lines) => {
    const seenSerials = new Set<string>()
    for (const [index, { quantity, serials }] of lines.entries()) {
      const lineSerials = serialsIn(serials) ?? []
      if (compare(String(lineSerials.length), quantity) > 0)
        return refusal('too-many-serials', '第{line}行有{serials}个序列号，数量只有{quantity}', {
          line: index + 1,
          serials: lineSerials.length,
          quantity,
        })
      const twice = lineSerials.find((serial) => seenSerials.has(serial) || !seenSerials.add(serial))
      if (twice !== undefined) return refusal('serial-twice', '序列号{serial}在单据中出现多次', { serial: twice })
    }
    return undefined
  },
  amount: (_, lines) => sum(lines.map(({ quantity, price = '0' }) => multiply(quantity, price, 2))),
})

const serialsIn = (text: string | undefined): string[] | undefined => text?.split(/[,，;；\s]+/).filter(Boolean)
