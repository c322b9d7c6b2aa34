import { toFixed } from '../../kernel/decimal.ts'
import type { Moment } from '../../kernel/day.ts'
import type { Speaker } from '../../kernel/fields/kind.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import type { CountReport } from './operations.ts'
import { documentStates, type DocumentState } from '../documents/define.ts'
import { type CellLook, momentWords, type Paper, type PaperField, type PaperTable, type PrintContext } from '../paper/paper.ts'
import { countedKinds, countMethods } from './plan.ts'
import { countTaskStates, signatureRoles } from './task.ts'
import { type Decision, decisions, type DifferenceReason, differenceReasons, type Verdict, verdicts } from './verdict.ts'

/** One difference as the report tells it. */
export type ReportDifference = {
  readonly code: string
  readonly name: string
  readonly place: string
  readonly holder: string
  readonly verdict: Verdict
  readonly seenAt: string
  readonly counted: string | null
  readonly difference: string | null
  /** In yuan: negative where something is missing. */
  readonly worth: string
  readonly causes: string
  readonly reason: DifferenceReason | null
  readonly note: string | null
  readonly decision: Decision | null
  readonly document: string
  /** What the card says in the own fields that the plan has confirmed, in the order of their labels; empty of what has no card. */
  readonly ownWords: readonly string[]
}

/** What the report tells besides its numbers. */
export type ReportDetails = {
  readonly scope: string
  readonly ownLabels: readonly string[]
  /** What was seen to be otherwise than on the cards, by piece and own field. */
  readonly corrections: readonly {
    readonly code: string
    readonly name: string
    readonly place: string
    readonly label: string
    readonly cardText: string
    readonly countText: string
  }[]
  readonly differences: readonly ReportDifference[]
  readonly unknown: readonly { readonly code: string; readonly place: string; readonly times: number; readonly became: string }[]
  readonly documents: readonly {
    readonly code: string
    readonly title: string
    readonly place: string
    readonly lines: number
    readonly state: DocumentState
    readonly people: string
  }[]
  readonly pictures: readonly { readonly label: string; readonly paths: readonly string[] }[]
  readonly people: readonly { readonly name: string; readonly events: number; readonly from: Moment; readonly to: Moment }[]
}

/** What accountants do with what a count came to, each with the amount that it is about. */
export const accountingHints = (worth: Readonly<Record<'missing' | 'less' | 'surplus' | 'more', string>>) =>
  (
    [
      ['missing', '固定资产盘亏', '账面价值转入“待处理财产损溢”，批准后计入“营业外支出”'],
      ['surplus', '固定资产盘盈', '作为前期差错，按重置成本计入“以前年度损益调整”，不经过“待处理财产损溢”'],
      ['less', '存货盘亏', '转入“待处理财产损溢”；批准后，管理不善的计入“管理费用”，自然灾害等的计入“营业外支出”'],
      ['more', '存货盘盈', '转入“待处理财产损溢”，批准后冲减“管理费用”'],
    ] as const
  ).flatMap(([key, title, words]) => (Number(worth[key]) === 0 ? [] : [{ title, words, value: worth[key] }]))

/** What an unknown code turned out to be. */
export const unknownOutcomes = { linked: '已关联资产，需补标签', surplus: '盘盈', foreign: '非本单位物品' } as const

/** The report as a paper: the file and the sheet say the same. At most `rows` differences stand on it; undefined: all. */
export const reportPaper = (
  report: CountReport,
  details: ReportDetails,
  speaker: Pick<Speaker, 'say'>,
  { organisation, by, at, rows }: PrintContext & { readonly rows?: number | undefined },
): Paper => {
  const { say } = speaker
  const { task, plan, signatures } = report
  const methods = plan.methods.map((method) => say(countMethods[method])).join(say('、'))
  const kinds = plan.scope.kinds.map((kind) => say(countedKinds[kind])).join(say('、'))
  const remainingCount = rows === undefined ? 0 : Math.max(0, details.differences.length - rows)
  const facts = [
    ['盘点任务', task.code],
    ['盘点名称', task.name],
    ['开始时间', task.openedAt ? momentWords(task.openedAt) : ''],
    ['完成时间', task.closedAt ? momentWords(task.closedAt) : say(countTaskStates[task.state])],
    ['盘点负责人', task.openedBy?.name ?? ''],
    ['盘点轮次', String(task.round)],
  ] as const
  const percent = (share: string) => `${share}%`
  const fields: PaperField[] = [
    ['盘点范围', details.scope, true],
    ['盘点方法', methods, false],
    ['盘点对象', kinds, false],
    ['应盘', String(task.numbers.expected), false],
    ['已盘', String(task.numbers.done), false],
    ['数量准确率', percent(report.accuracy.lines), false],
    ['金额准确率', percent(report.accuracy.value), false],
    ['盘亏', say('{count}项，{value}', { count: report.shortage.lines, value: moneyWords(report.shortage.value) }), false],
    ['盘盈', say('{count}项，{value}', { count: report.surplus.lines, value: moneyWords(report.surplus.value) }), false],
    ...report.hints.map(
      ({ title, words, value }) => [title, say('{amount}：{hint}', { amount: moneyWords(value), hint: say(words) }), true] as const,
    ),
    ['结果指纹', report.resultHash, true],
  ].map(([label, value, long]) => ({ label: say(String(label)), value: String(value), long: Boolean(long), pictures: [] }))
  const pictures = details.pictures.map(({ label, paths }) => ({ label, value: '', long: false, pictures: paths }))
  return {
    title: say('盘点报告'),
    organisation,
    status:
      remainingCount > 0
        ? say('{state}，其余{count}项差异见电子表格', { state: say(countTaskStates[task.state]), count: remainingCount })
        : say(countTaskStates[task.state]),
    good: task.state === 'closed',
    size: 'A4',
    ...(details.ownLabels.length > 0 && { landscape: true }),
    facts: facts.map(([label, value]) => ({ label: say(label), value })),
    fields: [...fields, ...pictures],
    tables: tablesOf(report, details, say, rows),
    total: undefined,
    decisions: [],
    comments: [],
    signing: Object.entries(signatureRoles).map(([role, label]) => {
      const signed = signatures.findLast((signature) => signature.role === role && !signature.before)
      return { label: [say(label), signed?.person?.name].filter(Boolean).join(' '), signature: signed?.file ?? undefined }
    }),
    foot: say('{name}打印于{time}', { name: by, time: momentWords(at) }),
    headings: { form: say('概况'), decisions: say('审批记录'), comments: say('评论') },
  }
}

