import { category, consumable, date, flag, location, money, quantity, text } from '../../kernel/field.ts'
import type { Table, TableColumn } from '../tables/define.ts'

const never = { required: 'never' } as const

/** How long ago at most what lies in a store came there, in days, by the keys of the columns that say what it is worth; the last has no end. */
export const stockAges = {
  valueDays90: { title: '90天内的金额', from: 0, to: 90 },
  valueDays180: { title: '91到180天的金额', from: 91, to: 180 },
  valueDays365: { title: '181到365天的金额', from: 181, to: 365 },
  valueOlder: { title: '365天以上的金额', from: 366, to: undefined },
} as const

const ageColumn = (title: string): TableColumn => ({ ...money(title, never), summedInGroups: true, besides: true })

/** Consumables in stock by place. Who does not keep supplies is told how much is free, and nothing of the rest. */
export const stockTable: Table = {
  name: 'cslocstock',
  title: '耗材库存',
  columns: {
    goodsName: { ...text('耗材名称', never), asked: true, sorted: true, read: true, open: true, shown: true, names: true },
    goodsCode: { ...text('耗材编码', never), asked: true, sorted: true, open: true, shown: true, widthPx: 112 },
    catName: { ...text('耗材分类', never), open: true, widthPx: 112 },
    spec: { ...text('规格', never), asked: true, open: true, shown: true, widthPx: 104 },
    unit: { ...text('单位', never), asked: true, open: true, shown: true, widthPx: 72 },
    locName: { ...text('仓库', never), sorted: true, read: true, open: true, shown: true, widthPx: 120 },
    onHand: { ...quantity('库存数量', never), asked: true, sorted: true, shown: true, widthPx: 96 },
    reserved: { ...quantity('占用数量', never), asked: true, sorted: true, widthPx: 96 },
    available: { ...quantity('可用数量', never), asked: true, sorted: true, open: true, shown: true, widthPx: 96 },
    unitCost: { ...money('单价', never), asked: true, sorted: true, widthPx: 104 },
    value: { ...money('金额', never), asked: true, sorted: true, shown: true, summed: true },
    minStock: { ...quantity('最低库存', never), asked: true, sorted: true, open: true, shown: true, widthPx: 96 },
    lastInOn: { ...date('最近入库', never), asked: true, sorted: true, widthPx: 104 },
    lastMovedOn: { ...date('最近收发', never), asked: true, sorted: true, widthPx: 104 },
    ...Object.fromEntries(Object.entries(stockAges).map(([key, { title }]) => [key, ageColumn(title)])),
    low: { ...flag('低库存'), asked: true, open: true, shown: true, widthPx: 96 },
    catId: { ...category('耗材分类', { ...never, filter: { catKind: 'consumable' } }), asked: true, open: true, besides: true },
    locId: { ...location('仓库', never), asked: true, open: true, besides: true },
    goodsId: { ...consumable('耗材', never), asked: true, open: true, besides: true },
  },
  usualOrder: '按编码',
}
