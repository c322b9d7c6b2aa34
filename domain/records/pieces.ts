import { add, type Decimal, divide, multiply, subtract } from '../../kernel/decimal.ts'
import { half } from '../../kernel/cell.ts'
import { textIn } from '../../kernel/field.ts'
import type { Params } from '../../kernel/refusal.ts'
import { assetFields } from './asset.ts'
import type { RecordField } from './define.ts'
import type { Question, Questions } from './import/questions.ts'

type Values = Readonly<Record<string, unknown>>

/** What one row is spread with: its questions, what is wrong with it, and the headers of its columns. */
export type SpreadContext = {
  readonly questions: Questions
  readonly wrong: (key: string, words: string, params?: Params) => void
  readonly header: (key: string) => string
}

/** More pieces than this in one row are a slip of the hand. */
const piecesAtMost = 1000

/**
 * A row of a register of assets as pieces, a card for each: a row of five has five codes, five serial numbers and a fifth of the total,
 * to the cent. What is asked is asked once for the whole sheet; until it is answered there are none.
 */
export const spreadPieces = ({ quantity, totalValue, ...row }: Values, context: SpreadContext): Values[] => {
  const { questions, wrong } = context
  const count = Number(quantity ?? '1')
  const originalValue = textIn(row, 'value')
  const total = totalValue as Decimal | undefined
  if (count === 1) {
    checkNumbers(row, wrong)
    return [{ ...row, value: originalValue ?? total }]
  }
  if (count > piecesAtMost) {
    wrong('quantity', '一行最多拆成{max}件', { max: piecesAtMost })
    return []
  }
  const assetName = String(row['instanceName'] ?? '')
  const answer = questions.ask(
    {
      key: 'quantity.many',
      column: 'quantity',
      words: '有的行不止一件，怎么导入？',
      params: {},
      options: [
        { value: 'split', label: '一件一张卡片' },
        { value: 'refuse', label: '退回这些行' },
      ],
    },
    `${assetName} ×${count}`,
  )
  if (answer === undefined) return []
  if (answer === 'refuse') {
    wrong('quantity', '一行有{count}件，没有拆分', { count })
    return []
  }
  const perOfValue = (value: Decimal) => (total === undefined ? meantBy(perRow, context, `${assetName} ×${count} ${value}`) : 'piece')
  const per = originalValue === undefined ? 'total' : perOfValue(originalValue)
  if (per === undefined) return []
  const value = originalValue ?? total
  const valuesOf = (value: Decimal) => (per === 'piece' ? sameFor(value, count) : shares(value, count))
  const values = value === undefined ? [] : valuesOf(value)
  const numbers = new Map(perPiece.map((key) => [key, numbersIn(row, key, count, wrong)]))
  const several = numbersIn(row, 'instanceCode', count, wrong)
  const [code] = several
  const codes = code === undefined || several.length > 1 ? several : codesFrom(code, count)
  return Array.from({ length: count }, (_, index) => ({
    ...row,
    instanceCode: codes[index],
    value: values[index],
    ...Object.fromEntries([...numbers].map(([key, values]) => [key, values[index]])),
  }))
}

/**
 * What an amount says that stands in one cell over the rows of several pieces, in their order: so many pieces are a row each, a price is of
 * each of them, a total of all. Asked where the header does not say which.
 */
export const amountsOfMerged = (key: string, amount: Decimal, count: number, context: SpreadContext): readonly Decimal[] => {
  if (key === 'quantity') {
    if (amount !== String(count))
      context.wrong('quantity', '{label}{given}写在{count}行合并的单元格里，请拆开后逐行填写', { given: amount, count })
    return []
  }
  if (key !== 'value' && key !== 'totalValue') return [amount]
  const per = key === 'totalValue' ? 'total' : meantBy(perMerged, context, `${amount} ÷ ${count}`)
  if (per === undefined) return []
  return per === 'piece' ? sameFor(amount, count) : shares(amount, count)
}

/** The codes of the pieces that a row with this code and quantity makes; a row of one piece has its own. */
export const codesOfPieces = (code: string, quantity: string): string[] => {
  const count = Number(half(quantity))
  if (code === '' || !Number.isInteger(count) || count < 2 || count > piecesAtMost) return []
  const codes = severalIn(code, count) ?? []
  const [first] = codes
  return first === undefined || codes.length > 1 ? codes.slice(0, count) : codesFrom(first, count)
}

