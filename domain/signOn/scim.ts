import type { ForeignPerson } from '../directory/foreign.ts'
import { ScimFault } from './scimFault.ts'
import { fits, pathIn, type ScimPath } from './scimFilter.ts'
import {
  objectIn,
  patchedValues,
  textIn,
  truthIn,
  valueOf,
  valuesIn,
  type ScimBody,
  type ScimOperation,
  type ScimValue,
} from './scimValues.ts'

/** A person in the words of SCIM 2.0 (RFC 7643), as much of it as we keep. */
export type ScimUser = {
  readonly userName?: string | undefined
  readonly externalId?: string | undefined
  readonly displayName?: string | undefined
  readonly formatted?: string | undefined
  readonly familyName?: string | undefined
  readonly givenName?: string | undefined
  readonly title?: string | undefined
  readonly active?: boolean | undefined
  readonly emails?: readonly ScimValue[] | undefined
  readonly phoneNumbers?: readonly ScimValue[] | undefined
  readonly employeeNumber?: string | undefined
}

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** The type that a mail address or a phone number is of where a directory says none, and the one that people here are reached by. */
const usualTypes = { emails: 'work', phoneNumbers: 'mobile' } as const

/** What a body says of a person, whole: what it leaves out is empty. */
export const userIn = (body: ScimBody): ScimUser => {
  const insensitive = Object.fromEntries(Object.entries(body).map(([key, value]) => [key.toLowerCase(), value]))
  const name = objectIn(insensitive['name'])
  const values = (key: keyof typeof usualTypes) => valuesIn(insensitive[key.toLowerCase()] ?? [], usualTypes[key])
  return {
    userName: textIn(insensitive['username']),
    externalId: textIn(insensitive['externalid']),
    displayName: textIn(insensitive['displayname']),
    formatted: textIn(name['formatted']),
    familyName: textIn(name['familyName']),
    givenName: textIn(name['givenName']),
    title: textIn(insensitive['title']),
    active: insensitive['active'] === undefined || insensitive['active'] === null ? true : truthIn(insensitive['active']),
    emails: values('emails'),
    phoneNumbers: values('phoneNumbers'),
    employeeNumber: textIn(objectIn(body[enterpriseSchema])['employeeNumber']),
  }
}

/** The whole name; Chinese names are written together, family name first. */
export const fullNameOf = ({ formatted, familyName, givenName }: ScimUser): string | undefined => {
  if (formatted !== undefined) return formatted
  const parts = [familyName, givenName].filter((part) => part !== undefined)
  const isHan = parts.some((part) => /\p{Script=Han}/u.test(part))
  return (isHan ? parts.join('') : parts.toReversed().join(' ')) || undefined
}

/** The same in the words of a keeper; e-mail addresses are often the user name. */
export const personIn = (id: string, user: ScimUser, departmentIds: readonly string[]): ForeignPerson => {
  const loginAsMail = user.userName?.includes('@') ? user.userName : null
  const emails = user.emails ?? []
  const primary = emails.find((item) => item.primary)?.value
  return {
    id,
    name: user.displayName ?? fullNameOf(user) ?? user.userName,
    phone: valueOf(user.phoneNumbers ?? [], usualTypes.phoneNumbers) ?? null,
    email: valueOf(emails, usualTypes.emails) ?? primary ?? loginAsMail,
    position: user.title ?? null,
    employeeNo: user.employeeNumber ?? null,
    username: user.userName && loginAsMail === null ? user.userName : null,
    departmentIds,
    isActive: user.active !== false,
  }
}

/** The operations of a PATCH, in the words of Entra (`Replace`, `Add`) and of the standard. */
export const operationsIn = (body: ScimBody): ScimOperation[] => {
  const list = Object.entries(body).find(([key]) => key.toLowerCase() === 'operations')?.[1]
  const operations = (Array.isArray(list) ? list : []).map((item: unknown) => {
    const { op, path, value } = objectIn(item)
    return { op: typeof op === 'string' ? op.toLowerCase() : '', path: textIn(path), value }
  })
  if (operations.length === 0 || operations.some(({ op }) => !['add', 'replace', 'remove'].includes(op)))
    throw new ScimFault(400, 'Operations are add, replace or remove.', 'invalidSyntax')
  if (operations.some(({ op, path }) => op === 'remove' && path === undefined))
    throw new ScimFault(400, 'What is removed has a path.', 'noTarget')
  return operations
}

