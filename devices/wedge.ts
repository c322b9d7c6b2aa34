import type { Scan } from './scanner.ts'

/** The keys of a burst that may be a scan, the time before each but the first, and when the last of them came. */
export type WedgeState = { readonly text: string; readonly gapsMs: readonly number[]; readonly lastMs: number }

export type WedgeSettings = {
  /** More time between two keys begins another burst: the slowest scanners over a radio need 200 ms. */
  readonly pauseMs: number
  /** Up to here every key of a burst is a scanner's, wherever the cursor is. */
  readonly fastMs: number
  /** Half of the keys of a scanner that stumbles once come faster than any person's. */
  readonly machineMs: number
  /** Fewer characters are a person's. */
  readonly minLength: number
}

/** A key as the page hears it (`KeyboardEvent.key`), when it came by any clock that does not step back, and whether it types into a field. */
export type WedgeKey = { readonly key: string; readonly atMs: number; readonly isInField: boolean }

export const wedgeStart: WedgeState = { text: '', gapsMs: [], lastMs: -Infinity }

export const wedgeDefaults: WedgeSettings = { pauseMs: 250, fastMs: 100, machineMs: 60, minLength: 4 }

/**
 * Takes one key. A burst that ends with Enter or Tab is judged as a whole: `scan` is its text, and the ending key should be kept from doing
 * anything else. After a pause a burst starts anew, so people may type as they like.
 */
export const wedgeKey = (
  state: WedgeState,
  { key, atMs, isInField }: WedgeKey,
  settings: WedgeSettings = wedgeDefaults,
): { readonly state: WedgeState; readonly scan?: string } => {
  if (silentKeys.has(key)) return { state }
  const gapMs = atMs - state.lastMs
  const { text, gapsMs } = gapMs <= settings.pauseMs ? state : wedgeStart
  const gaps = text === '' ? [] : [...gapsMs, gapMs]
  if (key === 'Enter' || key === 'Tab') {
    const isScan = text.length >= settings.minLength && (isFast(gaps, settings) || (!isInField && isCode(text)))
    return isScan ? { state: wedgeStart, scan: text } : { state: wedgeStart }
  }
  // A key that types one character is called by it; all others have a longer name.
  if ([...key].length !== 1) return { state: wedgeStart }
  return { state: { text: (text + key).slice(-maxTextLength), gapsMs: gaps.slice(-maxTextLength), lastMs: atMs } }
}

/** Faster than people type, with room for a key that came late. */
const isFast = (gapsMs: readonly number[], { fastMs, machineMs }: WedgeSettings): boolean => {
  const median = gapsMs.toSorted((a, b) => a - b)[Math.floor(gapsMs.length / 2)] ?? 0
  return median <= machineMs || gapsMs.every((gapMs) => gapMs <= fastMs)
}

/** What no one types into a page without a field: several different characters, not one key that goes through a list. */
const isCode = (text: string): boolean => new Set(text.toLowerCase()).size >= 3

/** Pressed by scanners to reach capitals and signs; they type nothing themselves. */
const silentKeys = new Set(['Shift', 'CapsLock', 'Control', 'Alt', 'AltGraph', 'NumLock', 'Unidentified'])

const maxTextLength = 4096

/** Hears a scanner that types like a keyboard, wherever the cursor is, until what is answered is called. */
export const listenToWedge = (
  keys: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
  hear: (scan: Scan) => void,
): (() => void) => {
  let state = wedgeStart
  const key = (event: Event) => {
    const { key: name, repeat, target } = event as KeyboardEvent
    // A key that is held is a person's.
    const next: ReturnType<typeof wedgeKey> = repeat
      ? { state: wedgeStart }
      : wedgeKey(state, { key: name, atMs: event.timeStamp, isInField: isField(target) })
    const { scan } = next
    state = next.state
    if (scan === undefined) return
    event.preventDefault()
    event.stopPropagation()
    hear({ text: scan, way: 'wedge', atMs: event.timeStamp })
  }
  keys.addEventListener('keydown', key, true)
  return () => keys.removeEventListener('keydown', key, true)
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Object &&
  'closest' in target &&
  (target as Element).closest('input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, [contenteditable]') !==
    null
