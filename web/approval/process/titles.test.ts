import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setLanguage } from '../../words.ts'
import { shownNotice, shownTitle } from './titles.ts'

const titles: [stored: string, english: string][] = [
  ['王小雨提交的采购申请', 'Purchase request by 王小雨'],
  ['Alexandra提交的自定义流程', '自定义流程 by Alexandra'],
  ['三楼会议室的投影仪', '三楼会议室的投影仪'],
  ['提交的材料', '提交的材料'],
]
const notices: [stored: string, english: string][] = [
  ['待审批：王小雨提交的采购申请', 'To approve: Purchase request by 王小雨'],
  ['已通过：采购申请', 'Approved: Purchase request'],
  ['待审批：会议室：投影仪', 'To approve: 会议室：投影仪'],
  ['您有 7 项新的待审批', 'You have 7 new tasks to approve'],
  ['3 条新评论：王小雨提交的采购申请', '3 new comments: Purchase request by 王小雨'],
  ['周末停电通知', '周末停电通知'],
  ['通知：{title} 12 号停电', '通知：{title} 12 号停电'],
]

test('to whoever asked, their application does not say by whom', () => {
  assert.equal(shownTitle('王小雨提交的采购申请', true), '采购申请')
  assert.equal(shownTitle('三楼会议室的投影仪', true), '三楼会议室的投影仪')
})

suite('in English', () => {
  before(() => {
    Object.defineProperty(globalThis, 'document', { value: { documentElement: {} }, configurable: true })
    return setLanguage('en')
  })
  after(() => setLanguage('zh'))
  for (const [stored, english] of titles) test(`title ${stored}`, () => assert.equal(shownTitle(stored), english))
  for (const [stored, english] of notices) test(`notice ${stored}`, () => assert.equal(shownNotice(stored), english))
})

suite('in Chinese everything stays as it is stored', () => {
  for (const [stored] of [...titles, ...notices])
    test(stored, () => {
      assert.equal(shownTitle(stored), stored)
      assert.equal(shownNotice(stored), stored)
    })
})
