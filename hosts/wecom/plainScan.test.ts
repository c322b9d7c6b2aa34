import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainScan } from './plainScan.ts'

for (const [read, text] of [
  ['CODE_128,12345', '12345'],
  ['EAN_13,6901234567892', '6901234567892'],
  ['CODE_39,A,B', 'A,B'],
  ['https://zaice.example/q/QY0001', 'https://zaice.example/q/QY0001'],
  ['LABEL,12', 'LABEL,12'],
  ['12345', '12345'],
] as const)
  test(`${read} says ${text}`, () => assert.equal(plainScan(read), text))
