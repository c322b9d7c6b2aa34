import * as v from 'valibot'
import { byId, counterInput, idInput, listInput, operation, pageOf } from '../operations/define.ts'
import { ownFieldKey } from '../records/ownFields/ownField.ts'
import { hideableFields } from './hideableFields.ts'
import { scopeKeys } from './roleRights.ts'

const basePath = '/api/pro/sysrole'
const roleCodeInput = v.pipe(v.string('应为文字'), v.maxLength(80))
const codeInput = v.pipe(v.string('应为文字'), v.regex(/^[a-z]+:[a-z]+$/i, '权限有误'), v.maxLength(80))
const someOf = <S extends v.GenericSchema>(item: S, max: number) => v.pipe(v.array(item, '应为列表'), v.maxLength(max, '最多{max}项'))

/** What an organisation says of a role of its own. */
const roleInput = {
  roleName: v.pipe(v.string('应为文字'), v.trim(), v.minLength(1, '请填写角色名称'), v.maxLength(30, '不能超过{max}个字')),
  description: v.pipe(v.string('应为文字'), v.trim(), v.maxLength(200, '不能超过{max}个字')),
  codes: someOf(codeInput, 1000),
  scopes: someOf(v.picklist(scopeKeys, '数据范围有误'), scopeKeys.length),
  categoryIds: someOf(idInput, 200),
  hiddenFields: someOf(v.union([v.picklist(hideableFields, '没有这一列'), ownFieldKey]), 300),
}
export type RoleDraft = v.InferOutput<v.StrictObjectSchema<typeof roleInput, undefined>>

const roleEntry = {
  id: v.string(),
  roleCode: v.string(),
  roleName: v.string(),
  description: v.string(),
  /** True of a role that the organisation has made itself. */
  own: v.boolean(),
  holders: v.number(),
}

const roleDetail = v.object({
  ...roleEntry,
  codes: v.array(v.string()),
  scopes: v.array(v.picklist(scopeKeys)),
  categories: v.array(v.object({ id: v.string(), name: v.string() })),
  hiddenFields: v.array(v.string()),
  version: v.number(),
  /** True where the caller has everything that the role gives, so that he may change it, give it and take it. */
  mayChange: v.boolean(),
})
export type RoleDetail = v.InferOutput<typeof roleDetail>

/** Whose roles changed is seen where people are looked at; what they may see and do, their screens are told. */
const changedByRole = ['sysrole', 'sysuser', 'person', 'addressbook']

const readers = ['sysrole:list', 'sysrole:save', 'sysuser:grant'] as const

/** The roles of the organisation: delivered ones, then its own in the order in which they were made. */
export const rolePage = operation({
  name: 'sysrole.page',
  path: `${basePath}/page`,
  title: '角色与权限',
  access: [...readers],
  input: v.strictObject(listInput),
  output: pageOf(v.object(roleEntry)),
  answer: 'page',
  reads: true,
})

export const roleInfo = operation({
  name: 'sysrole.info',
  path: `${basePath}/info`,
  title: '角色详情',
  access: [...readers],
  input: v.strictObject({ roleCode: roleCodeInput }),
  output: roleDetail,
  reads: true,
})

export const roleSave = operation({
  name: 'sysrole.save',
  path: `${basePath}/save`,
  title: '新建角色',
  access: ['sysrole:save'],
  changes: ['sysrole'],
  input: v.strictObject({ id: idInput, ...roleInput }),
  output: roleDetail,
})

/** Writes all of a role; `version` is the one that was read. */
export const roleUpdate = operation({
  name: 'sysrole.update',
  path: `${basePath}/update`,
  title: '修改角色',
  access: ['sysrole:save'],
  changes: changedByRole,
  input: v.strictObject({ id: idInput, version: counterInput(1), ...roleInput }),
  output: roleDetail,
})

/** Takes a role from everyone who has it and removes it. */
export const roleDelete = operation({
  name: 'sysrole.delete',
  path: `${basePath}/delete`,
  title: '删除角色',
  access: ['sysrole:save'],
  changes: changedByRole,
  input: byId,
  output: v.object({ holders: v.number() }),
})

/** A property of a role that was changed; where it is a list, what it lost and what it gained. */
const difference = v.object({
  key: v.string(),
  before: v.optional(v.string()),
  after: v.optional(v.string()),
  removed: v.optional(v.array(v.string())),
  added: v.optional(v.array(v.string())),
})
export type RoleDifference = v.InferOutput<typeof difference>

/** How roles of the organisation's own were changed, newest first. */
export const roleChanges = operation({
  name: 'sysrole.changes',
  path: `${basePath}/changes`,
  title: '角色变更记录',
  access: [...readers],
  input: v.strictObject({ ...listInput, roleCode: v.optional(roleCodeInput), uid: v.optional(idInput) }),
  output: pageOf(
    v.object({
      id: v.string(),
      roleCode: v.string(),
      roleName: v.string(),
      action: v.picklist(['save', 'update', 'delete', 'preview']),
      differences: v.array(difference),
      byName: v.string(),
      at: v.string(),
    }),
  ),
  answer: 'page',
  reads: true,
})

/**
 * What a person or a role gets: the menu, and how much there is to see. Nothing of it is shown, nothing can be done in another's name, and it is
 * written down who looked.
 */
export const rolePreview = operation({
  name: 'sysrole.preview',
  path: `${basePath}/preview`,
  title: '预览权限',
  access: ['sysrole:save'],
  changes: ['sysrole.changes'],
  input: v.strictObject({ id: idInput, uid: v.optional(idInput), roleCode: v.optional(roleCodeInput) }),
  output: v.object({
    menu: v.array(v.object({ group: v.string(), entries: v.array(v.string()) })),
    assets: v.number(),
    /** How many documents are seen of each kind, by its title; kinds of which none are left out. */
    documents: v.array(v.object({ title: v.string(), count: v.number() })),
    /** Lines of the stock; null for who is not told what lies there. */
    stock: v.nullable(v.number()),
  }),
})

/** Which role gives a person which right and which scope, line by line. */
export const personRights = operation({
  name: 'sysrole.rights',
  path: `${basePath}/rights`,
  title: '权限说明',
  access: [...readers],
  input: v.strictObject({ uid: idInput }),
  output: v.object({
    codes: v.array(v.object({ code: v.string(), roles: v.array(v.string()) })),
    scopes: v.array(v.object({ scope: v.string(), roles: v.array(v.string()) })),
    places: v.array(v.string()),
    departments: v.array(v.string()),
    categories: v.array(v.string()),
    hiddenFields: v.array(v.string()),
  }),
  reads: true,
})
