import { category, money, pictures, quantity, text } from '../../kernel/field.ts'
import { defineRecord } from './define.ts'

/** Something that is kept by quantity and used up. */
export const consumable = defineRecord({
  noun: 'consumable',
  table: 'consumable',
  title: '耗材档案',
  thing: '耗材',
  path: 'consum/csconsum',
  idName: 'goodsId',
  nameField: 'goodsName',
  called: ({ goodsName, spec }) => [goodsName, spec].filter(Boolean).join(' '),
  fields: {
    goodsCode: text('耗材编码', { max: 40 }),
    goodsName: text('耗材名称', { max: 60 }),
    catId: category('耗材分类', { required: 'never', filter: { catKind: 'consumable' } }),
    brand: text('品牌', { required: 'never', max: 40 }),
    spec: text('规格', { required: 'never', max: 80 }),
    unit: text('单位', { required: 'never', max: 10 }),
    price: money('参考单价', { required: 'never' }),
    barcode: text('商品条码', { required: 'never', max: 40 }),
    minStock: quantity('最低库存', { required: 'never', min: 0 }),
    maxStock: quantity('最高库存', { required: 'never', min: 0 }),
    goodsImage: pictures('图片', { max: 1 }),
    remark: text('备注', { required: 'never', lines: 3 }),
  },
  unique: ['goodsCode', 'barcode'],
  searched: ['goodsCode', 'goodsName', 'brand', 'spec', 'barcode'],
  filters: ['catId'],
  sorts: ['goodsCode', 'goodsName', 'price'],
  columns: ['goodsName', 'goodsCode', 'catId', 'spec', 'unit', 'price', 'minStock'],
  readBy: 'everybody',
  usedBy: [
    { table: 'move', column: 'item_id', words: '库存流水' },
    { table: 'document_line', column: 'item_id', words: '单据' },
  ],
})
