import type { Id } from '../../../kernel/id.ts'
import type { Params } from '../../../kernel/refusal.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import { breatheBetween } from '../../heavy/breath.ts'
import { type Directory, problemOf } from './directory.ts'
import { textIn } from '../../../kernel/field.ts'

type TreeRow = { readonly id: Id; readonly raw: Record<string, unknown> }

type TreeContext = { readonly kind: RecordKind; readonly parent: string; readonly directory: Directory }

type TreeReading<R> = {
  readonly isNew: (row: R) => boolean
  readonly cell: (row: R, key: string) => string
  readonly wrong: (row: R, words: string, params?: Params) => void
  /** True for the name of something above that is made where it is not there. */
  readonly mayMake: (name: string) => boolean
}

/** Rows of a tree may hang on each other, in any order. */
export const linkTree = async <R extends TreeRow>(
  context: TreeContext,
  rows: readonly R[],
  { isNew, cell, wrong, mayMake }: TreeReading<R>,
): Promise<void> => {
  const { kind, parent, directory } = context
  const breathe = breatheBetween()
  for (const row of rows) {
    await breathe()
    if (!isNew(row)) continue
    const keys = kind.unique.map((key) => cell(row, key)).filter(Boolean)
    const parentOf = () => textIn(row.raw, parent) ?? null
    directory.add(kind.noun, { id: row.id, name: cell(row, kind.nameField), keys, parent: parentOf })
  }
  for (const row of await placeRows(context, rows, cell)) {
    const parentMatch = directory.find(kind.noun, cell(row, parent))
    const madeMatch = mayMake(cell(row, parent))
      ? directory.refer(kind.noun, cell(row, parent), { filter: {}, mayMake: true })
      : parentMatch
    if ('id' in madeMatch) row.raw[parent] = madeMatch.id
    else if ('problem' in parentMatch) {
      const { words, params } = problemOf(parentMatch, kind.noun, cell(row, parent))
      wrong(row, words, params)
    }
  }
  for (const row of rows) {
    if (directory.ancestors(kind.noun, row.id).includes(row.id)) wrong(row, '{label}不能是自己或自己的下级')
    await breathe()
  }
}

/** Gives rows their parents; each round finds those that the round before has placed. Answers the rows whose parents are not there. */
const placeRows = async <R extends TreeRow>(
  { kind, parent, directory }: TreeContext,
  rows: readonly R[],
  cell: TreeReading<R>['cell'],
): Promise<R[]> => {
  const breathe = breatheBetween()
  let open = rows.filter((row) => cell(row, parent) !== '')
  for (let before = -1; open.length !== before;) {
    before = open.length
    const unplacedRows: R[] = []
    for (const row of open) {
      const parentMatch = directory.find(kind.noun, cell(row, parent))
      if ('id' in parentMatch) row.raw[parent] = parentMatch.id
      else unplacedRows.push(row)
      await breathe()
    }
    open = unplacedRows
  }
  return open
}
