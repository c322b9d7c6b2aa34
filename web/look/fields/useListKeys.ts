import { type MouseEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Pages } from '../../pages.ts'
import { useScreen, useWide } from '../../screen.ts'
import { isIdle, isTyping, liesOver, openAside, stepOf } from '../../table/rowKeys.ts'

/** What stands beside a list on a wide window, as far as the list has to do with it. */
export type ListBeside<R> = {
  readonly onOpen: (row: R) => void
  readonly hrefOf: (row: R) => string
  /** The row that is open; empty where something else is. */
  readonly openKey: string | undefined
  readonly onRows: (rows: ListRows<R>) => void
}

/** The rows of a list, and the way to more. */
export type ListRows<R> = Pick<Pages<R>, 'rows' | 'totalCount' | 'hasUncounted' | 'hasMore' | 'more'>
type ListKeyOptions<R> = {
  pages: ListRows<R>
  keyOf: (row: R) => string
  beside: ListBeside<R> | undefined
  onOpen: ((row: R) => void) | undefined
  scroller: RefObject<HTMLElement | null>
  scrollTo: (index: number) => void
}

/**
 * Goes through the rows of a list that opens them beside itself: keys move the focus, and what is open goes with it. The person who closes that is back
 * at its row; held with Ctrl, Shift or Cmd a press opens a window of its own. Answers what the rows hear.
 */
export const useListKeys = <R>({ pages, keyOf, beside, onOpen = beside?.onOpen, scroller, scrollTo }: ListKeyOptions<R>) => {
  const wide = useWide()
  const { shown } = useScreen()
  const { rows } = pages
  const openKey = beside?.openKey
  const openAt = openKey ? rows.findIndex((row) => keyOf(row) === openKey) : -1
  /** Where the last key went: the focus, and what is open, follow a moment later. */
  const lastMove = useRef({ to: -1, at: -Infinity })

  const tellRows = useEffectEvent(() => beside?.onRows(pages))
  useEffect(() => {
    // What was decided may be gone, and another stands in its place.
    lastMove.current.at = -Infinity
    if (rows) tellRows()
  }, [rows])

  const focus = (index: number) => {
    scrollTo(index)
    requestAnimationFrame(() => {
      const row = scroller.current?.querySelector(`[data-index="${index}"]`)
      if (row) pressedIn(row)?.focus({ preventScroll: true })
    })
  }
  const lastPlace = useOpenPlace(openKey, openAt, (place) => focus(Math.min(place, rows.length - 1)))

  const indexOf = (target: Element): number => {
    const rowElement = scroller.current?.contains(target) && target.closest<HTMLElement>('[data-index]')?.dataset['index']
    return rowElement ? Number(rowElement) : -1
  }
  const press = (event: KeyboardEvent) => {
    const { target } = event
    if (!beside || !(target instanceof HTMLElement) || isElsewhere(event, target)) return
    const focusedIndex = indexOf(target)
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'Enter' || !rows[focusedIndex]) return
      event.preventDefault()
      openAside(beside.hrefOf(rows[focusedIndex]))
      return
    }
    const inside = focusedIndex !== -1 || isIdle(target)
    const step = stepOf(event.key, { page: 0, rows: 0, inside })
    if (!step || rows.length === 0) return
    event.preventDefault()
    const previousIndex = step > 0 ? lastPlace.current - 1 : lastPlace.current
    const openIndex = openAt === -1 ? previousIndex : openAt
    const currentIndex = openKey === undefined ? focusedIndex : openIndex
    const now = performance.now()
    const from = now - lastMove.current.at < soonMs ? lastMove.current.to : currentIndex
    const to = from === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, from + step))
    lastMove.current = { to, at: now }
    const next = rows[to]
    if (openKey !== undefined && next) onOpen?.(next)
    if (inside || openKey === undefined) focus(to)
    else scrollTo(to)
  }
  useDocumentKeys(wide && shown && beside !== undefined, press)

  const aside = (event: MouseEvent, wants: boolean) => {
    const row = wants && wide ? pressedRow(rows, event) : undefined
    if (!row || !beside) return
    event.preventDefault()
    event.stopPropagation()
    openAside(beside.hrefOf(row))
  }
  return {
    onClickCapture: (event: MouseEvent) => {
      lastMove.current.at = -Infinity
      aside(event, event.ctrlKey || event.metaKey || event.shiftKey)
    },
    onAuxClick: (event: MouseEvent) => aside(event, event.button === 1),
  }
}

/** Until then the next key goes on from where the last one went. */
const soonMs = 1000

/** What of a row is pressed to open it: what says so, or the first that can be. */
const pressedIn = (row: Element): HTMLElement | null => row.querySelector('[data-opens]') ?? row.querySelector('button, a, [tabindex="0"]')

/** A press on the row itself, not on what stands in it besides. */
const pressedRow = <R>(rows: readonly R[], { target }: MouseEvent): R | undefined => {
  const row = target instanceof Element ? target.closest('[data-index]') : null
  const pressedElement = row && pressedIn(row)
  if (!row || !(target instanceof Element) || !pressedElement?.contains(target)) return undefined
  return rows[Number(row.getAttribute('data-index'))]
}

/** Whether a key is not for a list: taken by something else, typed into a field, or pressed in what lies over the list. */
const isElsewhere = (event: KeyboardEvent, target: HTMLElement): boolean =>
  event.defaultPrevented || event.altKey || event.shiftKey || isTyping(target) || liesOver(target)

const useDocumentKeys = (isActive: boolean, onKey: (event: KeyboardEvent) => void): void => {
  const key = useEffectEvent(onKey)
  useEffect(() => {
    if (!isActive) return
    const onKeyDown = (event: KeyboardEvent) => key(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isActive])
}

/** Where the row stood that was open last; `onClose` is told of it when the row is closed. */
const useOpenPlace = (openKey: string | undefined, openAt: number, onClose: (place: number) => void): RefObject<number> => {
  const place = useRef(0)
  const wasOpen = useRef(openKey !== undefined)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (openAt !== -1) place.current = openAt
    if (wasOpen.current && openKey === undefined) close(place.current)
    wasOpen.current = openKey !== undefined
  }, [openKey, openAt])
  return place
}
