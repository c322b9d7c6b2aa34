import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayRing, type RingSettings, usualRingSettings } from './ringing.ts'

const night = { from: 22 * 60, until: 7 * 60 }
const noon = { from: 12 * 60, until: 13 * 60 }
const table: [title: string, settings: Partial<RingSettings>, what: Parameters<typeof mayRing>[1], minute: number, may: boolean][] = [
  ['nothing said', {}, { category: 'asset', isForMe: false }, 0, true],
  ['switched off', { wanted: { asset: 'none' } }, { category: 'asset', isForMe: true }, 0, false],
  ['another one switched off', { wanted: { asset: 'none' } }, { category: 'approval', isForMe: false }, 0, true],
  ['mentions, and it is none', { wanted: { chat: 'mentions' } }, { category: 'chat', isForMe: false }, 0, false],
  ['mentions, and it is one', { wanted: { chat: 'mentions' } }, { category: 'chat', isForMe: true }, 0, true],
  ['the minute before the night', { quiet: night }, { category: 'chat', isForMe: true }, 22 * 60 - 1, true],
  ['the first of the night', { quiet: night }, { category: 'chat', isForMe: true }, 22 * 60, false],
  ['midnight', { quiet: night }, { category: 'chat', isForMe: true }, 0, false],
  ['the last of the night', { quiet: night }, { category: 'chat', isForMe: true }, 7 * 60 - 1, false],
  ['the morning', { quiet: night }, { category: 'chat', isForMe: true }, 7 * 60, true],
  ['before noon', { quiet: noon }, { category: 'chat', isForMe: true }, 12 * 60 - 1, true],
  ['noon', { quiet: noon }, { category: 'chat', isForMe: true }, 12 * 60, false],
  ['after noon', { quiet: noon }, { category: 'chat', isForMe: true }, 13 * 60, true],
]
for (const [title, settings, what, minute, may] of table)
  test(`${title}: ${may ? 'rings' : 'does not ring'}`, () =>
    assert.equal(mayRing({ ...usualRingSettings, ...settings }, what, minute), may))
