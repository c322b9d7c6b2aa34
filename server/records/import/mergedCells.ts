import type { MergedCell } from './sheet.ts'

/** How a row stands to a cell that reaches over several rows: one of `count`, from 0. */
export type MergedPart = { readonly from: number; readonly index: number; readonly count: number }

/** The cells that are merged over several rows of data. */
export class MergedCells {
  readonly #parts = new Map<string, MergedPart>()

  constructor(cells: readonly MergedCell[], columns: ReadonlySet<number>, rowNumbers: ReadonlySet<number>) {
    for (const { column, from, to } of cells) {
      if (!columns.has(column)) continue
      const rows: number[] = []
      // In a sheet as programs write it no two of them overlap.
      for (let row = from; row <= to && !this.#parts.has(keyOf(row, column)); row++) if (rowNumbers.has(row)) rows.push(row)
      for (const [index, row] of rows.entries()) this.#parts.set(keyOf(row, column), { from: rows[0] ?? row, index, count: rows.length })
    }
  }

  /** Undefined for a cell that one row has for itself. */
  partOf(row: number, column: number): MergedPart | undefined {
    const part = this.#parts.get(keyOf(row, column))
    return part === undefined || part.count < 2 ? undefined : part
  }
}

const keyOf = (row: number, column: number): string => `${row},${column}`
