import { category, choice, consumable, department, person, quantity, text } from '../../kernel/field.ts'
import { column, defineRecord } from './define.ts'

/** How much of some supplies each person, or a department in all, draws in a calendar month. */
export const allowance = defineRecord({
  noun: 'allowance',
  table: 'allowance',
  title: '领用定额',
  thing: '定额',
  path: 'consum/csallowance',
  idName: 'allowanceId',
  nameField: 'allowanceName',
  fields: {
    allowanceName: column(text('定额名称', { max: 60 }), { unique: true, searched: true, sorted: true }),
    per: choice('计量对象', [
      { value: 'person', label: '每人' },
      { value: 'department', label: '每部门' },
    ]),
    deptId: department('适用部门', { required: 'never', hint: '含下级部门；不填适用于所有部门' }),
    uid: person('适用人员', { required: 'never', hint: '只对这个人；优先于对所有人的定额' }),
    goodsId: consumable('耗材', { required: 'never' }),
    catId: category('耗材分类', { required: 'never', filter: { catKind: 'consumable' }, hint: '耗材和分类都不填时适用于所有耗材' }),
    quantity: column(quantity('每月数量', { min: 0 }), { sorted: true }),
    remark: text('备注', { required: 'never', lines: 3 }),
  },
  filters: ['per', 'catId', 'deptId'],
  columns: ['allowanceName', 'per', 'deptId', 'uid', 'goodsId', 'catId', 'quantity'],
  usedBy: [],
  keptBy: ['consummanager'],
  screens: {
    list: '/pages/consumables/allowance/list',
    form: '/pages/consumables/allowance/edit',
    formTitle: '编辑领用定额',
    icon: 'sliders-horizontal',
    group: 'cs_work',
  },
})
