import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inUnits } from './bytes.ts'

const megabyte = 1024 ** 2
const sizes: [bytes: number, words: string][] = [
  [0, '0 MB'],
  [1, '1 MB'],
  [12 * megabyte, '12 MB'],
  [1024 * megabyte, '1 GB'],
  [1536 * megabyte, '1.5 GB'],
]
for (const [bytes, words] of sizes) test(`${bytes} bytes: ${words}`, () => assert.equal(inUnits(bytes), words))
