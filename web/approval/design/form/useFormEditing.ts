import { type RefObject, useState } from 'react'
import {
  besideRemoved,
  blankItem,
  contentOf,
  copyItem,
  type EditResult,
  insertItem,
  type ItemKind,
  moveItem,
  removeItem,
  type Spot,
  spotBehind,
  stepItem,
} from '../../../../domain/approval/design/formEdit.ts'
import type { FormDesign, FormItem } from '../../../../domain/approval/form/formDesign.ts'
import { t } from '../../../words.ts'
import { isTyping, pressStep, useKeys } from '../keys.ts'
import type { CanvasActions } from './Canvas.tsx'
import { type Drag, useDrag } from './drag.ts'
import { kindLooks } from './kindLook.ts'
import type { FormDraft } from './useFormDraft.ts'

/** A form in the hands of a person: what is chosen in it, what is dragged, and every way to change it. */
export type FormEditing = {
  readonly design: FormDesign
  /** Path of the item whose settings are shown. */
  readonly selected: string | undefined
  /** Chooses an item and brings it into view. */
  readonly select: (path: string | undefined) => void
  /** `merging` names an edit that goes on, as typing does. */
  readonly change: (design: FormDesign, mergeKey?: string) => void
  readonly apply: (result: EditResult) => void
  /** Adds behind what is chosen. */
  readonly add: (kind: ItemKind) => void
  readonly remove: (path: string) => void
  readonly actions: CanvasActions
  readonly drag: Drag | undefined
}

/** Where the form is drawn, and what scrolls it. */
type Drawn = { readonly frame: RefObject<HTMLDivElement | null>; readonly scroller: RefObject<HTMLDivElement | null> }

/** `onSettings` shows or hides the settings where they do not stand beside; `keys` is false while something lies over the form. */
export const useFormEditing = (
  draft: FormDraft,
  { frame, scroller }: Drawn,
  onSettings: (isShown: boolean) => void,
  keys: boolean,
): FormEditing => {
  const { design } = draft.content
  const [selected, setSelected] = useState<string>()
  const change = (next: FormDesign, mergeKey?: string) => draft.edit({ ...draft.content, design: next }, mergeKey)
  const select = (path: string | undefined) => {
    setSelected(path)
    if (path === undefined) return
    const find = () => frame.current?.querySelector(`[data-path="${path}"]`)
    requestAnimationFrame(() => find()?.scrollIntoView({ block: 'nearest', behavior: 'smooth' }))
  }
  const apply = ({ design: next, path }: EditResult) => {
    change(next)
    select(path)
  }
  const insert = (kind: ItemKind, spot: Spot) => apply(insertItem(design, spot, newItem(kind)))
  const remove = (path: string) => {
    change(removeItem(design, path))
    setSelected(besideRemoved(design, path))
    onSettings(false)
  }
  const { drag, grab } = useDrag(design, frame, scroller, (what, spot) =>
    'path' in what ? apply(moveItem(design, what.path, spot)) : insert(what.kind, spot),
  )
  useKeys((event, target) => {
    if (isTyping(target)) return false
    if (pressStep(event, draft)) return true
    if (selected === undefined || !keys) return false
    if (event.key === 'Delete' || event.key === 'Backspace') remove(selected)
    else if (event.key === 'Escape') setSelected(undefined)
    else if (event.altKey && event.key === 'ArrowUp') apply(stepItem(design, selected, -1))
    else if (event.altKey && event.key === 'ArrowDown') apply(stepItem(design, selected, 1))
    else return false
    return true
  })
  return {
    design,
    selected,
    select,
    change,
    apply,
    add: (kind) => {
      insert(kind, spotBehind(design, selected, newItem(kind).t))
      onSettings(true)
    },
    remove,
    actions: {
      onSelect: (path) => {
        setSelected(path)
        onSettings(true)
      },
      onGrab: grab,
      onStep: (path, step) => apply(stepItem(design, path, step)),
      onCopy: (path) => apply(copyItem(design, path)),
      onRemove: remove,
      onAddColumn: (table, kind) => {
        insert(kind, { within: table, index: contentOf(design, table).length })
        onSettings(true)
      },
    },
    drag,
  }
}

const newItem = (kind: ItemKind): FormItem =>
  blankItem(kind, { label: t(kindLooks[kind].title), option: (n) => t('选项{n}', { n }), column: t('名称') })
