import { type Field, type FieldProblem, type Fields, isEmpty, type Option } from '../../kernel/field.ts'
import type { DocumentKind } from '../documents/define.ts'
import type { RecordField, RecordKind } from '../records/define.ts'
import type { Table } from '../tables/define.ts'
import { dictionary, type OwnWord, standingWords } from './dictionaries.ts'

/** The words of lists that an organisation has put down itself; a list without an entry is as delivered. */
export type OwnWords = Readonly<Record<string, readonly OwnWord[]>>

/** The lists whose words are choices: values are kept by their keys and read as the organisation calls them now. */
export const choiceLists: readonly string[] = ['asset_condition', 'disposal_method', 'leave_kind']

/** The list that the options of a field come from. */
export const listOf = ({ control }: Pick<Field, 'control'>): string | undefined => (control.type === 'choice' ? control.list : undefined)

/** The options of a list as an organisation has it, the retired among them. */
export const optionsOfList = (list: string, words: OwnWords, language: 'zh' | 'en'): readonly Option[] => {
  const deliveredOptions = dictionary(list) ?? []
  const own = words[list]
  if (!own) return deliveredOptions
  return standingWords(deliveredOptions, own).map(({ value, zh, en, isRetired }) => ({
    value,
    // A word of ours is said in the reader's language where it is shown.
    label: language === 'en' ? (en ?? zh) : zh,
    ...(isRetired && { isRetired: true as const }),
  }))
}

/** The field with the options of its list; what it has besides, as columns do, stands behind. */
const withOptions = <F extends Field>(field: F, words: OwnWords, language: 'zh' | 'en'): F => {
  const list = listOf(field)
  if (list === undefined || !words[list] || field.control.type !== 'choice') return field
  const options = optionsOfList(list, words, language)
  const furtherOptions = field.control.options.filter(({ value }) => !dictionary(list)?.some((option) => option.value === value))
  return { ...field, control: { ...field.control, options: [...options, ...furtherOptions] } }
}

const withOptionsOfAll = <F extends Field>(fields: Readonly<Record<string, F>>, words: OwnWords, language: 'zh' | 'en') =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, withOptions(field, words, language)]))

/** True where the organisation has changed a list of some field. */
const hasOwnWords = (fields: Fields, words: OwnWords): boolean =>
  Object.values(fields).some((field) => {
    const list = listOf(field)
    return list !== undefined && words[list] !== undefined
  })

/** A kind of document whose choices are called as the organisation has them in its lists; the same where it has changed none. */
export const documentWithOwnWords = (kind: DocumentKind, words: OwnWords, language: 'zh' | 'en'): DocumentKind =>
  hasOwnWords(kind.header, words) || hasOwnWords(kind.line, words)
    ? { ...kind, header: withOptionsOfAll(kind.header, words, language), line: withOptionsOfAll(kind.line, words, language) }
    : kind

/** A table whose choices are called so. */
export const tableWithOwnWords = (table: Table, words: OwnWords, language: 'zh' | 'en'): Table =>
  hasOwnWords(table.columns, words) ? { ...table, columns: withOptionsOfAll(table.columns, words, language) } : table

/** A kind of record whose choices offer what the organisation has in its lists; the same where it has changed none. */
export const withOwnWords = (kind: RecordKind, words: OwnWords, language: 'zh' | 'en'): RecordKind => {
  const keys = Object.keys(kind.fields).filter((key) => {
    const field = kind.fields[key]
    const list = field && listOf(field)
    return list !== undefined && words[list] !== undefined
  })
  if (keys.length === 0) return kind
  const changedFields = keys.flatMap((key): [string, RecordField][] => {
    const field = kind.fields[key]
    return field ? [[key, withOptions(field, words, language)]] : []
  })
  return { ...kind, fields: { ...kind.fields, ...Object.fromEntries(changedFields) } }
}

/** What is newly chosen and not offered, in words; what stood there before stays. */
export const choiceProblems = (
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
  words: OwnWords,
): FieldProblem[] =>
  Object.entries(fields).flatMap(([key, field]) => {
    const list = listOf(field)
    const value = values[key]
    if (list === undefined || isEmpty(value) || value === before[key]) return []
    const isOffered = optionsOfList(list, words, 'zh').some((option) => option.value === value && !option.isRetired)
    return isOffered ? [] : [{ path: key, words: '{label}请选择列表中的一项', params: { label: field.label } }]
  })
