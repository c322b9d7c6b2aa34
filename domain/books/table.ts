import { category, choice, date, department, flag, integer, money, text } from '../../kernel/field.ts'
import type { Table } from '../tables/define.ts'
import { depreciationMethods } from './depreciation.ts'

const never = { required: 'never' } as const

/** What the assets of a book are worth at the end of a month, and what the month charges. */
export const valueTable: Table = {
  name: 'gsvalue',
  title: '折旧清单',
  columns: {
    assetName: { ...text('资产名称', never), asked: true, sorted: true, read: true, shown: true, names: true },
    assetCode: { ...text('资产编码', never), asked: true, sorted: true, shown: true, widthPx: 128 },
    catName: { ...text('资产分类', never), shown: true, widthPx: 112 },
    deptName: { ...text('使用部门', never), shown: true, widthPx: 112 },
    inServiceOn: { ...date('投入使用日期', never), asked: true, sorted: true, shown: true, widthPx: 112 },
    method: {
      ...choice(
        '折旧方法',
        Object.entries(depreciationMethods).map(([value, label]) => ({ value, label })),
        never,
      ),
      asked: true,
      widthPx: 112,
    },
    lifeMonths: { ...integer('使用年限（月）', never), asked: true, widthPx: 96 },
    monthsCharged: { ...integer('已提月份', never), asked: true, shown: true, widthPx: 96 },
    cost: { ...money('账面原值', never), asked: true, sorted: true, shown: true, summed: true, widthPx: 120 },
    charge: { ...money('本月折旧', never), asked: true, sorted: true, shown: true, summed: true, widthPx: 112 },
    depreciation: { ...money('累计折旧', never), asked: true, sorted: true, shown: true, summed: true, widthPx: 120 },
    impairment: { ...money('减值准备', never), asked: true, summed: true, widthPx: 112 },
    net: { ...money('净值', never), asked: true, sorted: true, shown: true, summed: true, widthPx: 120 },
    isCharged: { ...flag('已提足'), asked: true, atHand: true, widthPx: 96 },
    catId: { ...category('资产分类', { ...never, filter: { catKind: 'asset' } }), asked: true, besides: true },
    deptId: { ...department('使用部门', never), asked: true, besides: true },
  },
  usualOrder: '最新入账的在前',
  isTotalled: true,
}
