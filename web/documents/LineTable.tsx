import { useMemo } from 'react'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { itemFieldIn, itemFieldOf } from '../../domain/documents/lines.ts'
import { sum } from '../../kernel/decimal.ts'
import { type Field, isEmpty } from '../../kernel/field.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { Section } from '../look/Card.tsx'
import { Picture } from '../look/Picture.tsx'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { useCardFacts } from '../assets/CardFacts.tsx'
import { amountOfLine, formOf, type Values } from './documentForm.ts'
import { Present, thingHrefOf } from './DocumentLines.tsx'
import { FieldValue } from '../forms/FieldValue.tsx'
import { type GridColumn, gridColumns, isPriced, totalOf } from './grid/columns.ts'
import { useItemLook } from '../forms/names.ts'
import './lineTable.css'
import { fieldIn } from '../shell/fieldIn.ts'

type StoredDocument = Parameters<typeof formOf>[1]
type Props<D extends StoredDocument> = {
  kind: DocumentKind
  document: D
  /** How far a line has come, in words. */
  progress?: ((line: D['lines'][number]) => string | undefined) | undefined
  /** True while it is not in the books: what it changes is shown as it is. */
  pending: boolean
}

/** The lines of a document about things as a table, for reading where there is room: what some line says, and what all come to. */
export const LineTable = <D extends StoredDocument>({ kind, document, progress, pending }: Props<D>) => {
  const { header, lines } = document
  const rows = useMemo(() => formOf(kind, document).lines, [kind, document])
  const itemKeys = new Set(lines.map((line) => itemFieldIn(kind, line)))
  const shownKeys = Object.keys(kind.line).filter((key) => !itemKeys.has(key) && lines.some((line) => !isEmpty(line[key])))
  const columns = gridColumns(kind.line, shownKeys.join(' '))
  const factsOf = useCardFacts(kind, lines)
  const facts = lines.map((line) => factsOf(line))
  const factFields = new Map(facts.flat().map(({ path, field }) => [path, field]))
  const isReckoned = isPriced(kind) && columns.some(({ field }) => field.control.type === 'money')
  const amounts = isReckoned ? rows.map((row) => amountOfLine(kind, header, row)) : undefined
  const totals = columns.map((column) => totalOf(kind, column, rows))
  const standings = progress && lines.map(progress)
  const isStanding = standings?.some((words) => words !== undefined)
  return (
    <Section title={t('明细（{count}）', { count: lines.length })}>
      <div className="line-table">
        <table>
          <thead>
            <TableHead {...{ kind, columns, factFields }} isReckoned={amounts !== undefined} isStanding={isStanding === true} />
          </thead>
          <tbody>
            {lines.map((line, index) => (
              <tr key={index}>
                <td>{index + 1}</td>
                <td>
                  <Thing kind={kind} line={line} pending={pending} />
                </td>
                {columns.map(({ key, field, isEnd }) => (
                  <td key={key} data-end={isEnd || undefined}>
                    <FieldValue field={field} value={line[key]} />
                  </td>
                ))}
                {[...factFields].map(([path, field]) => (
                  <td key={path}>
                    <FieldValue field={field} value={facts[index]?.find((fact) => fact.path === path)?.value} />
                  </td>
                ))}
                {amounts && <td data-end>{amounts[index] !== undefined && moneyWords(amounts[index])}</td>}
                {isStanding && <td>{standings?.[index]}</td>}
              </tr>
            ))}
          </tbody>
          {lines.length > 1 && (amounts ?? totals).some((total) => total !== undefined) && (
            <tfoot>
              <tr>
                <td />
                <th scope="row">{t('合计')}</th>
                {columns.map(({ key, field, isEnd }, index) => (
                  <td key={key} data-end={isEnd || undefined}>
                    {totals[index] !== undefined && (field.control.type === 'money' ? moneyWords(totals[index]) : totals[index])}
                  </td>
                ))}
                {factFields.size > 0 && <td colSpan={factFields.size} />}
                {amounts && <td data-end>{amounts.every((amount) => amount !== undefined) && moneyWords(sum(amounts))}</td>}
                {isStanding && <td />}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </Section>
  )
}

type TableHeadProps = {
  kind: DocumentKind
  columns: readonly GridColumn[]
  /** The own fields of cards that some line shows, by their paths. */
  factFields: ReadonlyMap<string, Field>
  isReckoned: boolean
  isStanding: boolean
}

const TableHead = ({ kind, columns, factFields, isReckoned, isStanding }: TableHeadProps) => (
  <tr>
    <th scope="col" aria-label={t('行号')}>
      #
    </th>
    <th scope="col">{t(fieldIn(kind.line, itemFieldOf(kind)).label)}</th>
    {columns.map(({ key, field, isEnd }) => (
      <th key={key} scope="col" data-end={isEnd || undefined}>
        {t(field.label)}
      </th>
    ))}
    {[...factFields].map(([path, { label }]) => (
      <th key={path} scope="col">
        {t(label)}
      </th>
    ))}
    {isReckoned && (
      <th scope="col" data-end>
        {t('金额')}
      </th>
    )}
    {isStanding && <th scope="col">{t('进度')}</th>}
  </tr>
)

/** What a line is about; it opens where it has a page. */
const Thing = ({ kind, line, pending }: { kind: DocumentKind; line: Values; pending: boolean }) => {
  const item = itemFieldIn(kind, line)
  const field = fieldIn(kind.line, item)
  const noun = refersTo(field.control)
  const id = noun ? String(line[item] ?? '') : ''
  const { title, text, picture } = useItemLook(noun ?? 'asset', id)
  if (!noun) return <FieldValue field={field} value={line[item]} />
  const href = thingHrefOf(noun, id)
  const words = (
    <>
      <Picture src={picture} alt="" className="size-7" />
      <span className="min-w-0">
        <span className="block">{title || '…'}</span>
        {text && <span className="block text-tiny text-quiet">{text}</span>}
      </span>
    </>
  )
  return (
    <>
      {href ? (
        <button type="button" onClick={() => goHref(href)} className="line-table-thing">
          {words}
        </button>
      ) : (
        <span className="line-table-thing">{words}</span>
      )}
      {pending && <Present kind={kind} line={line} />}
    </>
  )
}
