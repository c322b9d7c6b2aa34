import type { Moment } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'

/** How messages of a kind become one while they are unread, so that no one drowns; a kind without a rule never does. */
export type MergeRule = {
  readonly kind: string
  /** What it is about: several messages about the same thing become the newest of them. `several` is then its title, with a place `{n}`. */
  readonly about: Id
  readonly several?: string
  /** From so many within an hour on, all of them become one that leads to a list; `{n}` is how many. */
  readonly crowd?: { readonly from: number; readonly title: string; readonly link: string }
}

/** A message of the same kind to the same person that is not read yet. A crowd is about nothing in particular. */
export type Unread = { readonly id: Id; readonly about: Id | null; readonly count: number; readonly createdAt: Moment }

/** What a new message takes the place of, and how it then stands there. */
export type MergedMessage = { readonly absorbed: readonly Id[]; readonly count: number; readonly as: 'itself' | 'several' | 'crowd' }

export const merge = ({ about, several, crowd }: MergeRule, unread: readonly Unread[], now: Moment): MergedMessage => {
  const same = unread.filter((message) => message.about === about)
  const count = countOf(same) + 1
  if (crowd) {
    const since = Date.parse(now) - hourMs
    const recent = unread.filter((message) => message.about !== about && Date.parse(message.createdAt) > since)
    const together = countOf(recent) + 1
    if (together >= crowd.from) return { absorbed: [...same, ...recent].map(({ id }) => id), count: together, as: 'crowd' }
  }
  return { absorbed: same.map(({ id }) => id), count, as: several !== undefined && count > 1 ? 'several' : 'itself' }
}

const hourMs = 3_600_000

const countOf = (messages: readonly Unread[]): number => messages.reduce((total, { count }) => total + count, 0)
