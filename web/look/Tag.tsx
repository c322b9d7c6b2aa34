import type { ReactNode } from 'react'

export type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'bad'

/** A short word on a soft ground: a state, a role, a department. */
export const Tag = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span
    className={`inline-flex h-[1.375rem] max-w-full shrink-0 items-center truncate rounded-chip align-middle px-2 text-[0.75rem] font-medium ${tones[tone]}`}
  >
    {children}
  </span>
)

const tones: Record<Tone, string> = {
  plain: 'bg-sunken text-quiet',
  accent: 'bg-accent-soft text-accent-strong',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
}
