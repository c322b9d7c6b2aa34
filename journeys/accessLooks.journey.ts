import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addresses, chosenOf, walk } from './accessible.ts'
import { openStage } from './stage.ts'

const { ask, windowOf } = await openStage()

test('what screens are made of can be read in the dark and used on a phone', async () => {
  const screens = chosenOf(await addresses(ask))
  const [desk, phone] = await Promise.all([windowOf('admin', 'desk'), windowOf('admin', 'phone')])
  const [inTheDark, onPhone] = await Promise.all([walk(desk, screens, 'dark'), walk(phone, screens)])
  assert.deepEqual({ inTheDark, onPhone }, { inTheDark: [], onPhone: [] })
})
