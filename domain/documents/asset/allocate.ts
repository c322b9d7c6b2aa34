import { asset, location, text } from '../../../kernel/field.ts'
import { refusal } from '../../../kernel/refusal.ts'
import { inTransitTo, store } from '../../ledger/ledger.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'

/** Assets that go from one store to another, on the road in between. */
export const gsAllocateOrder = defineDocument({
  kind: 'GsAllocateOrder',
  title: '资产调拨',
  icon: 'truck',
  codePrefix: 'DB',
  flowKey: 'gsallocate',
  signatories: ['调出人', '调入人'],
  cardOffer: { title: '调拨', states: ['idle'] },
  stages: [
    { key: 'shipped', title: '发出' },
    { key: 'received', title: '确认收货', by: 'to', asks: '确定已收到?' },
  ],
  placeOffer: { title: '调入', field: 'to' },
  header: {
    from: location('调出区域', { filter: { own: true } }),
    to: location('调入区域'),
    reason: text('调拨原因', { lines: 3 }),
    ...papers,
  },
  line: {
    asset: asset('资产', { filter: { state: 'idle', match: 'from' } }),
    remark: text('备注', { required: 'never' }),
  },
  moves: ({ from, to }, { asset }, stage) => [
    stage === 0
      ? { item: asset, quantity: '1', from: store(from), to: inTransitTo(to) }
      : { item: asset, quantity: '1', from: inTransitTo(to), to: store(to) },
  ],
  stageNotices: ({ to }, stage) => (stage === 0 ? [{ reminder: 'receiptWaiting', place: to }] : []),
  check: ({ from, to }) => (from === to ? refusal('same-place', '调出区域和调入区域不能相同') : undefined),
})
