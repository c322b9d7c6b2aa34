import * as v from 'valibot'
import { labelNouns } from './content.ts'
import { printerDpis, printerLanguages, printingWays } from './printer.ts'
import type { LabelTemplate } from './template.ts'
import { templateInput } from './templateInput.ts'
import { idInput, nothing, operation, type Operation } from '../operations/define.ts'

const basePath = '/api/goods/gslabel'
const list = ['gslabel:list'] as const
const save = ['gslabel:save'] as const
const print = ['gslabel:print'] as const

const noun = v.picklist(labelNouns, '标签的对象有误')
const templateKey = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, '标签模板有误'))
const reason = v.pipe(v.string(), v.trim(), v.maxLength(200, '不能超过{max}个字'))
const numberIn = (min: number, max: number) =>
  v.pipe(v.number('应为数字'), v.minValue(min, '不能小于{min}'), v.maxValue(max, '不能大于{max}'))
const wholeIn = (min: number, max: number) => v.pipe(numberIn(min, max), v.integer('应为整数'))

/** How many labels one printing may have. */
export const labelsAtMost = 10_000

const templateRow = v.object({
  templateKey: v.string(),
  /** 0 of a delivered one that the organisation has not changed. */
  version: v.number(),
  noun,
  name: v.string(),
  /** There is a delivered one of this key: deleting the organisation's own brings it back. */
  isDelivered: v.boolean(),
  updatedAt: v.nullable(v.string()),
  template: v.custom<LabelTemplate>((value) => typeof value === 'object' && value !== null),
})
export type LabelTemplateRow = v.InferOutput<typeof templateRow>

const printer = v.object({
  id: v.string(),
  name: v.string(),
  way: v.picklist(printingWays),
  language: v.picklist(printerLanguages),
  dpi: v.picklist(printerDpis),
  offsetXMm: v.number(),
  offsetYMm: v.number(),
  scalePercent: v.number(),
  blackBit: v.nullable(v.picklist([0, 1])),
  speed: v.nullable(v.number()),
  density: v.nullable(v.number()),
  /** `host:port` of a printer that the server reaches; what a page knows its device by otherwise, in a form of that page's own. */
  address: v.nullable(v.string()),
  version: v.number(),
})
export type PrinterRow = v.InferOutput<typeof printer>

/**
 * `open`: nothing is on its way. `sending`: labels up to `sentTo` are. `doubtful`: no one knows how many of those came out; the job goes on
 * when a person has said it. `done` and `cancelled` are ends.
 */
export const printJobStates = ['open', 'sending', 'doubtful', 'done', 'cancelled'] as const

const job = v.object({
  id: v.string(),
  noun,
  templateKey: v.string(),
  templateVersion: v.number(),
  templateName: v.string(),
  printerId: v.nullable(v.string()),
  printerName: v.nullable(v.string()),
  way: v.picklist(printingWays),
  state: v.picklist(printJobStates),
  /** How many labels; how many were handed out; how many are known to have come out. Labels are numbered from 1. */
  total: v.number(),
  sentTo: v.number(),
  doneTo: v.number(),
  copies: v.number(),
  startCell: v.number(),
  reason: v.nullable(v.string()),
  /** Why it stopped, in words. */
  failure: v.nullable(v.string()),
  userName: v.string(),
  createdAt: v.string(),
  endedAt: v.nullable(v.string()),
})
export type PrintJobRow = v.InferOutput<typeof job>

const problem = v.object({ id: v.string(), title: v.string(), words: v.string(), isFatal: v.boolean() })
export type LabelProblem = v.InferOutput<typeof problem>

const ids = v.pipe(v.array(idInput, '应为编号列表'), v.maxLength(labelsAtMost, '最多{max}项'))
const jobId = v.strictObject({ id: idInput })

