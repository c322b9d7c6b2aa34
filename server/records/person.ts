import { isEmpty, textIn } from '../../kernel/field.ts'
import { mobile, plainMobile } from '../../kernel/rule.ts'
import { requireFree } from '../access/holdings.ts'
import { requireNotKept, requireNotSaid } from '../access/keeperFields.ts'
import { endService, grantRoles } from '../access/people.ts'
import { peopleSorting } from '../access/peopleOrder.ts'
import { requireNotAbove } from '../access/roles/roles.ts'
import { nextEmployeeNo } from './employeeNumbers.ts'
import type { RecordHooks } from './recordHooks.ts'

/** A person is more than a row: they have roles and may be signed in. */
export const personHooks: RecordHooks = {
  openTo: `r.state = 'active'`,
  usualOrder: peopleSorting('r'),
  canonical: (raw) => {
    const phone = typeof raw['phone'] === 'string' ? plainMobile(raw['phone']) : raw['phone']
    const username = typeof raw['username'] === 'string' ? raw['username'].trim().toLowerCase() : raw['username']
    const ownValues = { ...raw, ...('phone' in raw && { phone }), ...('username' in raw && { username }) }
    // A login name that is a phone number is the phone number, which opens the same door by itself.
    const number = typeof username === 'string' ? plainMobile(username) : ''
    return mobile.test(number) && (isEmpty(phone) || phone === number) ? { ...ownValues, username: null, phone: number } : ownValues
  },
  complete: async ({ tx, at }, raw, isNew) => {
    if (!isNew || !isEmpty(raw['employeeNo'])) return raw
    const employeeNo = await nextEmployeeNo(tx, { at, deptId: textIn(raw, 'deptId') })
    return employeeNo === undefined ? raw : { ...raw, employeeNo }
  },
  // Everyone is an employee; what more they are is granted by a call of its own.
  afterSave: ({ tx, session }, id) => grantRoles(tx, id, [], session.uid),
  requireOwn: async ({ tx, session }, id, changedKeys) => {
    await requireNotSaid(tx, 'person', id, changedKeys)
    await requireNotAbove(tx, session, [id])
  },
  mayDelete: async (call, ids, isConfirmed) => {
    await requireNotKept(call.tx, 'person', ids)
    await requireNotAbove(call.tx, call.session, ids)
    await requireFree(call, ids, isConfirmed)
  },
  afterDelete: async ({ tx, session }, ids) => {
    for (const id of ids) await endService(tx, id, session.uid)
  },
  uses: (tx, ids) =>
    tx.query(
      `select u.uid as id, count(*)::int as count, '管理的区域' as words from location_user u
       join location l on l.org_id = $1 and l.id = u.loc_id and l.deleted_at is null
       where u.org_id = $1 and u.uid = any ($2::bigint[]) and u.kind = 'manager' group by u.uid`,
      [tx.orgId, ids],
    ),
}
