import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unlimitedAssets } from './offers.ts'
import { roomLeft, roomLevel } from './room.ts'

for (const [kept, limit, level, left] of [
  [0, 10, 'wide', 10],
  [7, 10, 'wide', 3],
  [8, 10, 'tight', 2],
  [9, 10, 'tight', 1],
  [94, 100, 'tight', 6],
  [95, 100, 'scarce', 5],
  [99, 100, 'scarce', 1],
  [100, 100, 'full', 0],
  [120, 100, 'full', 0],
  [0, 0, 'full', 0],
  [5_000_000, unlimitedAssets, 'wide', unlimitedAssets - 5_000_000],
] as const)
  test(`${kept} of ${limit} is ${level}`, () => assert.deepEqual([roomLevel({ kept, limit }), roomLeft({ kept, limit })], [level, left]))
