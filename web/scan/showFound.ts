import { learnRows } from '../forms/names.ts'
import { hrefOf } from '../frames.ts'
import { replaceHref } from '../travel.ts'
import type { ScanResult } from './find.ts'

/** Shows what a label names, in place of the screen that scanned it. */
export const showFound = ({ noun, row }: ScanResult): void => {
  learnRows(noun, [row])
  replaceHref(screenOf[noun](row))
}

const screenOf: Readonly<Record<ScanResult['noun'], (row: ScanResult['row']) => string>> = {
  asset: ({ id, instanceCode, instanceName }) =>
    hrefOf('/pages/goods/GsGoodsInstance/qrscan-detail', {
      instanceId: id,
      instanceCode: String(instanceCode),
      instanceName: String(instanceName),
    }),
  consumable: ({ id }) => hrefOf('/pages/consumables/CsConsum/qrscan-detail', { goodsId: id }),
  location: ({ id }) => hrefOf('/pages/goods/GsGoodsLoc/qrscan-detail', { locId: id }),
  person: ({ id }) => hrefOf('/pages/addressbook/member', { uid: id }),
}
