import { cursorAt, rangeOf } from './cursor.ts'
import { duplicated, filledDown, withoutContents, withoutRows } from './lines.ts'
import type { GridColumn } from './columns.ts'
import type { LineSheet } from './sheet.ts'
import type { LineGridState } from './useLineGrid.ts'

/** The changes to the rows of the chosen range; rows are copied and removed where they come and go. */
export const rowActsOf = (grid: LineGridState, columns: readonly GridColumn[], { hasFreeRows, copyValues }: LineSheet) => {
  const fillDown = () => {
    const range = rangeOf(grid.cursor)
    const top = range.top === range.bottom ? Math.max(0, range.top - 1) : range.top
    grid.apply((lines) => filledDown(lines, { ...range, top }, columns))
  }
  const duplicate = () => {
    const range = rangeOf(grid.cursor)
    const count = Math.min(range.bottom, grid.latest().length - 1) - range.top + 1
    if (count < 1 || !hasFreeRows) return
    grid.apply((lines) => duplicated(lines, range, copyValues))
    grid.setCursor(({ at, from }) => ({ at: { ...at, row: at.row + count }, from: { ...from, row: from.row + count } }))
  }
  const removeRows = () => {
    if (!hasFreeRows) return
    const range = rangeOf(grid.cursor)
    grid.apply((lines) => withoutRows(lines, range))
    grid.setCursor(cursorAt(range.top, grid.cursor.at.column))
  }
  const clear = () => grid.apply((lines) => withoutContents(lines, rangeOf(grid.cursor), columns))
  const chooseAll = () =>
    grid.setCursor({ at: { row: Math.max(0, grid.lines.length - 1), column: columns.length - 1 }, from: { row: 0, column: 0 } })
  const collapse = () => grid.setCursor(cursorAt(grid.cursor.at.row, grid.cursor.at.column))
  return { fillDown, duplicate, removeRows, clear, chooseAll, collapse }
}
