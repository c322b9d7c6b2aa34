import { lastOf } from './assert.ts'
import { keysOf } from './keysOf.ts'
import { type Day, dayAt, isDay } from './day.ts'
import { fill, RefusalError, type Refusal, refusal } from './refusal.ts'
import { linearTest } from './linearPattern.ts'
import { isTooExpensive } from './ruleBudget.ts'

/**
 * One thing that a text must fulfil. `words` says in Chinese what is wrong where `test` is false, with the field's label at `{label}`. No
 * test takes more than linear time, and an empty text is never tested. A pattern takes its steps from the budget in the name of `field`.
 */
export type Rule = {
  readonly name: string
  readonly words: string
  readonly test: (value: string, field?: string) => boolean
}

/** What is said of a field that breaks a rule: a label that is what the words name besides is not said twice. */
export const ruleWords = ({ words }: Rule, label: string): string =>
  words.replace(`{label}${label}`, '{label}') === wrongFormat ? wrongFormat : words

const wrongFormat = '{label}格式有误'

/** The first of `rules` that `value` breaks; an empty value breaks none. */
export const brokenRule = (value: string, rules: readonly Rule[]): Rule | undefined =>
  value === '' ? undefined : rules.find((rule) => !rule.test(value))

/** The sentence for a broken rule. `label` may be empty, `translate` turns Chinese words into the reader's. */
export const ruleMessage = (rule: Rule, label: string, translate: (words: string) => string = (words) => words): string =>
  fill(translate(ruleWords(rule, label)), { label: translate(label) })

/** The same as an answer: reason `field.<name>`, so that a program may rely on it. */
export const ruleRefusal = (rule: Rule, label: string): Refusal => refusal(`field.${rule.name}`, ruleWords(rule, label), { label })

/** The rule with its own message, when the form gives one (errorMsg). */
export const withMessage = (rule: Rule, errorMsg: string | undefined): Rule => (errorMsg ? { ...rule, words: errorMsg } : rule)

/** Digits with an optional decimal part. */
export const number: Rule = { name: 'number', words: '{label}包含非数字字符', test: (value) => /^\d+(\.\d+)?$/.test(value) }

export const digits: Rule = { name: 'digits', words: '{label}只能输入整数', test: (value) => /^\d+$/.test(value) }

export const letters: Rule = { name: 'letters', words: '{label}只能输入字母', test: (value) => /^[A-Za-z]+$/.test(value) }

export const lettersOrDigits: Rule = {
  name: 'lettersOrDigits',
  words: '{label}只能输入字母或数字',
  test: (value) => /^[A-Za-z0-9]+$/.test(value),
}

export const startsWithLetter: Rule = {
  name: 'startsWithLetter',
  words: '{label}必须以字母开头，只能包含字母和数字',
  test: (value) => /^[A-Za-z][A-Za-z0-9]*$/.test(value),
}

export const noChinese: Rule = { name: 'noChinese', words: '{label}不能包含中文', test: (value) => !/\p{Script=Han}/u.test(value) }

export const chinese: Rule = { name: 'chinese', words: '{label}只能输入中文', test: (value) => /^\p{Script=Han}+$/u.test(value) }

/** A mainland mobile number: 11 digits, 1 and then 3 to 9. */
export const mobile: Rule = { name: 'mobile', words: '{label}手机号码格式有误', test: (value) => /^1[3-9]\d{9}$/.test(value) }

export const landline: Rule = {
  name: 'landline',
  words: '{label}座机号码格式有误',
  test: (value) => /^(0\d{2,3}-?)?[2-9]\d{6,7}(-\d{1,6})?$|^[48]00-?\d{3}-?\d{4}$/.test(value),
}

/** A mobile or a landline number, as people who one calls may have either. */
export const phone: Rule = {
  name: 'phone',
  words: '{label}格式有误，请填写手机或座机号码',
  test: (value) => mobile.test(value) || landline.test(value),
}

export const email: Rule = { name: 'email', words: '{label}邮箱格式有误', test: (value) => isEmail(value) }

