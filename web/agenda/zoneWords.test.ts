import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zoneWithCity, zoneWords } from './zoneWords.ts'

const cases: [zone: string, language: string, words: string][] = [
  ['Asia/Shanghai', 'zh', '中国标准时间'],
  ['Asia/Shanghai', 'en', 'China Standard Time'],
  ['Asia/Tokyo', 'zh', '日本标准时间 · Tokyo'],
  ['America/New_York', 'en', 'Eastern Standard Time · New York'],
  ['America/Argentina/Buenos_Aires', 'en', 'Argentina Standard Time · Buenos Aires'],
  ['Nowhere/Never', 'zh', 'Nowhere/Never'],
]
for (const [zone, language, words] of cases)
  test(`${zone} in ${language}: ${words}`, () => assert.equal(zoneWithCity(zone, language), words))

test('without the city where only one zone is meant', () => assert.equal(zoneWords('Asia/Tokyo', 'en'), 'Japan Standard Time'))
