import type { Id } from '../../kernel/id.ts'

/** Which rows are chosen: these, or where `all` is true every row that is asked for but these. */
export type Choice = { readonly all: boolean; readonly ids: ReadonlySet<Id> }

export const noChoice: Choice = { all: false, ids: new Set() }
export const everyRow: Choice = { all: true, ids: new Set() }

export const isChosen = ({ all, ids }: Choice, id: Id): boolean => all !== ids.has(id)

/** The choice with these rows in it or out of it. */
export const withRows = (choice: Choice, rows: readonly Id[], isChosenNow: boolean): Choice => {
  const ids = new Set(choice.ids)
  for (const id of rows) {
    if (isChosenNow === choice.all) ids.delete(id)
    else ids.add(id)
  }
  return { all: choice.all, ids }
}

/** How many are chosen of so many that there are. */
export const countOf = ({ all, ids }: Choice, totalCount: number): number => (all ? Math.max(0, totalCount - ids.size) : ids.size)

/** The rows from one to another, whichever comes first. */
export const rowsBetween = (rows: readonly Id[], from: number, to: number): readonly Id[] =>
  rows.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1)
