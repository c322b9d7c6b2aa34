import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SortOrder } from '../../domain/tables/view.ts'
import { asset } from '../../domain/records/asset.ts'
import { directionWords, turnSort } from './sorting.ts'

const words = (sort: readonly SortOrder[]) => sort.map(({ key, descending }) => key + (descending ? '-' : '')).join(' ')
const sorted = (text: string): SortOrder[] =>
  text ? text.split(' ').map((part) => (part.endsWith('-') ? { key: part.slice(0, -1), descending: true } : { key: part })) : []

const table: readonly (readonly [before: string, key: string, besides: boolean, after: string])[] = [
  ['', 'value', false, 'value'],
  ['value', 'value', false, 'value-'],
  ['value-', 'value', false, ''],
  ['value-', 'code', false, 'code'],
  ['value-', 'code', true, 'value- code'],
  ['value code', 'value', true, 'value- code'],
  ['value- code', 'value', true, 'code'],
  ['a b c', 'd', true, 'a b c'],
]
for (const [before, key, besides, after] of table)
  test(`sorted by “${before}”, a press on ${key}${besides ? ' with Shift' : ''} sorts by “${after}”`, () =>
    assert.equal(words(turnSort(sorted(before), key, besides)), after))

const directions: readonly (readonly [key: keyof typeof asset.fields & string, up: string, down: string])[] = [
  ['value', '从小到大', '从大到小'],
  ['boughtOn', '从早到晚', '从晚到早'],
  ['instanceName', '顺序', '倒序'],
]
for (const [key, up, down] of directions)
  test(`${key} is sorted ${up} or ${down}`, () =>
    assert.deepEqual([directionWords(asset.fields[key]!, false), directionWords(asset.fields[key]!, true)], [up, down]))
