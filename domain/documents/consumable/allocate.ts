import { consumable, location, quantity, text } from '../../../kernel/field.ts'
import { refusal } from '../../../kernel/refusal.ts'
import { inTransitTo, store } from '../../ledger/ledger.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'
import { businessDate } from './businessDate.ts'

/** Supplies that go from one store to another, on the road in between. */
export const csAllocateOrder = defineDocument({
  kind: 'CsAllocateOrder',
  title: '耗材调拨',
  icon: 'truck',
  codePrefix: 'HD',
  flowKey: 'csallocate',
  signatories: ['调出人', '调入人'],
  stages: [
    { key: 'shipped', title: '发出' },
    { key: 'received', title: '确认收货', by: 'to', asks: '确定已收到?' },
  ],
  header: {
    from: location('调出仓库', { begins: 'own', filter: { own: true } }),
    to: location('调入仓库'),
    businessDate,
    reason: text('调拨原因', { lines: 3 }),
    ...papers,
  },
  line: {
    item: consumable('耗材'),
    quantity: quantity('数量'),
  },
  movesOn: ({ businessDate: day }) => day,
  moves: ({ from, to }, { item, quantity }, stage) => [
    stage === 0 ? { item, quantity, from: store(from), to: inTransitTo(to) } : { item, quantity, from: inTransitTo(to), to: store(to) },
  ],
  stageNotices: ({ to }, stage) => (stage === 0 ? [{ reminder: 'receiptWaiting', place: to }] : []),
  check: ({ from, to }) => (from === to ? refusal('same-place', '调出仓库和调入仓库不能相同') : undefined),
})
