import { assetStates } from '../../../domain/ledger/ledger.ts'
import type { AsOfRow, AssetMoveRow } from '../../../domain/records/asOf/asOfOperations.ts'
import { asOfTable, assetMoveTable } from '../../../domain/records/asOf/asOfTable.ts'
import { registerExports } from '../../../domain/tables/exportOperations.ts'
import { type Handler, handleOneByOne } from '../../call.ts'
import { type ListColumn, tableFile } from '../export/lists.ts'
import type { Request } from '../../tables/order.ts'
import { type AsOfQuery, listAsOf } from './asOf.ts'
import { listAssetMoves } from './assetMoves.ts'

const stateTitles: Readonly<Record<string, string>> = assetStates

const asOfColumns: readonly ListColumn<AsOfRow>[] = [
  { key: 'instanceCode', label: '资产编码', cell: ({ instanceCode }) => instanceCode },
  { key: 'instanceName', label: '资产名称', cell: ({ instanceName }) => instanceName },
  { key: 'catName', label: '资产分类', cell: ({ catName }) => catName },
  { key: 'state', label: '状态', cell: ({ state }, words) => words(stateTitles[state] ?? state) },
  { key: 'locName', label: '区域', cell: ({ locName }) => locName },
  { key: 'holderName', label: '使用人', cell: ({ holderName }) => holderName },
  { key: 'deptName', label: '使用部门', cell: ({ deptName }) => deptName },
  { key: 'value', label: '原值', cell: ({ value }) => value, amount: true, money: true },
  { key: 'boughtOn', label: '购置日期', cell: ({ boughtOn }) => boughtOn, date: 'day' },
]

const moveColumns: readonly ListColumn<AssetMoveRow>[] = [
  { key: 'movedOn', label: '日期', cell: ({ movedOn }) => movedOn, date: 'day' },
  { key: 'assetCode', label: '资产编码', cell: ({ assetCode }) => assetCode },
  { key: 'assetName', label: '资产名称', cell: ({ assetName }) => assetName },
  { key: 'from', label: '转出方', cell: ({ from }) => from },
  { key: 'to', label: '转入方', cell: ({ to }) => to },
  { key: 'documentCode', label: '单号', cell: ({ documentCode }) => documentCode },
  { key: 'actorName', label: '经手人', cell: ({ actorName }) => actorName },
]

export const asOfExportHandlers: readonly Handler[] = [
  handleOneByOne(registerExports.asOf, (call, input) =>
    tableFile(
      call,
      { title: asOfTable.title, table: asOfTable, columns: asOfColumns },
      (tx, question: AsOfQuery) => listAsOf({ ...call, tx }, question),
      input,
    ),
  ),
  handleOneByOne(registerExports.moves, (call, input) =>
    tableFile(
      call,
      { title: assetMoveTable.title, table: assetMoveTable, columns: moveColumns },
      (tx, question: Request) => listAssetMoves({ ...call, tx }, question),
      input,
    ),
  ),
]
