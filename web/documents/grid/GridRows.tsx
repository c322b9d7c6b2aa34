import { memo, type RefObject } from 'react'
import { Virtualizer } from 'virtua'
import type { DocumentKind } from '../../../domain/documents/define.ts'
import { t } from '../../words.ts'
import { amountOfLine, type Values } from '../documentForm.ts'
import type { GridColumn } from './columns.ts'
import type { Range } from './cursor.ts'
import type { WrongByRow } from './faults.ts'
import { GridRow } from './GridRow.tsx'
import type { Lines } from './lines.ts'
import { headPx, rowPx } from './useRoom.ts'

type Props = Range & {
  gridId: string
  scroller: RefObject<HTMLDivElement | null>
  kind: DocumentKind
  header: Values
  lines: Lines
  columns: readonly GridColumn[]
  wrong: WrongByRow
  isPriced: boolean
}

/** The rows in sight, and one in which the next line begins. What is typed draws none of them anew until it stands in its cell. */
export const GridRows = memo(({ gridId, scroller, kind, header, lines, columns, wrong, isPriced, top, bottom, left, right }: Props) => (
  <Virtualizer scrollRef={scroller} startMargin={headPx} itemSize={rowPx} bufferSize={360} data={rowNumbers(lines.length + 1)}>
    {(row) => {
      const line = lines[row]
      const isIn = row >= top && row <= bottom
      return (
        <GridRow
          key={line?.key ?? 'next'}
          {...{ gridId, row, line, columns, isPriced }}
          wrong={wrong.get(row)}
          left={isIn ? left : -1}
          right={isIn ? right : -1}
          amount={isPriced && line ? amountOfLine(kind, header, line) : undefined}
          hint={line ? undefined : t('输入，或从表格粘贴（Ctrl+V）')}
        />
      )
    }}
  </Virtualizer>
))

const rowNumbers = (count: number): number[] => {
  while (numbers.length < count) numbers.push(numbers.length)
  return numbers.length === count ? numbers : numbers.slice(0, count)
}
const numbers: number[] = []
