import type { HoldingRow } from '../access/holdings.ts'
import { kindNamed } from '../documents/all.ts'
import { documentStates, type DocumentState } from '../documents/define.ts'
import type { OutputOf } from '../operations/define.ts'
import { momentWords, type Paper, type PaperTable, type PrintContext } from '../paper/paper.ts'
import type { Speaker } from '../../kernel/fields/kind.ts'
import type { clearanceInfo } from './operations.ts'

/** A line of a document that brings something back. */
export type ReturnedLine = {
  readonly document: string
  readonly kind: string
  readonly state: DocumentState
  readonly code: string
  readonly name: string
  readonly quantity: string
}

/** Who signs that a person is cleared, in the order in which the paper goes round. */
const signatories = ['本人', '部门负责人', '资产管理员', '耗材管理员', '财务', '人事']

type Say = Speaker['say']

/** The paper of a clearance: the same for the screen that prints it and for the file. */
export const clearancePaper = (
  { person, holdings, files, acts }: OutputOf<typeof clearanceInfo>,
  lines: readonly ReturnedLine[],
  { say }: Pick<Speaker, 'say'>,
  { organisation, by, at }: PrintContext,
): Paper => {
  const [last] = acts
  const isClear = holdings.length === 0
  const facts: readonly (readonly [label: string, value: string | null | undefined])[] = [
    ['姓名', person.userName],
    ['部门', person.deptName],
    ['职位', person.position],
    ['工号', person.employeeNo],
    ['账号状态', say(person.isDisabled ? '停用' : '在职')],
    ['经手人', last?.by],
    ['办理时间', last && momentWords(last.at)],
    ['接替人', last?.successor],
    ['归还到', last?.store],
    ['说明', last?.note],
  ]
  return {
    title: say('离职清退单'),
    organisation,
    status: say(isClear ? '已清退' : '尚有未交接事项'),
    good: isClear,
    size: 'A4',
    facts: facts.flatMap(([label, value]) => (value ? [{ label: say(label), value }] : [])),
    fields: [],
    tables: [returnedTable(lines, say), openTable(holdings, files, say)].filter(({ rows }) => rows.length > 0),
    total: undefined,
    decisions: [],
    comments: [],
    signing: signatories.map((label) => ({ label: say(label), signature: undefined })),
    foot: say('{name}打印于{time}', { name: by, time: momentWords(at) }),
    headings: { form: say('概况'), decisions: say('审批记录'), comments: say('评论') },
  }
}

const columnsOf = (labels: readonly string[], say: Say): PaperTable['columns'] =>
  labels.map((label) => ({ label: say(label), number: label === '数量' }))

const returnedTable = (lines: readonly ReturnedLine[], say: Say): PaperTable => ({
  title: say('归还的资产和耗材'),
  columns: columnsOf(['编码', '名称', '数量', '业务', '单号', '状态'], say),
  rows: lines.map(({ document, kind, state, code, name, quantity }) => [
    code,
    name,
    quantity,
    say(kindNamed(kind).title),
    document,
    say(documentStates[state]),
  ]),
})

const openTable = (holdings: readonly HoldingRow[], files: number, say: Say): PaperTable => ({
  title: say('尚未交接'),
  columns: columnsOf(['事项', '数量', '包括'], say),
  rows: [
    ...holdings.map(({ what, count, names }) => [what, String(count), names.join(say('、')) + (count > names.length ? '…' : '')]),
    ...(files > 0 ? [[say('个人网盘中的文件'), String(files), say('由本人确认')]] : []),
  ],
})
