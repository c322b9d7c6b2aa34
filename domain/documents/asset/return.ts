import { asset, listedChoice, location, text } from '../../../kernel/field.ts'
import { anyHolder, store } from '../../ledger/ledger.ts'
import { conditions } from '../../records/asset.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'

/** Assets in use that come back to a store. */
export const gsReturnOrder = defineDocument({
  kind: 'GsReturnOrder',
  title: '资产退库',
  icon: 'undo-2',
  frequent: true,
  codePrefix: 'TK',
  flowKey: 'returnorderFlow',
  signatories: ['退还人', '接收人'],
  forEmployees: true,
  cardOffer: { title: '退库', states: ['inUse'] },
  bringsBack: 'GsOutstockOrder',
  header: {
    to: location('退回区域', { begins: 'home' }),
    reason: text('退库原因', { lines: 3, offered: 'return_reason' }),
    ...papers,
  },
  line: {
    asset: asset('资产', { filter: { state: 'inUse', mine: true } }),
    condition: listedChoice('资产状况', 'asset_condition', conditions, { required: 'never' }),
    remark: text('备注', { required: 'never' }),
  },
  moves: ({ to }, { asset }) => [{ item: asset, quantity: '1', from: anyHolder, to: store(to) }],
  cardChanges: (_, { asset, condition }) => [{ asset, card: { ...(condition && { condition }) } }],
})
