import { useSyncExternalStore } from 'react'
import type { Id } from '../../kernel/id.ts'
import { type Choice, isChosen, noChoice } from './choice.ts'

/**
 * Where the cursor stands and which rows are chosen. Each row hears of itself alone, so that a key press draws two rows anew and not the
 * table.
 */
export type RowStates = {
  readonly cursor: () => Cursor | undefined
  readonly choice: () => Choice
  readonly setCursor: (cursor: Cursor | undefined) => void
  readonly setChoice: (choice: Choice) => void
  readonly range: () => Range | undefined
  readonly setRange: (range: Range) => void
  readonly subscribe: (listener: () => void) => () => void
}

export type Cursor = { readonly id: Id; readonly index: number }

/** Rows chosen one after the other: from which one to which, and what was chosen besides. */
export type Range = { readonly from: number; readonly to: number; readonly besides: Choice }

export const makeRowStates = (): RowStates => {
  let cursor: Cursor | undefined
  let choice = noChoice
  let range: Range | undefined
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    cursor: () => cursor,
    choice: () => choice,
    setCursor: (next) => {
      if (cursor?.id === next?.id && cursor?.index === next?.index) return
      cursor = next
      tell()
    },
    setChoice: (next) => {
      choice = next
      tell()
    },
    range: () => range,
    setRange: (next) => {
      range = next
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useIsCursor = (states: RowStates, id: Id): boolean => useSyncExternalStore(states.subscribe, () => states.cursor()?.id === id)

export const useIsChosen = (states: RowStates, id: Id): boolean =>
  useSyncExternalStore(states.subscribe, () => isChosen(states.choice(), id))

export const useChoice = (states: RowStates): Choice => useSyncExternalStore(states.subscribe, states.choice)
