import * as v from 'valibot'
import { byId, counterInput, idInput, listInput, nothing, operation, pageOf } from '../operations/define.ts'
import { isNetwork } from './network.ts'

const basePath = '/api/operation/apikey'
const owners = ['apikey:save', 'apikey:manage'] as const

/** A key lives so many days at most. */
export const keyDaysAtMost = 365
/** So many keys of one person are in use at once. */
export const keysAtMost = 50
/** So many days before its end the person is told who answers for it. */
export const keyWarningDays = [14, 3] as const

const words = (max: number) => v.pipe(v.string('应为文字'), v.trim(), v.maxLength(max, '不能超过{max}个字'))
const name = v.pipe(words(40), v.minLength(1, '请填写密钥名称'))
const network = v.pipe(
  v.string('应为文字'),
  v.trim(),
  v.check((text) => isNetwork(text), '网络地址有误，例如203.0.113.0/24'),
)
const networks = v.pipe(v.array(network, '网络地址有误'), v.maxLength(50, '最多{max}项'))
const days = v.pipe(counterInput(1), v.maxValue(keyDaysAtMost, '不能大于{max}'))

/** The secret goes out once and is not kept; sent again, the same call answers null. */
const secretAnswer = v.object({ id: v.string(), token: v.nullable(v.string()) })

export const keyStates = { active: '生效中', expired: '已过期', revoked: '已吊销' } as const
export type KeyState = keyof typeof keyStates

const key = v.object({
  id: v.string(),
  name: v.string(),
  /** How the secret begins and ends, so that one tells keys apart. */
  hint: v.string(),
  state: v.picklist(Object.keys(keyStates) as KeyState[]),
  ownerUid: v.string(),
  ownerName: v.string(),
  /** True of a key that acts under a name of its own. */
  isService: v.boolean(),
  codes: v.array(v.string()),
  /** The places that it is limited to; null: all that its owner sees. */
  places: v.nullable(v.array(v.object({ id: v.string(), name: v.string() }))),
  networks: v.array(v.string()),
  isReadOnly: v.boolean(),
  createdAt: v.string(),
  expiresAt: v.string(),
  usedAt: v.nullable(v.string()),
  usedFrom: v.nullable(v.string()),
  version: v.number(),
})
export type ApiKey = v.InferOutput<typeof key>

/** Keys, newest first: one's own, or with `all` those of everybody, for which `apikey:manage` is needed. */
export const keyList = operation({
  name: 'apikey.list',
  method: 'GET',
  path: `${basePath}/list`,
  title: 'API密钥',
  access: owners,
  input: v.strictObject({ ...listInput, all: v.optional(v.picklist(['0', '1'], '应为是或否')) }),
  output: pageOf(key),
  answer: 'page',
  reads: true,
})

export const keyInfo = operation({
  name: 'apikey.info',
  path: `${basePath}/info`,
  title: '密钥详情',
  access: owners,
  input: byId,
  output: key,
  reads: true,
})

export const keyActions = {
  save: '创建',
  update: '修改',
  renew: '换发',
  revoke: '吊销',
  takeOver: '接管',
  ownerLeft: '负责人离开',
} as const
export type KeyAction = keyof typeof keyActions

/** What became of a key, newest first. */
export const keyEvents = operation({
  name: 'apikey.events',
  path: `${basePath}/events`,
  title: '密钥变更记录',
  access: owners,
  input: v.strictObject({ ...listInput, id: idInput }),
  output: pageOf(
    v.object({
      id: v.string(),
      action: v.picklist(Object.keys(keyActions) as KeyAction[]),
      byName: v.string(),
      at: v.string(),
      from: v.nullable(v.string()),
      before: v.nullable(v.string()),
      after: v.nullable(v.string()),
    }),
  ),
  answer: 'page',
  reads: true,
})

/** Makes a key under the client's id; with `isService` it gets a name of its own in records, for which `apikey:manage` is needed. */
export const keySave = operation({
  name: 'apikey.save',
  path: `${basePath}/save`,
  title: '新建密钥',
  access: owners,
  input: v.strictObject({
    id: idInput,
    name,
    isService: v.boolean('应为是或否'),
    codes: v.pipe(
      v.array(v.pipe(v.string(), v.maxLength(100)), '应为列表'),
      v.minLength(1, '请选择密钥的权限'),
      v.maxLength(1000, '最多{max}项'),
    ),
    locIds: v.optional(v.nullable(v.pipe(v.array(idInput, '应为编号列表'), v.minLength(1, '请选择区域'), v.maxLength(200, '最多{max}项')))),
    networks: v.optional(networks, []),
    isReadOnly: v.boolean('应为是或否'),
    days,
  }),
  output: secretAnswer,
  secrets: ['token'],
})

/** Changes what a key is called and where it may come from; other rights take another key. */
export const keyUpdate = operation({
  name: 'apikey.update',
  path: `${basePath}/update`,
  title: '修改密钥',
  access: owners,
  input: v.strictObject({ id: idInput, version: counterInput(1), name, networks }),
  output: key,
})

/** Makes another key with the rights, and the account, of one that is in use; the former works until it is revoked or over. */
export const keyRenew = operation({
  name: 'apikey.renew',
  path: `${basePath}/renew`,
  title: '换发密钥',
  access: owners,
  input: v.strictObject({ id: idInput, newId: idInput, days }),
  output: secretAnswer,
  secrets: ['token'],
})

export const keyRevoke = operation({
  name: 'apikey.revoke',
  path: `${basePath}/revoke`,
  title: '吊销密钥',
  access: owners,
  withoutLicence: true,
  input: byId,
  output: key,
})

/** The caller answers from now on for a key of an account; it can do no more than he can. */
export const keyTakeOver = operation({
  name: 'apikey.takeOver',
  path: `${basePath}/takeOver`,
  title: '接管密钥',
  access: ['apikey:manage'],
  input: byId,
  output: key,
})

/** What the key that asks may do at this moment: the first call of a developer who connects a program. */
export const keyCurrent = operation({
  name: 'apikey.current',
  method: 'GET',
  path: `${basePath}/current`,
  title: '当前密钥',
  access: 'signed-in',
  byKey: 'always',
  input: nothing,
  output: v.object({
    /** Null where a person asks who is signed in. */
    id: v.nullable(v.string()),
    organisationId: v.string(),
    actsAs: v.object({ id: v.string(), name: v.string() }),
    codes: v.array(v.string()),
    isReadOnly: v.boolean(),
    expiresAt: v.nullable(v.string()),
  }),
  reads: true,
})
