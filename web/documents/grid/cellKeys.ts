import type { KeyboardEvent } from 'react'
import type { Move } from './cursor.ts'
import type { CellTyping } from './useTyping.ts'

type TypingKeysInput = { typing: CellTyping; move: (way: Move) => void }

/** What a key does while a cell is typed into; false where it types. */
export const pressWhileTyping = ({ key, shiftKey, altKey }: KeyboardEvent, { typing, move }: TypingKeysInput): boolean => {
  const acceptAndMove = (way: Move) => {
    typing.accept()
    move(way)
  }
  switch (key) {
    case 'Escape':
      typing.stop()
      return true
    case 'Tab':
      acceptAndMove(shiftKey ? 'previous' : 'next')
      return true
    case 'Enter':
      if (altKey) typing.breakLine()
      else acceptAndMove(shiftKey ? 'up' : 'down')
      return true
    case 'ArrowDown':
      return typing.pickBy(1)
    case 'ArrowUp':
      return typing.pickBy(-1)
    case 'F4':
      typing.openDialog()
      return true
    default:
      return false
  }
}

type Act = () => void

/** What keys can do on the sheet. `toggle` is absent where the cell has no two states. */
export type SheetActs = Readonly<
  Record<
    'offer' | 'open' | 'openDialog' | 'undo' | 'redo' | 'fillDown' | 'duplicate' | 'chooseAll' | 'removeRows' | 'clear' | 'collapse',
    Act
  >
> & { readonly toggle: Act | undefined; readonly toFault: (back: boolean) => void; readonly move: (way: Move, extending: boolean) => void }

/** What a key does while nothing is typed; false where it does nothing here. */
export const pressOnSheet = (event: KeyboardEvent, acts: SheetActs): boolean => {
  const { key, shiftKey } = event
  const withControl = event.ctrlKey || event.metaKey
  const act = actOf(event, acts, withControl)
  const way = wayOf(event, withControl)
  if (act) act()
  else if (way) acts.move(way, shiftKey && key !== 'Enter' && key !== 'Tab')
  return act !== undefined || way !== undefined
}

const actOf = ({ key, shiftKey, altKey }: KeyboardEvent, acts: SheetActs, withControl: boolean): Act | undefined => {
  if (altKey && (key === 'ArrowDown' || key === 'ArrowUp')) return acts.offer
  const byControl: Readonly<Record<string, Act>> = {
    z: shiftKey ? acts.redo : acts.undo,
    y: acts.redo,
    d: shiftKey ? acts.duplicate : acts.fillDown,
    a: acts.chooseAll,
    delete: acts.removeRows,
    backspace: acts.removeRows,
  }
  const byKey: Readonly<Record<string, Act | undefined>> = {
    Delete: acts.clear,
    Backspace: acts.clear,
    F2: acts.open,
    F4: acts.openDialog,
    F8: () => acts.toFault(shiftKey),
    Escape: acts.collapse,
    ' ': acts.toggle,
  }
  return (withControl ? byControl[key.toLowerCase()] : undefined) ?? byKey[key]
}

const wayOf = ({ key, shiftKey }: KeyboardEvent, withControl: boolean): Move | undefined => {
  if (key === 'Tab') return shiftKey ? 'previous' : 'next'
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  const plain: Readonly<Record<string, Move>> = {
    ArrowUp: withControl ? 'top' : 'up',
    ArrowDown: withControl ? 'bottom' : 'down',
    ArrowLeft: withControl ? 'rowStart' : 'left',
    ArrowRight: withControl ? 'rowEnd' : 'right',
    Home: withControl ? 'first' : 'rowStart',
    End: withControl ? 'last' : 'rowEnd',
    PageUp: 'pageUp',
    PageDown: 'pageDown',
  }
  return plain[key]
}
