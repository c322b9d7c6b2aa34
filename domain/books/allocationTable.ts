import { asset, category, date, department, money, text } from '../../kernel/field.ts'
import type { Table } from '../tables/define.ts'

const never = { required: 'never' } as const

/** What departments and cost objects bear of the depreciation of assets, month by month. */
export const allocationTable: Table = {
  name: 'gsallocation',
  title: '折旧分摊明细',
  columns: {
    assetName: { ...text('资产名称', never), asked: true, sorted: true, read: true, shown: true, names: true },
    assetCode: { ...text('资产编码', never), asked: true, sorted: true, shown: true, widthPx: 128 },
    monthOn: { ...date('入账月份', never), asked: true, sorted: true, shown: true, widthPx: 104 },
    catName: { ...text('资产分类', never), shown: true, widthPx: 128 },
    deptName: { ...text('承担部门', never), shown: true, widthPx: 128 },
    costObject: { ...text('成本对象', never), asked: true, sorted: true, shown: true, widthPx: 144 },
    amount: { ...money('折旧', never), asked: true, sorted: true, shown: true, summed: true, widthPx: 112 },
    assetId: { ...asset('资产', never), asked: true, besides: true },
    catId: { ...category('资产分类', { ...never, filter: { catKind: 'asset' } }), asked: true, besides: true },
    deptId: { ...department('承担部门', never), asked: true, besides: true },
  },
  usualOrder: '最新入账的在前',
  isTotalled: true,
}
