import { choice, date, department, flag, money, person, quantity, text, declaredField } from '../../../kernel/field.ts'
import { documentKinds } from '../../documents/all.ts'
import type { DocumentKind } from '../../documents/define.ts'
import { processStatuses, taskStatuses } from '../flow/statuses.ts'
import type { Table, TableColumn } from '../../tables/define.ts'

const never = { required: 'never' } as const
const isShown = true
const [asked, sorted] = [true, true] as const

const optionsOf = (words: Readonly<Record<string, string>>) => Object.entries(words).map(([value, label]) => ({ value, label }))
/** What becomes of a task by the word of the person who has it. */
const decisions = Object.entries(taskStatuses).filter(([value]) => ['2', '3', '4'].includes(value))

/** What every application says of itself. */
const application = {
  title: { ...text('申请', never), asked, sorted, read: true, shown: isShown, names: true, widthPx: 240 },
  summary: { ...text('摘要', never), asked, shown: isShown, widthPx: 320 },
  amount: { ...money('金额', never), asked, sorted, widthPx: 112 },
  number: { ...text('编号', never), asked, sorted, widthPx: 152 },
  documentCode: { ...text('单号', never), widthPx: 200 },
  flowKey: { ...text('流程', never), asked, flow: true, widthPx: 144 },
} satisfies Record<string, TableColumn>

/** Of another person's application, whose it is: in words, and to ask for. */
const initiator = { ...text('申请人', never), shown: isShown, widthPx: 96 } satisfies TableColumn
const initiators = {
  initiatorUid: { ...person('申请人', never), asked, besides: true },
  deptId: { ...department('申请部门', never), asked, besides: true },
} satisfies Record<string, TableColumn>

const moment = (label: string) => ({ ...date(label, never), asked, sorted, moment: true, widthPx: 112 }) satisfies TableColumn
const processStatus = (label: string) =>
  ({ ...choice(label, optionsOf(processStatuses), never), asked, sorted, widthPx: 104 }) satisfies TableColumn

/** What every task says of itself. */
const task = {
  nodeName: { ...text('审批环节', never), asked, sorted, read: true, shown: isShown, widthPx: 152 },
  createdAt: moment('提交时间'),
  dueAt: moment('办理期限'),
  overdue: { ...flag('超时'), asked, atHand: true, widthPx: 72 },
} satisfies Record<string, TableColumn>

/** What waits for one's decision. */
export const taskTable: Table = {
  name: 'tasks',
  title: '我的审批',
  columns: {
    title: application.title,
    initiator,
    summary: application.summary,
    amount: { ...application.amount, shown: isShown, summed: true },
    nodeName: task.nodeName,
    openedAt: { ...moment('到达时间'), shown: isShown },
    status: { ...text('状态', never), shown: isShown, widthPx: 104 },
    createdAt: task.createdAt,
    dueAt: task.dueAt,
    overdue: task.overdue,
    urged: { ...flag('催办'), asked, widthPx: 72 },
    suspended: { ...flag('已暂停'), asked, widthPx: 72 },
    flowKey: application.flowKey,
    number: application.number,
    ...initiators,
  },
  usualOrder: '最新的在前',
}

/** What one has decided. */
export const decisionTable: Table = {
  name: 'decisions',
  title: '已处理的审批',
  columns: {
    title: application.title,
    initiator,
    summary: application.summary,
    amount: { ...application.amount, shown: isShown, summed: true },
    nodeName: task.nodeName,
    decidedAt: { ...moment('处理时间'), shown: isShown },
    status: { ...choice('状态', optionsOf(Object.fromEntries(decisions)), never), asked, shown: isShown, widthPx: 104 },
    processStatus: processStatus('申请状态'),
    openedAt: moment('到达时间'),
    createdAt: task.createdAt,
    dueAt: task.dueAt,
    overdue: task.overdue,
    flowKey: application.flowKey,
    number: application.number,
    ...initiators,
  },
  usualOrder: '最新的在前',
}

