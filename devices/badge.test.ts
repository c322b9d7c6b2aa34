import assert from 'node:assert/strict'
import { test } from 'node:test'
import { badgeIn } from './badge.ts'

for (const [read, expected] of [
  ['A0017', 'A0017'],
  ['  a0017\r\n', 'a0017'],
  ['13800000002', '13800000002'],
  ['https://hr.example.com/p/A0017/', 'A0017'],
  ['https://hr.example.com/card?no=A0017', 'A0017'],
  ['https://hr.example.com/p/%E7%8E%8B', '王'],
  ['https://hr.example.com/p/%E7', ''],
  ['HTTPS://ZAICE.EXAMPLE/Q/P:A0017', 'A0017'],
  ['P:A0017', 'A0017'],
  ['', ''],
] as const)
  test(`a badge that reads ${JSON.stringify(read)} names ${expected || 'nobody'}`, () => assert.equal(badgeIn(read), expected))
