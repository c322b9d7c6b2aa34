import * as v from 'valibot'
import { compare } from '../../kernel/decimal.ts'
import { fieldWith, isEmpty, textIn, type ValuesOf, type Fields } from '../../kernel/field.ts'
import { holdsFiles } from '../../kernel/fields/kinds.ts'
import type { Id } from '../../kernel/id.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import type { RecordField, RecordKind } from '../records/define.ts'
import { isOwnKey, ownFieldsOf } from '../records/ownFields/ownField.ts'
import type { DocumentKind } from './define.ts'
import { itemFieldOf, quantityFieldOf } from './lines.ts'

type Values = Readonly<Record<string, unknown>>

/** The things of lines that each own field which goes by category applies to, by its key. */
export type OwnApplying = ReadonlyMap<string, readonly Id[]>

/** The longest text that has a value for each of several pieces. */
const piecesTextLength = 2000

/**
 * A kind of document with the own fields of assets on its lines but pictures, for its readers: all of them, and nothing is asked. Where `applying` says what
 * applies to the things of some lines, for the person who fills them in: what is asked there, and what is required is.
 */
export const withOwnLines = (kind: DocumentKind, assetKind: RecordKind, applying?: OwnApplying): DocumentKind => {
  const { ownLines } = kind
  const ownFields = ownFieldsOf(assetKind)
  if (!ownLines || ownFields.length === 0) return kind
  const item = itemFieldOf(kind)
  const fields: Record<string, RecordField> = {}
  for (const [key, field, { isRetired, isRequired, isRequiredAtStockIn, categoryIds, defaultValue }] of ownFields) {
    if (holdsFiles(field.control)) continue
    const isOfPieces = ownLines === 'created' && field.unique === true
    const { control, hint } = field
    const lineField: RecordField = {
      ...(isOfPieces
        ? fieldWith(field.label, { type: 'text', max: piecesTextLength, lines: 3 }, 'never', '每件一个，用逗号或换行分隔')
        : fieldWith(field.label, control, 'never', hint)),
      ...(ownLines === 'changed' && { changes: key }),
      ownTraits: field.ownTraits,
      ...(field.unique && { unique: true }),
    }
    const isAskedHere = ownLines === 'created' && (isRequired || isRequiredAtStockIn)
    const hasDefault = ownLines === 'created' && !isEmpty(defaultValue)
    if (!applying) fields[key] = lineField
    else if (isRetired || (ownLines === 'created' && !isAskedHere)) fields[key] = { ...lineField, ...notAsked }
    else
      fields[key] = {
        ...lineField,
        ...(isAskedHere && !hasDefault && { required: 'always' }),
        ...(hasDefault && !hint && { hint: '不填时用默认值' }),
        ...(categoryIds.length > 0 && { when: { field: item, is: applying.get(key) ?? [] } }),
      }
  }
  return { ...kind, line: { ...kind.line, ...fields }, ...effectsWith(kind, fields, assetKind) }
}

/** What stands in a field that is asked no more is to be cleared before the document goes on. */
const notAsked = {
  filledBy: 'nobody',
  schema: v.pipe(
    v.unknown(),
    v.check(() => false, '“{label}”已停用或不再填写，请清空后再提交'),
  ),
} as const

/** True for a field of a line that was left there and is asked no more. */
export const isLeftOver = ({ filledBy, ownTraits }: Pick<RecordField, 'filledBy' | 'ownTraits'>): boolean =>
  ownTraits !== undefined && filledBy === 'nobody'

type Effects = Pick<DocumentKind, 'createdAssets' | 'cardChanges' | 'check'>

