import * as v from 'valibot'
import { attachments } from '../../kernel/fields/attachments.ts'
import { storedPath } from '../../kernel/fields/storedPath.ts'
import { byId, idInput, idsInput, listInput, operation, pageOf, type Operation } from '../operations/define.ts'

/** The states of a news item, by the contract's number. */
export const newsStates = { draft: 1, published: 2, withdrawn: 3 } as const

/** How many files one part of a text may hold. */
export const maxNewsFiles = 9

const words = (max: number) => v.pipe(v.string('应为文字'), v.trim(), v.maxLength(max, '不能超过{max}个字'))
const flag = v.optional(v.union([v.boolean(), v.picklist([0, 1, '0', '1', 'true', 'false'])], '应为是或否'))

/** One part of a text; never markup of a browser. A text with `marks` is read by `domain/text/markup.ts`, one without is shown as it stands. */
const block = v.variant('kind', [
  v.strictObject({ kind: v.literal('heading'), text: words(200) }),
  v.strictObject({ kind: v.literal('text'), text: words(5000), marks: v.optional(v.literal(true)) }),
  v.strictObject({ kind: v.literal('picture'), url: storedPath, caption: v.optional(words(200)) }),
  v.strictObject({ kind: v.literal('files'), files: v.pipe(attachments.check({ type: 'attachments', max: maxNewsFiles }, '附件')) }),
])
export type NewsBlock = v.InferOutput<typeof block>

const newsRow = {
  id: v.string(),
  newsId: v.string(),
  newsType: v.picklist(['news', 'notice']),
  title: v.string(),
  summary: v.string(),
  /** JSON text: a list of {url}; `url` is the stored path. */
  pic: v.string(),
  state: v.picklist([1, 2, 3]),
  pinned: v.boolean(),
  publisherUid: v.string(),
  userEntity: v.object({ uid: v.string(), userName: v.string(), avatar: v.nullable(v.string()) }),
  /** The caller's own record; empty while unread. */
  readRecordEntities: v.array(v.object({ readId: v.string(), isread: v.picklist([0, 1]), readAt: v.string() })),
  readCount: v.number(),
  publishedAt: v.nullable(v.string()),
  createdAt: v.string(),
  version: v.number(),
}
const listRow = v.object(newsRow)
export const newsInfoAnswer = v.object({ ...newsRow, body: v.array(block) })
export type NewsRow = v.InferOutput<typeof listRow>
export type NewsInfo = v.InferOutput<typeof newsInfoAnswer>

/**
 * News and announcements, pinned ones first, then the latest. The person who may not write news sees published ones only, whatever `state` is
 * asked for. The query flags of the contract change nothing: their answers are always there.
 */
export const newsList = operation({
  name: 'newannnews.list',
  path: '/api/news/newannnews/list',
  title: '新闻公告列表',
  access: 'signed-in',
  input: v.strictObject({
    ...listInput,
    state: v.optional(v.pipe(v.union([v.picklist([1, 2, 3]), v.picklist(['1', '2', '3'])], '状态有误'), v.transform(Number))),
    newsType: v.optional(v.picklist(['news', 'notice'], '类型有误')),
    queryReadRecord: flag,
    queryUser: flag,
    queryRealTime: flag,
  }),
  output: pageOf(listRow),
  answer: 'page',
  reads: true,
})

export const newsInfo = operation({
  name: 'newannnews.info',
  method: 'GET',
  path: '/api/news/newannnews/info/{id}',
  title: '新闻公告详情',
  access: 'signed-in',
  input: byId,
  output: newsInfoAnswer,
  reads: true,
})

const content = {
  newsType: v.optional(v.picklist(['news', 'notice'], '类型有误')),
  summary: v.optional(words(300)),
  body: v.optional(v.pipe(v.array(block, '正文有误'), v.maxLength(200, '正文过长'))),
  pic: v.optional(v.pipe(v.array(storedPath, '应为图片'), v.maxLength(9, '最多{max}张图片'))),
  pinned: v.optional(v.boolean('应为是或否')),
}
const title = v.pipe(words(100), v.minLength(1, '必填'))

/** Writes a draft. The client may name its id: sending it again changes nothing. */
export const newsSave = operation({
  name: 'newannnews.save',
  path: '/api/news/newannnews/save',
  title: '新增新闻公告',
  changes: ['newannnews', 'newreadrecord', 'workbench'],
  access: ['newannnews:save'],
  input: v.strictObject({ id: v.optional(idInput), title, ...content }),
  output: newsInfoAnswer,
})

/** Changes what is named; with `version` only where no one else has changed it meanwhile. */
export const newsUpdate = operation({
  name: 'newannnews.update',
  path: '/api/news/newannnews/update',
  title: '修改新闻公告',
  changes: ['newannnews', 'newreadrecord', 'workbench'],
  access: ['newannnews:save'],
  input: v.strictObject({ id: idInput, version: v.optional(v.number()), title: v.optional(title), ...content }),
  output: newsInfoAnswer,
})

