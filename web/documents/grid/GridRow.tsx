import { memo } from 'react'
import type { Decimal } from '../../../kernel/decimal.ts'
import { type Field, isEmpty } from '../../../kernel/field.ts'
import { moneyWords } from '../../../kernel/fields/moneyWords.ts'
import { kindOf, wordsOf } from '../../../kernel/fields/kinds.ts'
import { t } from '../../words.ts'
import { type FormLine, unreadOf } from '../documentForm.ts'
import { FieldValue } from '../../forms/FieldValue.tsx'
import { inWords } from '../filling/problems.ts'
import type { GridColumn } from './columns.ts'
import { type Content, contentOf } from './lines.ts'

type Props = {
  /** Of the grid, for the ids of its cells. */
  gridId: string
  row: number
  /** Undefined for the row in which the next line begins. */
  line: FormLine | undefined
  columns: readonly GridColumn[]
  /** The fields that it does not ask for, with blanks between. */
  unaskedKeys: string
  /** What is wrong with it besides what is not read, by field. */
  wrong: ReadonlyMap<string, string> | undefined
  /** Which of its cells are chosen; -1 for none. */
  left: number
  right: number
  /** What it comes to, where lines are reckoned. */
  amount: Decimal | undefined
  isPriced: boolean
  hint: string | undefined
}

/** One line as a row. It is drawn anew where something in it changes and otherwise not. */
export const GridRow = memo(({ gridId, row, line, columns, unaskedKeys, wrong, left, right, amount, isPriced, hint }: Props) => (
  <div role="row" aria-rowindex={row + 2} className="line-grid-line" data-invalid={isWrong(line, wrong) ? '' : undefined}>
    <div role="rowheader" aria-colindex={1} className="line-grid-number" data-row={row} data-column={-1}>
      {line ? row + 1 : '+'}
    </div>
    {columns.map((column, index) => (
      <Cell
        key={column.key}
        id={`${gridId}-${row}-${index}`}
        {...{ row, at: index, line, column }}
        isAsked={!unaskedKeys.split(' ').includes(column.key)}
        words={wrong?.get(column.key)}
        isChosen={index >= left && index <= right}
        hint={index === 0 ? hint : undefined}
      />
    ))}
    {isPriced && (
      <div role="gridcell" aria-colindex={columns.length + 2} aria-readonly className="line-grid-cell line-grid-end line-grid-read">
        <span>{amount === undefined ? '' : moneyWords(amount)}</span>
      </div>
    )}
  </div>
))

const isWrong = (line: FormLine | undefined, wrong: Props['wrong']): boolean =>
  (wrong?.size ?? 0) > 0 || (line !== undefined && unreadOf(line).length > 0)

type CellProps = {
  id: string
  row: number
  at: number
  line: FormLine | undefined
  column: GridColumn
  isAsked: boolean
  words: string | undefined
  isChosen: boolean
  hint: string | undefined
}

const Cell = ({ id, row, at, line, column: { key, field, isEnd, isWritable }, isAsked, words, isChosen, hint }: CellProps) => {
  const content = line && isAsked ? contentOf(line, key) : undefined
  const unread = content && 'unread' in content ? content.unread : undefined
  const wrongWords = isAsked ? words : undefined
  const cellWords = unread ? inWords({ path: '', ...unread }) : wrongWords
  const writableLook = isWritable ? '' : 'line-grid-read'
  const look = [
    'line-grid-cell',
    isEnd ? 'line-grid-end' : '',
    isAsked ? writableLook : 'line-grid-unasked',
    cellWords === undefined ? '' : 'line-grid-wrong',
    isChosen ? 'line-grid-chosen' : '',
  ]
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={at + 2}
      aria-selected={isChosen}
      aria-readonly={!isWritable || !isAsked || undefined}
      aria-invalid={cellWords === undefined ? undefined : true}
      title={cellWords}
      className={look.filter(Boolean).join(' ')}
      data-row={row}
      data-column={at}
    >
      <CellWords field={field} content={content} said={cellWords} hint={hint} />
    </div>
  )
}

type CellWordsProps = { field: Field; content: Content | undefined; said: string | undefined; hint: string | undefined }

/** The words of a cell: its unread text, its value, its fault, or its hint. */
const CellWords = ({ field, content, said, hint }: CellWordsProps) => {
  if (content && 'unread' in content) return <span>{content.unread.text || said}</span>
  if (content && !isEmpty(content.value))
    return (
      <span>
        <CellValue field={field} value={content.value} />
      </span>
    )
  if (said !== undefined) return <span>{said}</span>
  return hint ? <span className="line-grid-hint">{hint}</span> : null
}

/** A value as one line: files are named and not shown. */
const CellValue = ({ field, value }: { field: Field; value: unknown }) => {
  const kind = kindOf(field.control)
  if (kind.isNeverOpen) return t(value === true ? '是' : '否')
  if (kind.files) return wordsOf(field.control, value, { say: t, nameOf: (id) => id })
  return <FieldValue field={field} value={value} />
}
