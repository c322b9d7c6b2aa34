import { category, department, listedChoice, money, text } from '../../kernel/field.ts'
import type { Table } from '../tables/define.ts'
import { disposalMethods } from './disposal.ts'

const never = { required: 'never' } as const

/** What left a book in some months, what it was worth then, and what it brought; what came back stands among it with the other sign. */
export const disposalTable: Table = {
  name: 'gsdisposal',
  title: '处置损益',
  columns: {
    assetName: { ...text('资产名称', never), asked: true, sorted: true, read: true, shown: true, names: true },
    assetCode: { ...text('资产编码', never), asked: true, sorted: true, shown: true, widthPx: 120 },
    catName: { ...text('资产分类', never), widthPx: 112 },
    deptName: { ...text('使用部门', never), widthPx: 112 },
    method: {
      ...listedChoice(
        '处置方式',
        'disposal_method',
        Object.entries(disposalMethods).map(([value, label]) => ({ value, label })),
        never,
      ),
      asked: true,
      sorted: true,
      shown: true,
      widthPx: 80,
    },
    month: { ...text('月份', never), sorted: true, shown: true, widthPx: 80 },
    documentCode: { ...text('单号', never), asked: true, widthPx: 168 },
    cost: { ...money('账面原值', never), asked: true, sorted: true, shown: true, summed: true, widthPx: 104 },
    depreciation: { ...money('累计折旧', never), asked: true, sorted: true, shown: true, summed: true, widthPx: 104 },
    impairment: { ...money('减值准备', never), asked: true, summed: true, widthPx: 104 },
    net: { ...money('净值', never), asked: true, sorted: true, shown: true, summed: true, widthPx: 104 },
    proceeds: { ...money('处置收入', never), asked: true, sorted: true, shown: true, summed: true, widthPx: 104 },
    saleCost: { ...money('处置费用', never), asked: true, shown: true, summed: true, widthPx: 104 },
    gain: { ...money('处置损益', never), asked: true, sorted: true, shown: true, summed: true, widthPx: 104 },
    catId: { ...category('资产分类', { ...never, filter: { catKind: 'asset' } }), asked: true, besides: true },
    deptId: { ...department('使用部门', never), asked: true, besides: true },
  },
  usualOrder: '最近处置的在前',
  isTotalled: true,
}
