import { book, category, choice, integer, quantity, text } from '../../../kernel/field.ts'
import { depreciationMethods } from '../../books/depreciation.ts'
import { column, defineRecord } from '../define.ts'

/** How a book depreciates the assets of a category and of those below it; what it leaves open, the category itself says. */
export const depreciationRule = defineRecord({
  noun: 'depreciation_rule',
  table: 'depreciation_rule',
  title: '折旧规则',
  path: 'goods/gsdepreciationrule',
  idName: 'ruleId',
  nameField: 'ruleName',
  fields: {
    ruleName: column(text('规则名称', { max: 60 }), { unique: true, searched: true, sorted: true }),
    bookId: column(book('账簿'), { imported: 'found' }),
    catId: category('资产分类', {
      required: 'never',
      filter: { catKind: 'asset' },
      hint: '含下级分类；不填适用于没有自己规则的所有资产',
    }),
    method: choice(
      '折旧方法',
      Object.entries(depreciationMethods).map(([value, label]) => ({ value, label })),
    ),
    lifeMonths: integer('使用年限（月）', { required: 'never', min: 1, max: 1200, hint: '不填时按资产分类的使用年限' }),
    residualRate: quantity('残值率（%）', { required: 'never', min: 0, max: 100, places: 2, hint: '不填时按资产分类的残值率' }),
    unitsTotal: quantity('总工作量', { required: 'never', min: 0, hint: '工作量法：一项资产一生的工作量，例如公里或小时' }),
    remark: text('备注', { required: 'never', lines: 3 }),
  },
  filters: ['bookId', 'catId', 'method'],
  columns: ['ruleName', 'bookId', 'catId', 'method', 'lifeMonths', 'residualRate'],
  usedBy: [],
  keptBy: ['finance'],
  screens: {
    list: '/pages/goods/GsDepreciationRule/gsdepreciationrulelist',
    form: '/pages/goods/GsDepreciationRule/gsdepreciationruleedit',
    formTitle: '编辑折旧规则',
    icon: 'sliders-horizontal',
    group: 'gs_books',
  },
})
