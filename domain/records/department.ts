import { department as departmentRef, person, text, integer } from '../../kernel/field.ts'
import { column, defineRecord } from './define.ts'

export const department = defineRecord({
  noun: 'department',
  table: 'department',
  title: '部门',
  path: 'pro/sysdept',
  idName: 'deptId',
  nameField: 'deptName',
  fields: {
    deptCode: column(text('部门编码', { max: 40 }), { unique: true, searched: true, sorted: true, imported: 'found' }),
    deptName: column(text('部门名称', { max: 50 }), { searched: true, sorted: true }),
    parentId: departmentRef('上级部门', { required: 'never' }),
    managerUid: person('部门负责人', { required: 'never' }),
    sortOrder: column(integer('排序', { required: 'never', max: 9999 }), { sorted: true }),
    remark: text('备注', { required: 'never', lines: 3 }),
  },
  parent: 'parentId',
  filters: ['parentId', 'managerUid'],
  readBy: 'everybody',
  codePrefix: 'BM',
  madeOnTheWay: true,
  canRestore: true,
  usedBy: [
    { table: 'department', column: 'parent_id', words: '下级部门' },
    { table: 'person', column: 'dept_id', words: '人员' },
    { table: 'asset', column: 'dept_id', words: '资产' },
    { table: 'standard', column: 'dept_id', words: '配置标准' },
    { table: 'allowance', column: 'dept_id', words: '领用定额' },
    { table: 'account_rule', column: 'dept_id', words: '入账科目' },
  ],
  keptBy: [],
  listedBy: 'everybody',
  screens: {
    list: '/pages/addressbook/deptlist',
    form: '/pages/addressbook/deptedit',
    formTitle: '编辑部门',
    title: '部门管理',
    icon: 'network',
    group: 'organisation',
  },
})
