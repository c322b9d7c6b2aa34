import { choice, department, email, mobile, pictures, text } from '../../kernel/field.ts'
import { column, defineRecord } from './define.ts'
import { position } from '../rules/position.ts'

/** How people stand to the organisation. */
export const employments = [
  { value: 'active', label: '在职' },
  { value: 'disabled', label: '停用' },
] as const

/**
 * A person of the organisation, who signs in by a name, by a phone number or by either. Signing in, roles and disabling have calls of their
 * own.
 */
export const person = defineRecord({
  noun: 'person',
  table: 'person',
  title: '人员',
  path: 'pro/person',
  idName: 'uid',
  nameField: 'userName',
  fields: {
    username: column(
      text('登录名', {
        required: 'never',
        max: 40,
        pattern: /^(?!1[3-9]\d{9}$)[a-z0-9_.-]+$/,
        patternWords: '{label}只能用字母、数字和 . _ - 这些符号；手机号码请填在手机号码里',
        hint: '留空时用手机号码登录',
      }),
      { unique: true, searched: true },
    ),
    userName: column(text('姓名', { max: 30 }), { searched: true, sorted: true, open: true }),
    phone: column(mobile('手机号码', { required: 'never' }), { unique: true, searched: true }),
    email: email('邮箱', { required: 'never' }),
    employeeNo: column(text('工号', { required: 'never', max: 30 }), { unique: true, searched: true, sorted: true }),
    deptId: column(department('部门', { required: 'never' }), { open: true }),
    position: column(position('职位', { required: 'never' }), { searched: true, open: true }),
    gender: choice(
      '性别',
      [
        { value: 'male', label: '男' },
        { value: 'female', label: '女' },
      ],
      { required: 'never' },
    ),
    avatar: column(pictures('头像', { max: 1 }), { open: true }),
    state: column(choice('状态', employments, { required: 'never' }), { readOnly: true }),
    remark: text('备注', { required: 'never', lines: 3 }),
  },
  usualOrder: '按部门和姓名',
  filters: ['deptId', 'state'],
  columns: ['userName', 'username', 'deptId', 'position', 'phone', 'state'],
  readBy: 'everybody',
  pictured: 'face',
  madeOnTheWay: true,
  usedBy: [
    { table: 'asset', column: 'holder_uid', words: '资产' },
    { table: 'department', column: 'manager_uid', words: '部门' },
    { table: 'location', column: 'manager_uid', words: '管理的区域' },
  ],
  keptBy: [],
  listedBy: 'managers',
  screens: {
    list: '/pages/addressbook/personlist',
    form: '/pages/addressbook/personedit',
    formTitle: '编辑人员',
    detail: { path: '/pages/addressbook/address-detail', id: 'uid' },
    title: '人员管理',
    icon: 'user-round-cog',
    group: 'organisation',
  },
})
