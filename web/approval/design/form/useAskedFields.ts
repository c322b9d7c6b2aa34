import { useMemo } from 'react'
import type { FormDesign, FormTable } from '../../../../domain/approval/form/formDesign.ts'
import { useRecordKinds } from '../../../records/useRecordKind.ts'
import { type AskedField, askedFieldsAround, askedLabel, labelAt } from './speech.ts'

/** What the conditions of an item may ask, and what it is called. */
export const useAskedFields = (
  design: FormDesign,
  path: string,
  table: FormTable | undefined,
): { readonly fields: readonly AskedField[]; readonly labelOf: (path: string) => string } => {
  const kindOfNoun = useRecordKinds()
  return useMemo(() => {
    const fields = askedFieldsAround(design, path, { table, kindOfNoun })
    return { fields, labelOf: (askedPath) => askedLabel(fields, askedPath, (otherPath) => labelAt(design, otherPath, table)) }
  }, [design, path, table, kindOfNoun])
}
