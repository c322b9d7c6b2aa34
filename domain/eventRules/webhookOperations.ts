import * as v from 'valibot'
import { byId, counterInput, idInput, listInput, nothing, operation, pageOf } from '../operations/define.ts'
import type { Where } from '../tables/view.ts'
import { type RuleEvent, ruleBody, ruleEvents } from './eventRule.ts'

const path = '/api/operation/webhook'
const access = ['webhook:save'] as const

export const webhooksAtMost = 50

/** Why a webhook rests until a person switches it on. */
export const webhookPauses = {
  failing: '连续三天发送失败，已暂停',
  maker: '设置人已停用或没有权限，已暂停',
  gone: '接收方回复410，不再接收，已暂停',
} as const
export type WebhookPause = keyof typeof webhookPauses

/** A webhook as it is answered; never its secret. It reads in the rights of the person who saved it last. */
export type Webhook = {
  readonly id: string
  readonly title: string
  readonly url: string
  readonly subject: string
  readonly events: readonly RuleEvent[]
  readonly where: Where
  readonly isOn: boolean
  readonly pause: WebhookPause | null
  readonly version: number
  readonly makerName: string
  /** How many messages wait, and how many times in a row the last one failed. */
  readonly waitingCount: number
  readonly failures: number
  readonly deliveredAt: string | null
  /** Until when the former secret signs as well. */
  readonly formerUntil: string | null
}
const webhook = v.custom<Webhook>((value) => typeof value === 'object' && value !== null)

export const webhookList = operation({
  name: 'webhook.list',
  method: 'GET',
  path: `${path}/list`,
  title: 'Webhook',
  access,
  input: nothing,
  output: v.object({ list: v.array(webhook) }),
  reads: true,
})

/** Events of which days are no happening: nothing changed when a day comes. */
const sentEvent = v.picklist(
  (Object.keys(ruleEvents) as RuleEvent[]).filter((event) => event !== 'reached'),
  '没有这种事件',
)

/** Makes a webhook under the client's id, or changes it; the secret of a new one is told once. */
export const webhookSave = operation({
  name: 'webhook.save',
  path: `${path}/save`,
  title: '保存Webhook',
  access,
  input: v.strictObject({
    id: idInput,
    version: counterInput(0),
    title: v.pipe(v.string('应为文字'), v.trim(), v.minLength(1, '请填写名称'), v.maxLength(40, '不能超过{max}个字')),
    url: v.pipe(v.string('应为文字'), v.trim(), v.maxLength(500, '不能超过{max}个字')),
    subject: ruleBody.subject,
    events: v.pipe(v.array(sentEvent, '应为列表'), v.minLength(1, '请选择事件'), v.maxLength(20, '最多{max}项')),
    where: ruleBody.where,
    isOn: v.boolean('应为是或否'),
  }),
  output: v.object({ webhook, secret: v.nullable(v.string()) }),
  secrets: ['secret'],
})

/** Switches a webhook on or off; switched on, what waits is sent. */
export const webhookSwitch = operation({
  name: 'webhook.switch',
  path: `${path}/switch`,
  title: '启停Webhook',
  access,
  input: v.strictObject({ id: idInput, isOn: v.boolean('应为是或否') }),
  output: webhook,
})

/** Takes a webhook out of the list for good; what waits is not sent. */
export const webhookDelete = operation({
  name: 'webhook.delete',
  path: `${path}/delete`,
  title: '删除Webhook',
  access,
  input: byId,
  output: v.object({ deleted: v.boolean() }),
})

/** Makes another secret; for a day messages are signed with both. */
export const webhookRenewSecret = operation({
  name: 'webhook.renewSecret',
  path: `${path}/renewSecret`,
  title: '更换签名密钥',
  access,
  input: byId,
  output: v.object({ webhook, secret: v.nullable(v.string()) }),
  secrets: ['secret'],
})

/** Why a receiver did not answer. */
export const webhookFaults = {
  late: '接收方没有在规定的时间内回复',
  closed: '接收方拒绝连接，请检查地址和端口',
  unknown: '找不到接收方的域名',
  inside: '地址指向内部网络，没有发送',
} as const

/** Sends a test message at once and answers what came back. */
export const webhookTest = operation({
  name: 'webhook.test',
  path: `${path}/test`,
  title: '发送测试消息',
  access,
  input: byId,
  output: v.object({ isDelivered: v.boolean(), status: v.nullable(v.number()), tookMs: v.number(), answer: v.string() }),
})

export const deliveryStates = { waiting: '等待发送', delivered: '已送达', failed: '失败' } as const
export type DeliveryState = keyof typeof deliveryStates

const delivery = v.object({
  id: v.string(),
  isTest: v.boolean(),
  state: v.picklist(Object.keys(deliveryStates) as DeliveryState[]),
  /** How many events it tells of. */
  count: v.number(),
  at: v.string(),
  attempts: v.number(),
  nextAt: v.string(),
  doneAt: v.nullable(v.string()),
  status: v.nullable(v.number()),
  tookMs: v.nullable(v.number()),
  /** What the receiver answered; without a status, why nothing came back. */
  answer: v.nullable(v.string()),
  body: v.string(),
})
export type WebhookDelivery = v.InferOutput<typeof delivery>

export const webhookDeliveries = operation({
  name: 'webhook.deliveries',
  path: `${path}/deliveries`,
  title: 'Webhook发送记录',
  access,
  input: v.strictObject({ ...listInput, id: idInput }),
  output: pageOf(delivery),
  answer: 'page',
  reads: true,
})

/** Sends a message anew, with the same id: who has it already knows it by that. */
export const webhookResend = operation({
  name: 'webhook.resend',
  path: `${path}/resend`,
  title: '重新发送',
  access,
  input: byId,
  output: v.object({ isWaiting: v.boolean() }),
})
