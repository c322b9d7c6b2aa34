import { Choice } from '../look/fields/Choice.tsx'
import { keysOf } from '../../kernel/keysOf.ts'

type Props<K extends string> = {
  label: string
  value: K
  /** What each value is called. */
  words: Readonly<Record<K, string>>
  onChange: (value: K) => void
}

/** A choice of a closed list by its words. */
export const WordsChoice = <K extends string>({ label, value, words, onChange }: Props<K>) => {
  const keys = keysOf(words)
  const choose = (text: string) => {
    const key = keys.find((known) => known === text)
    if (key !== undefined) onChange(key)
  }
  return <Choice label={label} required value={value} options={keys.map((key) => ({ value: key, label: words[key] }))} onChange={choose} />
}
