import { declaredField, type Field, type Noun } from '../../kernel/field.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import type { Id } from '../../kernel/id.ts'
import type { FunctionCode } from '../rules/functionCode.ts'

/** What is declared of a field of a record besides what it holds. What is not said here, no one may. */
export type Traits = {
  /** No two of an organisation have the same value; there is a unique index. */
  readonly unique?: true
  /** Search reads it; of a reference, what it refers to is called now. */
  readonly searched?: true
  /** Lists may be sorted by it. */
  readonly sorted?: true
  /**
   * Seen of one that is outside the reader's scope. Where no field of a kind is open, all are to the person who may read it. By the rest no one
   * outside filters, sorts or searches.
   */
  readonly open?: true
  /** Only the server writes it. */
  readonly readOnly?: true
  /** Written only by the person who has this function code. */
  readonly writtenWith?: FunctionCode
  /** Of an asset, written on the card by documents as well: by kinds that say so, or by any adjustment. */
  readonly changedBy?: 'documents' | 'adjustment'
  /** Says in words which document changes the field of a stored record; undefined where the record itself may be changed. */
  readonly documentOnly?: (storedValues: Readonly<Record<string, unknown>>) => string | undefined
  /** Of an asset, what stands there as long as no one has said. */
  readonly initial?: string
  /** Of an asset, tells pieces of one model apart: a row of a sheet about several has several of it. */
  readonly perPiece?: true
  /** In sheets: `also`, taken over though only the server writes it; `found`, its value is found where it is left out. */
  readonly imported?: 'also' | 'found'
  /** An organisation added it. */
  readonly ownTraits?: OwnTraits
}

/**
 * What is known of a field that an organisation added: `names` are its labels in both languages, `categoryIds`, empty for all, those whose assets,
 * with what lies below them, have it.
 */
export type OwnTraits = {
  readonly names: readonly string[]
  readonly isRequired: boolean
  /** Of assets: on the line of the stock-in that makes them. */
  readonly isRequiredAtStockIn: boolean
  /** Of assets: shown to the people who count. */
  readonly isCounted: boolean
  /** Of assets: shown wherever the line of a document names one. */
  readonly isOnLines: boolean
  readonly isRetired: boolean
  readonly categoryIds: readonly Id[]
  /** What a new record has in it where nothing is said; null for nothing. */
  readonly defaultValue: unknown
}

/** How long the name of a thing may be, and of its model and specification: registers describe a thing where they name it. */
export const nameLength = 200

export type RecordField = Field & Traits
export type RecordFields = Readonly<Record<string, RecordField>>

/** A field with its traits; one without any needs no more than itself. */
export const column = <F extends Field, const T extends Traits>(field: F, traits: T): F & T => ({ ...field, ...traits })

/**
 * What is declared of a kind of master data: a table with real columns, and the same five calls for all. Field keys are the contract's
 * names; columns are the same in snake case. A reference field `xyzId` is the column `xyz_id`.
 */
export type RecordDeclaration<F extends RecordFields = RecordFields> = {
  readonly noun: Noun
  readonly table: string
  readonly title: string
  /** What one of them is called in a sentence, where the title does not say it. */
  readonly thing?: string
  /** There are very many of them: search goes by an index of the pieces of its text. */
  readonly large?: true
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
  /** Fields that a table of them shows, in order; without it name, code and what lists may be filtered by. */
  readonly columns?: readonly (keyof F & string)[]
  /** Fields that lists may be filtered by, in order. */
  readonly filters: readonly (keyof F & string)[]
  /** Choices that lists may be filtered by as well and that stand in no field of it. */
  readonly besides?: Readonly<Record<string, Field>>
  /** Choices that conditions of its table may ask by, and that stand in no field of it. */
  readonly derivedChoices?: Readonly<Record<string, Field>>
  /** The letters before the number in codes that are invented where a sheet has none. */
  readonly codePrefix?: string
  /** Where a cell of a sheet names one that is not there, the import may make it. */
  readonly madeOnTheWay?: true
  /** Doubles of it may be merged into one. */
  readonly canMerge?: true
  /** A removed one lies in the trash and may be restored. */
  readonly canRestore?: true
  /** How a row of it begins, where not with its words: with a face, or with a picture of the thing. */
  readonly pictured?: 'face' | 'thing'
  /** Where it may still be used: a table's column, and what such a row is called. A used record cannot be deleted. */
  readonly usedBy: readonly { readonly table: string; readonly column: string; readonly words: string }[]
  /** What its list is sorted by unless a person says otherwise, in words; the newest come first where there are none. */
  readonly usualOrder?: string
  /** Words a list understands besides its filters. */
  readonly listWords?: readonly string[]
  /** `everybody`: the person who is signed in may read it, inside their data scope. Otherwise the list code is needed. */
  readonly readBy?: 'everybody'
  /** The reference to the place where one stands, `itself` where it is a place. Who manages places writes what stands in theirs alone. */
  readonly place?: (keyof F & string) | 'itself'
  /** The reference to the place whose managers look after one that stands in none. */
  readonly home?: keyof F & string
  /** The reference to the person who has it and sees it whole. */
  readonly holder?: keyof F & string
  /** Who keeps it besides administrators, and who else looks at its list. */
  readonly keptBy: readonly ('goodsmanager' | 'consummanager' | 'finance')[]
  readonly listedBy?: 'everybody' | 'managers'
  readonly screens: RecordScreens
}

