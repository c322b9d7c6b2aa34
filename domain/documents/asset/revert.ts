import { asset, listedChoice, location, text } from '../../../kernel/field.ts'
import { anyLoan, store } from '../../ledger/ledger.ts'
import { conditions } from '../../records/asset.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'

/** Borrowed assets that are given back. */
export const gsRevertOrder = defineDocument({
  kind: 'GsRevertOrder',
  title: '资产归还',
  icon: 'rotate-ccw',
  frequent: true,
  codePrefix: 'GH',
  flowKey: 'revertorderFlow',
  signatories: ['归还人', '接收人'],
  forEmployees: true,
  cardOffer: { title: '归还', states: ['lent'] },
  bringsBack: 'GsBorrowOrder',
  header: {
    to: location('归还区域', { begins: 'home' }),
    remark: text('备注', { required: 'never', lines: 3 }),
    ...papers,
  },
  line: {
    asset: asset('资产', { filter: { state: 'lent', mine: true } }),
    condition: listedChoice('资产状况', 'asset_condition', conditions, { required: 'never' }),
    remark: text('备注', { required: 'never' }),
  },
  moves: ({ to }, { asset }) => [{ item: asset, quantity: '1', from: anyLoan, to: store(to) }],
  cardChanges: (_, { asset, condition }) => [{ asset, card: { ...(condition && { condition }) } }],
})
