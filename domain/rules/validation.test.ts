import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Refused } from '../../kernel/refusal.ts'
import { rulesEnglish } from '../english/rules.ts'
import * as validation from './validation.ts'
import {
  brokenRule,
  code,
  isDuplicate,
  isIdCard,
  pattern,
  plainMobile,
  range,
  rangeLength,
  type Rule,
  ruleMessage,
  ruleRefusal,
  rulesByName,
  withMessage,
} from './validation.ts'

const table: [rule: Rule, good: string[], bad: string[]][] = [
  [validation.number, ['0', '12', '12.5', '007', '0.001'], ['-1', '1.', '.5', '1e3', '１２', '1,000', 'a', ' 1', '1\n']],
  [validation.digits, ['0', '0012'], ['1.0', '-1', 'x', '1\n']],
  [validation.letters, ['a', 'AbC'], ['a1', '中', 'a b', 'é']],
  [validation.lettersOrDigits, ['a1', '1', 'A'], ['a-1', '中1', 'a 1', '_']],
  [validation.startsWithLetter, ['a', 'a1', 'Zz9'], ['1a', '_a', 'a_', '中a']],
  [validation.noChinese, ['abc 123 ，', 'é'], ['a中', '〇一', '𠮷']],
  [validation.chinese, ['中', '资产管理', '𠮷'], ['中1', '中 文', 'a', '中，文']],
  [
    validation.mobile,
    ['13800138000', '19912345678', '16612345678'],
    ['12800138000', '23800138000', '1380013800', '138001380000', '+8613800138000', '138 0013 8000', '1380013800a'],
  ],
  [validation.mobileWide, ['12800138000', '13800138000'], ['11800138000', '10800138000']],
  [
    validation.landline,
    ['010-88888888', '01088888888', '0755-2345678', '0755-23456789-123', '23456789', '400-810-8888', '8008108888'],
    ['13800138000', '10-88888888', '0755-1345678', '010-888', '010-88888888-', '00000-88888888'],
  ],
  [
    validation.email,
    ['a@b.cn', 'first.last+tag@sub.example.com', "o'neil@x-y.org", `${'a'.repeat(64)}@b.cn`],
    [
      'a',
      '@b.cn',
      'a@',
      'a@b',
      'a@b..cn',
      '.a@b.cn',
      'a.@b.cn',
      'a..b@c.cn',
      'a b@c.cn',
      'a@-b.cn',
      'a@b-.cn',
      'a@b.1',
      'a@b@c.cn',
      '张三@例子.cn',
      `${'a'.repeat(65)}@b.cn`,
      `a@${'b'.repeat(64)}.cn`,
    ],
  ],
  [
    validation.url,
    ['http://a.cn', 'https://a.cn/b?c=d#e', 'HTTPS://A.CN', 'http://localhost:3000', 'http://中文.cn/路径'],
    [
      'ftp://a.cn',
      'a.cn',
      'http://',
      'http:///a',
      'http://a b.cn',
      'javascript:alert(1)',
      'http://a.cn:99999',
      ' http://a.cn',
      'http://a.cn\n',
      `http://a.cn/${'a'.repeat(2048)}`,
    ],
  ],
  [
    validation.idCard,
    ['11010519491231002X', '11010519491231002x'],
    [
      '440524188001010014',
      '110101199003070000',
      '110105194912310021',
      '11010519490231002X',
      '99010519491231002X',
      '1101051949123100',
      '11010519491231002Y',
      '1101051949123X002X',
    ],
  ],
  [
    validation.carPlate,
    ['京A12345', '沪A1234学', '粤ZA123港', '粤BD12345', '粤B12345D', '粤BDA1234', '冀A1234警', '云A1234挂'],
    ['京AI2345', '京AO2345', '粤B1234', '粤BG123451', '京I12345', 'A12345', '粤B1234学D', '京a12345', '美A12345'],
  ],
  [
    validation.socialCreditCode,
    ['91350100M000100Y43', '91512081MA62K0260E'],
    ['91350100M000100Y4Z', '91350100M000100Y44', '91350100M000100Y4', '91350100I000100Y43', '91350100m000100y43', '9135010AM000100Y43'],
  ],
  [validation.password, ['Demo2026', 'aB3456789', 'aB3$中文x1'], ['Demo202', 'Demo2026abc', 'demo2026', 'DEMO2026', 'DemoDemo']],
  [
    validation.date,
    ['2026-11-21', '2026/11/21', '2024-02-29', '2026-11-21 08:30', '2026-11-21T08:30:59'],
    ['2026-02-29', '2026-11/21', '2026-1-1', '20261121', '2026-11-21 24:00', '2026-11-21 08:60', '明天'],
  ],
  [
    validation.amount,
    ['0', '0.5', '12.50', '1,234,567.89', '999999999999999.99'],
    ['12.345', '-1', '1,23', '1,2345', '1.', '.5', '12,', '9999999999999999', 'x'],
  ],
  [validation.jsonText, ['{}', '[]', '{"a":[1]}', ' [1] '], ['1', '"a"', 'null', '{a:1}', '{', '{"a":1,}']],
  [code(), ['000000', '123456'], ['12345', '1234567', '12345a', '１２３４５６']],
  [code(4), ['0000'], ['123456']],
  [range('-1.5', '10'), ['-1.5', '10', '0', '9.999999', '+3'], ['-1.500001', '10.1', 'x', '1e1']],
  [rangeLength(2, 3), ['ab', '中文字', '𠮷𠮷𠮷'], ['a', '𠮷', 'abcd', '𠮷𠮷𠮷𠮷']],
  [validation.text50, ['ab', 'a'.repeat(50)], ['a', 'a'.repeat(51)]],
  [validation.text300, ['ab', 'a'.repeat(300)], ['a', 'a'.repeat(301)]],
  [validation.textarea, ['a', '中\n文', 'a'.repeat(100)], ['a'.repeat(101)]],
  [validation.fieldName, ['a', '中'.repeat(40)], ['中'.repeat(41)]],
  [pattern('^(ZC|HC)-\\d{4}$'), ['ZC-0001', 'HC-9999'], ['ZC-001', 'XC-0001']],
  [pattern('\\d'), ['a1'], ['a', '1'.repeat(1001)]],
]
for (const [rule, good, bad] of table) {
  test(`${rule.name} ${JSON.stringify(rule.params ?? {})} accepts and refuses`, () => {
    for (const value of good) assert.equal(brokenRule(value, [rule]), undefined, JSON.stringify(value))
    for (const value of bad) assert.equal(brokenRule(value, [rule]), rule, JSON.stringify(value))
  })
}

