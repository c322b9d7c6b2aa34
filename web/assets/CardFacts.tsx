import { createContext, type ReactNode, useContext, useMemo } from 'react'
import {
  assetsOnLines,
  type CardColumn,
  cardColumnsOf,
  cardValuesOf,
  fieldOfCardColumn,
  fieldsOnLines,
} from '../../domain/documents/cardColumns.ts'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { assetFieldsOf } from '../../domain/documents/lines.ts'
import { ownFieldCards } from '../../domain/records/ownFields/ownFieldOperations.ts'
import type { Field } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { FieldValue } from '../forms/FieldValue.tsx'
import { useRecordKind } from '../records/useRecordKind.ts'
import { t } from '../words.ts'
import type { Values } from '../documents/documentForm.ts'

/** A fact from the cards of the assets on a line. */
export type CardFact = { readonly path: string; readonly field: Field; readonly value: unknown }

type FactsOf = (line: Values) => readonly CardFact[]

const noFacts: FactsOf = () => []
const noColumns: readonly CardColumn[] = []

/** So many assets are asked about at once. */
const assetsAtMost = 1000
const freshMs = 30_000

/** What own fields say of the assets on lines, where the organisation shows them on documents and the reader may see them. */
export const useCardFacts = (kind: DocumentKind, lines: readonly Values[]): FactsOf => {
  const namesAssets = !kind.ownLines && assetFieldsOf(kind).length > 0
  const assetKind = useRecordKind('asset', namesAssets)
  const columns = useMemo(() => (assetKind ? cardColumnsOf(kind, fieldsOnLines(assetKind)) : noColumns), [kind, assetKind])
  const assetIds: Id[] = columns.length > 0 ? assetsOnLines(kind, lines).slice(0, assetsAtMost) : []
  const { data } = useAsk(ownFieldCards, { assetIds }, { enabled: assetIds.length > 0, keep: true, staleMs: freshMs })
  return useMemo(() => {
    if (columns.length === 0 || !data) return noFacts
    const cards = new Map(Object.entries(data.cards))
    const speaker = { say: t, nameOf: (id: Id) => data.names[id] ?? '' }
    return (line) => {
      const values = cardValuesOf(kind, line, { columns, cards, speaker })
      return columns.flatMap((column) =>
        values[column.path] === undefined ? [] : [{ path: column.path, field: fieldOfCardColumn(column), value: values[column.path] }],
      )
    }
  }, [kind, columns, data])
}

const Facts = createContext<FactsOf>(noFacts)

/** Around lines that show facts from the cards of their assets. */
export const WithCardFacts = ({ kind, lines, children }: { kind: DocumentKind; lines: readonly Values[]; children: ReactNode }) => (
  <Facts value={useCardFacts(kind, lines)}>{children}</Facts>
)

/** The facts from the cards of the assets on one line. */
export const CardFacts = ({ line }: { line: Values }) =>
  useContext(Facts)(line).map(({ path, field, value }) => (
    <span key={path} className="block text-small text-quiet">
      <span className="text-faint">{t('{label}：', { label: t(field.label) })}</span>
      <FieldValue field={field} value={value} />
    </span>
  ))
