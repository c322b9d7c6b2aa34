import { category as categoryRef, choice, text, integer, quantity } from '../../kernel/field.ts'
import { column, defineRecord } from './define.ts'

/** What a thing is, for assets by the national classification; how long it lives and what remains of its value. */
export const category = defineRecord({
  noun: 'category',
  table: 'category',
  title: '资产分类',
  path: 'goods/gscat',
  idName: 'catId',
  nameField: 'catName',
  fields: {
    catCode: column(text('分类编码', { max: 40 }), { unique: true, searched: true, sorted: true, imported: 'found' }),
    catName: column(text('分类名称', { max: 50 }), { searched: true, sorted: true }),
    parentId: categoryRef('上级分类', {
      required: 'never',
      hint: '移到别处后，卡片上已填的自定义字段照旧保留；新位置要求的字段在登记新资产时填写',
    }),
    catKind: column(
      choice('类别', [
        { value: 'asset', label: '资产' },
        { value: 'consumable', label: '耗材' },
      ]),
      { imported: 'found' },
    ),
    usefulLifeMonths: integer('使用年限（月）', { required: 'never', min: 1, max: 1200 }),
    residualRate: quantity('残值率（%）', { required: 'never', min: 0, max: 100, places: 2 }),
    remark: text('备注', { required: 'never', lines: 3 }),
  },
  parent: 'parentId',
  filters: ['parentId', 'catKind'],
  columns: ['catName', 'catCode', 'catKind', 'usefulLifeMonths', 'residualRate'],
  listWords: ['filled'],
  readBy: 'everybody',
  codePrefix: 'FL',
  madeOnTheWay: true,
  canMerge: true,
  canRestore: true,
  usedBy: [
    { table: 'category', column: 'parent_id', words: '下级分类' },
    { table: 'model', column: 'cat_id', words: '资产型号' },
    { table: 'consumable', column: 'cat_id', words: '耗材' },
    { table: 'asset', column: 'cat_id', words: '资产' },
    { table: 'standard', column: 'cat_id', words: '配置标准' },
    { table: 'depreciation_rule', column: 'cat_id', words: '折旧规则' },
    { table: 'account_rule', column: 'cat_id', words: '入账科目' },
    { table: 'allowance', column: 'cat_id', words: '领用定额' },
  ],
  keptBy: ['goodsmanager', 'consummanager'],
  listedBy: 'everybody',
  screens: {
    list: '/pages/goods/GsCat/gscatlist',
    form: '/pages/goods/GsCat/gscatedit',
    formTitle: '编辑资产分类',
    icon: 'folder-tree',
    group: 'gs_base',
  },
})
