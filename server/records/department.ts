import { requireNotKept, requireNotSaid } from '../access/keeperFields.ts'
import type { RecordHooks } from './recordHooks.ts'

/** People may belong to a department besides their own, and applications are made for it. */
export const departmentHooks: RecordHooks = {
  whenEmpty: { sortOrder: 0 },
  requireOwn: ({ tx }, id, changes) => requireNotSaid(tx, 'department', id, changes),
  mayDelete: ({ tx }, ids) => requireNotKept(tx, 'department', ids),
  uses: (tx, ids) =>
    tx.query(
      `select o.dept_id as id, count(*)::int as count, '兼任人员' as words from person_department o
       join person p on p.org_id = $1 and p.id = o.uid and p.deleted_at is null
       where o.org_id = $1 and o.dept_id = any ($2::bigint[]) group by o.dept_id
       union all
       select dept_id, count(*)::int, '审批中的申请' from wf_instance
       where org_id = $1 and dept_id = any ($2::bigint[]) and status in ('running', 'returned', 'posting') group by dept_id`,
      [tx.orgId, ids],
    ),
}
