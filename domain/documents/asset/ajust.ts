import { asset, choice, department, location, money, text } from '../../../kernel/field.ts'
import { refusal } from '../../../kernel/refusal.ts'
import { conditions } from '../../records/asset.ts'
import { statesAtHand } from '../../ledger/account.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'

/** Changes to what stands on assets' cards, with before and after kept. */
export const gsAjustOrder = defineDocument({
  kind: 'GsAjustOrder',
  title: '资产调整',
  codePrefix: 'TZ',
  flowKey: 'gsajust',
  offered: { title: '调整', states: statesAtHand },
  header: {
    reason: text('调整原因', { lines: 3 }),
    ...papers,
  },
  line: {
    asset: asset('资产', { filter: { states: statesAtHand } }),
    place: location('所在区域', { required: 'never', changes: 'locId', filter: { own: true } }),
    department: department('使用部门', { required: 'never', changes: 'deptId' }),
    value: money('原值', { required: 'never', changes: 'value' }),
    condition: choice('资产状况', conditions, { required: 'never', changes: 'condition' }),
    remark: text('备注', { required: 'never', changes: 'remark' }),
  },
  sets: (_, { asset, place, department, value, condition, remark }) => [
    {
      asset,
      card: {
        ...(place && { locId: place }),
        ...(department && { deptId: department }),
        ...(value && { value }),
        ...(condition && { condition }),
        ...(remark && { remark }),
      },
    },
  ],
  check: (_, lines) => {
    const empty = lines.findIndex(
      ({ place, department, value, condition, remark }) => !(place ?? department ?? value ?? condition ?? remark),
    )
    return empty < 0 ? undefined : refusal('nothing-changed', '第{line}行没有要调整的内容', { line: empty + 1 })
  },
})
