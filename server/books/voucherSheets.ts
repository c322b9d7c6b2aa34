import { addDays, type Day } from '../../kernel/day.ts'
import { firstDayOf, monthOfText } from '../../domain/books/month.ts'
import { lineTitle } from '../../domain/books/voucher.ts'
import type { VoucherRow } from '../../domain/books/voucherOperations.ts'
import type { ListColumn } from '../records/export/lists.ts'

/** A line of a voucher as a row of a sheet: `number` counts the vouchers of the sheet, `lineNo` the lines of the voucher, `serialNo` all lines. */
export type VoucherEntry = VoucherRow['lines'][number] & {
  readonly voucher: VoucherRow
  readonly number: number
  readonly lineNo: number
  readonly serialNo: number
}

export const entriesOf = (vouchers: readonly VoucherRow[]): VoucherEntry[] =>
  vouchers
    .filter(({ isVoided }) => !isVoided)
    .flatMap((voucher, index) => voucher.lines.map((line, place) => ({ ...line, voucher, number: index + 1, lineNo: place + 1 })))
    .map((entry, index) => ({ ...entry, serialNo: index + 1 }))

type Column = ListColumn<VoucherEntry>

/** The last day of a month, on which its vouchers are dated. */
const dayOf = ({ voucher }: VoucherEntry): Day => addDays(firstDayOf(monthOfText(voucher.month) + 1), -1)
const summaryOf = ({ voucher, step }: VoucherEntry): string => `${voucher.month} ${lineTitle(voucher.event, step)} ${voucher.code}`
const amountOf = ({ debit, credit }: VoucherEntry): string => (Number(debit) === 0 ? credit : debit)

const text = (label: string, cell: Column['cell']): Column => ({ label, cell })
const count = (label: string, cell: (entry: VoucherEntry) => number): Column => ({
  label,
  cell: (entry) => String(cell(entry)),
  amount: true,
})
const money = (label: string, cell: (entry: VoucherEntry) => string): Column => ({ label, cell, amount: true, money: true })
/** Columns that the template has and an asset's voucher leaves empty. */
const empty = (...labels: readonly string[]): Column[] => labels.map((label) => text(label, () => null))

/** The import of vouchers of U8, which finds columns by their headers. */
const u8: readonly Column[] = [
  count('会计期间', ({ voucher }) => Number(voucher.month.slice(5))),
  text('凭证类别字', () => '记'),
  ...empty('凭证类别排序号'),
  count('凭证编号', ({ number }) => number),
  count('行号', ({ lineNo }) => lineNo),
  text('制单日期', dayOf),
  count('附单据数', ({ voucher }) => voucher.documentCount),
  ...empty('制单人', '审核人', '记账人', '记账标志', '出纳人', '凭证标志', '凭证头自定义项1', '凭证头自定义项2'),
  text('摘要', summaryOf),
  text('科目编码', ({ account }) => account),
  text('币种', () => '人民币'),
  money('借方金额', ({ debit }) => debit),
  money('贷方金额', ({ credit }) => credit),
  ...empty('外币借方金额', '外币贷方金额', '汇率', '数量借方', '数量贷方', '结算方式编码', '票号', '票号发生日期'),
  text('部门编码', ({ deptCode }) => deptCode),
  ...empty('职员编码', '客户编码', '供应商编码'),
  text('项目编码', ({ costObject }) => costObject),
  ...empty('项目大类编码', '业务员'),
]

/** What an entry is of, as kind, code and name each. */
const kingdeeItems = ({ deptCode, deptName, costObject }: VoucherEntry): string | null => {
  const items = [
    ...(deptName === null ? [] : [`部门---${deptCode ?? ''}---${deptName}`]),
    ...(costObject === null ? [] : [`项目---${costObject}---${costObject}`]),
  ]
  return items.length === 0 ? null : items.join('||')
}

/** The standard format of K/3, KIS and Galaxy, which reads all of these columns in this order. */
const kingdee: readonly Column[] = [
  text('凭证日期', dayOf),
  count('会计年度', ({ voucher }) => Number(voucher.month.slice(0, 4))),
  count('会计期间', ({ voucher }) => Number(voucher.month.slice(5))),
  text('凭证字', () => '记'),
  count('凭证号', ({ number }) => number),
  text('科目代码', ({ account }) => account),
  text('科目名称', ({ accountName }) => accountName),
  text('币别代码', () => 'RMB'),
  text('币别名称', () => '人民币'),
  money('原币金额', amountOf),
  money('借方', ({ debit }) => debit),
  money('贷方', ({ credit }) => credit),
  ...empty('制单'),
  ...['审核', '核准', '出纳'].map((label) => text(label, () => 'NONE')),
  ...empty('经办'),
  text('结算方式', () => '*'),
  ...empty('结算号'),
  text('凭证摘要', summaryOf),
  count('数量', () => 0),
  text('数量单位', () => '*'),
  count('单价', () => 0),
  ...empty('参考信息'),
  text('业务日期', dayOf),
  ...empty('往来业务编号'),
  count('附件数', ({ voucher }) => voucher.documentCount),
  count('序号', ({ serialNo }) => serialNo),
  ...empty('系统模块', '业务描述', '汇率类型'),
  count('汇率', () => 1),
  count('分录序号', ({ lineNo }) => lineNo - 1),
  text('核算项目', kingdeeItems),
  count('过账', () => 0),
  ...empty('机制凭证', '现金流量'),
]

/** The columns that the import of each ledger program reads, under its own headers. */
export const voucherSheets: Readonly<Record<'u8' | 'kingdee', readonly Column[]>> = { u8, kingdee }
