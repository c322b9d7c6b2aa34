import { firstOf } from '../../kernel/assert.ts'
import { keysOf } from '../../kernel/keysOf.ts'
import type { Id } from '../../kernel/id.ts'
import type { Params } from '../../kernel/refusal.ts'
import type { RobotEvent } from '../robots/robot.ts'
import type { MessageCategory } from '../rules/messageCategories.ts'
import type { Schedule } from './schedule.ts'

/** One thing that a person is reminded of: what people call it, and how many days are left until its day (negative: days late). */
export type ReminderSubject = {
  readonly subject: string
  readonly name: string
  /** What the sentence about it says besides, by the names of its places. */
  readonly params?: Params
  /** A line below the title. */
  readonly note?: string
  readonly daysLeft?: number
  /** The screen of the thing itself, where it is another than the kind's. */
  readonly link?: string
}

/** A sentence with `{name}` places; it is told in the reader's language. */
export type Sentence = { readonly words: string; readonly params: Params }

/**
 * A kind of reminder. `concerns` is who gets it, and may switch it off; `text` tells them when it comes. Those with a `schedule` are sent by
 * the daily job; the others at once, in the transaction of what they tell of.
 */
export type Reminder = {
  readonly title: string
  readonly text: string
  readonly concerns: 'everybody' | 'keepers' | 'administrators'
  /** What it is to groups of a chat whose robot tells it: how many there are and what they are called, and no one's name. */
  readonly group?: RobotEvent
  /** True for what cannot be switched off. */
  readonly always?: true
  readonly category: MessageCategory
  readonly schedule?: Schedule
  /** What is said of one thing: `{thing}` is its name, `{days}` how many days are left or late. */
  readonly one: (daysLeft: number) => string
  /** What is said of several at once, with a place `{n}`; where all have the same day, `daysLeft` says which. */
  readonly several: (daysLeft: number | undefined) => string
  /** The kinds of documents that may be begun for one thing where it is told. */
  readonly begins?: readonly string[]
  /** Where several are listed, and one that has no screen of its own. */
  readonly list: string
}

const cardOf = '/pages/goods/GsGoodsInstance/gsgoodsinstance-detail'

/** The screen of one asset. */
export const cardLink = (asset: Id): string => `${cardOf}?id=${asset}`

