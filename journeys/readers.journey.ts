import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { screens } from '../web/screens.ts'
import { verdictFor } from '../web/session/guard.ts'
import type { Resource } from '../web/session/session.ts'
import type { ScreenRow } from '../web/shell/screenRow.ts'
import { enlarged, findBrokenWords, findMisfits, firstRowTop, headedLists } from './enlarged.ts'
import { opened, walked, wrongWith } from './opened.ts'
import { goTo, openStage } from './stage.ts'

const { stranger, windowOf } = await openStage()
const employee = await windowOf('staff')

/** A screen that needs to be told what it is of is opened with that by an administrator (screens.journey.ts). */
const isOpenToEmployees = ({ who, needs }: ScreenRow): boolean => who !== 'manager' && needs === undefined

test('every screen that is not for managers opens for an employee on a phone', async () => {
  const faults: (string | undefined)[] = []
  for (const screen of walked.filter(isOpenToEmployees)) faults.push(await wrongWith(employee, screen, { isManager: false }))
  assert.deepEqual(
    faults.filter((fault) => fault !== undefined),
    [],
  )
  assert.deepEqual(employee.complaints, [])
})

test('to an employee each screen for managers says that it is for them: none is in the menu', async () => {
  const menu = await employee.page.waitForFunction(() => localStorage.getItem('pro__client_menu'))
  const { value: resources } = JSON.parse((await menu.jsonValue()) ?? '') as { value: Resource[] }
  const session = { token: 'token', uid: 'uid', isFirst: false, looks: false }
  const managersScreens = screens.filter(({ who }) => who === 'manager')
  assert.deepEqual(
    managersScreens.filter((screen) => verdictFor(screen, session, { resources, licence: 'active' }) !== 'refused'),
    [],
  )
  const [first] = managersScreens
  assert.ok(first)
  assert.equal(await wrongWith(employee, first, { isManager: false }), undefined)
})

test('a screen that is not told what it is of says that its address is not whole', async () => {
  const screen = screens.find(({ who, needs }) => who === 'any' && needs !== undefined)
  assert.ok(screen)
  assert.match((await opened(employee, screen.path)) ?? '', /链接不完整/)
})

test('without signing in the public screens are seen, and another one leads to where one signs in', async () => {
  const window = await stranger()
  const seen = screens.filter(({ who }, index) => who === 'public' || screens[index - 1]?.who === 'public')
  for (const { path, who } of seen) {
    await goTo(window.page, path)
    await window.page.waitForFunction((wanted) => location.hash.startsWith(wanted), who === 'public' ? `#${path}` : '#/pages/login')
  }
  assert.deepEqual(window.complaints, [])
})

test('at twice the size of text nothing on the tabs and behind them is cut, covered or beyond the window', async () => {
  const { page } = employee
  const wrong: string[] = []
  for (const path of enlarged) {
    await opened(employee, path)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '32px'
    })
    wrong.push(...(await page.evaluate(findMisfits)).map((misfit) => `${path}: ${misfit}`))
  }
  assert.deepEqual(wrong, [])
})

test('at twice the size of text no English word on the four tabs is broken', async () => {
  const { page } = employee
  await page.evaluate(() => localStorage.setItem('pro___language', JSON.stringify({ value: 'en', expire: null })))
  await page.reload()
  const broken: string[] = []
  for (const path of ['/pages/index/index', '/pages/message/msglist', '/pages/goods/mainpage/workcollaborate', '/pages/user/people']) {
    await opened(employee, path)
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
  const window = await windowOf('admin')
  const tops: [path: string, top: number | undefined][] = []
  for (const path of headedLists) {
    await opened(window, path)
    tops.push([path, await window.page.evaluate(firstRowTop)])
  }
  assert.deepEqual(
    tops.filter(([, top]) => top === undefined || top > 150),
    [],
  )
})
