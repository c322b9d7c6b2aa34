import { sum, toFixed } from '../../kernel/decimal.ts'
import type { Speaker } from '../../kernel/fields/kind.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { addDays } from '../../kernel/day.ts'
import { momentWords, type Paper, type PaperSize, type PaperTable, type PrintContext } from '../paper/paper.ts'
import { firstDayOf, monthOfText } from './month.ts'
import { lineTitle } from './voucher.ts'
import type { VoucherRow } from './voucherOperations.ts'

/** What a printed voucher says besides itself. `amountInWords` writes an amount out in the reader's language. */
export type VoucherPrintContext = PrintContext & {
  readonly bookName: string
  /** Who closed the month. */
  readonly preparedBy: string
  readonly size: PaperSize
  readonly amountInWords: (amount: string) => string
}

/** So many rows stand on a sheet with its head, its total and the places to sign. */
const rowsOfSheet: Readonly<Record<PaperSize, number>> = { A4: 16, A5: 5 }

/** The sheets of a voucher: what a sheet comes to is carried over to the next, and the last one has the total in words. */
export const voucherPapers = (voucher: VoucherRow, { say }: Pick<Speaker, 'say'>, context: VoucherPrintContext): Paper[] => {
  const sheets = sheetsOf(voucher.lines, rowsOfSheet[context.size])
  return sheets.map((lines, index) => {
    const isLast = index === sheets.length - 1
    return {
      ...headOf(voucher, say, context),
      facts: [
        { label: say('凭证字号'), value: voucher.foreignNumber ?? say('记字第{number}号', { number: voucher.code.slice(-3) }) },
        { label: say('日期'), value: lastDayOf(voucher.month) },
        { label: say('附单据数'), value: voucher.documentCount === 0 ? '' : String(voucher.documentCount) },
        { label: say('账簿'), value: context.bookName },
        { label: say('凭证类型'), value: `${voucher.month} ${say(lineTitle(voucher.event, null))}` },
        { label: say('页次'), value: `${index + 1}/${sheets.length}` },
      ],
      tables: [sheetTable(voucher, { lines, before: sheets.slice(0, index).flat(), isLast }, say)],
      total: isLast
        ? {
            label: say('合计'),
            value: moneyWords(voucher.total),
            words: say('人民币（大写）：{words}', { words: context.amountInWords(voucher.total) }),
          }
        : undefined,
    }
  })
}

type Say = Speaker['say']
type Line = VoucherRow['lines'][number]

const lastDayOf = (month: string): string => addDays(firstDayOf(monthOfText(month) + 1), -1)

const headOf = (
  voucher: VoucherRow,
  say: Say,
  { organisation, by, at, preparedBy, size }: VoucherPrintContext,
): Omit<Paper, 'facts' | 'tables' | 'total'> => ({
  title: say('记 账 凭 证'),
  organisation,
  code: voucher.code,
  status: statusOf(voucher, say),
  good: !voucher.isVoided && voucher.foreignNumber !== null,
  size,
  fields: [],
  decisions: [],
  comments: [],
  signing: [say('会计主管'), say('记账'), say('审核'), say('制单：{name}', { name: preparedBy })].map((label) => ({
    label,
    signature: undefined,
  })),
  foot: say('{name}打印于{time}', { name: by, time: momentWords(at) }),
  headings: { form: say('基本信息'), decisions: say('审批记录'), comments: say('评论') },
})

const statusOf = ({ isVoided, isPushed, foreignNumber }: VoucherRow, say: Say): string => {
  if (isVoided) return say('凭证已作废')
  if (foreignNumber !== null) return say('总账 {number}', { number: foreignNumber })
  return say(isPushed ? '已推送，待凭证号' : '未传总账')
}

/** Lines in sheets of so many rows; from the second on a row is for what was carried over. */
const sheetsOf = (lines: readonly Line[], rows: number): Line[][] => {
  const sheets = [lines.slice(0, rows)]
  for (let from = rows; from < lines.length; from += rows - 1) sheets.push(lines.slice(from, from + rows - 1))
  return sheets
}

type SheetLines = { readonly lines: readonly Line[]; readonly before: readonly Line[]; readonly isLast: boolean }

const sheetTable = (voucher: VoucherRow, { lines, before, isLast }: SheetLines, say: Say): PaperTable => ({
  title: '',
  isUnnumbered: true,
  columns: [
    { label: say('摘要'), number: false },
    { label: say('科目'), number: false },
    { label: say('借方'), number: true, look: 'money' },
    { label: say('贷方'), number: true, look: 'money' },
  ],
  rows: [
    ...(before.length === 0 ? [] : [[say('承前页'), '', ...sumsOf(before)]]),
    ...lines.map((line) => [
      say(lineTitle(voucher.event, line.step)),
      accountWords(line, say),
      amountWords(line.debit),
      amountWords(line.credit),
    ]),
  ],
  totals: [say(isLast ? '合计' : '过次页'), '', ...sumsOf([...before, ...lines])],
})

const amountWords = (amount: string): string => (Number(amount) === 0 ? '' : moneyWords(amount))

const sumsOf = (lines: readonly Line[]): string[] => [
  moneyWords(toFixed(sum(lines.map(({ debit }) => debit)), 2)),
  moneyWords(toFixed(sum(lines.map(({ credit }) => credit)), 2)),
]

const accountWords = ({ account, accountName, deptName, costObject }: Line, say: Say): string =>
  [accountName === null ? account : `${account} ${say(accountName)}`, deptName, costObject].filter(Boolean).join(' / ')
