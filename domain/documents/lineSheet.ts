import { declaredField, type Field } from '../../kernel/field.ts'
import { kindOf, refersTo } from '../../kernel/fields/kinds.ts'
import { english } from '../english/all.ts'
import { recordKinds, recordOf } from '../records/all.ts'
import { type Column, exportColumns, headersIn, importColumns, type Mapping, matchHeaders } from '../records/columns.ts'
import { otherHeaders } from '../records/import/headers.ts'
import { codeFieldsOf } from '../records/define.ts'
import { isTotal } from '../records/totals.ts'

/** A column of a sheet of lines: what stands in it for the field `of`, as itself or by a code or the name of what it points at. */
export type LineColumn = Column & { readonly of: string }

/** The columns that a sheet of these fields is read by. What a thing is called may stand in columns of its own: its code, its name. */
export const lineColumns = (fields: Readonly<Record<string, Field>>): readonly LineColumn[] => {
  const readable = Object.entries(fields).filter(([, { control }]) => kindOf(control).cell !== undefined)
  const ownColumns = readable.map(([key, field]) =>
    columnFor({ key, of: key, label: field.label, field }, [...synonymsOf(field), ...thingWords(field)]),
  )
  const usedLabels = new Set<string>()
  const namedColumns = readable.flatMap(([key, field]) => {
    const noun = refersTo(field.control)
    if (noun === undefined || usedLabels.has(noun)) return []
    usedLabels.add(noun)
    const kind = recordOf(noun)
    return [...codeFieldsOf(kind), kind.nameField].map((name) =>
      columnFor({ key: `${key}.${name}`, of: key, label: declaredField(kind.fields, name).label, field }, otherHeaders(noun, name)),
    )
  })
  return [...ownColumns, ...namedColumns]
}

/** A table on a clipboard, split into what its columns are and its rows. */
export type LineSheet = {
  /** For each field the columns it stands in, the surest first: a code, itself, a name. Counted from 0. */
  readonly at: ReadonlyMap<string, readonly number[]>
  readonly headers: readonly string[]
  /** Of the columns with a heading those that are none of ours. */
  readonly unused: readonly string[]
  /** With their number in the table, counted from 0. */
  readonly rows: readonly { readonly at: number; readonly cells: readonly string[] }[]
}

/** The table by its headings; undefined where none of its first rows is a row of headings. Rows that add up others are left out. */
export const headedSheet = (fields: Readonly<Record<string, Field>>, cells: readonly (readonly string[])[]): LineSheet | undefined => {
  if (cells.length < 2) return undefined
  const columns = lineColumns(fields)
  const { at, headers } = headersIn(
    columns,
    cells.map((row) => row.map((cell) => cell.trim())),
  )
  const mapping = matchHeaders(columns, headers)
  const matchedHeaders = new Set(Object.values(mapping))
  const filledCount = headers.filter((header) => header !== '').length
  // One word that is a heading may be a cell like any other, unless it is all that stands there.
  if (matchedHeaders.size < 2 && !(matchedHeaders.size === 1 && filledCount === 1)) return undefined
  return {
    at: placesIn(columns, mapping),
    headers,
    unused: headers.filter((header, index) => header !== '' && !matchedHeaders.has(index)),
    rows: cells.flatMap((row, index) =>
      index > at && row.some((cell) => cell.trim() !== '') && !isTotal(row) ? [{ at: index, cells: row }] : [],
    ),
  }
}

const placesIn = (columns: readonly LineColumn[], mapping: Mapping): Map<string, number[]> => {
  const places = new Map<string, number[]>()
  const sure = ({ key, of, field }: LineColumn): number => {
    if (key === of) return 1
    const noun = refersTo(field.control)
    return noun && key === `${of}.${recordOf(noun).nameField}` ? 2 : 0
  }
  for (const column of columns.toSorted((a, b) => sure(a) - sure(b))) {
    const index = mapping[column.key]
    if (index !== undefined) places.set(column.of, [...(places.get(column.of) ?? []), index])
  }
  return places
}

const columnFor = (
  { key, of, label, field }: Pick<LineColumn, 'key' | 'of' | 'label' | 'field'>,
  aliases: readonly string[],
): LineColumn => ({
  key,
  of,
  label,
  field,
  required: false,
  instead: [],
  aliases: [...(english[label] ? [english[label]] : []), ...aliases],
})

/** What a thing is called in a word, where the label says it in another. */
const thingWords = ({ control }: Field): string[] => {
  const noun = refersTo(control)
  if (noun === undefined) return []
  const { thing, title } = recordOf(noun)
  return [title, ...(thing ? [thing] : [])].flatMap((word) => [word, english[word] ?? word])
}

/** Other headings for the same: those that sheets of records know for a field of this label, and the usual ones of lines. */
const synonymsOf = ({ label }: Field): readonly string[] => [
  ...(ofLines[label] ?? []),
  ...recordKinds.flatMap((kind) =>
    [...importColumns(kind), ...exportColumns(kind)].flatMap((column) => (column.label === label ? column.aliases : [])),
  ),
]

const ofLines: Readonly<Record<string, readonly string[]>> = {
  数量: ['入库数量', '采购数量', '申请数量', '领用数量', '调整数量', '实收数量'],
  单价: ['价格', '含税单价', '不含税单价', '采购单价', '入库单价', '参考单价', 'price', 'unit cost'],
}
