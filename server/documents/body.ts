import type { Decimal } from '../../kernel/decimal.ts'
import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type FieldProblem, type Fields, type ValuesOf, readValues } from '../../kernel/field.ts'
import type { Day } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { RefusalError, refuse, refusal } from '../../kernel/refusal.ts'
import { type DocumentKind, linesAtMost } from '../../domain/documents/define.ts'
import { dayProblemsOf, refusalOf } from '../../domain/documents/refusals.ts'
import { MalformedInput } from '../httpError.ts'

type Values = Readonly<Record<string, unknown>>

/** A document's content with every value checked and in canonical form. `lineNo` counts from 1. */
export type Body = {
  readonly header: Values
  readonly lines: readonly { readonly lineNo: number; readonly sourceLine: number | undefined; readonly values: Values }[]
  readonly sourceId: Id | undefined
}

export type RawBody = { header?: Values | undefined; lines?: readonly Values[] | undefined; sourceId?: Id | null | undefined }

/** Reads what a client sent as a draft; values that cannot be read are malformed, what is missing is not asked for yet. */
export const readBody = (kind: DocumentKind, raw: RawBody): Body => {
  const header = readValues(kind.header, raw.header ?? {}, 'draft', 'header.')
  const lines = (raw.lines ?? []).map((line, index) => {
    const { sourceLine, lineNo: _, doneQuantity: __, givenUp: ___, ...rest } = line
    const { values, problems } = readValues(kind.line, rest, 'draft', `lines.${index}.`)
    const isOfSource = isLineNumber(sourceLine)
    if (sourceLine !== undefined && sourceLine !== null && !isOfSource)
      problems.push({ path: `lines.${index}.sourceLine`, words: '来源行有误', params: {} })
    return { lineNo: index + 1, sourceLine: isOfSource ? sourceLine : undefined, values, problems }
  })
  const problems = [...header.problems, ...lines.flatMap((line) => line.problems)]
  if (problems.length > 0) throw new MalformedInput(problems)
  return {
    header: header.values,
    lines: lines.map(({ lineNo, sourceLine, values }) => ({ lineNo, sourceLine, values })),
    sourceId: raw.sourceId ?? undefined,
  }
}

const isLineNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= linesAtMost

/**
 * Lines that an approver sent back, each with the source line that it fulfilled before: one that is unchanged keeps its own wherever it
 * stands now, the others those of the lines that named the same thing, in their order; one that is new fulfils none.
 */
export const keepSources = (kind: DocumentKind, before: Body['lines'], lines: readonly Values[]): Values[] => {
  const match = kind.from?.match
  if (match === undefined) return [...lines]
  const unmatched = new Set(before)
  const take = (fits: (line: Body['lines'][number]) => boolean): Body['lines'][number] | undefined => {
    const match = [...unmatched].find(fits)
    if (match) unmatched.delete(match)
    return match
  }
  const values = lines.map(({ sourceLine: _, lineNo: __, doneQuantity: ___, givenUp: ____, ...rest }) => rest)
  const unchangedLines = values.map((now) => take((line) => isDeepStrictEqual({ ...line.values }, now)))
  return values.map((now, index) => {
    const previousLine = unchangedLines[index] ?? take((line) => line.values[match] === now[match])
    return { ...now, sourceLine: previousLine?.sourceLine }
  })
}

/** Refuses in words what is not complete enough for the step ahead; every gap stands in the refusal's details. */
export const requireComplete = (kind: DocumentKind, body: Body, stage: 'submitting' | 'posting'): void => {
  const problems: FieldProblem[] = readValues(kind.header, body.header, stage, 'header.').problems
  for (const [index, line] of body.lines.entries()) {
    // Nothing more is asked of a line whose rest was decided on.
    const lineStage = kind.shortfallRule?.(valuesOf(line)) ? 'submitting' : stage
    problems.push(...readValues(kind.line, line.values, lineStage, `lines.${index}.`).problems)
  }
  if (body.lines.length === 0) problems.push({ path: 'lines', words: '请至少添加一行明细', params: {} })
  const [first] = problems
  if (first) throw new RefusalError(refusal('incomplete', first.words, first.params), problems)
  const refusalFound = refusalOf(kind, headerOf(body), body.lines.map(valuesOf), stage === 'posting')
  if (refusalFound) refuse(refusalFound.reason, refusalFound.words, refusalFound.params)
}

/** Refuses days that cannot be meant, on `today` in the organisation; what stood in `before` was checked when it was written. */
export const requireDays = (kind: DocumentKind, body: Body, today: Day, before?: Body): void => {
  const linesOf = ({ lines }: Body) => lines.map(({ values }) => values)
  const problems = dayProblemsOf(
    kind,
    { header: body.header, lines: linesOf(body) },
    today,
    before && { header: before.header, lines: linesOf(before) },
  )
  const [first] = problems
  if (first) throw new RefusalError(refusal('impossible-day', first.words, first.params), problems)
}

/** The values in the form in which a kind's own functions take them: `requireComplete` has made that true. */
export const headerOf = (body: Body): ValuesOf<Fields> => body.header
export const valuesOf = (line: { readonly values: Values }): ValuesOf<Fields> => line.values

/** What a document with this body would be about; null where it has no amount, or is not whole enough to tell. */
export const amountIn = (kind: DocumentKind, raw: RawBody): Decimal | null => {
  if (!kind.amount) return null
  try {
    const body = readBody(kind, raw)
    requireComplete(kind, body, 'submitting')
    return kind.amount(headerOf(body), body.lines.map(valuesOf))
  } catch (error) {
    if (error instanceof MalformedInput || error instanceof RefusalError) return null
    throw error
  }
}

/** Equal for equal content, whatever the order of keys. */
export const hashOf = (kind: DocumentKind, body: Body): string => hash('sha256', JSON.stringify([kind.kind, sortKeys(body)]), 'base64url')

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sortKeys(member)]),
  )
}
