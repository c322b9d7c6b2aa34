import type { Id } from '../../../kernel/id.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { asset } from '../../../domain/records/asset.ts'
import { codeTitles } from '../../../domain/access/matrix.ts'
import {
  deliveredRights,
  excessOf,
  ownRights,
  type Rights,
  type RoleRights,
  roleScopes,
  type RoleScope,
} from '../../../domain/access/roleRights.ts'
import { roleTitle, roleWordOf } from '../../../domain/access/roles.ts'
import type { Session } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'

/** A role as it is stored; `codes` is null of a delivered one, whose codes are declared. */
export type StoredRole = {
  readonly id: Id
  readonly roleCode: string
  readonly roleName: string
  readonly description: string
  readonly codes: readonly string[] | null
  readonly scopes: readonly RoleScope[]
  readonly categoryIds: readonly Id[]
  readonly hiddenFields: readonly string[]
  readonly version: number
}

/** The columns of a role `r`. */
export const roleColumns = `r.id, r.role_code as "roleCode", r.role_name as "roleName", r.description, r.codes, r.scopes, r.category_ids as "categoryIds",
  r.hidden_fields as "hiddenFields", r.version`

/** Roles by their codes; those that are not there are left out. They stay as they are until the transaction ends. */
export const rolesOfCodes = (tx: Tx, roleCodes: readonly string[]): Promise<StoredRole[]> =>
  tx.query<StoredRole>(
    `select ${roleColumns} from role r where r.org_id = $1 and r.role_code = any ($2::text[]) and r.deleted_at is null order by r.id for key share`,
    [tx.orgId, roleCodes],
  )

/** What a role gives, delivered or own. */
export const rightsOfRole = (orgId: Id, role: StoredRole): RoleRights => {
  if (role.codes) return ownRights({ ...role, codes: role.codes })
  return deliveredRights(roleWordOf(role.roleCode, orgId) ?? refuse('role.unknown', '没有这个角色'))
}

/** What people call a role. */
export const nameOfRole = (orgId: Id, { roleCode, roleName, codes }: StoredRole): string =>
  codes ? roleName : roleTitle(roleWordOf(roleCode, orgId) ?? roleCode)

/** Refuses in words to give, to take or to change a role that gives more than the caller has. */
export const requireGrantable = (session: Session, role: StoredRole): void =>
  requireWithin(session.rights, nameOfRole(session.orgId, role), rightsOfRole(session.orgId, role))

export const requireWithin = (giver: Rights, role: string, rights: RoleRights): void => {
  const excess = excessOf(giver, rights)
  if (excess?.kind === 'code') {
    const [noun, verb] = codeTitles(excess.code)
    refuse('role.exceeds', '角色“{role}”有您自己没有的权限“{noun}：{verb}”，请由拥有它的管理员办理', { role, noun, verb })
  }
  if (excess?.kind === 'scope')
    refuse('role.exceeds', '角色“{role}”的数据范围“{scope}”超过您自己的，请由范围更大的管理员办理', {
      role,
      scope: roleScopes[excess.scope],
    })
  if (excess?.kind === 'category') refuse('role.exceeds', '角色“{role}”有您自己看不到的分类，请由能看到它们的管理员办理', { role })
  if (excess?.kind === 'field')
    refuse('role.exceeds', '角色“{role}”显示对您隐藏的列“{field}”，请由能看到它的管理员办理', {
      role,
      field: asset.fields[excess.key]?.label ?? excess.key,
    })
}

/**
 * Refuses to act on the account of a person who has more rights than the caller: who chooses another's password or phone could sign in as him.
 */
export const requireNotAbove = async (tx: Tx, session: Session, uids: readonly Id[]): Promise<void> => {
  const otherUids = uids.filter((uid) => uid !== session.uid)
  if (otherUids.length === 0) return
  const heldRoles = await tx.query<StoredRole & { uid: Id; userName: string }>(
    `select distinct on (r.id) ${roleColumns}, pr.uid, p.user_name as "userName" from person_role pr
     join role r on r.org_id = $1 and r.id = pr.role_id join person p on p.org_id = $1 and p.id = pr.uid
     where pr.org_id = $1 and pr.uid = any ($2::bigint[]) order by r.id`,
    [tx.orgId, otherUids],
  )
  const above = heldRoles.find((role) => excessOf(session.rights, rightsOfRole(tx.orgId, role)) !== undefined)
  if (above)
    refuse('person.above', '{name}的角色“{role}”包含您自己没有的权限，不能由您更改这个账号', {
      name: above.userName,
      role: nameOfRole(tx.orgId, above),
    })
}
