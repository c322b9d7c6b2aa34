import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeOf } from '../frames.ts'
import { neighboursOf, editHrefOf, hrefBeside, hrefOfOpened, indexIn, openedIn, openName } from './openedRow.ts'

const words: [title: string, word: string | undefined, href: string | undefined, edit?: string][] = [
  [
    'an asset',
    'asset:123',
    '/pages/goods/GsGoodsInstance/gsgoodsinstance-detail?id=123',
    '/pages/goods/GsGoodsInstance/gsgoodsinstance-pedit?id=123',
  ],
  ['a consumable', 'consumable:7', '/pages/consumables/CsConsum/qrscan-detail?goodsId=7', '/pages/consumables/CsConsum/csconsumedit?id=7'],
  ['a place, which is edited where it is looked at', 'location:7', '/pages/goods/GsGoodsLoc/gsgoodslocedit?id=7'],
  [
    'a document',
    'GsInstockOrder:9',
    '/pages/goods/GsInstockOrder/gsinstockorder-pedit?id=9',
    '/pages/goods/GsInstockOrder/gsinstockorder-pedit?id=9&mode=edit',
  ],
  ['a task', 'task:5', '/pages/flow/formApprove?taskId=5'],
  ['an application', 'process:5', '/pages/flow/progress?processId=5'],
  ['a consumable in a place', 'stock:3-7', '/pages/consumables/CsLocStock/cslocstock-detail?id=3-7'],
  ['what nobody knows', 'ghost:1', undefined],
  ['a name that every object has', 'constructor:1', undefined],
  ['no id', 'asset:', undefined],
  ['too much', 'asset:1:2', undefined],
  ['nothing', undefined, undefined],
]
for (const [title, word, href, edit] of words)
  test(`${title} ${href ? 'opens where it is looked at' : 'opens nothing'}`, () => {
    const opened = openedIn(word)
    assert.equal(opened && hrefOfOpened(opened), href)
    assert.equal(opened && editHrefOf(opened), edit)
  })

test('what is open stands beside what the list itself asks', () => {
  const href = hrefBeside('/pages/list', { q: 'T14 a&b', where: 'state.in.idle' }, { what: 'asset', id: '123' })
  assert.match(href, /[?&]open=asset:123$/)
  assert.deepEqual(placeOf(href).search, { q: 'T14 a&b', where: 'state.in.idle', [openName]: 'asset:123' })
})

const rows = ['a', 'b', 'c']
const ways: [title: string, got: ReturnType<typeof neighboursOf>, previous: number | undefined, next: number | undefined][] = [
  ['the first', neighboursOf(0, { length: 3, hasMore: false }), undefined, 1],
  ['one in the middle', neighboursOf(1, { length: 3, hasMore: false }), 0, 2],
  ['the last', neighboursOf(2, { length: 3, hasMore: false }), 1, undefined],
  ['the last that is there, with more to come', neighboursOf(2, { length: 3, hasMore: true }), 1, 3],
  ['the only one', neighboursOf(0, { length: 1, hasMore: false }), undefined, undefined],
  ['one that was never there', neighboursOf(-1, { length: 3, hasMore: false }), undefined, 0],
  ['one that went out of the middle', neighboursOf(-1, { length: 2, hasMore: false }, 1), 0, 1],
  ['one that went out at the end', neighboursOf(-1, { length: 2, hasMore: false }, 2), 1, 1],
  ['the only one, gone', neighboursOf(-1, { length: 0, hasMore: false }, 0), undefined, undefined],
]
for (const [title, got, previous, next] of ways) test(`before and after ${title}`, () => assert.deepEqual(got, { previous, next }))

const places: [title: string, row: string, near: number | undefined, at: number][] = [
  ['the first', 'a', undefined, 0],
  ['the one after', 'b', 0, 1],
  ['the one before', 'b', 2, 1],
  ['one far away', 'c', 0, 2],
  ['one that is not there', 'x', 1, -1],
]
for (const [title, row, near, at] of places)
  test(`the place of ${title}`, () =>
    assert.equal(
      indexIn(rows, (each) => each === row, near),
      at,
    ))
