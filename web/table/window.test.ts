import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Drawn, drawnAt, isUncovered } from './window.ts'

/** Ten rows are seen at once. */
const at = (firstSeen: number, rows: number) => ({ scrollTop: firstSeen * 40, heightPx: 400, rowHeightPx: 40, rows })

const drawn: readonly [title: string, seenFrom: number, rows: number, before: Drawn, after: Drawn][] = [
  ['at the top some below are drawn as well', 0, 1000, { from: 0, to: 0 }, { from: 0, to: 34 }],
  ['some rows further down nothing is drawn', 4, 1000, { from: 0, to: 34 }, { from: 0, to: 34 }],
  ['further down some more are', 17, 1000, { from: 0, to: 34 }, { from: 0, to: 51 }],
  ['close to the first that are drawn some before them are', 30, 1000, { from: 26, to: 84 }, { from: 6, to: 64 }],
  ['at the end there is nothing below', 990, 1000, { from: 900, to: 958 }, { from: 966, to: 1000 }],
  ['of a list that became shorter no row is drawn that is not there', 0, 5, { from: 0, to: 34 }, { from: 0, to: 5 }],
  ['a short list is drawn whole', 0, 3, { from: 0, to: 3 }, { from: 0, to: 3 }],
  ['beyond the end of a list that became shorter its last rows are drawn', 500, 20, { from: 480, to: 540 }, { from: 0, to: 20 }],
]
for (const [title, seenFrom, rows, before, after] of drawn) test(title, () => assert.deepEqual(drawnAt(at(seenFrom, rows), before), after))

const uncovered: readonly [title: string, seenFrom: number, is: boolean][] = [
  ['what is seen is drawn', 20, false],
  ['the last that is seen is the last that is drawn', 48, false],
  ['one below is not drawn', 49, true],
  ['one above is not drawn', 9, true],
]
for (const [title, seenFrom, is] of uncovered) test(title, () => assert.equal(isUncovered(at(seenFrom, 1000), { from: 10, to: 58 }), is))