/** What the own fields of lines do to cards besides what the kind does. */
const effectsWith = (kind: DocumentKind, fields: Readonly<Record<string, RecordField>>, assetKind: RecordKind): Effects => {
  const { createdAssets, cardChanges } = kind
  const ownValues = (line: Values): Values =>
    Object.fromEntries(Object.entries(line).filter(([key, value]) => isOwnKey(key) && fields[key] && !isEmpty(value)))
  if (createdAssets)
    return {
      createdAssets: (header, line) => {
        const [ofAll, ofEach] = dividedValues(ownValues(line), assetKind)
        return createdAssets(header, line).map((creation) => ({ ...creation, ownValues: ofAll, ownValuesOfEach: ofEach }))
      },
      check: (header, lines, isPosting) => kind.check?.(header, lines, isPosting) ?? wrongPieces(kind, lines, assetKind),
    }
  return cardChanges
    ? {
        cardChanges: (header, line, stage) => cardChanges(header, line, stage).map((change) => ({ ...change, ownValues: ownValues(line) })),
      }
    : {}
}

/** The values that all pieces of a line have, and those of each where no two may have the same. */
const dividedValues = (
  ownValues: Values,
  { fields }: RecordKind,
): [ofAll: Values, ofEach: Readonly<Record<string, readonly unknown[]>>] => {
  const entries = Object.entries(ownValues)
  const ofPieces = entries.filter(([key]) => fields[key]?.unique)
  return [
    Object.fromEntries(entries.filter(([key]) => !fields[key]?.unique)),
    Object.fromEntries(ofPieces.map(([key, value]) => [key, piecesIn(value).map((text) => readPiece(fields[key], text))])),
  ]
}

/** What divides the texts of a line that has one for each of several pieces. */
export const pieceSeparator = /[,，;；\n\r]/

/** The texts of a line that has one for each of several pieces. */
export const piecesIn = (value: unknown): string[] =>
  String(value)
    .split(pieceSeparator)
    .map((text) => text.trim())
    .filter(Boolean)

/** One of several values as its field reads it; undefined where it does not. */
const readPiece = (field: RecordField | undefined, text: string): unknown => {
  if (!field) return undefined
  const value = field.control.type === 'whole' && /^-?\d{1,15}$/.test(text) ? Number(text) : text
  const read = v.safeParse(field.schema, value)
  return read.success ? read.output : undefined
}

/** The texts that stand for one piece each in the lines of a document, by the keys of their fields. */
export const ownPiecesIn = (lines: readonly Values[], assetKind: RecordKind): ReadonlyMap<string, readonly string[]> =>
  new Map(
    ownFieldsOf(assetKind).flatMap(([key, { unique }]) => {
      const texts = unique ? lines.flatMap((line) => (isEmpty(line[key]) ? [] : piecesIn(line[key]))) : []
      return texts.length > 0 ? [[key, texts] as const] : []
    }),
  )

/** Says where a line has not as many different values as pieces. */
const wrongPieces = (kind: DocumentKind, lines: readonly ValuesOf<Fields>[], assetKind: RecordKind): Refusal | undefined => {
  const quantityKey = quantityFieldOf(kind) ?? ''
  for (const [key, field] of ownFieldsOf(assetKind)) {
    if (!field.unique) continue
    const { label } = field
    const seenTexts = new Set<string>()
    for (const [index, line] of lines.entries()) {
      const texts = isEmpty((line as Values)[key]) ? [] : piecesIn((line as Values)[key])
      const quantity = textIn(line, quantityKey) ?? '0'
      if (texts.length > 0 && compare(String(texts.length), quantity) !== 0)
        return refusal('own-count', '第{line}行的“{label}”有{count}个，数量是{quantity}，每件要有一个', {
          line: index + 1,
          label,
          count: texts.length,
          quantity,
        })
      const wrongText = texts.find((text) => readPiece(field, text) === undefined)
      if (wrongText !== undefined)
        return refusal('own-value', '第{line}行的“{label}”中“{value}”有误', { line: index + 1, label, value: wrongText })
      const duplicateText = texts.find((text) => seenTexts.has(text) || !seenTexts.add(text))
      if (duplicateText !== undefined) return refusal('own-twice', '“{label}”的“{value}”在单据中出现多次', { label, value: duplicateText })
    }
  }
  return undefined
}
