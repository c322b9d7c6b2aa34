import { category, money, pictures, quantity, text } from '../../kernel/field.ts'
import { column, defineRecord, nameLength } from './define.ts'

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
    goodsCode: column(text('耗材编码', { max: 40 }), { unique: true, searched: true, sorted: true, imported: 'found' }),
    goodsName: column(text('耗材名称', { max: nameLength }), { searched: true, sorted: true }),
    catId: category('耗材分类', { required: 'never', filter: { catKind: 'consumable' } }),
    brand: column(text('品牌', { required: 'never', max: 40 }), { searched: true }),
    spec: column(text('规格', { required: 'never', max: nameLength }), { searched: true }),
    unit: text('单位', { required: 'never', max: 10 }),
    price: column(money('参考单价', { required: 'never' }), { sorted: true }),
    barcode: column(text('商品条码', { required: 'never', max: 40 }), { unique: true, searched: true }),
    minStock: quantity('最低库存', { required: 'never', min: 0 }),
    maxStock: quantity('最高库存', { required: 'never', min: 0 }),
    goodsImage: pictures('图片', { max: 1 }),
    remark: text('备注', { required: 'never', lines: 3 }),
  },
  filters: ['catId'],
  columns: ['goodsName', 'goodsCode', 'catId', 'spec', 'unit', 'price', 'minStock'],
  readBy: 'everybody',
  codePrefix: 'HC',
  pictured: 'thing',
  usedBy: [
    { table: 'move', column: 'item_id', words: '库存流水' },
    { table: 'document_line', column: 'item_id', words: '单据明细' },
    { table: 'allowance', column: 'goods_id', words: '领用定额' },
  ],
  keptBy: ['consummanager'],
  listedBy: 'everybody',
  screens: {
    list: '/pages/consumables/CsConsum/csconsumlist',
    form: '/pages/consumables/CsConsum/csconsumedit',
    formTitle: '编辑耗材',
    detail: { path: '/pages/consumables/CsConsum/qrscan-detail', id: 'goodsId' },
    icon: 'archive',
    group: 'cs_work',
  },
})
