import { newId, type Id } from '../../kernel/id.ts'
import type { NewOrder } from '../../domain/licence/offers.ts'
import { mobile } from '../../kernel/rule.ts'
import { department } from '../../domain/records/department.ts'
import { managerWords } from '../../domain/access/managerRoles.ts'
import { createOrganisation, createPerson, type NewPerson } from '../access/people.ts'
import type { Tx } from '../db/tx.ts'
import { addOrder } from '../licence/licence.ts'
import { searchOf } from '../search/recordSearch.ts'

/** The code of the first department. */
export const rootCode = '01'

/** What a person signs in with: a mobile number is one, anything else is a login name. */
export const loginOf = (login: string): Pick<NewPerson, 'username' | 'phone'> =>
  mobile.test(login) ? { phone: login } : { username: login }

/** What an organisation begins with. */
export type Foundation = {
  readonly name: string
  /** The department that all others are below; the administrator is its first member and its head. */
  readonly department: { readonly id?: Id; readonly code: string; readonly name: string }
  /** The first administrator, who also manages assets and supplies. */
  readonly administrator: Omit<NewPerson, 'roles' | 'deptId'>
  readonly orders: readonly NewOrder[]
}

/**
 * Makes the organisation that `tx` is bound to, and everything without which no one could begin: its roles, its first department, its first
 * administrator, what it may keep. Dictionaries, the work calendar and the menu it has as delivered. The administrator's uid.
 */
export const foundOrganisation = async (tx: Tx, { name, department: root, administrator, orders }: Foundation): Promise<Id> => {
  await createOrganisation(tx, { name })
  const deptId = root.id ?? newId()
  await tx.query('insert into department (org_id, id, dept_code, dept_name, sort_order, search) values ($1, $2, $3, $4, 1, $5)', [
    tx.orgId,
    deptId,
    root.code,
    root.name,
    searchOf(department, { deptCode: root.code, deptName: root.name }),
  ])
  const uid = await createPerson(tx, { ...administrator, deptId, roles: managerWords })
  await tx.query('update department set manager_uid = $3 where org_id = $1 and id = $2', [tx.orgId, deptId, uid])
  for (const order of orders) await addOrder(tx, order, administrator.userName)
  return uid
}
