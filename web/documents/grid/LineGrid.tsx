import { Plus } from 'lucide-react'
import { type CSSProperties, type ReactNode, useCallback, useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import type { Field } from '../../../kernel/field.ts'
import { idsIn, referenceOf } from '../../../kernel/fields/kinds.ts'
import { loadLater } from '../../look/loadLater.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { t } from '../../words.ts'
import type { FormLine } from '../documentForm.ts'
import { FieldControl } from '../../forms/FieldControl.tsx'
import { learnRows } from '../../forms/names.ts'
import { ReferencePicker } from '../../forms/ReferencePicker.tsx'
import { type GridColumn, widthsIn } from './columns.ts'
import { cursorAt, isOne, type Range, rangeOf } from './cursor.ts'
import { CellLayer } from './CellLayer.tsx'
import { faultsIn, wrongByRow } from './faults.ts'
import { GridBar } from './GridBar.tsx'
import { GridHead, GridTotals } from './GridEnds.tsx'
import { GridRows } from './GridRows.tsx'
import type { Lines } from './lines.ts'
import type { LineSheet, LineStore } from './sheet.ts'
import { useEditing } from './useEditing.ts'
import { type LineGridState, useLineGrid } from './useLineGrid.ts'
import { usePointer } from './usePointer.ts'
import { headPx, numberPx, rowPx, useRoom } from './useRoom.ts'
import './grid.css'

type Props = {
  sheet: LineSheet
  columns: readonly GridColumn[]
  lines: Lines
  store: LineStore
  problems: ReadonlyMap<string, string>
  /** What stands at both ends of the line of actions: how many lines there are, and how lines are added. */
  heading: ReactNode
  ways?: ReactNode
  /** Facts about the line of the cursor, below the grid. */
  facts?: (line: FormLine, isTyping: boolean) => ReactNode
}

/** The lines of a form as a sheet: typed into, pasted, filled down and scanned, worked by the keyboard alone. */
export const LineGrid = ({ sheet, columns, lines, store, problems, heading, ways, facts }: Props) => {
  const gridId = useId()
  const isPriced = sheet.amountOf !== undefined && columns.some(({ field }) => field.control.type === 'money')
  const [spokenText, setSpokenText] = useState('')
  const onFull = useCallback(() => setSpokenText(sheet.fullWords()), [sheet])
  const grid = useLineGrid({ sheet, lines, columns, store, onFull })
  const { cursor, extent, drawn } = grid
  const reckoned = useDeferredValue(drawn)
  const range = rangeOf(cursor)
  const { scroller, widthPx, scrolled, reveal: show } = useRoom()
  const room = useColumnRoom(columns, widthPx, isPriced)
  const wrong = useMemo(() => wrongByRow(problems, sheet.path), [problems, sheet.path])
  const faults = useMemo(() => faultsIn(lines, columns, wrong), [lines, columns, wrong])
  const sink = useRef<HTMLTextAreaElement>(null)
  const reveal = (row: number, column: number) => show(row, room.leftOf(column), room.widthOf(column))
  const scans = sheet.scanning?.nouns ?? []
  const editing = useEditing({ sheet, grid, columns, faults, sink, reveal, say: setSpokenText, onFull })
  // Facts stay when the focus leaves: what is pressed below them must not move away under the press.
  const [isUsed, setUsed] = useState(false)
  if (editing.hasFocus && !isUsed) setUsed(true)
  const pointer = usePointer({ grid, columns, editing, focus: () => sink.current?.focus({ preventScroll: true }), reveal })
  const [isScanning, setScanning] = useState(false)
  const line = lines[cursor.at.row]
  const column = columns[cursor.at.column]
  if (!column) return null
  const field = grid.fieldIn(column.field, line)
  const chosenRows = range.top < lines.length ? Math.min(range.bottom, lines.length - 1) - range.top + 1 : 0

  return (
    <>
      <GridBar
        heading={heading}
        ways={ways}
        faultCount={faults.length}
        onFault={() => editing.toFault(false)}
        said={spokenText}
        chosenCount={chosenRows}
        onFill={range.bottom > range.top ? editing.fillDown : undefined}
        onDuplicate={sheet.hasFreeRows ? editing.duplicate : undefined}
        onRemove={sheet.hasFreeRows ? editing.removeRows : undefined}
        onUndo={grid.undo}
        onScan={scans.length > 0 && !scans.includes('asset') ? () => setScanning(true) : undefined}
      />
      <div ref={scroller} className="line-grid" onScroll={scrolled} style={room.tracks}>
        <div className="line-grid-rows" style={{ width: room.fullPx }}>
          <div
            id={gridId}
            role="grid"
            aria-label={t('明细')}
            aria-multiselectable
            aria-rowcount={extent.rows + 2}
            aria-colcount={columns.length + 1 + (isPriced ? 1 : 0)}
            {...pointer.events}
          >
            <GridHead columns={columns} isPriced={isPriced} />
            <GridRows {...{ gridId, scroller, sheet, columns, wrong, isPriced }} lines={drawn} {...(editing.hasFocus ? range : noRange)} />
            <GridTotals sheet={sheet} lines={reckoned} columns={columns} isPriced={isPriced} />
          </div>
          <CellLayer
            {...{ gridId, sink, editing, column, field }}
            cellId={`${gridId}-${cursor.at.row}-${cursor.at.column}`}
            label={cellLabel(grid, column)}
            words={faults.find(({ row, column: at }) => row === cursor.at.row && at === cursor.at.column)?.words}
            cell={room.boxOf(rangeOf(cursorAt(cursor.at.row, cursor.at.column)))}
            range={room.boxOf(range)}
            isOne={isOne(range)}
            onHandle={pointer.onHandle}
          />
        </div>
      </div>
      {sheet.addWords !== undefined && <AddRowButton words={sheet.addWords} onPress={editing.addRow} />}
      {line && isUsed && facts?.(line, editing.text !== undefined)}
      {editing.dialog && <CellDialog grid={grid} column={column} field={field} onClose={editing.closeDialog} />}
      <Sheet open={isScanning} onClose={() => setScanning(false)} title={t('扫一扫')} tall>
        {isScanning && <ThingScan wants={scans} onFound={({ row }) => editing.take(row)} />}
      </Sheet>
    </>
  )
}

const AddRowButton = ({ words, onPress }: { words: string; onPress: () => void }) => (
  <button
    type="button"
    onClick={onPress}
    className="mt-1 inline-flex h-9 items-center gap-1.5 rounded-full px-3 text-small font-medium text-accent-strong hover:bg-accent-soft"
  >
    <Plus size={16} aria-hidden />
    {words}
  </button>
)

const cellLabel = ({ cursor }: LineGridState, { field }: GridColumn): string =>
  t('第 {row} 行，{label}', { row: cursor.at.row + 1, label: t(field.label) })

/** Where columns stand in so much room, in pixels. */
const useColumnRoom = (columns: readonly GridColumn[], widthPx: number, isPriced: boolean) => {
  const endPx = isPriced ? amountPx : 0
  const widths = useMemo(() => widthsIn(columns, widthPx - numberPx - endPx), [columns, widthPx, endPx])
  const lefts = widths.map((_, index) => numberPx + widths.slice(0, index).reduce((all, width) => all + width, 0))
  const leftOf = (column: number) => lefts[column] ?? 0
  const widthOf = (column: number) => widths[column] ?? 0
  const tracks = [numberPx, ...widths, ...(isPriced ? [amountPx] : [])].map((width) => `${width}px`).join(' ')
  return {
    leftOf,
    widthOf,
    tracks: styleVariables({ '--tracks': tracks }),
    fullPx: numberPx + widths.reduce((all, width) => all + width, 0) + endPx,
    boxOf: ({ top, bottom, left, right }: Range) => ({
      left: leftOf(left),
      top: headPx + top * rowPx,
      width: leftOf(right) + widthOf(right) - leftOf(left),
      height: (bottom - top + 1) * rowPx,
    }),
  }
}

/** Variables of a style, which React passes on by their names. */
const styleVariables = (variables: Readonly<Record<`--${string}`, string>>): CSSProperties => variables

type CellDialogProps = { grid: LineGridState; column: GridColumn; field: Field; onClose: () => void }

/** A window for a value of more than words, or for a choice from all records. */
const CellDialog = ({ grid, column, field, onClose }: CellDialogProps) => {
  const { key } = column
  const { row } = grid.cursor.at
  const value = grid.lines[row]?.values[key]
  const reference = referenceOf(field.control)
  if (!reference)
    return (
      <Sheet open onClose={onClose} title={cellLabel(grid, column)}>
        <FieldControl field={field} value={value} onChange={(next) => grid.put(row, key, { value: next })} />
      </Sheet>
    )
  const { to, filter, many } = reference
  return (
    <ReferencePicker
      open
      onClose={onClose}
      noun={to}
      filter={filter}
      many={many}
      title={t('选择{label}', { label: t(field.label) })}
      chosen={idsIn(field.control, value)}
      onChoose={(ids, rows) => {
        learnRows(to, rows)
        grid.put(row, key, { value: many ? ids : ids[0] }, rows.at(-1))
      }}
    />
  )
}

const amountPx = 128

const noRange = { top: -1, bottom: -1, left: -1, right: -1 }

const ThingScan = loadLater(() => import('../../scan/ThingScan.tsx'))
