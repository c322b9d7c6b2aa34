import { type RefObject, useState } from 'react'
import { cellOfValue } from '../../../domain/records/columns.ts'
import { kindOf, optionsOf, referenceOf } from '../../../kernel/fields/kinds.ts'
import { t } from '../../words.ts'
import { nameOf } from '../../forms/names.ts'
import type { GridColumn } from './columns.ts'
import type { LineGridState } from './useLineGrid.ts'
import { learnOffer, type Offer, useOffers } from './useOffers.ts'

type TypingInput = { grid: LineGridState; column: GridColumn; sink: RefObject<HTMLTextAreaElement | null> }

/** The text typed into a cell: `was` stood there before, `isOffering` shows the offers. */
type Typing = { readonly text: string; readonly was: string; readonly isOffering: boolean }

export type CellTyping = ReturnType<typeof useTyping>

/** Typing into the cell of the cursor, and choosing for it from a list or in a window; `typing` is undefined while nothing is typed. */
export const useTyping = ({ grid, column, sink }: TypingInput) => {
  const { row } = grid.cursor.at
  const { control } = column.field
  const [typing, setTyping] = useState<Typing>()
  const isOpen = grid.isOpen(row, column)
  const field = grid.fieldIn(column.field, grid.lines[row])
  const offers = useOffers(typing && field, typing?.isOffering ? typing.text : undefined)
  const { picked, isChosen, pickBy, forget } = usePickedOffer(typing?.text, offers)

  const focusSink = () => sink.current?.focus({ preventScroll: true })
  const textNow = (): string => {
    const content = grid.contentAt(row, column.key)
    return 'unread' in content ? content.unread.text : cellOfValue(column.field, content.value, (_, id) => nameOf(id) ?? id, t)
  }
  const stop = () => setTyping(undefined)
  const { dialog, setDialog, openDialog, closeDialog } = useCellDialog(isOpen, stop, focusSink)
  const open = (isOffering = false) => {
    if (!isOpen) return
    // What is more than words is chosen in a window of its own.
    if (kindOf(control).cell === undefined || referenceOf(control)?.many) return setDialog(true)
    const text = textNow()
    setTyping({ text: isOffering || referenceOf(control) ? '' : text, was: text, isOffering: isOffering || offersAlways(column) })
    forget()
    requestAnimationFrame(() => sink.current?.select())
  }
  const choose = (offer: Offer) => {
    learnOffer(offer)
    grid.put(row, column.key, offer.content, offer.row)
    stop()
    focusSink()
  }
  /** Takes what was typed as it stands. */
  const commit = () => {
    if (typing === undefined) return
    const { text, was } = typing
    // An opened list in which nothing was chosen leaves what was there.
    const isUnchanged = text === was || (text === '' && referenceOf(control) !== undefined)
    if (isOpen && !isUnchanged) grid.type(row, column, text)
    stop()
  }
  /** Takes the offer that is meant, else what was typed. */
  const accept = () => {
    const offer = offers[picked]
    const isMeant = offer !== undefined && (typing?.text.trim() !== '' || isChosen)
    if (typing && offer && isMeant) choose(offer)
    else commit()
  }
  const type = (text: string) => {
    if (isOpen) setTyping((now) => (now ? { ...now, text } : { text, was: textNow(), isOffering: offersAlways(column) }))
  }
  const beginComposing = () => {
    if (typing === undefined && isOpen) setTyping({ text: '', was: textNow(), isOffering: offersAlways(column) })
  }
  const breakLine = () => setTyping((now) => now && { ...now, text: `${now.text}\n` })
  const toggle = () => {
    const content = grid.contentAt(row, column.key)
    if (isOpen) grid.put(row, column.key, { value: !('value' in content && content.value === true) })
  }
  return {
    typing,
    offers,
    picked,
    dialog,
    open,
    openDialog,
    closeDialog,
    stop,
    choose,
    commit,
    accept,
    pickBy,
    type,
    beginComposing,
    breakLine,
    toggle,
  }
}

/** The window that a cell is chosen for in. */
const useCellDialog = (isOpen: boolean, stop: () => void, focusSink: () => void) => {
  const [dialog, setDialog] = useState(false)
  const openDialog = () => {
    if (!isOpen) return
    stop()
    setDialog(true)
  }
  const closeDialog = () => {
    setDialog(false)
    requestAnimationFrame(focusSink)
  }
  return { dialog, setDialog, openDialog, closeDialog }
}

/** Which of the offers is taken: the first that is exact, until another one is gone to. */
const usePickedOffer = (text: string | undefined, offers: readonly Offer[]) => {
  const [chosenOffer, setChosenOffer] = useState<{ readonly text: string; readonly index: number }>()
  const firstExact = Math.max(0, offers.findIndex(({ isExact }) => isExact)) // prettier-ignore
  const isChosen = chosenOffer !== undefined && chosenOffer.text === text
  const index = isChosen ? Math.min(chosenOffer.index, offers.length - 1) : firstExact
  /** Goes to another offer; false where there is none. */
  const pickBy = (step: 1 | -1): boolean => {
    if (text === undefined || offers.length === 0) return false
    setChosenOffer({ text, index: (index + step + offers.length) % offers.length })
    return true
  }
  const forget = () => setChosenOffer(undefined)
  return { picked: index, isChosen, pickBy, forget }
}

/** What is chosen from a list shows it from the first key on. */
const offersAlways = ({ field: { control } }: GridColumn): boolean =>
  optionsOf(control) !== undefined || referenceOf(control)?.many === false
