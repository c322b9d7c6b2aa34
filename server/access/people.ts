import { newId, type Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { tenantRole } from '../../domain/rules/constants.ts'
import { isManagerRole } from '../../domain/access/managerRoles.ts'
import { activeAtFirst, roleCodeOf, rolesOf, roleWordOf, type Role, type RoleWord } from '../../domain/access/roles.ts'
import { person as people } from '../../domain/records/person.ts'
import type { Tx } from '../db/tx.ts'
import { enqueue } from '../jobs/jobs.ts'
import { announce } from '../messaging/outbox.ts'
import { searchOf } from '../search/recordSearch.ts'
import { endKeysOf } from './keys/keyStore.ts'
import { endSessions } from './sessions.ts'

/** Makes the organisation that `tx` is bound to, with its roles. */
export const createOrganisation = async (tx: Tx, { name, avatar }: { name: string; avatar?: string | undefined }): Promise<void> => {
  await tx.query('insert into organisation (org_id, name, avatar) values ($1, $2, $3)', [tx.orgId, name, avatar ?? null])
  for (const role of rolesOf(tx.orgId))
    await tx.query('insert into role (org_id, id, role_code, role_name, role_type, role_hide) values ($1, $2, $3, $4, $5, $6)', [
      tx.orgId,
      newId(),
      role.roleCode,
      role.roleName,
      role.roleType,
      role.roleHide,
    ])
}

export type NewPerson = {
  readonly id?: Id
  /** The login name, kept in lower case; the person who has none signs in by phone. */
  readonly username?: string | undefined
  readonly userName: string
  /** By `hashPassword`; without it no one signs in with a password. */
  readonly passwordHash?: string
  /** Another person chose the password: it is to be replaced at the first sign-in. */
  readonly mustReplacePassword?: boolean
  readonly phone?: string | undefined
  readonly email?: string
  readonly gender?: 'male' | 'female'
  readonly position?: string
  readonly employeeNo?: string
  readonly avatar?: string
  readonly deptId?: Id | undefined
  /** Besides the ordinary employee's, which everyone has. */
  readonly roles?: readonly RoleWord[]
  /** Who gives the roles; no one where the organisation is being made. */
  readonly by?: Id
}

/** Makes a person and grants the roles; the uid. */
export const createPerson = async (tx: Tx, person: NewPerson): Promise<Id> => {
  const uid = person.id ?? newId()
  const username = person.username?.toLowerCase()
  const {
    userName,
    passwordHash,
    mustReplacePassword = false,
    by,
    phone,
    email,
    gender,
    position,
    employeeNo,
    avatar,
    deptId,
    roles = [],
  } = person
  await tx.query(
    `insert into person (org_id, id, username, user_name, password_hash, phone, email, gender, position, employee_no, avatar, dept_id, search,
       first_sign_in)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      tx.orgId,
      uid,
      username ?? null,
      userName,
      passwordHash ?? null,
      phone ?? null,
      email ?? null,
      gender ?? null,
      position ?? null,
      employeeNo ?? null,
      avatar ?? null,
      deptId ?? null,
      searchOf(people, { username, userName, phone, employeeNo, position }),
      mustReplacePassword,
    ],
  )
  await setRoles(
    tx,
    uid,
    roles.map((word) => roleCodeOf(word, tx.orgId)),
    by,
  )
  return uid
}

/**
 * Gives a person exactly these roles and the ordinary employee's, and tells their screens; a manager starts in the manager view. Refuses to leave the
 * organisation without an administrator.
 */
export const grantRoles = async (tx: Tx, uid: Id, roleCodes: readonly string[], byUid: Id): Promise<void> => {
  if (!roleCodes.includes(administratorRole(tx))) await keepAnAdministrator(tx, uid)
  await setRoles(tx, uid, roleCodes, byUid)
  await announce(tx, { topic: 'rights', key: uid, body: { uids: [uid] } })
}

type GrantRoleInput = {
  readonly roleCode: string
  readonly uids: readonly Id[]
  readonly isGranted: boolean
  readonly byUid: Id
}

/** Gives or takes one role, of several people; answers whose roles are others now. */
export const grantRole = async (tx: Tx, { roleCode, uids, isGranted, byUid }: GrantRoleInput): Promise<Id[]> => {
  const changedUids: Id[] = []
  // Always in one order, so that two who change the same people do not wait for each other in a circle.
  for (const uid of [...new Set(uids)].toSorted()) {
    const before = await rolesHeld(tx, uid)
    if (before.includes(roleCode) === isGranted) continue
    await grantRoles(tx, uid, isGranted ? [...before, roleCode] : before.filter((heldCode) => heldCode !== roleCode), byUid)
    changedUids.push(uid)
  }
  return changedUids
}

/** The codes of all roles that a person has been granted. */
const rolesHeld = async (tx: Tx, uid: Id): Promise<string[]> =>
  ((await grantedRoles(tx, [uid])).get(uid) ?? []).map(({ roleCode }) => roleCode)

const setRoles = async (tx: Tx, uid: Id, roleCodes: readonly string[], byUid: Id | undefined): Promise<void> => {
  const codes = [...new Set([...roleCodes, roleCodeOf('ordinary_emp', tx.orgId)])]
  const before = await rolesHeld(tx, uid)
  await tx.query(
    `delete from person_role pr using role r
     where pr.org_id = $1 and pr.uid = $2 and r.org_id = $1 and r.id = pr.role_id and r.role_code <> all ($3::text[])`,
    [tx.orgId, uid, codes],
  )
  await tx.query(
    `insert into person_role (org_id, uid, role_id, active)
     select role.org_id, $2, id, role_code = any ($4::text[]) from role where org_id = $1 and role_code = any ($3::text[]) and deleted_at is null
     on conflict (org_id, uid, role_id) do update set active = excluded.active`,
    [tx.orgId, uid, codes, activeAtFirst(codes)],
  )
  await writeGrants(
    tx,
    [...codes.filter((code) => !before.includes(code)), ...before.filter((code) => !codes.includes(code))]
      // That a person is an employee goes without saying.
      .filter(isManagerRole)
      .map((roleCode) => ({ uid, roleCode, isGranted: codes.includes(roleCode) })),
    byUid,
  )
  await tx.query('update person set admin = $3, updated_at = now() where org_id = $1 and id = $2', [
    tx.orgId,
    uid,
    codes.includes(administratorRole(tx)),
  ])
}

type Grant = { readonly uid: Id; readonly roleCode: string; readonly isGranted: boolean }

/** Writes down what was given and taken. A delivered role is named by its word, one of the organisation's own by its code. */
export const writeGrants = async (tx: Tx, grants: readonly Grant[], byUid: Id | undefined): Promise<void> => {
  if (grants.length === 0) return
  await tx.query(
    `insert into role_grant (org_id, id, uid, role_word, granted, by_uid)
     select o.org_id, c.id, c.uid, c.word, c.granted, $6
     from organisation o cross join unnest($2::bigint[], $3::bigint[], $4::text[], $5::boolean[]) as c (id, uid, word, granted) where o.org_id = $1`,
    [
      tx.orgId,
      grants.map(() => newId()),
      grants.map(({ uid }) => uid),
      grants.map(({ roleCode }) => roleWordOf(roleCode, tx.orgId) ?? roleCode),
      grants.map(({ isGranted }) => isGranted),
      byUid ?? null,
    ],
  )
}

/** Takes a person out of service: their sessions end at once. `by` is who does it. Refuses for the last administrator. */
export const disablePerson = async (tx: Tx, uid: Id, byUid: Id): Promise<void> => {
  await tx.query(`update person set state = 'disabled', version = version + 1, updated_at = now() where org_id = $1 and id = $2`, [
    tx.orgId,
    uid,
  ])
  await endService(tx, uid, byUid)
}

/** What goes with a person's leaving, before or after the row says so. Refuses for the last administrator. */
export const endService = async (tx: Tx, uid: Id, byUid: Id): Promise<void> => {
  await keepAnAdministrator(tx, uid)
  await endSessions(tx, uid)
  await endKeysOf(tx, uid, byUid)
  await enqueue(tx, { kind: leaverJob, key: uid, body: { by: byUid } })
}

/** The job that hands over what waits for a person who left; its key is their uid. */
export const leaverJob = 'leaver'

/**
 * Refuses where an administrator leaves and no one else in service is one. Two administrators who remove each other at the same time wait
 * here for each other.
 */
const keepAnAdministrator = async (tx: Tx, leavingUid: Id): Promise<void> => {
  await tx.query('select from organisation where org_id = $1 for no key update', [tx.orgId])
  const last = await tx.query(
    `select from person where org_id = $1 and id = $2 and admin and not exists (
       select from person o where o.org_id = $1 and o.id <> $2 and o.admin and o.state = 'active' and o.deleted_at is null)`,
    [tx.orgId, leavingUid],
  )
  if (last.length > 0) refuse('administrator.last', '不能移除最后一位管理员')
}

export type GrantedRole = Role & { readonly active: boolean }

/** A granted role without saying whether it is active. */
export const plainRole = ({ roleCode, roleName, roleType, roleHide }: GrantedRole): Role => ({ roleCode, roleName, roleType, roleHide })

/** Everything that was granted to these people, by uid. */
export const grantedRoles = async (tx: Tx, uids: readonly Id[]): Promise<Map<Id, GrantedRole[]>> => {
  const rows = await tx.query<{ uid: Id; role_code: string; role_name: string; role_type: number; role_hide: boolean; active: boolean }>(
    `select pr.uid, r.role_code, r.role_name, r.role_type, r.role_hide, pr.active
     from person_role pr join role r on r.org_id = $1 and r.id = pr.role_id
     where pr.org_id = $1 and pr.uid = any ($2::bigint[]) order by pr.uid, r.id`,
    [tx.orgId, uids],
  )
  const byUid = new Map<Id, GrantedRole[]>()
  for (const row of rows) {
    const roles = byUid.get(row.uid) ?? []
    roles.push({ roleCode: row.role_code, roleName: row.role_name, roleType: row.role_type, roleHide: row.role_hide, active: row.active })
    byUid.set(row.uid, roles)
  }
  return byUid
}

/** The organisation's administrators in service. */
export const administrators = async (tx: Tx): Promise<Id[]> => {
  const rows = await tx.query<{ id: Id }>(administratorsText('$2'), [tx.orgId, administratorRole(tx)])
  return rows.map(({ id }) => id)
}

/** Administrators of the organisation, with those out of service and those who were administrators when they left. */
export const everAdministrators = async (tx: Tx): Promise<Id[]> => {
  const rows = await tx.query<{ id: Id }>(
    `select p.id from person p where p.org_id = $1 and (p.admin or p.id in (
       select pr.uid from role r join person_role pr on pr.org_id = $1 and pr.role_id = r.id where r.org_id = $1 and r.role_code = $2))`,
    [tx.orgId, roleCodeOf(tenantRole, tx.orgId)],
  )
  return rows.map(({ id }) => id)
}

/** The code of the role that administrators have. */
export const administratorRole = (tx: Tx): string => roleCodeOf(tenantRole, tx.orgId)

/** The administrators in service of organisation $1, with the code of their role. */
export const administratorsText = (role: string): string => `
  select p.id from person p
  where p.org_id = $1 and p.state = 'active' and p.deleted_at is null and (p.admin or p.id in (
    select pr.uid from role r join person_role pr on pr.org_id = $1 and pr.role_id = r.id where r.org_id = $1 and r.role_code = ${role}))
  order by p.id limit 50`
