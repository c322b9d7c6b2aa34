import { choice, date, money, text } from '../../../kernel/field.ts'
import { regimes } from '../../books/regime.ts'
import { column, defineRecord } from '../define.ts'

/** A book of values: under which rules an organisation reckons what its assets are worth, from which month on. */
export const book = defineRecord({
  noun: 'book',
  table: 'book',
  title: '账簿',
  path: 'goods/gsbook',
  idName: 'bookId',
  nameField: 'bookName',
  fields: {
    bookName: column(text('账簿名称', { max: 40 }), { unique: true, searched: true, sorted: true }),
    regime: choice(
      '核算制度',
      Object.entries(regimes).map(([value, { title }]) => ({ value, label: title })),
      { hint: '决定从哪个月开始计提、减少当月是否计提、是否留残值' },
    ),
    startsOn: column(date('启用月份', { hint: '填该月任意一天；从这个月开始计提和结账' }), { sorted: true }),
    lowValueLimit: money('一次性摊销上限', { required: 'never', hint: '原值不超过此金额的资产在首月一次摊销；不填则都按年限' }),
    voucherService: text('凭证推送服务', {
      required: 'never',
      max: 60,
      hint: '已登记的外部服务的标识；填写后，结账时自动把凭证推送到总账',
    }),
    remark: text('备注', { required: 'never', lines: 3 }),
  },
  filters: ['regime'],
  columns: ['bookName', 'regime', 'startsOn', 'lowValueLimit'],
  usedBy: [
    { table: 'depreciation_rule', column: 'book_id', words: '折旧规则' },
    { table: 'account_rule', column: 'book_id', words: '入账科目' },
    { table: 'opening', column: 'book_id', words: '期初余额' },
    { table: 'book_asset', column: 'book_id', words: '入账的资产' },
  ],
  keptBy: ['finance'],
  screens: {
    list: '/pages/goods/GsBook/gsbooklist',
    form: '/pages/goods/GsBook/gsbookedit',
    formTitle: '编辑账簿',
    icon: 'notebook-pen',
    group: 'gs_books',
  },
})
