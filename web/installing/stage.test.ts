import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareOf, stageOf, stepOf } from './stage.ts'

const stages = [
  [undefined, 'outside', 0],
  ['none', 'missing', 0],
  ['withdrawn', 'missing', 0],
  ['authorised', 'working', 1],
  ['synchronising', 'working', 1],
  ['asking', 'asking', 1],
  ['failed', 'failed', 1],
  ['stopped', 'stopped', 0],
  ['ready', 'ready', 2],
] as const
for (const [state, stage, step] of stages)
  test(`an installation that is ${state ?? 'unknown'} is shown as ${stage}`, () => {
    assert.equal(stageOf(state && { state }), stage)
    assert.equal(stepOf(stage), step)
  })

const shares: [phase: string, done: number, total: number, share: number | undefined][] = [
  ['departments', 3, 0, undefined],
  ['people', 300, 300, undefined],
  ['applying', 25, 100, 0.25],
  ['applying', 120, 100, 1],
  ['', 0, 0, undefined],
]
for (const [phase, done, total, share] of shares)
  test(`${done} of ${total} while ${phase || 'nothing yet'} is ${share}`, () => assert.equal(shareOf({ phase, done, total }), share))
