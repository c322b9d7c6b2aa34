import { messageCategories, type MessageCategory } from '../rules/messageCategories.ts'

/** What may ring at a person who looks at no screen: conversations, and notices by their category. */
export const ringCategories = { chat: '聊天', ...messageCategories } as const
export type RingCategory = 'chat' | MessageCategory

/** `mentions`: only what is meant for this person: conversations of two, and where he is named. */
export const ringChoices = ['all', 'mentions', 'none'] as const
export type RingChoice = (typeof ringChoices)[number]

/** What can be chosen for a category: only conversations name people. */
export const choicesFor = (category: RingCategory): readonly RingChoice[] => (category === 'chat' ? ringChoices : ['all', 'none'])

/** What a person has said about it. Quiet hours are minutes of the day, from one to before the other, over midnight where they say so. */
export type RingSettings = {
  readonly wanted: Readonly<Partial<Record<RingCategory, RingChoice>>>
  readonly quiet: { readonly from: number; readonly until: number } | null
  /** That there is something is told, not what. */
  readonly hides: boolean
}

export const usualRingSettings: RingSettings = { wanted: {}, quiet: null, hides: false }

/** Whether something may ring at a minute of the day. */
export const mayRing = (
  { wanted, quiet }: RingSettings,
  { category, isForMe }: { readonly category: RingCategory; readonly isForMe: boolean },
  minuteOfDay: number,
): boolean => {
  const choice = wanted[category] ?? 'all'
  return choice !== 'none' && (choice === 'all' || isForMe) && !(quiet && isWithin(quiet, minuteOfDay))
}

/** From and until at the same minute are the whole day. */
const isWithin = ({ from, until }: { readonly from: number; readonly until: number }, minute: number): boolean =>
  from < until ? minute >= from && minute < until : minute >= from || minute < until
