import * as v from 'valibot'
import { keysOf } from '../../kernel/keysOf.ts'
import { formInput } from '../approval/form/form.ts'
import { dayBetween } from '../operations/day.ts'
import { dueRule } from './due.ts'
import { logPeriods } from './period.ts'
import { standingNames } from './standing.ts'
import { anything, byId, counterInput, idInput, listInput, nothing, operation, pageOf, type Operation } from '../operations/define.ts'
import { person, words } from '../approval/operations/flows.ts'
import { sheetFormats } from '../bulk/transferOperations.ts'

const period = v.picklist(keysOf(logPeriods), '周期有误')
const day = dayBetween('1000')
const people = (maximum: number) => v.pipe(v.array(idInput, '应为编号列表'), v.maxLength(maximum, '最多{max}人'))
const flag = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(['true', 'false']),
    v.transform((word) => word === 'true'),
  ),
])

// ------------------------------------------------------------------------------------------------------------ templates

const templateLook = v.object({ id: v.string(), name: v.string(), period })

const templateRow = v.object({
  ...templateLook.entries,
  /** `draft`: not published yet; `active`: people write with it; `off`: no one does any more. */
  state: v.picklist(['draft', 'active', 'off']),
  formKey: v.string(),
  /** The version of the form that new logs take; null before it is published. */
  formVersion: v.nullable(v.number()),
  /** Who writes: everyone of these departments and those below; all where it is empty. */
  departments: v.array(v.object({ id: v.string(), name: v.string() })),
  /** Who of them need not. */
  exempt: v.array(person),
  /** Who gets every log besides those who its author chooses, and sees who has not handed in. */
  receivers: v.array(person),
  /** Whether the head of the author's department gets it too. */
  toHead: v.boolean(),
  due: dueRule,
  /** So long before the end those who have not handed in are reminded; null: no one is. */
  remindMinutes: v.nullable(v.number()),
  doneField: v.nullable(v.string()),
  planField: v.nullable(v.string()),
  version: v.number(),
  /** Whether the caller writes with it. */
  mine: v.boolean(),
  /** Whether the caller may see who has not handed in, of everyone or of his departments. */
  standings: v.boolean(),
})
export type LogTemplate = v.InferOutput<typeof templateRow>

const templateInput = {
  name: v.pipe(words(40), v.minLength(1, '请填写名称')),
  period,
  departments: v.pipe(v.array(idInput, '应为编号列表'), v.maxLength(200, '最多{max}项')),
  exempt: people(500),
  receivers: people(50),
  toHead: v.boolean(),
  due: dueRule,
  remindMinutes: v.nullable(
    v.pipe(v.number('提醒时间有误'), v.integer('提醒时间有误'), v.minValue(5, '提醒时间有误'), v.maxValue(7 * 1440, '提醒时间有误')),
  ),
  doneField: v.nullable(v.pipe(v.string(), v.maxLength(80))),
  planField: v.nullable(v.pipe(v.string(), v.maxLength(80))),
}

// ----------------------------------------------------------------------------------------------------------------- logs

const periodKey = v.pipe(v.string('周期有误'), v.maxLength(10, '周期有误'))

const logRow = v.object({
  id: v.string(),
  template: templateLook,
  author: person,
  departmentName: v.string(),
  periodKey: v.string(),
  state: v.picklist(['draft', 'sent']),
  sentAt: v.nullable(v.string()),
  late: v.boolean(),
  /** When it was changed after it was handed in. */
  editedAt: v.nullable(v.string()),
  updatedAt: v.string(),
  /** The beginning of what is written. */
  summary: v.string(),
  /** Whether the caller, as a receiver, has read it; true of his own. */
  read: v.boolean(),
  readCount: v.number(),
  receiverCount: v.number(),
  commentCount: v.number(),
  likeCount: v.number(),
})
export type LogRow = v.InferOutput<typeof logRow>

/** What a person did in a period, as the books say it: how many of a sort, and the first of them, each a subject that may be opened. */
const workItem = v.object({
  /** A sentence of ours with a place `{n}`, or the title of a kind. */
  words: v.string(),
  /** What `{title}` in the words stands for. */
  title: v.string(),
  n: v.number(),
  subjects: v.array(v.object({ name: v.string(), link: v.string() })),
})
export type WorkItem = v.InferOutput<typeof workItem>
const workInput = v.pipe(
  v.array(
    v.strictObject({
      words: words(80),
      title: words(80),
      n: counterInput(1),
      subjects: v.pipe(
        v.array(
          v.strictObject({
            name: words(200),
            link: v.pipe(v.string(), v.regex(/^\/pages\/[\w/-]+(\?[\w=&.%-]*)?$/, '链接有误'), v.maxLength(300)),
          }),
        ),
        v.maxLength(50),
      ),
    }),
  ),
  v.maxLength(30),
)

const comment = v.object({
  id: v.string(),
  author: person,
  body: v.string(),
  mentions: v.array(person),
  at: v.string(),
  removable: v.boolean(),
})
export type LogComment = v.InferOutput<typeof comment>