/** What one applied for; a draft is no application yet, and stands in a list of its own. */
export const applicationTable: Table = {
  name: 'applications',
  title: '我的申请',
  columns: {
    title: application.title,
    summary: application.summary,
    amount: { ...application.amount, shown: isShown, summed: true },
    waiting: { ...text('当前处理', never), shown: isShown, widthPx: 240 },
    createdAt: { ...moment('提交时间'), shown: isShown },
    status: { ...processStatus('状态'), shown: isShown },
    endedAt: moment('结束时间'),
    suspended: { ...flag('已暂停'), asked, widthPx: 72 },
    flowKey: application.flowKey,
    number: application.number,
    documentCode: application.documentCode,
    phase: {
      ...choice('进度', optionsOf({ running: '进行中', ended: '已结束' }), never),
      asked,
      besides: true,
    },
  },
  usualOrder: '最新的在前',
}

/** All applications of the organisation. */
export const monitorTable: Table = {
  name: 'monitored',
  title: '流程监控',
  columns: {
    title: application.title,
    initiator,
    summary: application.summary,
    amount: { ...application.amount, shown: isShown, summed: true },
    waiting: { ...text('当前处理', never), shown: isShown, widthPx: 240 },
    createdAt: { ...moment('提交时间'), shown: isShown },
    status: { ...processStatus('状态'), shown: isShown },
    endedAt: moment('结束时间'),
    suspended: declaredField(applicationTable.columns, 'suspended'),
    flowKey: { ...application.flowKey, shown: isShown },
    number: application.number,
    documentCode: application.documentCode,
    hours: { ...quantity('耗时（小时）', { required: 'never', places: 1 }), summedInGroups: true, besides: true },
    phase: {
      ...choice('进度', optionsOf({ running: '进行中', stuck: '等待无人', ended: '已结束' }), never),
      asked,
      besides: true,
    },
    ...initiators,
  },
  usualOrder: '最新的在前',
}

/** What one was copied on. */
export const copyTable: Table = {
  name: 'copies',
  title: '抄送我的',
  columns: {
    title: application.title,
    initiator,
    summary: application.summary,
    amount: application.amount,
    by: { ...text('抄送者', never), shown: isShown, widthPx: 96 },
    comment: { ...text('留言', never), asked, shown: isShown, widthPx: 200 },
    copiedAt: { ...moment('抄送时间'), shown: isShown },
    status: { ...processStatus('状态'), shown: isShown },
    createdAt: task.createdAt,
    flowKey: application.flowKey,
    number: application.number,
    reading: { ...choice('阅读', optionsOf({ unread: '未读', read: '已读' }), never), asked, besides: true },
    ...initiators,
    byUid: { ...person('抄送者', never), asked, besides: true },
  },
  usualOrder: '最新的在前',
}

/** The documents whose receiver is asked for his word. */
export const confirmedKinds = documentKinds.filter(({ stages = [] }) => stages.some(({ by }) => by !== undefined))

/** The documents on which employees ask for what a keeper then names. */
export const requestedKinds = documentKinds.filter(({ line }) => Object.values(line).some(({ required }) => required === 'posting'))

/** What a document among several kinds says of itself. */
const documentAmong = (kinds: readonly DocumentKind[]) =>
  ({
    code: { ...text('单号', never), asked, sorted, shown: isShown, names: true, widthPx: 240 },
    kind: {
      ...choice(
        '单据',
        kinds.map(({ kind, title }) => ({ value: kind, label: title })),
        never,
      ),
      asked,
      shown: isShown,
      widthPx: 120,
    },
    summary: { ...text('明细', never), asked, shown: isShown, widthPx: 360 },
  }) satisfies Record<string, TableColumn>

/** What waits for a keeper to name the pieces. */
export const requestTable: Table = {
  name: 'gsapplyoutstockorder',
  title: '待发放的申领',
  columns: {
    ...documentAmong(requestedKinds),
    subjectName: { ...text('申请人', never), shown: isShown, widthPx: 96 },
    submittedAt: { ...moment('提交时间'), shown: isShown },
    subjectUid: { ...person('申请人', never), asked, besides: true },
    authorUid: { ...person('制单人', never), asked, besides: true },
  },
  usualOrder: '最新的在前',
}

/** What waits for the word that it arrived. */
export const receiptTable: Table = {
  name: 'receipts',
  title: '待确认的收货',
  columns: {
    ...documentAmong(confirmedKinds),
    authorName: { ...text('制单人', never), shown: isShown, widthPx: 96 },
    submittedAt: { ...moment('提交时间'), shown: isShown },
    state: { ...text('状态', never), shown: isShown, widthPx: 168 },
    authorUid: { ...person('制单人', never), asked, besides: true },
    subjectUid: { ...person('使用人', never), asked, besides: true },
  },
  usualOrder: '最早的在前',
}
