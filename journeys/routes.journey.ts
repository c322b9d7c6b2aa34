import assert from 'node:assert/strict'
import { test } from 'node:test'
import { walked, wrongWith } from './opened.ts'
import { openStage } from './stage.ts'

const stage = await openStage()

for (const [username, size] of [
  ['admin', 'desk'],
  ['staff', 'phone'],
] as const) {
  test(`every screen opens for ${username} on a ${size} as it is meant to, and the console stays quiet`, async () => {
    const window = await stage.windowOf(username, size)
    const wrong: (string | undefined)[] = []
    for (const screen of walked) wrong.push(await wrongWith(window, screen, username === 'admin'))
    assert.deepEqual(
      wrong.filter((each) => each !== undefined),
      [],
    )
    assert.deepEqual(window.complaints, [])
  })
}
