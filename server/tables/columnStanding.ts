import type { Noun } from '../../kernel/field.ts'
import { kindOf } from '../../kernel/fields/kinds.ts'
import type { TableColumn } from '../../domain/tables/define.ts'

/** Where a column of a table stands in its statement. */
export type ColumnStanding = {
  readonly sql: string
  /** The tree that it points into: whatever is asked of a node is asked of all below it. */
  readonly tree?: string | undefined
  /** It goes on naming records of the noun that were merged: whatever is asked of one is asked of those that it took over. */
  readonly mergedNoun?: Noun | undefined
  /** It stands in no column: the condition for one of its choices. */
  readonly holds?: (choice: string) => string
  /** Where else a row may have it, by `within`: it fits what is asked where either does. */
  readonly otherStanding?: ColumnStanding
  /** How one of its values stands there, where people know it by another. */
  readonly stored?: (value: string) => string
  /** Every row has one, so that an index may hold its order whichever way nulls go. */
  readonly filled?: true
  /** It stands in a row of another table: what the statement joins for `sql` to be there. */
  readonly join?: string
  /** Where it is joined, true of a row whose value `sql` meets a condition; an index finds it. */
  readonly within?: (condition: string) => string
  /** The same two, where the database is to think of nothing but to look at each row by itself. */
  readonly probe?: string
  readonly probeCondition?: (condition: string) => string
  /** Where it is joined, the values alone as a table, with a row `a` of no more than an id for each; deleted rows have none. */
  readonly lead?: { readonly from: string; readonly condition: string }
  /** Where it is joined, the id of the row as the index of its values has it. */
  readonly joinedId?: string
  /** Where it is joined, true of a row that has nothing there, as the row itself says. */
  readonly emptySql?: string
  /** Where `sql` has no more than the beginning of a text, the whole. */
  readonly wholeText?: string
  /** What rows are sorted by where that is not `sql`, and the type of it: a number as machines have it, which an index finds under row security. */
  readonly sortKey?: { readonly sql: string; readonly type: string }
  /** What is added up where that is not `sql`. */
  readonly sumSql?: string
  /** What its groups have in common where that is not what is added up: a condition by the key of a group finds its rows. */
  readonly groupSql?: string
  /** True of a row whose things differ in it, so that `sql` is null there. */
  readonly mixedSql?: string
  /** It holds several choices as a list. */
  readonly several?: true
}

/** By the keys of the columns; what may be asked or sorted by has one. */
export type Standings = Readonly<Record<string, ColumnStanding>>

/** The PostgreSQL type of what stands there. */
export const sqlTypeOf = ({ control, moment }: TableColumn): string => (moment ? 'timestamptz' : kindOf(control).column)

/** What is joined for some columns to be there, each once. */
export const joinsOf = (standings: readonly ColumnStanding[]): string =>
  [...new Set(standings.flatMap(({ join }) => (join === undefined ? [] : [` ${join}`])))].join('')
