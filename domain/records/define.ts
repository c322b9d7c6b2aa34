import type { Fields, Noun } from '../../kernel/field.ts'
import type { FunctionCode } from '../rules/functionCode.ts'

/**
 * Master data of one kind: a table with real columns, and the same five calls for all. Field keys are the contract's
 * names; columns are the same in snake case. A reference field `xyzId` is the column `xyz_id`.
 */
export type RecordKind<F extends Fields = Fields> = {
  readonly noun: Noun
  readonly table: string
  readonly title: string
  /** What one of them is called in a sentence, where the title does not say it. */
  readonly thing?: string
  /** The contract's path between `/api` and the verb. */
  readonly path: string
  /** The contract's name of its id, answered beside `id`. */
  readonly idName: string
  /** The field people know it by. */
  readonly nameField: keyof F & string
  readonly fields: F
  /** What it is called where words alone stand for it; the value of the name field where absent. Of a row, as much as is known of it. */
  readonly called?: (row: Readonly<Record<string, unknown>>) => string
  /** The reference field that makes it a tree. */
  readonly parent?: keyof F & string
  /** Fields that may not have the same value twice in an organisation; each is a unique index. */
  readonly unique: readonly (keyof F & string)[]
  /** Fields that search reads. */
  readonly searched: readonly (keyof F & string)[]
  /** References by whose names it is found as well, as what they refer to is called now. */
  readonly searchedBy?: readonly (keyof F & string)[]
  /** Fields that a table of them shows, in order; without it name, code and what lists may be filtered by. */
  readonly columns?: readonly (keyof F & string)[]
  /** Fields that lists may be filtered and sorted by. */
  readonly filters: readonly (keyof F & string)[]
  readonly sorts: readonly (keyof F & string)[]
  /** Where it may still be used: a table's column, and what such a row is called. A used record cannot be deleted. */
  readonly usedBy: readonly { readonly table: string; readonly column: string; readonly words: string }[]
  /** Words a list understands besides its filters. */
  readonly listWords?: readonly string[]
  /** `everybody`: whoever is signed in may read it, inside their data scope. Otherwise the list code is needed. */
  readonly readBy?: 'everybody'
  /** What is seen of one that is outside the reader's scope; the whole where absent. By the rest nobody outside filters, sorts or searches. */
  readonly open?: readonly (keyof F & string)[]
  /** The reference to the place where one stands, `itself` where it is a place. Who manages places writes what stands in theirs alone. */
  readonly place?: (keyof F & string) | 'itself'
  /** The reference to the place whose managers look after one that stands in none. */
  readonly home?: keyof F & string
  /** The reference to the person who has it and sees it whole. */
  readonly holder?: keyof F & string
  /** Fields that are written only by whoever has this function code. */
  readonly writtenWith?: Readonly<Partial<Record<keyof F & string, FunctionCode>>>
  /** Fields only the server writes. */
  readonly readOnly?: readonly (keyof F & string)[]
}

/** What one of them is called in a sentence. */
export const thingOf = ({ thing, title }: Pick<RecordKind, 'thing' | 'title'>): string => thing ?? title

/** What words alone say of a record. */
export const calledOf = ({ called, nameField }: RecordKind, row: Readonly<Record<string, unknown>>): string =>
  called?.(row) ?? String(row[nameField] ?? '')

/** The fields by which people say in which place something is. */
export const placeFieldsOf = ({ fields, readOnly }: Pick<RecordKind, 'fields' | 'readOnly'>): string[] =>
  Object.entries(fields).flatMap(([key, { control }]) =>
    control.type === 'reference' && control.to === 'location' && !readOnly?.includes(key) ? [key] : [],
  )

/** The place whose managers look after a record: where it stands, else where it belongs. Null for nowhere, undefined for a kind without places. */
export const placeOf = ({ place, home }: Pick<RecordKind, 'place' | 'home'>, row: Readonly<Record<string, unknown>>): unknown =>
  place === undefined ? undefined : ((place === 'itself' ? row['id'] : (row[place] ?? (home && row[home]))) ?? null)

/** Checks a declaration against its own fields; shared code sees every record the same way. */
export const defineRecord = <const F extends Fields>(declaration: RecordKind<F>): RecordKind => declaration as unknown as RecordKind
