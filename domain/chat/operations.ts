import * as v from 'valibot'
import { bodySchemas, type Content, messageKinds, type Brief } from './body.ts'
import { chatLimits, recallMinutesAtMost } from './limits.ts'
import { type ReactionChange, reactionFaces } from './reactions.ts'
import { counterInput, idInput, nothing, operation, type Operation } from '../operations/define.ts'
import { storedPath } from '../../kernel/fields/storedPath.ts'

const basePath = '/api/msg/msgchat'
const messageAt = '/api/msg/msgchatmessage'

/** `pair`: two people. `department`: everyone of a department, or of the organisation, as the directory has them. `subject`: about a thing. */
export const chatKinds = ['pair', 'group', 'department', 'subject'] as const
export type ChatKind = (typeof chatKinds)[number]
export const chatRoles = ['owner', 'admin', 'member'] as const
export type ChatRole = (typeof chatRoles)[number]

const whole = counterInput(0)
const flag = v.boolean('应为是或否')
const name = v.pipe(v.string('应为文字'), v.trim(), v.minLength(1, '请输入名称'), v.maxLength(chatLimits.nameSigns, '不能超过{max}个字'))
const uids = v.pipe(v.array(idInput, '应为编号列表'), v.minLength(1, '请至少选择一项'), v.maxLength(chatLimits.members, '最多{max}项'))
const chatId = { chatId: idInput }

const settingsInput = v.strictObject({
  /** Who is added later sees what was said before. */
  newcomersSeeEarlier: v.optional(flag, true),
  /** Who left still reads what was said until then. */
  leaversKeep: v.optional(flag, true),
  /** Everyone adds people; otherwise the owner and administrators. */
  everybodyAdds: v.optional(flag, true),
  /** Everyone names everyone (@所有人); otherwise the owner and administrators. */
  everybodyNamesAll: v.optional(flag, true),
  recallMinutes: v.optional(v.pipe(whole, v.maxValue(recallMinutesAtMost, '不能大于{max}')), 2),
})
export type ChatSettings = v.InferOutput<typeof settingsInput>

const brief = v.custom<Brief>((value) => typeof value === 'object' && value !== null)

/** What the list shows of a conversation, as its reader sees it. */
const head = v.object({
  chatId: v.string(),
  kind: v.picklist(chatKinds),
  /** Of a pair the other one's. */
  name: v.string(),
  avatar: v.nullable(v.string()),
  /** Of a pair: the other one, and whether he is in service. */
  partner: v.nullable(v.object({ uid: v.string(), inService: v.boolean() })),
  /** What a conversation is about; of a department group the department (`department`) or the organisation (`organisation`). */
  subject: v.nullable(v.object({ noun: v.string(), id: v.string() })),
  /** The number of its last message. Numbers run from 1 without a hole, recalls and notes included. */
  lastSeq: v.number(),
  lastAt: v.string(),
  /** What was said last; null where the reader may not see it or it was taken back with nothing behind it. */
  preview: v.nullable(v.object({ seq: v.number(), senderUid: v.nullable(v.string()), senderName: v.string(), brief })),
  unread: v.number(),
  /** A message that is not read yet names the reader, or everyone. */
  mentioned: v.nullable(v.picklist(['me', 'all'])),
  readSeq: v.number(),
  /** Numbers that the reader may see: greater than `fromSeq`, up to `toSeq`, null without an end (who left has one). */
  fromSeq: v.number(),
  /** Some of what the reader could see was cleared, because the organisation keeps it no longer. */
  isCleared: v.boolean(),
  toSeq: v.nullable(v.number()),
  mute: v.boolean(),
  pinnedAt: v.nullable(v.string()),
  role: v.picklist(chatRoles),
  /** False where the reader left, was removed, or it was dissolved: nothing can be sent. */
  isMember: v.boolean(),
  isDissolved: v.boolean(),
  memberCount: v.number(),
  membersVersion: v.number(),
})
export type ChatHead = v.InferOutput<typeof head>

