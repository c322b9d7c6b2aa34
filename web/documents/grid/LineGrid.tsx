import { type ReactNode, useCallback, useDeferredValue, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { type DocumentKind, linesAtMost } from '../../../domain/documents/define.ts'
import { referenceOf } from '../../../kernel/fields/kinds.ts'
import type { Id } from '../../../kernel/id.ts'
import { loadLater } from '../../look/later.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { t } from '../../words.ts'
import type { DocumentForm, Values } from '../documentForm.ts'
import { FieldControl } from '../../forms/FieldControl.tsx'
import type { Ahead } from '../filling/useFilling.ts'
import type { FieldAccess } from '../LineEditor.tsx'
import { learnRows } from '../../forms/names.ts'
import { ReferencePicker } from '../../forms/ReferencePicker.tsx'
import { gridColumns, isPriced as isPricedKind, shownFields, widthsIn } from './columns.ts'
import { isOne, rangeOf } from './cursor.ts'
import { CellLayer } from './CellLayer.tsx'
import { faultsIn, wrongByRow } from './faults.ts'
import { GridBar } from './GridBar.tsx'
import { GridHead, GridTotals } from './GridEnds.tsx'
import { GridRows } from './GridRows.tsx'
import { LineFacts } from './LineFacts.tsx'
import { scannedInto } from './scanned.ts'
import { useEditing } from './useEditing.ts'
import { useLineGrid } from './useLineGrid.ts'
import { usePointer } from './usePointer.ts'
import { headPx, numberPx, rowPx, useRoom } from './useRoom.ts'
import './grid.css'

type Props = {
  kind: DocumentKind
  header: Values
  ahead: Ahead<DocumentForm>
  problems: ReadonlyMap<string, string>
  access: FieldAccess
  /** What stands at both ends of the line of actions: how many lines there are, and how lines are added. */
  heading: ReactNode
  ways: ReactNode
}

/** The lines of a document as a sheet: typed into, pasted, filled down and scanned, worked by the keyboard alone. */
export default function LineGrid({ kind, header, ahead, problems, access, heading, ways }: Props) {
  const lines = useSyncExternalStore(ahead.subscribe, () => ahead.now().lines)
  const reckoned = useDeferredValue(lines)
  const gridId = useId()
  const shown = useMemo(() => shownFields(kind, lines, access), [kind, lines, access])
  const columns = useMemo(() => gridColumns(kind, shown), [kind, shown])
  const isPriced = isPricedKind(kind) && columns.some(({ field }) => field.control.type === 'money')
  const [said, setSaid] = useState('')
  const onFull = useCallback(() => setSaid(t('一张单据最多 {max} 行', { max: linesAtMost })), [])
  const grid = useLineGrid({ kind, header, lines, columns, ahead, onFull })
  const { cursor, extent } = grid
  const range = rangeOf(cursor)
  const { scroller, widthPx, scrolled, reveal: show } = useRoom()
  const widths = useMemo(() => widthsIn(columns, widthPx - numberPx - (isPriced ? amountPx : 0)), [columns, widthPx, isPriced])
  const lefts = widths.map((_, at) => numberPx + widths.slice(0, at).reduce((all, width) => all + width, 0))
  const tracks = [numberPx, ...widths, ...(isPriced ? [amountPx] : [])].map((width) => `${width}px`).join(' ')
  const wrong = useMemo(() => wrongByRow(problems), [problems])
  const faults = useMemo(() => faultsIn(lines, columns, wrong), [lines, columns, wrong])
  const sink = useRef<HTMLTextAreaElement>(null)
  const reveal = (row: number, column: number) => show(row, lefts[column] ?? 0, widths[column] ?? 0)
  const scans = scannedInto(kind)
  const editing = useEditing({ kind, grid, columns, faults, sink, reveal, scans, say: setSaid, onFull })
  const pointer = usePointer({ grid, columns, editing, focus: () => sink.current?.focus({ preventScroll: true }), reveal })
  const [scanning, setScanning] = useState(false)
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
        said={said}
        chosenCount={chosenRows}
        onFill={range.bottom > range.top ? editing.fillDown : undefined}
        onDuplicate={editing.duplicate}
        onRemove={editing.removeRows}
        onUndo={grid.undo}
        onScan={scans.length > 0 && !scans.includes('asset') ? () => setScanning(true) : undefined}
      />
      <div ref={scroller} className="line-grid" onScroll={scrolled} style={{ '--tracks': tracks } as never}>
        <div
          className="line-grid-rows"
          style={{ width: numberPx + widths.reduce((all, width) => all + width, 0) + (isPriced ? amountPx : 0) }}
        >
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
            <GridRows {...{ gridId, scroller, kind, header, lines, columns, wrong, isPriced }} {...(editing.hasFocus ? range : noRange)} />
            <GridTotals kind={kind} header={header} lines={reckoned} columns={columns} isPriced={isPriced} />
          </div>
          <CellLayer
            {...{ gridId, sink, editing, column, field }}
            cellId={`${gridId}-${cursor.at.row}-${cursor.at.column}`}
            label={t('第 {row} 行，{label}', { row: cursor.at.row + 1, label: t(column.field.label) })}
            words={faults.find(({ row, column: at }) => row === cursor.at.row && at === cursor.at.column)?.words}
            cell={{ left: lefts[cursor.at.column]!, top: headPx + cursor.at.row * rowPx, width: widths[cursor.at.column]!, height: rowPx }}
            range={{
              left: lefts[range.left]!,
              top: headPx + range.top * rowPx,
              width: lefts[range.right]! + widths[range.right]! - lefts[range.left]!,
              height: (range.bottom - range.top + 1) * rowPx,
            }}
            isOne={isOne(range)}
            onHandle={pointer.onHandle}
          />
        </div>
      </div>
      {line && editing.hasFocus && <LineFacts kind={kind} header={header} line={line} isTyping={editing.text !== undefined} />}
      {editing.dialog && referenceOf(field.control) && (
        <ReferencePicker
          open
          onClose={editing.closeDialog}
          noun={referenceOf(field.control)!.to}
          filter={referenceOf(field.control)!.filter}
          many={referenceOf(field.control)!.many}
          title={t('选择{label}', { label: t(field.label) })}
          chosen={[line?.values[column.key] ?? []].flat() as Id[]}
          onChoose={(ids, rows) => {
            learnRows(referenceOf(field.control)!.to, rows)
            grid.put(cursor.at.row, column.key, { value: referenceOf(field.control)!.many ? ids : ids[0] }, rows.at(-1))
          }}
        />
      )}
      {editing.dialog && !referenceOf(field.control) && (
        <Sheet
          open
          onClose={editing.closeDialog}
          title={t('第 {row} 行，{label}', { row: cursor.at.row + 1, label: t(column.field.label) })}
        >
          <FieldControl
            field={field}
            value={line?.values[column.key]}
            onChange={(value) => grid.put(cursor.at.row, column.key, { value })}
          />
        </Sheet>
      )}
      <Sheet open={scanning} onClose={() => setScanning(false)} title={t('扫一扫')} tall>
        {scanning && <ThingScan wants={scans} onFound={({ row }) => editing.take(row)} />}
      </Sheet>
    </>
  )
}

const amountPx = 128

const noRange = { top: -1, bottom: -1, left: -1, right: -1 }

const ThingScan = loadLater(() => import('../../scan/ThingScan.tsx'))
