import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import type { FormField, FormTable } from '../../../domain/approval/form/formDesign.ts'
import { type Field, type Fields, isEmpty } from '../../../kernel/field.ts'
import { kindOf, wordsOf } from '../../../kernel/fields/kinds.ts'
import type { FormLine } from '../../documents/documentForm.ts'
import { type GridColumn, gridColumns } from '../../documents/grid/columns.ts'
import { LineGrid } from '../../documents/grid/LineGrid.tsx'
import type { Lines } from '../../documents/grid/lines.ts'
import type { LineSheet, LineStore } from '../../documents/grid/sheet.ts'
import type { FieldAccess } from '../../documents/LineEditor.tsx'
import { t } from '../../words.ts'
import { linesOf, rowsOf } from './rowLines.ts'
import { askedField, type ChangeForm, type FormValues, isOwn, rowsIn, type ShownForm } from './values.ts'

type Props = {
  table: FormTable
  shown: ShownForm
  values: FormValues
  onChange: ChangeForm
  problems: ReadonlyMap<string, string>
  access: FieldAccess
  heading: ReactNode
}

/** The rows of a table as a sheet, on a wide window. Rows come and go only where the whole table is the reader's. */
export default function RowGrid({ table, shown, values, onChange, problems, access, heading }: Props) {
  const fields = useMemo(() => fieldsIn(table, access), [table, access])
  const rows = rowsIn(values, table)
  const lines = useMemo(() => linesOf(rows, fields), [rows, fields])
  const store = useRowStore(table, lines, onChange)
  const names = table.columns.flatMap((column) => shownName(column, { table, shown, access, count: rows.length }))
  const columnNames = names.join(' ')
  const columns = useMemo(() => gridColumns(fields, columnNames), [fields, columnNames])
  const hasFreeRows = isOwn(access(table.key))
  const atMost = hasFreeRows ? table.max : rows.length
  const sheet = useMemo(
    () => sheetOf({ table, fields, shown, columns, lines, hasFreeRows, atMost }),
    [table, fields, shown, columns, lines, hasFreeRows, atMost],
  )
  return <LineGrid {...{ sheet, columns, lines, store, problems, heading }} />
}

/** The columns as fields; one that is asked for under a condition is not missing in a pasted row. */
const fieldsIn = (table: FormTable, access: FieldAccess): Fields =>
  Object.fromEntries(
    table.columns.map((column) => {
      const field = askedField(column, access(`${table.key}.${column.key}`))
      return [column.key, column.visible ? { ...field, required: 'never' as const } : field]
    }),
  )

type ShownNameInput = { table: FormTable; shown: ShownForm; access: FieldAccess; count: number }

/** How `gridColumns` names a column; nothing for one that is hidden, or that no row asks for. */
const shownName = ({ key, visible, formula }: FormField, { table, shown, access, count }: ShownNameInput): string[] => {
  const may = access(`${table.key}.${key}`)
  const isSeen = !visible || Array.from({ length: count }, (_, row) => row).some((row) => shown.sees(`${table.key}.${row}.${key}`))
  if (may === 'hide' || !isSeen) return []
  return [isOwn(may) && !formula ? key : `${key}!`]
}

/** The lines as they are at this moment, also before a change is drawn. */
const useRowStore = (table: FormTable, lines: Lines, onChange: ChangeForm): LineStore => {
  const latest = useRef(lines)
  const change = useRef(onChange)
  useLayoutEffect(() => {
    latest.current = lines
  }, [lines])
  useLayoutEffect(() => {
    change.current = onChange
  }, [onChange])
  const now = useCallback(() => latest.current, [])
  const write = useCallback(
    (next: Lines) => {
      latest.current = next
      change.current((form) => ({ ...form, [table.key]: rowsOf(next, rowsIn(form, table)) }))
    },
    [table],
  )
  return useMemo(() => ({ now, write }), [now, write])
}

type SheetInput = {
  table: FormTable
  fields: Fields
  shown: ShownForm
  columns: readonly GridColumn[]
  lines: Lines
  hasFreeRows: boolean
  atMost: number
}

const sheetOf = ({ table, fields, shown, columns, lines, hasFreeRows, atMost }: SheetInput): LineSheet => {
  const label = t(table.label)
  const copied = new Set(columns.flatMap(({ key, isWritable }) => (isWritable ? [key] : [])))
  const formulas = table.columns.filter(({ formula }) => formula)
  const summed = columns.findLast(({ field }) => kindOf(field.control).sum)
  return {
    path: table.key,
    fields,
    hasFreeRows,
    atMost,
    fullWords: (count) => {
      if (!hasFreeRows) return t('{label}不能增加行', { label })
      const params = { label, max: atMost }
      return count === undefined
        ? t('{label}最多{max}行', params)
        : t('{label}最多{max}行，粘贴后会有{count}行，没有粘贴', { ...params, count })
    },
    fieldIn: (field, line) => fieldInRow({ table, fields, shown, lines }, field, line),
    isAskedIn: (row, _, key) => shown.sees(`${table.key}.${row}.${key}`),
    settle: (line) => line,
    copyValues: (values) => Object.fromEntries(Object.entries(values).filter(([key]) => copied.has(key))),
    drawnLines: (lines) =>
      formulas.length === 0
        ? lines
        : lines.map((line, row) => drawnLine(line, Object.fromEntries(formulas.map(({ key }) => [key, shown.cellAt(table, row, key)])))),
    totalOf: ({ key, field: { control } }, lines) => {
      const values = lines.flatMap((line) => (isEmpty(line.values[key]) ? [] : [line.values[key]]))
      const add = key === summed?.key ? kindOf(control).sum : undefined
      return add && values.length > 1 ? wordsOf(control, add(values), { say: t, nameOf: (id) => id }) : undefined
    },
    amountOf: undefined,
    hasUniquePieces: false,
    scanning: undefined,
    addWords: hasFreeRows ? t('添加{label}', { label }) : undefined,
  }
}

/** A field as it offers choices in a row. */
const fieldInRow = (
  { table, fields, shown, lines }: Pick<SheetInput, 'table' | 'fields' | 'shown' | 'lines'>,
  field: Field,
  line: FormLine | undefined,
): Field => {
  if (field.control.type !== 'choice' || !line) return field
  const row = lines.findIndex(({ key }) => key === line.key)
  const key = Object.keys(fields).find((name) => fields[name] === field)
  return row < 0 || key === undefined ? field : shown.fieldAt(field, `${table.key}.${row}.${key}`)
}

const drawnLines = new WeakMap<FormLine, FormLine>()

/** A line with what formulas make of it; the same as long as they say the same. */
const drawnLine = (line: FormLine, computedValues: FormValues): FormLine => {
  const before = drawnLines.get(line)
  if (before && Object.entries(computedValues).every(([key, value]) => before.values[key] === value)) return before
  const drawn = { ...line, values: { ...line.values, ...computedValues } }
  drawnLines.set(line, drawn)
  return drawn
}