const member = v.object({
  uid: v.string(),
  userName: v.string(),
  avatar: v.nullable(v.string()),
  nickname: v.nullable(v.string()),
  role: v.picklist(chatRoles),
  inService: v.boolean(),
})
export type ChatMember = v.InferOutput<typeof member>

const info = v.object({
  ...head.entries,
  version: v.number(),
  notice: v.string(),
  noticeAt: v.nullable(v.string()),
  ownerUid: v.nullable(v.string()),
  /** What the reader is called here. */
  nickname: v.nullable(v.string()),
  settings: v.object({
    newcomersSeeEarlier: v.boolean(),
    leaversKeep: v.boolean(),
    everybodyAdds: v.boolean(),
    everybodyNamesAll: v.boolean(),
    recallMinutes: v.number(),
  }),
  /** The first 500, the owner first, then administrators; others by `msgchat/members`. Empty for who is no member any more. */
  members: v.array(member),
})
export type ChatInfo = v.InferOutput<typeof info>

/**
 * A message as its reader sees it, in a list and in a frame. `content.body` is null once it was taken back. `content.kind` says how to read
 * the body: `Bodies` of domain/chat/body.ts.
 */
const message = v.object({
  id: v.string(),
  chatId: v.string(),
  seq: v.number(),
  /** Null where no one sent it: notes of the directory. */
  senderUid: v.nullable(v.string()),
  /** As he is called here. */
  senderName: v.string(),
  senderAvatar: v.nullable(v.string()),
  content: v.custom<Content>((value) => typeof value === 'object' && value !== null),
  /** What it answers; `brief` null where the reader may not see that or it was taken back. */
  reply: v.nullable(
    v.object({ id: v.string(), seq: v.number(), senderUid: v.nullable(v.string()), senderName: v.string(), brief: v.nullable(brief) }),
  ),
  /** Who answered it without words, the face that came first before the others. */
  reactions: v.array(v.object({ face: v.string(), uids: v.array(v.string()), names: v.array(v.string()) })),
  /** How often the reactions have changed. */
  reactionVersion: v.number(),
  createdAt: v.string(),
  recalledAt: v.nullable(v.string()),
  recalledBy: v.nullable(v.object({ uid: v.string(), name: v.string() })),
})
export type ChatMessage = v.InferOutput<typeof message>

/**
 * What a socket brings of a new message: `{type: 1, topic: 'chat', key: chatId, seq, membersVersion, message}`. `seq` = last + 1: append;
 * smaller or equal: known; larger: wait 300 ms, then ask `after`. A message of kind `recall` blanks its target.
 *
 * Besides, of type 5: `{topic: 'chatread', key: chatId, uid, readSeq}` where a person has read (one's own other screens; in a pair also the
 * partner), `{topic: 'chatmine', key: chatId}` where the reader's own head changed otherwise (added, removed, muted, pinned, hidden, left).
 */
export type ChatFrame = {
  readonly type: 1
  readonly topic: 'chat'
  readonly key: string
  readonly seq: number
  readonly membersVersion: number
  readonly message: ChatMessage
}

/**
 * What a socket brings of a reaction: who gave or took away which face, and the version of the reactions after it. `version` = that of the known
 * message + 1: take it in; smaller or equal: known; larger: ask for the message by `around: seq, limit: 1`.
 */
export type ReactionFrame = {
  readonly type: 1
  readonly topic: 'chatface'
  readonly key: string
  readonly seq: number
  readonly change: ReactionChange
}

const sentInput = v.variant(
  'kind',
  [
    v.strictObject({ kind: v.literal('text'), body: bodySchemas.text }),
    v.strictObject({ kind: v.literal('picture'), body: bodySchemas.picture }),
    v.strictObject({ kind: v.literal('file'), body: bodySchemas.file }),
    v.strictObject({ kind: v.literal('voice'), body: bodySchemas.voice }),
    v.strictObject({ kind: v.literal('place'), body: bodySchemas.place }),
    v.strictObject({ kind: v.literal('card'), body: bodySchemas.card }),
  ],
  '消息类型有误',
)

