import type { ForeignPerson } from '../directory/foreign.ts'

/** Somebody in the words of SCIM 2.0 (RFC 7643), as much of it as we keep. */
export type ScimUser = {
  readonly userName?: string | undefined
  readonly externalId?: string | undefined
  readonly displayName?: string | undefined
  readonly title?: string | undefined
  readonly active?: boolean | undefined
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly employeeNumber?: string | undefined
}

type Body = Readonly<Record<string, unknown>>

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** What a body says of somebody, whole: what it leaves out is empty. */
export const userIn = (body: Body): ScimUser => {
  const name = objectIn(body['name'])
  const spoken = [textIn(name['familyName']), textIn(name['givenName'])].filter(Boolean)
  // Chinese names are written together, family name first.
  const isHan = spoken.some((part) => /\p{Script=Han}/u.test(part ?? ''))
  const joined = isHan ? spoken.join('') : spoken.toReversed().join(' ')
  return {
    userName: textIn(body['userName']),
    externalId: textIn(body['externalId']),
    displayName: textIn(body['displayName']) ?? textIn(name['formatted']) ?? (joined || undefined),
    title: textIn(body['title']),
    active: body['active'] === undefined ? true : truthOf(body['active']),
    email: chosen(body['emails']),
    phone: chosen(body['phoneNumbers'], 'mobile'),
    employeeNumber: textIn(objectIn(body[enterpriseSchema])['employeeNumber']),
  }
}

/** The same in the words of a keeper; e-mail addresses are often the user name. */
export const personIn = (id: string, user: ScimUser, departmentIds: readonly string[]): ForeignPerson => ({
  id,
  name: user.displayName ?? user.userName,
  phone: user.phone ?? null,
  email: user.email ?? (user.userName?.includes('@') ? user.userName : null),
  position: user.title ?? null,
  employeeNo: user.employeeNumber ?? null,
  username: user.userName && !user.userName.includes('@') ? user.userName : null,
  departmentIds,
  isActive: user.active !== false,
})

export type Operation = { readonly op: string; readonly path?: string | undefined; readonly value?: unknown }

/** The operations of a PATCH, in the words of Entra (`Replace`, `Add`) and of the standard. */
export const operationsIn = (body: Body): Operation[] =>
  (Array.isArray(body['Operations']) ? body['Operations'] : []).map((each: unknown) => {
    const { op, path, value } = objectIn(each)
    return { op: String(op ?? '').toLowerCase(), path: textIn(path), value }
  })

/**
 * Somebody after a PATCH. Understood are whole values without a path (Okta), a path to a plain attribute, to one below another, and to one of
 * several by its type (Entra: `emails[type eq "work"].value`); truth in letters (`"False"`) as well. What is not kept changes nothing.
 */
export const patchedUser = (before: ScimUser, operations: readonly Operation[]): ScimUser => {
  const after: Record<string, unknown> = { ...before }
  const set = (path: string, value: unknown, removed: boolean) => {
    const key = keyOf(path)
    if (key === 'name') {
      const { displayName } = userIn({ name: objectIn(value) })
      if (displayName) after['displayName'] = displayName
      return
    }
    if (key === undefined) return
    after[key] = removed
      ? undefined
      : key === 'active'
        ? truthOf(value)
        : key === 'email' || key === 'phone'
          ? (chosen(value, 'mobile') ?? textIn(value))
          : textIn(value)
  }
  for (const { op, path, value } of operations) {
    if (path !== undefined) set(path, value, op === 'remove')
    else
      for (const [key, inner] of Object.entries(objectIn(value)))
        if (key === enterpriseSchema) for (const [below, deep] of Object.entries(objectIn(inner))) set(`${key}:${below}`, deep, false)
        else set(key, inner, false)
  }
  return after as ScimUser
}

const keyOf = (path: string): keyof ScimUser | 'name' | undefined => {
  const plain = path
    .replace(`${userSchema}:`, '')
    .replace(`${enterpriseSchema}:`, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .toLowerCase()
  return paths[plain]
}
const paths: Readonly<Record<string, keyof ScimUser | 'name'>> = {
  username: 'userName',
  externalid: 'externalId',
  displayname: 'displayName',
  'name.formatted': 'displayName',
  name: 'name',
  title: 'title',
  active: 'active',
  emails: 'email',
  'emails.value': 'email',
  phonenumbers: 'phone',
  'phonenumbers.value': 'phone',
  employeenumber: 'employeeNumber',
}

/** The ids that a PATCH of a group adds and takes away; `all`: exactly these. */
export const patchedMembers = (
  operations: readonly Operation[],
): { readonly add: string[]; readonly remove: string[]; readonly all?: string[]; readonly name?: string } => {
  const add: string[] = []
  const remove: string[] = []
  let all: string[] | undefined
  let name: string | undefined
  const idsIn = (value: unknown): string[] =>
    (Array.isArray(value) ? value : [value]).flatMap((each) => textIn(objectIn(each)['value']) ?? (typeof each === 'string' ? each : []))
  for (const { op, path, value } of operations) {
    const one = /^members\[value eq "([^"]+)"\]$/i.exec(path ?? '')?.[1]
    if (one !== undefined && op === 'remove') remove.push(one)
    else if (path?.toLowerCase() === 'members') {
      if (op === 'add') add.push(...idsIn(value))
      else if (op === 'replace') all = idsIn(value)
      else if (value === undefined) all = []
      else remove.push(...idsIn(value))
    } else if (path?.toLowerCase() === 'displayname') name = textIn(value)
    else if (path === undefined) {
      const whole = objectIn(value)
      name = textIn(whole['displayName']) ?? name
      if (whole['members'] !== undefined) {
        if (op === 'add') add.push(...idsIn(whole['members']))
        else all = idsIn(whole['members'])
      }
    }
  }
  return { add, remove, ...(all && { all }), ...(name && { name }) }
}

export type Filter = { readonly attribute: string; readonly value: string }

/** `userName eq "x"` and the like; undefined for what is no such filter. Conditions joined by `and` are answered as several. */
export const filterIn = (text: string): Filter[] | undefined => {
  const parts = text
    .split(/\s+and\s+/i)
    .map((part) => /^\s*\(?\s*([\w:.[\]" ]+?)\s+eq\s+(?:"((?:\\.|[^"\\])*)"|(true|false))\s*\)?\s*$/i.exec(part))
  if (parts.some((part) => part === null)) return undefined
  return parts.map((part) => ({ attribute: part![1]!.toLowerCase(), value: (part![2] ?? part![3] ?? '').replaceAll(/\\(.)/g, '$1') }))
}

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : typeof value === 'number' ? String(value) : undefined
const objectIn = (value: unknown): Body => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : {})
const truthOf = (value: unknown): boolean => value === true || String(value).toLowerCase() === 'true'

/** Of several the primary one, else that of a type, else the first. */
const chosen = (value: unknown, type?: string): string | undefined => {
  if (typeof value === 'string') return textIn(value)
  const list = (Array.isArray(value) ? value : []).map(objectIn)
  const best = list.find((each) => truthOf(each['primary'])) ?? list.find((each) => each['type'] === type) ?? list[0]
  return textIn(best?.['value'])
}
