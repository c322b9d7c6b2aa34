import type { Day } from '../../kernel/day.ts'
import { category, integer, money, pictures, text } from '../../kernel/field.ts'
import { addMonths } from '../../kernel/month.ts'
import { column, defineRecord, nameLength } from './define.ts'

/** A standard item of the asset catalogue; assets are instances of it. */
export const model = defineRecord({
  noun: 'model',
  table: 'model',
  title: '资产型号',
  path: 'goods/gsgoods',
  idName: 'goodsId',
  nameField: 'goodsName',
  called: ({ goodsName, spec }) => [goodsName, spec].filter(Boolean).join(' '),
  fields: {
    goodsCode: column(text('型号编码', { max: 40 }), { unique: true, searched: true, sorted: true, imported: 'found' }),
    goodsName: column(text('型号名称', { max: nameLength }), { searched: true, sorted: true }),
    catId: category('资产分类', { required: 'never', filter: { catKind: 'asset' } }),
    brand: column(text('品牌', { required: 'never', max: 40 }), { searched: true }),
    spec: column(text('规格', { required: 'never', max: nameLength }), { searched: true }),
    unit: text('单位', { required: 'never', max: 10, offered: 'unit' }),
    price: column(money('参考单价', { required: 'never' }), { sorted: true }),
    maintenanceMonths: integer('保养周期（月）', {
      required: 'never',
      min: 1,
      max: 120,
      hint: '新资产从登记之日、保养过的资产从保养之日起，按它推算下次保养',
    }),
    goodsImage: pictures('图片', { max: 1 }),
    remark: text('备注', { required: 'never', lines: 3 }),
  },
  filters: ['catId'],
  columns: ['goodsName', 'goodsCode', 'catId', 'brand', 'spec', 'unit', 'price'],
  readBy: 'everybody',
  codePrefix: 'XH',
  madeOnTheWay: true,
  pictured: 'thing',
  canMerge: true,
  canRestore: true,
  usedBy: [
    { table: 'asset', column: 'goods_id', words: '资产' },
    { table: 'document_line', column: 'item_id', words: '单据明细' },
  ],
  keptBy: ['goodsmanager'],
  listedBy: 'everybody',
  screens: {
    list: '/pages/goods/GsGoods/gsgoodslist',
    form: '/pages/goods/GsGoods/gsgoodsedit',
    formTitle: '编辑资产型号',
    icon: 'tags',
    group: 'gs_base',
  },
})

/** The day on which a piece is due for maintenance, counted from the day it was maintained or registered; null where its model has no interval. */
export const nextMaintenanceDay = (from: Day, months: number | null | undefined): Day | null => (months ? addMonths(from, months) : null)
