import { roleCodeOf } from '../../domain/access/roles.ts'
import { ordinaryEmployeeRole } from '../../domain/rules/constants.ts'
import { plainMobile } from '../../domain/rules/validation.ts'
import type { RecordHooks } from './hooks.ts'

export const personHooks: RecordHooks = {
  complete: (_, raw) => ({
    ...raw,
    ...(typeof raw['username'] === 'string' && { username: raw['username'].trim().toLowerCase() }),
    ...(typeof raw['phone'] === 'string' && { phone: plainMobile(raw['phone']) }),
  }),
  // Everybody is an employee; what more they are is granted by a call of its own.
  afterSave: async ({ tx }, id) => {
    await tx.query(
      `insert into person_role (org_id, uid, role_id) select $1, $2, id from role where org_id = $1 and role_code = $3 on conflict do nothing`,
      [tx.orgId, id, roleCodeOf(ordinaryEmployeeRole, tx.orgId)],
    )
  },
  afterDelete: async ({ tx }, ids) => {
    await tx.query('update session set ended_at = now() where org_id = $1 and uid = any ($2::bigint[]) and ended_at is null', [tx.orgId, ids])
  },
  uses: (tx, ids) =>
    tx.query(
      `select u.uid as id, count(*)::int as count, '管理的区域' as words from location_user u
       join location l on l.org_id = u.org_id and l.id = u.loc_id and l.deleted_at is null
       where u.org_id = $1 and u.uid = any ($2::bigint[]) and u.kind = 'manager' group by u.uid`,
      [tx.orgId, ids],
    ),
}
