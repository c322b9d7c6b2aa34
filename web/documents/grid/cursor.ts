/** A cell by its row and column, both from 0. */
export type Cell = { readonly row: number; readonly column: number }

/** Where a person is, and where the range that they have chosen begins. */
export type Cursor = { readonly at: Cell; readonly from: Cell }

/** How many rows and columns there are. */
export type Extent = { readonly rows: number; readonly columns: number }

/** Rows and columns from and to, both within. */
export type Range = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number }

export type Move =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'rowStart'
  | 'rowEnd'
  | 'top'
  | 'bottom'
  | 'first'
  | 'last'
  | 'pageUp'
  | 'pageDown'
  | 'next'
  | 'previous'

/** Rows that a page goes on by. */
export const pageRows = 15

export const cursorAt = (row: number, column: number): Cursor => ({ at: { row, column }, from: { row, column } })

/** Where a move leads within the extent; `next` and `previous` go on in the row below and above. `extending` keeps where the range begins. */
export const moved = ({ at, from }: Cursor, move: Move, extent: Extent, extending = false): Cursor => {
  const to = withinExtent(target(at, move, extent), extent)
  return { at: to, from: extending ? from : to }
}

/** The same cursor where there is less than there was. */
export const keptWithin = ({ at, from }: Cursor, extent: Extent): Cursor => ({
  at: withinExtent(at, extent),
  from: withinExtent(from, extent),
})

export const rangeOf = ({ at, from }: Cursor): Range => ({
  top: Math.min(at.row, from.row),
  bottom: Math.max(at.row, from.row),
  left: Math.min(at.column, from.column),
  right: Math.max(at.column, from.column),
})

export const isOne = ({ top, bottom, left, right }: Range): boolean => top === bottom && left === right

const target = ({ row, column }: Cell, move: Move, { rows, columns }: Extent): Cell => {
  switch (move) {
    case 'up':
      return { row: row - 1, column }
    case 'down':
      return { row: row + 1, column }
    case 'left':
      return { row, column: column - 1 }
    case 'right':
      return { row, column: column + 1 }
    case 'rowStart':
      return { row, column: 0 }
    case 'rowEnd':
      return { row, column: columns - 1 }
    case 'top':
      return { row: 0, column }
    case 'bottom':
      return { row: rows - 1, column }
    case 'first':
      return { row: 0, column: 0 }
    case 'last':
      return { row: rows - 1, column: columns - 1 }
    case 'pageUp':
      return { row: row - pageRows, column }
    case 'pageDown':
      return { row: row + pageRows, column }
    case 'next':
      if (column + 1 < columns) return { row, column: column + 1 }
      return row + 1 < rows ? { row: row + 1, column: 0 } : { row, column }
    case 'previous':
      if (column > 0) return { row, column: column - 1 }
      return row > 0 ? { row: row - 1, column: columns - 1 } : { row, column }
  }
}

const withinExtent = ({ row, column }: Cell, { rows, columns }: Extent): Cell => ({
  row: Math.max(0, Math.min(row, rows - 1)),
  column: Math.max(0, Math.min(column, columns - 1)),
})
