import { holdsFiles } from '../../kernel/fields/kinds.ts'
import { documentKinds } from '../documents/all.ts'
import type { DocumentKind } from '../documents/define.ts'
import type { RecordField, RecordKind } from '../records/define.ts'

/** The fields that may be written on many records at once by a person with these codes: those that do not tell one record from another. */
export const changeableFields = (
  kind: Pick<RecordKind, 'fields' | 'nameField'>,
  isAllowed: (code: string) => boolean,
): readonly (readonly [key: string, field: RecordField])[] =>
  Object.entries(kind.fields).filter(
    ([key, { readOnly, unique, perPiece, writtenWith, control }]) =>
      key !== kind.nameField && !readOnly && !unique && !perPiece && !holdsFiles(control) && (!writtenWith || isAllowed(writtenWith)),
  )

/** The kinds of documents whose lines write a field of an asset's card. */
export const kindsChanging = (key: string): readonly DocumentKind[] =>
  documentKinds.filter(({ line }) => Object.values(line).some(({ changes }) => changes === key))
