import { type Day, daysBetween } from '../../../kernel/day.ts'
import { add, compare, type Decimal, divide, multiply, roundTo, subtract } from '../../../kernel/decimal.ts'
import { keysOf } from '../../../kernel/keysOf.ts'
import { addMonths } from '../../../kernel/month.ts'
import { weekdayOf } from '../../../kernel/weekday.ts'
import { workdaysFrom } from './formFacts.ts'
import {
  calendarDay,
  dayAfter,
  extremeOf,
  type FormulaSort,
  type FormulaSurroundings,
  type FormulaValue,
  isBounded,
  joined,
  number,
  text,
  truth,
} from './formulaValue.ts'

/** An argument, which is worked out when it is called; undefined where what it needs is missing. */
type Argument = () => FormulaValue | undefined

/** A function of formulas as spreadsheets name it. */
export type FunctionDeclaration = {
  readonly name: string
  /** How it is written. */
  readonly usage: string
  /** What it is for, with an example. */
  readonly example: string
  /** Its place in the palette. */
  readonly group: FunctionGroup
  /** The sort of what it comes to, by the sorts of its arguments; undefined where they do not fit. */
  readonly sort: (args: readonly FormulaSort[]) => FormulaSort | undefined
  readonly run: (args: readonly Argument[], surroundings: FormulaSurroundings) => FormulaValue | undefined
}

/** The groups of the palette. */
export const functionGroups = { logic: '判断', number: '数字', date: '日期', text: '文字' } as const
export type FunctionGroup = keyof typeof functionGroups

type Behaviour = Pick<FunctionDeclaration, 'sort' | 'run'>

const only = (sorts: readonly FormulaSort[], sort: FormulaSort): boolean =>
  sorts.length > 0 && sorts.every((otherSort) => otherSort === sort)

/** A number or a day stands in a text as it is written. */
const isTaken = (sort: FormulaSort, givenSort: FormulaSort | undefined): boolean =>
  givenSort === sort || (sort === 'text' && givenSort !== undefined && givenSort !== 'truth')

const allOf = (args: readonly Argument[]): FormulaValue[] | undefined => {
  const values = args.map((arg) => arg())
  return values.every((value) => value !== undefined) ? values : undefined
}

/** A function that needs all its arguments, each of one sort. `run` gets them as they are written. */
const defineStrict = (
  takes: readonly Exclude<FormulaSort, 'truth'>[],
  gives: FormulaSort,
  run: (values: readonly string[], surroundings: FormulaSurroundings) => FormulaValue | undefined,
): Behaviour => ({
  sort: (args) => (args.length === takes.length && takes.every((sort, place) => isTaken(sort, args[place])) ? gives : undefined),
  run: (args, surroundings) => {
    const values = allOf(args)
    if (!values || !takes.every((sort, place) => isTaken(sort, values[place]?.sort))) return undefined
    return run(
      values.map(({ value }) => String(value)),
      surroundings,
    )
  },
})

/** `decisive` settles the matter whatever is missing besides. */
const connectTruths = (decisive: boolean): Behaviour => ({
  sort: (args) => (only(args, 'truth') ? 'truth' : undefined),
  run: (args) => {
    const values = args.map((arg) => arg())
    if (values.some((value) => value?.sort === 'truth' && value.value === decisive)) return truth(decisive)
    return values.every((value) => value?.sort === 'truth') ? truth(!decisive) : undefined
  },
})

/** As in spreadsheets, what is missing does not count. */
const findExtreme = (sign: 1 | -1): Behaviour => ({
  sort: (args) => (only(args, 'number') || only(args, 'day') ? args[0] : undefined),
  run: (args, { spend }) =>
    extremeOf(
      args.flatMap((arg) => arg() ?? []),
      spend,
      sign,
    ),
})

const choiceOfValue: Behaviour = {
  sort: ([when, yes, no, ...more]) => (when === 'truth' && yes === no && more.length === 0 ? yes : undefined),
  run: ([when, yes, no]) => {
    const condition = when?.()
    if (condition?.sort !== 'truth') return undefined
    return condition.value ? yes?.() : no?.()
  },
}

const denial: Behaviour = {
  sort: (args) => (args.length === 1 && only(args, 'truth') ? 'truth' : undefined),
  run: (args) => {
    const [value] = allOf(args) ?? []
    return value?.sort === 'truth' ? truth(!value.value) : undefined
  },
}

/** An empty text is blank as well as what is missing. */
const blankness: Behaviour = {
  sort: (args) => (args.length === 1 ? 'truth' : undefined),
  run: ([arg]) => {
    const value = arg?.()
    return truth(value === undefined || value.value === '')
  },
}

const junction: Behaviour = {
  sort: (args) => (args.length > 0 && !args.includes('truth') ? 'text' : undefined),
  run: (args, { spend }) => {
    const values = allOf(args)
    return values && joined(values, spend)
  },
}

