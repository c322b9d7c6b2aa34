import * as v from 'valibot'
import { installation, pageSignatures } from './hostOperations.ts'
import { idInput, nothing, operation, type Operation } from '../operations/define.ts'

const path = '/api/workplaces'
const name = v.picklist(['dingtalk', 'wecom', 'feishu'], '没有这个工作平台')
/** Long enough that no one guesses it. */
const browserSecret = v.pipe(v.string('应为文字'), v.minLength(20, '必填'), v.maxLength(100, '不能超过{max}个字'))
const address = v.pipe(v.string('应为文字'), v.maxLength(2000, '不能超过{max}个字'), v.url('地址有误'))

/** The workplace chats that people may come from. */
export const workplaceList = operation({
  name: 'workplace.list',
  method: 'GET',
  path: `${path}/list`,
  title: '可用的工作平台',
  access: 'public',
  input: nothing,
  output: v.object({ workplaces: v.array(v.object({ name, title: v.string() })) }),
  reads: true,
})

/**
 * Where to sign in at the chat; it leads back to `redirect`, an address of ours, with `code` and `state`. `browser`: a secret of the page that asks,
 * by which it shows at the end that it began.
 */
export const workplaceSignInAddress = operation({
  name: 'workplace.signInAddress',
  secrets: ['browser'],
  path: `${path}/signInAddress`,
  title: '工作平台登录地址',
  access: 'public',
  input: v.strictObject({ name, where: v.picklist(['client', 'desk'], '应为文字'), redirect: address, browser: browserSecret }),
  output: v.object({ address: v.string(), state: v.string() }),
  changes: [],
  withoutLicence: true,
})

/** What a page hands to the script of its chat; `url` is its own address, of ours. */
export const workplaceSignatures = operation({
  name: 'workplace.signatures',
  path: `${path}/signatures`,
  title: '工作平台页面签名',
  access: 'public',
  input: v.strictObject({ name, corpId: v.pipe(v.string('应为文字'), v.maxLength(200)), url: address }),
  output: v.object({ signatures: pageSignatures }),
  changes: [],
  withoutLicence: true,
})

/** How the chat that the organisation is connected to calls a colleague; null where it does not know the person. */
export const workplaceColleague = operation({
  name: 'workplace.colleague',
  path: `${path}/colleague`,
  title: '工作平台里的同事',
  access: 'signed-in',
  input: v.strictObject({ name, uid: idInput }),
  output: v.nullable(v.object({ corpId: v.string(), personId: v.string() })),
  reads: true,
})

/** How the organisation is connected: to one chat, or to none. `waiting` of what it told is still to be worked off, `failing` of it came to nothing so far. */
const standing = v.object({
  /** `connects`: where the organisation itself can be connected; elsewhere the chat's market makes a new one. */
  available: v.array(v.object({ name, title: v.string(), connects: v.boolean() })),
  connected: v.nullable(
    v.object({
      name,
      title: v.string(),
      since: v.nullable(v.string()),
      installation,
      /** When its people were last asked for, and when that had ended. */
      syncedAt: v.nullable(v.string()),
      waiting: v.number(),
      failing: v.number(),
      /** What has to be done before the chat answers again; empty where it does. */
      alarm: v.string(),
      /** The chat's own licence for members: on which day its trial ends, and whether those that were bought are given out by themselves. */
      memberLicence: v.nullable(v.object({ isChecked: v.boolean(), endsOn: v.nullable(v.string()), isAssignedByItself: v.boolean() })),
    }),
  ),
  /** Whether people are told by the chat what they should know. */
  notices: v.boolean(),
  /** Whether conversations between people are shown inside the chat as well, besides those about things. */
  chats: v.boolean(),
})

export const workplaceStanding = operation({
  name: 'sysoperation.workplace',
  path: '/api/operation/sysoperation/workplace',
  title: '已接入的工作平台',
  access: ['sysoperation:update'],
  input: nothing,
  output: standing,
  reads: true,
})

export const workplaceSynchronise = operation({
  name: 'sysoperation.synchronise',
  path: '/api/operation/sysoperation/synchronise',
  title: '立即同步通讯录',
  access: ['sysoperation:update'],
  input: nothing,
  output: standing,
  changes: ['sysoperation.workplace'],
  withoutLicence: true,
})

export const workplaceNotices = operation({
  name: 'sysoperation.workplaceNotices',
  path: '/api/operation/sysoperation/workplaceNotices',
  title: '工作平台通知设置',
  access: ['sysoperation:update'],
  input: v.strictObject({ on: v.optional(v.boolean('应为是或否')), chats: v.optional(v.boolean('应为是或否')) }),
  output: standing,
  changes: ['sysoperation.workplace'],
  withoutLicence: true,
})

/** Where the administrator is led to install the app for the organisation; the chat leads back to `redirect`, an address of ours. */
export const workplaceConnect = operation({
  name: 'sysoperation.connect',
  path: '/api/operation/sysoperation/connect',
  title: '接入工作平台',
  access: ['sysoperation:update'],
  input: v.strictObject({ name, redirect: address }),
  output: v.object({ address: v.string() }),
  changes: [],
  withoutLicence: true,
})

export const workplaceOperations: readonly Operation[] = [
  workplaceList,
  workplaceSignInAddress,
  workplaceSignatures,
  workplaceColleague,
  workplaceStanding,
  workplaceSynchronise,
  workplaceNotices,
  workplaceConnect,
]
