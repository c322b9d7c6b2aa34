import type { Id } from '../../../kernel/id.ts'
import { noChoice, withRows } from '../choice.ts'
import type { Row, RowKeys } from '../row.ts'
import type { RowChoice } from './rowChoice.ts'
import { isIdle, isTyping, liesOver, openAside, stepOf } from '../rowKeys.ts'
import type { RowStates } from '../rowStates.ts'
import { type GridCursor, headHeightPx } from './useGridCursor.ts'

export type GridKeysContext<R extends Row> = {
  readonly element: HTMLElement | null
  readonly rows: readonly R[]
  readonly ids: readonly Id[]
  readonly rowHeightPx: number
  readonly states: RowStates
  readonly cursor: GridCursor
  readonly choice: RowChoice
  readonly selectable: boolean
  readonly openKey: string | undefined
  readonly onOpen: (row: R) => void
  readonly hrefOf: ((row: R) => string) | undefined
  readonly rowKeys: RowKeys<R> | undefined
}

/** A key and where it was pressed; `inside`: in the grid, or nowhere. */
type Press = { readonly event: KeyboardEvent; readonly element: HTMLElement; readonly target: HTMLElement; readonly inside: boolean }

/** What a key does in the grid. */
export const handleGridKey = <R extends Row>(event: KeyboardEvent, context: GridKeysContext<R>): void => {
  const { element, states, openKey } = context
  const { target } = event
  if (!element || !(target instanceof HTMLElement)) return
  if (event.defaultPrevented || event.altKey || isTyping(target) || liesOver(target)) return
  const inside = isIdle(target) || target === element || (element.contains(target) && !target.closest('[data-head]'))
  const press = { event, element, target, inside }
  if (event.ctrlKey || event.metaKey) {
    if (inside) handleControlKey(event, context)
    return
  }
  if (moveCursor(press, context)) return
  if (event.key === 'Escape' && inside && openKey === undefined) {
    if (states.choice() !== noChoice) event.preventDefault()
    states.setChoice(noChoice)
    return
  }
  actOnRow(press, context)
}

/** Everything is chosen, or the row at the cursor opens in a window of its own. */
const handleControlKey = <R extends Row>(event: KeyboardEvent, { rows, ids, states, cursor, selectable, hrefOf }: GridKeysContext<R>) => {
  const row = rows[cursor.index()]
  if (event.key === 'a' && selectable) {
    event.preventDefault()
    states.setChoice(withRows(noChoice, ids, true))
  } else if (event.key === 'Enter' && row && hrefOf) openAside(hrefOf(row))
}

/** False where the key does not move the cursor. */
const moveCursor = <R extends Row>({ event, element, target, inside }: Press, context: GridKeysContext<R>): boolean => {
  const { rows, rowHeightPx, cursor, choice, selectable, openKey, onOpen } = context
  const cursorAt = cursor.index()
  const page = Math.max(1, Math.floor((element.clientHeight - headHeightPx) / rowHeightPx) - 1)
  const step = stepOf(event.key, { page, rows: rows.length, inside })
  if (step === undefined || rows.length === 0) return false
  event.preventDefault()
  const first = step > 0 && step < rows.length ? cursor.firstSeen() : step
  const to = cursorAt === -1 ? first : cursorAt + step
  if (target !== element && inside) element.focus({ preventScroll: true })
  if (event.shiftKey && selectable && cursorAt !== -1) choice.extend(cursorAt, to)
  cursor.goTo(to)
  const next = rows[cursor.index()]
  if (openKey !== undefined && next) {
    cursor.goOn()
    onOpen(next)
  }
  return true
}

/** Opens the row at the cursor, chooses it, or does what its letter says. */
const actOnRow = <R extends Row>({ event, inside }: Press, { rows, cursor, choice, selectable, onOpen, rowKeys }: GridKeysContext<R>) => {
  const cursorAt = cursor.index()
  const row = rows[cursorAt]
  if (!row || event.shiftKey) return
  const letter = event.key.toLowerCase()
  const act = rowKeys?.[letter]
  if (event.key === 'Enter' && inside) {
    event.preventDefault()
    onOpen(row)
  } else if (letter === 'x' || (event.key === ' ' && inside)) {
    event.preventDefault()
    if (selectable) choice.toggle(cursorAt)
  } else if (act) {
    event.preventDefault()
    if (!event.repeat) act(row)
  }
}
