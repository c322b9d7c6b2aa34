import { optionsOfList } from '../../domain/dictionaries/ownChoices.ts'
import { ownFieldList } from '../../domain/records/ownFields/ownFieldOperations.ts'
import type { Option } from '../../kernel/field.ts'
import { useAsk } from '../ask.ts'
import { Choice } from '../look/fields/Choice.tsx'
import type { FieldProps } from '../look/fields/Field.tsx'
import { t, useLanguage } from '../words.ts'

const freshMs = 60_000

/** The options of a list as the organisation has it, the retired among them; the delivered ones until that is known. */
const useListOptions = (list: string): readonly Option[] => {
  const { data } = useAsk(ownFieldList, {}, { kept: true, staleMs: freshMs })
  return optionsOfList(list, data?.words ?? {}, useLanguage())
}

/** One of a list that the organisation keeps: what it offers, and what stands there already. */
export const ListedChoice = ({ list, value, ...field }: FieldProps<unknown> & { list: string }) => {
  const chosenValue = typeof value === 'string' ? value : ''
  const options = useListOptions(list).filter((option) => !option.isRetired || option.value === chosenValue)
  return <Choice {...field} value={chosenValue} options={options} />
}

/** What the organisation calls a value of a list; a word that it has no more stands for itself. */
export const ListedWords = ({ list, value }: { list: string; value: string }) =>
  t(useListOptions(list).find((option) => option.value === value)?.label ?? value)
