import { fieldsOnLines } from '../../domain/documents/cardColumns.ts'
import { together } from '../../domain/records/aboutRecord.ts'
import { ownFieldsOf } from '../../domain/records/ownFields/ownField.ts'
import type { RecordRow } from '../../domain/records/operations.ts'
import { isEmpty } from '../../kernel/field.ts'
import { wordsOf } from '../../kernel/fields/kinds.ts'
import { drawText } from '../look/drawText.ts'
import { t } from '../words.ts'
import { useRecordKind } from './useRecordKind.ts'

/** What an asset that may be chosen says in the own fields that documents show. */
export const OwnRowFacts = ({ row }: { row: RecordRow }) => {
  const assetKind = useRecordKind('asset')
  const speaker = { say: t, nameOf: (id: string) => row.names[id] ?? '' }
  const facts = assetKind
    ? ownFieldsOf(fieldsOnLines(assetKind)).flatMap(([key, { label, control }]) =>
        isEmpty(row[key]) ? [] : [t('{label}：{value}', { label: t(label), value: wordsOf(control, row[key], speaker) })],
      )
    : []
  return facts.length > 0 && <span className="block truncate text-small text-quiet">{drawText(together(facts))}</span>
}
