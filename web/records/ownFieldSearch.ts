import type { OwnField } from '../../domain/records/ownFields/ownField.ts'

/** Whether a field is called so in one of its languages. */
export const fieldHasWords = ({ label, englishLabel }: Pick<OwnField, 'label' | 'englishLabel'>, words: string): boolean =>
  [label, englishLabel ?? ''].some((name) => name.toLowerCase().includes(words.trim().toLowerCase()))