/** Every reminder that there is. */
export const reminders = {
  loanDue: {
    title: '借用即将到期',
    text: '您借用的资产到期前 3 天、前 1 天和当天',
    concerns: 'everybody',
    category: 'asset',
    schedule: { days: [3, 1, 0] },
    one: (daysLeft) => ['{thing}今天应归还', '{thing}明天应归还'][daysLeft] ?? '{thing}应在 {days} 天后归还',
    several: (daysLeft) =>
      daysLeft === undefined
        ? '{n} 件借用的资产即将到期'
        : (['{n} 件借用的资产今天应归还', '{n} 件借用的资产明天应归还'][daysLeft] ?? '{n} 件借用的资产应在 {days} 天后归还'),
    begins: ['GsRevertOrder', 'GsRenewOrder'],
    list: '/pages/goods/mainpage/borrowme',
  },
  loanOverdue: {
    title: '借用已逾期',
    text: '逾期后第 1、3、7 天，之后每 7 天，直到归还',
    concerns: 'everybody',
    category: 'asset',
    schedule: { days: [-1, -3, -7], again: 7 },
    one: () => '{thing}已逾期 {days} 天，请尽快归还',
    several: () => '{n} 件借用的资产已逾期，请尽快归还',
    begins: ['GsRevertOrder', 'GsRenewOrder'],
    list: '/pages/goods/mainpage/borrowme',
  },
  handedOver: {
    title: '资产到您名下',
    text: '别人把资产发放、借出或转移给您时',
    concerns: 'everybody',
    category: 'asset',
    one: () => '{thing}已到您名下',
    several: () => '{n} 件资产已到您名下',
    list: '/pages/goods/mainpage/mygoods',
  },
  handoverWaiting: {
    title: '待您确认领取',
    text: '发放、借出给您的物品需要您确认领取时',
    concerns: 'everybody',
    category: 'asset',
    one: () => '{thing}已为您备好，领到后请确认',
    several: () => '{n} 批物品已为您备好，领到后请确认',
    list: '/pages/personal/receipts',
  },
  handoverReversed: {
    title: '资产已不在您名下',
    text: '发放、借出或转移给您的单据被冲销时',
    concerns: 'everybody',
    category: 'asset',
    one: () => '单据已冲销，{thing}已不在您名下',
    several: () => '单据已冲销，{n} 件资产已不在您名下',
    list: '/pages/goods/mainpage/mygoods',
  },
  documentReversed: {
    title: '您的单据被冲销',
    text: '别人冲销了您提交的单据时',
    concerns: 'everybody',
    category: 'asset',
    one: () => '您的单据{thing}已被冲销',
    several: () => '您的 {n} 张单据已被冲销',
    list: '/pages/goods/mainpage/index',
  },
  repairDone: {
    title: '资产修好了',
    text: '您使用或报修的资产修好时',
    concerns: 'everybody',
    category: 'asset',
    one: () => '{thing}已修好',
    several: () => '{n} 件资产已修好',
    list: '/pages/goods/mainpage/mygoods',
  },
  receiptWaiting: {
    title: '待确认收货',
    text: '有调拨发往您管理的区域时',
    concerns: 'keepers',
    category: 'asset',
    one: () => '{thing}正在运往{place}，到货后请确认收货',
    several: () => '{n} 批资产正在运来，到货后请确认收货',
    list: '/pages/personal/receipts',
  },
  lentOverdue: {
    title: '借出逾期未还',
    group: 'overdue',
    text: '您管理的资产借出逾期后第 1、3、7 天，之后每 7 天',
    concerns: 'keepers',
    category: 'asset',
    schedule: { days: [-1, -3, -7], again: 7 },
    one: () => '{thing}借给{holder}已逾期 {days} 天',
    several: () => '{n} 件借出的资产逾期未还',
    list: '/pages/goods/GsGoodsInstance/index?state=lent',
  },
  maintenanceDue: {
    title: '保养到期',
    text: '您管理的资产应保养前 7 天、前 1 天和当天，之后每 7 天，直到登记保养',
    concerns: 'keepers',
    category: 'asset',
    schedule: { days: [7, 1, 0], again: 7 },
    one: (daysLeft) =>
      daysLeft < 0
        ? '{thing}的保养已逾期 {days} 天'
        : (['{thing}今天应保养', '{thing}明天应保养'][daysLeft] ?? '{thing}应在 {days} 天后保养'),
    several: (daysLeft) =>
      daysLeft === undefined ? '{n} 件资产需要保养' : (['{n} 件资产今天应保养', '{n} 件资产明天应保养'][daysLeft] ?? '{n} 件资产需要保养'),
    list: '/pages/goods/GsGoodsInstance/index',
  },
  warrantyEnding: {
    title: '保修即将到期',
    text: '您管理的资产保修到期前 30 天、前 7 天和当天',
    concerns: 'keepers',
    category: 'asset',
    schedule: { days: [30, 7, 0] },
    one: (daysLeft) => ['{thing}的保修今天到期', '{thing}的保修明天到期'][daysLeft] ?? '{thing}的保修还有 {days} 天到期',
    several: () => '{n} 件资产的保修即将到期',
    list: '/pages/goods/GsGoodsInstance/index',
  },
  countShared: {
    title: '分派给您的盘点',
    text: '有盘点任务分派给您时',
    concerns: 'everybody',
    category: 'asset',
    one: () => '{thing}：有一部分由您盘点',
    several: () => '{n} 个盘点任务有一部分由您盘点',
    list: '/pages/goods/components/inventoryScan/index',
  },
  countDue: {
    title: '盘点即将截止',
    text: '您的盘点截止前 3 天、前 1 天和当天，逾期后每 3 天，直到盘完',
    concerns: 'everybody',
    category: 'asset',
    schedule: { days: [3, 1, 0, -1], again: 3 },
    one: (daysLeft) =>
      daysLeft < 0
        ? '{thing}的盘点已逾期 {days} 天'
        : (['{thing}的盘点今天截止', '{thing}的盘点明天截止'][daysLeft] ?? '{thing}的盘点还有 {days} 天截止'),
    several: () => '{n} 个盘点任务即将截止',
    list: '/pages/goods/components/inventoryScan/index',
  },
  selfCountAsked: {
    title: '请盘点名下资产',
    text: '组织请您盘点自己名下的资产时',
    concerns: 'everybody',
    category: 'asset',
    one: () => '{thing}：请盘点您名下的 {pieces} 件资产',
    several: () => '{n} 次盘点请您盘点名下的资产',
    list: '/pages/goods/mainpage/selfcount',
  },
  selfCountDue: {
    title: '自盘即将截止',
    text: '您还有资产没有自盘：截止前 3 天、前 1 天和当天，逾期后每 3 天',
    concerns: 'everybody',
    category: 'asset',
    schedule: { days: [3, 1, 0, -1], again: 3 },
    one: (daysLeft) =>
      daysLeft < 0
        ? '{thing}：您还有 {pieces} 件资产没有盘点，已逾期 {days} 天'
        : (['{thing}：您还有 {pieces} 件资产没有盘点，今天截止', '{thing}：您还有 {pieces} 件资产没有盘点，明天截止'][daysLeft] ??
          '{thing}：您还有 {pieces} 件资产没有盘点，还有 {days} 天'),
    several: () => '{n} 次盘点中您名下还有资产没有盘点',
    list: '/pages/goods/mainpage/selfcount',
  },
  selfCountUnanswered: {
    title: '部门自盘未完成',
    text: '您的部门在自盘截止当天和逾期后每 3 天仍有人没有盘完时',
    concerns: 'everybody',
    category: 'asset',
    schedule: { days: [0, -1], again: 3 },
    one: () => '{thing}：您部门还有 {people} 人没有完成自盘',
    several: () => '{n} 次盘点中您部门还有人没有完成自盘',
    list: '/pages/goods/GsInventoryOrder/index',
  },
  stockLow: {
    title: '库存低于最低库存',
    group: 'stock',
    text: '您管理的库存因出库低于最低库存时',
    concerns: 'keepers',
    category: 'stock',
    one: () => '{thing}低于最低库存：{place}还有 {left}{unit}',
    several: () => '{n} 种耗材低于最低库存',
    list: '/pages/consumables/CsLocStock/index?low=1',
  },
  stockEnough: {
    title: '库存已补足',
    text: '您管理的库存回到最低库存以上时',
    concerns: 'keepers',
    category: 'stock',
    one: () => '{thing}已补足：{place}有 {left}{unit}',
    several: () => '{n} 种耗材已补足',
    list: '/pages/consumables/CsLocStock/index',
  },
  licenceEnding: {
    title: '会员套餐到期',
    group: 'licence',
    text: '到期前 30 天、前 7 天、前 1 天，到期后第 1、7、30 天',
    concerns: 'administrators',
    always: true,
    category: 'system',
    schedule: { days: [30, 7, 1, -1, -7, -30] },
    one: (daysLeft) =>
      daysLeft < 0 ? '{thing}已到期 {days} 天' : (['{thing}今天到期', '{thing}明天到期'][daysLeft] ?? '{thing}还有 {days} 天到期'),
    several: (daysLeft) => {
      if (daysLeft === undefined) return '{n} 个会员套餐即将到期'
      return daysLeft < 0 ? '{n} 个会员套餐已到期 {days} 天' : '{n} 个会员套餐还有 {days} 天到期'
    },
    list: '/pages/user/people',
  },
} as const satisfies Record<string, Reminder>

