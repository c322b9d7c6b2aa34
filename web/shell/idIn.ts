import type { Id } from '../../kernel/id.ts'

/** The id that a value of a form is; undefined where nothing is chosen. */
export const idIn = (value: unknown): Id | undefined => (typeof value === 'string' ? value : undefined)

/** The ids that a value of a form names. */
export const idsOf = (value: unknown): Id[] => [value].flat().filter((id) => typeof id === 'string')
