import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { type LinkMeaning, meaningOfLink } from './links.ts'

const origin = 'https://zaice.example.com'
const id = newId()
const table: [text: string, meaning: LinkMeaning | undefined][] = [
  [`${origin}/#/pages/goods/GsGoodsInstance/gsgoodsinstance-detail?id=${id}`, { t: 'card', card: { noun: 'asset', id } }],
  [`${origin}/#/pages/consumables/CsConsum/qrscan-detail?goodsId=${id}&from=x`, { t: 'card', card: { noun: 'consumable', id } }],
  [
    `${origin}/#/pages/goods/GsOutstockOrder/gsoutstockorder-pedit?id=${id}`,
    { t: 'card', card: { noun: 'document', id, kind: 'GsOutstockOrder' } },
  ],
  [`${origin}/#/pages/flow/progress?processId=${id}`, { t: 'card', card: { noun: 'process', id } }],
  [`${origin}/#/pages/goods/GsInventoryOrder/gsinventorytask?id=${id}`, { t: 'card', card: { noun: 'count', id } }],
  [`${origin}/q/A7K2`, { t: 'label', read: `${origin}/q/A7K2` }],
  [`${origin}/#/pages/goods/GsGoodsInstance/gsgoodsinstance-detail`, undefined],
  [`${origin}/#/pages/goods/GsGoodsInstance/gsgoodsinstance-detail?id=x`, undefined],
  [`${origin}/#/pages/index/index?id=${id}`, undefined],
  [`https://other.example.com/#/pages/flow/progress?processId=${id}`, undefined],
  [`看看 ${origin}/q/A7K2`, undefined],
  ['', undefined],
]
for (const [text, meaning] of table)
  test(`${text || 'nothing'} leads to ${meaning ? meaning.t : 'nothing of ours'}`, () =>
    assert.deepEqual(meaningOfLink(text, origin), meaning))