/** Shows it to everyone and, the first time, tells them. Publishing what is published changes nothing. */
export const newsPublish = operation({
  name: 'newannnews.publish',
  path: '/api/news/newannnews/publish',
  title: '发布新闻公告',
  changes: ['newannnews', 'newreadrecord', 'workbench'],
  access: ['newannnews:save'],
  input: byId,
  output: newsInfoAnswer,
})

export const newsWithdraw = operation({
  name: 'newannnews.withdraw',
  path: '/api/news/newannnews/withdraw',
  title: '撤下新闻公告',
  changes: ['newannnews', 'newreadrecord', 'workbench'],
  access: ['newannnews:save'],
  input: byId,
  output: newsInfoAnswer,
})

export const newsDelete = operation({
  name: 'newannnews.delete',
  path: '/api/news/newannnews/delete',
  title: '删除新闻公告',
  changes: ['newannnews.list', 'workbench'],
  access: ['newannnews:delete'],
  input: idsInput,
  output: v.object({ deleted: v.number() }),
})

const readRecord = v.object({
  id: v.string(),
  readId: v.string(),
  newsId: v.string(),
  newsTitle: v.string(),
  uid: v.string(),
  userName: v.string(),
  isread: v.literal(1),
  readAt: v.string(),
})
export type ReadRecord = v.InferOutput<typeof readRecord>

/** The caller's read records, latest first; for the person who writes news everyone's of the item named. */
export const readRecordList = operation({
  name: 'newreadrecord.list',
  path: '/api/news/newreadrecord/list',
  title: '阅读记录',
  access: 'signed-in',
  input: v.strictObject({ ...listInput, newsId: v.optional(idInput) }),
  output: pageOf(readRecord),
  answer: 'page',
  reads: true,
})

export const readRecordInfo = operation({
  name: 'newreadrecord.info',
  method: 'GET',
  path: '/api/news/newreadrecord/info/{id}',
  title: '阅读记录详情',
  access: 'signed-in',
  input: byId,
  output: readRecord,
  reads: true,
})

/** Marks a published item as read by the caller; once is enough. */
export const readRecordSave = operation({
  name: 'newreadrecord.save',
  withoutLicence: true,
  path: '/api/news/newreadrecord/save',
  title: '标记新闻已读',
  changes: ['newannnews', 'newreadrecord', 'workbench'],
  access: 'signed-in',
  input: v.strictObject({ newsId: idInput, isread: v.optional(v.picklist([1, '1'])) }),
  output: readRecord,
})

/** The time of reading becomes now. */
export const readRecordUpdate = operation({
  name: 'newreadrecord.update',
  withoutLicence: true,
  path: '/api/news/newreadrecord/update',
  title: '更新阅读记录',
  changes: ['newannnews', 'newreadrecord', 'workbench'],
  access: 'signed-in',
  input: v.pipe(
    v.strictObject({
      id: v.optional(idInput),
      readId: v.optional(idInput),
      newsId: v.optional(idInput),
      isread: v.optional(v.picklist([1, '1'])),
    }),
    v.check(({ id, readId, newsId }) => (id ?? readId ?? newsId) !== undefined, '请选择阅读记录'),
  ),
  output: readRecord,
})

/** The items named by the caller's own records are unread again. */
export const readRecordDelete = operation({
  name: 'newreadrecord.delete',
  path: '/api/news/newreadrecord/delete',
  title: '删除阅读记录',
  changes: ['newannnews', 'newreadrecord', 'workbench'],
  access: 'signed-in',
  input: idsInput,
  output: v.object({ deleted: v.number() }),
})

/** As delete, also by the items that were read. */
export const readRecordRemove = operation({
  ...readRecordDelete,
  name: 'newreadrecord.remove',
  path: '/api/news/newreadrecord/remove',
  title: '标记新闻未读',
  changes: ['newannnews', 'newreadrecord', 'workbench'],
})

/** Refused where the caller has read the item already, as the contract's uniqueness check does. */
export const readRecordCheck = operation({
  name: 'newreadrecord.checkFieldValue',
  path: '/api/news/newreadrecord/checkFieldValue',
  title: '检查是否已读',
  access: 'signed-in',
  input: v.strictObject({ fieldName: v.picklist(['newsId'], '字段有误'), fieldValue: idInput, id: v.optional(idInput) }),
  output: v.object({ exists: v.boolean() }),
  reads: true,
})

export const newsOperations: readonly Operation[] = [
  newsList,
  newsInfo,
  newsSave,
  newsUpdate,
  newsPublish,
  newsWithdraw,
  newsDelete,
  readRecordList,
  readRecordInfo,
  readRecordSave,
  readRecordUpdate,
  readRecordDelete,
  readRecordRemove,
  readRecordCheck,
]
