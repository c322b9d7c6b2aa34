import * as v from 'valibot'
import { storedPath } from '../../kernel/fields/storedPath.ts'
import { positionLength } from '../rules/position.ts'
import { tokenAnswer } from './signInOperations.ts'
import { roleRow } from './sessionOperations.ts'
import { idInput, listInput, operation, pageOf, sortedBy, type Operation } from '../operations/define.ts'

const text = (max: number) => v.pipe(v.string('应为文字'), v.trim(), v.maxLength(max, '不能超过{max}个字'))
const filledText = (max: number) => v.pipe(text(max), v.minLength(1, '必填'))
const flagInput = v.union([v.boolean(), v.picklist([0, 1, '0', '1', 'true', 'false'])], '应为是或否')
const roleCodeInput = v.pipe(v.string('应为文字'), v.maxLength(80))

export const roleList = operation({
  name: 'sysrole.list',
  path: '/api/pro/sysrole/list',
  title: '角色列表',
  access: 'signed-in',
  /** With `queryAdmin` only the managers' roles. */
  input: v.strictObject({
    ...listInput,
    sidx: sortedBy('roleCode', 'roleName'),
    queryAdmin: v.optional(flagInput),
  }),
  output: pageOf(roleRow),
  answer: 'page',
  reads: true,
})

/** What every colleague may see of another. */
const colleague = {
  uid: v.string(),
  userName: v.string(),
  avatar: v.nullable(v.string()),
  deptId: v.nullable(v.string()),
  deptName: v.nullable(v.string()),
  position: v.nullable(v.string()),
}
const colleagueRow = v.object(colleague)

/** Besides, in the address book. What is undefined only those see who manage users. */
const userRow = v.object({
  ...colleague,
  phone: v.nullable(v.string()),
  email: v.nullable(v.string()),
  gender: v.nullable(v.string()),
  username: v.optional(v.nullable(v.string())),
  employeeNo: v.optional(v.nullable(v.string())),
  state: v.optional(v.picklist(['active', 'disabled'])),
  admin: v.optional(v.boolean()),
  sysUserRoleEntityList: v.optional(v.array(roleRow)),
})
export type UserRow = v.InferOutput<typeof userRow>

const userFilters = {
  ...listInput,
  sidx: sortedBy('userName', 'employeeNo', 'deptId'),
  queryLike: v.optional(text(100)),
  userName: v.optional(text(100)),
  uid: v.optional(idInput),
  deptId: v.optional(idInput),
  /** The named department with everything below it. */
  withBelow: v.optional(flagInput),
  roleCode: v.optional(roleCodeInput),
}

export const userList = operation({
  name: 'sysuser.list',
  path: '/api/pro/sysuser/list',
  title: '用户列表',
  access: 'signed-in',
  /** `state` only counts for those who manage users; others see people in service. */
  input: v.strictObject({ ...userFilters, state: v.optional(v.picklist(['active', 'disabled'], '状态有误')) }),
  output: pageOf(userRow),
  answer: 'page',
  reads: true,
})

export const userPicker = operation({
  name: 'sysuser.listUser',
  path: '/api/pro/sysuser/listUser',
  title: '选择用户',
  access: 'signed-in',
  input: v.strictObject(userFilters),
  output: pageOf(colleagueRow),
  answer: 'page',
  reads: true,
})

export const userInfo = operation({
  name: 'sysuser.getUserInfo',
  path: '/api/pro/sysuser/getUserInfo',
  title: '用户信息',
  access: 'signed-in',
  /** Without `uid`: the person who asks. */
  input: v.strictObject({ uid: v.optional(idInput) }),
  output: userRow,
  reads: true,
})