test('every rule by its name is in the table', () => {
  assert.deepEqual(
    Object.values(rulesByName).filter((rule) => !table.some(([tested]) => tested === rule)),
    [],
  )
})

test('an empty value passes every rule', () => {
  for (const [rule] of table) assert.equal(brokenRule('', [rule]), undefined, rule.name)
})

test('the first broken rule is the answer', () => {
  assert.equal(brokenRule('a中', [validation.text50, validation.noChinese, validation.digits]), validation.noChinese)
})

const messages: [rule: Rule, message: string][] = [
  [validation.mobile, '[label]手机号码格式有误'],
  [validation.mobileWide, '[label]手机号码格式有误'],
  [validation.email, '[label]邮箱格式有误'],
  [validation.url, '[label]URL格式有误'],
  [validation.lettersOrDigits, '[label]只能输入字母或数字'],
  [validation.number, '[label]包含非数字字符'],
  [pattern('a'), '[label]格式有误'],
  [{ name: 'unique', words: validation.duplicateWords, test: () => false }, '[label]数据已经存在'],
  [code(), '[label]应为6位数字'],
  [range('1', '2.5'), '[label]应在1到2.5之间'],
  [validation.textarea, '[label]长度应为1到100个字符'],
]
for (const [rule, message] of messages) {
  test(`${rule.name} says ${message}`, () => {
    assert.equal(ruleMessage(rule, '[label]'), message)
    assert.equal(ruleMessage(rule, ''), message.replace('[label]', ''))
  })
}

