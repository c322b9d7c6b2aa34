import { asset, category, choice, date, department, location, model, money, person, text } from '../../../kernel/field.ts'
import { assetStates } from '../../ledger/ledger.ts'
import type { Table } from '../../tables/define.ts'

const never = { required: 'never' } as const

/** The register as it stood at the end of a day. */
export const asOfTable: Table = {
  name: 'gsasof',
  title: '任意日期台账',
  columns: {
    instanceName: { ...text('资产名称', never), asked: true, sorted: true, read: true, shown: true, names: true },
    instanceCode: { ...text('资产编码', never), asked: true, sorted: true, shown: true, widthPx: 128 },
    catName: { ...text('资产分类', never), shown: true, widthPx: 112 },
    state: {
      ...choice(
        '状态',
        Object.entries(assetStates).map(([value, label]) => ({ value, label })),
        never,
      ),
      asked: true,
      shown: true,
      widthPx: 88,
    },
    locName: { ...text('区域', never), shown: true, widthPx: 120 },
    holderName: { ...text('使用人', never), shown: true, widthPx: 96 },
    deptName: { ...text('使用部门', never), shown: true, widthPx: 112 },
    value: { ...money('原值', never), asked: true, sorted: true, shown: true, summed: true, widthPx: 112 },
    boughtOn: { ...date('购置日期', never), asked: true, sorted: true, widthPx: 104 },
    assetId: { ...asset('资产', never), asked: true, besides: true },
    goodsId: { ...model('资产型号', never), asked: true, besides: true },
    catId: { ...category('资产分类', { ...never, filter: { catKind: 'asset' } }), asked: true, besides: true },
    locId: { ...location('区域', never), asked: true, besides: true },
    holderUid: { ...person('使用人', never), asked: true, besides: true },
    deptId: { ...department('使用部门', never), asked: true, besides: true },
  },
  usualOrder: '最新登记的在前',
}

/** What happened to where assets are: a row for each move of the ledger. */
export const assetMoveTable: Table = {
  name: 'gsmove',
  title: '资产流转记录',
  columns: {
    assetName: { ...text('资产名称', never), asked: true, sorted: true, read: true, shown: true, names: true },
    assetCode: { ...text('资产编码', never), asked: true, sorted: true, shown: true, widthPx: 128 },
    movedOn: { ...date('日期', never), asked: true, sorted: true, shown: true, widthPx: 104 },
    from: { ...text('转出方', never), shown: true, widthPx: 160 },
    to: { ...text('转入方', never), shown: true, widthPx: 160 },
    documentCode: { ...text('单号', never), asked: true, shown: true, widthPx: 168 },
    actorName: { ...text('经手人', never), shown: true, widthPx: 96 },
    assetId: { ...asset('资产', never), asked: true, besides: true },
    catId: { ...category('资产分类', { ...never, filter: { catKind: 'asset' } }), asked: true, besides: true },
    fromUid: { ...person('转出人', never), asked: true, besides: true },
    toUid: { ...person('转入人', never), asked: true, besides: true },
    fromLocId: { ...location('转出区域', never), asked: true, besides: true },
    toLocId: { ...location('转入区域', never), asked: true, besides: true },
    actorUid: { ...person('经手人', never), asked: true, besides: true },
  },
  usualOrder: '最新的在前',
}
