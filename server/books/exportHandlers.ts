import { depreciationMethods } from '../../domain/books/depreciation.ts'
import { disposalMethods } from '../../domain/books/disposal.ts'
import { disposalTable } from '../../domain/books/disposalTable.ts'
import type { DisposalRow, ValueRow } from '../../domain/books/operations.ts'
import { addDays } from '../../kernel/day.ts'
import { firstDayOf, monthOfText } from '../../domain/books/month.ts'
import { voucherEvents } from '../../domain/books/voucher.ts'
import { voucherExport, type VoucherRow } from '../../domain/books/voucherOperations.ts'
import { valueTable } from '../../domain/books/table.ts'
import { listExports } from '../../domain/tables/exportOperations.ts'
import { handleOneByOne, type Handler } from '../call.ts'
import { type ListColumn, listFile, tableFile } from '../records/export/lists.ts'
import { type DisposalQuery, listDisposals } from './disposalList.ts'
import { listValues, type ValueQuery } from './valueList.ts'
import { listVouchers } from './voucherList.ts'

const columns: readonly ListColumn<ValueRow>[] = [
  { key: 'assetCode', label: '资产编码', cell: ({ assetCode }) => assetCode },
  { key: 'assetName', label: '资产名称', cell: ({ assetName }) => assetName },
  { key: 'catName', label: '资产分类', cell: ({ catName }) => catName },
  { key: 'deptName', label: '使用部门', cell: ({ deptName }) => deptName },
  { key: 'inServiceOn', label: '投入使用日期', cell: ({ inServiceOn }) => inServiceOn, date: 'day' },
  { key: 'method', label: '折旧方法', cell: ({ method }, words) => words(methodTitles[method] ?? method) },
  { key: 'lifeMonths', label: '使用年限（月）', cell: ({ lifeMonths }) => (lifeMonths === null ? null : String(lifeMonths)), amount: true },
  { key: 'monthsCharged', label: '已提月份', cell: ({ monthsCharged }) => String(monthsCharged), amount: true },
  { key: 'cost', label: '账面原值', cell: ({ cost }) => cost, amount: true, money: true },
  { key: 'charge', label: '本月折旧', cell: ({ charge }) => charge, amount: true, money: true },
  { key: 'depreciation', label: '累计折旧', cell: ({ depreciation }) => depreciation, amount: true, money: true },
  { key: 'impairment', label: '减值准备', cell: ({ impairment }) => impairment, amount: true, money: true },
  { key: 'net', label: '净值', cell: ({ net }) => net, amount: true, money: true },
  { key: 'isCharged', label: '已提足', cell: ({ isCharged }, words) => (isCharged ? words('已提足') : null) },
]

const disposalColumns: readonly ListColumn<DisposalRow>[] = [
  { key: 'assetCode', label: '资产编码', cell: ({ assetCode }) => assetCode },
  { key: 'assetName', label: '资产名称', cell: ({ assetName }) => assetName },
  { key: 'catName', label: '资产分类', cell: ({ catName }) => catName },
  { key: 'deptName', label: '使用部门', cell: ({ deptName }) => deptName },
  { key: 'method', label: '处置方式', cell: ({ method }, words) => words(disposalTitles[method] ?? method) },
  { key: 'month', label: '月份', cell: ({ month }) => month },
  { key: 'documentCode', label: '单号', cell: ({ documentCode }) => documentCode },
  { key: 'cost', label: '账面原值', cell: ({ cost }) => cost, amount: true, money: true },
  { key: 'depreciation', label: '累计折旧', cell: ({ depreciation }) => depreciation, amount: true, money: true },
  { key: 'impairment', label: '减值准备', cell: ({ impairment }) => impairment, amount: true, money: true },
  { key: 'net', label: '净值', cell: ({ net }) => net, amount: true, money: true },
  { key: 'proceeds', label: '处置收入', cell: ({ proceeds }) => proceeds, amount: true, money: true },
  { key: 'saleCost', label: '处置费用', cell: ({ saleCost }) => saleCost, amount: true, money: true },
  { key: 'gain', label: '处置损益', cell: ({ gain }) => gain, amount: true, money: true },
]

