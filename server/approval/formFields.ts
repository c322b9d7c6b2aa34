import type { Fields, Field } from '../../kernel/field.ts'
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
  Object.entries(fields).map(([key, field]) => [at + key, kindOf(field)])

const references = { person: 'user', department: 'dept', location: 'location', asset: 'asset' } as const

const kindOf = ({ control }: Field): FieldKind => {
  if (control.type === 'reference') return control.to in references ? references[control.to as keyof typeof references] : 'other'
  if (control.type === 'money' || control.type === 'quantity' || control.type === 'whole') return 'decimal'
  return control.type === 'text' || control.type === 'choice' ? 'text' : 'other'
}