/** A kind with what follows from the traits of its fields: keys, in the order of the declaration. */
export type RecordKind = RecordDeclaration & {
  readonly unique: readonly string[]
  /** Texts that search reads. */
  readonly searched: readonly string[]
  /** References by whose names it is found as well. */
  readonly searchedBy: readonly string[]
  readonly sorts: readonly string[]
  /** Absent where the whole is open. */
  readonly open?: readonly string[]
  readonly readOnly: readonly string[]
}

/** Where a kind of record is kept in the app, and what leads there. */
export type RecordScreens = {
  readonly list: string
  readonly form: string
  /** What the form of one is called. */
  readonly formTitle: string
  /** Where one is looked at, where that is not its form, and what its id is called there. */
  readonly detail?: { readonly path: string; readonly id: string }
  /** Of the menu entry: its title where it is not the kind's own, the name of its lucide icon, the code of its group. */
  readonly title?: string
  readonly icon: string
  readonly group: 'gs_base' | 'gs_books' | 'cs_work' | 'organisation'
  /** Belongs to the frequent services. */
  readonly frequent?: true
  /** The entry is there for the person who may see the list, and not only for who keeps it. */
  readonly toRead?: true
}

/** The paths of its screens, for the compiler. */
type NamedScreens<S extends RecordScreens> = { readonly screens: Pick<S, 'list' | 'form'> & RecordScreens }

/** What lists may be filtered by, in order: fields of its own, then the choices beside them. */
export const filterFieldsOf = ({
  filters,
  fields,
  besides,
}: Pick<RecordKind, 'filters' | 'fields' | 'besides'>): Record<string, Field> => ({
  ...Object.fromEntries(filters.map((key) => [key, declaredField(fields, key)])),
  ...besides,
})

/** What one of them is called in a sentence. */
export const thingOf = ({ thing, title }: Pick<RecordKind, 'thing' | 'title'>): string => thing ?? title

/** What words alone say of a record. */
export const calledOf = ({ called, nameField }: RecordKind, row: Readonly<Record<string, unknown>>): string =>
  called?.(row) ?? String(row[nameField] ?? '')

/** The fields by which people say in which place something is. */
export const placeFieldsOf = ({ fields, readOnly }: Pick<RecordKind, 'fields' | 'readOnly'>): string[] =>
  Object.entries(fields).flatMap(([key, { control }]) => (refersTo(control) === 'location' && !readOnly.includes(key) ? [key] : []))

/** The texts that tell one from all others on labels and in sheets: what is unique, and what tells pieces apart. */
export const codeFieldsOf = ({ fields, unique }: Pick<RecordKind, 'fields' | 'unique'>): string[] =>
  Object.entries(fields).flatMap(([key, { control, perPiece }]) =>
    control.type === 'text' && (unique.includes(key) || perPiece) ? [key] : [],
  )

/** The place whose managers look after a record: where it stands, else where it belongs. Null for nowhere, undefined for a kind without places. */
export const placeOf = ({ place, home }: Pick<RecordKind, 'place' | 'home'>, row: Readonly<Record<string, unknown>>): unknown =>
  place === undefined ? undefined : ((place === 'itself' ? row['id'] : (row[place] ?? (home && row[home]))) ?? null)

/** Checks a declaration against its own fields; shared code sees every record the same way. */
export const defineRecord = <const F extends RecordFields, const S extends RecordScreens>(
  declaration: RecordDeclaration<F> & { readonly screens: S },
): RecordKind & NamedScreens<S> => {
  const keysWith = (trait: keyof Traits, also: (field: RecordField) => boolean = () => true): string[] =>
    Object.entries<RecordField>(declaration.fields).flatMap(([key, field]) => (field[trait] && also(field) ? [key] : []))
  const isReference = ({ control }: RecordField) => refersTo(control) !== undefined
  const open = keysWith('open')
  return {
    ...(declaration as unknown as RecordDeclaration & NamedScreens<S>),
    unique: keysWith('unique'),
    searched: keysWith('searched', (field) => !isReference(field)),
    searchedBy: keysWith('searched', isReference),
    sorts: keysWith('sorted'),
    ...(open.length > 0 && { open }),
    readOnly: keysWith('readOnly'),
  }
}

/** Why a field of a stored record is not changed by hand, in words; undefined where it may be. */
export const documentOnlyWords = (
  kind: Pick<RecordKind, 'fields'>,
  storedValues: Readonly<Record<string, unknown>>,
  key: string,
): string | undefined => kind.fields[key]?.documentOnly?.(storedValues)
