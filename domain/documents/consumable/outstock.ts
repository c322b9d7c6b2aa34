import { consumable, location, person, quantity, text } from '../../../kernel/field.ts'
import { consumedBy, store } from '../../ledger/account.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'

/** Supplies handed to a person, who holds them at their cost from then on. */
export const csOutstockOrder = defineDocument({
  kind: 'CsOutstockOrder',
  title: '耗材领用',
  codePrefix: 'HL',
  flowKey: 'csoutstock',
  keptBy: 'managers',
  subject: 'recipient',
  forEmployees: true,
  direct: '直接发放',
  header: {
    from: location('领用仓库', { begins: 'stocked', filter: { own: true, stocked: true } }),
    recipient: person('领用人', { begins: 'self' }),
    reason: text('用途', { lines: 3, offered: 'consume_reason' }),
    ...papers,
  },
  line: {
    item: consumable('耗材'),
    quantity: quantity('数量'),
  },
  moves: ({ from, recipient }, { item, quantity }) => [{ item, quantity, from: store(from), to: consumedBy(recipient) }],
})
