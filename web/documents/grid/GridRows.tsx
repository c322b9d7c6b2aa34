import { memo, type RefObject } from 'react'
import { Virtualizer } from 'virtua'
import { t } from '../../words.ts'
import type { FormLine } from '../documentForm.ts'
import type { GridColumn } from './columns.ts'
import type { Range } from './cursor.ts'
import type { WrongByRow } from './faults.ts'
import { GridRow } from './GridRow.tsx'
import type { Lines } from './lines.ts'
import type { LineSheet } from './sheet.ts'
import { headPx, rowPx } from './useRoom.ts'

type Props = Range & {
  gridId: string
  scroller: RefObject<HTMLDivElement | null>
  sheet: LineSheet
  /** The lines with what is computed in them. */
  lines: Lines
  columns: readonly GridColumn[]
  wrong: WrongByRow
  isPriced: boolean
}

/** The rows in sight, and one in which the next line begins. What is typed draws none of them anew until it stands in its cell. */
export const GridRows = memo(({ gridId, scroller, sheet, lines, columns, wrong, isPriced, top, bottom, left, right }: Props) => (
  <Virtualizer
    scrollRef={scroller}
    startMargin={headPx}
    itemSize={rowPx}
    bufferSize={360}
    data={rowNumbers(lines.length + (sheet.hasFreeRows ? 1 : 0))}
  >
    {(row) => {
      const line = lines[row]
      const isIn = row >= top && row <= bottom
      return (
        <GridRow
          key={line?.key ?? 'next'}
          {...{ gridId, row, line, columns, isPriced }}
          unaskedKeys={line ? unaskedIn(sheet, row, line, columns) : ''}
          wrong={wrong.get(row)}
          left={isIn ? left : -1}
          right={isIn ? right : -1}
          amount={isPriced && line ? sheet.amountOf?.(line) : undefined}
          hint={line ? undefined : t('输入，或从表格粘贴（Ctrl+V）')}
        />
      )
    }}
  </Virtualizer>
))

const unaskedIn = (sheet: LineSheet, row: number, line: FormLine, columns: readonly GridColumn[]): string =>
  columns.flatMap(({ key }) => (sheet.isAskedIn(row, line, key) ? [] : key)).join(' ')

const rowNumbers = (count: number): number[] => {
  while (numbers.length < count) numbers.push(numbers.length)
  return numbers.length === count ? numbers : numbers.slice(0, count)
}
const numbers: number[] = []
