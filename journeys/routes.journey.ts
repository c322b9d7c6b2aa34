import assert from 'node:assert/strict'
import { test } from 'node:test'
import { opened, walked } from './opened.ts'
import { openStage } from './stage.ts'

const stage = await openStage()

/** What stands on a screen that is not meant for its reader. */
const refusal = '您没有打开此页的权限'

for (const [username, size] of [
  ['admin', 'phone'],
  ['admin', 'desk'],
  ['staff', 'phone'],
] as const) {
  test(`every screen opens for ${username} on a ${size} as it is meant to, and the console stays quiet`, async () => {
    const window = await stage.windowOf(username, size)
    const wrong: string[] = []
    for (const { path, who } of walked) {
      const words = await opened(window, path)
      if (words === undefined) {
        wrong.push(`${path} never shows anything`)
        continue
      }
      const refused = words.includes(refusal)
      const meant = who !== 'manager' || username === 'admin'
      if (refused === meant) wrong.push(`${path} ${refused ? 'is refused' : 'opens'}`)
      const sideways = await window.page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1)
      if (sideways) wrong.push(`${path} scrolls sideways`)
    }
    assert.deepEqual(wrong, [])
    assert.deepEqual(window.complaints, [])
  })
}
