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
export const readCell = (field: Field, text: string, reading: ColumnFormat = plainReading): Content => {
  const typed = text.trim()
  if (typed === '' || (isNothing(typed) && field.control.type !== 'text')) return nothing
  const label = { label: field.label }
  const broken = brokenCell(field, typed)
  if (broken) return wrong(text, broken, { ...label, value: typed })
  const value = valueOfCell(field, typed, reading)
  if (value === undefined) return wrong(text, cellWords(field.control).words, { ...cellWords(field.control).params, ...label })
  return checked(field, value, text)
}

/** What a text means for a field that points at something, by what its names are known to mean; they are tried in their order. */
export const readNames = (field: Field, texts: readonly string[], named: NameLookup): Content => {
  const reference = assertDefined(referenceOf(field.control), 'what a named field points at')
  const typed = texts.map((text) => text.trim()).find((text) => text !== '' && !isNothing(text))
  if (typed === undefined) return nothing
  const ids: Id[] = []
  for (const text of reference.many ? severalIn(typed) : [typed]) {
    const found = named(reference.to, text)
    if (found === undefined) return wrong(typed, lookingFor, { value: text })
    if (typeof found === 'string')
      return wrong(typed, unnamedWords(found === 'several' ? 'ambiguous' : 'unknown', reference.to), { label: field.label, value: text })
    const unfit = found.row && unfitting(recordOf(reference.to), reference.filter, found.row)
    if (unfit) return wrong(typed, unfit.words, unfit.params)
    ids.push(found.id)
  }
  return checked(field, reference.many ? [...new Set(ids)] : ids[0], typed)
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
