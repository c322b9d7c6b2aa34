import type { Id } from '../../../kernel/id.ts'
import type { ListRequest, OutputOf, Page } from '../../../domain/operations/define.ts'
import {
  personRights,
  roleChanges,
  roleDelete,
  type RoleDetail,
  roleInfo,
  rolePage,
  roleSave,
  roleUpdate,
} from '../../../domain/access/roleOperations.ts'
import { codesOf } from '../../../domain/access/codes.ts'
import { excessOf, headCodes, headTitle } from '../../../domain/access/roleRights.ts'
import { handle, type Handler, type SignedIn } from '../../call.ts'
import { Conditions, limitOf } from '../../db/conditions.ts'
import { onlyRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tx.ts'
import { NotFound } from '../../httpError.ts'
import { countLimit, pageFor, partOf } from '../../page.ts'
import { likePattern } from '../../search/searchText.ts'
import { inNameOf } from '../sessions.ts'
import { nameOfRole, rightsOfRole, roleColumns, type StoredRole } from './roles.ts'
import { deleteRole, saveRole, updateRole } from './roleWrites.ts'

type Reader = Pick<SignedIn, 'tx' | 'session'>
type RoleEntry = OutputOf<typeof rolePage>['list'][number]

/** How many people in service have a role `r`. */
const holdersSql = `(select count(*)::int from person_role pr join person p on p.org_id = $1 and p.id = pr.uid and p.state = 'active' and p.deleted_at is null
  where pr.org_id = $1 and pr.role_id = r.id)`

/** Delivered roles stand before an organisation's own; the place of a role in the list is its id with which of the two it is. */
const isCursor = (after: string): boolean => /^[01]:[1-9]\d{0,18}$/.test(after)

const listRoles = async ({ tx }: Reader, input: ListRequest): Promise<Page<RoleEntry>> => {
  const part = partOf(input, { isCursor })
  const c = new Conditions(tx.orgId)
  c.add('r.org_id = $1')
  c.add('r.deleted_at is null')
  if (input.likeQuery?.trim()) c.add(`lower(r.role_name || ' ' || r.description) like ${c.place(likePattern(input.likeQuery))}`)
  const counting = { text: c.texts.join(' and '), values: [...c.values] }
  if (part.after !== undefined) {
    const [ownFlag, id] = part.after.split(':')
    c.add(`((r.codes is not null)::int, r.id) > (${c.place(Number(ownFlag))}::int, ${c.place(id)}::bigint)`)
  }
  const [total, rows] = await Promise.all([
    onlyRow(
      tx.query<{ n: number }>(
        `select count(*)::int as n from (select from role r where ${counting.text} limit ${countLimit + 1}) c`,
        counting.values,
      ),
    ),
    tx.query<StoredRole & { holders: number }>(
      `select ${roleColumns}, ${holdersSql} as holders from role r where ${c.texts.join(' and ')}
       order by (r.codes is not null)::int, r.id ${limitOf(c, part.pageSize, part.offset)}`,
      c.values,
    ),
  ])
  const list = rows.map((role) => entryOfRole(tx.orgId, role))
  return pageFor(part, list, total.n, { place: (index) => list[index] && `${Number(list[index].own)}:${list[index].id}` })
}

const entryOfRole = (orgId: Id, role: StoredRole & { holders: number }): RoleEntry => ({
  id: role.id,
  roleCode: role.roleCode,
  roleName: nameOfRole(orgId, role),
  description: role.description,
  own: role.codes !== null,
  holders: role.holders,
})

const readRole = async ({ tx, session }: Reader, roleCode: string): Promise<RoleDetail> => {
  const [role] = await tx.query<StoredRole & { holders: number }>(
    `select ${roleColumns}, ${holdersSql} as holders from role r where r.org_id = $1 and r.role_code = $2 and r.deleted_at is null`,
    [tx.orgId, roleCode],
  )
  if (!role) throw new NotFound()
  const rights = rightsOfRole(tx.orgId, role)
  const categories = await tx.query<{ id: Id; name: string }>(
    'select id, cat_name as name from category where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null order by id',
    [tx.orgId, role.categoryIds],
  )
  return {
    ...entryOfRole(tx.orgId, role),
    codes: [...rights.codes],
    scopes: [...rights.scopes],
    categories,
    hiddenFields: [...rights.hiddenFields],
    version: role.version,
    mayChange: excessOf(session.rights, rights) === undefined,
  }
}

type RoleChange = OutputOf<typeof roleChanges>['list'][number]

const listChanges = async (
  { tx }: Reader,
  input: ListRequest & { roleCode?: string | undefined; uid?: Id | undefined },
): Promise<Page<RoleChange>> => {
  const part = partOf(input)
  const c = new Conditions(tx.orgId)
  c.add('h.org_id = $1')
  if (input.roleCode) c.add(`r.role_code = ${c.place(input.roleCode)}`)
  if (input.uid) c.add(`h.uid = ${c.place(input.uid)}`)
  const from =
    'from role_change h left join role r on r.org_id = $1 and r.id = h.role_id left join person o on o.org_id = $1 and o.id = h.uid join person p on p.org_id = $1 and p.id = h.by_uid'
  const counting = { text: c.texts.join(' and '), values: [...c.values] }
  if (part.after !== undefined) c.add(`h.id < ${c.place(part.after)}`)
  const [total, list] = await Promise.all([
    onlyRow(
      tx.query<{ n: number }>(
        `select count(*)::int as n from (select ${from} where ${counting.text} limit ${countLimit + 1}) c`,
        counting.values,
      ),
    ),
    tx.query<RoleChange>(
      `select h.id, coalesce(r.role_code, '') as "roleCode", coalesce(r.role_name, o.user_name, '') as "roleName", h.action, h.difference as differences, p.user_name as "byName", h.at
       ${from} where ${c.texts.join(' and ')} order by h.id desc ${limitOf(c, part.pageSize, part.offset)}`,
      c.values,
    ),
  ])
  return pageFor(part, list, total.n)
}

type PersonRights = OutputOf<typeof personRights>

/** Which of a person's active roles gives what: codes beyond an ordinary employee's, and parts of the data scope. */
const explainRights = async ({ tx }: Reader, uid: Id): Promise<PersonRights> => {
  const [session, roles] = await Promise.all([
    inNameOf(tx, uid),
    tx.query<StoredRole>(
      `select ${roleColumns} from person_role pr join role r on r.org_id = $1 and r.id = pr.role_id
       where pr.org_id = $1 and pr.uid = $2 and pr.active order by (r.codes is not null)::int, r.id`,
      [tx.orgId, uid],
    ),
  ])
  if (!session) throw new NotFound()
  const activeRoles = roles.map((role) => ({ name: nameOfRole(tx.orgId, role), ...rightsOfRole(tx.orgId, role) }))
  const head = session.headsDepartment ? [{ name: headTitle, codes: new Set(headCodes) }] : []
  const everybody = codesOf([])
  const namesOf = (names: readonly { readonly name: string }[]) => names.map(({ name }) => name)
  const [places, departments, categories] = await Promise.all([
    namesIn(tx, 'location', session.locations === 'all' ? [] : session.locations),
    namesIn(tx, 'department', session.departments),
    namesIn(tx, 'category', session.categories),
  ])
  return {
    codes: [...session.codes]
      .filter((code) => !everybody.has(code))
      .map((code) => ({ code, roles: namesOf([...activeRoles, ...head].filter(({ codes }) => codes.has(code))) })),
    scopes: [...session.rights.scopes].map((scope) => ({
      scope,
      roles: namesOf(activeRoles.filter(({ scopes }) => scopes.includes(scope))),
    })),
    places,
    departments,
    categories,
    hiddenFields: [...session.hiddenFields],
  }
}

/** What some places, departments or classes are called; fifty of them are named. */
const namesIn = async (tx: Tx, noun: keyof typeof nameTexts, ids: readonly Id[]): Promise<string[]> =>
  (await tx.query<{ name: string }>(nameTexts[noun], [tx.orgId, ids])).map(({ name }) => name)

const nameTexts = {
  location:
    'select loc_name as name from location where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null order by id limit 50',
  department:
    'select dept_name as name from department where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null order by id limit 50',
  category:
    'select cat_name as name from category where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null order by id limit 50',
}

export const roleHandlers: readonly Handler[] = [
  handle(rolePage, listRoles),
  handle(roleInfo, (call, { roleCode }) => readRole(call, roleCode)),
  handle(roleSave, async (call, input) => readRole(call, await saveRole(call, input))),
  handle(roleUpdate, async (call, input) => readRole(call, await updateRole(call, input))),
  handle(roleDelete, (call, { id }) => deleteRole(call, id)),
  handle(roleChanges, listChanges),
  handle(personRights, (call, { uid }) => explainRights(call, uid)),
]
