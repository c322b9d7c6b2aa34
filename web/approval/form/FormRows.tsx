import { ChevronRight, CopyPlus, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { rowMark } from '../../../domain/approval/form/form.ts'
import { fieldOf, type FormField, type FormTable } from '../../../domain/approval/form/formDesign.ts'
import { isEmpty, type FieldType } from '../../../kernel/field.ts'
import { kindOf, wordsOf } from '../../../kernel/fields/kinds.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { loadLater } from '../../look/loadLater.tsx'
import { useWide } from '../../screen.ts'
import { t } from '../../words.ts'
import { FieldValue } from '../../forms/FieldValue.tsx'
import type { FieldAccess } from '../../documents/LineEditor.tsx'
import { askedField, type ChangeForm, type FormValues, isOwn, rowsIn, type ShownForm } from './values.ts'
import { OneField } from './OneField.tsx'

type Props = {
  table: FormTable
  title?: string
  shown: ShownForm
  values: FormValues
  onChange: ChangeForm
  problems: ReadonlyMap<string, string>
  access: FieldAccess
  /** They stay cards on a wide window too. */
  hasCards: boolean
}

/**
 * The rows of a table, filled in as a sheet on a wide window; elsewhere as cards, each filled in in a dialog. Rows come and go only where the
 * whole table is the reader's.
 */
export const FormRows = (props: Props) => {
  const { table, title = t(props.table.label), shown, values, problems, access, hasCards } = props
  const isWide = useWide() && !hasCards
  const rows = rowsIn(values, table)
  const fills = table.columns.some(({ key, formula }) => !formula && isOwn(access(`${table.key}.${key}`)))
  const keeps = isOwn(access(table.key))
  const isHidden = access(table.key) === 'hide' || table.columns.every(({ key }) => access(`${table.key}.${key}`) === 'hide')
  if (!isWide || !fills || !(keeps || rows.length > 0) || isHidden || !shown.sees(table.key)) return <RowCards {...props} />
  const problem = problems.get(table.key)
  return (
    <section className="mb-4" data-invalid={problem ? '' : undefined}>
      <RowGrid {...props} heading={<Title title={title} isRequired={keeps && table.min > 0} count={rows.length} />} />
      {problem && <p className="px-1 pt-2 text-small text-bad">{problem}</p>}
    </section>
  )
}

/** The rows as cards. */
const RowCards = ({ table, title = t(table.label), shown, values, onChange, problems, access }: Props) => {
  const [open, setOpen] = useState<number>()
  const rows = rowsIn(values, table)
  const columns = table.columns.filter(({ key }) => access(`${table.key}.${key}`) !== 'hide')
  const fills = columns.some(({ key, formula }) => !formula && isOwn(access(`${table.key}.${key}`)))
  const keeps = isOwn(access(table.key))
  const tableProblem = problems.get(table.key)
  if (access(table.key) === 'hide' || columns.length === 0 || !shown.sees(table.key) || (!fills && rows.length === 0)) return null

  const { add, copy, remove, set } = rowActsOf({ table, rows, onChange, access, onOpen: setOpen })
  const isFull = rows.length >= table.max
  const cells = (index: number) =>
    columns
      .filter(({ key }) => shown.sees(`${table.key}.${index}.${key}`))
      .map((column): Cell => [column, shown.cellAt(table, index, column.key)])
  const mayAdd = keeps && !isFull

  return (
    <section className="mb-4" data-invalid={tableProblem ? '' : undefined}>
      <Heading title={title} isRequired={keeps && table.min > 0} count={rows.length} onAdd={mayAdd && rows.length > 0 ? add : undefined} />
      {rows.length === 0 && <NoRows table={table} mayAdd={keeps} onAdd={add} />}
      {tableProblem && <p className="px-1 py-2 text-small text-bad">{tableProblem}</p>}
      <ul className="space-y-2.5">
        {rows.map((_, index) => (
          <li key={index}>
            <RowCard
              index={index}
              cells={cells(index)}
              error={problemWords(problems, table, index)}
              onOpen={fills ? () => setOpen(index) : undefined}
              onCopy={mayAdd ? () => copy(index) : undefined}
              onRemove={keeps ? () => remove(index) : undefined}
            />
          </li>
        ))}
      </ul>
      <Totals columns={columns} rows={rows.map((_, index) => cells(index))} />
      <RowSheet
        table={table}
        open={open !== undefined && open < rows.length ? open : undefined}
        at={open ?? 0}
        onClose={() => setOpen(undefined)}
        onAdd={mayAdd ? add : undefined}
        onRemove={keeps ? remove : undefined}
      >
        {open !== undefined && open < rows.length && (
          <RowFields
            key={open}
            at={`${table.key}.${open}`}
            cells={cells(open)}
            fieldAt={shown.fieldAt}
            may={(column) => access(`${table.key}.${column}`)}
            problems={problems}
            onChange={(column, value) => set(open, column, value)}
          />
        )}
      </RowSheet>
    </section>
  )
}

type RowActsInput = Pick<Props, 'table' | 'onChange' | 'access'> & { rows: readonly FormValues[]; onOpen: (index: number) => void }

/** The changes to the rows; an added or copied row opens. */
const rowActsOf = ({ table, rows, onChange, access, onOpen }: RowActsInput) => {
  const setRows = (change: (now: readonly FormValues[]) => readonly FormValues[]) =>
    onChange((now) => ({ ...now, [table.key]: change(rowsIn(now, table)) }))
  const add = () => {
    setRows((now) => [...now, { [rowMark]: null }])
    onOpen(rows.length)
  }
  const copy = (index: number) => {
    const ownColumns = new Set(table.columns.filter(({ key }) => isOwn(access(`${table.key}.${key}`))).map(({ key }) => key))
    const copyRow = (row: FormValues = {}) => Object.fromEntries(Object.entries(row).filter(([key]) => ownColumns.has(key)))
    setRows((now) => now.toSpliced(index + 1, 0, { ...copyRow(now[index]), [rowMark]: null }))
    onOpen(index + 1)
  }
  const remove = (index: number) => setRows((now) => now.toSpliced(index, 1))
  const set = (index: number, column: string, value: unknown) =>
    setRows((now) => now.map((row, position) => (position === index ? { ...row, [column]: value } : row)))
  return { add, copy, remove, set }
}

type HeadingProps = { title: string; isRequired: boolean; count: number; onAdd: (() => void) | undefined }

const Heading = ({ title, isRequired, count, onAdd }: HeadingProps) => (
  <div className="flex min-h-9 items-center justify-between gap-3 px-1 pb-1.5">
    <Title title={title} isRequired={isRequired} count={count} />
    {onAdd && (
      <Button kind="secondary" size="small" icon={Plus} onClick={onAdd}>
        {t('添加')}
      </Button>
    )}
  </div>
)

const Title = ({ title, isRequired, count }: Omit<HeadingProps, 'onAdd'>) => (
  <h2 className="min-w-0 text-small font-medium text-quiet">
    {title}
    {isRequired && (
      <span className="ml-0.5 text-bad" title={t('必填')} aria-hidden>
        *
      </span>
    )}
    {count > 0 && <span className="ml-1.5 text-faint">{t('共 {count} 项', { count })}</span>}
  </h2>
)

const NoRows = ({ table, mayAdd, onAdd }: { table: FormTable; mayAdd: boolean; onAdd: () => void }) => (
  <button
    type="button"
    onClick={onAdd}
    disabled={!mayAdd}
    className="pressable flex min-h-16 w-full items-center justify-center gap-1.5 rounded-card border border-dashed border-faint/40 bg-card text-body text-accent-strong disabled:text-quiet"
  >
    {mayAdd && <Plus size={18} aria-hidden />}
    {mayAdd ? t('添加{label}', { label: t(table.label) }) : t('没有明细')}
  </button>
)

type RowSheetProps = {
  table: FormTable
  /** The row that is filled in. */
  open: number | undefined
  /** The row that the title names, also once the row is gone. */
  at: number
  onClose: () => void
  onAdd: (() => void) | undefined
  onRemove: ((index: number) => void) | undefined
  children: ReactNode
}

const RowSheet = ({ table, open, at, onClose, onAdd, onRemove, children }: RowSheetProps) => (
  <Sheet
    open={open !== undefined}
    onClose={onClose}
    title={t('{label} 第{line}项', { label: t(table.label), line: at + 1 })}
    footer={
      <>
        {onRemove && (
          <Button
            kind="danger"
            onClick={() => {
              if (open !== undefined) onRemove(open)
              onClose()
            }}
          >
            {t('移除')}
          </Button>
        )}
        {onAdd && (
          <Button kind="secondary" wide onClick={onAdd}>
            {t('再加一项')}
          </Button>
        )}
        <Button wide onClick={onClose}>
          {t('完成')}
        </Button>
      </>
    }
  >
    {children}
  </Sheet>
)

type FieldsProps = {
  /** The path of the row. */
  at: string
  cells: readonly Cell[]
  fieldAt: ShownForm['fieldAt']
  may: (column: string) => ReturnType<FieldAccess>
  problems: ReadonlyMap<string, string>
  onChange: (column: string, value: unknown) => void
}

/** A row to be filled in: what is the reader's own, and what else has been said. */
const RowFields = ({ at, cells, fieldAt, may, problems, onChange }: FieldsProps) => (
  <Card flush>
    {cells
      .filter(([{ key }, value]) => isOwn(may(key)) || !isEmpty(value))
      .map(([column, value]) => (
        <OneField
          key={column.key}
          field={fieldAt(askedField(column, may(column.key)), `${at}.${column.key}`)}
          value={value}
          look={isOwn(may(column.key)) && !column.formula ? 'control' : 'still'}
          onChange={(next) => onChange(column.key, next)}
          error={problems.get(`${at}.${column.key}`)}
        />
      ))}
  </Card>
)

type Cell = readonly [column: FormField, value: unknown]

type CardProps = {
  index: number
  cells: readonly Cell[]
  error: string | undefined
  onOpen: (() => void) | undefined
  onCopy: (() => void) | undefined
  onRemove: (() => void) | undefined
}

/** One row: what its first column says as its title, its last amount at the end, the rest below. */
const RowCard = ({ index, cells, error, onOpen, onCopy, onRemove }: CardProps) => {
  const filledCells = cells.filter(([, value]) => !isEmpty(value))
  const amount = filledCells.findLast(([{ control }]) => kindOf(control).sum)
  const lead = filledCells.find(([column]) => column !== amount?.[0] && !kindOf(column.control).isSilent && !opens(column.control))
  const furtherCells = filledCells.filter((cell) => cell !== amount && cell !== lead && !isFiles(cell))
  const files = filledCells.filter(isFiles)
  const Body = onOpen ? 'button' : 'div'
  return (
    <div data-invalid={error ? '' : undefined} className="flex overflow-hidden rounded-card bg-card shadow-lift">
      <div className="min-w-0 flex-1">
        <Body
          {...(onOpen ? { type: 'button' as const, onClick: onOpen, 'aria-haspopup': 'dialog' as const } : {})}
          className={`flex w-full items-start gap-3 p-3 text-left ${onOpen ? 'pressable' : ''}`}
        >
          <span className="mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-full bg-sunken text-tiny font-medium text-quiet">
            {index + 1}
          </span>
          <span className="min-w-0 flex-1">
            <span className="flex items-baseline justify-between gap-3">
              <span className={`min-w-0 break-words text-body ${lead ? 'font-medium' : 'text-faint'}`}>
                {lead && <FieldValue field={fieldOf(lead[0])} value={lead[1]} />}
                {!lead && (filledCells.length === 0 ? t('还没有填写') : t('第{line}项', { line: index + 1 }))}
              </span>
              {amount && <span className="shrink-0 text-body font-medium">{wordsOf(amount[0].control, amount[1], speaker)}</span>}
            </span>
            {furtherCells.map(([column, value]) => (
              <span key={column.key} className="mr-3 inline-block max-w-full align-top text-small text-quiet">
                <span className="text-faint">{t(column.label)} </span>
                <FieldValue field={fieldOf(column)} value={value} />
              </span>
            ))}
            {error && <span className="block text-small text-bad">{error}</span>}
          </span>
          {onOpen && !onRemove && <ChevronRight size={18} className="mt-0.5 shrink-0 text-faint" aria-hidden />}
        </Body>
        {files.map(([column, value]) => (
          <div key={column.key} className="px-3 pb-3 pl-12">
            <FieldValue field={fieldOf(column)} value={value} />
          </div>
        ))}
      </div>
      {onCopy && (
        <button
          type="button"
          aria-label={t('复制第{line}项', { line: index + 1 })}
          onClick={onCopy}
          className="flex size-11 shrink-0 items-center justify-center text-faint active:opacity-60"
        >
          <CopyPlus size={18} aria-hidden />
        </button>
      )}
      {onRemove && (
        <button
          type="button"
          aria-label={t('移除第{line}项', { line: index + 1 })}
          onClick={onRemove}
          className="-ml-2 flex size-11 shrink-0 items-center justify-center text-faint active:opacity-60"
        >
          <Trash2 size={18} aria-hidden />
        </button>
      )}
    </div>
  )
}

/** Files are opened by themselves, so they stand outside of what opens the row. */
const isFiles = ([{ control }]: Cell): boolean => opens(control)

const opens = (control: FieldType): boolean => kindOf(control).opens === true

const speaker = { say: t, nameOf: (id: string) => id }

/** What the last column that can be added up comes to. */
const Totals = ({ columns, rows }: { columns: readonly FormField[]; rows: readonly (readonly Cell[])[] }) => {
  const last = columns.findLast(({ control }) => kindOf(control).sum)
  const add = last && kindOf(last.control).sum
  if (rows.length < 2 || !add) return null
  const rowTexts = rows.flatMap((cells) => cells.flatMap(([column, value]) => (column.key === last.key && !isEmpty(value) ? [value] : [])))
  return (
    <p className="flex justify-end gap-2 px-1 pt-2 text-small text-quiet">
      {t('{label}合计', { label: t(last.label) })}
      <span className="font-semibold text-ink">{wordsOf(last.control, add(rowTexts), speaker)}</span>
    </p>
  )
}

const problemWords = (problems: ReadonlyMap<string, string>, table: FormTable, index: number): string | undefined => {
  for (const [path, words] of problems) if (path.startsWith(`${table.key}.${index}.`)) return words
  return undefined
}

const RowGrid = loadLater(() => import('./RowGrid.tsx'))
