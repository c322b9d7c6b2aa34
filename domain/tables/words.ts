import type { Speaker } from '../../kernel/fields/kind.ts'
import { optionsOf, refersTo } from '../../kernel/fields/kinds.ts'
import type { Table } from './define.ts'
import { type Condition, isEither, type Where } from './view.ts'

/** What is asked of a table, as people say it: a line for each condition. */
export const whereWords = ({ columns }: Table, where: Where, { say, nameOf }: Speaker): string[] => {
  const one = ({ key, is, value }: Condition): string => {
    const column = columns[key]
    if (!column) return key
    const values = [value ?? []].flat()
    const [first = '', second = ''] = values
    const listed = (): string => {
      const options = optionsOf(column.control)
      const noun = refersTo(column.control)
      const named = (each: string) => (noun ? nameOf(each, noun) : say(options?.find((option) => option.value === each)?.label ?? each))
      return values.map(named).join(say('、'))
    }
    const asked: Readonly<Record<Condition['is'], () => string>> = {
      in: listed,
      notIn: () => `${say('不是')} ${listed()}`,
      contains: () => say('包含“{words}”', { words: first }),
      eq: () => say('等于“{words}”', { words: first }),
      between: () =>
        first && second
          ? say('{from} 至 {to}', { from: first, to: second })
          : first
            ? say('从 {from}', { from: first })
            : say('到 {to}', { to: second }),
      last: () => say('最近{count}天', { count: first }),
      next: () => say('未来{count}天', { count: first }),
      yes: () => say('是'),
      no: () => say('否'),
      empty: () => say('为空'),
      filled: () => say('不为空'),
    }
    return `${say(column.label)} ${asked[is]()}`
  }
  return where.map((term) => (isEither(term) ? term.any.map(one).join(` ${say('或')} `) : one(term)))
}
