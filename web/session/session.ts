import { useSyncExternalStore } from 'react'
import type { LicenceState } from '../../domain/licence/licence.ts'
import { cacheSeconds, recentAccessLimit, storagePrefix } from '../../domain/rules/constants.ts'

/** Who is signed in, as the sign-in answered it; X-DEPTS and X-ROLES are JSON text or lists. */
export type UserInfo = {
  'X-UID': string
  'X-UserName'?: string
  'X-Admin'?: string | number
  'X-OperationId'?: string
  'X-OperationName'?: string
  'X-OperationAvatar'?: string
  'X-Avatar'?: string
  'X-DEPT-ID'?: string
  'X-DEPTS'?: string | readonly Department[]
  'X-ROLES'?: string | readonly Role[]
  'X-UserId'?: string
  'X-First'?: string | number
  'X-Phone'?: string
  token_type?: string
  access_token?: string
}

export type Department = { deptId: string; deptName: string; deptCode?: string }
export type Role = { roleCode: string; roleName: string; roleType?: string | number; roleHide?: string | number | boolean }

/** One entry of the menu or one function of a page, as `GET /api/auth/resources` answers them. */
export type Resource = {
  resourceCode: string
  parentCode?: string | null
  resourceTypeCode: string
  resourceName: string
  mobilePath?: string | null
  funs?: readonly { resourceCode: string; resourceTypeCode?: string; resourceName?: string }[]
  icon?: string | null
  mobileIcon?: string | null
  color?: string | null
  offenUse?: boolean | number | string | null
  alwaysShow?: boolean | number | string | null
  supportMobile?: boolean | number | string | null
  mobileMainpage?: boolean | number | string | null
}

export type Visit = {
  name: string
  path: string
  icon?: string | null | undefined
  mobileIcon?: string | null | undefined
  color?: string | null | undefined
  title: string
  uid: string
}

/** The session as screens read it. Without a token everything else is empty. */
export type Session = {
  readonly token: string | undefined
  readonly tokenType: string
  readonly uid: string
  readonly username: string
  /** 1 for the person who administers the organisation. */
  readonly isAdmin: 0 | 1
  readonly isFirst: boolean
  readonly avatar: string
  readonly phone: string
  readonly deptId: string
  readonly departments: readonly Department[]
  readonly roles: readonly Role[]
  readonly operationId: string
  readonly operationName: string
  readonly operationAvatar: string
  /** The codes of every function in the menu: what the buttons of all pages ask for. */
  readonly buttons: readonly string[]
  /** The menu as it was answered last, or undefined while it was not. */
  readonly resources: readonly Resource[] | undefined
  /** Whether the membership lets people work, as it was answered last, or undefined while it was not. */
  readonly licence: LicenceState | undefined
  /** True for a person who looks around although the membership is over. */
  readonly looks: boolean
}

/** Reads a stored item; undefined where it is absent, expired or damaged. */
export const stored = <T>(key: string): T | undefined => {
  const text = storage()?.getItem(storagePrefix + key)
  if (!text) return undefined
  const item = parseJson<{ value: T; expire: number | null }>(text)
  if (!item || typeof item !== 'object') return undefined
  if (item.expire !== null && item.expire !== undefined && item.expire <= Date.now()) {
    storage()?.removeItem(storagePrefix + key)
    return undefined
  }
  return item.value
}

/**
 * Stores an item for `seconds` (1200); 0 means that it never expires. Keys that start with an underscore outlive the session. The session
 * stays the same object where the item only lasts longer than before.
 */
export const store = (key: string, value: unknown, seconds = cacheSeconds): void => {
  if (put(key, value, seconds)) handleChange()
}

/** The same for what the session does not say: no one is told. */
export const storeAside = (key: string, value: unknown, seconds = cacheSeconds): void => void put(key, value, seconds)

/** Answers whether the item is another one now. */
const put = (key: string, value: unknown, seconds: number): boolean => {
  const before = storage()?.getItem(storagePrefix + key) ?? undefined
  if (value === undefined) {
    storage()?.removeItem(storagePrefix + key)
    return before !== undefined
  }
  const head = `{"value":${JSON.stringify(value)},"expire":`
  storage()?.setItem(storagePrefix + key, `${head}${seconds === 0 ? null : Date.now() + seconds * 1000}}`)
  return !before?.startsWith(head)
}

/** Keeps what a successful sign-in answered. No other window sees a moment in between at which no one is signed in. */
export const signedIn = (answer: UserInfo, login: { username?: string } = {}): void => {
  isHidden = false
  forgetItems(tokenKey)
  put(tokenKey, answer.access_token, 0)
  put('token_type', answer.token_type ?? 'bearer', 0)
  put('login_user_info', answer, 0)
  put('login_info', login, 0)
  put('login_username', login.username ?? answer['X-UserName'], 0)
  if (login.username) put('_login_username', login.username, 0)
  handleChange()
}

/** Whether a token is the one that the device keeps now, also where another window has just changed it. */
export const isHere = (askedPath: string): boolean => stored<string>(tokenKey) === askedPath

/** Whether this window takes no one for signed in, whatever session the device keeps, until a person signs in here. */
export const hideSession = (isOn: boolean): void => {
  isHidden = isOn
  handleChange()
}

