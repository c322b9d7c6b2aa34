import { type KeyboardEvent, useRef } from 'react'

type Props<V extends string> = {
  tabs: readonly { value: V; label: string; count?: number | undefined }[]
  value: V
  onChange: (value: V) => void
  label: string
  /** `line` underlines the chosen one; `pill` is a segmented control. */
  look?: 'line' | 'pill' | undefined
}

/** How far a key goes from tab to tab. */
const arrowSteps: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 }

/** Switches between views of the same place; arrow keys move. */
export const Tabs = <V extends string>({ tabs, value, onChange, label, look = 'line' }: Props<V>) => {
  const bar = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = arrowSteps[event.key]
    if (step === undefined) return
    const index = tabs.findIndex((tab) => tab.value === value)
    const next = tabs[(index + step + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    onChange(next.value)
    bar.current?.querySelectorAll('button')[tabs.indexOf(next)]?.focus()
  }
  return (
    <div
      ref={bar}
      role="tablist"
      aria-label={label}
      onKeyDown={move}
      className={look === 'line' ? 'plain-scrollbar flex gap-1 overflow-x-auto px-2' : 'flex rounded-control bg-sunken p-1'}
    >
      {tabs.map((tab) => {
        const isChosen = tab.value === value
        return (
          <button
            key={tab.value}
            type="button"
            role="tab"
            aria-selected={isChosen}
            tabIndex={isChosen ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={
              look === 'line'
                ? `relative min-h-11 min-w-11 shrink-0 rounded-chip px-3 text-body outline-offset-[-2px] transition-colors ${isChosen ? 'font-semibold text-ink' : 'text-quiet'}`
                : `reach min-h-9 flex-1 rounded-[0.5625rem] px-3 text-body transition ${isChosen ? 'bg-raised font-semibold text-ink shadow-lift' : 'text-quiet'}`
            }
          >
            <span className="inline-block first-letter:uppercase">{tab.label}</span>
            {tab.count !== undefined && tab.count > 0 && <span className="ml-1 text-small font-normal text-faint">{tab.count}</span>}
            {look === 'line' && isChosen && (
              <span className="absolute inset-x-3 bottom-1 mx-auto h-[3px] max-w-6 rounded-full bg-accent" aria-hidden />
            )}
          </button>
        )
      })}
    </div>
  )
}
