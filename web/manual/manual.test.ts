import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyEnglish } from '../english/all.ts'
import { screens } from '../screens.ts'
import { foundIn, manual, topicsAbout } from './manual.ts'

const topics = manual.flatMap((chapter) => chapter.topics)
const paths = screens.map(({ path }) => path)

test('each topic leads to a screen that there is, and is about some', () => {
  for (const { question, screens: starts, to } of topics) {
    assert.ok(to === undefined || paths.includes(to), `${question}: ${to}`)
    for (const start of starts)
      assert.ok(
        paths.some((path) => path.startsWith(start)),
        `${question}: ${start}`,
      )
  }
})

/** Screens before a person is signed in, ends of ways, and parts of other screens. */
const screensWithoutTopic: readonly string[] = [
  '/pages/login',
  '/pages/forgot',
  '/pages/join',
  '/pages/signon',
  '/pages/handover',
  '/pages/setup',
  '/pages/home',
  '/pages/help',
  '/pages/mailstop',
  '/pages/common/exit',
  '/pages/common/success',
  '/pages/common/error',
  '/pages/common/vipTimeout',
  '/pages/common/helloWorld',
  '/pages/goods/mainpage/sampleIndex',
  '/pages/goods/mainpage/wwSampleIndex',
  '/choose-location',
  '/open-location',
]

test('the manual opens at a topic from each screen where work is done', () => {
  const silentPaths = paths.filter((path) => topicsAbout(path).length === 0)
  assert.deepEqual(silentPaths.toSorted(), screensWithoutTopic.toSorted())
})

test('a screen has the topics that are most about it first, and few of them', () => {
  assert.equal(topicsAbout('/pages/goods/mainpage/selfcount')[0]?.question, '怎样盘点自己名下的资产？')
  assert.equal(topicsAbout('/pages/goods/GsInventoryOrder/gsinventoryreport')[0]?.question, '怎样盘点？')
  assert.deepEqual(topicsAbout('/pages/login'), [])
  for (const path of paths) assert.ok(topicsAbout(path).length <= 3, path)
})

test('all words must stand in a topic, in the language of the reader', () => {
  const english = (text: string) => everyEnglish[text] ?? text
  assert.deepEqual(
    foundIn('scan offline', english).flatMap((chapter) => chapter.topics.map(({ question }) => question)),
    ['怎样盘点？'],
  )
  assert.equal(foundIn('', english).length, manual.length)
  assert.deepEqual(
    foundIn('量子', (text) => text),
    [],
  )
})
