import { book, date, integer, money, text } from '../../../kernel/field.ts'
import { column, defineRecord } from '../define.ts'

/** What another register says of an asset when a book begins. A book that was started reads it no more. */
export const openingBalance = defineRecord({
  noun: 'opening',
  table: 'opening',
  title: '期初余额',
  path: 'goods/gsopening',
  idName: 'openingId',
  nameField: 'assetCode',
  fields: {
    assetCode: column(text('资产编码', { max: 60 }), { searched: true, sorted: true }),
    bookId: column(book('账簿'), { imported: 'found' }),
    cost: column(money('账面原值'), { sorted: true }),
    depreciation: column(money('累计折旧'), { sorted: true }),
    impairment: money('减值准备', { required: 'never' }),
    netValue: money('净值', { required: 'never', hint: '填写时核对：原值减累计折旧减减值准备' }),
    inServiceOn: column(date('开始使用日期'), { sorted: true }),
    monthsDone: integer('已提月份', { required: 'never', min: 0, max: 1200, hint: '不填时按开始使用日期推算' }),
    lifeMonths: integer('使用年限（月）', { required: 'never', min: 1, max: 1200, hint: '不填时按折旧规则' }),
    remark: text('备注', { required: 'never', lines: 3 }),
  },
  filters: ['bookId'],
  columns: ['assetCode', 'bookId', 'cost', 'depreciation', 'netValue', 'inServiceOn', 'monthsDone'],
  usedBy: [],
  keptBy: ['finance'],
  screens: {
    list: '/pages/goods/GsOpening/gsopeninglist',
    form: '/pages/goods/GsOpening/gsopeningedit',
    formTitle: '编辑期初余额',
    icon: 'clipboard-list',
    group: 'gs_books',
  },
})
