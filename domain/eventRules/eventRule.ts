import * as v from 'valibot'
import { isId } from '../../kernel/id.ts'
import { kindOf, refersTo } from '../../kernel/fields/kinds.ts'
import { documentKinds } from '../documents/all.ts'
import { assetFieldsOf } from '../documents/lines.ts'
import { recordKinds } from '../records/all.ts'
import { monitorTable } from '../approval/process/applyingTable.ts'
import { stockTable } from '../records/stockTable.ts'
import { asset } from '../records/asset.ts'
import { tableOfDocument } from '../documents/table.ts'
import { tableOfRecord } from '../records/table.ts'
import type { Table, TableColumn } from '../tables/define.ts'
import { type Where, whereInput } from '../tables/view.ts'

/** What happens to a row of a table. */
export const ruleEvents = {
  created: '已新增',
  changed: '资料变更',
  handled: '有单据办结',
  reached: '日期快到了',
  submitted: '已提交',
  posted: '办结',
  rejected: '被驳回',
  withdrawn: '已撤回',
  reversed: '已冲销',
  started: '已发起',
  approved: '已通过',
  low: '低于最低库存',
  enough: '库存补足',
} as const
export type RuleEvent = keyof typeof ruleEvents

/** The documents whose posting is an event of each piece that they name. */
export const handlingKinds = documentKinds.filter((kind) => assetFieldsOf(kind).length > 0)

/** The tables whose rows rules are about, in the order in which people choose one. */
export const ruleSubjects: readonly { readonly table: Table; readonly events: readonly RuleEvent[] }[] = [
  { table: tableOfRecord(asset), events: ['created', 'changed', 'handled', 'reached'] },
  { table: stockTable, events: ['low', 'enough'] },
  { table: monitorTable, events: ['started', 'approved', 'rejected', 'withdrawn'] },
  ...documentKinds.map((kind) => ({
    table: tableOfDocument(kind),
    events: ['submitted', 'posted', 'rejected', 'withdrawn', 'reversed'] as const,
  })),
  ...recordKinds
    .filter((kind) => kind !== asset)
    .map((kind) => {
      const table = tableOfRecord(kind)
      const events: readonly RuleEvent[] = ['created', 'changed', 'reached']
      return { table, events }
    }),
]

/** What may happen to the rows of a table; nothing of tables that no rule is about. */
export const eventsOfTable = (name: string): readonly RuleEvent[] => ruleSubjects.find(({ table }) => table.name === name)?.events ?? []

/** The days of a table that a rule may wait for. */
export const isAwaitedDay = (column: TableColumn): boolean =>
  kindOf(column.control).column === 'date' && column.asked === true && !column.moment && !column.besides

/** The columns that name one person or several. */
export const isPersonColumn = ({ control }: TableColumn): boolean => refersTo(control) === 'person'

export const ruleActionsAtMost = 5
export const rulesAtMost = 200
/** A rule that a rule brings about, and one that this brings about: then it is enough. */
export const ruleDepthAtMost = 3
/** How often a rule acts on one row within a day. */
export const runsOfRowAtMost = 20
/** How often a rule acts within an hour; the rest waits. */
export const runsInHourAtMost = 500

const columnKey = v.pipe(v.string('应为文字'), v.maxLength(60))
const ids = (max: number) =>
  v.pipe(
    v.array(
      v.pipe(
        v.string(),
        v.check((id) => isId(id), '编号有误'),
      ),
      '应为编号列表',
    ),
    v.maxLength(max, '最多{max}项'),
  )
const words = (max: number) => v.pipe(v.string('应为文字'), v.trim(), v.maxLength(max, '不能超过{max}个字'))

/** What a message leads to: its row, a new document about it, or an application. */
const messageOpening = v.union([
  v.strictObject({ to: v.literal('row') }),
  v.strictObject({
    to: v.literal('document'),
    kind: v.picklist(
      documentKinds.map(({ kind }) => kind),
      '没有这种单据',
    ),
  }),
  v.strictObject({ to: v.literal('flow'), flowKey: v.pipe(v.string(), v.maxLength(100)) }),
])
export type MessageOpening = v.InferOutput<typeof messageOpening>

/** A value that is written: words, or what stands in a column of the row. */
const fillingInput = v.union([v.strictObject({ text: words(500) }), v.strictObject({ column: columnKey })])
export type RuleFilling = v.InferOutput<typeof fillingInput>

/** What a rule does. A message goes to people, to all of a role, to those whom columns name, and to the keepers of the row's place. */
export const ruleAction = v.variant('t', [
  v.strictObject({
    t: v.literal('notify'),
    people: ids(50),
    /** The codes of roles. */
    roles: v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(20, '最多{max}项')),
    columns: v.pipe(v.array(columnKey), v.maxLength(10, '最多{max}项')),
    keepers: v.boolean('应为是或否'),
    words: v.pipe(words(200), v.minLength(1, '请填写通知内容')),
    opens: messageOpening,
  }),
  v.strictObject({
    t: v.literal('start'),
    flowKey: v.pipe(v.string('应为文字'), v.minLength(1, '请选择要发起的流程'), v.maxLength(100)),
    values: v.record(columnKey, fillingInput),
  }),
  v.strictObject({ t: v.literal('set'), field: columnKey, value: words(500) }),
])
export type RuleAction = v.InferOutput<typeof ruleAction>

export const ruleActionTitles: Readonly<Record<RuleAction['t'], string>> = { notify: '发送通知', start: '发起申请', set: '修改字段' }

const rowCondition: v.GenericSchema<Where> = whereInput

/** What a rule says, without who made it and how it goes. */
export const ruleBody = {
  title: v.pipe(words(40), v.minLength(1, '请填写规则名称')),
  subject: v.picklist(
    ruleSubjects.map(({ table }) => table.name),
    '没有这一类',
  ),
  event: v.picklist(Object.keys(ruleEvents) as RuleEvent[], '没有这种事件'),
  /** The column that changed, where only one counts, or whose day comes. */
  field: v.optional(v.nullable(columnKey)),
  /** The kind whose posting counts, where only one does. */
  documentKind: v.optional(
    v.nullable(
      v.picklist(
        handlingKinds.map(({ kind }) => kind),
        '没有这种单据',
      ),
    ),
  ),
  /** So many days before the day of the column. */
  daysBefore: v.optional(
    v.nullable(v.pipe(v.number('应为整数'), v.integer('应为整数'), v.minValue(0, '不能小于{min}'), v.maxValue(365, '不能大于{max}'))),
  ),
  where: v.optional(rowCondition, []),
}
export const ruleActions = v.pipe(v.array(ruleAction), v.minLength(1, '请至少添加一个动作'), v.maxLength(ruleActionsAtMost, '最多{max}项'))

/** The places of a text that the columns of the row fill in, by the columns' labels in either language: `{资产名称}`. */
export const placesIn = (text: string): readonly string[] => [...text.matchAll(/\{([^{}]{1,40})\}/g)].flatMap(([, label]) => label ?? [])

/** The text with its places filled in; one that no column is called as stays as it is. */
export const filledText = (text: string, valueOf: (label: string) => string | undefined): string =>
  text.replaceAll(/\{([^{}]{1,40})\}/g, (place, label: string) => valueOf(label) ?? place)
