import { sum } from '../../../kernel/decimal.ts'
import { asset, date, money, pictures, supplier, text } from '../../../kernel/field.ts'
import { anywhere, inRepair, origin, statesAtHand } from '../../ledger/ledger.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'

/** Assets that go out to repair and come back to where they were. */
export const gsRepairOrder = defineDocument({
  kind: 'GsRepairOrder',
  title: '资产维修',
  icon: 'wrench',
  frequent: true,
  codePrefix: 'WX',
  flowKey: 'repairorderFlow',
  signatories: ['送修人', '接收人'],
  forEmployees: true,
  cardOffer: { title: '报修', states: statesAtHand, toAnybody: true },
  stages: [
    { key: 'sent', title: '送修' },
    { key: 'finished', title: '维修完成' },
  ],
  header: {
    reason: text('故障说明', { lines: 3, offered: 'repair_reason' }),
    pictures: pictures('故障图片'),
    supplier: supplier('维修商', { required: 'never', filledBy: 'keeper' }),
    expectedOn: date('预计完成日期', { required: 'never', notBefore: 'today', filledBy: 'keeper' }),
    files: papers.files,
  },
  line: {
    asset: asset('资产', { filter: { mine: true, states: ['inUse', 'lent', 'idle'] } }),
    fault: text('故障', { required: 'never' }),
    cost: money('维修费用', { required: 'never', filledBy: 'keeper' }),
  },
  moves: (_, { asset }, stage) => [
    stage === 0 ? { item: asset, quantity: '1', from: anywhere, to: inRepair } : { item: asset, quantity: '1', from: inRepair, to: origin },
  ],
  cardChanges: (_, { asset }, stage) => (stage === 1 ? [{ asset, card: { condition: 'good' } }] : []),
  stageNotices: (_, stage) => (stage === 1 ? [{ reminder: 'repairDone', holders: true }] : []),
  amount: (_, lines) => sum(lines.map(({ cost = '0' }) => cost)),
})
