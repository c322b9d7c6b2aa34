import type { Fields } from '../../kernel/field.ts'
import { fieldKindOf } from '../../domain/approval/form-design.ts'
import type { FieldKind } from '../../domain/approval/publish.ts'
import { documentKind } from '../../domain/documents/all.ts'

/** The paths of a document kind's form with what they hold, for the checks of a flow; undefined for a kind that is not there. */
export const formFields = (kindName: string): Map<string, FieldKind> | undefined => {
  const kind = documentKind(kindName)
  if (!kind) return undefined
  return new Map<string, FieldKind>([
    ...entriesOf(kind.header, ''),
    ...entriesOf(kind.line, 'lines.'),
    ['lines', 'other'],
    ...(kind.amount ? ([['amount', 'decimal']] as const) : []),
  ])
}

const entriesOf = (fields: Fields, at: string): [string, FieldKind][] =>
  Object.entries(fields).map(([key, field]) => [at + key, fieldKindOf(field.control)])
