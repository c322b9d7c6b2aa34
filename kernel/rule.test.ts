import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { RefusalError } from './refusal.ts'
import * as validation from './rule.ts'
import {
  brokenRule,
  type ChosenRule,
  isIdCard,
  pattern,
  plainMobile,
  ruleChosen,
  ruleMessage,
  type Rule,
  ruleRefusal,
  rulesForForms,
  withMessage,
} from './rule.ts'

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
  [
    validation.landline,
    ['010-88888888', '01088888888', '0755-2345678', '0755-23456789-123', '23456789', '400-810-8888', '8008108888'],
    ['13800138000', '10-88888888', '0755-1345678', '010-888', '010-88888888-', '00000-88888888'],
  ],
  [validation.json, ['{"a":[1,null]}', '"字"', '12', 'true', '[]'], ['{a:1}', "{'a':1}", '[1,]', 'undefined', '{"a":1', '中']],
  [validation.phone, ['13800138000', '010-88888888', '400-810-8888'], ['abc', '1380013800', '010-888']],
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
  [pattern('^(ZC|HC)-\\d{4}$'), ['ZC-0001', 'HC-9999'], ['ZC-001', 'XC-0001']],
  [pattern('\\d'), ['a1'], ['a', '1'.repeat(1001)]],
]
for (const [rule, good, bad] of table) {
  test(`${rule.name} accepts and refuses`, () => {
    for (const value of good) assert.equal(brokenRule(value, [rule]), undefined, JSON.stringify(value))
    for (const value of bad) assert.equal(brokenRule(value, [rule]), rule, JSON.stringify(value))
  })
}

test('every rule that a form may choose is in the table', () => {
  assert.deepEqual(
    Object.values(rulesForForms).filter(({ rule }) => !table.some(([tested]) => tested === rule)),
    [],
  )
})

test('an empty value passes every rule', () => {
  for (const [rule] of table) assert.equal(brokenRule('', [rule]), undefined, rule.name)
})

test('the first broken rule is the answer', () => {
  assert.equal(brokenRule('a中', [validation.startsWithLetter, validation.noChinese, validation.digits]), validation.startsWithLetter)
})

const messages: [rule: Rule, message: string][] = [
  [validation.mobile, '[label]手机号码格式有误'],
  [validation.email, '[label]邮箱格式有误'],
  [validation.url, '[label]URL格式有误'],
  [validation.lettersOrDigits, '[label]只能输入字母或数字'],
  [validation.number, '[label]包含非数字字符'],
  [pattern('a'), '[label]格式有误'],
  [{ name: 'unique', words: validation.duplicateWords, test: () => false }, '[label]数据已经存在'],
]
for (const [rule, message] of messages) {
  test(`${rule.name} says ${message}`, () => {
    assert.equal(ruleMessage(rule, '[label]'), message)
    assert.equal(ruleMessage(rule, ''), message.replace('[label]', ''))
  })
}

test('a label that the words name besides is said once', () => {
  assert.equal(ruleMessage(validation.mobile, '手机号码'), '手机号码格式有误')
  assert.equal(ruleMessage(validation.mobile, '手机'), '手机手机号码格式有误')
  assert.equal(ruleMessage(validation.email, '邮箱'), '邮箱格式有误')
})

test('a label is never read as a place for a value', () => assert.equal(ruleMessage(validation.digits, '{label}'), '{label}只能输入整数'))

test('an own message stands instead of the rule’s, and only when there is one', () => {
  assert.equal(ruleMessage(withMessage(validation.digits, '{label}只填数字'), '验证码'), '验证码只填数字')
  assert.equal(withMessage(validation.digits, ''), validation.digits)
  assert.equal(withMessage(validation.mobile, undefined), validation.mobile)
})

const chosen: [what: string, choice: ChosenRule, value: string, words: string | undefined][] = [
  ['nothing', {}, 'x', undefined],
  ['a rule', { rule: 'phone' }, 'abc', '{label}格式有误，请填写手机或座机号码'],
  ['a rule that holds', { rule: 'phone' }, '010-88888888', undefined],
  ['a rule with a message', { rule: 'carPlate', message: '请填写公司车辆的车牌' }, 'x', '请填写公司车辆的车牌'],
  ['an expression', { rule: 'pattern', pattern: '^HT-\\d{4}$' }, 'HT-1', '{label}格式有误'],
  ['an expression that holds', { rule: 'pattern', pattern: '^HT-\\d{4}$' }, 'HT-2026', undefined],
  ['an expression that cannot be read', { rule: 'pattern', pattern: '(' }, 'x', undefined],
  ['no expression', { rule: 'pattern' }, 'x', undefined],
]
for (const [what, choice, value, words] of chosen)
  test(`a form that chose ${what} says ${words ?? 'nothing'} of ${value}`, () => {
    const rule = ruleChosen(choice)
    assert.equal(rule && brokenRule(value, [rule])?.words, words)
  })

test('a broken rule becomes a refusal that carries its label', () => {
  assert.deepEqual(ruleRefusal(validation.digits, '数量'), {
    reason: 'field.digits',
    words: '{label}只能输入整数',
    params: { label: '数量' },
  })
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

test('a pattern that is none is refused when the rule is made', () => assert.throws(() => pattern('('), RefusalError))

for (const text of ['13800138000', '+86 138 0013 8000', '0086-138-0013-8000', '+8613800138000']) {
  test(`${text} is a mobile number when it is plain`, () => assert.equal(plainMobile(text), '13800138000'))
}
