import { randomUUID } from 'node:crypto'
import {
  enterpriseSchema,
  fullNameOf,
  groupSchema,
  memberIdsIn,
  operationsIn,
  patchedGroup,
  patchedUser,
  personIn,
  userIn,
  userSchema,
  type ScimGroup,
  type ScimUser,
} from '../../domain/signOn/scim.ts'
import { ScimFault } from '../../domain/signOn/scimFault.ts'
import { filterIn } from '../../domain/signOn/scimFilter.ts'
import { textIn } from '../../domain/signOn/scimValues.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { applyPerson, personGone } from '../directory/applyPerson.ts'
import { applyDepartment, departmentGone } from '../directory/departments.ts'
import { lockDirectory } from '../directory/links.ts'
import { conditionOf, groupAttributes, userAttributes } from './scimCondition.ts'

type Body = Readonly<Record<string, unknown>>
export type ScimKind = 'Users' | 'Groups'
/** `base`: the address under which it is spoken. */
export type ScimContext = { readonly tx: Tx; readonly base: string; readonly ifMatch?: string | undefined }
export type Resource = Body & { readonly id: string; readonly meta: { readonly version: string; readonly location: string } }

type UserRow = { id: string; said: ScimUser; version: number; createdAt: string; updatedAt: string }
type GroupRow = {
  id: string
  name: string
  externalId: string | null
  members: string[]
  version: number
  createdAt: string
  updatedAt: string
}

const tagOf = (version: number): string => `W/"${version}"`

const nothingThere = (): never => {
  throw new ScimFault(404, 'There is no such resource.')
}

/** Refuses to change what has changed since it was read. */
const requireMatch = (ifMatch: string | undefined, version: number): void => {
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch.replace(/^W\//, '') !== `"${version}"`)
    throw new ScimFault(412, 'It has changed since it was read.')
}

const metaOf = (kind: ScimKind, base: string, { id, version, createdAt, updatedAt }: Omit<UserRow, 'said'>) => ({
  resourceType: kind === 'Users' ? 'User' : 'Group',
  created: createdAt,
  lastModified: updatedAt,
  location: `${base}/${kind}/${id}`,
  version: tagOf(version),
})

const userResource = (base: string, row: UserRow): Resource => {
  const {
    userName,
    externalId,
    displayName,
    familyName,
    givenName,
    title,
    active,
    emails = [],
    phoneNumbers = [],
    employeeNumber,
  } = row.said
  const formattedName = fullNameOf(row.said) ?? displayName
  return {
    schemas: [userSchema, ...(employeeNumber ? [enterpriseSchema] : [])],
    id: row.id,
    userName,
    ...(externalId && { externalId }),
    ...(displayName && { displayName }),
    ...(formattedName && { name: { formatted: formattedName, ...(familyName && { familyName }), ...(givenName && { givenName }) } }),
    ...(title && { title }),
    active: active !== false,
    ...(emails.length > 0 && { emails }),
    ...(phoneNumbers.length > 0 && { phoneNumbers }),
    ...(employeeNumber && { [enterpriseSchema]: { employeeNumber } }),
    meta: metaOf('Users', base, row),
  }
}

const groupResource = (base: string, row: GroupRow, groups: ReadonlySet<string>): Resource => ({
  schemas: [groupSchema],
  id: row.id,
  displayName: row.name,
  ...(row.externalId && { externalId: row.externalId }),
  members: row.members.map((value) =>
    groups.has(value) ? { value, type: 'Group', $ref: `${base}/Groups/${value}` } : { value, type: 'User', $ref: `${base}/Users/${value}` },
  ),
  meta: metaOf('Groups', base, row),
})

const userColumns = `id, said, version, created_at as "createdAt", updated_at as "updatedAt"`
const groupColumns = `id, name, external_id as "externalId", members, version, created_at as "createdAt", updated_at as "updatedAt"`

const isUuid = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)

const userOf = async (tx: Tx, id: string): Promise<UserRow> => {
  if (!isUuid(id)) return nothingThere()
  const [row] = await tx.query<UserRow>(`select ${userColumns} from scim_user where org_id = $1 and id = $2`, [tx.orgId, id])
  return row ?? nothingThere()
}
const groupOf = async (tx: Tx, id: string): Promise<GroupRow> => {
  if (!isUuid(id)) return nothingThere()
  const [row] = await tx.query<GroupRow>(`select ${groupColumns} from scim_group where org_id = $1 and id = $2`, [tx.orgId, id])
  return row ?? nothingThere()
}

/** One resource. */
export const readOne = async (kind: ScimKind, { tx, base }: ScimContext, id: string): Promise<Resource> =>
  kind === 'Users' ? userResource(base, await userOf(tx, id)) : groupShown(base, tx, await groupOf(tx, id))

export type Listing = {
  readonly filter?: string | undefined
  readonly startIndex?: string | undefined
  readonly count?: string | undefined
}

const countAtMost = 200

/** A whole number of the query; what is left away is `usual`. */
const numberIn = (text: string | undefined, usual: number): number => {
  if (text === undefined || text.trim() === '') return usual
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new ScimFault(400, 'startIndex and count are whole numbers.', 'invalidValue')
  return number
}

