import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { screens } from '../web/screens.ts'
import type { ScreenRow } from '../web/shell/screenRow.ts'
import { enlarged, findBrokenWords, findMisfits, firstRowTop, headedLists } from './enlarged.ts'
import { opened, walked, wrongWith } from './opened.ts'
import { goTo, openStage } from './stage.ts'

const { stranger, windowOf } = await openStage()

test('every screen opens for an employee on a phone or says that it is for managers', async () => {
  const window = await windowOf('staff')
  const wrong: (string | undefined)[] = []
  for (const screen of walked) wrong.push(await wrongWith(window, screen, { isManager: false }))
  assert.deepEqual(
    wrong.filter((fault) => fault !== undefined),
    [],
  )
  assert.deepEqual(window.complaints, [])
})

test('without signing in only the public screens are seen', async () => {
  const window = await stranger()
  for (const { path, who } of screens as readonly ScreenRow[]) {
    await goTo(window.page, path)
    await window.page.waitForFunction((wanted) => location.hash.startsWith(wanted), who === 'public' ? `#${path}` : '#/pages/login')
  }
  assert.deepEqual(window.complaints, [])
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

test('at twice the size of text no English word on the four tabs is broken', async () => {
  const { page } = await windowOf('staff', 'phone')
  await page.evaluate(() => localStorage.setItem('pro___language', JSON.stringify({ value: 'en', expire: null })))
  await page.reload()
  const broken: string[] = []
  for (const path of ['/pages/index/index', '/pages/message/msglist', '/pages/goods/mainpage/workcollaborate', '/pages/user/people']) {
    await opened({ page, complaints: [] }, path)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '32px'
    })
    // What is measured is drawn anew some frames after the text has grown.
    let words = await page.evaluate(findBrokenWords)
    for (let tries = 0; words.length > 0 && tries < 40; tries++) {
      await sleep(50)
      words = await page.evaluate(findBrokenWords)
    }
    broken.push(...words.map((word) => `${path}: ${word}`))
  }
  assert.deepEqual(broken, [])
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
