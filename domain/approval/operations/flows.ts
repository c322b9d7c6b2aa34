import * as v from 'valibot'
import { day } from '../../operations/day.ts'
import { flowLook, flowRow, installedFlows } from './installedFlows.ts'
import { anything, counterInput, idInput, listInput, nothing, operation, pageOf } from '../../operations/define.ts'

// ------------------------------------------------------------------------------------------------------------- answers

export const person = v.object({ uid: v.string(), userName: v.string(), avatar: v.nullable(v.string()) })
export type PersonAnswer = v.InferOutput<typeof person>

/** What is wrong with a draft, at a node or with the whole; a warning does not forbid publishing. */
const problem = v.object({ level: v.picklist(['error', 'warning']), nodeId: v.nullable(v.string()), words: v.string() })
export type FlowProblem = v.InferOutput<typeof problem>

const reasonAndWords = v.object({ reason: v.string(), words: v.string() })

/** How a process would move: it does, it does with something to know, a step needs a counterpart first, it cannot. */
const migrationClass = v.picklist(['ok', 'warning', 'needsMapping', 'impossible'])
export type MigrationClassAnswer = v.InferOutput<typeof migrationClass>

const upgraded = { processId: v.string(), title: v.string() }

/** One thing that is different in a later version; an empty `from` or `to` means that there was nothing. */
const difference = v.object({
  change: v.picklist(['added', 'removed', 'moved', 'renamed', 'set']),
  node: v.nullable(v.string()),
  subject: v.string(),
  label: v.string(),
  from: v.string(),
  to: v.string(),
})
export type DifferenceAnswer = v.InferOutput<typeof difference>

const step = { nodeId: v.string(), nodeName: v.string() }

const survey = v.object({
  counts: v.object({ ok: v.number(), warning: v.number(), needsMapping: v.number(), impossible: v.number() }),
  /** Processes that would fare alike for the same reasons, the worst first; the first of each are named. */
  groups: v.array(
    v.object({
      class: migrationClass,
      reasons: v.array(reasonAndWords),
      count: v.number(),
      processes: v.array(v.object({ ...upgraded, from: v.number() })),
    }),
  ),
  /** The versions that have processes to move, with what is different in the target. */
  versions: v.array(v.object({ version: v.number(), running: v.number(), differences: v.array(difference) })),
  /** Steps that processes stand on and the target lacks, with what they may become. */
  renamable: v.array(v.object({ ...step, count: v.number(), candidates: v.array(v.object(step)) })),
  /** Steps of the target on which processes will stand. */
  active: v.array(v.object({ ...step, count: v.number() })),
  /** Steps of the old versions. */
  earlier: v.array(v.object(step)),
})
export type SurveyAnswer = v.InferOutput<typeof survey>

const upgradeProgress = v.object({
  id: v.string(),
  flowKey: v.string(),
  version: v.number(),
  startedBy: person,
  startedAt: v.string(),
  finishedAt: v.nullable(v.string()),
  cancelled: v.boolean(),
  total: v.number(),
  moved: v.number(),
  refused: v.number(),
  /** Those whose turn has not come, or never came because it was stopped. */
  left: v.number(),
  /** Why some were refused, the most frequent reason first. */
  reasons: v.array(v.object({ ...reasonAndWords.entries, count: v.number() })),
  /** The first 200 that were refused. */
  items: v.array(v.object({ ...upgraded, ...reasonAndWords.entries })),
})
export type UpgradeProgress = v.InferOutput<typeof upgradeProgress>

const side = v.picklist(['theirs', 'ours'])

/** One thing that is not as in the template installed from: how the delivered one has it (`theirs`), and how it is here (`ours`). */
const mergeRow = v.object({
  /** A node's id, `branch/arm`, `policy.dedupe`, `startFields.from`, `order:` and what is around. */
  key: v.string(),
  subject: v.string(),
  by: v.picklist(['theirs', 'ours', 'both', 'conflict']),
  /** Which of them is taken; null for a conflict that no one has decided. */
  taken: v.nullable(side),
  theirs: v.array(difference),
  ours: v.array(difference),
})
export type MergeRowAnswer = v.InferOutput<typeof mergeRow>

