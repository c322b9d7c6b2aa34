/** Rows of cells, as a spreadsheet has them. */
export type Matrix = readonly (readonly string[])[]

/**
 * The cells of a text that a spreadsheet put on the clipboard: tabs between cells, line breaks between rows, and cells that hold either in
 * quotes. A quote that is never closed is a quote.
 */
export const cellsOf = (text: string): string[][] => {
  const whole = text.replace(/\r\n$|[\r\n]$/, '')
  const rows: string[][] = [[]]
  let position = 0
  for (;;) {
    const { cell, end } = cellAt(whole, position)
    rows.at(-1)?.push(cell)
    if (end >= whole.length) return rows
    position = end + 1
    if (whole[end] === '\t') continue
    if (whole[end] === '\r' && whole[position] === '\n') position++
    rows.push([])
  }
}

/** The same the other way: read again it is what it was. */
export const textOfCells = (rows: Matrix): string => {
  const text = rows.map((row) => row.map(quoted).join('\t')).join('\n')
  return rows.length > 1 ? `${text}\n` : text
}

const cellAt = (text: string, start: number): { cell: string; end: number } => {
  if (text[start] === '"') {
    for (let position = start + 1; position < text.length; position++) {
      if (text[position] !== '"') continue
      if (text[position + 1] === '"') position++
      else if (position + 1 === text.length || /[\t\r\n]/.test(text.charAt(position + 1)))
        return { cell: text.slice(start + 1, position).replaceAll('""', '"'), end: position + 1 }
      else break
    }
  }
  let end = start
  while (end < text.length && text[end] !== '\t' && text[end] !== '\r' && text[end] !== '\n') end++
  return { cell: text.slice(start, end), end }
}

const quoted = (cell: string): string => (/[\t\r\n]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