export const labelOperations = {
  /** The templates that labels can be printed with: the organisation's own and the delivered ones. */
  templates: operation({
    name: 'gslabel.templates',
    path: `${basePath}/templates`,
    title: '标签模板列表',
    access: list,
    input: v.strictObject({ noun: v.optional(noun) }),
    output: v.object({ list: v.array(templateRow) }),
    reads: true,
  }),
  /** Makes a template or changes one. `version` is the one that was changed: refused where another person was faster. */
  saveTemplate: operation({
    name: 'gslabel.saveTemplate',
    path: `${basePath}/saveTemplate`,
    title: '保存标签模板',
    changes: ['gslabel.'],
    access: save,
    input: v.strictObject({ templateKey: v.optional(templateKey), version: v.optional(wholeIn(0, 1_000_000)), template: templateInput }),
    output: templateRow,
  }),
  deleteTemplate: operation({
    name: 'gslabel.deleteTemplate',
    path: `${basePath}/deleteTemplate`,
    title: '删除标签模板',
    changes: ['gslabel.'],
    access: save,
    input: v.strictObject({ templateKey }),
    output: v.object({ deleted: v.boolean() }),
  }),
  /** What labels of these things are filled with, whatever the template: for previews, also of a template that is not saved. */
  values: operation({
    name: 'gslabel.values',
    path: `${basePath}/values`,
    title: '标签内容',
    access: list,
    input: v.strictObject({ noun, ids: v.pipe(v.array(idInput, '应为编号列表'), v.maxLength(100, '最多{max}项')) }),
    output: v.object({ list: v.array(v.object({ id: v.string(), title: v.string(), values: v.record(v.string(), v.string()) })) }),
    reads: true,
  }),
  /** What would go wrong with these labels: letters that the font lacks, texts that do not fit, codes that cannot be made. */
  check: operation({
    name: 'gslabel.check',
    path: `${basePath}/check`,
    title: '检查标签',
    access: print,
    input: v.strictObject({ templateKey, ids, printerId: v.optional(idInput) }),
    /** Labels that are fine are not named. `printed`: how many of them were printed before and say the same now. */
    output: v.object({ labels: v.number(), printed: v.number(), problems: v.array(problem), more: v.boolean() }),
    reads: true,
  }),
  /** Things whose label was never printed, or says something that has changed since; newest first. */
  due: operation({
    name: 'gslabel.due',
    path: `${basePath}/due`,
    title: '待打印标签',
    access: list,
    input: v.strictObject({
      noun: v.picklist(['asset', 'location', 'consumable'], '标签的对象有误'),
      why: v.optional(v.picklist(['never', 'changed'], '条件有误')),
      locId: v.optional(idInput),
      after: v.optional(idInput),
      limit: v.optional(wholeIn(1, 1000)),
    }),
    output: v.object({
      list: v.array(
        v.object({
          id: v.string(),
          title: v.string(),
          code: v.string(),
          why: v.picklist(['never', 'changed']),
          printedAt: v.nullable(v.string()),
        }),
      ),
      next: v.nullable(v.string()),
    }),
    reads: true,
  }),
  dueCount: operation({
    name: 'gslabel.dueCount',
    path: `${basePath}/dueCount`,
    title: '待打印标签数量',
    access: list,
    input: v.strictObject({ noun: v.picklist(['asset', 'location', 'consumable'], '标签的对象有误') }),
    output: v.object({ never: v.number(), changed: v.number() }),
    reads: true,
  }),
  /** The labels that came out for one thing, newest first. */
  history: operation({
    name: 'gslabel.history',
    path: `${basePath}/history`,
    title: '标签打印记录',
    access: list,
    input: v.strictObject({ noun, id: idInput }),
    output: v.object({
      list: v.array(
        v.object({
          templateName: v.string(),
          copy: v.number(),
          reason: v.nullable(v.string()),
          userName: v.string(),
          printedAt: v.string(),
          isCurrent: v.boolean(),
        }),
      ),
    }),
    reads: true,
  }),

  /**
   * Begins a printing: what each label says is fixed now. Of blank labels `blanks` says how many. Where a thing has a label already that says
   * the same, `reason` has to say why there is another one. A printing of the way `network` goes by itself.
   */
  startJob: operation({
    name: 'gslabel.startJob',
    path: `${basePath}/startJob`,
    title: '开始打印标签',
    changes: ['gslabel.'],
    access: print,
    input: v.strictObject({
      templateKey,
      ids: v.optional(ids, []),
      blanks: v.optional(wholeIn(1, 5000)),
      copies: v.optional(wholeIn(1, 20), 1),
      way: v.picklist(printingWays, '打印方式有误'),
      printerId: v.optional(idInput),
      /** On a sheet: the cell of the first label, from 1. */
      startCell: v.optional(wholeIn(1, 1000), 1),
      reason: v.optional(reason),
    }),
    output: job,
  }),
  jobs: operation({
    name: 'gslabel.jobs',
    path: `${basePath}/jobs`,
    title: '打印任务列表',
    access: print,
    /** `printerId` with `isOpen`: what a station has to do. Without `isAll` one's own. */
    input: v.strictObject({
      printerId: v.optional(idInput),
      isOpen: v.optional(v.boolean('应为是或否')),
      isAll: v.optional(v.boolean('应为是或否')),
    }),
    output: v.object({ list: v.array(job) }),
    reads: true,
  }),
  job: operation({
    name: 'gslabel.job',
    path: `${basePath}/job`,
    title: '打印任务',
    access: print,
    input: jobId,
    output: job,
    reads: true,
  }),
  /**
   * The next labels as bytes of the printer's language. They count as sent from now on. `sendKey` is of the page that sends: it may ask for the
   * same labels again as long as it has not written any of their bytes; anyone else makes the job doubtful by asking.
   */
  nextChunk: operation({
    name: 'gslabel.nextChunk',
    path: `${basePath}/nextChunk`,
    title: '取下一批标签',
    changes: ['gslabel.job'],
    access: print,
    input: v.strictObject({ id: idInput, sendKey: v.pipe(v.string(), v.uuid('编号有误')), labels: v.optional(wholeIn(1, 50), 50) }),
    /** Labels from `from` to `to`, both counted; null where there are none any more. */
    output: v.object({ job, chunk: v.nullable(v.object({ from: v.number(), to: v.number(), base64: v.string() })) }),
  }),
  /** Labels up to this number have come out. A PDF is confirmed in the same way, by the person who printed it. */
  confirm: operation({
    name: 'gslabel.confirm',
    path: `${basePath}/confirm`,
    title: '确认已打印',
    changes: ['gslabel.', 'gsgoodsinstance.list'],
    access: print,
    input: v.strictObject({ id: idInput, doneTo: wholeIn(0, 1_000_000) }),
    output: job,
  }),
  /** Something went wrong on the way; no one knows how many of what was sent came out. */
  fail: operation({
    name: 'gslabel.fail',
    path: `${basePath}/fail`,
    title: '报告打印中断',
    changes: ['gslabel.job'],
    access: print,
    input: v.strictObject({ id: idInput, failure: reason }),
    output: job,
  }),
  /** Answers "which number came out last?" and lets a doubtful job go on behind it. */
  resume: operation({
    name: 'gslabel.resume',
    path: `${basePath}/resume`,
    title: '继续打印',
    changes: ['gslabel.', 'gsgoodsinstance.list'],
    access: print,
    input: v.strictObject({ id: idInput, lastOut: wholeIn(0, 1_000_000) }),
    output: job,
  }),
  cancel: operation({
    name: 'gslabel.cancel',
    path: `${basePath}/cancel`,
    title: '取消打印',
    changes: ['gslabel.job'],
    access: print,
    input: jobId,
    output: job,
  }),
  /** The labels of a job as a file of pages: from `from` on, which is what is not confirmed yet. */
  pdf: operation({
    name: 'gslabel.pdf',
    method: 'GET',
    path: `${basePath}/pdf`,
    title: '标签PDF',
    access: print,
    input: jobId,
    output: v.any(),
    reads: true,
  }),

  printers: operation({
    name: 'gslabel.printers',
    path: `${basePath}/printers`,
    title: '标签打印机列表',
    access: list,
    input: nothing,
    output: v.object({ list: v.array(printer) }),
    reads: true,
  }),
  /** What a printer is called and how it is spoken to. Where the server is to reach it over the network only the person who keeps the organisation may say. */
  savePrinter: operation({
    name: 'gslabel.savePrinter',
    path: `${basePath}/savePrinter`,
    title: '保存标签打印机',
    changes: ['gslabel.printers'],
    access: save,
    input: v.strictObject({
      id: v.optional(idInput),
      version: v.optional(wholeIn(0, 1_000_000)),
      name: v.pipe(v.string(), v.trim(), v.minLength(1, '必填'), v.maxLength(40, '不能超过{max}个字')),
      way: v.picklist(printingWays, '打印方式有误'),
      language: v.picklist(printerLanguages, '打印机语言有误'),
      dpi: v.picklist(printerDpis, '分辨率有误'),
      offsetXMm: v.optional(numberIn(-20, 20), 0),
      offsetYMm: v.optional(numberIn(-20, 20), 0),
      scalePercent: v.optional(numberIn(90, 110), 100),
      blackBit: v.optional(v.nullable(v.picklist([0, 1], '黑点的位有误')), null),
      speed: v.optional(v.nullable(wholeIn(1, 5)), null),
      density: v.optional(v.nullable(wholeIn(1, 15)), null),
      address: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(300, '不能超过{max}个字'))), null),
    }),
    output: printer,
  }),
  deletePrinter: operation({
    name: 'gslabel.deletePrinter',
    path: `${basePath}/deletePrinter`,
    title: '删除标签打印机',
    changes: ['gslabel.printers'],
    access: save,
    input: jobId,
    output: v.object({ deleted: v.boolean() }),
  }),
  /** A page to measure by: as a PDF for the paper of a template, with which offset and scale are found. */
  calibration: operation({
    name: 'gslabel.calibration',
    method: 'GET',
    path: `${basePath}/calibration`,
    title: '校准页',
    access: list,
    input: v.strictObject({ templateKey, printerId: v.optional(idInput) }),
    output: v.any(),
    reads: true,
  }),
  /** A strip for the printer in its own language: a black bar on white. Where it comes out white on black, the bit is the other one. */
  testStrip: operation({
    name: 'gslabel.testStrip',
    path: `${basePath}/testStrip`,
    title: '打印机测试条',
    access: list,
    input: v.strictObject({ printerId: idInput, templateKey }),
    output: v.object({ base64: v.string() }),
    reads: true,
  }),

  /** What a blank label stands for now; `code` without its mark. */
  codeInfo: operation({
    name: 'gslabel.codeInfo',
    path: `${basePath}/codeInfo`,
    title: '查询空白标签',
    access: 'signed-in',
    input: v.strictObject({ code: v.pipe(v.string(), v.maxLength(64)) }),
    /** Null things: not bound yet. Refused with `label.unknownCode` where the organisation has no such label. */
    output: v.object({
      code: v.string(),
      noun: v.nullable(v.picklist(['asset', 'location', 'consumable'])),
      id: v.nullable(v.string()),
      title: v.nullable(v.string()),
    }),
    reads: true,
  }),
  /** Binds a blank label to a thing. Refused where it is bound already. */
  bindCode: operation({
    name: 'gslabel.bindCode',
    path: `${basePath}/bindCode`,
    title: '绑定空白标签',
    changes: ['gslabel.'],
    access: print,
    input: v.strictObject({
      code: v.pipe(v.string(), v.maxLength(64)),
      noun: v.picklist(['asset', 'location', 'consumable'], '标签的对象有误'),
      id: idInput,
    }),
    output: v.object({ code: v.string(), title: v.string() }),
  }),
  unbindCode: operation({
    name: 'gslabel.unbindCode',
    path: `${basePath}/unbindCode`,
    title: '解除标签绑定',
    changes: ['gslabel.'],
    access: print,
    input: v.strictObject({ code: v.pipe(v.string(), v.maxLength(64)) }),
    output: v.object({ code: v.string() }),
  }),
} as const

export const allLabelOperations: readonly Operation[] = Object.values(labelOperations)
