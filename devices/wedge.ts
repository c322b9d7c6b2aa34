import type { Scan } from './scanner.ts'

/** Keys typed so far that may be a scan, and when the last of them came. */
export type WedgeState = { readonly text: string; readonly lastMs: number }

export type WedgeSettings = {
  /** A scanner never lets more time pass between two keys; slow ones need 80 to 100 ms. */
  readonly maxGapMs: number
  /** Fewer characters are a person's. */
  readonly minLength: number
}

export const wedgeStart: WedgeState = { text: '', lastMs: -Infinity }

export const wedgeDefaults: WedgeSettings = { maxGapMs: 100, minLength: 4 }

/**
 * Takes one key of a keyboard (`KeyboardEvent.key`) and the time it came, in milliseconds of any clock that does not
 * step back. Keys that follow each other like a machine's and end with Enter or Tab are a scan: `scan` is its text, and
 * the ending key should be kept from doing anything else. Everything slower starts anew, so people may type as they like.
 */
export const wedgeKey = (
  state: WedgeState,
  key: string,
  atMs: number,
  settings: WedgeSettings = wedgeDefaults,
): { readonly state: WedgeState; readonly scan?: string } => {
  if (silentKeys.has(key)) return { state }
  const text = atMs - state.lastMs <= settings.maxGapMs ? state.text : ''
  if (key === 'Enter' || key === 'Tab') return text.length >= settings.minLength ? { state: wedgeStart, scan: text } : { state: wedgeStart }
  // A key that types one character is called by it; all others have a longer name.
  if ([...key].length !== 1) return { state: wedgeStart }
  return { state: { text: (text + key).slice(-maxTextLength), lastMs: atMs } }
}

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
    const { state: next, scan } = wedgeKey(state, (event as KeyboardEvent).key, event.timeStamp)
    state = next
    if (scan === undefined) return
    event.preventDefault()
    event.stopPropagation()
    hear({ text: scan, way: 'wedge', atMs: event.timeStamp })
  }
  keys.addEventListener('keydown', key, true)
  return () => keys.removeEventListener('keydown', key, true)
}
