import { consumable, location, person, quantity, text } from '../../../kernel/field.ts'
import { consumedBy, store } from '../../ledger/ledger.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'
import { businessDate } from './businessDate.ts'

/** Supplies that were not used and come back to the store: of what the person holds, at the cost at which he holds it. */
export const csReturnOrder = defineDocument({
  kind: 'CsReturnOrder',
  title: '耗材退库',
  icon: 'undo-2',
  codePrefix: 'HT',
  flowKey: 'csreturn',
  signatories: ['退还人', '接收人'],
  subject: 'returner',
  forEmployees: true,
  header: {
    returner: person('退库人', { begins: 'self' }),
    to: location('退回仓库', { begins: 'home' }),
    businessDate,
    reason: text('退库原因', { lines: 3, offered: 'surplus_reason' }),
    ...papers,
  },
  line: {
    item: consumable('耗材', { filter: { heldBy: 'returner' } }),
    quantity: quantity('数量'),
  },
  movesOn: ({ businessDate: day }) => day,
  moves: ({ returner, to }, { item, quantity }) => [{ item, quantity, from: consumedBy(returner), to: store(to) }],
})
