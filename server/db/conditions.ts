import { pageSizes } from '../../domain/tables/view.ts'

/** Adds up conditions and their values; `place` answers the placeholder of a value. */
export class Conditions {
  readonly texts: string[] = []
  readonly values: unknown[]

  constructor(...values: unknown[]) {
    this.values = values
  }

  place(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }

  add(text: string): void {
    this.texts.push(text)
  }
}

/** The ids at and below a node of a tree, as a subquery. `place` is the placeholder of the node, `org` that of the organisation. */
export const belowNode = (table: string, org: string, place: string): string => below(table, org, `${place}::bigint`)

/** The same of several nodes. */
export const belowNodes = (table: string, org: string, places: string): string => below(table, org, `unnest(${places}::bigint[])`)

const below = (table: string, org: string, nodes: string): string =>
  `(with recursive below (id) as (
      select ${nodes} union select t.id from below join "${table}" t on t.org_id = ${org} and t.parent_id = below.id and t.deleted_at is null
    ) select id from below)`

/**
 * A limit that the database does not know when it plans makes every plan look dear, so it would plan the statement anew each time,
 * which takes longer than running it. The sizes that screens ask for are part of the text.
 */
export const limitOf = (c: Conditions, count: number, offset: number): string =>
  offset === 0 && usualSizes.has(count) ? `limit ${count}` : `limit ${c.place(count)} offset ${c.place(offset)}`

/** The sizes of pages that screens ask for; of one row where only the count is of interest. */
export const usualSizes: ReadonlySet<number> = new Set([1, 10, 20, 30, 50, 100, 200, 500, ...pageSizes])
