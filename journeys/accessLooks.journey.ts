import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addresses, chosenOf, walk } from './accessible.ts'
import { enlarged, findMisfits, firstRowTop, headedLists } from './enlarged.ts'
import { opened } from './opened.ts'
import { openStage } from './stage.ts'

const { ask, windowOf } = await openStage()

test('what screens are made of can be read in the dark and used on a phone', async () => {
  const screens = chosenOf(await addresses(ask))
  const [desk, phone] = await Promise.all([windowOf('admin', 'desk'), windowOf('admin', 'phone')])
  const [inTheDark, onPhone] = await Promise.all([walk(desk, screens, 'dark'), walk(phone, screens)])
  assert.deepEqual({ inTheDark, onPhone }, { inTheDark: [], onPhone: [] })
})

test('at twice the size of text nothing on the tabs and behind them is cut, covered or beyond the window', async () => {
  const { page } = await windowOf('staff', 'phone')
  const wrong: string[] = []
  for (const path of enlarged) {
    await opened({ page, complaints: [] }, path)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '32px'
    })
    wrong.push(...(await page.evaluate(findMisfits)).map((misfit) => `${path}: ${misfit}`))
  }
  assert.deepEqual(wrong, [])
})

test('the first row of a list begins within 150 px of the top of a phone', async () => {
  const { page } = await windowOf('admin', 'phone')
  const tops: [path: string, top: number | undefined][] = []
  for (const path of headedLists) {
    await opened({ page, complaints: [] }, path)
    tops.push([path, await page.evaluate(firstRowTop)])
  }
  assert.deepEqual(
    tops.filter(([, top]) => top === undefined || top > 150),
    [],
  )
})