const codesFrom = (code: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${code}-${index + 1}`)

/** Says where a row about one piece has several numbers in one cell, or one that no piece can have. */
export const checkNumbers = (row: Values, wrong: SpreadContext['wrong']): void => {
  for (const key of perPiece) numbersIn(row, key, 1, wrong)
}

/** The numbers that each piece has of its own. */
const perPiece = Object.entries<RecordField>(assetFields).flatMap(([key, field]) => (field.perPiece ? [key] : []))

/** Whether an amount of several is for one of them or for all: as its header says, else as was answered. */
const meantBy = (question: Pick<Question, 'key' | 'words'>, { header, questions }: SpreadContext, sample: string): string | undefined => {
  if (/总|合计|小计|共计|total|amount/i.test(header('value'))) return 'total'
  if (/单价|单件|每|单位价|unit|each|per/i.test(header('value'))) return 'piece'
  return questions.ask({ ...question, ...perOptions }, sample)
}

const perRow = { key: 'value.per', words: '不止一件的行，{label}是一件的还是合计的？' }
const perMerged = { key: 'value.merged', words: '几行合并的单元格里，{label}是每行一件的还是几行合计的？' }
const perOptions = {
  column: 'value',
  params: { label: '原值' },
  options: [
    { value: 'piece', label: '一件的' },
    { value: 'total', label: '合计的' },
  ],
}

const sameFor = (value: Decimal, count: number): Decimal[] => Array.from({ length: count }, () => value)

/** An amount in equal shares to the cent; what is left over goes to the first. */
const shares = (total: Decimal, count: number): Decimal[] => {
  const share = divide(total, String(count), 2)
  const remainder = subtract(total, multiply(share, String(count)))
  return sameFor(share, count).map((part, index) => (index === 0 ? add(part, remainder) : part))
}

/** The numbers of a cell about so many pieces; says where there are more of them, where one is too long and where no one can tell them apart. */
const numbersIn = (row: Values, key: string, count: number, wrong: SpreadContext['wrong']): string[] => {
  const cell = textIn(row, key)
  if (cell === undefined || cell === '') return []
  const several = severalIn(cell, count)
  if (several === undefined) wrong(key, '{label}里看不出哪几个是分开的，请用逗号或分号隔开，并把每一件的写全')
  else if (several.length > count) wrong(key, '{count}件资产填了{given}个{label}', { count, given: several.length })
  else if (several.some((number) => number.length > numberLength(key))) wrong(key, '{label}不能超过{max}个字', { max: numberLength(key) })
  return several ?? []
}

const numberLength = (key: string): number => {
  const control = Object.entries<RecordField>(assetFields).find(([name]) => name === key)?.[1].control
  return control?.type === 'text' ? control.max : 0
}

/**
 * Several numbers in one cell, in order. A comma, a semicolon and a line break always divide them. Spaces and slashes stand in numbers
 * too: they divide numbers that look alike, spaces also where that gives one for each piece. Undefined where a slash may mean either, as
 * in `SN1/2` for two.
 */
const severalIn = (cell: string, count: number): string[] | undefined => {
  const dividedParts = cell.split(/\s*[,，;；、|\r\n]\s*/).filter(Boolean)
  if (dividedParts.length !== 1 || count === 1) return dividedParts
  const [wholeText = ''] = dividedParts
  const isSlashed = /[/\\]/.test(wholeText)
  const parts = wholeText.split(/[\s/\\]+/).filter(Boolean)
  if (parts.length < 2 || !parts.every((part) => /\d/.test(part))) return dividedParts
  const isPlain = parts.every((part) => /^\d+$/.test(part))
  if (looksAlike(parts) && !(isSlashed && isPlain)) return parts
  if (isSlashed) return parts.length === count ? undefined : dividedParts
  return parts.length === count ? parts : dividedParts
}

/** True for numbers of one maker: of one length, or with the same letters around their digits. */
const looksAlike = (numbers: readonly string[]): boolean =>
  new Set(numbers.map((number) => number.length)).size === 1 || new Set(numbers.map((number) => number.replace(/\d+/g, '#'))).size === 1
