import { isPositive } from '../../../kernel/decimal.ts'
import { consumable, location, person, quantity, text } from '../../../kernel/field.ts'
import { consumedBy, store } from '../../ledger/ledger.ts'
import { answeredSupplies, answeredWhole, handedNow } from '../assignedPieces.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'
import { excessReason } from '../policies.ts'

/** Supplies handed to a person, who holds them at their cost from then on. */
export const csOutstockOrder = defineDocument({
  kind: 'CsOutstockOrder',
  title: '耗材领用',
  icon: 'shopping-basket',
  frequent: true,
  codePrefix: 'HL',
  flowKey: 'csoutstock',
  signatories: ['发放人', '领用人'],
  keptBy: 'managers',
  subject: 'recipient',
  forEmployees: true,
  directTitle: '直接发放',
  from: { kind: 'CsOutstockOrder', match: 'item', quantity: 'quantity' },
  fulfilmentWords: { none: '等候发放', some: '部分发放', all: '已完成', over: '不再发放', brought: '已发放' },
  stages: [{ key: 'received', title: '确认领取', by: 'recipient', asks: '确定已领到?' }],
  policies: [{ policy: 'allowance', reason: 'excessReason' }],
  header: {
    from: location('领用仓库', { begins: 'stocked', filter: { own: true, stocked: true } }),
    recipient: person('领用人', { begins: 'self' }),
    reason: text('用途', { lines: 3, offered: 'consume_reason' }),
    excessReason,
    ...papers,
  },
  line: {
    item: consumable('耗材'),
    quantity: quantity('数量'),
    ...answeredSupplies,
  },
  moves: ({ from, recipient }, line) =>
    isPositive(handedNow(line))
      ? [{ item: line.instead ?? line.item, quantity: handedNow(line), from: store(from), to: consumedBy(recipient) }]
      : [],
  shortfallRule: ({ rest }) => rest,
  issuedQuantity: handedNow,
  check: (_, lines) => answeredWhole(lines),
})
