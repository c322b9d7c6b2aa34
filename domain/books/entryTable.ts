import { asset, category, choice, date, department, flag, money, person, text } from '../../kernel/field.ts'
import type { Table } from '../tables/define.ts'
import { entryKinds } from './entryKind.ts'

const never = { required: 'never' } as const

/** The entries of a book: what of an asset became more or less, in a month. */
export const valueEntryTable: Table = {
  name: 'gsvalueentry',
  title: '账簿分录',
  columns: {
    assetName: { ...text('资产名称', never), asked: true, sorted: true, read: true, shown: true, names: true },
    assetCode: { ...text('资产编码', never), asked: true, sorted: true, shown: true, widthPx: 128 },
    monthOn: { ...date('入账月份', never), asked: true, sorted: true, shown: true, widthPx: 104 },
    kind: {
      ...choice(
        '分录类型',
        Object.entries(entryKinds).map(([value, label]) => ({ value, label })),
        never,
      ),
      asked: true,
      shown: true,
      widthPx: 120,
    },
    cost: { ...money('原值变动', never), asked: true, sorted: true, shown: true, summed: true, widthPx: 112 },
    depreciation: { ...money('累计折旧变动', never), asked: true, sorted: true, shown: true, summed: true, widthPx: 112 },
    impairment: { ...money('减值准备变动', never), asked: true, summed: true, widthPx: 112 },
    net: { ...money('净值变动', never), asked: true, sorted: true, shown: true, summed: true, widthPx: 112 },
    catName: { ...text('资产分类', never), widthPx: 112 },
    deptName: { ...text('使用部门', never), shown: true, widthPx: 112 },
    documentCode: { ...text('单号', never), asked: true, shown: true, widthPx: 168 },
    actorName: { ...text('入账人', never), widthPx: 96 },
    isTakenBack: { ...flag('反结账冲回'), asked: true, widthPx: 96 },
    assetId: { ...asset('资产', never), asked: true, besides: true },
    catId: { ...category('资产分类', { ...never, filter: { catKind: 'asset' } }), asked: true, besides: true },
    deptId: { ...department('使用部门', never), asked: true, besides: true },
    actorUid: { ...person('入账人', never), asked: true, besides: true },
  },
  usualOrder: '最新入账的在前',
  isTotalled: true,
}