/** One's own profile, or with the code `sysuser:update` anyone's. What is not named stays. */
export const userUpdate = operation({
  name: 'sysuser.update',
  withoutLicence: true,
  path: '/api/pro/sysuser/update',
  title: '修改用户信息',
  changes: ['sysuser', 'addressbook', 'person', 'auth.getCurUser', 'sysoperation.beginning'],
  access: 'signed-in',
  input: v.strictObject({
    uid: v.optional(idInput),
    avatar: v.optional(v.nullable(v.union([v.literal(''), storedPath], '路径有误'))),
    email: v.optional(v.nullable(text(80))),
    phone: v.optional(v.nullable(text(20))),
    gender: v.optional(v.nullable(v.picklist(['male', 'female'], '性别有误'))),
    /** A new password; the owner gives the old one too. */
    password: v.optional(v.pipe(v.string('应为文字'), v.maxLength(200))),
    oldPassword: v.optional(v.pipe(v.string('应为文字'), v.maxLength(200))),
    /** These only by those who manage users; the name also by the person who has none yet. */
    userName: v.optional(filledText(30)),
    position: v.optional(v.nullable(text(positionLength))),
    employeeNo: v.optional(v.nullable(text(30))),
    deptId: v.optional(v.nullable(idInput)),
    /** The departments that a person belongs to besides; all of them. */
    otherDeptIds: v.optional(v.pipe(v.array(idInput), v.maxLength(50, '最多{max}项'))),
    state: v.optional(v.picklist(['active', 'disabled'], '状态有误')),
    /** Disables a person who still has or does something: the person who asks was told. */
    confirmed: v.optional(v.boolean('应为是或否')),
    /** Parts of `getUserInfo` that nothing changes here: a client may send them back as they are. */
    deptName: v.optional(v.nullable(v.string())),
    username: v.optional(v.nullable(v.string())),
    admin: v.optional(v.boolean('应为是或否')),
    sysUserRoleEntityList: v.optional(v.array(roleRow)),
  }),
  output: userRow,
  secrets: ['password', 'oldPassword'],
})

/** Replaces a password that another person chose, once. Every session of the person ends; the answer opens the next one. */
export const choosePassword = operation({
  name: 'sysuser.choosePassword',
  withoutLicence: true,
  path: '/api/pro/sysuser/choosePassword',
  title: '设置自己的密码',
  access: 'signed-in',
  input: v.strictObject({ password: v.pipe(v.string('应为文字'), v.maxLength(200)) }),
  output: tokenAnswer,
  answer: 'merged',
  secrets: ['password', 'access_token'],
  beforeOwnPassword: true,
})

/**
 * For oneself: which of the granted roles are active, at once and in every session. For another person, or with `mode` `grant`: which roles
 * are granted; that needs the code `sysuser:grant`.
 */
export const changeRole = operation({
  name: 'sysuser.changeRole',
  withoutLicence: true,
  path: '/api/pro/sysuser/changeRole',
  title: '切换或授予角色',
  changes: ['sysuser', 'sysrole', 'addressbook', 'person', 'sysoperation.beginning'],
  access: 'signed-in',
  input: v.strictObject({
    uid: v.optional(idInput),
    mode: v.optional(v.picklist(['switch', 'grant'], '应为 switch 或 grant')),
    sysUserRoleEntityList: v.pipe(
      v.array(
        v.strictObject({
          roleCode: roleCodeInput,
          roleName: v.optional(text(80)),
          roleType: v.optional(v.number()),
          roleHide: v.optional(v.boolean()),
          uid: v.optional(idInput),
        }),
        '应为角色列表',
      ),
      v.minLength(1, '请至少选择一个角色'),
      v.maxLength(20, '最多{max}个角色'),
    ),
  }),
  output: v.object({ uid: v.string(), sysUserRoleEntityList: v.array(v.object({ ...roleRow.entries, active: v.boolean() })) }),
})

/** Gives one role to people, or takes it from them, and leaves the others they have. */
export const roleGrant = operation({
  name: 'sysuser.grantRole',
  withoutLicence: true,
  path: '/api/pro/sysuser/grantRole',
  title: '授予或收回角色',
  changes: ['sysuser', 'sysrole', 'addressbook', 'person', 'sysoperation.beginning'],
  access: ['sysuser:grant'],
  input: v.strictObject({
    roleCode: roleCodeInput,
    uids: v.pipe(v.array(idInput, '应为编号列表'), v.minLength(1, '请至少选择一项'), v.maxLength(200, '最多{max}项')),
    granted: v.boolean('应为是或否'),
  }),
  output: v.object({ changed: v.number() }),
})

/** Who gave who which role and who took it away, newest first. */
export const roleHistory = operation({
  name: 'sysuser.roleHistory',
  path: '/api/pro/sysuser/roleHistory',
  title: '授权记录',
  access: ['sysuser:grant', 'sysrole:list'],
  input: v.strictObject({ ...listInput, roleCode: v.optional(roleCodeInput) }),
  output: pageOf(
    v.object({
      id: v.string(),
      uid: v.string(),
      userName: v.string(),
      roleName: v.string(),
      granted: v.boolean(),
      byName: v.nullable(v.string()),
      at: v.string(),
    }),
  ),
  answer: 'page',
  reads: true,
})

export const userOperations: readonly Operation[] = [
  roleList,
  userList,
  userPicker,
  userInfo,
  userUpdate,
  choosePassword,
  changeRole,
  roleGrant,
  roleHistory,
]
