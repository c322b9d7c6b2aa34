import { keysOf } from '../../../kernel/keysOf.ts'
import type { ChoiceOption } from './Choice.tsx'

/** The options of a closed list of words, in its order. */
export const wordOptions = <K extends string>(words: Readonly<Record<K, string>>): ChoiceOption<K>[] =>
  keysOf(words).map((value) => ({ value, label: words[value] }))
