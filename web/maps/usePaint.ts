import { useSyncExternalStore } from 'react'

/** Colours of the product as what is painted needs them; others whenever the app turns light or dark. */
export type Paint = Readonly<Record<'card' | 'accent' | 'good' | 'warn' | 'bad' | 'quiet', string>>

export const usePaint = (): Paint => useSyncExternalStore(onScheme, paintNow)

const dark = matchMedia('(prefers-color-scheme: dark)')

const paints = new Map<string, Paint>()

const paintNow = (): Paint => {
  const scheme = document.documentElement.dataset['theme'] ?? (dark.matches ? 'dark' : 'light')
  const cachedPaint = paints.get(scheme)
  if (cachedPaint) return cachedPaint
  const probe = document.createElement('span')
  document.body.append(probe)
  const colour = (name: keyof Paint) => {
    probe.style.color = `var(--${name})`
    return getComputedStyle(probe).color
  }
  const paint: Paint = {
    card: colour('card'),
    accent: colour('accent'),
    good: colour('good'),
    warn: colour('warn'),
    bad: colour('bad'),
    quiet: colour('quiet'),
  }
  probe.remove()
  paints.set(scheme, paint)
  return paint
}

const onScheme = (onChange: () => void): (() => void) => {
  const themes = new MutationObserver(onChange)
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  dark.addEventListener('change', onChange)
  return () => {
    themes.disconnect()
    dark.removeEventListener('change', onChange)
  }
}
