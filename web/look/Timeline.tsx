import type { ReactNode } from 'react'

export type TimelineItem = {
  key: string
  title: ReactNode
  time?: string | undefined
  text?: ReactNode
  state: 'done' | 'now' | 'waiting' | 'bad'
  extra?: ReactNode
}

/** What happened and what is to come, from top to bottom. */
export const Timeline = ({ items }: { items: readonly TimelineItem[] }) => (
  <ol>
    {items.map(({ key, title, time, text, state, extra }) => (
      <li key={key} className="group/step relative flex gap-3 pb-5 last:pb-0">
        <span className="absolute bottom-0 left-[0.5625rem] top-5 w-px bg-line group-last/step:hidden" aria-hidden />
        <span
          className={`relative mt-0.5 flex size-[1.1875rem] shrink-0 items-center justify-center rounded-full ${grounds[state]}`}
          aria-hidden
        >
          <span className={`size-2 rounded-full ${dots[state]}`} />
        </span>
        <div className="min-w-0 flex-1">
          <div className="flex items-baseline justify-between gap-3">
            <span className={`text-body font-medium ${state === 'waiting' ? 'text-quiet' : ''}`}>{title}</span>
            {time && <time className="shrink-0 text-small text-faint">{time}</time>}
          </div>
          {text && <div className="mt-0.5 break-words text-small text-quiet">{text}</div>}
          {extra}
        </div>
      </li>
    ))}
  </ol>
)

/** Steps of a short procedure, side by side; `current` counts from 0. */
export const Steps = ({ steps, current }: { steps: readonly string[]; current: number }) => (
  <ol className="flex">
    {steps.map((step, index) => (
      <li key={step} aria-current={index === current ? 'step' : undefined} className="relative flex flex-1 flex-col items-center gap-1.5">
        {index > 0 && (
          <span
            className={`absolute right-1/2 top-3 h-0.5 w-full -translate-y-1/2 ${index <= current ? 'bg-accent' : 'bg-line'}`}
            aria-hidden
          />
        )}
        <span
          className={`relative z-1 flex size-6 items-center justify-center rounded-full text-small font-semibold ${index <= current ? 'bg-(--fill) text-white [--fill:#0071e3]' : 'bg-sunken text-faint'}`}
        >
          {index + 1}
        </span>
        <span className={`text-small ${index === current ? 'font-medium' : 'text-quiet'}`}>{step}</span>
      </li>
    ))}
  </ol>
)

const grounds = { done: 'bg-good-soft', now: 'bg-accent-soft', waiting: 'bg-sunken', bad: 'bg-bad-soft' }
const dots = { done: 'bg-good', now: 'bg-accent', waiting: 'bg-faint', bad: 'bg-bad' }
