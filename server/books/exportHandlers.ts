import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { monthOfText } from '../../domain/books/month.ts'
import type { Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'
import { readBooks } from './books.ts'
import { organisationWords } from '../db/organisationKind.ts'
import { depreciationMethods } from '../../domain/books/depreciation.ts'
import { tableWithOwnWords } from '../../domain/dictionaries/ownChoices.ts'
import { declaredField, type Option } from '../../kernel/field.ts'
import { optionsOf } from '../../kernel/fields/kinds.ts'
import { allocationTable } from '../../domain/books/allocationTable.ts'
import { disposalTable } from '../../domain/books/disposalTable.ts'
import { entryKinds } from '../../domain/books/entryKind.ts'
import { valueEntryTable } from '../../domain/books/entryTable.ts'
import type { AllocationLine, DisposalRow, ValueEntryRow, ValueRow } from '../../domain/books/operations.ts'
import { voucherExport } from '../../domain/books/voucherOperations.ts'
import { valueTable } from '../../domain/books/table.ts'
import { listExports } from '../../domain/tables/exportOperations.ts'
import { handleOneByOne, type Handler } from '../call.ts'
import { type ListColumn, listFile, tableFile, wholeList } from '../records/export/lists.ts'
import { type AllocationQuery, listAllocationLines } from './lists/allocationList.ts'
import { type DisposalQuery, listDisposals } from './lists/disposalList.ts'
import { type EntryQuery, listEntriesOfBook } from './lists/entryList.ts'
import { listValues, type ValueQuery } from './lists/valueList.ts'
import { listVouchers } from './lists/voucherList.ts'
import { entriesOf, type VoucherEntry, voucherSheets } from './voucherSheets.ts'

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

const disposalColumns = (methods: readonly Option[]): readonly ListColumn<DisposalRow>[] => [
  { key: 'assetCode', label: '资产编码', cell: ({ assetCode }) => assetCode },
  { key: 'assetName', label: '资产名称', cell: ({ assetName }) => assetName },
  { key: 'catName', label: '资产分类', cell: ({ catName }) => catName },
  { key: 'deptName', label: '使用部门', cell: ({ deptName }) => deptName },
  { key: 'method', label: '处置方式', cell: ({ method }, words) => words(methods.find(({ value }) => value === method)?.label ?? method) },
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

const allocationColumns: readonly ListColumn<AllocationLine>[] = [
  { key: 'monthOn', label: '入账月份', cell: ({ monthOn }) => monthOn.slice(0, 7) },
  { key: 'assetCode', label: '资产编码', cell: ({ assetCode }) => assetCode },
  { key: 'assetName', label: '资产名称', cell: ({ assetName }) => assetName },
  { key: 'catName', label: '资产分类', cell: ({ catName }) => catName },
  { key: 'deptName', label: '承担部门', cell: ({ deptName }) => deptName },
  { key: 'costObject', label: '成本对象', cell: ({ costObject }) => costObject },
  { key: 'amount', label: '折旧', cell: ({ amount }) => amount, amount: true, money: true },
]

const entryTitles: Readonly<Record<string, string>> = entryKinds

const entryColumns: readonly ListColumn<ValueEntryRow>[] = [
  { key: 'monthOn', label: '入账月份', cell: ({ monthOn }) => monthOn.slice(0, 7) },
  { key: 'kind', label: '分录类型', cell: ({ kind }, words) => words(entryTitles[kind] ?? kind) },
  { key: 'assetCode', label: '资产编码', cell: ({ assetCode }) => assetCode },
  { key: 'assetName', label: '资产名称', cell: ({ assetName }) => assetName },
  { key: 'catName', label: '资产分类', cell: ({ catName }) => catName },
  { key: 'deptName', label: '使用部门', cell: ({ deptName }) => deptName },
  { key: 'cost', label: '原值变动', cell: ({ cost }) => cost, amount: true, money: true },
  { key: 'depreciation', label: '累计折旧变动', cell: ({ depreciation }) => depreciation, amount: true, money: true },
  { key: 'impairment', label: '减值准备变动', cell: ({ impairment }) => impairment, amount: true, money: true },
  { key: 'net', label: '净值变动', cell: ({ net }) => net, amount: true, money: true },
  { key: 'documentCode', label: '单号', cell: ({ documentCode }) => documentCode },
  { key: 'isTakenBack', label: '反结账冲回', cell: ({ isTakenBack }, words) => (isTakenBack ? words('反结账冲回') : null) },
  { key: 'actorName', label: '入账人', cell: ({ actorName }) => actorName },
]

/** The lines of the vouchers of a month; refuses a month that has none, because an empty sheet says nothing of the reason. */
const exportedEntries = async (tx: Tx, bookId: Id, month: string): Promise<VoucherEntry[]> => {
  const book = (await readBooks(tx)).find(({ id }) => id === bookId)
  if (!book) throw new NotFound()
  if (monthOfText(month) > book.closedMonth) refuse('book.notClosed', '{month}没有结账', { month })
  const entries = entriesOf((await listVouchers({ tx }, { bookId, month })).list)
  return entries.length > 0 ? entries : refuse('book.noVouchers', '{month}没有凭证', { month })
}

const methodTitles: Readonly<Record<string, string>> = depreciationMethods

export const bookExportHandlers: readonly Handler[] = [
  handleOneByOne(listExports.values, (call, input) =>
    tableFile(
      call,
      { title: valueTable.title, table: valueTable, columns },
      (tx, question: ValueQuery) => listValues({ ...call, tx }, question),
      input as Parameters<typeof tableFile<ValueRow, ValueQuery>>[3],
    ),
  ),
  handleOneByOne(listExports.disposals, async (call, input) => {
    const table = tableWithOwnWords(disposalTable, await call.inTransaction(organisationWords), call.language)
    return tableFile(
      call,
      { title: table.title, table, columns: disposalColumns(optionsOf(declaredField(table.columns, 'method').control) ?? []) },
      (tx, question: DisposalQuery) => listDisposals({ ...call, tx }, question),
      input as Parameters<typeof tableFile<DisposalRow, DisposalQuery>>[3],
    )
  }),
  handleOneByOne(listExports.allocationLines, (call, input) =>
    tableFile(
      call,
      { title: allocationTable.title, table: allocationTable, columns: allocationColumns },
      (tx, question: AllocationQuery) => listAllocationLines({ ...call, tx }, question),
      input as Parameters<typeof tableFile<AllocationLine, AllocationQuery>>[3],
    ),
  ),
  handleOneByOne(listExports.valueEntries, (call, input) =>
    tableFile(
      call,
      { title: valueEntryTable.title, table: valueEntryTable, columns: entryColumns },
      (tx, question: EntryQuery) => listEntriesOfBook({ ...call, tx }, question),
      input as Parameters<typeof tableFile<ValueEntryRow, EntryQuery>>[3],
    ),
  ),
  handleOneByOne(voucherExport, (call, { bookId, month, format }) =>
    // The program that reads it knows Chinese headers.
    listFile<VoucherEntry>({ ...call, language: 'zh' }, async (tx) => ({
      title: `${month}-${format}`,
      format: 'xlsx',
      columns: voucherSheets[format],
      read: wholeList(await exportedEntries(tx, bookId, month)),
    })),
  ),
]
