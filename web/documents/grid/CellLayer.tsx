import { type CSSProperties, type RefObject, useRef, type PointerEvent } from 'react'
import type { Field } from '../../../kernel/field.ts'
import { referenceOf } from '../../../kernel/fields/kinds.ts'
import type { GridColumn } from './columns.ts'
import { Offers } from './Offers.tsx'
import type { GridEditor } from './useEditing.ts'

type Props = {
  gridId: string
  cellId: string
  sink: RefObject<HTMLTextAreaElement | null>
  editing: GridEditor
  column: GridColumn
  field: Field
  label: string
  /** What is wrong at the cell. */
  words: string | undefined
  cell: CSSProperties
  range: CSSProperties
  isOne: boolean
  onHandle: (event: PointerEvent) => void
}

/**
 * What lies over the cells: the frame of the range, and one input that always has the focus and stands where the cursor is. It is seen while a
 * cell is typed into; a method of writing Chinese begins in it with the first key.
 */
export const CellLayer = ({ gridId, cellId, sink, editing, column, field, label, words, cell, range, isOne, onHandle }: Props) => {
  const anchor = useRef<HTMLDivElement>(null)
  const { text, offers, picked } = editing
  const isTyping = text !== undefined
  const control = column.field.control
  const isTall = isTyping && control.type === 'text' && control.lines > 1
  const idle = editing.hasFocus ? '' : 'line-grid-idle'
  const listId = `${gridId}-offers`
  const offerId = offers.length > 0 ? `${listId}-${picked}` : undefined
  // A grid without the focus has no active cell, and may not have drawn the cell yet.
  const activeCellId = editing.hasFocus ? cellId : undefined
  const activeId = isTyping ? offerId : activeCellId
  return (
    <>
      {!isOne && editing.hasFocus && <div className="line-grid-layer" style={range} />}
      <div
        ref={anchor}
        className={`line-grid-layer ${idle}`}
        style={cell}
        data-editing={isTyping ? '' : undefined}
        data-tall={isTall ? '' : undefined}
      >
        <textarea
          ref={sink}
          className={`line-grid-input ${column.isEnd ? 'text-right' : ''}`}
          rows={1}
          value={text ?? ''}
          spellCheck={false}
          autoComplete="off"
          aria-label={label}
          aria-describedby={words === undefined ? undefined : `${gridId}-words`}
          aria-invalid={words === undefined ? undefined : true}
          aria-controls={isTyping && offers.length > 0 ? listId : gridId}
          aria-activedescendant={activeId}
          {...editing.events}
        />
        {words !== undefined && !isTyping && editing.hasFocus && (
          <div id={`${gridId}-words`} className="line-grid-words">
            {words}
          </div>
        )}
      </div>
      {editing.hasFocus && !isTyping && (
        <div className="line-grid-corner" style={range}>
          <div className="line-grid-handle" onPointerDown={onHandle} aria-hidden />
        </div>
      )}
      {isTyping && (offers.length > 0 || referenceOf(field.control) !== undefined) && editing.isOffering && (
        <Offers
          id={listId}
          offers={offers}
          picked={picked}
          anchor={anchor}
          onMore={referenceOf(field.control) ? editing.openDialog : undefined}
          onChoose={(offer) => editing.choose(offer)}
        />
      )}
    </>
  )
}
