import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { alikeGroups, alikeKey } from './alike.ts'

test('names are alike without spaces, brackets, width, case and what every company is called', () => {
  const spellings = [
    '联想（北京）有限公司',
    '联想(北京)有限公司',
    '联想 北京',
    ' 联想（北京）股份有限公司',
    '联想-北京有限责任公司',
    '联想北京公司',
  ]
  assert.deepEqual(new Set(spellings.map(alikeKey)), new Set(['联想北京']))
  assert.equal(alikeKey('ＨＰ　Ｌａｓｅｒ 1020'), alikeKey('hp laser1020'))
  assert.notEqual(alikeKey('A4复印纸'), alikeKey('A3复印纸'))
})

test('a name that is nothing else than what every company is called keeps it', () => assert.equal(alikeKey('有限公司'), '有限公司'))

test('a name without letters is like no other', () => assert.deepEqual(alikeGroups([{ name: '（）' }, { name: '--' }]), []))

test('how a name is spaced and bracketed never parts it from itself', () =>
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('联', '想', 'A', '7', '公'), { minLength: 1 }),
      fc.constantFrom(' ', '　', '（', ')', '-'),
      (letters, sign) => {
        assert.equal(alikeKey(letters.join(sign)), alikeKey(letters.join('')))
      },
    ),
  ))
