import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wedgeKey, type WedgeSettings, wedgeStart } from './wedge.ts'

/** Feeds keys that come `gapMs` after one another, or after the gap that follows a key as [key, gap]. */
const scansOf = (
  keys: readonly (string | readonly [key: string, gapMs: number])[],
  gapMs = 10,
  { isInField = true, settings }: { isInField?: boolean; settings?: WedgeSettings } = {},
): string[] => {
  const scans: string[] = []
  let state = wedgeStart
  let atMs = 1000
  for (const entry of keys) {
    const [key, gap] = typeof entry === 'string' ? [entry, gapMs] : entry
    atMs += gap
    const next = wedgeKey(state, { key, atMs, isInField }, settings)
    state = next.state
    if (next.scan !== undefined) scans.push(next.scan)
  }
  return scans
}
const onPage = { isInField: false }

/** Keys with the times before them. */
const timed = (text: string, gapsMs: readonly number[], endMs: number): [string, number][] => [
  ...[...text].map((key, index): [string, number] => [key, gapsMs[index % gapsMs.length] ?? 0]),
  ['Enter', endMs],
]
/** Times between the keys of guns over a slow radio, and of a handheld whose page is busy. */
const radio = [118, 122, 119, 121, 120, 124, 117]
const slowRadio = [196, 204, 199, 230, 188, 201]
const busyPage = [4, 6, 5, 148, 5, 4, 7, 5]
/** Times between the keys of people: one who types fast, and one who reads a code off a label. */
const typist = [92, 141, 78, 118, 166, 84, 109]
const reader = [180, 240, 150, 420, 210, 330]

const cases: [title: string, scans: string[], expected: string[]][] = [
  ['a scan ended by Enter', scansOf([...'ZC0042', 'Enter']), ['ZC0042']],
  ['a scan ended by Tab', scansOf([...'ZC0042', 'Tab']), ['ZC0042']],
  ['a slow scanner at the limit', scansOf([...'ZC0042', 'Enter'], 100), ['ZC0042']],
  ['a gun over a radio', scansOf(timed('ZC00421', radio, 120), 0, onPage), ['ZC00421']],
  ['a gun over a slow radio', scansOf(timed('ZC-2026-0042', slowRadio, 215), 0, onPage), ['ZC-2026-0042']],
  ['a gun over a slow radio whose end comes late', scansOf(timed('ZC00421', slowRadio, 249), 0, onPage), ['ZC00421']],
  ['two slow scans', scansOf([...timed('ZC0001', radio, 120), ['Z', 900], ...timed('C0002', radio, 120)], 0, onPage), ['ZC0001', 'ZC0002']],
  ['a late key in a fast scan leaves no tail', scansOf(timed('ZC00420042', busyPage, 5)), ['ZC00420042']],
  ['a late key in a fast scan on the page', scansOf(timed('ZC00420042', busyPage, 5), 0, onPage), ['ZC00420042']],
  ['a typist in a field', scansOf(timed('ZC0042', typist, 130)), []],
  ['a reader in a field', scansOf(timed('ZC0042', reader, 600)), []],
  ['a reader on the page', scansOf(timed('ZC0042', reader, 600), 0, onPage), []],
  ['a person who goes through a list', scansOf(timed('jjjjkj', typist, 130), 0, onPage), []],
  ['a person who presses Enter late', scansOf([...'ZC0042', ['Enter', 500]]), []],
  ['too short', scansOf([...'123', 'Enter']), []],
  ['just long enough', scansOf([...'1234', 'Enter']), ['1234']],
  ['Enter alone', scansOf(['Enter']), []],
  ['two scans', scansOf([...'ZC0001', 'Enter', ...'ZC0002', 'Enter']), ['ZC0001', 'ZC0002']],
  ['Enter and Tab after one scan', scansOf([...'ZC0001', 'Enter', 'Tab']), ['ZC0001']],
  ['typed before the scan', scansOf(['x', 'y', ['Z', 300], ...'C0042', 'Enter']), ['ZC0042']],
  ['capitals with Shift', scansOf(['Shift', 'Z', 'Shift', 'C', '0', '0', '4', '2', 'Enter']), ['ZC0042']],
  ['Shift does not bridge a pause', scansOf([...'ZC00', ['Shift', 150], ['4', 150], '2', 'Enter']), []],
  ['an arrow or Backspace is a person', scansOf([...'ZC00', 'Backspace', '4', '2', 'Enter']), []],
  ['JSON and spaces', scansOf([...'{"goodsId": "7"}', 'Enter']), ['{"goodsId": "7"}']],
  ['own settings', scansOf([...'ab', 'Enter'], 200, { settings: { pauseMs: 200, fastMs: 200, machineMs: 60, minLength: 2 } }), ['ab']],
]
for (const [title, scans, expected] of cases) test(title, () => assert.deepEqual(scans, expected))

test('a stuck key does not fill the memory', () => {
  let state = wedgeStart
  for (let count = 0; count < 10_000; count++) state = wedgeKey(state, { key: 'a', atMs: count, isInField: true }).state
  assert.equal(state.text.length, 4096)
})
