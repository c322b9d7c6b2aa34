import * as v from 'valibot'
import { isNothing, plainReading, type ColumnFormat } from '../../../kernel/cell.ts'
import { type Field, isEmpty, type Noun, readValues } from '../../../kernel/field.ts'
import { referenceOf } from '../../../kernel/fields/kinds.ts'
import type { Id } from '../../../kernel/id.ts'
import type { RecordRow } from '../../../domain/records/operations.ts'
import { brokenCell, cellWords, valueOfCell } from '../../../domain/records/columns.ts'
import { recordOf } from '../../../domain/records/all.ts'
import { unnamedWords } from '../../../domain/records/import/unnamedWords.ts'
import type { Unread } from '../documentForm.ts'
import { unfitting } from '../../forms/unfitting.ts'
import { type Content, nothing } from './lines.ts'
import { assertDefined } from '../../../kernel/assert.ts'

/** What texts name, for each noun. */
export type NameLookup = (
  noun: Noun,
  text: string,
) => { readonly id: Id; readonly row?: RecordRow | undefined } | 'several' | 'none' | undefined

/** What a person typed for a field that points at nothing. */
export const readCell = (field: Field, text: string, format: ColumnFormat = plainReading): Content => {
  const trimmedText = text.trim()
  if (trimmedText === '' || (isNothing(trimmedText) && field.control.type !== 'text')) return nothing
  const label = { label: field.label }
  const broken = brokenCell(field, trimmedText)
  if (broken) return wrong(text, broken, { ...label, value: trimmedText })
  const value = valueOfCell(field, trimmedText, format)
  if (value === undefined) return wrong(text, cellWords(field.control).words, { ...cellWords(field.control).params, ...label })
  return checked(field, value, text)
}

/** What a text means for a field that points at something, by what its names are known to mean; they are tried in their order. */
export const readNames = (field: Field, texts: readonly string[], lookUpName: NameLookup): Content => {
  const reference = assertDefined(referenceOf(field.control), 'what a named field points at')
  const trimmedText = texts.map((text) => text.trim()).find((text) => text !== '' && !isNothing(text))
  if (trimmedText === undefined) return nothing
  const ids: Id[] = []
  for (const text of reference.many ? severalIn(trimmedText) : [trimmedText]) {
    const match = lookUpName(reference.to, text)
    if (match === undefined) return wrong(trimmedText, lookingFor, { value: text })
    if (typeof match === 'string')
      return wrong(trimmedText, unnamedWords(match === 'several' ? 'ambiguous' : 'unknown', reference.to), {
        label: field.label,
        value: text,
      })
    const unfit = match.row && unfitting(recordOf(reference.to), reference.filter, match.row)
    if (unfit) return wrong(trimmedText, unfit.words, unfit.params)
    ids.push(match.id)
  }
  return checked(field, reference.many ? [...new Set(ids)] : ids[0], trimmedText)
}

/** The names in a cell that holds several. */
export const severalIn = (text: string): string[] =>
  text
    .split(/[、,，;；|｜\t\r\n]/)
    .map((part) => part.trim())
    .filter(Boolean)

export const lookingFor = '正在查找“{value}”…'

const checked = (field: Field, value: unknown, text: string): Content => {
  const [problem] = readValues({ value: field }, { value }, 'draft').problems
  if (problem) return wrong(text, problem.words, problem.params)
  const read = isEmpty(value) ? undefined : v.safeParse(field.schema, value)
  return { value: read?.success ? read.output : undefined }
}

export const wrong = (text: string, words: string, params: Unread[string]['params']): Content => ({ unread: { text, words, params } })
