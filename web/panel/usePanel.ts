import { type RefObject, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { hrefOf } from '../frames.ts'
import { host } from '../../hosts/here.ts'
import type { Id } from '../../kernel/id.ts'
import type { ListRows } from '../look/fields/useListKeys.ts'
import { useScreen, useWide } from '../screen.ts'
import { goBeside, goHref, leaveBeside, mayLeave, replaceHref } from '../travel.ts'
import { neighboursOf, hrefBeside, hrefOfOpened, indexIn, type OpenedRow, openedIn, openName, wordOf } from './openedRow.ts'

/** What stands beside a list, and the ways to it. */
export type Panel<R> = {
  readonly opened: OpenedRow | undefined
  /** What it was opened for, besides being looked at. */
  readonly begin: string | undefined
  readonly openFor: (row: R, begin: string) => void
  /** The rows that the list shows. */
  readonly rows: readonly R[]
  /** Its place in the list, from 1, as far as it is known. */
  readonly place: number | undefined
  readonly totalCount: number | undefined
  /** True where there are more than `totalCount`. */
  readonly hasUncounted: boolean
  /** To the next row; past the last that is there, once more have come. */
  readonly next: (() => void) | undefined
  readonly previous: (() => void) | undefined
  readonly close: () => void
  /** What the table of the list takes. */
  readonly table: {
    /** Shows a row: in the panel, or on a phone on its screen. The person who runs through a list sees the row at which they rest. */
    readonly onOpen: (row: R) => void
    readonly hrefOf: (row: R) => string
    /** The row that is open; empty where something else is. Where a key went on from it, that row follows a moment later. */
    readonly openKey: Id | undefined
    readonly onRows: (rows: ListRows<R>) => void
  }
}

const idOf = (row: unknown): Id => (row as { readonly id: Id }).id

/**
 * The person who goes on sooner, or before what they opened is drawn, runs through the list: the panel, which asks for much, shows the row where they
 * have rested so long. The person who comes from rest sees it as soon as the row itself is drawn.
 */
const restMs = 300
const drawMs = 32
/** So long after all is drawn the person who goes on still runs. */
const calmMs = 100
const idleMsAtMost = 1000

/** Once nothing is left to draw; where a browser does not tell, soon. */
const onceIdle = (action: () => void): void =>
  void ('requestIdleCallback' in window ? requestIdleCallback(action, { timeout: idleMsAtMost }) : setTimeout(action, calmMs))

/**
 * The last step: its timer, until when the next one runs, and where to as long as that is not shown, of which the state says nothing before
 * it is drawn.
 */
type LastStep = { timer: number; runsUntil: number; to: string | undefined }

/** The next step runs until all is drawn and a moment longer. */
const runUntilIdle = (lastStep: RefObject<LastStep>): void => {
  lastStep.current.runsUntil = Infinity
  onceIdle(() => {
    // Unless another step was taken meanwhile, which counts from its own moment.
    if (lastStep.current.runsUntil === Infinity) lastStep.current.runsUntil = performance.now() + calmMs
  })
}

type RowNames<R> = { readonly openedOf: (row: R) => OpenedRow; readonly keyOf: (row: R) => Id }

/** Where in the list the row stands that a word names, and which rows are next to it; a row that is gone leaves its place. */
const usePlaceInList = <R>(rows: ListRows<R> | undefined, word: string | undefined, { openedOf, keyOf }: RowNames<R>) => {
  const [was, setWas] = useState(0)
  const list = rows?.rows ?? []
  const rowIndex = word === undefined ? -1 : indexIn(list, (row) => wordOf(openedOf(row)) === word, was)
  if (rowIndex !== -1 && rowIndex !== was) setWas(rowIndex)
  const row = list[rowIndex]
  const near = neighboursOf(rowIndex, { length: list.length, hasMore: rows?.hasMore ?? false }, was)
  return { list, rowIndex, openKey: row ? keyOf(row) : '', near }
}

/** A window that became narrow, or an address from a wide one: the screen itself is shown. */
const useNarrowLeaving = (openedRow: OpenedRow | undefined, listHref: () => string): void => {
  const wide = useWide()
  const { shown } = useScreen()
  const leaveNarrow = useEffectEvent(() => {
    if (!openedRow) return
    replaceHref(listHref())
    goHref(hrefOfOpened(openedRow))
  })
  useEffect(() => {
    if (shown && !wide) leaveNarrow()
  }, [shown, wide])
}

/**
 * What a list opens stands beside it, and in the address as `open`; the rest of the address is the list's own. `keyOf`: what the list knows its
 * rows by, where that is not their id.
 */
export const usePanel = <R>(openedOf: (row: R) => OpenedRow, keyOf: (row: R) => Id = idOf): Panel<R> => {
  const wide = useWide()
  const { path, search } = useScreen()
  const { [openName]: word, ...own } = search
  const openedRow = openedIn(word)
  const [rows, onRows] = useState<ListRows<R>>()
  /** What will be open in a moment, or as soon as the row after the last has come. */
  const [nextRow, setNextRow] = useState<OpenedRow | 'next'>()
  const [begin, setBegin] = useState<string>()
  const lastStep = useRef<LastStep>({ timer: 0, runsUntil: 0, to: undefined })
  const wantedWord = nextRow === undefined || nextRow === 'next' ? word : wordOf(nextRow)
  const { list, rowIndex, openKey, near } = usePlaceInList(rows, openedRow && wantedWord, { openedOf, keyOf })

  const show = useEffectEvent(async (next: OpenedRow) => {
    setNextRow(undefined)
    lastStep.current.to = undefined
    const href = hrefBeside(path, own, next)
    if (!openedRow) goBeside(href)
    else if (wordOf(next) !== word && (await mayLeave())) replaceHref(href)
    runUntilIdle(lastStep)
  })
  /** `isPlace`: where the next step goes on from; a list keeps that itself. */
  const open = (next: OpenedRow, beginningPath?: string, isPlace = false) => {
    if (!wide) return goHref(hrefOfOpened(next, beginningPath))
    setBegin(beginningPath)
    if (openedRow && wordOf(next) === (lastStep.current.to ?? word)) return document.querySelector<HTMLElement>('aside.panel')?.focus()
    clearTimeout(lastStep.current.timer)
    if (!openedRow) return void show(next)
    if (isPlace) startTransition(() => setNextRow(next))
    const now = performance.now()
    const isRunning = now < lastStep.current.runsUntil
    const timer = window.setTimeout(() => void show(next), isRunning ? restMs : drawMs)
    lastStep.current = { timer, runsUntil: now + restMs, to: wordOf(next) }
  }
  const step = (to: number | undefined) => {
    if (to === undefined) return undefined
    const row = list[to]
    return () => {
      if (row) return open(openedOf(row), undefined, true)
      setNextRow('next')
      rows?.more()
    }
  }

  useNarrowLeaving(openedRow, () => hrefOf(path, own))
  const handleArrival = useEffectEvent(() => {
    const row = list[near.next ?? -1]
    if (nextRow === 'next' && row) void show(openedOf(row))
  })
  useEffect(() => void handleArrival(), [rows])
  useEffect(() => () => clearTimeout(lastStep.current.timer), [])

  return {
    opened: wide ? openedRow : undefined,
    begin,
    openFor: (row, beginningPath) => open(openedOf(row), beginningPath),
    rows: list,
    place: rowIndex === -1 ? undefined : rowIndex + 1,
    totalCount: rows?.totalCount,
    hasUncounted: rows?.hasUncounted === true,
    next: step(near.next),
    previous: step(near.previous),
    close: () => {
      clearTimeout(lastStep.current.timer)
      lastStep.current.to = undefined
      setNextRow(undefined)
      void leaveBeside(hrefOf(path, own))
    },
    table: {
      onOpen: (row) => open(openedOf(row)),
      hrefOf: (row) => hrefOfOpened(openedOf(row)),
      openKey: wide && openedRow ? openKey : undefined,
      onRows,
    },
  }
}

/** Opens a screen in a window of its own. */
export const openInWindow = (href: string): void => host.open(`${location.pathname}#${href}`)
