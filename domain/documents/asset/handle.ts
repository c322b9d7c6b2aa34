import { sum } from '../../../kernel/decimal.ts'
import { asset, listedChoice, money, text } from '../../../kernel/field.ts'
import { anywhere, disposed, statesAtHand } from '../../ledger/ledger.ts'
import { disposalWays } from '../../rules/disposalWays.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'

/** Assets that leave for good: scrapped, sold, given away or lost. */
export const gsHandleOrder = defineDocument({
  kind: 'GsHandleOrder',
  title: '资产处置',
  icon: 'trash-2',
  codePrefix: 'CZ',
  flowKey: 'gshandle',
  signatories: ['处置人', '监督人'],
  confirmation: '处置后资产将退出登记册，确定提交吗?',
  cardOffer: { title: '处置', states: ['idle', 'inUse'] },
  header: {
    method: listedChoice('处置方式', 'disposal_method', disposalWays),
    reason: text('处置原因', { lines: 3, offered: 'handle_reason' }),
    ...papers,
  },
  line: {
    asset: asset('资产', { filter: { states: statesAtHand } }),
    proceeds: money('处置收入', { required: 'never', hint: '不含增值税的金额，税额在总账中另记' }),
    saleCost: money('处置费用', { required: 'never', hint: '清理、运输等为处置支付的费用，不含增值税' }),
    remark: text('备注', { required: 'never' }),
  },
  moves: (_, { asset }) => [{ item: asset, quantity: '1', from: anywhere, to: disposed }],
  amount: (_, lines) => sum(lines.map(({ proceeds = '0' }) => proceeds)),
})
