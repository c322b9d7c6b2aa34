import type { Id } from '../../kernel/id.ts'
import { keysOf } from '../../kernel/keysOf.ts'
import type { FunctionCode } from '../rules/functionCode.ts'
import { codesOf, isKnownCode, isReadingCode } from './codes.ts'
import type { RoleWord } from './roles.ts'

/** Of which things a role lets its holder see what is not open to all: what each part takes in; a role has the union of its parts. */
export const roleScopes = {
  own: '本人名下的',
  department: '所在部门的',
  departmentsBelow: '所在部门及下级部门的',
  places: '管理区域的',
  placesBelow: '管理区域及下级区域的',
  categories: '指定分类的',
  all: '全部',
} as const
export type RoleScope = keyof typeof roleScopes
export const scopeKeys = keysOf(roleScopes)

/** What one role gives. */
export type RoleRights = {
  readonly codes: ReadonlySet<FunctionCode>
  readonly scopes: readonly RoleScope[]
  /** The classes of `categories`, with everything below them. */
  readonly categoryIds: readonly Id[]
  readonly hiddenFields: readonly string[]
}

/** What several roles give together. */
export type Rights = {
  readonly codes: ReadonlySet<FunctionCode>
  readonly scopes: ReadonlySet<RoleScope>
  /** Those of the roles that change something: what one role lets a person look at, another does not let him change. */
  readonly changedScopes: ReadonlySet<RoleScope>
  readonly categoryIds: readonly Id[]
  /** What every one of the roles hides. */
  readonly hiddenFields: ReadonlySet<string>
}

const deliveredScopes: Readonly<Record<RoleWord, readonly RoleScope[]>> = {
  tenant: ['all'],
  goodsmanager: ['own', 'placesBelow'],
  consummanager: ['own', 'placesBelow'],
  finance: ['all'],
  auditor: ['all'],
  ordinary_emp: ['own'],
}

/** What the head of a department has without a role: he looks at the assets of his departments and those below them. */
export const headCodes: readonly FunctionCode[] = ['gsgoodsinstance:list']

/** What people read in the place of a role where it is the head of a department who has a right. */
export const headTitle = '部门负责人'

/** What a delivered role gives, without the ordinary employee's codes that its holder has besides. */
export const deliveredRights = (word: RoleWord): RoleRights => ({
  codes: codesOf([word]),
  scopes: deliveredScopes[word],
  categoryIds: [],
  hiddenFields: [],
})

/** A role of an organisation's own as it is stored: codes that this release does not know give nothing. */
export const ownRights = ({ codes, ...otherRights }: Omit<RoleRights, 'codes'> & { readonly codes: readonly string[] }): RoleRights => ({
  ...otherRights,
  codes: new Set(codes.filter((code): code is FunctionCode => isKnownCode(code as FunctionCode))),
})

/** The union of what roles give, with what an ordinary employee may do, who everyone is. Hidden is what no role shows. */
export const rightsTogether = (roles: readonly RoleRights[]): Rights => {
  const everybody = codesOf([])
  const changingRoles = roles.filter(({ codes }) => [...codes].some((code) => !everybody.has(code) && !isReadingCode(code)))
  const [first, ...otherRoles] = roles
  return {
    codes: roles.length === 0 ? everybody : new Set([...everybody, ...roles.flatMap(({ codes }) => [...codes])]),
    scopes: new Set(roles.flatMap(({ scopes }) => scopes)),
    changedScopes: new Set(changingRoles.flatMap(({ scopes }) => scopes)),
    categoryIds: [...new Set(roles.flatMap(({ categoryIds }) => categoryIds))],
    hiddenFields: new Set((first?.hiddenFields ?? []).filter((key) => otherRoles.every(({ hiddenFields }) => hiddenFields.includes(key)))),
  }
}

/** What each part of a scope takes in besides itself. */
const covers: Readonly<Record<RoleScope, readonly RoleScope[]>> = {
  own: [],
  department: ['own'],
  departmentsBelow: ['own', 'department'],
  places: ['own'],
  placesBelow: ['own', 'places'],
  categories: ['own'],
  all: scopeKeys,
}

/** Why a person may not give a role: it gives more than the person has. */
export type Excess =
  | { readonly kind: 'code'; readonly code: FunctionCode }
  | { readonly kind: 'scope'; readonly scope: RoleScope }
  | { readonly kind: 'category' }
  | { readonly kind: 'field'; readonly key: string }

/** The first thing that a role gives and the giver does not have himself; undefined where nobody gets more from him than he has. */
export const excessOf = (giver: Rights, { codes, scopes, categoryIds, hiddenFields }: RoleRights): Excess | undefined => {
  const code = [...codes].find((wantedCode) => !giver.codes.has(wantedCode))
  if (code !== undefined) return { kind: 'code', code }
  const coveredScopes = new Set<RoleScope>(['own', ...[...giver.scopes].flatMap((scope) => [scope, ...covers[scope]])])
  const scope = scopes.find((wantedScope) => !coveredScopes.has(wantedScope))
  if (scope !== undefined) return { kind: 'scope', scope }
  const isEverywhere = giver.scopes.has('all')
  if (!isEverywhere && scopes.includes('categories') && categoryIds.some((id) => !giver.categoryIds.includes(id)))
    return { kind: 'category' }
  const key = [...giver.hiddenFields].find((hidden) => !hiddenFields.includes(hidden))
  return key === undefined ? undefined : { kind: 'field', key }
}
