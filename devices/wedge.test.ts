import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wedgeKey, type WedgeSettings, wedgeStart } from './wedge.ts'

/** Feeds keys that come `gapMs` after one another, or after the gap that follows a key as [key, gap]. */
const scansOf = (keys: (string | [key: string, gapMs: number])[], gapMs = 10, settings?: WedgeSettings): string[] => {
  const scans: string[] = []
  let state = wedgeStart
  let atMs = 1000
  for (const entry of keys) {
    const [key, gap] = typeof entry === 'string' ? [entry, gapMs] : entry
    atMs += gap
    const next = wedgeKey(state, key, atMs, settings)
    state = next.state
    if (next.scan !== undefined) scans.push(next.scan)
  }
  return scans
}

const cases: [title: string, scans: string[], expected: string[]][] = [
  ['a scan ended by Enter', scansOf([...'ZC0042', 'Enter']), ['ZC0042']],
  ['a scan ended by Tab', scansOf([...'ZC0042', 'Tab']), ['ZC0042']],
  ['a slow scanner at the limit', scansOf([...'ZC0042', 'Enter'], 100), ['ZC0042']],
  ['a person', scansOf([...'ZC0042', 'Enter'], 101), []],
  ['a person who presses Enter late', scansOf([...'ZC0042', ['Enter', 500]]), []],
  ['too short', scansOf([...'123', 'Enter']), []],
  ['just long enough', scansOf([...'1234', 'Enter']), ['1234']],
  ['Enter alone', scansOf(['Enter']), []],
  ['two scans', scansOf([...'ZC0001', 'Enter', ...'ZC0002', 'Enter']), ['ZC0001', 'ZC0002']],
  ['Enter and Tab after one scan', scansOf([...'ZC0001', 'Enter', 'Tab']), ['ZC0001']],
  ['typed before the scan', scansOf(['x', 'y', ['Z', 300], ...'C0042', 'Enter']), ['ZC0042']],
  ['capitals with Shift', scansOf(['Shift', 'Z', 'Shift', 'C', '0', '0', '4', '2', 'Enter']), ['ZC0042']],
  ['Shift does not bridge a gap', scansOf([...'ZC00', ['Shift', 90], ['4', 90], '2', 'Enter']), []],
  ['an arrow or Backspace is a person', scansOf([...'ZC00', 'Backspace', '4', '2', 'Enter']), []],
  ['JSON and spaces', scansOf([...'{"goodsId": "7"}', 'Enter']), ['{"goodsId": "7"}']],
  ['own settings', scansOf([...'ab', 'Enter'], 200, { maxGapMs: 200, minLength: 2 }), ['ab']],
]
for (const [title, scans, expected] of cases) test(title, () => assert.deepEqual(scans, expected))

test('a stuck key does not fill the memory', () => {
  let state = wedgeStart
  for (let count = 0; count < 10_000; count++) state = wedgeKey(state, 'a', count).state
  assert.equal(state.text.length, 4096)
})
