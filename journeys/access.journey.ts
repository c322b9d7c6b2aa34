import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addresses, chosenOf, walk } from './accessible.ts'
import { openStage } from './stage.ts'

const { ask, windowOf } = await openStage()

test('screens can be read and used by everybody at a desk: what they are made of, or with ZAICE_SCREENS=all every one', async () => {
  const all = await addresses(ask)
  const screens = process.env['ZAICE_SCREENS'] === 'all' ? all : chosenOf(all)
  const half = Math.ceil(screens.length / 2)
  // Two windows, because one waits while the other is looked at.
  const found = await Promise.all(
    [screens.slice(0, half), screens.slice(half)].map(async (part) => walk(await windowOf('admin', 'desk'), part)),
  )
  assert.deepEqual(found.flat(), [])
})
