import * as v from 'valibot'
import { byId, idInput, listInput, nothing, operation, pageOf, type Operation } from '../operations/define.ts'
import { type RuleAction, ruleActions, ruleBody, type RuleEvent } from './eventRule.ts'
import type { Where } from '../tables/view.ts'

const path = '/api/operation/eventrule'
const access = ['eventrule:save'] as const

/** A rule as it is answered. It acts in the name of the person who saved it last. */
export type EventRule = {
  readonly id: string
  readonly title: string
  readonly subject: string
  readonly event: RuleEvent
  readonly field: string | null
  readonly documentKind: string | null
  readonly daysBefore: number | null
  readonly where: Where
  readonly actions: readonly RuleAction[]
  readonly isOn: boolean
  readonly isRetired: boolean
  readonly version: number
  readonly makerUid: string
  readonly makerName: string
  /** How often it acted and failed within thirty days, and when it acted last. */
  readonly doneCount: number
  readonly failedCount: number
  readonly lastAt: string | null
}
const rule = v.custom<EventRule>((value) => typeof value === 'object' && value !== null)

export const eventRuleList = operation({
  name: 'eventrule.list',
  method: 'GET',
  path: `${path}/list`,
  title: '自动规则',
  access,
  input: nothing,
  output: v.object({ list: v.array(rule) }),
  reads: true,
})

/** Makes a rule under the client's id, or changes it; it acts in the caller's name from then on. */
export const eventRuleSave = operation({
  name: 'eventrule.save',
  path: `${path}/save`,
  title: '保存自动规则',
  access,
  input: v.strictObject({
    id: idInput,
    /** 0 for a new one. */
    version: v.number(),
    ...ruleBody,
    actions: ruleActions,
    isOn: v.boolean('应为是或否'),
  }),
  output: rule,
})

/** Switches a rule on or off. */
export const eventRuleSwitch = operation({
  name: 'eventrule.switch',
  path: `${path}/switch`,
  title: '启停自动规则',
  access,
  input: v.strictObject({ id: idInput, isOn: v.boolean('应为是或否') }),
  output: rule,
})

/** Takes a rule out of use for good, or puts it back, switched off; what it did stays in its log. */
export const eventRuleRetire = operation({
  name: 'eventrule.retire',
  path: `${path}/retire`,
  title: '停用自动规则',
  access,
  input: v.strictObject({ id: idInput, isRetired: v.boolean('应为是或否') }),
  output: rule,
})

/** How many of the last events a rule would have acted on, as the rows stand now. */
export const eventRulePreview = operation({
  name: 'eventrule.preview',
  path: `${path}/preview`,
  title: '试算自动规则',
  access,
  input: v.strictObject(ruleBody),
  output: v.object({
    events: v.number(),
    matched: v.number(),
    /** What some of the rows are called. */
    examples: v.array(v.string()),
  }),
  reads: true,
})

export const runStates = { waiting: '等待执行', done: '已执行', skipped: '不符合条件', stopped: '已中止', failed: '失败' } as const
export type RunState = keyof typeof runStates

/** What a rule did at one event; `results` are sentences about each action. */
const run = v.object({
  id: v.string(),
  rowName: v.string(),
  link: v.nullable(v.string()),
  state: v.picklist(Object.keys(runStates) as RunState[]),
  at: v.string(),
  doneAt: v.nullable(v.string()),
  attempts: v.number(),
  why: v.nullable(v.string()),
  results: v.array(v.string()),
})
export type RuleRun = v.InferOutput<typeof run>

export const eventRuleRuns = operation({
  name: 'eventrule.runs',
  path: `${path}/runs`,
  title: '自动规则的执行记录',
  access,
  input: v.strictObject({ ...listInput, id: idInput, state: v.optional(v.picklist(Object.keys(runStates) as RunState[])) }),
  output: pageOf(run),
  answer: 'page',
  reads: true,
})

/** Lets a run that failed begin anew. */
export const eventRuleRetry = operation({
  name: 'eventrule.retry',
  path: `${path}/retry`,
  title: '重新执行自动规则',
  access,
  input: byId,
  output: v.object({ waiting: v.boolean() }),
})

export const eventRuleOperations: readonly Operation[] = [
  eventRuleList,
  eventRuleSave,
  eventRuleSwitch,
  eventRuleRetire,
  eventRulePreview,
  eventRuleRuns,
  eventRuleRetry,
]
