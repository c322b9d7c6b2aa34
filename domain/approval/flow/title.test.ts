import assert from 'node:assert/strict'
import { test } from 'node:test'
import { titleFrom } from './title.ts'
import { titleFromWords, titleInWords } from './titleInWords.ts'

const places = new Map([
  ['initiator', '发起人'],
  ['flow', '流程名称'],
  ['amount', '金额'],
])

for (const [title, words] of [
  ['{initiator}提交的{flow}', '〔发起人〕提交的〔流程名称〕'],
  ['{amount}元', '〔金额〕元'],
  ['〔急〕{unknown}{flow}', '〔急〕{unknown}〔流程名称〕'],
  ['', ''],
] as const)
  test(`a title in words and back: ${title || 'nothing'}`, () => {
    assert.equal(titleInWords(title, places), words)
    assert.equal(titleFromWords(words, places), title)
  })

for (const [typed, title] of [
  ['〔发起人提交的〔流程名称〕', '提交的{flow}'],
  ['发起人〕提交的〔流程名称〕', '提交的{flow}'],
  ['〔发起〕提交的〔流程名称〕', '提交的{flow}'],
  ['〔发人〕提交的', '提交的'],
  ['发起人提交的〔流程名称〕', '发起人提交的{flow}'],
] as const)
  test(`a name that is begun to be deleted goes whole: ${typed}`, () => assert.equal(titleFromWords(typed, places), title))

for (const [words, title] of [
  ['{initiator}提交的{flow}', '王小雨提交的采购'],
  ['{flow}：{reason}，{amount}元', '采购：换新，5元'],
  ['{flow} {unknown}{constructor}', '采购 '],
  ['长'.repeat(250), '长'.repeat(200)],
] as const)
  test(`a title is filled with the flow, the initiator and what is told: ${words.slice(0, 40)}`, () => {
    assert.equal(titleFrom(words, { reason: '换新', amount: '5', flow: '别的' }, { flow: '采购', initiator: '王小雨' }), title)
  })