/** A part of a list: from `startIndex`, counted from one, `count` of them. */
export const list = async (kind: ScimKind, { tx, base }: ScimContext, { filter, startIndex, count }: Listing) => {
  const from = Math.max(1, numberIn(startIndex, 1))
  const size = Math.min(countAtMost, Math.max(0, numberIn(count, 100)))
  const values: unknown[] = [tx.orgId, from - 1, size]
  const attributes = kind === 'Users' ? userAttributes : groupAttributes
  const condition = filter === undefined || filter.trim() === '' ? 'true' : conditionOf(filterIn(filter), attributes, values)
  const table = kind === 'Users' ? 'scim_user' : 'scim_group'
  const part = `where org_id = $1 and ${condition} order by created_at, id offset $2 limit greatest($3, 1)`
  const rows =
    kind === 'Users'
      ? await tx.query<UserRow & { total: number }>(`select ${userColumns}, count(*) over ()::int as total from scim_user ${part}`, values)
      : await tx.query<GroupRow & { total: number }>(
          `select ${groupColumns}, count(*) over ()::int as total from scim_group ${part}`,
          values,
        )
  const total = rows[0]?.total ?? (from === 1 ? 0 : await countOf(tx, table, condition, values))
  const pageRows = rows.slice(0, size)
  const groups = await groupsAmong(
    tx,
    pageRows.flatMap((row) => ('said' in row ? [] : row.members)),
  )
  const resources = pageRows.map((row) => ('said' in row ? userResource(base, row) : groupResource(base, row, groups)))
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex: from,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}

/** How many there are where the part that was asked for lies behind the last one. */
const countOf = async (tx: Tx, table: string, condition: string, values: readonly unknown[]): Promise<number> => {
  const { total } = await onlyRow(
    tx.query<{ total: number }>(
      `select count(*)::int as total from ${table} where org_id = $1 and ($2::bigint, $3::bigint) is not null and ${condition}`,
      values,
    ),
  )
  return total
}

/** Who it is here follows from what was told: the person, in the departments of the groups. */
const applyUser = async (tx: Tx, { id, said }: Pick<UserRow, 'id' | 'said'>): Promise<void> => {
  const groups = await tx.query<{ id: string }>(
    'select id from scim_group where org_id = $1 and $2 = any (members) order by created_at, id',
    [tx.orgId, id],
  )
  await applyPerson(
    tx,
    'scim',
    personIn(
      id,
      said,
      groups.map((group) => group.id),
    ),
  )
}

const requireFree = async (tx: Tx, login: string, id: string): Promise<void> => {
  const namesakes = await tx.query('select from scim_user where org_id = $1 and login = $2 and id <> $3', [tx.orgId, login, id])
  if (namesakes.length > 0) throw new ScimFault(409, 'Somebody has this userName already.', 'uniqueness')
}

/** The length of an e-mail address at most, which most directories have as the user name. */
const loginAtMost = 254

const loginOf = ({ userName }: ScimUser): string => {
  if (!userName) throw new ScimFault(400, 'userName is missing.', 'invalidValue')
  if (userName.length > loginAtMost) throw new ScimFault(400, `userName is longer than ${loginAtMost} characters.`, 'invalidValue')
  return userName.toLowerCase()
}

const writeUser = async (context: ScimContext, id: string, user: ScimUser, version: number): Promise<Resource> => {
  const { tx, base } = context
  const login = loginOf(user)
  await requireFree(tx, login, id)
  const row = await onlyRow(
    tx.query<UserRow>(
      `insert into scim_user as u (org_id, id, login, said, version, created_at, updated_at)
       values ($1, $2, $3, $4, $5, to_timestamp($6::float8 / 1000), to_timestamp($6::float8 / 1000))
       on conflict (org_id, id) do update set login = excluded.login, said = excluded.said, version = excluded.version, updated_at = excluded.updated_at
       returning ${userColumns}`,
      [tx.orgId, id, login, user, version, tx.now()],
    ),
  )
  await applyUser(tx, row)
  return userResource(base, row)
}

const writeGroup = async (
  { tx, base }: ScimContext,
  group: ScimGroup & Pick<GroupRow, 'id' | 'version'>,
  before: readonly string[],
): Promise<Resource> => {
  const { id, name, externalId, version } = group
  const members = [...new Set(group.members.map((member) => member.toLowerCase()))].filter(isUuid)
  await requireBelow(tx, id, members)
  const row = await onlyRow(
    tx.query<GroupRow>(
      `insert into scim_group as g (org_id, id, name, external_id, members, version, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, to_timestamp($7::float8 / 1000), to_timestamp($7::float8 / 1000))
       on conflict (org_id, id) do update set name = excluded.name, external_id = excluded.external_id, members = excluded.members,
         version = excluded.version, updated_at = excluded.updated_at
       returning ${groupColumns}`,
      [tx.orgId, id, name, externalId, members, version, tx.now()],
    ),
  )
  const changedMembers = [...new Set(before).symmetricDifference(new Set(members))]
  await applyGroups(tx, [id, ...changedMembers])
  await applyUsers(tx, changedMembers)
  return groupShown(base, tx, row)
}

