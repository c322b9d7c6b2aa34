import { newId, type Id } from '../../../kernel/id.ts'
import { RefusalError, refusal, refuse } from '../../../kernel/refusal.ts'
import { keysOf } from '../../../kernel/keysOf.ts'
import { isKnownCode } from '../../../domain/access/codes.ts'
import type { RoleDifference, RoleDraft } from '../../../domain/access/roleOperations.ts'
import { ownRights } from '../../../domain/access/roleRights.ts'
import { ownRoleCode, roleCodeOf } from '../../../domain/access/roles.ts'
import { changedMeanwhile } from '../../../domain/operations/define.ts'
import type { FunctionCode } from '../../../domain/rules/functionCode.ts'
import type { SignedIn } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { NotFound } from '../../httpError.ts'
import { announce } from '../../messaging/outbox.ts'
import { writeGrants } from '../people.ts'
import { nameOfRole, requireGrantable, requireWithin, roleColumns, type StoredRole } from './roles.ts'

type Writer = Pick<SignedIn, 'tx' | 'session'>

/** Lists in one order without doubles, so that what is the same is stored the same. */
const plainOf = (draft: RoleDraft): RoleDraft => ({
  ...draft,
  codes: [...new Set(draft.codes)].toSorted(),
  scopes: [...new Set(draft.scopes)],
  categoryIds: draft.scopes.includes('categories') ? [...new Set(draft.categoryIds)].toSorted() : [],
  hiddenFields: [...new Set(draft.hiddenFields)],
})

/** Refuses what a role cannot be: a code that is not there, a class that is not there, a name that another has, more than its maker has. */
const requireSound = async ({ tx, session }: Writer, id: Id, draft: RoleDraft): Promise<void> => {
  const unknown = draft.codes.find((code) => !isKnownCode(code as FunctionCode))
  if (unknown !== undefined) refuse('role.code', '没有“{code}”这项权限', { code: unknown })
  if (draft.scopes.includes('categories') && draft.categoryIds.length === 0) refuse('role.categories', '请选择这个角色能看到的分类')
  requireWithin(session.rights, draft.roleName, ownRights(draft))
  const [categories, namesakes] = await Promise.all([
    tx.query('select from category where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null', [tx.orgId, draft.categoryIds]),
    tx.query('select from role where org_id = $1 and role_name = $2 and id <> $3 and deleted_at is null', [tx.orgId, draft.roleName, id]),
  ])
  if (categories.length < draft.categoryIds.length) refuse('reference.unknown', '{label}不存在、已删除或不适用', { label: '资产分类' })
  if (namesakes.length > 0) refuse('role.name', '已有名为“{name}”的角色，请换一个名称', { name: draft.roleName })
}

/** Makes a role under the id that the client gave it; the same again changes nothing. */
export const saveRole = async (call: Writer, { id, ...input }: RoleDraft & { readonly id: Id }): Promise<string> => {
  const { tx } = call
  const draft = plainOf(input)
  const roleCode = ownRoleCode(id)
  const [existing] = await tx.query<StoredRole>(`select ${roleColumns} from role r where r.org_id = $1 and r.id = $2`, [tx.orgId, id])
  if (existing) {
    if (existing.roleCode !== roleCode || differencesOf(existing, draft).length > 0)
      refuse('record.exists', '编号已用于另一条{title}', { title: '角色' })
    return roleCode
  }
  await requireSound(call, id, draft)
  await tx.query(
    `insert into role (org_id, id, role_code, role_name, role_type, description, codes, scopes, category_ids, hidden_fields)
     values ($1, $2, $3, $4, 1, $5, $6, $7, $8, $9)`,
    [tx.orgId, id, roleCode, ...valuesOf(draft)],
  )
  await logChange(call, id, 'save', differencesOf(emptyRole, draft))
  return roleCode
}

const valuesOf = (draft: RoleDraft): unknown[] => [
  draft.roleName,
  draft.description,
  draft.codes,
  draft.scopes,
  draft.categoryIds,
  draft.hiddenFields,
]

/** Locks a role of the organisation's own. Delivered ones are not changed, but copied. */
const lockOwn = async ({ tx, session }: Writer, id: Id): Promise<StoredRole> => {
  const [role] = await tx.query<StoredRole>(
    `select ${roleColumns} from role r where r.org_id = $1 and r.id = $2 and r.deleted_at is null for update`,
    [tx.orgId, id],
  )
  if (!role) throw new NotFound()
  if (!role.codes) refuse('role.delivered', '“{role}”是预置角色，不能修改或删除，可以复制后修改', { role: nameOfRole(tx.orgId, role) })
  requireGrantable(session, role)
  return role
}

type RoleUpdate = RoleDraft & { readonly id: Id; readonly version: number }

