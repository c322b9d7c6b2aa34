import { isOffered, offeredWords } from '../../domain/dictionaries/dictionaries.ts'
import { dictionaryItems } from '../../domain/dictionaries/operations.ts'
import { useAsk } from '../ask.ts'
import { t } from '../words.ts'

/** The words of a dictionary that one press writes, as the organisation has them; the delivered ones until that is known. */
export const useOfferedWords = (dictCode: string): readonly string[] => {
  const { data } = useAsk(dictionaryItems, { dictCode }, { staleMs: 60_000, keep: true })
  return data?.filter(({ value }) => isOffered(value)).map(({ label }) => label) ?? offeredWords(dictCode).map((words) => t(words))
}