type Say = Speaker['say']
type Column<R> = readonly [label: string, cell: (row: R) => string | number | null, holds?: 'number' | CellLook]

const tableOf = <R>(say: Say, title: string, rows: readonly R[], columns: readonly Column<R>[]): PaperTable[] =>
  rows.length === 0
    ? []
    : [
        {
          title: say(title),
          columns: columns.map(([label, , holds]) => ({
            label: say(label),
            number: holds === 'number' || holds === 'money',
            look: holds === 'number' ? undefined : holds,
          })),
          rows: rows.map((row) => columns.map(([, cell]) => String(cell(row) ?? ''))),
        },
      ]

const totalTitles = { place: '按区域', department: '按部门', category: '按分类' } as const

const correctionTable = (say: Say, corrections: ReportDetails['corrections']): PaperTable[] =>
  tableOf(say, '登记内容不符', corrections, [
    ['编码', ({ code }) => code],
    ['名称', ({ name }) => name],
    ['区域', ({ place }) => place],
    ['登记项', ({ label }) => label],
    ['账面登记', ({ cardText }) => cardText],
    ['盘点看到', ({ countText }) => countText],
  ])

/** Who counted, in which rounds, what settles it and who signed. */
const proofTables = (report: CountReport, details: ReportDetails, say: Say): PaperTable[] => [
  ...tableOf(say, '盘点人员', details.people, [
    ['姓名', ({ name }) => name],
    ['记录数', ({ events }) => events, 'number'],
    ['开始时间', ({ from }) => momentWords(from), 'moment'],
    ['结束时间', ({ to }) => momentWords(to), 'moment'],
  ]),
  ...tableOf(say, '盘点轮次', report.rounds, [
    ['轮次', ({ round }) => round, 'number'],
    ['项数', ({ lines }) => lines, 'number'],
    ['人员', ({ people }) => people.join(say('、'))],
  ]),
  ...tableOf(say, '处理单及审批', details.documents, [
    ['单号', ({ code }) => code],
    ['单据', ({ title }) => say(title)],
    ['区域', ({ place }) => place],
    ['项数', ({ lines }) => lines, 'number'],
    ['状态', ({ state }) => say(documentStates[state])],
    ['审批人', ({ people }) => people],
  ]),
  ...tableOf(say, '签字', report.signatures, [
    ['身份', ({ role }) => say(signatureRoles[role])],
    ['姓名', ({ person }) => person?.name ?? ''],
    ['时间', ({ at }) => momentWords(at), 'moment'],
    ['效力', ({ before }) => (before ? say('修正前签字') : say('签字有效'))],
  ]),
]

const tablesOf = (report: CountReport, details: ReportDetails, say: Say, rows: number | undefined): PaperTable[] => [
  ...(['place', 'department', 'category'] as const).flatMap((group) =>
    tableOf(
      say,
      totalTitles[group],
      report.totals.filter((total) => total.by === group),
      [
        ['名称', ({ name }) => name || say('未填')],
        ['应盘', ({ expected }) => expected, 'number'],
        ['相符', ({ found }) => found, 'number'],
        ['盘亏', ({ missing }) => missing, 'number'],
        ['盘盈', ({ surplus }) => surplus, 'number'],
        ['其他差异', ({ other }) => other, 'number'],
        ['账面金额', ({ value }) => toFixed(value, 2), 'money'],
      ],
    ),
  ),
  ...tableOf(say, '盘盈盘亏明细表', details.differences.slice(0, rows), [
    ['编码', ({ code }) => code],
    ['名称', ({ name }) => name],
    ...details.ownLabels.map((label, at): Column<ReportDifference> => [label, ({ ownWords }) => ownWords[at] ?? '']),
    ['账面区域', ({ place, holder }) => [place, holder].filter(Boolean).join(' ')],
    ['结果', ({ verdict, seenAt }) => [say(verdicts[verdict].title), seenAt].filter(Boolean).join(' ')],
    ['实盘', ({ counted }) => counted, 'number'],
    ['差异', ({ difference }) => difference, 'number'],
    ['金额', ({ worth }) => toFixed(worth, 2), 'money'],
    ['差异原因', ({ causes, reason, note }) => [causes, reason && say(differenceReasons[reason]), note].filter(Boolean).join('；')],
    ['差异处理', ({ decision, document }) => [decision ? say(decisions[decision]) : say('未处理'), document].filter(Boolean).join(' ')],
  ]),
  ...correctionTable(say, details.corrections.slice(0, rows)),
  ...tableOf(say, '未知编码', details.unknown, [
    ['编码', ({ code }) => code],
    ['区域', ({ place }) => place],
    ['次数', ({ times }) => times, 'number'],
    ['差异处理', ({ became }) => (became ? say(became) : say('未处理'))],
  ]),
  ...proofTables(report, details, say),
]