/** An address that starts with http:// or https://, at most 2048 characters. */
export const url: Rule = {
  name: 'url',
  words: '{label}URL格式有误',
  test: (value) => value.length <= 2048 && /^https?:\/\/[^\s/?#]/i.test(value) && !/\s/.test(value) && URL.canParse(value),
}

/** An 18-digit resident identity number (GB 11643), also of residents from Hong Kong, Macao, Taiwan and abroad, born by today. */
export const idCard: Rule = {
  name: 'idCard',
  words: '{label}身份证号码格式有误',
  test: (value) => isIdCard(value, dayAt(Date.now())),
}

/** Text in JSON, such as a setting that another program reads: any value, not only an object. */
export const json: Rule = {
  name: 'json',
  words: '{label}不是有效的JSON',
  test: (value) => {
    try {
      JSON.parse(value)
      return true
    } catch {
      return false
    }
  },
}

/** Ordinary (7 characters) and new-energy (8 characters) number plates, GA 36. */
export const carPlate: Rule = { name: 'carPlate', words: '{label}车牌号码格式有误', test: (value) => plate.test(value) }

/** Unified social credit code, GB 32100. */
export const socialCreditCode: Rule = {
  name: 'socialCreditCode',
  words: '{label}统一社会信用代码格式有误',
  test: (value) => isSocialCreditCode(value),
}

/** 8 to 10 characters with a digit, a lower-case and an upper-case letter. */
export const password: Rule = {
  name: 'password',
  words: '{label}应为8到10个字符，并包含数字、小写字母和大写字母',
  test: (value) => hasLength(value, 8, 10) && /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value),
}

/**
 * An administrator's own regular expression, which matches some part of the value. Values above 1000 characters fail.
 * Refuses an expression that `linearTest` refuses, so an expression is checked when it is written down.
 */
export const pattern = (source: string, field?: string): Rule => {
  const matches = linearTest(source, field)
  return { name: 'pattern', words: wrongFormat, test: (value, field) => value.length <= 1000 && matches(value, field) }
}

/** The rules that a designer of forms may choose for a text, with what they are called. */
export const rulesForForms = {
  mobile: { rule: mobile, title: '手机号码' },
  landline: { rule: landline, title: '座机号码' },
  phone: { rule: phone, title: '手机或座机号码' },
  email: { rule: email, title: '邮箱' },
  url: { rule: url, title: '网址' },
  idCard: { rule: idCard, title: '身份证号码' },
  carPlate: { rule: carPlate, title: '车牌号码' },
  socialCreditCode: { rule: socialCreditCode, title: '统一社会信用代码' },
  number: { rule: number, title: '数字，可有小数' },
  digits: { rule: digits, title: '纯数字' },
  letters: { rule: letters, title: '字母' },
  lettersOrDigits: { rule: lettersOrDigits, title: '字母或数字' },
  startsWithLetter: { rule: startsWithLetter, title: '字母开头，字母和数字' },
  chinese: { rule: chinese, title: '汉字' },
  noChinese: { rule: noChinese, title: '不含中文' },
  json: { rule: json, title: 'JSON文本' },
} as const satisfies Readonly<Record<string, { rule: Rule; title: string }>>

export type RuleName = keyof typeof rulesForForms
export const ruleNames = keysOf(rulesForForms)

/** What a text must fulfil: a rule by its name or an expression of its own (ours need not be in linear time), with a message of its own where it has one. */
export type ChosenRule = {
  readonly rule?: RuleName | 'pattern' | undefined
  readonly pattern?: string | RegExp | undefined
  readonly message?: string | undefined
}

/** The rule that was chosen; none where nothing was. An expression is read when a value is tested; every value passes one that cannot be read. */
export const ruleChosen = ({ rule, pattern: source = '', message }: ChosenRule): Rule | undefined => {
  if (rule === undefined) return undefined
  if (rule !== 'pattern') return withMessage(rulesForForms[rule].rule, message)
  if (typeof source !== 'string') return withMessage({ name: 'pattern', words: wrongFormat, test: (value) => source.test(value) }, message)
  let read: Rule | Refusal | undefined
  const test = (value: string, field?: string): boolean => {
    read ??= readPattern(source, field)
    return 'reason' in read || read.test(value, field)
  }
  return withMessage({ name: 'pattern', words: wrongFormat, test }, message)
}

