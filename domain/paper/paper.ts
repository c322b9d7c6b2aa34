import type { Moment } from '../../kernel/day.ts'
import { add, type Decimal } from '../../kernel/decimal.ts'
import { isEmpty } from '../../kernel/field.ts'
import type { Speaker } from '../../kernel/fields/kind.ts'
import { filesIn, isNumber, kindOf, wordsOf } from '../../kernel/fields/kinds.ts'
import type { FormShape } from '../approval/form/shape.ts'

/** So many places to sign stand side by side. */
export const signingInRow = 4

/** A sheet of paper: texts in the reader's language, in the order in which they are printed. It knows no page; two drawers follow it. */
export type Paper = {
  readonly title: string
  readonly organisation: string
  /** Printed under the code that leads to it. */
  readonly code?: string
  readonly status: string
  /** True where it came to what was wanted. */
  readonly good: boolean
  /** Null: whatever lies in the printer; as a file A4. */
  readonly size: PaperSize | null
  /** Lies on its side: a table of many columns. */
  readonly landscape?: true
  readonly facts: readonly Fact[]
  readonly fields: readonly PaperField[]
  readonly tables: readonly PaperTable[]
  /** `words`: the amount as it is written out. */
  readonly total: (Fact & { readonly words?: string }) | undefined
  readonly decisions: readonly Signed[]
  readonly comments: readonly { readonly name: string; readonly at: string; readonly body: string }[]
  /** The organisation's own words, above the places to sign. */
  readonly note?: string
  /** The code that leads to it is not printed. */
  readonly hidesCode?: true
  /** Places to sign by hand. */
  readonly signing: readonly { readonly label: string; readonly signature: string | undefined }[]
  /** Who printed it and when. */
  readonly foot: string
  readonly headings: { readonly form: string; readonly decisions: string; readonly comments: string }
}

/** A5 lies on its side, as slips do. */
export type PaperSize = 'A4' | 'A5'
export type Fact = { readonly label: string; readonly value: string }
/** `pictures` are stored paths; a long value takes the whole width. */
export type PaperField = Fact & { readonly long: boolean; readonly pictures: readonly string[] }
/** What a column holds besides texts and plain numbers: a workbook filters days by month and sums money. */
export type CellLook = 'money' | 'day' | 'moment'
export type PaperTable = {
  /** Empty: the table stands without a heading. */
  readonly title: string
  /** Rows are not counted: a form that has its own order. */
  readonly isUnnumbered?: true
  readonly columns: readonly { readonly label: string; readonly number: boolean; readonly look?: CellLook | undefined }[]
  readonly rows: readonly (readonly string[])[]
  /** What columns add up to, below the last row; empty where a column does not. */
  readonly totals?: readonly string[]
  readonly bars?: PaperBars
}
/** Bars at the end of the rows of a table. */
export type PaperBars = {
  /** What the parts of a bar are, where there are several. */
  readonly legend: readonly string[]
  /** The parts of each row's bar as shares of the longest bar, below nought where the figure is. */
  readonly rows: readonly (readonly number[])[]
}
export type Signed = {
  readonly step: string
  readonly name: string
  readonly verdict: string
  readonly good: boolean | undefined
  readonly at: string
  /** How the task was handed on before, a line each. */
  readonly moves: readonly string[]
  readonly comment: string
  /** The stored path of a signature. */
  readonly signature: string | undefined
  readonly files: string
}

/** What is printed besides the thing itself. */
export type PrintContext = { readonly organisation: string; readonly by: string; readonly at: Moment }

/** "2026-11-21 18:03", where every organisation is. */
export const momentWords = (moment: Moment): string =>
  new Date(Date.parse(moment) + chinaOffsetMs).toISOString().slice(0, 16).replace('T', ' ')

const chinaOffsetMs = 8 * 3600_000

type Values = Readonly<Record<string, unknown>>

/** What is filled in, without what is empty. */
export const fieldsOn = ({ fields }: FormShape, values: Values, speaker: Speaker): PaperField[] =>
  Object.entries(fields)
    .filter(([key]) => !isEmpty(values[key]))
    .map(([key, { label, control }]) => {
      const pictures = filesIn(control, values[key]).flatMap(({ path, isPicture }) => (isPicture ? [path] : []))
      return {
        label: speaker.say(label),
        value: pictures.length > 0 ? '' : wordsOf(control, values[key], speaker),
        long: kindOf(control).isLong?.(control) ?? false,
        pictures,
      }
    })

/** Columns in which no row has anything are left out. */
export const tablesOn = (
  { tables }: FormShape,
  values: Values,
  speaker: Speaker,
  isSummed: (column: string) => boolean = () => false,
): PaperTable[] =>
  tables.flatMap(({ key, label, columns }) => {
    const rows: readonly Values[] = Array.isArray(values[key]) ? values[key] : []
    const shownColumns = Object.entries(columns).filter(([column]) => rows.some((row) => !isEmpty(row[column])))
    if (rows.length === 0 || shownColumns.length === 0) return []
    return [
      {
        title: speaker.say(label),
        columns: shownColumns.map(([, field]) => ({
          label: speaker.say(field.label),
          number: isNumber(field.control),
        })),
        rows: rows.map((row) => shownColumns.map(([column, field]) => wordsOf(field.control, row[column], speaker))),
        ...(rows.length > 1 &&
          shownColumns.some(([column]) => isSummed(column)) && {
            totals: shownColumns.map(([column, { control }]) => (isSummed(column) ? wordsOf(control, sumOf(rows, column), speaker) : '')),
          }),
      },
    ]
  })

const sumOf = (rows: readonly Values[], column: string): Decimal =>
  rows.reduce<Decimal>((sum, row) => (isEmpty(row[column]) ? sum : add(sum, String(row[column]))), '0')

/** The stored paths of what is drawn on it. */
export const picturesOn = ({ fields, decisions, signing }: Paper): string[] => [
  ...new Set([...fields.flatMap(({ pictures }) => pictures), ...[...decisions, ...signing].flatMap(({ signature }) => signature ?? [])]),
]
