import { isId, newId } from '../../kernel/id.ts'
import { isEmpty, textIn, asText } from '../../kernel/field.ts'
import { nextAssetCodes, type UnnumberedAsset } from '../ledger/assetCodes.ts'
import { insertEvents } from '../ledger/cards.ts'
import { enterAssets } from './assetEntry.ts'
import type { RecordHooks } from './recordHooks.ts'
import { checkSerials } from '../ledger/serials.ts'
import { asset } from '../../domain/records/asset.ts'
import { organisationKind } from '../db/organisationKind.ts'
import { searchOf, writeGrams } from '../search/recordSearch.ts'
import { assertDefined } from '../../kernel/assert.ts'

/** What a code may say of an asset that is being entered; what is no id is refused later. */
const unnumberedAsset = (raw: Readonly<Record<string, unknown>>): UnnumberedAsset => {
  const idIn = (key: string) => {
    const id = typeof raw[key] === 'number' ? String(raw[key]) : raw[key]
    return isId(id) ? { [key]: id } : {}
  }
  return { ...idIn('goodsId'), ...idIn('catId'), ...idIn('locId'), ...idIn('deptId') }
}

/** An asset's card is more than a row: it is numbered, its history is kept, and it comes into being by a stock-in. */
export const assetHooks: RecordHooks = {
  keepsUniqueValues: true,
  // Tags are kept in capitals: readers differ in how they write hexadecimal.
  canonical: (raw) => (typeof raw['epc'] === 'string' ? { ...raw, epc: raw['epc'].trim().toUpperCase() } : raw),
  complete: async ({ tx, at }, raw) => {
    const goodsId = typeof raw['goodsId'] === 'number' ? String(raw['goodsId']) : raw['goodsId']
    const code = isEmpty(raw['instanceCode']) ? nextAssetCodes(tx, [unnumberedAsset(raw)], at) : [raw['instanceCode']]
    const ofModel =
      isEmpty(raw['instanceName']) && isId(goodsId)
        ? tx.query<{ name: string }>('select goods_name as name from model where org_id = $1 and id = $2', [tx.orgId, goodsId])
        : []
    const [[instanceCode], [model]] = await Promise.all([code, ofModel])
    return { ...raw, instanceCode, ...(model && { instanceName: model.name }) }
  },
  insert: async ({ tx, session, at, warn }, id, values) => {
    const [takenRow] = await tx.query('select 1 from asset where org_id = $1 and id = $2', [tx.orgId, id])
    if (takenRow) return false
    await checkSerials(tx, [textIn(values, 'serialNo')], { own: [id], warn })
    await enterAssets(tx, { documentId: newId(), author: session, at, action: 'entered', remark: '新增资产卡片' }, [
      { id, values, to: `store:${assertDefined(textIn(values, 'locId'), 'the place of the asset')}` },
    ])
    return true
  },
  afterUpdate: async ({ tx, session, at, warn }, before, changes) => {
    if (changes['serialNo']) await checkSerials(tx, [asText(changes['serialNo'][1])], { own: [before.id], warn })
    await insertEvents(tx, [{ asset: before.id, changes }], { documentId: undefined, action: 'changed', actor: session.uid, at })
    const after = { ...before, ...Object.fromEntries(Object.entries(changes).map(([key, [, became]]) => [key, became])) }
    const kind = await organisationKind(tx, asset)
    if (kind.searched.some((key) => key in changes)) await writeGrams(tx, [{ id: before.id, search: searchOf(kind, after) }])
  },
}