/**
 * Operations as those on paths: Okta sends whole values without a path, Entra paths as names inside such a value, both objects with parts
 * (`name`, the enterprise extension).
 */
const onPaths = (operations: readonly ScimOperation[]): { op: string; path: ScimPath; value: unknown }[] =>
  operations.flatMap(({ op, path, value }) => {
    if (path === undefined) return onPaths(Object.entries(objectIn(value)).map(([key, inner]) => ({ op, path: key, value: inner })))
    if (path.toLowerCase() === enterpriseSchema.toLowerCase() || path.toLowerCase() === userSchema.toLowerCase())
      return op === 'remove' ? [] : onPaths(Object.entries(objectIn(value)).map(([key, inner]) => ({ op, path: key, value: inner })))
    if (path.toLowerCase() === 'name') {
      const parts = op === 'remove' ? { formatted: null, familyName: null, givenName: null } : objectIn(value)
      return Object.entries(parts).map(([key, inner]) => ({ op, path: pathIn(`name.${key}`), value: inner }))
    }
    return [{ op, path: pathIn(path), value }]
  })

const texts: Readonly<
  Record<string, 'userName' | 'externalId' | 'displayName' | 'formatted' | 'familyName' | 'givenName' | 'title' | 'employeeNumber'>
> = {
  username: 'userName',
  externalid: 'externalId',
  displayname: 'displayName',
  'name.formatted': 'formatted',
  'name.familyname': 'familyName',
  'name.givenname': 'givenName',
  title: 'title',
  employeenumber: 'employeeNumber',
}

/** A person after a PATCH. What is not kept changes nothing. */
export const patchedUser = (before: ScimUser, operations: readonly ScimOperation[]): ScimUser =>
  onPaths(operations).reduce<ScimUser>((user, { op, path, value }) => {
    const key = texts[path.below === undefined ? path.attribute : `${path.attribute}.${path.below}`]
    if (key) return { ...user, [key]: op === 'remove' ? undefined : textIn(value) }
    if (path.attribute === 'active') return { ...user, active: op === 'remove' ? true : truthIn(value) }
    if (path.attribute === 'emails')
      return { ...user, emails: patchedValues(user.emails ?? [], { op, path, value, usualType: usualTypes.emails }) }
    if (path.attribute === 'phonenumbers')
      return { ...user, phoneNumbers: patchedValues(user.phoneNumbers ?? [], { op, path, value, usualType: usualTypes.phoneNumbers }) }
    return user
  }, before)

export type ScimGroup = { readonly name: string; readonly externalId: string | null; readonly members: readonly string[] }

/** The ids of members, as a list of objects, of texts, or one of them. */
export const memberIdsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((item: unknown) => {
    const id = typeof item === 'string' ? item : textIn(objectIn(item)['value'])
    return id ?? []
  })

/** A group after a PATCH, one operation after the other. */
export const patchedGroup = (before: ScimGroup, operations: readonly ScimOperation[]): ScimGroup =>
  onPaths(operations).reduce<ScimGroup>((group, { op, path, value }) => {
    if (path.attribute === 'displayname') return { ...group, name: textIn(value) ?? group.name }
    if (path.attribute === 'externalid') return { ...group, externalId: op === 'remove' ? null : (textIn(value) ?? null) }
    return path.attribute === 'members' ? { ...group, members: patchedMembers(group.members, op, path, value) } : group
  }, before)

const patchedMembers = (members: readonly string[], op: string, { filter }: ScimPath, value: unknown): readonly string[] => {
  if (filter) return op === 'remove' ? members.filter((id) => !fits({ value: id }, filter)) : members
  const ids = memberIdsIn(value)
  if (op === 'add') return [...new Set([...members, ...ids])]
  if (op === 'replace') return ids
  // Okta and Entra name who they take away as the value, or everyone by leaving it away.
  if (value === undefined || value === null) return []
  const isRemoved = new Set(ids)
  return members.filter((id) => !isRemoved.has(id))
}
