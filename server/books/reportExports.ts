import { entryKinds } from '../../domain/books/entryKind.ts'
import { costKindsOf, hasOtherDepreciation, otherDepreciationOf } from '../../domain/books/movementKinds.ts'
import type { AllocationRow, MovementRow } from '../../domain/books/operations.ts'
import { allocationExport, movementExport } from '../../domain/books/reportOperations.ts'
import { handleOneByOne, type Handler } from '../call.ts'
import { type ListColumn, listFile, wholeList } from '../records/export/lists.ts'
import { readAllocations } from './costShares.ts'
import { readMovements } from './movements.ts'

const money = <R>(label: string, cell: (row: R) => string | undefined): ListColumn<R> => ({
  label,
  cell: (row) => cell(row) ?? '0.00',
  amount: true,
  money: true,
})

type NamedMovement = MovementRow & { readonly isTotal: boolean }

const movementColumns = (rows: readonly MovementRow[]): readonly ListColumn<NamedMovement>[] => [
  {
    label: '名称',
    cell: ({ id, name, isTotal }, words) => {
      if (isTotal) return words('合计')
      return id === null ? words('未设置') : name
    },
  },
  { label: '资产项数', cell: (row) => String(row.closing.assets), amount: true },
  money('期初原值', (row) => row.opening.cost),
  ...costKindsOf(rows).map((kind) => money<NamedMovement>(entryKinds[kind], ({ movements }) => movements[kind]?.cost)),
  money('期末原值', (row) => row.closing.cost),
  money('期初累计折旧', (row) => row.opening.depreciation),
  money('本期折旧', ({ movements }) => movements['depreciation']?.depreciation),
  ...(hasOtherDepreciation(rows) ? [money<NamedMovement>('累计折旧其他增减', otherDepreciationOf)] : []),
  money('期末累计折旧', (row) => row.closing.depreciation),
  money('减值准备', (row) => row.closing.impairment),
  money('期末净值', (row) => row.closing.net),
]

type NamedAllocation = AllocationRow & { readonly isTotal: boolean }

const allocationColumns: readonly ListColumn<NamedAllocation>[] = [
  { label: '使用部门', cell: ({ deptName, isTotal }, words) => (isTotal ? words('合计') : (deptName ?? words('未设置部门'))) },
  { label: '成本对象', cell: ({ costObject }) => costObject },
  { label: '资产分类', cell: ({ catName }) => catName },
  money('折旧', ({ amount }) => amount),
]

const spanOf = ({ from, to }: { readonly from: string; readonly to: string }): string => (from === to ? from : `${from} ~ ${to}`)

/** The reports of a book that are added up, as files. */
export const bookReportHandlers: readonly Handler[] = [
  handleOneByOne(movementExport, (call, { format, ...question }) =>
    listFile<NamedMovement>(call, async (tx) => {
      const { list, total } = await readMovements({ tx }, question)
      return {
        title: '增减变动表',
        format,
        asked: [spanOf(question)],
        columns: movementColumns(list),
        read: wholeList([...list.map((row) => ({ ...row, isTotal: false })), { ...total, isTotal: true }]),
      }
    }),
  ),
  handleOneByOne(allocationExport, (call, { format, ...question }) =>
    listFile<NamedAllocation>(call, async (tx) => {
      const { list, total } = await readAllocations({ tx }, question)
      const sum = { deptId: null, deptName: null, catId: null, catName: null, costObject: null, amount: total }
      return {
        title: '折旧分摊',
        format,
        asked: [spanOf(question)],
        columns: allocationColumns,
        read: wholeList([...list.map((row) => ({ ...row, isTotal: false })), { ...sum, isTotal: true }]),
      }
    }),
  ),
]
