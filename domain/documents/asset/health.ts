import { sum } from '../../../kernel/decimal.ts'
import { asset, date, listedChoice, money, supplier, text } from '../../../kernel/field.ts'
import { conditions } from '../../records/asset.ts'
import { nextMaintenanceDay } from '../../records/model.ts'
import { statesAtHand } from '../../ledger/ledger.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'

/** Maintenance that was done, and when it is due again. */
export const gsHealthOrder = defineDocument({
  kind: 'GsHealthOrder',
  title: '资产保养',
  icon: 'shield-check',
  codePrefix: 'BY',
  flowKey: 'gshealth',
  signatories: ['保养人', '验收人'],
  cardOffer: { title: '保养', states: statesAtHand },
  header: {
    doneOn: date('保养日期', { begins: 'today', notAfter: 'today' }),
    supplier: supplier('保养单位', { required: 'never' }),
    content: text('保养内容', { lines: 3 }),
    ...papers,
  },
  line: {
    asset: asset('资产', { filter: { states: statesAtHand } }),
    condition: listedChoice('资产状况', 'asset_condition', conditions, { required: 'never' }),
    cost: money('保养费用', { required: 'never' }),
    nextOn: date('下次保养', { required: 'never', notBefore: 'doneOn', hint: '不填时按型号的保养周期' }),
    remark: text('备注', { required: 'never' }),
  },
  // Without a day the interval of the model says the next one; where it has none, what is planned for later stays and what was due by then is done.
  cardChanges: ({ doneOn }, { asset, condition, nextOn }) => [
    {
      asset,
      card: { ...(condition && { condition }) },
      given: ({ nextMaintenanceOn: plannedOn, maintenanceMonths }) => ({
        nextMaintenanceOn:
          nextOn ?? nextMaintenanceDay(doneOn, maintenanceMonths) ?? (plannedOn !== null && plannedOn > doneOn ? plannedOn : null),
      }),
    },
  ],
  amount: (_, lines) => sum(lines.map(({ cost = '0' }) => cost)),
})
