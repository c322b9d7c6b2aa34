import { wordOptions } from '../look/fields/wordOptions.ts'
import { Choice } from '../look/fields/Choice.tsx'

type Props<K extends string> = {
  label: string
  value: K
  /** What each value is called. */
  words: Readonly<Record<K, string>>
  onChange: (value: K) => void
}

/** A choice of a closed list by its words. */
export const WordsChoice = <K extends string>({ label, value, words, onChange }: Props<K>) => (
  <Choice label={label} required value={value} options={wordOptions(words)} onChange={onChange} />
)
