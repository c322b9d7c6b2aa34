import type { MouseEvent, RefObject } from 'react'
import type { Row } from '../row.ts'
import type { RowChoice } from './rowChoice.ts'
import { openAside } from '../rowKeys.ts'
import type { RowStates } from '../rowStates.ts'

type PressContext<R extends Row> = {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rows: readonly R[]
  readonly states: RowStates
  readonly choice: RowChoice
  readonly onOpen: (row: R) => void
  readonly hrefOf: ((row: R) => string) | undefined
}

/** What presses on rows do. */
export const useGridPresses = <R extends Row>({ scroller, rows, states, choice, onOpen, hrefOf }: PressContext<R>) => {
  const pressedAt = ({ target }: MouseEvent) => {
    if (!(target instanceof Element)) return undefined
    const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? NaN)
    const row = rows[index]
    return row && { target, index, row }
  }
  return {
    onClick: (event: MouseEvent) => {
      const pressedCell = pressedAt(event)
      if (!pressedCell) return
      const { target, index, row } = pressedCell
      states.setCursor({ id: row.id, index })
      if (target.closest('[data-check]')) {
        if (event.shiftKey) choice.extend(states.range()?.to ?? index, index)
        else choice.toggle(index)
        return
      }
      const link = target.closest('a')
      if (target.closest('button') || (link && !link.hasAttribute('data-name'))) return
      const wantsAside = event.ctrlKey || event.metaKey || event.shiftKey
      if (link && wantsAside) return
      event.preventDefault()
      if (getSelection()?.isCollapsed === false) return
      if (wantsAside && hrefOf) openAside(hrefOf(row))
      else onOpen(row)
    },
    onAuxClick: (event: MouseEvent) => {
      const pressedCell = pressedAt(event)
      if (event.button === 1 && pressedCell && hrefOf && !pressedCell.target.closest('a')) openAside(hrefOf(pressedCell.row))
    },
    onMouseDown: (event: MouseEvent) => {
      const isOnCheck = event.target instanceof Element && event.target.closest('[data-check]') !== null
      if (!isOnCheck && !event.shiftKey) return
      event.preventDefault()
      scroller.current?.focus({ preventScroll: true })
    },
  }
}