/** Keeps a changed part of the user info, for instance a new avatar. */
export const changeUserInfo = (change: Partial<UserInfo>): void => {
  const info = stored<UserInfo>('login_user_info')
  if (info) store('login_user_info', { ...info, ...change }, 0)
}

/** Keeps who the server says is signed in, also where only the token was known, and whether their organisation's membership holds. */
export const keepUser = ({ licence, ...answer }: Partial<UserInfo> & { licence: LicenceState }): void => {
  const before = stored<UserInfo>('login_user_info')
  const info = Object.fromEntries(Object.entries(answer).filter(([key]) => key.startsWith('X-')))
  store('login_user_info', { ...before, ...info }, 0)
  if (stored('login_username') === undefined) store('login_username', answer['X-UserId'], 0)
  if (stored('token_type') === undefined) store('token_type', 'bearer', 0)
  // The person who looks around has been told; when it is over another time they are told again.
  if (licence === 'active') store('looks', undefined)
  store('licence', licence, 0)
}

/** The question that keeps it; asked again where a person wants to know whether the membership holds by now. */
export const entranceKey = 'auth.entrance'

/** The menu is kept until another is answered; it counts as fresh for a while. */
export const keepResources = (resources: readonly Resource[]): void => {
  storeAside(
    'client_menu_consum',
    resources.filter((resource) => resource.mobilePath?.startsWith('/pages/consumables')),
    0,
  )
  store('client_menu', resources, 0)
  storeAside('client_menu_fresh', true)
}

/** Whether the menu was asked for a moment ago. */
export const isMenuFresh = (): boolean => stored<boolean>('client_menu_fresh') === true

/** Forgets everything but the items whose key starts with an underscore. */
export const clear = (): void => {
  forgetItems()
  handleChange()
}

const forgetItems = (but?: string): void => {
  for (const key of Object.keys(storage() ?? {}))
    if (key.startsWith(storagePrefix) && !key.startsWith(`${storagePrefix}_`) && key !== storagePrefix + but) storage()?.removeItem(key)
}

/** The places this person opened last, newest first, at most 10. */
export const recentVisits = (uid: string): readonly Visit[] => stored<Visit[]>(`_recent_${uid}`) ?? []
export const rememberVisit = (visit: Visit): void => {
  const otherVisits = recentVisits(visit.uid).filter(({ path }) => path !== visit.path)
  store(`_recent_${visit.uid}`, [visit, ...otherVisits].slice(0, recentAccessLimit), 0)
}

/** What keeps something of the person who is signed in says here how it is forgotten: that happens before anyone hears that it is another person. */
export const onNewPerson = (forget: () => void): void => void forgetters.push(forget)

export const session = (): Session => (current ??= read())

/** The session; the component renders again whenever it changes, in this window or another. */
export const useSession = (): Session => useSyncExternalStore(subscribe, session)

/** True for a flag however the contract writes it: true, 1 or '1'. */
export const isSet = (flag: unknown): boolean => flag === true || flag === 1 || flag === '1' || flag === 'true'

const tokenKey = 'Access-Token'

/** The browser's; where there is none, nothing is remembered. */
const storage = (): Storage | undefined => globalThis.localStorage
const listeners = new Set<() => void>()
const forgetters: (() => void)[] = []
let current: Session | undefined
let token: string | undefined
let isHidden = false

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const handleChange = (): void => {
  current = undefined
  const before = token
  token = session().token
  if (before && token !== before) for (const forget of forgetters) forget()
  for (const listener of listeners) listener()
}

globalThis.addEventListener?.('storage', (event: StorageEvent) => {
  if (event.key?.startsWith(storagePrefix) ?? true) handleChange()
})

const read = (): Session => {
  const info = stored<UserInfo>('login_user_info')
  const resources = stored<Resource[]>('client_menu')
  return {
    token: isHidden ? undefined : stored<string>(tokenKey),
    tokenType: stored<string>('token_type') ?? 'bearer',
    uid: String(info?.['X-UID'] ?? ''),
    username: info?.['X-UserName'] ?? '',
    isAdmin: isSet(info?.['X-Admin']) ? 1 : 0,
    isFirst: isSet(info?.['X-First']),
    avatar: info?.['X-Avatar'] ?? '',
    phone: info?.['X-Phone'] ?? '',
    deptId: String(info?.['X-DEPT-ID'] ?? ''),
    departments: listOf<Department>(info?.['X-DEPTS']),
    roles: listOf<Role>(info?.['X-ROLES']),
    operationId: String(info?.['X-OperationId'] ?? ''),
    operationName: info?.['X-OperationName'] ?? '',
    operationAvatar: info?.['X-OperationAvatar'] ?? '',
    buttons: [...new Set((resources ?? []).flatMap(({ funs }) => (funs ?? []).map(({ resourceCode }) => resourceCode)))],
    resources,
    licence: stored<LicenceState>('licence'),
    looks: stored<boolean>('looks') === true,
  }
}

const listOf = <T>(value: string | readonly T[] | undefined): readonly T[] => {
  const list = typeof value === 'string' ? parseJson<unknown>(value) : value
  return Array.isArray(list) ? list : []
}

const parseJson = <T>(text: string): T | undefined => {
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}

// A person may be signed in already; read once everything that reading takes is there.
token = session().token
