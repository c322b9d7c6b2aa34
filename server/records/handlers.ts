import { restocking } from '../../domain/documents/catalogueOperations.ts'
import { restockingOf } from './stock/restocking.ts'
import { asset } from '../../domain/records/asset.ts'
import { recordKinds } from '../../domain/records/all.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import {
  assetHistory,
  assetScan,
  heldSupplies,
  locationHandOver,
  locationPeople,
  locationPeopleSave,
  locationTree,
  myAssets,
  peopleWithoutLocation,
  recordOperations,
  stockList,
  stockMoves,
} from '../../domain/records/operations.ts'
import { assetMoves, assetsAsOf } from '../../domain/records/asOf/asOfOperations.ts'
import { type Handler, handle, type SignedIn } from '../call.ts'
import { listAsOf } from './asOf/asOf.ts'
import { listAssetMoves } from './asOf/assetMoves.ts'
import { asOfExportHandlers } from './asOf/exportHandlers.ts'
import { organisationKind } from '../db/organisationKind.ts'
import { survivorOf } from '../db/recordForwards.ts'
import { findAssets, listAssets, partOfAssets } from './assetList.ts'
import { exportHandlers } from './export/exports.ts'
import { documentExportHandlers } from './export/documentExports.ts'
import { amongExportHandlers } from './export/amongExports.ts'
import { lineExportHandlers } from './export/lineExports.ts'
import { listExportHandlers } from './export/lists.ts'
import { importHandlers } from './import/imports.ts'
import { importListHandlers } from './import/list.ts'
import { historyOf } from './history/assetHistory.ts'
import { mergeHandlers } from './merge/handlers.ts'
import { scanAsset } from './scan/assetScan.ts'
import { ownFieldHandlers } from './ownFields/ownFields.ts'
import { findScanned } from './scan/scanning.ts'
import { recordNaming } from '../../domain/documents/namingOperations.ts'
import { namedRecords } from './namedRecords.ts'
import { scanFind } from '../../domain/scan/operations.ts'
import { classificationHandlers } from './classification.ts'
import { checkFieldValue, deleteRecords, findRecord, readRecord, saveRecord, type RecordInput, updateRecord } from './engine.ts'
import { freeCode } from './freeCode.ts'
import { tellingWhy } from './whyFound.ts'
import { listRecords } from './list.ts'
import { asSeenBy, isWritable } from '../access/scope.ts'
import { assignPeople, handOverPlaces, peopleOfLocations, treeOf, withoutLocation } from './locations.ts'
import { listHeld, listStock, listStockMoves } from './stock/stock.ts'

/** A kind of record with what the organisation of a call added to it, in the language of the caller. */
const kindFor = ({ tx, language }: Pick<SignedIn, 'tx' | 'language'>, kind: RecordKind): Promise<RecordKind> =>
  organisationKind(tx, kind, language)

/** The calls of one kind of record, answered by the engine. */
const handlersOf = (kind: RecordKind): Handler[] => {
  const operations = recordOperations(kind)
  return [
    handle(operations.save, async (call, input) => saveRecord(call, await kindFor(call, kind), input as RecordInput)),
    handle(operations.update, async (call, input) => updateRecord(call, await kindFor(call, kind), input as RecordInput)),
    handle(operations.delete, async (call, { ids, confirmed = false }) => ({ deleted: await deleteRecords(call, kind, ids, confirmed) })),
    handle(operations.freeCode, async ({ tx }) => ({ code: await freeCode(tx, kind) })),
    handle(operations.checkFieldValue, ({ tx }, input) =>
      checkFieldValue(tx, kind, input as RecordInput & { fieldName: string; fieldValue: string }),
    ),
  ]
}

/** Reading. One record also says whether the caller may write it, where that hangs on its place. */
const readersOf = (kind: RecordKind): Handler[] => {
  const { list, info } = recordOperations(kind)
  return [
    ...(kind === asset
      ? []
      : [
          handle(list, async (call, input) => {
            const ownKind = await kindFor(call, kind)
            return tellingWhy(call, ownKind, await listRecords(call, ownKind, input), input.likeQuery)
          }),
        ]),
    handle(info, async (call, { id }) => {
      const { tx, session } = call
      const ownKind = await kindFor(call, kind)
      // A record that was merged answers as the one that stays.
      const row = (await findRecord(tx, ownKind, id)) ?? (await readRecord(tx, ownKind, (await survivorOf(tx, kind.noun, id)) ?? id))
      const writable = kind.place === undefined ? {} : { writable: await isWritable(tx, session, kind, row) }
      return { ...asSeenBy(session, ownKind, row), ...writable }
    }),
  ]
}

const assetReaders: Handler[] = [
  handle(recordOperations(asset).list, async (call, input) =>
    tellingWhy(call, await kindFor(call, asset), await listAssets(call, input), input.likeQuery),
  ),
  handle(assetScan, (call, { code }) => scanAsset(call, code)),
  handle(assetHistory, historyOf),
  handle(myAssets, async (call, { state, ...input }) => {
    const kind = await kindFor(call, asset)
    const page = await findAssets(call.tx, {
      kind,
      part: partOfAssets(kind, input),
      filters: new Map<string, unknown>([['holderUid', call.session.uid], ...(state ? [['state', state] as const] : [])]),
      below: true,
      keyword: input.likeQuery?.trim() || undefined,
      scope: undefined,
    })
    return { ...page, list: page.list.map((row) => asSeenBy(call.session, kind, row)) }
  }),
]

export const recordHandlers: readonly Handler[] = [
  handle(assetsAsOf, listAsOf),
  handle(assetMoves, listAssetMoves),
  ...asOfExportHandlers,
  ...recordKinds.flatMap(handlersOf),
  ...recordKinds.flatMap(readersOf),
  ...assetReaders,
  handle(scanFind, findScanned),
  handle(recordNaming, namedRecords),
  handle(locationTree, ({ tx }, input) => treeOf(tx, input)),
  handle(peopleWithoutLocation, ({ tx }, input) => withoutLocation(tx, input)),
  handle(locationPeople, ({ tx }, input) => peopleOfLocations(tx, input)),
  handle(locationPeopleSave, assignPeople),
  handle(locationHandOver, handOverPlaces),
  handle(stockList, listStock),
  handle(stockMoves, listStockMoves),
  handle(heldSupplies, listHeld),
  handle(restocking, restockingOf),
  ...classificationHandlers,
  ...ownFieldHandlers,
  ...mergeHandlers,
  ...importHandlers,
  ...importListHandlers,
  ...exportHandlers,
  ...documentExportHandlers,
  ...amongExportHandlers,
  ...listExportHandlers,
  ...lineExportHandlers,
]