/** The whole number that a decimal rounds to, within `least` and `most`; undefined outside. */
const wholeWithin = (value: Decimal | undefined, least: number, most: number): number | undefined => {
  const count = value === undefined ? Number.NaN : Number(roundTo(value, 0))
  return count >= least && count <= most ? count : undefined
}

/** Rounds away from zero (`isUp`) or towards it. */
const roundTowards = (isUp: boolean): Behaviour =>
  defineStrict(['number', 'number'], 'number', ([value = '0', places]) => {
    const count = wholeWithin(places, 0, 4)
    if (count === undefined || !isBounded(value)) return undefined
    const nearest = roundTo(value, count)
    const order = compare(absolute(nearest), absolute(value))
    if (order === 0 || order > 0 === isUp) return number(nearest)
    const unit = divide('1', String(10 ** count), 4)
    const away = compare(value, '0') < 0 ? subtract('0', unit) : unit
    return number(isUp ? add(nearest, away) : subtract(nearest, away))
  })

const absolute = (value: Decimal): Decimal => (compare(value, '0') < 0 ? subtract('0', value) : value)

const remainder = ([value = '0', divisor = '0']: readonly string[]): FormulaValue | undefined => {
  if (compare(divisor, '0') === 0 || !isBounded(value) || !isBounded(divisor)) return undefined
  const times = roundTo(divide(value, divisor, 4), 0)
  const difference = subtract(value, multiply(times, divisor))
  const isOpposite = compare(difference, '0') !== 0 && compare(difference, '0') !== compare(divisor, '0')
  return number(isOpposite ? add(difference, divisor) : difference)
}

/** The characters of a text as people count them. */
const lettersOf = (value: string, { spend }: FormulaSurroundings): readonly string[] => {
  spend(value.length)
  return [...value]
}

const lengthMost = 10_000

const cutText = (from: 'start' | 'end'): Behaviour =>
  defineStrict(['text', 'number'], 'text', ([value = '', length], surroundings) => {
    const count = wholeWithin(length, 0, lengthMost)
    if (count === undefined) return undefined
    const letters = lettersOf(value, surroundings)
    return text((from === 'start' ? letters.slice(0, count) : letters.slice(Math.max(0, letters.length - count))).join(''))
  })

const readDay = (read: (day: Day) => number): Behaviour => defineStrict(['day'], 'number', ([day = '']) => number(String(read(day))))

const changeText = (change: (value: string) => string): Behaviour =>
  defineStrict(['text'], 'text', ([value = ''], { spend }) => {
    spend(value.length)
    return text(change(value))
  })

const monthsMost = 12_000

