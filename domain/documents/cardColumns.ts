import { type Field, fieldWith } from '../../kernel/field.ts'
import { holdsFiles } from '../../kernel/fields/kinds.ts'
import type { RecordKind } from '../records/define.ts'
import { ownFieldsOf } from '../records/ownFields/ownField.ts'
import { pathOfOwn } from '../records/ownFields/ownPath.ts'
import type { DocumentKind } from './define.ts'
import { assetFieldsOf } from './lines.ts'

/** The longest text of a column that says what several assets of a line have. */
const joinedLength = 2000

/**
 * A kind of document for paper: its lines have the own fields of the cards that they name as columns besides their own. Lines that have own fields
 * themselves have no more.
 */
export const withCardColumns = (kind: DocumentKind, assetKind: Pick<RecordKind, 'fields'>): DocumentKind => {
  if (kind.ownLines) return kind
  const columns = assetFieldsOf(kind).flatMap(({ key: of, many }) =>
    ownFieldsOf(assetKind).flatMap(([key, { label, control }, { isRetired }]): [string, Field][] =>
      isRetired || holdsFiles(control)
        ? []
        : [[pathOfOwn({ of, key }), fieldWith(label, many ? { type: 'text', max: joinedLength, lines: 3 } : control, 'never', undefined)]],
    ),
  )
  return columns.length === 0 ? kind : { ...kind, line: { ...kind.line, ...Object.fromEntries(columns) } }
}
