import { type ClipboardEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { wedgeDefaults, type WedgeSettings, type WedgeState, wedgeKey, wedgeStart } from '../../../devices/wedge.ts'
import { host } from '../../../hosts/here.ts'
import { type DocumentKind, linesAtMost } from '../../../domain/documents/define.ts'
import type { RecordRow } from '../../../domain/records/operations.ts'
import type { ScannedNoun } from '../../../domain/scan/operations.ts'
import { cellOfValue } from '../../../domain/records/columns.ts'
import { calledOf } from '../../../domain/records/define.ts'
import { recordOf } from '../../../domain/records/all.ts'
import { kindOf, optionsOf, referenceOf } from '../../../kernel/fields/kinds.ts'
import { CallError } from '../../call.ts'
import { t } from '../../words.ts'
import { learnRows, nameOf } from '../../forms/names.ts'
import { quantityFieldOf } from '../../../domain/documents/lines.ts'
import { findScanned, meant } from '../../scan/find.ts'
import type { GridColumn } from './columns.ts'
import { cursorAt, type Move, moved, rangeOf } from './cursor.ts'
import type { Fault } from './faults.ts'
import { duplicated, faultAfter, filledDown, withoutContents, withoutRows } from './lines.ts'
import { readCell } from './reading.ts'
import { withScanned } from './scanned.ts'
import { learnOffer, type Offer, useOffers } from './useOffers.ts'
import { usePasting } from './usePasting.ts'
import type { LineGridState } from './useLineGrid.ts'

/** In a cell people type fast: a gun there is faster. */
const gridGun: WedgeSettings = { ...wedgeDefaults, fastMs: 35, machineMs: 35, pauseMs: 100 }

type Props = {
  kind: DocumentKind
  grid: LineGridState
  columns: readonly GridColumn[]
  faults: readonly Fault[]
  sink: RefObject<HTMLTextAreaElement | null>
  reveal: (row: number, column: number) => void
  scans: readonly ScannedNoun[]
  say: (words: string) => void
  onFull: () => void
}

export type GridEditor = ReturnType<typeof useEditing>

/** What is typed, and what the keys of the sheet do. `text` is undefined while nothing is typed into a cell. */
export const useEditing = ({ kind, grid, columns, faults, sink, reveal, scans, say, onFull }: Props) => {
  const { at } = grid.cursor
  const [typing, setTyping] = useState<{ readonly text: string; readonly was: string; readonly isOffering: boolean }>()
  const [chosen, setChosen] = useState<{ readonly text: string; readonly index: number }>()
  const [dialog, setDialog] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const composing = useRef(false)
  const wedge = useRef<WedgeState>(wedgeStart)
  const column = columns[at.column]!
  const field = grid.fieldIn(column.field, grid.lines[at.row])
  const offers = useOffers(typing && field, typing?.isOffering ? typing.text : undefined)
  const isOpen = grid.isOpen(at.row, column)
  const first = Math.max(0, offers.findIndex(({ isExact }) => isExact)) // prettier-ignore
  const picked = chosen !== undefined && chosen.text === typing?.text ? Math.min(chosen.index, offers.length - 1) : first
  const { copy, paste, isBusy } = usePasting({ kind, grid, columns, say })

  const goTo = (row: number, to: number) => {
    grid.setCursor(cursorAt(row, to))
    reveal(row, to)
  }
  const move = (way: Move, extending = false) => {
    const extent = { ...grid.extent, rows: grid.latest().length + 1 }
    const next = moved(grid.cursor, way, extent, extending)
    grid.setCursor(next)
    reveal(next.at.row, next.at.column)
  }
  const textNow = (): string => {
    const content = grid.contentAt(at.row, column.key)
    return 'unread' in content ? content.unread.text : cellOfValue(column.field, content.value, (_, id) => nameOf(id) ?? id, t)
  }
  const open = (isOffering = false) => {
    if (!isOpen) return
    const { control } = column.field
    // What is more than words is chosen in a window of its own.
    if (kindOf(control).cell === undefined || referenceOf(control)?.many) return setDialog(true)
    const text = textNow()
    setTyping({ text: isOffering || referenceOf(control) ? '' : text, was: text, isOffering: isOffering || offersAlways(column) })
    setChosen(undefined)
    requestAnimationFrame(() => sink.current?.select())
  }
  const stop = () => setTyping(undefined)
  const choose = (offer: Offer) => {
    learnOffer(offer)
    grid.put(at.row, column.key, offer.content, offer.row)
    stop()
    sink.current?.focus({ preventScroll: true })
  }
  /** Takes what was typed as it stands. */
  const commit = () => {
    if (typing === undefined) return
    const { text, was } = typing
    // An opened list in which nothing was chosen leaves what was there.
    const isLeft = text === was || (text === '' && referenceOf(column.field.control) !== undefined)
    if (isOpen && !isLeft) grid.type(at.row, column, text)
    stop()
  }
  const confirm = (way: Move) => {
    const offer = offers[picked]
    const isMeant = offer !== undefined && (typing?.text.trim() !== '' || chosen?.text === typing?.text)
    if (typing && offer && isMeant) choose(offer)
    else commit()
    move(way)
  }
  const fillDown = () => {
    const range = rangeOf(grid.cursor)
    const top = range.top === range.bottom ? Math.max(0, range.top - 1) : range.top
    grid.apply((lines) => filledDown(lines, { ...range, top }, columns))
  }
  const duplicate = () => {
    const range = rangeOf(grid.cursor)
    const count = Math.min(range.bottom, grid.latest().length - 1) - range.top + 1
    if (count < 1) return
    grid.apply((lines) => duplicated(lines, range))
    grid.setCursor(({ at: to, from }) => ({ at: { ...to, row: to.row + count }, from: { ...from, row: from.row + count } }))
  }
  const removeRows = () => {
    const range = rangeOf(grid.cursor)
    grid.apply((lines) => withoutRows(lines, range))
    grid.setCursor(cursorAt(range.top, at.column))
  }
  const toFault = (back: boolean) => {
    const next = faultAfter(faults, at, back)
    if (next) goTo(next.row, next.column)
    sink.current?.focus({ preventScroll: true })
  }
  const take = (row: RecordRow) => {
    const noun = scans[0]
    if (noun === undefined) return
    learnRows(noun, [row])
    const { lines, row: to, did } = withScanned(kind, grid.latest(), row)
    if (lines.length > linesAtMost) return onFull()
    if (did !== 'known') grid.apply(() => lines)
    const name = calledOf(recordOf(noun), row)
    const quantity = quantityFieldOf(kind)
    if (did === 'known') say(t('{name}已在第 {line} 行，没有重复添加', { name, line: to + 1 }))
    else if (did === 'added') say(t('已添加{name}', { name }))
    else say(t('{name}：第 {line} 行现在是 {count}', { name, line: to + 1, count: String(lines[to]?.values[quantity ?? ''] ?? '') }))
    goTo(to, at.column)
  }
  const scan = async (text: string) => {
    stop()
    try {
      const found = await meant(await findScanned({ text, way: 'wedge', atMs: performance.now() }, scans))
      host.signal(typeof found === 'string' ? 'error' : 'hit')
      if (typeof found === 'string') say(found)
      else if (found) take(found.row)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      say(error.message)
    }
  }
  const pasteText = async (text: string) => {
    if (isBusy) return
    const written = await paste(text, rangeOf(grid.cursor))
    if (!written) return
    goTo(written.row, 0)
    sink.current?.focus({ preventScroll: true })
  }

  /** A gun types like a machine; what is a value of the cell and short was typed by a quick hand. */
  const isScan = (text: string): boolean => {
    if (scans.length === 0) return false
    if (referenceOf(column.field.control) || column.field.control.type === 'text') return true
    return text.length >= 8 || 'unread' in readCell(column.field, text)
  }

  const onTypingKey = (event: KeyboardEvent): boolean => {
    const { key, shiftKey, altKey } = event
    if (key === 'Escape') stop()
    else if (key === 'Tab') confirm(shiftKey ? 'previous' : 'next')
    else if (key === 'Enter' && !altKey) confirm(shiftKey ? 'up' : 'down')
    else if (key === 'Enter') setTyping((now) => now && { ...now, text: `${now.text}\n` })
    else if ((key === 'ArrowDown' || key === 'ArrowUp') && offers.length > 0) {
      const step = key === 'ArrowDown' ? 1 : offers.length - 1
      setChosen({ text: typing!.text, index: (picked + step) % offers.length })
    } else if (key === 'F4') openDialog()
    else return false
    return true
  }

  const onKey = (event: KeyboardEvent): boolean => {
    const { key, shiftKey, altKey } = event
    const withControl = event.ctrlKey || event.metaKey
    const isLastOfAll = at.row === grid.lines.length && at.column === columns.length - 1
    // Out of the sheet at its ends, as out of any other control.
    if (key === 'Tab' && (shiftKey ? at.row === 0 && at.column === 0 : isLastOfAll)) return false
    if (altKey && (key === 'ArrowDown' || key === 'ArrowUp')) open(true)
    else if (withControl && key.toLowerCase() === 'z') (shiftKey ? grid.redo : grid.undo)()
    else if (withControl && key.toLowerCase() === 'y') grid.redo()
    else if (withControl && key.toLowerCase() === 'd') (shiftKey ? duplicate : fillDown)()
    else if (withControl && key.toLowerCase() === 'a')
      grid.setCursor({ at: { row: Math.max(0, grid.lines.length - 1), column: columns.length - 1 }, from: { row: 0, column: 0 } })
    else if (withControl && (key === 'Delete' || key === 'Backspace')) removeRows()
    else if (key === 'Delete' || key === 'Backspace') grid.apply((lines) => withoutContents(lines, rangeOf(grid.cursor), columns))
    else if (key === 'F2') open()
    else if (key === 'F4') openDialog()
    else if (key === 'F8') toFault(shiftKey)
    else if (key === 'Escape') grid.setCursor(cursorAt(at.row, at.column))
    else if (key === ' ' && kindOf(column.field.control).isNeverOpen) toggle()
    else {
      const way = wayOf(event, withControl)
      if (!way) return false
      move(way, shiftKey && key !== 'Enter' && key !== 'Tab')
    }
    return true
  }
  const toggle = () => {
    const content = grid.contentAt(at.row, column.key)
    if (isOpen) grid.put(at.row, column.key, { value: !('value' in content && content.value === true) })
  }
  const openDialog = () => {
    if (!isOpen) return
    stop()
    setDialog(true)
  }

  return {
    ...{ text: typing?.text, isOffering: typing?.isOffering === true, offers, picked, hasFocus, dialog },
    ...{ commit, choose, open, openDialog, fillDown, duplicate, removeRows, toFault, take },
    closeDialog: () => {
      setDialog(false)
      requestAnimationFrame(() => sink.current?.focus({ preventScroll: true }))
    },
    events: {
      onFocus: () => setFocus(true),
      onBlur: () => {
        setFocus(false)
        commit()
      },
      onCompositionStart: () => {
        composing.current = true
        if (typing === undefined && isOpen) setTyping({ text: '', was: textNow(), isOffering: offersAlways(column) })
      },
      onCompositionEnd: () => {
        composing.current = false
      },
      onChange: (event: { currentTarget: HTMLTextAreaElement }) => {
        const text = event.currentTarget.value
        if (!isOpen) return
        setTyping((now) => (now ? { ...now, text } : { text, was: textNow(), isOffering: offersAlways(column) }))
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.nativeEvent.isComposing || composing.current) return
        const { state, scan: read } = wedgeKey(wedge.current, { key: event.key, atMs: event.timeStamp, isInField: true }, gridGun)
        wedge.current = state
        if (read !== undefined && isScan(read)) {
          event.preventDefault()
          void scan(read)
        } else if (typing === undefined ? onKey(event) : onTypingKey(event)) event.preventDefault()
      },
      onCopy: (event: ClipboardEvent) => {
        if (typing === undefined) toClipboard(event, copy(rangeOf(grid.cursor)))
      },
      onCut: (event: ClipboardEvent) => {
        if (typing !== undefined) return
        toClipboard(event, copy(rangeOf(grid.cursor)))
        grid.apply((lines) => withoutContents(lines, rangeOf(grid.cursor), columns))
      },
      onPaste: (event: ClipboardEvent) => {
        if (typing !== undefined) return
        event.preventDefault()
        void pasteText(event.clipboardData.getData('text/plain'))
      },
    },
  }
}

const toClipboard = (event: ClipboardEvent, text: string): void => {
  event.preventDefault()
  event.clipboardData.setData('text/plain', text)
}

/** What is chosen from a list shows it from the first key on. */
const offersAlways = ({ field: { control } }: GridColumn): boolean =>
  optionsOf(control) !== undefined || (referenceOf(control) !== undefined && !referenceOf(control)!.many)

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
