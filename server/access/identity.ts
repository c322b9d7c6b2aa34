import type { Id } from '../../kernel/id.ts'
import { roleCodeOf } from '../../domain/access/roles.ts'
import type { TokenAnswer } from '../../domain/access/signInOperations.ts'
import type { Identity } from '../../domain/access/sessionOperations.ts'
import type { Tx } from '../db/tx.ts'
import { grantedRoles, plainRole, type GrantedRole } from './people.ts'
import { sessionSeconds } from './sessions.ts'

/** A person in the contract's words, and every role that was granted. Throws where there is no such person: ask only for one that is there. */
export const readIdentity = async (tx: Tx, uid: Id): Promise<{ identity: Identity; granted: GrantedRole[] }> => {
  const [people, departments, roles] = await Promise.all([
    tx.query<Row>(
      `select p.user_name, p.username, p.avatar, p.phone, p.dept_id, p.first_sign_in, o.name as org_name, o.avatar as org_avatar
       from person p join organisation o on o.org_id = $1 where p.org_id = $1 and p.id = $2`,
      [tx.orgId, uid],
    ),
    tx.query<{ id: Id; dept_name: string; dept_code: string }>(
      `select d.id, d.dept_name, d.dept_code from department d join person p on p.org_id = $1 and p.id = $2
       where d.org_id = $1 and d.deleted_at is null
         and (d.id = p.dept_id or d.id in (select dept_id from person_department where org_id = $1 and uid = $2))
       order by d.id is distinct from p.dept_id, d.sort_order, d.id`,
      [tx.orgId, uid],
    ),
    grantedRoles(tx, [uid]),
  ])
  const [person] = people
  if (!person) throw new Error(`There is no person ${uid} in organisation ${tx.orgId}.`)
  const grantedWords = roles.get(uid) ?? []
  const active = grantedWords.filter((role) => role.active).map(plainRole)
  const identity: Identity = {
    'X-UID': uid,
    'X-UserName': person.user_name,
    'X-Admin': active.some((role) => role.roleCode === roleCodeOf('tenant', tx.orgId)) ? 1 : 0,
    'X-OperationId': tx.orgId,
    'X-OperationName': person.org_name,
    'X-OperationAvatar': person.org_avatar ?? '',
    'X-Avatar': person.avatar ?? '',
    'X-DEPT-ID': person.dept_id ?? '',
    'X-DEPTS': JSON.stringify(
      departments.map((department) => ({ deptId: department.id, deptName: department.dept_name, deptCode: department.dept_code })),
    ),
    'X-ROLES': JSON.stringify(active),
    'X-UserId': person.username ?? person.phone ?? '',
    'X-First': person.first_sign_in ? 1 : 0,
    'X-Phone': person.phone ?? '',
  }
  return { identity, granted: grantedWords }
}

/** What is answered to the person who has just signed in. */
export const tokenAnswer = (token: string, identity: Identity): TokenAnswer => ({
  access_token: token,
  token_type: 'bearer',
  expires_in: sessionSeconds,
  scope: 'all',
  ...identity,
})

type Row = {
  user_name: string
  username: string | null
  avatar: string | null
  phone: string | null
  dept_id: Id | null
  first_sign_in: boolean
  org_name: string
  org_avatar: string | null
}
