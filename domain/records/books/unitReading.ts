import { date, quantity, text } from '../../../kernel/field.ts'
import { column, defineRecord } from '../define.ts'

/** How much an asset did in some time, for assets that are depreciated by their units of production. */
export const unitReading = defineRecord({
  noun: 'unit_reading',
  table: 'unit_reading',
  title: '工作量',
  path: 'goods/gsunitreading',
  idName: 'readingId',
  nameField: 'assetCode',
  fields: {
    assetCode: column(text('资产编码', { max: 60 }), { searched: true, sorted: true }),
    readOn: column(date('截止日期', { notAfter: 'today', hint: '计入这一天所在的月份' }), { sorted: true }),
    units: column(quantity('工作量', { min: 0 }), { sorted: true }),
    remark: text('备注', { required: 'never', lines: 3 }),
  },
  filters: [],
  columns: ['assetCode', 'readOn', 'units'],
  usedBy: [],
  keptBy: ['finance', 'goodsmanager'],
  screens: {
    list: '/pages/goods/GsUnitReading/gsunitreadinglist',
    form: '/pages/goods/GsUnitReading/gsunitreadingedit',
    formTitle: '编辑工作量',
    icon: 'chart-column',
    group: 'gs_books',
  },
})