const writtenLog = v.object({
  log: logRow,
  version: v.number(),
  design: anything,
  values: anything,
  names: v.record(v.string(), v.string()),
  pictures: v.record(v.string(), v.string()),
  work: v.array(workItem),
  receivers: v.array(v.object({ ...person.entries, readAt: v.nullable(v.string()), fixed: v.boolean() })),
  likes: v.array(person),
  liked: v.boolean(),
  comments: v.array(comment),
  may: v.object({ edit: v.boolean(), delete: v.boolean(), comment: v.boolean() }),
})
export type Log = v.InferOutput<typeof writtenLog>

const logInput = {
  id: idInput,
  templateId: idInput,
  periodKey,
  /** The version that was read; 0 for a new one. */
  version: counterInput(0),
  form: formInput,
  receivers: people(100),
  work: v.optional(workInput, []),
}
/** What a person writes, as it is read from a request. */
export type LogInput = v.InferOutput<v.StrictObjectSchema<typeof logInput, undefined>>
const savedLog = v.object({ id: v.string(), version: v.number() })

const path = '/api/mylog/mylog'
const templatesAt = '/api/mylog/mylogtemplate'
const manages = ['mylogtemplate:save'] as const
const list = {
  ...listInput,
  /** What I wrote, or what was sent to me. */
  view: v.picklist(['mine', 'toMe'], '请选择列表'),
  templateId: v.optional(idInput),
  uid: v.optional(idInput),
  /** With those below. */
  deptId: v.optional(idInput),
  from: v.optional(day),
  to: v.optional(day),
  unread: v.optional(flag),
}

/** Which logs are asked for. */
export type LogListing = v.InferOutput<v.StrictObjectSchema<typeof list, undefined>>

