import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rulesEnglish } from '../english/rules.ts'
import { relativeTime, relativeTimeText } from './relativeTime.ts'

/** 10:30:00 on 21 November 2026 in China. */
const now = '2026-11-21T02:30:00.000Z'

const texts: [moment: string, now: string, text: string][] = [
  [now, now, '刚刚'],
  ['2026-11-21T02:29:00.001Z', now, '刚刚'],
  ['2026-11-21T02:29:00.000Z', now, '1分钟前'],
  ['2026-11-21T01:30:00.001Z', now, '59分钟前'],
  ['2026-11-21T01:30:00.000Z', now, '今天 09:30'],
  ['2026-11-20T16:00:00.000Z', now, '今天 00:00'],
  ['2026-11-20T15:59:59.999Z', now, '昨天 23:59'],
  ['2026-11-19T16:00:00.000Z', now, '昨天 00:00'],
  ['2026-11-19T15:59:59.999Z', now, '11/19'],
  ['2025-12-31T16:00:00.000Z', now, '01/01'],
  ['2025-12-31T15:59:59.999Z', now, '2025/12/31'],
  // Less than an hour counts before the calendar does, yesterday before the year.
  ['2026-11-20T15:50:00.000Z', '2026-11-20T16:10:00.000Z', '20分钟前'],
  ['2025-12-31T12:00:00.000Z', '2026-01-01T02:00:00.000Z', '昨天 20:00'],
  // A clock that is ahead.
  ['2026-11-21T02:30:59.000Z', now, '刚刚'],
  ['2026-11-21T02:35:00.000Z', now, '今天 10:35'],
  ['2026-11-22T02:35:00.000Z', now, '11/22'],
]
for (const [moment, at, text] of texts) {
  test(`${moment} is ${text} at ${at}`, () => assert.equal(relativeTimeText(Date.parse(moment), Date.parse(at)), text))
}

test('the calendar is the zone’s', () => {
  const [moment, at] = [Date.parse('2026-11-21T01:00:00Z'), Date.parse('2026-11-21T14:00:00Z')]
  assert.equal(relativeTimeText(moment, at, 'Asia/Shanghai'), '今天 09:00')
  assert.equal(relativeTimeText(moment, at, 'America/New_York'), '昨天 20:00')
})

test('the words can be read in English', () => {
  const words = texts.map(([moment, at]) => relativeTime(Date.parse(moment), Date.parse(at)).words)
  assert.deepEqual(
    words.filter((text) => text !== '{date}' && !Object.hasOwn(rulesEnglish, text)),
    [],
  )
})
