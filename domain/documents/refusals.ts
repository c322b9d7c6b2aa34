import { compare, sum } from '../../kernel/decimal.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import type { Day } from '../../kernel/day.ts'
import { dayProblems } from '../../kernel/days.ts'
import type { FieldProblem, Fields, ValuesOf } from '../../kernel/field.ts'
import { assetFieldsOf } from './lines.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { maxCapitalAmount } from '../rules/constants.ts'
import type { DocumentKind } from './define.ts'

type Header = ValuesOf<Fields>
type Lines = readonly ValuesOf<Fields>[]

/** What stands against a document whose values are all true: what none may say, and what its kind refuses besides. */
export const refusalOf = (kind: DocumentKind, header: Header, lines: Lines, isPosting: boolean): Refusal | undefined =>
  assetTwice(kind, lines) ??
  kind.check?.(header, lines, isPosting) ??
  tooManyPieces(kind, header, lines) ??
  tooMuchMoney(kind, header, lines)

type DocumentValues = {
  readonly header: Readonly<Record<string, unknown>>
  readonly lines: readonly Readonly<Record<string, unknown>>[]
}

/** The days that mean something else than they say, where they are not as they were in `before`. */
export const dayProblemsOf = (
  kind: DocumentKind,
  { header, lines }: DocumentValues,
  today: Day,
  before?: DocumentValues,
): FieldProblem[] => [
  ...dayProblems(kind.header, header, today, { at: 'header.', before: before?.header ?? {} }),
  ...lines.flatMap((values, index) =>
    dayProblems(kind.line, values, today, {
      at: `lines.${index}.`,
      around: { fields: kind.header, values: header },
      before: before?.lines[index] ?? {},
    }),
  ),
]

/** A piece stands on one line: of two, the second would undo what the first says. */
const assetTwice = (kind: DocumentKind, lines: Lines): Refusal | undefined => {
  const fields = assetFieldsOf(kind)
  const lineOf = new Map<unknown, number>()
  for (const [index, line] of lines.entries())
    for (const { key } of fields)
      for (const asset of [line[key] ?? []].flat()) {
        const first = lineOf.get(asset)
        if (first !== undefined) return refusal('asset-twice', '第{first}行和第{line}行是同一件资产', { first: first + 1, line: index + 1 })
        lineOf.set(asset, index)
      }
  return undefined
}

const piecesAtMost = 5000

const tooManyPieces = (kind: DocumentKind, header: Header, lines: Lines): Refusal | undefined => {
  const createdAssets = lines.flatMap((line) => kind.createdAssets?.(header, line) ?? [])
  return compare(sum(createdAssets.map(({ quantity }) => quantity)), String(piecesAtMost)) > 0
    ? refusal('too-many-assets', '一张单据最多新增{max}件资产', { max: piecesAtMost })
    : undefined
}

const tooMuchMoney = (kind: DocumentKind, header: Header, lines: Lines): Refusal | undefined => {
  const amount = kind.amount?.(header, lines)
  return amount !== undefined && compare(amount, maxCapitalAmount) > 0
    ? refusal('amount-too-large', '单据金额不能超过{max}', { max: moneyWords(maxCapitalAmount) })
    : undefined
}