/** What is wrong with an expression of a form's own; undefined where it can be used. */
export const patternProblem = (source: string, field?: string): Refusal | undefined => {
  if (source === '') return refusal('pattern.empty', '请填写正则表达式')
  const read = readPattern(source, field)
  return 'reason' in read ? read : undefined
}

/** An expression as a rule, or why it is none. That the budget has not the steps left to read it is nothing wrong with it, and thrown. */
const readPattern = (source: string, field?: string): Rule | Refusal => {
  try {
    return pattern(source, field)
  } catch (error) {
    if (error instanceof RefusalError && !isTooExpensive(error)) return error.refusal
    throw error
  }
}

/** What is said where a value must be the only one of its kind. */
export const duplicateWords = '{label}数据已经存在'

/** A mobile number as people paste it, without spaces, hyphens and the country's prefix: '+86 138-0013-8000' is 13800138000. */
export const plainMobile = (text: string): string => text.replace(/[\s-]/g, '').replace(/^((\+|00)86|86(?=1[3-9]\d{9}$))/, '')

/** See `idCard`; `today` is the last day on which the holder may have been born. */
export const isIdCard = (value: string, today: Day): boolean => {
  const match = /^(?:9(\d\d)\d{3}|(\d\d)\d{4})(\d{4})(\d\d)(\d\d)\d{3}[\dXx]$/.exec(value)
  if (!match) return false
  const [, regionAbroad, region, year, month, dayOfMonth] = match
  const birth = `${year}-${month}-${dayOfMonth}`
  if (!idRegions.has(regionAbroad ?? region!) || !isDay(birth) || birth < '1900-01-01' || birth > today) return false
  const total = idWeights.reduce((sum, weight, index) => sum + weight * Number(value[index]), 0)
  return '10X98765432'[total % 11] === value.slice(17).toUpperCase()
}

/** See `socialCreditCode`: the check characters of the whole code and of the organisation code inside it hold. */
export const isSocialCreditCode = (value: string): boolean => {
  if (!/^[0-9A-HJ-NP-RTUW-Y]{2}\d{6}[0-9A-HJ-NP-RTUW-Y]{10}$/.test(value)) return false
  let total = 0
  let weight = 1
  for (const character of value.slice(0, 17)) {
    total += creditCharacters.indexOf(character) * weight
    weight = (weight * 3) % 31
  }
  return creditCharacters[(31 - (total % 31)) % 31] === value[17] && isOrganisationCode(value.slice(8, 17))
}

const idRegions = new Set(
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83 91'.split(' '),
)
const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

const creditCharacters = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const organisationWeights = [3, 7, 9, 10, 5, 8, 4, 2]

/** GB 11714: eight characters and a check character; letters count from A = 10. */
const isOrganisationCode = (value: string): boolean => {
  const total = organisationWeights.reduce((sum, weight, index) => sum + weight * Number.parseInt(value.charAt(index), 36), 0)
  return '0X987654321'[total % 11] === value[8]
}

const plate =
  /^[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-HJ-NP-Z](?:[A-HJ-NP-Z0-9]{4}[A-HJ-NP-Z0-9挂学警港澳]|[A-HJK][A-HJ-NP-Z0-9]\d{4}|\d{5}[A-HJK])$/

/** At most 254 characters: a local part of up to 64, and a domain of at least two labels. */
const isEmail = (value: string): boolean => {
  const index = value.lastIndexOf('@')
  const local = value.slice(0, index)
  const labels = value.slice(index + 1).split('.')
  return (
    index > 0 &&
    value.length <= 254 &&
    local.length <= 64 &&
    local.split('.').every((part) => /^[\w!#$%&'*+/=?^`{|}~-]+$/.test(part)) &&
    labels.length >= 2 &&
    labels.every((label) => label.length <= 63 && /^[A-Za-z0-9-]+$/.test(label) && !label.startsWith('-') && !label.endsWith('-')) &&
    /^[A-Za-z]/.test(lastOf(labels))
  )
}

const hasLength = (value: string, min: number, max: number): boolean => {
  if (value.length > max * 2) return false
  const length = [...value].length
  return length >= min && length <= max
}
