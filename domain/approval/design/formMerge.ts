import type { FormDesign } from '../form/formDesign.ts'
import type { Side } from './merge.ts'

/** What is designed of a form. */
export type FormContent = { readonly formName: string; readonly note: string; readonly design: FormDesign }

const parts = ['formName', 'note', 'design'] as const

/** Two drafts of one form: its name, its note and its fields are each taken as a whole from the person who changed them. */
export const mergeForms = (base: FormContent, theirs: FormContent, ours: FormContent, side: Side) => {
  const isSame = (a: FormContent, b: FormContent, part: (typeof parts)[number]) => JSON.stringify(a[part]) === JSON.stringify(b[part])
  const ourParts = parts.filter((part) => !isSame(base, ours, part))
  const theirParts = parts.filter((part) => !isSame(base, theirs, part))
  const contested = ourParts.filter((part) => theirParts.includes(part) && !isSame(ours, theirs, part))
  const takenParts = ourParts.filter((part) => side === 'ours' || !contested.includes(part))
  if (takenParts.every((part) => isSame(ours, theirs, part))) return { merged: theirs, contested }
  return { merged: { ...theirs, ...Object.fromEntries(takenParts.map((part) => [part, ours[part]])) }, contested }
}
