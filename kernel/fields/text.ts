import * as v from 'valibot'
import { half, oneLine, withoutInvisible } from '../cell.ts'
import { fill } from '../refusal.ts'
import { type ChosenRule, patternProblem, plainMobile, ruleChosen, ruleNames, ruleWords } from '../rule.ts'
import { integer, type Kind } from './kind.ts'

/**
 * Where the values that a text suggests come from: `positions`, those that people have. `countedWithin` names the field beside it that holds the
 * department whose people with the chosen value are counted.
 */
export type Suggestions = { readonly source: 'positions'; readonly countedWithin?: string | undefined }

/**
 * One or more lines of text, from `min` to `max` characters where it is filled in; `offered` names the dictionary whose words one press writes,
 * `suggestions` says where other values to choose from come from.
 */
export type Text = {
  type: 'text'
  min?: number | undefined
  max: number
  lines: number
  offered?: string | undefined
  suggestions?: Suggestions | undefined
} & ChosenRule

/** Names and codes are found, scanned and compared by what people see of them. */
const plainLine = (value: string): string => withoutInvisible(value).replace(/\s*[\p{Cc}\u2028\u2029]+\s*/gu, ' ')

export const text: Kind<Text, string, 'line' | 'text'> = {
  check: ({ min = 0, max, lines, ...chosen }, label) => {
    const checks = v.pipe(
      v.string('{label}应为文字'),
      v.transform((value) => (lines > 1 ? value : plainLine(value))),
      v.trim(),
      v.check((value) => value === '' || [...value].length >= min, '{label}不能少于{min}个字'),
      v.maxLength(max, '{label}不能超过{max}个字'),
    )
    const rule = ruleChosen(chosen)
    // An expression of a form's own is tested once, for it takes steps.
    const readAs = (value: string): string => (rule?.test(value, label) || !rule?.test(half(value), label) ? value : half(value))
    return rule
      ? v.pipe(
          checks,
          v.transform((value) => (typeof chosen.pattern === 'string' ? value : readAs(value))),
          v.check((value) => value === '' || rule.test(value, label), ruleWords(rule, label)),
        )
      : checks
  },
  words: (value) => String(value),
  isShort: ({ lines }) => lines === 1,
  isLong: ({ lines }) => lines > 1,
  sort: () => 'text',
  comparisons: () => ['contains', 'eq', 'ne', 'empty', 'filled'],
  compared: (type) => ({ ...type, lines: 1 }),
  cell: {
    read: (text, { rule, lines }) => {
      if (rule) return rule === 'mobile' ? plainMobile(half(text)) : half(text)
      return lines > 1 ? text : oneLine(text)
    },
    isCode: true,
  },
  column: 'text',
  stored: v.strictObject({
    type: v.literal('text'),
    min: v.optional(integer(1, 2000)),
    max: integer(1, 2000),
    lines: integer(1, 20),
    rule: v.optional(v.picklist([...ruleNames, 'pattern'])),
    pattern: v.optional(v.pipe(v.string(), v.maxLength(500))),
    message: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
  }),
  faults: ({ rule, pattern = '', min = 0, max }) => {
    if (min > max) return [['“{label}”的最少字数大于最多字数']]
    const wrong = rule === 'pattern' && typeof pattern === 'string' ? patternProblem(pattern) : undefined
    return wrong ? [['“{label}”的校验规则不能使用：{words}', { words: fill(wrong.words, wrong.params) }]] : []
  },
  presets: {
    line: { key: 'text', make: () => ({ type: 'text', max: 60, lines: 1 }) },
    text: { key: 'remark', make: () => ({ type: 'text', max: 500, lines: 3 }) },
  },
  preset: ({ lines }) => (lines > 1 ? 'text' : 'line'),
}