/** Work logs: what people did in a day, a week, a month, and who they tell. */
export const logOperations = {
  list: operation({
    name: 'mylog.list',
    path: `${path}/list`,
    title: '工作日志',
    access: 'signed-in',
    input: v.strictObject(list),
    output: pageOf(logRow),
    answer: 'page',
    reads: true,
  }),
  counts: operation({
    name: 'mylog.counts',
    path: `${path}/counts`,
    title: '日志数量',
    access: 'signed-in',
    input: nothing,
    /** `due`: the logs that the caller has not handed in, of periods that end within 36 hours or ended within the last two weeks. */
    output: v.object({
      unread: v.number(),
      due: v.array(
        v.object({ template: templateLook, periodKey: v.string(), until: v.string(), late: v.boolean(), draftId: v.nullable(v.string()) }),
      ),
    }),
    reads: true,
  }),
  info: operation({
    name: 'mylog.info',
    method: 'GET',
    path: `${path}/info/{id}`,
    title: '日志详情',
    access: 'signed-in',
    input: byId,
    output: writtenLog,
    reads: true,
  }),
  /** What a person begins a log with: the one of that period that he has begun already, or a blank one. */
  begin: operation({
    name: 'mylog.begin',
    path: `${path}/begin`,
    title: '开始写日志',
    access: 'signed-in',
    input: v.strictObject({ templateId: idInput, day: v.optional(day) }),
    output: v.object({
      template: templateRow,
      periodKey: v.string(),
      from: v.nullable(v.string()),
      to: v.nullable(v.string()),
      until: v.nullable(v.string()),
      /** The log of that period where there is one. */
      existing: v.nullable(v.string()),
      design: anything,
      /** Who the last one went to. */
      receivers: v.array(person),
      /** What was planned in the log before, and what stands in it: for "copy the last one". */
      planned: v.string(),
      last: anything,
    }),
    reads: true,
  }),
  prefill: operation({
    name: 'mylog.prefill',
    path: `${path}/prefill`,
    title: '本期做过的事',
    access: 'signed-in',
    input: v.strictObject({ templateId: idInput, periodKey }),
    output: v.object({ work: v.array(workItem) }),
    reads: true,
  }),
  /** Keeps what is written so far; the id is named by the person who writes. */
  save: operation({
    name: 'mylog.save',
    path: `${path}/save`,
    title: '保存日志草稿',
    access: 'signed-in',
    input: v.strictObject(logInput),
    output: savedLog,
  }),
  send: operation({
    name: 'mylog.send',
    path: `${path}/send`,
    title: '提交日志',
    changes: ['mylog', 'workbench'],
    access: 'signed-in',
    input: v.strictObject(logInput),
    output: v.object({ ...savedLog.entries, late: v.boolean() }),
  }),
  /** Changes a log that was handed in. */
  update: operation({
    name: 'mylog.update',
    path: `${path}/update`,
    title: '修改日志',
    access: 'signed-in',
    input: v.strictObject(logInput),
    output: savedLog,
  }),
  /** A draft, or a log that no one has read yet. */
  delete: operation({
    name: 'mylog.delete',
    path: `${path}/delete`,
    title: '删除日志',
    access: 'signed-in',
    input: byId,
    output: v.object({ deleted: v.boolean() }),
  }),
  read: operation({
    name: 'mylog.read',
    withoutLicence: true,
    path: `${path}/read`,
    title: '标记日志已读',
    access: 'signed-in',
    input: v.strictObject({
      ids: v.optional(v.pipe(v.array(idInput, '应为编号列表'), v.maxLength(1000, '最多{max}项'))),
      all: v.optional(v.boolean()),
    }),
    output: v.object({ updated: v.number() }),
  }),
  comment: operation({
    name: 'mylog.comment',
    path: `${path}/comment`,
    title: '评论日志',
    access: 'signed-in',
    input: v.strictObject({ id: idInput, body: v.pipe(words(1000), v.minLength(1, '请填写评论')), mentions: v.optional(people(20), []) }),
    output: v.object({ id: v.string() }),
  }),
  deleteComment: operation({
    name: 'mylog.deleteComment',
    path: `${path}/deleteComment`,
    title: '删除日志评论',
    access: 'signed-in',
    input: v.strictObject({ id: idInput, commentId: idInput }),
    output: v.object({ deleted: v.boolean() }),
  }),
  like: operation({
    name: 'mylog.like',
    path: `${path}/like`,
    title: '点赞日志',
    access: 'signed-in',
    input: v.strictObject({ id: idInput, liked: v.boolean() }),
    output: v.object({ likeCount: v.number() }),
  }),
  /** Who has handed in, period by period: of everyone, or of the departments that the caller heads. */
  statistics: operation({
    name: 'mylog.statistics',
    path: `${path}/statistics`,
    title: '日志提交统计',
    access: 'signed-in',
    input: v.strictObject({
      ...listInput,
      templateId: idInput,
      from: day,
      to: day,
      deptId: v.optional(idInput),
      missing: v.optional(flag),
    }),
    output: v.object({
      periods: v.array(v.object({ key: v.string(), from: v.string(), to: v.string(), until: v.nullable(v.string()) })),
      totals: v.object({ people: v.number(), sent: v.number(), late: v.number(), missing: v.number() }),
      page: pageOf(
        v.object({
          id: v.string(),
          person,
          departmentName: v.string(),
          sent: v.number(),
          late: v.number(),
          missing: v.number(),
          /** One for each period. */
          standings: v.array(v.picklist(keysOf(standingNames))),
        }),
      ),
    }),
    reads: true,
    readsReplica: true,
  }),
  export: operation({
    name: 'mylog.export',
    path: `${path}/export`,
    title: '导出日志',
    access: 'signed-in',
    input: v.strictObject({ ...list, templateId: idInput, format: v.optional(v.picklist(sheetFormats, '格式应为 xlsx 或 csv'), 'xlsx') }),
    output: v.any(),
    reads: true,
  }),
  templates: operation({
    name: 'mylogtemplate.list',
    path: `${templatesAt}/list`,
    title: '日志模板',
    access: 'signed-in',
    /** Those that the caller writes with or sees the standings of; all of them for the person who designs them. */
    input: v.strictObject(listInput),
    output: pageOf(templateRow),
    answer: 'page',
    reads: true,
  }),
  /** A new template; without a form it begins with the delivered one of its period. */
  saveTemplate: operation({
    name: 'mylogtemplate.save',
    path: `${templatesAt}/save`,
    title: '新建日志模板',
    changes: ['mylogtemplate', 'mylog', 'workflow.form'],
    access: manages,
    input: v.strictObject({ id: idInput, formKey: v.optional(v.pipe(v.string(), v.maxLength(40))), ...templateInput }),
    output: templateRow,
  }),
  updateTemplate: operation({
    name: 'mylogtemplate.update',
    path: `${templatesAt}/update`,
    title: '修改日志模板',
    changes: ['mylogtemplate', 'mylog'],
    access: manages,
    input: v.strictObject({
      id: idInput,
      version: counterInput(1),
      off: v.optional(v.boolean()),
      ...v.partial(v.strictObject(templateInput)).entries,
    }),
    output: templateRow,
  }),
  /** From now on people write with the form as it was published last; a draft of the form is published by this. */
  publishTemplate: operation({
    name: 'mylogtemplate.publish',
    path: `${templatesAt}/publish`,
    title: '启用日志模板',
    changes: ['mylogtemplate', 'mylog', 'workflow.form'],
    access: manages,
    input: byId,
    output: templateRow,
  }),
  /** Day, week and month as they are delivered, ready to be written with. */
  standardTemplates: operation({
    name: 'mylogtemplate.standard',
    path: `${templatesAt}/standard`,
    title: '启用标准日志模板',
    changes: ['mylogtemplate', 'mylog', 'workflow.form'],
    access: manages,
    input: nothing,
    output: v.object({ list: v.array(templateRow) }),
  }),
} as const

export const allLogOperations: readonly Operation[] = Object.values(logOperations)