/** Writes all of a role, unless another has since it was read; its holders have what it gives within a second. */
export const updateRole = async (call: Writer, { id, version, ...input }: RoleUpdate): Promise<string> => {
  const { tx } = call
  const role = await lockOwn(call, id)
  const draft = plainOf(input)
  const differences = differencesOf(role, draft)
  if (differences.length === 0) return role.roleCode
  if (role.version !== version)
    throw new RefusalError(refusal(changedMeanwhile, '角色“{role}”刚被别人修改过，请查看最新内容后再改', { role: role.roleName }))
  await requireSound(call, id, draft)
  await tx.query(
    `update role set role_name = $3, description = $4, codes = $5, scopes = $6, category_ids = $7, hidden_fields = $8, version = version + 1
     where org_id = $1 and id = $2`,
    [tx.orgId, id, ...valuesOf(draft)],
  )
  await logChange(call, id, 'update', differences)
  await tellHolders(tx, await holdersOf(tx, id))
  return role.roleCode
}

/** Takes a role from all who have it, and removes it. Whose only manager's role it was works as an employee. */
export const deleteRole = async (call: Writer, id: Id): Promise<{ holders: number }> => {
  const { tx, session } = call
  const role = await lockOwn(call, id)
  const [namingFlow] = await tx.query<{ name: string }>(
    `select f.name from wf_flow f join wf_definition d on d.org_id = $1 and d.flow_key = f.flow_key and d.version = f.active_version
     where f.org_id = $1 and f.state = 2 and strpos(d.body::text, $2) > 0 limit 1`,
    [tx.orgId, JSON.stringify(role.roleCode)],
  )
  if (namingFlow) refuse('role.inFlow', '流程“{flow}”由角色“{role}”审批，请先修改流程', { flow: namingFlow.name, role: role.roleName })
  const holders = await holdersOf(tx, id)
  await tx.query('delete from person_role where org_id = $1 and role_id = $2', [tx.orgId, id])
  await tx.query(
    `update person_role pr set active = true from role r
     where pr.org_id = $1 and pr.uid = any ($2::bigint[]) and r.org_id = $1 and r.id = pr.role_id and r.role_code = $3
       and not exists (select from person_role o where o.org_id = $1 and o.uid = pr.uid and o.active)`,
    [tx.orgId, holders, roleCodeOf('ordinary_emp', tx.orgId)],
  )
  await tx.query('update role set deleted_at = $3, version = version + 1 where org_id = $1 and id = $2', [
    tx.orgId,
    id,
    new Date(tx.now()).toISOString(),
  ])
  await writeGrants(
    tx,
    holders.map((uid) => ({ uid, roleCode: role.roleCode, isGranted: false })),
    session.uid,
  )
  await logChange(call, id, 'delete', [{ key: 'roleName', before: role.roleName }])
  await tellHolders(tx, holders)
  return { holders: holders.length }
}

const holdersOf = async (tx: Tx, id: Id): Promise<Id[]> =>
  (await tx.query<{ uid: Id }>('select uid from person_role where org_id = $1 and role_id = $2 order by uid', [tx.orgId, id])).map(
    ({ uid }) => uid,
  )

const tellHolders = async (tx: Tx, uids: readonly Id[]): Promise<void> => {
  if (uids.length > 0) await announce(tx, { topic: 'rights', body: { uids: [...uids] } })
}

type RoleContent = Omit<StoredRole, 'id' | 'roleCode' | 'version'>
const emptyRole: RoleContent = { roleName: '', description: '', codes: [], scopes: [], categoryIds: [], hiddenFields: [] }

/** What differs, property by property; of lists what was taken away and what was added. */
const differencesOf = (before: RoleContent, after: RoleDraft): RoleDifference[] =>
  keysOf(emptyRole).flatMap((key): RoleDifference[] => {
    const [was, is] = [before[key], after[key]]
    if (!Array.isArray(was) || !Array.isArray(is)) return was === is ? [] : [{ key, before: String(was ?? ''), after: String(is) }]
    const [removedValues, addedValues] = [
      was.filter((value) => !is.some((candidate) => candidate === value)),
      is.filter((value) => !was.some((candidate) => candidate === value)),
    ]
    return removedValues.length + addedValues.length === 0 ? [] : [{ key, removed: removedValues, added: addedValues }]
  })

/** Writes down that a person looked at what a role or a person gets; the same look twice is one. */
export const logPreview = async (
  { tx, session }: Writer,
  id: Id,
  { roleId, uid }: { readonly roleId: Id | null; readonly uid: Id | null },
): Promise<void> => {
  await tx.query(
    `insert into role_change (org_id, id, role_id, uid, action, difference, by_uid, at) values ($1, $2, $3, $4, 'preview', '[]', $5, $6)
     on conflict do nothing`,
    [tx.orgId, id, roleId, uid, session.uid, new Date(tx.now()).toISOString()],
  )
}

const logChange = async (
  { tx, session }: Writer,
  roleId: Id,
  action: 'save' | 'update' | 'delete',
  differences: readonly RoleDifference[],
): Promise<void> => {
  await tx.query('insert into role_change (org_id, id, role_id, action, difference, by_uid, at) values ($1, $2, $3, $4, $5, $6, $7)', [
    tx.orgId,
    newId(),
    roleId,
    action,
    JSON.stringify(differences),
    session.uid,
    new Date(tx.now()).toISOString(),
  ])
}
