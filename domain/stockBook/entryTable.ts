import { category, choice, consumable, date, department, location, money, person, quantity, text } from '../../kernel/field.ts'
import type { Table } from '../tables/define.ts'
import { stockAccounts, stockEntryKinds } from './entryKind.ts'

const never = { required: 'never' } as const

/** What came into the stock and left it: a row for each end of a move that lies in it. */
export const stockEntryTable: Table = {
  name: 'csstockentry',
  title: '收发存明细账',
  columns: {
    goodsName: { ...text('耗材名称', never), asked: true, sorted: true, read: true, shown: true, names: true },
    goodsCode: { ...text('耗材编码', never), asked: true, sorted: true, shown: true, widthPx: 104 },
    spec: { ...text('规格', never), asked: true, widthPx: 96 },
    unit: { ...text('单位', never), asked: true, widthPx: 64 },
    movedOn: { ...date('业务日期', never), asked: true, sorted: true, shown: true, widthPx: 104 },
    kind: {
      ...choice(
        '收发类型',
        Object.entries(stockEntryKinds).map(([value, { title }]) => ({ value, label: title })),
        never,
      ),
      asked: true,
      shown: true,
      widthPx: 112,
    },
    locName: { ...text('仓库', never), sorted: true, read: true, shown: true, widthPx: 144 },
    standing: {
      ...choice(
        '在库或在途',
        Object.entries(stockAccounts).map(([value, label]) => ({ value, label })),
        never,
      ),
      asked: true,
      widthPx: 88,
    },
    inQuantity: { ...quantity('收入数量', never), asked: true, sorted: true, shown: true, summedInGroups: true, widthPx: 96 },
    inAmount: { ...money('收入金额', never), asked: true, sorted: true, shown: true, summed: true, widthPx: 104 },
    outQuantity: { ...quantity('发出数量', never), asked: true, sorted: true, shown: true, summedInGroups: true, widthPx: 96 },
    outAmount: { ...money('发出金额', never), asked: true, sorted: true, shown: true, summed: true, widthPx: 104 },
    afterQuantity: { ...quantity('入账后结存', never), shown: true, widthPx: 96 },
    netQuantity: { ...quantity('净数量', never), asked: true, summedInGroups: true, widthPx: 96 },
    netAmount: { ...money('净金额', never), asked: true, summed: true, widthPx: 104 },
    documentCode: { ...text('单号', never), asked: true, shown: true, widthPx: 168 },
    deptName: { ...text('部门', never), widthPx: 112 },
    actorName: { ...text('入账人', never), widthPx: 96 },
    goodsId: { ...consumable('耗材', never), asked: true, besides: true },
    catId: { ...category('耗材分类', { ...never, filter: { catKind: 'consumable' } }), asked: true, besides: true },
    locId: { ...location('仓库', never), asked: true, besides: true },
    deptId: { ...department('部门', never), asked: true, besides: true },
    actorUid: { ...person('入账人', never), asked: true, besides: true },
  },
  usualOrder: '最新入账的在前',
}

/** The columns that say what it cost. */
export const stockEntryMoneyKeys: readonly string[] = ['inAmount', 'outAmount', 'netAmount']
