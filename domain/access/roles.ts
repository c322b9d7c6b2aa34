import { keysOf } from '../../kernel/keysOf.ts'
import type { Id } from '../../kernel/id.ts'
import {
  assetManagerRole,
  type auditorRole,
  type consumableManagerRole,
  type financeRole,
  ordinaryEmployeeRole,
  type tenantRole,
} from '../rules/constants.ts'
import { isManagerRole } from './managerRoles.ts'

/** What a role is for; the role code of an organisation is made of it. */
export type RoleWord =
  | typeof tenantRole
  | typeof assetManagerRole
  | typeof consumableManagerRole
  | typeof financeRole
  | typeof auditorRole
  | typeof ordinaryEmployeeRole

/** A role as the contract answers it. Types 1 (managers) and 3 (ordinary employees) may be switched between. */
export type Role = { readonly roleCode: string; readonly roleName: string; readonly roleType: number; readonly roleHide: boolean }

/** The delivered roles, which every organisation has, in the order people read them. */
export const roleKinds: Readonly<Record<RoleWord, { readonly prefix: 'gs' | 'cs'; readonly roleName: string; readonly roleType: number }>> =
  {
    tenant: { prefix: 'gs', roleName: '管理员', roleType: 1 },
    goodsmanager: { prefix: 'gs', roleName: '资产管理员', roleType: 1 },
    consummanager: { prefix: 'cs', roleName: '耗材管理员', roleType: 1 },
    finance: { prefix: 'gs', roleName: '财务', roleType: 1 },
    auditor: { prefix: 'gs', roleName: '审计', roleType: 1 },
    ordinary_emp: { prefix: 'gs', roleName: '普通员工', roleType: 3 },
  }
export const roleWords = keysOf(roleKinds)

/** For instance `gs_goodsmanager_1234`. */
export const roleCodeOf = (word: RoleWord, orgId: Id): string => `${roleKinds[word].prefix}_${word}_${orgId}`

export const rolesOf = (orgId: Id): Role[] =>
  roleWords.map((word) => ({
    roleCode: roleCodeOf(word, orgId),
    roleName: roleKinds[word].roleName,
    roleType: roleKinds[word].roleType,
    roleHide: false,
  }))

/** The code of a role that an organisation has made itself. */
export const ownRoleCode = (id: Id): string => `own_${id}`
export const isOwnRole = (roleCode: string): boolean => roleCode.startsWith('own_')

/** What people call a role that a flow names: by its word, or by the code of a role of the organisation's own. */
export const roleTitle = (role: string): string => {
  const kinds: Readonly<Record<string, { readonly roleName: string }>> = roleKinds
  return kinds[role]?.roleName ?? role
}

/** The word of a role code of this organisation; undefined for a code of another one or of no known role. */
export const roleWordOf = (roleCode: string, orgId: Id): RoleWord | undefined =>
  roleWords.find((word) => roleCodeOf(word, orgId) === roleCode)

/** The specification's rule: the admin flag is 1, or a role code after its first 3 characters is the asset manager's of this organisation. */
export const isAdmin = (adminFlag: number | string | boolean | undefined, roleCodes: readonly string[], orgId: Id): boolean =>
  Number(adminFlag) === 1 || roleCodes.some((roleCode) => roleCode.slice(3) === `${assetManagerRole}_${orgId}`)

export const isEmployeeRole = (roleCode: string): boolean => roleCode.includes(ordinaryEmployeeRole)

/** True for a person in the employee view: a single role, and it is the ordinary employee's. */
export const isEmployeeOnly = (roleCodes: readonly string[]): boolean => roleCodes.length === 1 && roleCodes.every(isEmployeeRole)

/** What the role-switch list offers. */
export const switchableRoles = <R extends Pick<Role, 'roleType' | 'roleHide'>>(roles: readonly R[]): R[] =>
  roles.filter((role) => (role.roleType === 1 || role.roleType === 3) && !role.roleHide)

/** The role sets one may switch between; a side without a granted role is empty and not offered. */
export const roleSets = <R extends Pick<Role, 'roleCode' | 'roleType' | 'roleHide'>>(
  grantedRoles: readonly R[],
): { employee: R[]; manager: R[] } => ({
  employee: switchableRoles(grantedRoles).filter((role) => isEmployeeRole(role.roleCode)),
  manager: switchableRoles(grantedRoles).filter((role) => isManagerRole(role.roleCode)),
})

/** The codes of the roles that are active once these are granted: a manager starts in the manager view, everyone else as an employee. */
export const activeAtFirst = (grantedCodes: readonly string[]): string[] => {
  const managers = grantedCodes.filter(isManagerRole)
  return managers.length > 0 ? managers : grantedCodes.filter(isEmployeeRole)
}
