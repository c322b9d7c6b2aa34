/** The rows that are drawn: from the first to before the last. */
export type Drawn = { readonly from: number; readonly to: number }

/** Rows drawn beyond what is seen, on either side; and so many are left when others are drawn: few at a time, so that no frame waits for many. */
const aheadRows = 24
const leastRows = 20

type Place = { readonly scrollTop: number; readonly heightPx: number; readonly rowHeightPx: number; readonly rows: number }

const visibleRows = ({ scrollTop, heightPx, rowHeightPx, rows }: Place): Drawn => ({
  from: Math.min(rows, Math.max(0, Math.floor(scrollTop / rowHeightPx))),
  to: Math.min(rows, Math.max(0, Math.ceil((scrollTop + heightPx) / rowHeightPx))),
})

/**
 * What to draw at a place. As long as enough is drawn around what is seen it stays as it is, so that most rows that one goes on by draw none.
 */
export const drawnAt = (place: Place, before: Drawn): Drawn => {
  const { from, to } = visibleRows(place)
  const isEnough =
    (before.from === 0 || before.from <= from - leastRows) &&
    (before.to >= to + leastRows || before.to === place.rows) &&
    before.to <= place.rows
  return isEnough ? before : { from: Math.max(0, from - aheadRows), to: Math.min(place.rows, to + aheadRows) }
}

/** Whether something is seen that is not drawn. */
export const isUncovered = (place: Place, drawn: Drawn): boolean => {
  const { from, to } = visibleRows(place)
  return from < drawn.from || to > drawn.to
}
