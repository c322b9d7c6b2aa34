import { useEffect, useState } from 'react'
import type { RecordRow } from '../../domain/records/operations.ts'
import type { Noun } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import { knownRow } from './knownThings.ts'

/** A thing as this device saw it last, where the server did not answer; undefined as long as that is not known. */
export const useKnown = (noun: Noun, id: Id | undefined, isWanted: boolean): RecordRow | undefined => {
  const [row, setRow] = useState<RecordRow>()
  useEffect(() => {
    if (isWanted && id) void knownRow(noun, id).then(setRow)
  }, [noun, id, isWanted])
  return isWanted ? row : undefined
}