const groupShown = async (base: string, tx: Tx, row: GroupRow): Promise<Resource> =>
  groupResource(base, row, await groupsAmong(tx, row.members))

/** A group that is a member of another hangs below it, of several below the oldest. */
const applyGroups = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  const groups = await tx.query<{ id: string; name: string; parentId: string | null }>(
    `select g.id, g.name, (
       select p.id from scim_group p where p.org_id = $1 and g.id::text = any (p.members) order by p.created_at, p.id limit 1) as "parentId"
     from scim_group g where g.org_id = $1 and g.id = any ($2::uuid[]) order by g.created_at, g.id`,
    [tx.orgId, ids],
  )
  for (const { id, name, parentId } of groups) await applyDepartment(tx, 'scim', { id, name, ...(parentId !== null && { parentId }) })
}

/** Refuses a group that would be below itself. */
const requireBelow = async (tx: Tx, id: string, members: readonly string[]): Promise<void> => {
  const circle = await tx.query(
    `with recursive above (id) as (
       select $2::uuid union select g.id from scim_group g join above a on a.id::text = any (g.members) where g.org_id = $1)
     select from above where id::text = any ($3::text[])`,
    [tx.orgId, id, members],
  )
  if (circle.length > 0) throw new ScimFault(400, 'A group cannot be a member of itself.', 'invalidValue')
}

const groupsAmong = async (tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    (await tx.query<{ id: string }>('select id from scim_group where org_id = $1 and id = any ($2::uuid[])', [tx.orgId, ids])).map(
      ({ id }) => id,
    ),
  )

const applyUsers = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  const users = await tx.query<{ id: string; said: ScimUser }>(
    'select id, said from scim_user where org_id = $1 and id = any ($2::uuid[]) order by id',
    [tx.orgId, ids],
  )
  for (const user of users) await applyUser(tx, user)
}

const groupNameIn = (body: Body): string => {
  const name = textIn(body['displayName'])
  if (name === undefined) throw new ScimFault(400, 'displayName is missing.', 'invalidValue')
  return name
}
const externalIdIn = (body: Body): string | null => textIn(body['externalId']) ?? null
const membersIn = (body: Body): string[] => memberIdsIn(body['members'] ?? [])

/** A person or a group that is new. */
export const create = async (kind: ScimKind, context: ScimContext, body: Body): Promise<Resource> => {
  await lockDirectory(context.tx)
  const id = randomUUID()
  if (kind === 'Users') return writeUser(context, id, userIn(body), 1)
  return writeGroup(context, { id, name: groupNameIn(body), externalId: externalIdIn(body), members: membersIn(body), version: 1 }, [])
}

/** All of it anew. */
export const replace = async (kind: ScimKind, context: ScimContext, id: string, body: Body): Promise<Resource> => {
  await lockDirectory(context.tx)
  if (kind === 'Users') {
    const before = await userOf(context.tx, id)
    requireMatch(context.ifMatch, before.version)
    return writeUser(context, id, userIn(body), before.version + 1)
  }
  const before = await groupOf(context.tx, id)
  requireMatch(context.ifMatch, before.version)
  const group = { id, name: groupNameIn(body), externalId: externalIdIn(body), members: membersIn(body), version: before.version + 1 }
  return writeGroup(context, group, before.members)
}

/** Parts of it anew. */
export const patch = async (kind: ScimKind, context: ScimContext, id: string, body: Body): Promise<Resource> => {
  await lockDirectory(context.tx)
  const operations = operationsIn(body)
  if (kind === 'Users') {
    const before = await userOf(context.tx, id)
    requireMatch(context.ifMatch, before.version)
    return writeUser(context, id, patchedUser(before.said, operations), before.version + 1)
  }
  const before = await groupOf(context.tx, id)
  requireMatch(context.ifMatch, before.version)
  return writeGroup(context, { ...before, ...patchedGroup(before, operations), version: before.version + 1 }, before.members)
}

/** It is not there any more; who it was here goes out of service. */
export const remove = async (kind: ScimKind, { tx, ifMatch }: ScimContext, id: string): Promise<void> => {
  await lockDirectory(tx)
  if (kind === 'Users') {
    const before = await userOf(tx, id)
    requireMatch(ifMatch, before.version)
    await tx.query(
      'update scim_group set members = array_remove(members, $2::text), version = version + 1 where org_id = $1 and $2::text = any (members)',
      [tx.orgId, id],
    )
    await tx.query('delete from scim_user where org_id = $1 and id = $2', [tx.orgId, id])
    return personGone(tx, 'scim', id)
  }
  const before = await groupOf(tx, id)
  requireMatch(ifMatch, before.version)
  await tx.query(
    'update scim_group set members = array_remove(members, $2::text), version = version + 1 where org_id = $1 and $2::text = any (members)',
    [tx.orgId, id],
  )
  await tx.query('delete from scim_group where org_id = $1 and id = $2', [tx.orgId, id])
  await applyGroups(tx, before.members)
  await applyUsers(tx, before.members)
  await departmentGone(tx, 'scim', id)
}
