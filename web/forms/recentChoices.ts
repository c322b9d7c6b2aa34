import type { Noun } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import { session, store, stored } from '../session/session.ts'

/** What a person chose lately, newest first, at most so many of each noun. */
export type RecentChoice = { readonly id: Id; readonly name: string }
const keptChoices = 6

export const recentChoices = (noun: Noun): readonly RecentChoice[] => stored<RecentChoice[]>(keyOf(noun)) ?? []

export const rememberChoices = (noun: Noun, choices: readonly RecentChoice[]): void => {
  const ids = new Set(choices.map(({ id }) => id))
  store(keyOf(noun), [...choices, ...recentChoices(noun).filter(({ id }) => !ids.has(id))].slice(0, keptChoices), 0)
}

const keyOf = (noun: Noun): string => `_chosen_${session().uid}_${noun}`
