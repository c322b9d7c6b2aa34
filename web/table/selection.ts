import type { Id } from '../../kernel/id.ts'

/**
 * What is chosen in a table: rows by their ids, or everything that its question finds (`all`) but some. `asked` is that question as the list's
 * call takes it; `count` is how many there are by all we know,
 * `columns` those that can be written, as they are shown.
 */
export type Selection = {
  readonly ids: ReadonlySet<Id>
  readonly all: boolean
  readonly asked: Readonly<Record<string, unknown>>
  readonly columns?: readonly string[] | undefined
  readonly count: number
  readonly clear: () => void
  /** Chooses these instead, whether they are loaded or not. */
  readonly choose: (ids: readonly Id[]) => void
}