export type ReminderKind = keyof typeof reminders
export const reminderKinds = keysOf(reminders)

/** By what a message of a kind is known, and the kind of one. */
export const noticeOf = (kind: ReminderKind): string => `reminder.${kind}`
export const reminderOfNotice = (notice: string | null): Reminder | undefined => {
  const kind = reminderKinds.find((kind) => noticeOf(kind) === notice)
  return kind && reminders[kind]
}

/** What one person is told of some things of a kind: one sentence, the lines below it, and where it leads. */
export const reminderText = (
  reminder: Reminder,
  subjects: readonly ReminderSubject[],
): { readonly title: Sentence; readonly content: string; readonly link: string } => {
  const first = firstOf(subjects)
  const others = subjects.slice(1)
  const days = Math.abs(first.daysLeft ?? 0)
  if (others.length === 0)
    return {
      title: { words: reminder.one(first.daysLeft ?? 0), params: { ...first.params, thing: first.name, days } },
      content: first.note ?? '',
      link: first.link ?? reminder.list,
    }
  const same = others.every(({ daysLeft }) => daysLeft === first.daysLeft)
  const lines = subjects.slice(0, linesAtMost).map(({ name, note }) => [name, note].filter(Boolean).join(' · '))
  return {
    title: { words: reminder.several(same ? first.daysLeft : undefined), params: { n: subjects.length, ...(same && { days }) } },
    content: [...lines, ...(subjects.length > linesAtMost ? ['…'] : [])].join('\n'),
    link: reminder.list,
  }
}

/** What a group is told of things of a kind: how many, and what they are called. */
export const saidToGroup = (
  reminder: Reminder,
  subjects: readonly ReminderSubject[],
): { readonly title: Sentence; readonly content: string; readonly link: string } => {
  const [first] = subjects
  const same = first?.daysLeft !== undefined && subjects.every(({ daysLeft }) => daysLeft === first.daysLeft)
  const days = Math.abs(first?.daysLeft ?? 0)
  return {
    title: { words: reminder.several(same ? first.daysLeft : undefined), params: { n: subjects.length, ...(same && { days }) } },
    content: [...subjects.slice(0, linesAtMost).map(({ name }) => name), ...(subjects.length > linesAtMost ? ['…'] : [])].join('\n'),
    link: reminder.list,
  }
}

const linesAtMost = 20
