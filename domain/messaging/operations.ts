import * as v from 'valibot'
import { keysOf } from '../../kernel/keysOf.ts'
import { messageCategories } from '../rules/messageCategories.ts'
import { byId, idInput, listInput, nothing, operation, pageOf, type Operation } from '../operations/define.ts'

/** What a message is to the client that shows it; the contract's numbers. */
export const messageTypes = { chat: 1, system: 2, mail: 3, heart: 4, notify: 5 } as const
export type MessageType = (typeof messageTypes)[keyof typeof messageTypes]

const category = v.picklist(keysOf(messageCategories), '消息类别有误')

/** 0 not read, 1 read; clients of the contract send numbers or texts. */
const readState = v.pipe(v.union([v.picklist([0, 1]), v.picklist(['0', '1'])], '阅读状态有误'), v.transform(Number))

const messageRow = v.object({
  id: v.string(),
  msgId: v.string(),
  msgType: v.number(),
  category: v.string(),
  categoryName: v.string(),
  title: v.string(),
  content: v.string(),
  /** The screen it leads to, a path of the screen table with its query; null where there is nothing to open. */
  link: v.nullable(v.string()),
  /** What may be begun for what a reminder tells of: kinds of documents, and the thing. */
  begins: v.nullable(v.object({ kinds: v.array(v.string()), about: v.string() })),
  readState: v.picklist([0, 1]),
  createdAt: v.string(),
  readAt: v.nullable(v.string()),
})
export type MessageRow = v.InferOutput<typeof messageRow>

/** The caller's messages, newest first. `page` counts from 1; `after` continues behind the row whose `next` was answered. */
export const messageList = operation({
  name: 'msgmessage.list',
  path: '/api/msg/msgmessage/list',
  title: '消息列表',
  access: 'signed-in',
  input: v.strictObject({
    ...listInput,
    readState: v.optional(readState),
    category: v.optional(category),
    msgType: v.optional(
      v.pipe(v.number('消息类型有误'), v.integer('消息类型有误'), v.minValue(1, '消息类型有误'), v.maxValue(999, '消息类型有误')),
    ),
  }),
  output: pageOf(messageRow),
  answer: 'page',
  reads: true,
})

export const messageInfo = operation({
  name: 'msgmessage.info',
  method: 'GET',
  path: '/api/msg/msgmessage/info/{id}',
  title: '消息详情',
  access: 'signed-in',
  input: byId,
  output: messageRow,
  reads: true,
})

/** Marks the caller's messages as read, or with `readState` 0 as unread: one (`id`), several (`ids`), or `all`, of one category if named. */
export const messageUpdate = operation({
  name: 'msgmessage.update',
  withoutLicence: true,
  path: '/api/msg/msgmessage/update',
  title: '标记已读',
  changes: ['msgmessage', 'msgtemplatecat', 'workbench'],
  access: 'signed-in',
  input: v.pipe(
    v.strictObject({
      id: v.optional(idInput),
      msgId: v.optional(idInput),
      ids: v.optional(v.pipe(v.array(idInput, '应为编号列表'), v.maxLength(1000, '最多{max}项'))),
      all: v.optional(v.boolean()),
      category: v.optional(category),
      readState: v.optional(readState),
    }),
    v.check(({ id, msgId, ids, all }) => (id ?? msgId ?? ids) !== undefined || all === true, '请选择消息'),
  ),
  output: v.object({ updated: v.number(), unreadCount: v.number() }),
})

/**
 * What arrived since the last pull, oldest first, at most 100. Give back `lastId` as `since`; what arrived in the last seconds may be
 * answered twice, so that nothing that was committed late is missed. Without `since`: the newest ten, and where to go on.
 */
export const messagePull = operation({
  name: 'msgmessage.pullMessage',
  path: '/api/msg/msgmessage/pullMessage',
  title: '拉取新消息',
  access: 'signed-in',
  input: v.strictObject({ since: v.optional(idInput) }),
  output: v.object({ list: v.array(messageRow), lastId: v.string(), unreadCount: v.number() }),
  reads: true,
})

/** How many are unread; counting stops at 1000. */
export const messageUnread = operation({
  name: 'msgmessage.unreadCount',
  path: '/api/msg/msgmessage/unreadCount',
  title: '未读消息数',
  access: 'signed-in',
  input: nothing,
  output: v.object({ unreadCount: v.number() }),
  reads: true,
})

/** The categories of messages, each with the number of unread ones and since when the reader keeps it at the top. */
export const messageCategoryList = operation({
  name: 'msgtemplatecat.list',
  path: '/api/msg/msgtemplatecat/list',
  title: '消息类别',
  access: 'signed-in',
  input: v.strictObject(listInput),
  output: pageOf(
    v.object({ id: v.string(), catCode: v.string(), catName: v.string(), unreadCount: v.number(), pinnedAt: v.nullable(v.string()) }),
  ),
  answer: 'page',
  reads: true,
})

/** Keeps a category of notices at the top of the reader's conversations, or no longer. */
export const messagePin = operation({
  name: 'msgtemplatecat.pin',
  path: '/api/msg/msgtemplatecat/pin',
  title: '置顶消息类别',
  access: 'signed-in',
  input: v.strictObject({ category, pinned: v.boolean('应为是或否') }),
  output: v.object({ pinnedAt: v.nullable(v.string()) }),
  withoutLicence: true,
})

export const messageOperations: readonly Operation[] = [
  messageList,
  messageInfo,
  messageUpdate,
  messagePull,
  messageUnread,
  messageCategoryList,
  messagePin,
]
