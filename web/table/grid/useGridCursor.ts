import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Id } from '../../../kernel/id.ts'
import type { RowStates } from '../rowStates.ts'

export const headHeightPx = 36
/** So long what is open may stay behind the cursor. */
const followedMs = 1000

type CursorInput = {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly ids: readonly Id[]
  readonly states: RowStates
  readonly rowHeightPx: number
  /** Tells one question from another. */
  readonly question: string | undefined
  readonly openKey: string | undefined
}

/** The row at which keys act: where it stands, and the ways to another. */
export type GridCursor = {
  readonly goTo: (index: number) => void
  /** -1 where there is no cursor. */
  readonly index: () => number
  /** The first row that is seen. */
  readonly firstSeen: () => number
  /** A key has gone on: what is open follows. */
  readonly goOn: () => void
}

export const useGridCursor = ({ scroller, ids, states, rowHeightPx, question, openKey }: CursorInput): GridCursor => {
  const lastQuestion = useRef(question)
  useLayoutEffect(() => {
    if (lastQuestion.current === question) return
    lastQuestion.current = question
    scroller.current?.scrollTo({ top: 0 })
    states.setCursor(undefined)
  }, [question, states, scroller])

  const goTo = (index: number) => {
    const rowIndex = Math.min(ids.length - 1, Math.max(0, index))
    const id = ids[rowIndex]
    const element = scroller.current
    if (id === undefined || !element) return
    states.setCursor({ id, index: rowIndex })
    const top = rowIndex * rowHeightPx
    if (top < element.scrollTop) element.scrollTo({ top })
    const bottom = top + rowHeightPx + headHeightPx - element.clientHeight
    if (bottom > element.scrollTop) element.scrollTo({ top: bottom })
  }
  /** Rows that came before it since may have moved the one at the cursor. */
  const cursorIndex = (): number => {
    const cursor = states.cursor()
    if (!cursor) return -1
    return ids[cursor.index] === cursor.id ? cursor.index : ids.indexOf(cursor.id)
  }
  const wentOnAt = useRef(-Infinity)
  /** The cursor stands at what is open, however that was opened. */
  const goToOpen = useEffectEvent(() => {
    // Where a key has gone on meanwhile, what it went to will be open in a moment.
    const isFollowed = performance.now() - wentOnAt.current < followedMs
    if (openKey && !isFollowed && states.cursor()?.id !== openKey && ids.includes(openKey)) goTo(ids.indexOf(openKey))
  })
  /** Where its row went out of the list, the cursor stands at the one that came after. */
  const keepCursor = useEffectEvent(() => {
    const cursor = states.cursor()
    if (cursor && ids.length > 0 && !ids.includes(cursor.id)) goTo(cursor.index)
  })
  useEffect(() => {
    if (ids.length > 0) keepCursor()
  }, [ids])
  const isThere = ids.length > 0
  useEffect(() => {
    if (openKey && isThere) goToOpen()
  }, [openKey, isThere])

  return {
    goTo,
    index: cursorIndex,
    firstSeen: () => Math.ceil((scroller.current?.scrollTop ?? 0) / rowHeightPx),
    goOn: () => {
      wentOnAt.current = performance.now()
    },
  }
}
