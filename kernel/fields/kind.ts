import * as v from 'valibot'
import type { ColumnFormat } from '../cell.ts'
import type { Decimal } from '../decimal.ts'
import type { Params } from '../refusal.ts'

/** What a reference field points at. Ids of different nouns do not mix: `Ref<'person'>` is no `Ref<'location'>`. */
export type Noun =
  | 'person'
  | 'department'
  | 'location'
  | 'category'
  | 'model'
  | 'asset'
  | 'consumable'
  | 'supplier'
  | 'standard'
  | 'allowance'
  | 'book'
  | 'depreciation_rule'
  | 'opening'
  | 'account_rule'
  | 'unit_reading'
  | 'cost_share'
  | 'document'

/** `isRetired`: it stays where it was chosen, and is offered no more. `isOwn`: its label is a name that people gave, which no dictionary translates. */
export type Option = { readonly value: string; readonly label: string; readonly isRetired?: true; readonly isOwn?: true }

/** How a text of ours is said in the reader's language, and what an id stands for; `noun` where the field points at records. */
export type Speaker = {
  readonly say: (words: string, params?: Params) => string
  readonly nameOf: (id: string, noun?: Noun) => string
}

/** What a condition may ask of a value. */
export const operators = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'contains', 'isDeptIn', 'hasRole', 'empty'] as const
export type Operator = (typeof operators)[number]
/** The same as people choose it: `filled` is the opposite of `empty`. */
export type ComparisonKind = Operator | 'filled'

/** What is wrong with a field that a person designs, a sentence with the place `{label}`. */
export type FieldFault = readonly [words: string, params?: Params]

/** What is known where a cell of a sheet is read: the field's label, how its column is read, the English of our words. */
export type CellFacts = {
  readonly label: string
  readonly reading: ColumnFormat
  readonly inEnglish: (words: string) => string | undefined
}

/** How a kind stands in the cells of sheets. */
export type Cell<T, V> = {
  /** What a person typed, as `check` reads it; undefined where it makes no sense. */
  read(text: string, type: T, facts: CellFacts): unknown
  /** Says what the cell should have held. */
  wanted?(type: T): { readonly words: string; readonly params: Readonly<Record<string, string>> }
  /** What stands there; without it, what people read elsewhere. */
  write?(value: V, type: T, speaker: Speaker): string
  /** What the template's explanation says of it, unless it names what it wants. */
  readonly example?: string
  /** Sheets keep it as a number. */
  readonly isNumber?: true
  /** A number that a sheet made of it, "1.2E+15", has lost digits. */
  readonly isCode?: true
}

/**
 * One kind of field: all that it answers about itself without a screen and without a database. `T` is how such a field is declared, `V` a
 * value that was checked, `P` what a designer of forms calls the ways to begin one. No question but `check` is asked of an empty value.
 */
export type Kind<T extends { readonly type: string }, V, P extends string = T['type']> = {
  /** Checks and normalises one present value; its issues are Chinese sentences with the place `{label}`. */
  check(type: T, label: string): v.GenericSchema<unknown, V>
  /** The value in words. */
  words(value: V, type: T, speaker: Speaker): string
  /** What lists and titles say of it, where that is not the same. */
  brief?(value: V, type: T, speaker: Speaker): string
  /** Lists and titles say nothing of it. */
  readonly isSilent?: true
  /** What one sees of it is opened by itself: files, other applications. */
  readonly opens?: true
  /** True where it leads a line about the whole. */
  isShort?(type: T): boolean
  /** True where it takes the whole width of a page. */
  isLong?(type: T): boolean

  /** What it holds: a field takes what another one of the same sort holds. */
  sort(type: T): string
  /** Its value may stand in a text as it is. */
  readonly isPlain?: true
  /** A calendar day or a minute, which something may wait for. */
  readonly isMoment?: true
  /** Of a number that may be computed: its decimal places, what it may not pass, and the limits of what is entered. */
  number?(type: T): {
    readonly places: number
    readonly limit: Decimal
    readonly min?: Decimal | undefined
    readonly max?: Decimal
    readonly isInteger?: true
  }
  /** What several come to, where that says something. */
  sum?(values: readonly V[]): V
  /** A number, or has one that formulas reckon with. */
  readonly isReckoned?: true
  /** The unit that formulas reckon in, where the value says it in another way. */
  readonly reckonedIn?: string
  /** The stored files that it names. */
  files?(value: V): readonly { readonly path: string; readonly isPicture: boolean }[]
  /** What must be there where it is required, if that is more than any value, and what is said where it is not. */
  readonly demand?: { readonly holds: (value: unknown) => boolean; readonly words: string }

  /** It always says something: what is not ticked is no. */
  readonly isNeverOpen?: true

  /** The comparisons that make sense, the most usual first. */
  comparisons(type: T): readonly ComparisonKind[]
  /** What it is compared with, where that is entered in another way. */
  compared?(type: T): { readonly type: string }

  /** Absent where sheets cannot hold it. */
  readonly cell?: Cell<T, V>
  /** The PostgreSQL type of a record's column. */
  readonly column: 'text' | 'date' | 'jsonb' | 'numeric' | 'int' | 'boolean' | 'bigint'
  /** What a column holds, as the field has it. */
  fromColumn?(storedValue: unknown): V

  /** How a designed form keeps it; what was published is read by it for ever. */
  readonly stored: v.GenericSchema<unknown, T>
  /** What must be mended before it is published. */
  faults?(type: T): readonly FieldFault[]
  /** How a designer begins one: the key it gets, and itself; `option` names the n-th option. */
  readonly presets: { readonly [name in P]: { readonly key: string; readonly make: (option: (n: number) => string) => T } }
  /** Which of its presets one is, where there are several. */
  preset?(type: T): P
}

/** What every comparison of something that has an order may ask. */
export const orderComparisons: readonly ComparisonKind[] = ['gt', 'ge', 'lt', 'le', 'eq', 'ne', 'empty', 'filled']

/** True for what counts as not filled in. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** A whole number of a stored design. */
export const integer = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))
