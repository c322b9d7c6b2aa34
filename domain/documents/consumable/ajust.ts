import { choice, consumable, location, quantity, text, unitPrice } from '../../../kernel/field.ts'
import { loss, store, surplus } from '../../ledger/ledger.ts'
import { defineDocument } from '../define.ts'
import { ofCountTask, papers } from '../papers.ts'
import { businessDate } from './businessDate.ts'

/** Stock that turned out to be more or less than the books say: always a difference, never "set to". */
export const csAjustOrder = defineDocument({
  kind: 'CsAjustOrder',
  title: '耗材调整',
  icon: 'sliders-horizontal',
  codePrefix: 'HZ',
  flowKey: 'csajust',
  signatories: ['调整人', '复核人'],
  header: {
    task: ofCountTask,
    place: location('仓库', { begins: 'own', filter: { own: true } }),
    businessDate,
    reason: text('调整原因', { lines: 3 }),
    ...papers,
  },
  line: {
    item: consumable('耗材'),
    direction: choice('调整方向', [
      { value: 'more', label: '增加' },
      { value: 'less', label: '减少' },
    ]),
    quantity: quantity('数量'),
    price: unitPrice('单价', { required: 'never', hint: '增加时的入账单价' }),
  },
  movesOn: ({ businessDate: day }) => day,
  moves: ({ place }, { item, direction, quantity, price }) => [
    direction === 'more'
      ? { item, quantity, from: surplus, to: store(place), unitCost: price }
      : { item, quantity, from: store(place), to: loss },
  ],
})
