import { add } from '../../../kernel/decimal.ts'
import { asset, book, choice, integer, isEmpty, money, quantity, text } from '../../../kernel/field.ts'
import { refusal } from '../../../kernel/refusal.ts'
import { type DepreciationMethod, depreciationMethods } from '../../books/depreciation.ts'
import { statesAtHand } from '../../ledger/ledger.ts'
import { defineDocument } from '../define.ts'
import { papers } from '../papers.ts'

const changedKeys = ['addition', 'impairment', 'lifeMonths', 'residual', 'method', 'unitsTotal'] as const

/** Changes of what assets are worth: costs that are added later, impairment, another life, residual or method. */
export const gsValueOrder = defineDocument({
  kind: 'GsValueOrder',
  title: '资产价值变动',
  icon: 'chart-column',
  codePrefix: 'JZ',
  flowKey: 'gsvalue',
  signatories: ['经办人', '复核人'],
  keptBy: 'finance',
  confirmation: '变动从下一个计提月份起生效，已结账的月份不变，确定提交吗?',
  header: {
    book: book('账簿', { required: 'never', hint: '不填时对所有账簿；后续支出总是对所有账簿' }),
    reason: text('变动原因', { lines: 3 }),
    ...papers,
  },
  line: {
    asset: asset('资产', { filter: { states: [...statesAtHand, 'inRepair'] } }),
    addition: money('后续支出', { required: 'never', min: '0.01', hint: '计入原值的改良、安装等支出' }),
    impairment: money('计提减值', { required: 'never', min: '0.01' }),
    lifeMonths: integer('使用年限（月）', { required: 'never', min: 1, max: 1200, hint: '从投入使用起的总月数' }),
    residual: money('预计净残值', { required: 'never' }),
    method: choice(
      '折旧方法',
      Object.entries(depreciationMethods).map(([value, label]) => ({ value, label })),
      { required: 'never' },
    ),
    unitsTotal: quantity('剩余工作量', { required: 'never', hint: '工作量法：变动生效后还能完成的工作量，例如公里或小时' }),
    remark: text('备注', { required: 'never' }),
  },
  cardChanges: (_, { asset, addition }) =>
    isEmpty(addition) ? [] : [{ asset, card: {}, given: ({ value }) => ({ value: add(value ?? '0', addition ?? '0') }) }],
  termsChanges: ({ book }, { asset, impairment, lifeMonths, residual, method, unitsTotal }) =>
    [impairment, lifeMonths, residual, method, unitsTotal].every(isEmpty)
      ? []
      : [{ asset, bookId: book, impairment, lifeMonths, residual, unitsTotal, method: method as DepreciationMethod | undefined }],
  check: (_, lines) => {
    const empty = lines.findIndex((line) => changedKeys.every((key) => isEmpty(line[key])))
    return empty < 0 ? undefined : refusal('nothing-changed', '第{line}行没有要调整的内容', { line: empty + 1 })
  },
})
