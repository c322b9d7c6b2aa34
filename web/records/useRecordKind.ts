import { useMemo } from 'react'
import { recordOf } from '../../domain/records/all.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { withOwnWords } from '../../domain/dictionaries/ownChoices.ts'
import { withOwnFields } from '../../domain/records/ownFields/ownField.ts'
import { ownFieldList } from '../../domain/records/ownFields/ownFieldOperations.ts'
import type { Noun } from '../../kernel/field.ts'
import { useAsk } from '../ask.ts'
import { useLanguage } from '../words.ts'

const freshMs = 60_000

/** Kinds of records with their own fields, by noun; undefined where a kind has none, and while they are not known. */
export const useRecordKinds = (): ((noun: Noun) => RecordKind | undefined) => {
  const { data } = useAsk(ownFieldList, {}, { kept: true, staleMs: freshMs })
  const language = useLanguage()
  return useMemo(() => {
    const byNoun = Map.groupBy(data?.list ?? [], ({ noun }) => noun)
    return (noun) => {
      const ownFields = byNoun.get(noun)
      return ownFields && withOwnFields(withOwnWords(recordOf(noun), data?.words ?? {}, language), ownFields, language)
    }
  }, [data, language])
}

/**
 * A kind of record with the fields that the organisation added; undefined until they are known, and where they are not `wanted`. As delivered where
 * they cannot be asked for.
 */
export const useRecordKind = (noun: Noun, isWanted = true): RecordKind | undefined => {
  const { data, isError } = useAsk(ownFieldList, {}, { kept: true, staleMs: freshMs, enabled: isWanted })
  const language = useLanguage()
  return useMemo(() => {
    if (!isWanted || (!data && !isError)) return undefined
    const ownFields = data?.list.filter((field) => field.noun === noun) ?? []
    return withOwnFields(withOwnWords(recordOf(noun), data?.words ?? {}, language), ownFields, language)
  }, [data, isError, noun, language, isWanted])
}
