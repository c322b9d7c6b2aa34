import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { type DocumentKind, linesAtMost } from '../../../domain/documents/define.ts'
import { quantityFieldOf } from '../../../domain/documents/lines.ts'
import { isAsked } from '../../../kernel/field.ts'
import { moneyWords } from '../../../kernel/fields/moneyWords.ts'
import { t } from '../../words.ts'
import { amountOfLine, type DocumentForm, fieldFor, type Values } from '../documentForm.ts'
import type { Ahead } from '../filling/useFilling.ts'
import type { FieldAccess } from '../LineEditor.tsx'
import { fieldIn } from '../../shell/fieldIn.ts'
import { gridColumns, isPriced, shownFields, totalOf } from './columns.ts'
import { LineFacts } from './LineFacts.tsx'
import { LineGrid } from './LineGrid.tsx'
import { scannedInto, withScanned } from './scannedLines.ts'
import { fillDependentCells } from './dependentCells.ts'
import type { LineSheet, LineStore } from './sheet.ts'

type Props = {
  kind: DocumentKind
  header: Values
  ahead: Ahead<DocumentForm>
  problems: ReadonlyMap<string, string>
  access: FieldAccess
  heading: ReactNode
  ways: ReactNode
}

/** The lines of a document as a sheet. */
export default function DocumentGrid({ kind, header, ahead, problems, access, heading, ways }: Props) {
  const lines = useSyncExternalStore(ahead.subscribe, () => ahead.now().lines)
  const visibleFields = useMemo(() => shownFields(kind, lines, access), [kind, lines, access])
  const columns = useMemo(() => gridColumns(kind.line, visibleFields), [kind, visibleFields])
  const sheet = useMemo(() => sheetOf(kind, header), [kind, header])
  const store = useMemo(
    (): LineStore => ({ now: () => ahead.now().lines, write: (next) => ahead.change((now) => ({ ...now, lines: next })) }),
    [ahead],
  )
  return (
    <LineGrid
      {...{ sheet, columns, lines, store, problems, heading, ways }}
      facts={(line, isTyping) => <LineFacts {...{ kind, header, line, isTyping }} />}
    />
  )
}

/** What the sheet asks of a kind of document. */
const sheetOf = (kind: DocumentKind, header: Values): LineSheet => {
  const nouns = scannedInto(kind)
  return {
    path: 'lines',
    fields: kind.line,
    hasFreeRows: true,
    atMost: linesAtMost,
    fullWords: (count) =>
      count === undefined
        ? t('一张单据最多 {max} 行', { max: linesAtMost })
        : t('一张单据最多 {max} 行，粘贴后会有 {count} 行，没有粘贴；请分成几张单据', { max: linesAtMost, count }),
    fieldIn: (field, line) => fieldFor(field, kind.line, line?.values ?? {}, { fields: kind.header, values: header }),
    isAskedIn: (_, line, key) => isAsked(fieldIn(kind.line, key), line.values),
    settle: (line, key, chosenRow) => fillDependentCells(kind, line, key, chosenRow),
    copyValues: (values) => values,
    drawnLines: (lines) => lines,
    totalOf: (column, lines) => {
      const total = totalOf(kind, column, lines)
      return total !== undefined && column.field.control.type === 'money' ? moneyWords(total) : total
    },
    amountOf: isPriced(kind) ? (line) => amountOfLine(kind, header, line) : undefined,
    hasUniquePieces: true,
    scanning: nouns.length > 0 ? { nouns, take: (lines, thing) => withScanned(kind, lines, thing), countIn: countIn(kind) } : undefined,
    addWords: undefined,
  }
}

const countIn =
  (kind: DocumentKind) =>
  ({ values }: { readonly values: Values }): string =>
    String(values[quantityFieldOf(kind) ?? ''] ?? '')
