import { book, category, department, listedChoice, text } from '../../../kernel/field.ts'
import { disposalWays } from '../../rules/disposalWays.ts'
import { column, defineRecord } from '../define.ts'

const account = (label: string) =>
  text(label, { required: 'never', max: 40, pattern: /^[0-9A-Za-z.\-_]+$/, patternWords: '{label}只能是数字、字母和 . - _' })

/** To which accounts of the general ledger the entries of a category or a department go; what it leaves open, a wider rule or the regime says. */
export const ledgerRule = defineRecord({
  noun: 'account_rule',
  table: 'account_rule',
  title: '入账科目',
  path: 'goods/gsaccountrule',
  idName: 'ruleId',
  nameField: 'ruleName',
  fields: {
    ruleName: column(text('规则名称', { max: 60 }), { unique: true, searched: true, sorted: true }),
    bookId: column(book('账簿'), { imported: 'found' }),
    catId: category('资产分类', { required: 'never', filter: { catKind: 'asset' }, hint: '含下级分类；不填适用于所有分类' }),
    deptId: department('使用部门', { required: 'never', hint: '只对这个部门；折旧费用常按部门分科目' }),
    disposalMethod: listedChoice('处置方式', 'disposal_method', disposalWays, {
      required: 'never',
      hint: '只对这种处置方式的收益、损失和收付；不填适用于所有方式',
    }),
    assetAccount: account('资产科目'),
    depreciationAccount: account('累计折旧科目'),
    impairmentAccount: account('减值准备科目'),
    expenseAccount: account('折旧费用科目'),
    lossAccount: account('减值损失科目'),
    sourceAccount: account('购置对方科目'),
    clearingAccount: account('清理科目'),
    cashAccount: account('处置收付科目'),
    gainAccount: account('处置收益科目'),
    disposalAccount: account('处置损失科目'),
    remark: text('备注', { required: 'never', lines: 3 }),
  },
  filters: ['bookId', 'catId', 'deptId'],
  columns: ['ruleName', 'bookId', 'catId', 'deptId', 'assetAccount', 'depreciationAccount', 'expenseAccount'],
  usedBy: [],
  keptBy: ['finance'],
  screens: {
    list: '/pages/goods/GsAccountRule/gsaccountrulelist',
    form: '/pages/goods/GsAccountRule/gsaccountruleedit',
    formTitle: '编辑入账科目',
    icon: 'network',
    group: 'gs_books',
  },
})
