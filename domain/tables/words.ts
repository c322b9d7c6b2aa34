import type { Speaker } from '../../kernel/fields/kind.ts'
import { optionsOf, refersTo } from '../../kernel/fields/kinds.ts'
import type { Table } from './define.ts'
import { type Condition, isEither, type Where } from './view.ts'

/** What a condition that names no list asks for. */
export const askedWords = ({ is, value }: Pick<Condition, 'is' | 'value'>, say: Speaker['say']): string => {
  const [first = '', second = ''] = [value ?? []].flat()
  switch (is) {
    case 'between':
      if (!first) return say('到 {to}', { to: second })
      return second ? say('{from} 至 {to}', { from: first, to: second }) : say('从 {from}', { from: first })
    case 'contains':
      return say('包含“{words}”', { words: first })
    case 'eq':
      return say('等于“{words}”', { words: first })
    case 'last':
      return say('最近{count}天', { count: first })
    case 'next':
      return say('未来{count}天', { count: first })
    case 'only':
      return say('仅')
    case 'in':
    case 'yes':
      return say('是')
    case 'notIn':
      return say('不是')
    case 'no':
      return say('否')
    case 'empty':
      return say('为空')
    case 'filled':
      return say('不为空')
    case 'mixed':
      return say('有多个值')
  }
}

/** What is asked of a table, as people say it: a line for each condition. */
export const whereWords = ({ columns }: Table, where: Where, { say, nameOf }: Speaker): string[] => {
  const conditionWords = ({ key, is, value }: Condition): string => {
    const column = columns[key]
    if (!column) return key
    const values = [value ?? []].flat()
    const listWords = (): string => {
      const options = optionsOf(column.control)
      const noun = refersTo(column.control)
      const nameIn = (value: string) =>
        noun ? nameOf(value, noun) : say(options?.find((option) => option.value === value)?.label ?? value)
      return values.map(nameIn).join(say('、'))
    }
    const label = say(column.label)
    if (is === 'in') return `${label} ${listWords()}`
    if (is === 'only') return `${label} ${say('仅')} ${listWords()}`
    if (is === 'notIn') return `${label} ${say('不是')} ${listWords()}`
    return `${label} ${askedWords({ is, value }, say)}`
  }
  return where.map((term) => (isEither(term) ? term.any.map(conditionWords).join(` ${say('或')} `) : conditionWords(term)))
}