/** The functions of formulas: each is declared here and nowhere else. */
export const formulaFunctions = {
  if: { name: 'IF', usage: 'IF(条件, 成立时, 不成立时)', example: 'IF(数量>10, 单价*0.9, 单价)', group: 'logic', ...choiceOfValue },
  and: { name: 'AND', usage: 'AND(条件1, 条件2…)', example: 'AND(数量>0, 数量<=100)', group: 'logic', ...connectTruths(false) },
  or: { name: 'OR', usage: 'OR(条件1, 条件2…)', example: 'OR(类型="加急", 金额>10000)', group: 'logic', ...connectTruths(true) },
  not: { name: 'NOT', usage: 'NOT(条件)', example: 'NOT(含税)', group: 'logic', ...denial },
  isBlank: { name: 'ISBLANK', usage: 'ISBLANK(字段)', example: 'IF(ISBLANK(折扣), 单价, 单价*折扣)', group: 'logic', ...blankness },
  max: { name: 'MAX', usage: 'MAX(数字1, 数字2…)', example: 'MAX(金额-1000, 0)', group: 'number', ...findExtreme(1) },
  min: { name: 'MIN', usage: 'MIN(数字1, 数字2…)', example: 'MIN(天数, 15)', group: 'number', ...findExtreme(-1) },
  abs: {
    name: 'ABS',
    usage: 'ABS(数字)',
    example: 'ABS(实盘-账面)',
    group: 'number',
    ...defineStrict(['number'], 'number', ([value = '0']) => number(absolute(value))),
  },
  roundUp: { name: 'ROUNDUP', usage: 'ROUNDUP(数字, 小数位)', example: 'ROUNDUP(7/2, 0)', group: 'number', ...roundTowards(true) },
  roundDown: {
    name: 'ROUNDDOWN',
    usage: 'ROUNDDOWN(数字, 小数位)',
    example: 'ROUNDDOWN(7/2, 0)',
    group: 'number',
    ...roundTowards(false),
  },
  mod: {
    name: 'MOD',
    usage: 'MOD(数字, 除数)',
    example: 'MOD(数量, 12)',
    group: 'number',
    ...defineStrict(['number', 'number'], 'number', remainder),
  },
  today: {
    name: 'TODAY',
    usage: 'TODAY()',
    example: 'DAYS(期望到货日期, TODAY())',
    group: 'date',
    ...defineStrict([], 'day', (_, { today }) => (today === undefined ? undefined : calendarDay(today))),
  },
  days: {
    name: 'DAYS',
    usage: 'DAYS(结束日期, 开始日期)',
    example: 'DAYS(结束日期, 开始日期)+1',
    group: 'date',
    ...defineStrict(['day', 'day'], 'number', ([end = '', start = '']) => number(String(daysBetween(start, end)))),
  },
  workdays: {
    name: 'WORKDAYS',
    usage: 'WORKDAYS(开始日期, 结束日期)',
    example: 'WORKDAYS(开始日期, 结束日期)',
    group: 'date',
    ...defineStrict(['day', 'day'], 'number', ([from = '', to = ''], { calendar, spend }) => {
      if (calendar === undefined) return undefined
      spend(Object.keys(calendar.days).length * 2)
      return number(String(workdaysFrom(calendar, from, to)))
    }),
  },
  addDays: {
    name: 'ADDDAYS',
    usage: 'ADDDAYS(日期, 天数)',
    example: 'ADDDAYS(TODAY(), 7)',
    group: 'date',
    ...defineStrict(['day', 'number'], 'day', ([day = '', days = '0']) => dayAfter(day, days)),
  },
  addMonths: {
    name: 'ADDMONTHS',
    usage: 'ADDMONTHS(日期, 月数)',
    example: 'ADDMONTHS(入职日期, 3)',
    group: 'date',
    ...defineStrict(['day', 'number'], 'day', ([day = '', months]) => {
      const count = wholeWithin(months, -monthsMost, monthsMost)
      return count === undefined ? undefined : calendarDay(addMonths(day, count))
    }),
  },
  year: { name: 'YEAR', usage: 'YEAR(日期)', example: 'YEAR(TODAY())', group: 'date', ...readDay((day) => Number(day.slice(0, 4))) },
  month: { name: 'MONTH', usage: 'MONTH(日期)', example: 'MONTH(发生日期)', group: 'date', ...readDay((day) => Number(day.slice(5, 7))) },
  day: { name: 'DAY', usage: 'DAY(日期)', example: 'DAY(发生日期)', group: 'date', ...readDay((day) => Number(day.slice(8))) },
  weekday: { name: 'WEEKDAY', usage: 'WEEKDAY(日期)', example: 'WEEKDAY(出发日期)>5', group: 'date', ...readDay(weekdayOf) },
  concat: { name: 'CONCAT', usage: 'CONCAT(文字1, 文字2…)', example: 'CONCAT(部门, "-", 事由)', group: 'text', ...junction },
  len: {
    name: 'LEN',
    usage: 'LEN(文字)',
    example: 'LEN(事由)>=10',
    group: 'text',
    ...defineStrict(['text'], 'number', ([value = ''], surroundings) => number(String(lettersOf(value, surroundings).length))),
  },
  left: { name: 'LEFT', usage: 'LEFT(文字, 字数)', example: 'LEFT(编号, 2)', group: 'text', ...cutText('start') },
  right: { name: 'RIGHT', usage: 'RIGHT(文字, 字数)', example: 'RIGHT(编号, 4)', group: 'text', ...cutText('end') },
  mid: {
    name: 'MID',
    usage: 'MID(文字, 第几个字起, 字数)',
    example: 'MID(编号, 3, 4)',
    group: 'text',
    ...defineStrict(['text', 'number', 'number'], 'text', ([value = '', start, length], surroundings) => {
      const [from, count] = [wholeWithin(start, 1, lengthMost), wholeWithin(length, 0, lengthMost)]
      return from === undefined || count === undefined
        ? undefined
        : text(
            lettersOf(value, surroundings)
              .slice(from - 1, from - 1 + count)
              .join(''),
          )
    }),
  },
  upper: { name: 'UPPER', usage: 'UPPER(文字)', example: 'UPPER(编号)', group: 'text', ...changeText((value) => value.toUpperCase()) },
  lower: { name: 'LOWER', usage: 'LOWER(文字)', example: 'LOWER(邮箱)', group: 'text', ...changeText((value) => value.toLowerCase()) },
  trim: { name: 'TRIM', usage: 'TRIM(文字)', example: 'TRIM(事由)', group: 'text', ...changeText((value) => value.trim()) },
  contains: {
    name: 'CONTAINS',
    usage: 'CONTAINS(文字, 要找的文字)',
    example: 'CONTAINS(事由, "加急")',
    group: 'text',
    ...defineStrict(['text', 'text'], 'truth', ([value = '', search = ''], { spend }) => {
      spend(value.length + search.length)
      return truth(value.includes(search))
    }),
  },
} as const satisfies Readonly<Record<string, FunctionDeclaration>>
export type FormulaFunction = keyof typeof formulaFunctions
export const formulaFunctionNames = keysOf(formulaFunctions)
