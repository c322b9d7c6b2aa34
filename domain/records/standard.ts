import { category, department, integer, money, text } from '../../kernel/field.ts'
import { column, defineRecord } from './define.ts'
import { position } from '../rules/position.ts'

/** What a person of a post is equipped with: how many pieces of a category, how dear each may be and how long it lives. */
export const standard = defineRecord({
  noun: 'standard',
  table: 'standard',
  title: '配置标准',
  thing: '标准',
  path: 'goods/gsstandard',
  idName: 'standardId',
  nameField: 'standardName',
  fields: {
    standardName: column(text('标准名称', { max: 60 }), { unique: true, searched: true, sorted: true }),
    catId: category('资产分类', { filter: { catKind: 'asset' } }),
    position: column(position('适用职位', { required: 'never', hint: '不填适用于所有职位', countedWithin: 'deptId' }), { searched: true }),
    deptId: department('适用部门', { required: 'never', hint: '含下级部门；不填适用于所有部门' }),
    pieces: column(integer('数量上限（件）', { min: 0, max: 10_000 }), { sorted: true }),
    price: column(money('单价上限', { required: 'never' }), { sorted: true }),
    lifeMonths: integer('最低使用年限（月）', { required: 'never', min: 1, max: 1200, hint: '到期的资产可以更换，不再计入数量' }),
    remark: text('备注', { required: 'never', lines: 3 }),
  },
  filters: ['catId', 'deptId'],
  columns: ['standardName', 'catId', 'position', 'deptId', 'pieces', 'price', 'lifeMonths'],
  usedBy: [],
  keptBy: ['goodsmanager'],
  screens: {
    list: '/pages/goods/standard/list',
    form: '/pages/goods/standard/edit',
    formTitle: '编辑配置标准',
    icon: 'shield-check',
    group: 'gs_base',
  },
})