const disposalTitles: Readonly<Record<string, string>> = disposalMethods
const methodTitles: Readonly<Record<string, string>> = depreciationMethods

/** A line of a voucher as a row of a sheet. */
type VoucherEntry = VoucherRow['lines'][number] & { readonly voucher: VoucherRow; readonly number: number; readonly lineNo: number }

const entriesOf = (vouchers: readonly VoucherRow[]): VoucherEntry[] =>
  vouchers
    .filter(({ isVoided }) => !isVoided)
    .flatMap((voucher, index) => voucher.lines.map((line, place) => ({ ...line, voucher, number: index + 1, lineNo: place + 1 })))

/** The last day of a month, on which its vouchers are dated. */
const dayOf = ({ voucher }: VoucherEntry): string => addDays(firstDayOf(monthOfText(voucher.month) + 1), -1)
const summaryOf = ({ voucher }: VoucherEntry): string => `${voucher.month} ${voucherEvents[voucher.event]} ${voucher.code}`
const amountOrEmpty = (amount: string): string => (Number(amount) === 0 ? '' : amount)

/** The columns that the import of each ledger program reads, under its own headers. */
const voucherColumns: Readonly<Record<'u8' | 'kingdee', readonly ListColumn<VoucherEntry>[]>> = {
  u8: [
    { label: '制单日期', cell: dayOf },
    { label: '凭证类别字', cell: () => '记' },
    { label: '凭证编号', cell: ({ number }) => String(number), amount: true },
    { label: '附单据数', cell: () => '0', amount: true },
    { label: '摘要', cell: summaryOf },
    { label: '科目编码', cell: ({ account }) => account },
    { label: '借方金额', cell: ({ debit }) => amountOrEmpty(debit), amount: true, money: true },
    { label: '贷方金额', cell: ({ credit }) => amountOrEmpty(credit), amount: true, money: true },
    { label: '部门', cell: ({ deptName }) => deptName },
  ],
  kingdee: [
    { label: '日期', cell: dayOf },
    { label: '凭证字', cell: () => '记' },
    { label: '凭证号', cell: ({ number }) => String(number), amount: true },
    { label: '附件数', cell: () => '0', amount: true },
    { label: '分录序号', cell: ({ lineNo }) => String(lineNo), amount: true },
    { label: '摘要', cell: summaryOf },
    { label: '科目代码', cell: ({ account }) => account },
    { label: '借方金额', cell: ({ debit }) => amountOrEmpty(debit), amount: true, money: true },
    { label: '贷方金额', cell: ({ credit }) => amountOrEmpty(credit), amount: true, money: true },
    { label: '部门', cell: ({ deptName }) => deptName },
    { label: '币别', cell: () => 'RMB' },
    { label: '汇率', cell: () => '1', amount: true },
  ],
}

export const bookExportHandlers: readonly Handler[] = [
  handleOneByOne(listExports.values, (call, input) =>
    tableFile(
      call,
      { title: valueTable.title, table: valueTable, columns },
      (tx, question: ValueQuery) => listValues({ ...call, tx }, question),
      input as Parameters<typeof tableFile<ValueRow, ValueQuery>>[3],
    ),
  ),
  handleOneByOne(listExports.disposals, (call, input) =>
    tableFile(
      call,
      { title: disposalTable.title, table: disposalTable, columns: disposalColumns },
      (tx, question: DisposalQuery) => listDisposals({ ...call, tx }, question),
      input as Parameters<typeof tableFile<DisposalRow, DisposalQuery>>[3],
    ),
  ),
  handleOneByOne(voucherExport, (call, { bookId, month, format }) =>
    // The program that reads it knows Chinese headers.
    listFile<VoucherEntry>({ ...call, language: 'zh' }, () => ({
      title: `${month}-${format}`,
      format: 'xlsx',
      columns: voucherColumns[format],
      read: async (tx) => entriesOf((await listVouchers({ tx }, { bookId, month })).list),
    })),
  ),
]
