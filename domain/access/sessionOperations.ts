import * as v from 'valibot'
import { licenceStates } from '../licence/licence.ts'
import { idInput, nothing, operation } from '../operations/define.ts'

const flag = v.picklist([0, 1])

/** Who is signed in, in the words of the contract. Lists in it are JSON text. */
export const identity = {
  'X-UID': v.string(),
  'X-UserName': v.string(),
  'X-Admin': flag,
  'X-OperationId': v.string(),
  'X-OperationName': v.string(),
  'X-OperationAvatar': v.string(),
  'X-Avatar': v.string(),
  'X-DEPT-ID': v.string(),
  /** JSON list of {deptId, deptName, deptCode}; the main department first. */
  'X-DEPTS': v.string(),
  /** JSON list of the active roles: {roleCode, roleName, roleType, roleHide}. */
  'X-ROLES': v.string(),
  /** The login name, or the phone number of the person who has none. */
  'X-UserId': v.string(),
  /** 1 while the password is one that another person chose: until another is chosen, nothing else is answered. */
  'X-First': flag,
  'X-Phone': v.string(),
}
export const identityAnswer = v.object(identity)
export type Identity = v.InferOutput<typeof identityAnswer>

export const signOut = operation({
  name: 'oauth.logout',
  withoutLicence: true,
  path: '/api/oauth/logout',
  title: '退出登录',
  access: 'signed-in',
  beforeOwnPassword: true,
  input: v.strictObject({ uid: v.optional(idInput) }),
  output: v.object({ ended: v.number() }),
})

const pageFunction = v.object({ resourceCode: v.string(), resourceTypeCode: v.literal('function'), resourceName: v.string() })

/** The menu and the functions of the person who asks, as a flat list; `parentCode` makes it a tree. */
export const resources = operation({
  name: 'auth.resources',
  method: 'GET',
  path: '/api/auth/resources',
  title: '菜单与功能',
  access: 'signed-in',
  beforeOwnPassword: true,
  input: nothing,
  output: v.array(
    v.object({
      resourceCode: v.string(),
      parentCode: v.string(),
      resourceTypeCode: v.picklist(['menu', 'menu_item']),
      mobilePath: v.string(),
      funs: v.array(pageFunction),
      resourceName: v.string(),
      icon: v.string(),
      mobileIcon: v.string(),
      color: v.string(),
      offenUse: flag,
      alwaysShow: flag,
      supportMobile: flag,
      mobileMainpage: flag,
    }),
  ),
  reads: true,
})

export const roleRow = v.object({ roleCode: v.string(), roleName: v.string(), roleType: v.number(), roleHide: v.boolean() })

export const currentUser = operation({
  name: 'auth.getCurUser',
  method: 'GET',
  path: '/api/auth/getCurUser',
  title: '当前用户',
  access: 'signed-in',
  beforeOwnPassword: true,
  input: nothing,
  output: v.object({
    ...identity,
    /** Everything that was granted; the active ones are in X-ROLES. */
    grantedRoles: v.array(v.object({ ...roleRow.entries, active: v.boolean() })),
    /** The locations this person manages directly. */
    managedLocations: v.array(v.object({ locId: v.string(), locName: v.string() })),
    /** The function codes of the active roles. */
    codes: v.array(v.string()),
    /** Whether the organisation's membership lets people work, and if not, why; by the clock of the server. */
    licence: v.picklist(licenceStates),
  }),
  reads: true,
})

export const isMobileSignedIn = operation({
  name: 'auth.isMobileLogin',
  method: 'GET',
  path: '/api/auth/isMobileLogin',
  title: '是否已在手机登录',
  access: 'signed-in',
  beforeOwnPassword: true,
  input: v.strictObject({ uid: v.optional(idInput) }),
  /** True only for one's own uid, and where a session of the phone's client is open for it. */
  output: v.boolean(),
  reads: true,
})
