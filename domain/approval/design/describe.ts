import type { Operator } from '../../../kernel/fields/kind.ts'
import type { Params } from '../../../kernel/refusal.ts'
import type { Node, Rule, Vote } from '../flow/definition.ts'
import type { Duration } from '../../calendar/deadline.ts'
import type { Condition, Literal, Quantifier } from '../form/condition.ts'
import type { Path } from '../form/form.ts'
import { roleTitle } from '../../access/roles.ts'
import { whyWords } from '../process/progress.ts'

/** How a reader is spoken to: `say` fills and translates a sentence, `labelOf` names a field, `valueOf` a value compared with it. */
export type Speech = {
  say: (words: string, params?: Params) => string
  labelOf: (path: Path) => string
  valueOf: (path: Path, value: string) => string
}

/** A condition as one sentence. */
export const conditionWords = (condition: Condition, speech: Speech): string => {
  const { say, labelOf } = speech
  if ('all' in condition) return joined(condition.all, '，且', speech)
  if ('any' in condition) return joined(condition.any, '，或', speech)
  if ('not' in condition) return say('不满足：{condition}', { condition: conditionWords(condition.not, speech) })
  const { f, op, v, quantifier } = condition
  const value =
    op === 'hasRole' ? literalWords(f, v, { ...speech, valueOf: (_, role) => say(roleTitle(role)) }) : literalWords(f, v, speech)
  const words = say(operatorWords[op], { field: labelOf(f), value })
  return quantifier ? say(quantifierWords[quantifier], { condition: words }) : words
}

/** Who is asked in a node and how they vote, or what it waits for; branches and routes say nothing. */
export const nodeWords = (node: Node, speech: Speech): string => {
  const { say, labelOf } = speech
  switch (node.t) {
    case 'approve':
    case 'handle':
      return [rulesWords(node.assignees, speech), voteWords(node.vote, speech)].join(say('；'))
    case 'cc':
      return rulesWords(node.assignees, speech)
    case 'delay':
      return 'until' in node.wait ? say('等到{field}', { field: labelOf(node.wait.until) }) : durationWords(node.wait.after, speech)
    case 'service':
    case 'subFlow':
    case 'branch':
    case 'route':
      return ''
  }
}

const joined = (parts: Condition[], link: string, speech: Speech): string =>
  parts
    .map((part) => {
      const words = conditionWords(part, speech)
      return parts.length > 1 && ('all' in part || 'any' in part) ? speech.say('（{condition}）', { condition: words }) : words
    })
    .join(speech.say(link))

const literalWords = (path: Path, literal: Literal | undefined, { say, valueOf }: Speech): string => {
  if (literal === undefined) return ''
  if (typeof literal === 'boolean') return say(literal ? '是' : '否')
  return [literal].flat().map((value) => valueOf(path, value)).join(say('、')) // prettier-ignore
}

const rulesWords = (rules: Rule[], { say }: Speech): string =>
  [
    ...new Set(
      rules.map((rule) => {
        const { words, params } = whyWords({ rule: rule.k, ...(rule.k === 'deptHead' ? { level: rule.level } : {}) })
        return say(words, params)
      }),
    ),
  ].join(say('、'))

export const voteWords = (vote: Vote, { say }: Speech): string => {
  const withVeto = (words: string, veto: true | undefined): string => (veto ? say('{vote}，一票否决', { vote: words }) : words)
  switch (vote.mode) {
    case 'or':
      return say('一人处理即可')
    case 'all':
      return say('需要所有人同意')
    case 'seq':
      return say('依次处理')
    case 'atLeast':
      return withVeto(say('至少{n}人同意', { n: vote.n }), vote.veto)
    case 'fraction':
      return withVeto(say('至少{num}/{den}的人同意', { num: vote.num, den: vote.den }), vote.veto)
    case 'weight':
      return withVeto(say('至少{num}/{den}的票权同意', { num: vote.num, den: vote.den }), vote.veto)
  }
}

const durationWords = ({ value, unit }: Duration, { say }: Speech): string => say(unitWords[unit], { n: value })

const unitWords: Record<Duration['unit'], string> = { minutes: '等待{n}分钟', hours: '等待{n}小时', days: '等待{n}天' }

const quantifierWords: Record<Quantifier, string> = { any: '任意一项的{condition}', all: '每一项的{condition}' }

const operatorWords: Record<Operator, string> = {
  eq: '{field}为{value}',
  ne: '{field}不为{value}',
  lt: '{field}小于{value}',
  le: '{field}不超过{value}',
  gt: '{field}大于{value}',
  ge: '{field}不小于{value}',
  in: '{field}为其中之一：{value}',
  contains: '{field}包含{value}',
  isDeptIn: '{field}属于{value}',
  hasRole: '{field}的角色有{value}',
  empty: '{field}为空',
}
