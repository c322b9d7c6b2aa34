import { keysOf } from '../../kernel/keysOf.ts'
import * as v from 'valibot'
import { recordOf } from '../../kernel/recordOf.ts'
import { choicesFor, ringCategories, ringChoices } from './ringing.ts'
import { byId, nothing, operation, type Operation } from '../operations/define.ts'

const path = '/api/msg/msgpush'
const categories = keysOf(ringCategories)

/** The key that browsers subscribe with, base64url; or why nothing is pushed here, in a sentence for people. */
export const pushKey = operation({
  name: 'msgpush.key',
  method: 'GET',
  path: `${path}/key`,
  title: '推送公钥',
  access: 'signed-in',
  input: nothing,
  output: v.variant('t', [
    v.object({ t: v.literal('on'), key: v.string(), keyId: v.string() }),
    v.object({ t: v.literal('off'), why: v.string() }),
  ]),
  reads: true,
})

const key = (bytes: number, words: string) =>
  v.pipe(
    v.string(words),
    v.regex(/^[A-Za-z0-9_-]+={0,2}$/, words),
    v.check((text) => Math.floor((text.replace(/=+$/, '').length * 3) / 4) === bytes, words),
  )

/** The subscription of the caller's browser, for as long as his session; sent again it is the same. Refused: `push.service` where we push to no such service. */
export const pushSave = operation({
  name: 'msgpush.save',
  withoutLicence: true,
  path: `${path}/save`,
  title: '开启推送',
  access: 'signed-in',
  changes: ['msgpush.'],
  input: v.strictObject({
    endpoint: v.pipe(v.string('推送地址有误'), v.maxLength(2000, '推送地址有误'), v.url('推送地址有误')),
    p256dh: key(65, '推送密钥有误'),
    auth: key(16, '推送密钥有误'),
    keyId: v.pipe(v.string('推送密钥有误'), v.regex(/^[A-Za-z0-9_-]{1,40}$/, '推送密钥有误')),
    /** What people call the device: 'iPhone · Safari'. */
    device: v.pipe(v.string('应为文字'), v.trim(), v.maxLength(80, '不能超过{max}个字')),
  }),
  output: v.object({ id: v.string() }),
  secrets: ['endpoint', 'p256dh', 'auth'],
})

/** Ends a subscription of the caller's: one of his devices (`id`), or whatever this session has. */
export const pushDelete = operation({
  name: 'msgpush.delete',
  withoutLicence: true,
  path: `${path}/delete`,
  title: '关闭推送',
  access: 'signed-in',
  changes: ['msgpush.'],
  input: v.strictObject({ id: v.optional(byId.entries.id) }),
  output: v.object({ deleted: v.number() }),
})

const device = v.object({
  id: v.string(),
  device: v.string(),
  /** The one that asks. */
  isThis: v.boolean(),
  createdAt: v.string(),
  /** When a push service took something for it, and when it did not, with its words. */
  deliveredAt: v.nullable(v.string()),
  failedAt: v.nullable(v.string()),
  failure: v.nullable(v.string()),
  /** It was made for a key that is ours no more: the device says so when it is opened again. */
  isOutdated: v.boolean(),
})
export type PushDevice = v.InferOutput<typeof device>

/** The caller's devices that are pushed to, newest first. */
export const pushDevices = operation({
  name: 'msgpush.list',
  path: `${path}/list`,
  title: '接收推送的设备',
  access: 'signed-in',
  input: nothing,
  output: v.array(device),
  reads: true,
})

/** Pushes something to one of the caller's devices at once; what came of it, in words where it did not go. */
export const pushTest = operation({
  name: 'msgpush.test',
  withoutLicence: true,
  path: `${path}/test`,
  title: '测试推送',
  access: 'signed-in',
  changes: ['msgpush.'],
  input: v.strictObject({ id: byId.entries.id }),
  output: v.object({ delivered: v.boolean(), why: v.nullable(v.string()) }),
})

const minute = v.pipe(v.number('时间有误'), v.integer('时间有误'), v.minValue(0, '时间有误'), v.maxValue(1439, '时间有误'))
const wishes = v.pipe(
  v.partial(v.strictObject(recordOf(categories, () => v.picklist(ringChoices, '没有这个选项')))),
  v.check(
    (wish) => categories.every((category) => wish[category] === undefined || choicesFor(category).includes(wish[category])),
    '没有这个选项',
  ),
)
const settings = v.object({
  wanted: v.record(v.string(), v.picklist(ringChoices)),
  quiet: v.nullable(v.object({ from: v.number(), until: v.number() })),
  hides: v.boolean(),
})

/** What may ring at the caller. */
export const pushWishes = operation({
  name: 'msgpush.wishes',
  path: `${path}/wishes`,
  title: '查看推送设置',
  access: 'signed-in',
  input: nothing,
  output: settings,
  reads: true,
})

/** Changes what may ring at the caller: what is named, the rest stays. */
export const pushSettings = operation({
  name: 'msgpush.settings',
  withoutLicence: true,
  path: `${path}/settings`,
  title: '推送设置',
  access: 'signed-in',
  changes: ['msgpush.'],
  input: v.strictObject({
    wanted: v.optional(wishes),
    quiet: v.optional(v.nullable(v.strictObject({ from: minute, until: minute }))),
    hides: v.optional(v.boolean('应为是或否')),
  }),
  output: settings,
})

export const pushOperations: readonly Operation[] = [pushKey, pushSave, pushDelete, pushDevices, pushTest, pushWishes, pushSettings]