// -------------------------------------------------------------------------------------------------------------- inputs

export const words = (max: number) => v.pipe(v.string('应为文字'), v.trim(), v.maxLength(max, '不能超过{max}个字'))
export const flowKey = v.pipe(v.string('流程有误'), v.minLength(1, '流程有误'), v.maxLength(60, '流程有误'))
export const nodeId = v.pipe(v.string('节点有误'), v.minLength(1, '节点有误'), v.maxLength(40, '节点有误'))
export const revision = v.pipe(
  v.number('表单版本有误'),
  v.integer('表单版本有误'),
  v.minValue(1, '表单版本有误'),
  v.maxValue(1_000_000_000, '表单版本有误'),
)

const mergeChoices = v.record(v.pipe(v.string(), v.maxLength(120)), side)

// ---------------------------------------------------------------------------------------------------------- operations

const read = { reads: true } as const
const basePath = '/api/workflow'

/** The life of flows and their versions; what runs on them is in processes.ts. */
export const flowOperations = {
  categories: operation({
    name: 'wfflowcat.list',
    path: `${basePath}/wfflowcat/list`,
    title: '流程分类',
    access: 'signed-in',
    input: v.strictObject(listInput),
    output: pageOf(v.object({ id: v.string(), catCode: v.string(), catName: v.string(), flowCount: v.number() })),
    answer: 'page',
    ...read,
  }),
  installedFlows,
  flows: operation({
    name: 'workflow.flowList',
    path: `${basePath}/flowList`,
    title: '流程定义',
    access: 'signed-in',
    /** Those installed and, for who may install, the delivered ones that are not. */
    input: v.strictObject({ ...listInput, moduleCode: v.optional(v.pipe(v.string(), v.maxLength(40))) }),
    output: pageOf(flowRow),
    answer: 'page',
    ...read,
  }),
  install: operation({
    name: 'workflow.installFlow',
    path: `${basePath}/installFlow`,
    title: '安装流程',
    changes: ['workflow', 'wfflowcat', 'workbench', 'sysoperation.beginning'],
    access: ['workflow:install'],
    input: v.strictObject({ flowKey }),
    output: flowRow,
  }),
  installRecommended: operation({
    name: 'workflow.installRecommended',
    path: `${basePath}/installRecommended`,
    title: '安装推荐流程',
    changes: ['workflow', 'wfflowcat', 'workbench', 'sysoperation.beginning'],
    access: ['workflow:install'],
    /** The delivered flows that every organisation has; what is installed already stays as it is, switched off or not. */
    input: nothing,
    output: v.object({ installed: v.number(), flows: v.number() }),
  }),
  switchFlow: operation({
    name: 'workflow.switchFlow',
    path: `${basePath}/switchFlow`,
    title: '启用或停用流程',
    changes: ['workflow', 'wfflowcat', 'workbench', 'sysoperation.beginning'],
    access: ['workflow:install'],
    /** 2 in use, 3 switched off: then its documents are posted directly by who may. */
    input: v.strictObject({ flowKey, state: v.picklist([2, 3], '状态有误') }),
    output: flowRow,
  }),
  definition: operation({
    name: 'workflow.definition',
    path: `${basePath}/definition`,
    title: '流程图定义',
    access: ['workflow:design', 'workflow:list'],
    /** Without a version the one in use; 'draft' is the one being worked on. */
    input: v.strictObject({ flowKey, version: v.optional(v.union([v.literal('draft'), revision])) }),
    output: v.object({
      flow: flowRow,
      version: v.nullable(v.number()),
      revision: v.number(),
      body: anything,
      /** What would be wrong with the draft if it were published now; nothing of a version. */
      problems: v.array(problem),
      versions: v.array(
        v.object({ version: v.number(), publishedAt: v.string(), publishedBy: v.nullable(person), note: v.string(), running: v.number() }),
      ),
    }),
    ...read,
  }),
  saveDefinition: operation({
    name: 'workflow.saveDefinition',
    path: `${basePath}/saveDefinition`,
    title: '保存流程草稿',
    changes: ['workflow.flowList'],
    access: ['workflow:design'],
    /** `revision` is the draft that was read, 0 where there was none: two people do not overwrite each other. */
    input: v.strictObject({ flowKey, revision: counterInput(0), body: anything }),
    output: v.object({ revision: v.number(), problems: v.array(problem) }),
  }),
  publishDefinition: operation({
    name: 'workflow.publishDefinition',
    path: `${basePath}/publishDefinition`,
    title: '发布流程',
    access: ['workflow:design'],
    input: v.strictObject({ flowKey, revision, note: v.optional(words(200)) }),
    output: v.object({ version: v.number() }),
  }),
  exportBpmn: operation({
    name: 'workflow.bpmnExport',
    path: `${basePath}/bpmn/export`,
    title: '导出BPMN 2.0',
    access: ['workflow:design'],
    /** Without a version the one in use; 'draft' is the one being worked on. */
    input: v.strictObject({ flowKey, version: v.optional(v.union([v.literal('draft'), revision])) }),
    output: v.object({ xml: v.string(), fileName: v.string() }),
    ...read,
  }),
  importBpmn: operation({
    name: 'workflow.bpmnImport',
    path: `${basePath}/bpmn/import`,
    title: '导入BPMN 2.0',
    changes: ['workflow.flowList'],
    access: ['workflow:design'],
    /** Makes a file the draft; `revision` as in saveDefinition. */
    input: v.strictObject({
      flowKey,
      xml: v.pipe(v.string('文件有误'), v.minLength(1, '文件有误')),
      revision: counterInput(0),
    }),
    output: v.object({ revision: v.number(), problems: v.array(problem) }),
  }),
  upgrade: operation({
    name: 'workflow.upgradeFlow',
    path: `${basePath}/upgradeFlow`,
    title: '升级流程',
    access: ['workflow:upgrade'],
    /**
     * Moves the running processes to a version, each in its own right; `dryRun` only says what would happen. Without a version to the one
     * in use. `mapping` names what old nodes become, `reenter` the steps of the new version whose people are asked anew; `returnAll` sends
     * everything back to the initiators; `notReached` spares those that have been at this node.
     */
    input: v.strictObject({
      flowKey,
      version: v.optional(revision),
      mapping: v.optional(v.record(nodeId, nodeId)),
      reenter: v.optional(v.pipe(v.array(nodeId), v.maxLength(200))),
      returnAll: v.optional(v.boolean()),
      notReached: v.optional(nodeId),
      dryRun: v.optional(v.boolean()),
    }),
    output: v.object({
      version: v.number(),
      /** The upgrade that was begun; null where there was nothing to move, and of a dry run. */
      upgradeId: v.nullable(v.string()),
      /** False where it goes on in the background; then `upgradeProgress` says how far it is. */
      finished: v.boolean(),
      total: v.number(),
      moved: v.number(),
      refused: v.number(),
      /** The first ones, at most 200. */
      items: v.array(
        v.object({
          ...upgraded,
          from: v.number(),
          class: migrationClass,
          moves: v.boolean(),
          reason: v.nullable(v.string()),
          words: v.nullable(v.string()),
        }),
      ),
      /** What a dry run found. */
      survey: v.nullable(survey),
    }),
  }),
  upgradeProgress: operation({
    name: 'workflow.upgradeProgress',
    path: `${basePath}/upgradeProgress`,
    title: '升级进度',
    access: ['workflow:upgrade'],
    /** One upgrade, or the latest one of a flow. */
    input: v.strictObject({ id: v.optional(idInput), flowKey: v.optional(flowKey) }),
    output: v.object({ upgrade: v.nullable(upgradeProgress) }),
    ...read,
  }),
  cancelUpgrade: operation({
    name: 'workflow.upgradeCancel',
    path: `${basePath}/upgradeCancel`,
    title: '停止升级',
    access: ['workflow:upgrade'],
    /** What was moved stays moved. */
    input: v.strictObject({ id: idInput }),
    output: v.object({ upgrade: v.nullable(upgradeProgress) }),
  }),
  templateUpdate: operation({
    name: 'workflow.templateUpdate',
    path: `${basePath}/templateUpdate`,
    title: '模板更新',
    access: ['workflow:design'],
    /** What the delivered template would bring, beside what was changed here; `choices` as in takeTemplate. */
    input: v.strictObject({ flowKey, choices: v.optional(mergeChoices) }),
    output: v.object({
      flow: flowRow,
      /** The template's version that the flow goes back to, and the delivered one. */
      from: v.number(),
      to: v.number(),
      /** The revision of the draft that taking it would replace; 0 where there is none. */
      draft: v.number(),
      rows: v.array(mergeRow),
    }),
    ...read,
  }),
  takeTemplate: operation({
    name: 'workflow.takeTemplate',
    path: `${basePath}/takeTemplate`,
    title: '采用新模板',
    access: ['workflow:design'],
    /** Makes the merged definition the draft, in place of the one of revision `draft`. `version` is the template that was looked at. */
    input: v.strictObject({ flowKey, version: revision, choices: mergeChoices, draft: counterInput(0) }),
    output: v.object({ revision: v.number(), problems: v.array(problem) }),
  }),
  statistic: operation({
    name: 'workflow.getProcessStatistic',
    path: `${basePath}/getProcessStatistic`,
    title: '流程统计',
    access: 'signed-in',
    /** Of all processes for who sees every flow; otherwise of those that the caller has initiated, and without what other people took. */
    input: v.strictObject({ flowKey: v.optional(flowKey), from: v.optional(day), to: v.optional(day) }),
    output: v.object({
      total: v.number(),
      running: v.number(),
      returned: v.number(),
      approved: v.number(),
      rejected: v.number(),
      withdrawn: v.number(),
      terminated: v.number(),
      overdueTasks: v.number(),
      /** From start to approval, over the approved ones. */
      averageSeconds: v.nullable(v.number()),
      /** How many of the approved took up to 1 h, 4 h, 1 day, 3 days, 7 days, longer. */
      waits: v.array(v.number()),
      /** Only days on which something happened. */
      days: v.array(v.object({ day: v.string(), started: v.number(), approved: v.number(), rejected: v.number(), returned: v.number() })),
      flows: v.array(
        v.object({
          ...flowLook,
          total: v.number(),
          /** Now, as `overdueTasks`. */
          running: v.number(),
          approved: v.number(),
          rejected: v.number(),
          returned: v.number(),
          overdueTasks: v.number(),
          averageSeconds: v.nullable(v.number()),
        }),
      ),
      /** The slowest steps first. `waits` as above, of tasks; `overdue` were still open at their deadline. */
      nodes: v.array(
        v.object({
          flowKey: v.string(),
          flowName: v.string(),
          nodeId: v.string(),
          nodeName: v.string(),
          tasks: v.number(),
          approved: v.number(),
          rejected: v.number(),
          returned: v.number(),
          returnRate: v.nullable(v.number()),
          overdue: v.number(),
          averageSeconds: v.number(),
          longestSeconds: v.number(),
          waits: v.array(v.number()),
        }),
      ),
      /** The slowest first, in seconds of working time; null where nothing was decided, or nothing is open now. */
      people: v.array(
        v.object({
          ...person.entries,
          flowKey: v.string(),
          flowName: v.string(),
          nodeId: v.string(),
          nodeName: v.string(),
          tasks: v.number(),
          medianSeconds: v.nullable(v.number()),
          p90Seconds: v.nullable(v.number()),
          open: v.number(),
          longestOpenSeconds: v.nullable(v.number()),
        }),
      ),
    }),
    ...read,
    readsReplica: true,
  }),
} as const