test('a label is never read as a place for a value', () => assert.equal(ruleMessage(code(), '{count}'), '{count}应为6位数字'))

test('an own message stands instead of the rule’s, and only when there is one', () => {
  assert.equal(ruleMessage(withMessage(code(), '请填写短信里的{count}个数字'), '验证码'), '请填写短信里的6个数字')
  assert.equal(withMessage(code(), '').words, code().words)
  assert.equal(withMessage(validation.mobile, undefined), validation.mobile)
})

test('a broken rule becomes a refusal that carries its label', () => {
  assert.deepEqual(ruleRefusal(range('1', '2'), '数量'), {
    reason: 'field.range',
    words: '{label}应在{min}到{max}之间',
    params: { label: '数量', min: '1', max: '2' },
  })
})

test('every message can be read in English', () => {
  const words = [...table.map(([rule]) => rule.words), validation.duplicateWords]
  assert.deepEqual(
    words.filter((text) => !Object.hasOwn(rulesEnglish, text)),
    [],
  )
})

const births: [value: string, today: string, ok: boolean][] = [
  ['11010519491231002X', '1949-12-31', true],
  ['11010519491231002X', '1949-12-30', false],
]
for (const [value, today, ok] of births) test(`${value} on ${today} is ${ok}`, () => assert.equal(isIdCard(value, today), ok))

test('identity numbers of other documents use the same check', () => {
  const withCheck = (first17: string) => [...'0123456789X'].map((last) => first17 + last).filter((value) => isIdCard(value, '2026-11-21'))
  for (const first17 of ['83000019900307001', '91115619900307001', '81000019900307123']) assert.equal(withCheck(first17).length, 1, first17)
  assert.deepEqual(withCheck('90015619900307001'), [])
})

test('changing one digit of an identity number or a credit code breaks it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 16 }), fc.integer({ min: 1, max: 9 }), (at, step) => {
      for (const [rule, value] of [
        [validation.idCard, '11010519491231002X'],
        [validation.socialCreditCode, '91512081MA62K0260E'],
      ] as const) {
        if (!/\d/.test(value[at]!)) continue
        assert.equal(rule.test(value.slice(0, at) + ((Number(value[at]) + step) % 10) + value.slice(at + 1)), false)
      }
    }),
  )
})

test('no rule throws, whatever it is given', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (value) => {
      for (const [rule] of table) assert.equal(typeof rule.test(value), 'boolean')
    }),
  )
})

test('a pattern that is none is refused when the rule is made', () => assert.throws(() => pattern('('), Refused))

const duplicates: [value: string, before: string | undefined, code: number, duplicate: boolean, asked: boolean][] = [
  ['A1', undefined, 1, true, true],
  ['A1', undefined, 0, false, true],
  ['A1', 'A1', 1, false, false],
  ['A2', 'A1', 1, true, true],
  ['', undefined, 1, false, false],
]
for (const [value, before, answer, duplicate, asked] of duplicates) {
  test(`'${value}' where it was '${before}' and the check says ${answer}: duplicate ${duplicate}`, async () => {
    const questions: string[] = []
    const check = (question: string) => {
      questions.push(question)
      return Promise.resolve({ code: answer })
    }
    assert.equal(await isDuplicate(value, before, check), duplicate)
    assert.deepEqual(questions, asked ? [value] : [])
  })
}

for (const text of ['13800138000', '+86 138 0013 8000', '0086-138-0013-8000', '+8613800138000']) {
  test(`${text} is a mobile number when it is plain`, () => assert.equal(plainMobile(text), '13800138000'))
}
