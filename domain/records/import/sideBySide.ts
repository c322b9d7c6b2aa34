/** A list that goes on beside itself to save paper: where each part begins, and how many columns each has. */
export type SideBySide = { readonly starts: readonly number[]; readonly width: number }

/** The parts of a list whose headers stand several times beside each other, all of them alike; undefined of any other list. */
export const sideBySideIn = (headers: readonly string[]): SideBySide | undefined => {
  const begin = headers.findIndex((header) => header !== '')
  const end = headers.findLastIndex((header) => header !== '') + 1
  for (let width = 2; width * 2 <= end - begin; width++) {
    const starts = startsOf(headers.slice(0, end), begin, width)
    if (starts) return { starts, width }
  }
  return undefined
}

/** Where the first headers stand again, with nothing but empty columns between; undefined where others stand there. */
const startsOf = (headers: readonly string[], begin: number, width: number): number[] | undefined => {
  const part = headers.slice(begin, begin + width)
  if (part.at(-1) === '' || new Set(part.filter(Boolean)).size < 2) return undefined
  const starts: number[] = []
  let at = begin
  while (at < headers.length) {
    if (!part.every((header, index) => headers[at + index] === header)) return undefined
    starts.push(at)
    at += width
    while (at < headers.length && headers[at] === '') at++
  }
  return starts.length > 1 ? starts : undefined
}

/** A list whose parts were put below each other: what it was like, and where its rows stood. */
export type JoinedParts = SideBySide & { readonly headerAt: number; readonly rowsOfPart: number }

type Rows = readonly (readonly string[])[]

/** The rows of a list with its parts below each other, in the columns of the first. */
export const joinedRows = (rows: Rows, { starts, width, headerAt }: JoinedParts): Rows => {
  const [begin = 0] = starts
  const cellsOf = (row: readonly string[], start: number) => [
    ...Array.from({ length: begin }, () => ''),
    ...row.slice(start, start + width),
  ]
  const dataRows = rows.slice(headerAt + 1)
  return [
    ...rows.slice(0, headerAt),
    cellsOf(rows[headerAt] ?? [], begin),
    ...starts.flatMap((start) => dataRows.map((row) => cellsOf(row, start))),
  ]
}

/** Where a cell of a part stands among the joined rows; undefined of one above or beside the parts. */
export const joinedCell = (
  { starts, width, headerAt, rowsOfPart }: JoinedParts,
  { rowAt, column }: { readonly rowAt: number; readonly column: number },
): { readonly rowAt: number; readonly column: number } | undefined => {
  const part = starts.findIndex((start) => column >= start && column < start + width)
  const [begin = 0] = starts
  if (part === -1 || rowAt <= headerAt) return undefined
  return { rowAt: rowAt + part * rowsOfPart, column: column - (starts[part] ?? 0) + begin }
}

/** Where a joined row stood in the sheet, and how many columns further to the right. */
export const placeInSheet = (parts: JoinedParts | undefined, rowAt: number): { readonly rowAt: number; readonly shift: number } => {
  if (!parts || rowAt <= parts.headerAt) return { rowAt, shift: 0 }
  const { starts, headerAt, rowsOfPart } = parts
  const dataAt = rowAt - headerAt - 1
  const [begin = 0] = starts
  return { rowAt: headerAt + 1 + (dataAt % rowsOfPart), shift: (starts[Math.floor(dataAt / rowsOfPart)] ?? begin) - begin }
}
