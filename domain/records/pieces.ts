import { add, type Decimal, divide, multiply, subtract } from '../../kernel/decimal.ts'
import { isEmpty } from '../../kernel/field.ts'
import type { Params } from '../../kernel/refusal.ts'
import { assetFields } from './asset.ts'
import type { RecordField } from './define.ts'
import type { Questions } from './questions.ts'

type Values = Readonly<Record<string, unknown>>

/** What one row is spread with: its questions, what is wrong with it, and the headers of its columns. */
export type Spreading = {
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
export const spreadPieces = ({ quantity, totalValue, ...row }: Values, { questions, wrong, header }: Spreading): Values[] => {
  const count = Number(quantity ?? '1')
  const originalValue = row['value'] as Decimal | undefined
  const total = totalValue as Decimal | undefined
  if (count === 1) return [{ ...row, value: originalValue ?? total }]
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
  const per =
    originalValue === undefined
      ? 'total'
      : total !== undefined
        ? 'piece'
        : meantBy(header('value'), questions, `${assetName} ×${count} ${originalValue}`)
  if (per === undefined) return []
  const values =
    originalValue === undefined && total === undefined
      ? []
      : per === 'piece'
        ? sameFor(originalValue!, count)
        : shares(originalValue ?? total!, count)
  const numbers = perPiece.map((key) => {
    const several = severalIn(row[key], count)
    if (several.length > count) wrong(key, '{count}件资产填了{given}个{label}', { count, given: several.length })
    return { key, several }
  })
  const code = row['instanceCode'] as string | undefined
  return Array.from({ length: count }, (_, index) => ({
    ...row,
    instanceCode: isEmpty(code) ? undefined : `${code}-${index + 1}`,
    value: values[index],
    ...Object.fromEntries(numbers.map(({ key, several }) => [key, several[index]])),
  }))
}

/** The numbers that each piece has of its own. */
const perPiece = Object.entries<RecordField>(assetFields).flatMap(([key, field]) => (field.perPiece ? [key] : []))

/** Whether an amount of a row of several is for one of them or for all: as its header says, else as was answered. */
const meantBy = (header: string, questions: Questions, sample: string): string | undefined => {
  if (/总|合计|小计|共计|total|amount/i.test(header)) return 'total'
  if (/单价|单件|每|单位价|unit|each|per/i.test(header)) return 'piece'
  return questions.ask(
    {
      key: 'value.per',
      column: 'value',
      words: '不止一件的行，{label}是一件的还是合计的？',
      params: { label: '原值' },
      options: [
        { value: 'piece', label: '一件的' },
        { value: 'total', label: '整行合计的' },
      ],
    },
    sample,
  )
}

const sameFor = (value: Decimal, count: number): Decimal[] => Array.from({ length: count }, () => value)

/** An amount in equal shares to the cent; what is left over goes to the first. */
const shares = (total: Decimal, count: number): Decimal[] => {
  const share = divide(total, String(count), 2)
  const remainder = subtract(total, multiply(share, String(count)))
  return sameFor(share, count).map((part, index) => (index === 0 ? add(part, remainder) : part))
}

/** Several numbers in one cell, in order. Spaces divide them only where that gives one for each piece. */
const severalIn = (cell: unknown, count: number): string[] => {
  if (typeof cell !== 'string' || cell === '') return []
  const separatedParts = cell.split(/\s*[,，;；、|\r\n]\s*/).filter(Boolean)
  const spacedParts = cell.split(/\s+/)
  return separatedParts.length === 1 && spacedParts.length === count ? spacedParts : separatedParts
}
