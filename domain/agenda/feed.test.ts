import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import ICAL from 'ical.js'
import { standardCalendar, workCalendar } from '../calendar/workCalendar.ts'
import { occurrencesIn } from './expand.ts'
import { type Feed, type FeedEvent, feedText } from './feedText.ts'
import { vtimezoneOf } from './vtimezone.ts'

const workdays = workCalendar(standardCalendar)
const event = (id: string, more: Partial<FeedEvent>): FeedEvent => ({
  id,
  version: 3,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
  isTentative: false,
  title: '周例会',
  place: '',
  notes: '',
  startLocal: '2026-11-23 09:00',
  minutes: 60,
  allDay: false,
  zone: 'Asia/Shanghai',
  rule: null,
  exceptions: [],
  ...more,
})

const from = Date.parse('2026-10-25T00:00:00+08:00')
const to = Date.parse('2027-11-25T00:00:00+08:00')
const feed: Feed = {
  name: '在册日程',
  domain: '9.zaice',
  from,
  to,
  workdays,
  things: [{ key: 'loan-5-2026-12-01', title: '归还：投影仪', day: '2026-12-01' }],
  events: [
    event('1', {
      title: '周例会：全体员工请提前十分钟到场，并带上本周的工作总结和下周的计划；迟到的请自觉站着',
      place: '三楼会议室，A座; B座',
      notes: '第一行\n第二行',
      rule: { each: 'week', every: 1, days: [1, 3], until: '2027-01-31' },
      exceptions: [
        { occurrence: '2026-11-25 09:00', cancelled: true, changes: {} },
        { occurrence: '2026-11-30 09:00', cancelled: false, changes: { startLocal: '2026-12-01 15:30', minutes: 30, title: '改期的例会' } },
      ],
    }),
    event('2', {
      title: 'Stand-up',
      zone: 'America/New_York',
      startLocal: '2026-10-26 09:00',
      rule: { each: 'workday', until: '2026-12-31' },
      minutes: 15,
    }),
    event('3', { title: '夏令时前后', zone: 'Australia/Lord_Howe', startLocal: '2026-11-02 08:00', rule: { each: 'day', every: 7 } }),
    event('4', {
      title: '月末盘点',
      allDay: true,
      startLocal: '2026-11-30 00:00',
      minutes: 1440,
      rule: { each: 'monthEnd', every: 1, count: 6 },
    }),
    event('5', { title: '中秋聚餐', startLocal: '2027-09-15 18:00', rule: { each: 'lunarYear', month: 8, day: 15 }, isTentative: true }),
    event('6', { title: '一次', startLocal: '2026-12-24 23:30', minutes: 90 }),
    event('7', {
      title: '每季最后一个周五',
      zone: 'Europe/Berlin',
      startLocal: '2026-11-27 16:00',
      rule: { each: 'monthWeekday', every: 3, nth: -1, weekday: 5 },
    }),
  ],
}

test('the feed is the text that it was', () => {
  const path = join(import.meta.dirname, 'testing/agenda.ics')
  const text = feedText(feed)
  if (process.env['GOLDEN'] === 'write') writeFileSync(path, text)
  assert.equal(text, readFileSync(path, 'utf8'))
})

test('lines are as long as the standard lets them be', () => {
  for (const line of feedText(feed).split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
})

/** Every time of every event as a reader of the standard finds it who knows nothing of us. */
const readBack = (text: string): string[] => {
  const calendar = new ICAL.Component(ICAL.parse(text) as never)
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const events = calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each, { exceptions: [] }))
  const found: string[] = []
  for (const each of events.filter((one) => !one.isRecurrenceException())) {
    for (const other of events) if (other.isRecurrenceException() && other.uid === each.uid) each.relateException(other)
    const iterator = each.iterator()
    for (let next = iterator.next(); next; next = iterator.next()) {
      const { item, startDate, endDate } = each.getOccurrenceDetails(next)
      if (startDate.toUnixTime() * 1000 >= to) break
      found.push(
        `${startDate.isDate ? startDate.toString() : new Date(startDate.toUnixTime() * 1000).toISOString()} ${endDate.subtractDate(startDate).toSeconds() / 60} ${item.summary}`,
      )
    }
  }
  return found.toSorted()
}

test('an independent reader finds the same moments', () => {
  const ours = feed.events.flatMap((each) =>
    occurrencesIn(each, each.exceptions, { from, to }, workdays).map(({ begin, minutes, startLocal, changes }) => {
      const title = (changes as { title?: string } | undefined)?.title ?? each.title
      return `${each.allDay ? startLocal.slice(0, 10) : new Date(begin).toISOString()} ${minutes} ${title}`
    }),
  )
  const things = feed.things.map((each) => `${'day' in each ? each.day : each.begin} 1440 ${each.title}`)
  assert.deepEqual(readBack(feedText(feed)), [...ours, ...things].toSorted())
})

const zones: [zone: string, expected: RegExp][] = [
  ['Asia/Shanghai', /BEGIN:STANDARD\r\nTZOFFSETFROM:\+0800\r\nTZOFFSETTO:\+0800\r\nDTSTART:19700101T000000\r\nEND:STANDARD/],
  ['America/New_York', /TZOFFSETTO:-0400\r\nDTSTART:19700308T020000\r\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU/],
  ['Europe/Berlin', /TZOFFSETTO:\+0200\r\nDTSTART:19700329T020000\r\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU/],
  ['Australia/Lord_Howe', /TZOFFSETFROM:\+1100\r\nTZOFFSETTO:\+1030\r\nDTSTART:19700405T020000\r\nRRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU/],
  // Clocks there follow the moon: each change by itself.
  ['Africa/Casablanca', /DTSTART:2026\d{4}T0[23]0000\r\nEND/],
]
for (const [zone, expected] of zones) test(`${zone} as calendars read it`, () => assert.match(vtimezoneOf(zone, 2026), expected))
