import { isEmpty } from '../../../kernel/field.ts'
import { inWords } from '../filling/problems.ts'
import type { GridColumn } from './columns.ts'
import type { Lines } from './lines.ts'

/** Something that is wrong at a cell, in words. */
export type Fault = { readonly row: number; readonly column: number; readonly words: string }

/** What a check found, by row and field. */
export type WrongByRow = ReadonlyMap<number, ReadonlyMap<string, string>>

/** The problems of the lines at a path. */
export const wrongByRow = (problems: ReadonlyMap<string, string>, linesPath: string): WrongByRow => {
  const rows = new Map<number, Map<string, string>>()
  for (const [path, words] of problems) {
    const [, at, row, key] = /^(\w+)\.(\d+)\.(\w+)$/.exec(path) ?? []
    if (at === linesPath && row !== undefined && key !== undefined)
      rows.set(Number(row), (rows.get(Number(row)) ?? new Map()).set(key, words))
  }
  return rows
}

/** Everything that is wrong at a cell: what is not read, and what a check found. */
export const faultsIn = (lines: Lines, columns: readonly GridColumn[], wrong: WrongByRow): Fault[] =>
  lines.flatMap(({ values, unread }, row) => {
    const cellFaults = wrong.get(row)
    if (unread === undefined && cellFaults === undefined) return []
    return columns.flatMap(({ key }, column) => {
      const unreadText = isEmpty(values[key]) ? unread?.[key] : undefined
      const words = unreadText ? inWords({ path: '', ...unreadText }) : cellFaults?.get(key)
      return words === undefined ? [] : [{ row, column, words }]
    })
  })
