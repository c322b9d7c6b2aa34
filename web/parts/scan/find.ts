import { parseScan } from '../../../devices/scanPayload.ts'
import { recordOf } from '../../../domain/records/all.ts'
import { assetScan, type RecordRow, recordOperations } from '../../../domain/operations/records.ts'
import { call, CallError } from '../../call.ts'

/** The thing that a label names. */
export type Found = { readonly noun: 'asset' | 'consumable'; readonly row: RecordRow }

/** Finds what a label names: an asset, else a consumable. Throws CallError with the words to show. */
export const findScanned = async (text: string): Promise<Found> => {
  const payload = parseScan(text)
  const consumables = recordOperations(recordOf('consumable'))
  if (payload.kind === 'consumable')
    return { noun: 'consumable', row: (await call(consumables.info, { id: payload.id }, { quiet: true })) as RecordRow }
  try {
    return { noun: 'asset', row: await findAsset(text) }
  } catch (error) {
    const code = payload.kind === 'code' ? payload.code : payload.kind === 'gs1' ? payload.gtin : undefined
    if (!(error instanceof CallError) || error.reason !== 'scan.unknown' || !code) throw error
    const { list } = await call(consumables.list, { likeQuery: code.replace(/^0(?=\d{13}$)/, ''), pageSize: 10 } as never, { quiet: true })
    const named = code.toLowerCase()
    const row = list.find(({ barcode, goodsCode }) =>
      [barcode, goodsCode, `0${String(barcode)}`].some((each) => String(each).toLowerCase() === named),
    )
    if (!row) throw error
    return { noun: 'consumable', row: row as RecordRow }
  }
}

export const findAsset = async (text: string): Promise<RecordRow> =>
  (await call(assetScan, { code: text.slice(0, 200) }, { quiet: true })) as RecordRow