const chatChanges = ['msgchat.', 'workbench.counts'] as const

export const chatOperations = {
  /**
   * The reader's conversations: pinned first, then by their last message, at most 500; `next` continues. This is also the whole resume after
   * any absence. `chatIds` asks for certain ones only, hidden ones included.
   */
  list: operation({
    name: 'msgchat.list',
    path: `${basePath}/list`,
    title: '会话列表',
    access: 'signed-in',
    input: v.strictObject({
      after: v.optional(v.pipe(v.string('分页有误'), v.maxLength(100, '分页有误'))),
      chatIds: v.optional(v.pipe(v.array(idInput, '应为编号列表'), v.maxLength(100, '最多{max}项'))),
    }),
    /** `totalUnread` counts conversations that are not muted, all of them. */
    output: v.object({ list: v.array(head), totalUnread: v.number(), next: v.nullable(v.string()) }),
    reads: true,
  }),
  /** The conversation with a person (`uid`) or about a thing (`noun`, `id`), found or made. Two who open it at once get one. */
  open: operation({
    name: 'msgchat.open',
    path: `${basePath}/open`,
    title: '打开会话',
    access: 'signed-in',
    changes: chatChanges,
    input: v.union(
      [v.strictObject({ uid: idInput }), v.strictObject({ noun: v.pipe(v.string(), v.regex(/^[a-zA-Z]{1,40}$/)), id: idInput })],
      '请指明与谁或关于什么的会话',
    ),
    output: info,
  }),
  /** Makes a group of the caller, who owns it, and these people. Without a name it is called by its people. `id` is named by the client: sent again it makes none. */
  save: operation({
    name: 'msgchat.save',
    path: `${basePath}/save`,
    title: '新建群聊',
    access: 'signed-in',
    changes: chatChanges,
    input: v.strictObject({ id: idInput, name: v.optional(name), uids }),
    output: info,
  }),
  /** Makes the group of a department, or of everyone, that follows the directory; finds it where there is one. Without `deptId` everyone. */
  directory: operation({
    name: 'msgchat.directory',
    path: `${basePath}/directory`,
    title: '新建部门群',
    access: ['msgchat:all'],
    changes: chatChanges,
    input: v.strictObject({ deptId: v.optional(idInput) }),
    output: info,
  }),
  /** Changes name, picture, notice or settings; what is not named stays. `version` is the one that was read: refused where another person was faster. */
  update: operation({
    name: 'msgchat.update',
    path: `${basePath}/update`,
    title: '修改群聊',
    access: 'signed-in',
    changes: chatChanges,
    input: v.strictObject({
      ...chatId,
      version: whole,
      name: v.optional(name),
      avatar: v.optional(v.nullable(storedPath)),
      notice: v.optional(v.pipe(v.string('应为文字'), v.trim(), v.maxLength(chatLimits.noticeSigns, '不能超过{max}个字'))),
      settings: v.optional(settingsInput),
    }),
    output: info,
  }),
  /** Ends a group for everyone; what was said stays readable. Its owner may. */
  dissolve: operation({
    name: 'msgchat.dissolve',
    path: `${basePath}/dissolve`,
    title: '解散群聊',
    access: 'signed-in',
    changes: chatChanges,
    input: v.strictObject(chatId),
    output: v.object({ dissolved: v.literal(true) }),
  }),
  /** Leaves a group; an owner's part goes to an administrator, else to who is there longest. Of a group of the directory no one leaves. */
  leave: operation({
    name: 'msgchat.leave',
    path: `${basePath}/leave`,
    title: '退出群聊',
    access: 'signed-in',
    changes: chatChanges,
    input: v.strictObject(chatId),
    output: v.object({ left: v.literal(true) }),
  }),
  transfer: operation({
    name: 'msgchat.transfer',
    path: `${basePath}/transfer`,
    title: '转让群主',
    access: 'signed-in',
    changes: chatChanges,
    input: v.strictObject({ ...chatId, uid: idInput }),
    output: info,
  }),
  /** Who is a member already stays one. */
  addMembers: operation({
    name: 'msgchat.addMembers',
    path: `${basePath}/addMembers`,
    title: '添加群成员',
    access: 'signed-in',
    changes: chatChanges,
    input: v.strictObject({ ...chatId, uids }),
    output: info,
  }),
  removeMembers: operation({
    name: 'msgchat.removeMembers',
    path: `${basePath}/removeMembers`,
    title: '移除群成员',
    access: 'signed-in',
    changes: chatChanges,
    input: v.strictObject({ ...chatId, uids }),
    output: info,
  }),
  setRole: operation({
    name: 'msgchat.setRole',
    path: `${basePath}/setRole`,
    title: '设置群管理员',
    access: 'signed-in',
    changes: chatChanges,
    input: v.strictObject({ ...chatId, uids, role: v.picklist(['admin', 'member'], '角色有误') }),
    output: info,
  }),
  /** The reader's own side; what is not named stays. `hidden`: out of the list until the next message. */
  mine: operation({
    name: 'msgchat.mine',
    path: `${basePath}/mine`,
    title: '会话设置',
    access: 'signed-in',
    changes: chatChanges,
    input: v.strictObject({
      ...chatId,
      mute: v.optional(flag),
      pinned: v.optional(flag),
      hidden: v.optional(v.literal(true, '应为是或否')),
      nickname: v.optional(v.pipe(v.string('应为文字'), v.trim(), v.maxLength(chatLimits.nicknameSigns, '不能超过{max}个字'))),
    }),
    output: head,
  }),
  info: operation({
    name: 'msgchat.info',
    method: 'GET',
    path: `${basePath}/info/{id}`,
    title: '会话详情',
    access: 'signed-in',
    input: v.strictObject({ id: idInput }),
    output: info,
    reads: true,
  }),
  /** The members, in the order of their names; `likeQuery` finds name, nickname and pinyin. */
  members: operation({
    name: 'msgchat.members',
    path: `${basePath}/members`,
    title: '群成员列表',
    access: 'signed-in',
    input: v.strictObject({
      ...chatId,
      likeQuery: v.optional(v.pipe(v.string('应为文字'), v.trim(), v.maxLength(100, '不能超过{max}个字'))),
      after: v.optional(idInput),
    }),
    output: v.object({ list: v.array(member), next: v.nullable(v.string()) }),
    reads: true,
  }),
  /** The unread of all conversations that are not muted; `subjectsOnly`: only those about things are shown where the reader is. */
  unread: operation({
    name: 'msgchat.unread',
    path: `${basePath}/unread`,
    title: '未读会话消息数',
    access: 'signed-in',
    input: nothing,
    output: v.object({ totalUnread: v.number(), subjectsOnly: v.boolean() }),
    reads: true,
  }),

  /**
   * Messages of a conversation, oldest first: the newest ones, those before or after a number, or half before and half after one (`around`).
   * 50, at most 200.
   */
  messages: operation({
    name: 'msgchatmessage.list',
    path: `${messageAt}/list`,
    title: '聊天记录',
    access: 'signed-in',
    input: v.strictObject({
      ...chatId,
      before: v.optional(whole),
      after: v.optional(whole),
      around: v.optional(whole),
      limit: v.optional(v.pipe(whole, v.minValue(1, '不能小于{min}'), v.maxValue(chatLimits.answerMessages, '不能大于{max}'))),
    }),
    output: v.object({
      list: v.array(message),
      /** There are more that the reader may see before the first and behind the last. */
      hasBefore: v.boolean(),
      hasAfter: v.boolean(),
      lastSeq: v.number(),
    }),
    reads: true,
  }),
  /**
   * Sends. `id` is named by the client: the same id again with the same content is the same answer and one message; with another it is
   * refused (`chat.otherMessage`). Files were uploaded by the sender with `scope=private`. Refused: `chat.notMember`, `chat.tooFast`
   * (20 in 10 s), `chat.dissolved`, `chat.gone` (the partner is not in service).
   */
  send: operation({
    name: 'msgchatmessage.save',
    path: `${messageAt}/save`,
    title: '发送消息',
    access: 'signed-in',
    changes: [],
    input: v.strictObject({ id: idInput, ...chatId, content: sentInput, replyId: v.optional(idInput) }),
    output: message,
  }),
  /** Takes a message back: its sender for 2 minutes (a setting of the group), its owner and administrators always. Its content is gone. */
  recall: operation({
    name: 'msgchatmessage.recall',
    path: `${messageAt}/recall`,
    title: '撤回消息',
    access: 'signed-in',
    changes: [...chatChanges, 'msgchatmessage.'],
    input: v.strictObject({ ...chatId, id: idInput }),
    output: message,
  }),
  /** Answers a message with a face, or takes the face away. The same again is the same answer. */
  react: operation({
    name: 'msgchatmessage.react',
    path: `${messageAt}/react`,
    title: '回应消息',
    access: 'signed-in',
    changes: [],
    input: v.strictObject({ ...chatId, id: idInput, face: v.picklist(reactionFaces, '表情有误'), isOn: flag }),
    output: message,
  }),
  /** Everything up to this number is read. Never goes back. */
  read: operation({
    name: 'msgchatmessage.read',
    withoutLicence: true,
    path: `${messageAt}/read`,
    title: '标记会话已读',
    access: 'signed-in',
    changes: [],
    input: v.strictObject({ ...chatId, seq: whole }),
    output: v.object({ readSeq: v.number(), unread: v.number(), totalUnread: v.number() }),
  }),
  /** Who has read a message of one's own and who has not, its sender apart; those who came later are in neither. */
  readers: operation({
    name: 'msgchatmessage.readers',
    path: `${messageAt}/readers`,
    title: '消息已读人员',
    access: 'signed-in',
    input: v.strictObject({ ...chatId, id: idInput }),
    output: v.object({ read: v.array(member), unread: v.array(member), readCount: v.number(), unreadCount: v.number() }),
    reads: true,
  }),
  /**
   * Finds by two letters or more: texts, names of files and places; newest first. Without `chatId` also conversations by their name (`chats`),
   * with the first answer.
   */
  search: operation({
    name: 'msgchatmessage.search',
    path: `${messageAt}/search`,
    title: '搜索聊天记录',
    access: 'signed-in',
    input: v.strictObject({
      /** Left out where a kind says enough: all pictures, all files. */
      likeQuery: v.optional(v.pipe(v.string('应为文字'), v.trim(), v.maxLength(100, '不能超过{max}个字'))),
      chatId: v.optional(idInput),
      /** Only messages of this kind. */
      kind: v.optional(v.picklist(messageKinds, '消息类型有误')),
      after: v.optional(v.pipe(v.string('分页有误'), v.maxLength(100, '分页有误'))),
    }),
    output: v.object({
      chats: v.array(head),
      messages: v.array(v.object({ ...message.entries, chatName: v.string(), chatKind: v.picklist(chatKinds) })),
      next: v.nullable(v.string()),
    }),
    reads: true,
  }),
  /** Sends messages of one conversation on, in their order, to others. `ids` are named by the client, one for each message in its order. */
  forward: operation({
    name: 'msgchatmessage.forward',
    path: `${messageAt}/forward`,
    title: '转发消息',
    access: 'signed-in',
    changes: chatChanges,
    input: v.strictObject({
      ...chatId,
      messageIds: v.pipe(
        v.array(idInput, '应为编号列表'),
        v.minLength(1, '请至少选择一项'),
        v.maxLength(chatLimits.forwarded, '最多{max}项'),
      ),
      to: v.pipe(
        v.array(v.strictObject({ ...chatId, ids: v.array(idInput, '应为编号列表') }), '应为会话列表'),
        v.minLength(1, '请至少选择一项'),
        v.maxLength(chatLimits.forwardedTo, '最多{max}项'),
      ),
    }),
    output: v.object({ sent: v.number() }),
  }),
} as const

export const allChatOperations: readonly Operation[] = Object.values(chatOperations)
