import { type ScreenPath, screenAt } from './screens.ts'
import type { ScreenRow } from './shell/screenRow.ts'

/** One place in the browser's history. `key` names the entry, `index` counts from the first entry of this visit. */
export type Entry = {
  readonly key: string
  readonly index: number
  readonly path: string
  readonly search: Readonly<Record<string, string>>
}

/** A screen that is alive. `turn` says when it was last shown. */
export type Frame = Entry & { readonly id: string; readonly screen: ScreenRow | undefined; readonly turn: number }

export type Frames = { readonly list: readonly Frame[]; readonly current: string; readonly motion: 'forward' | 'back' | 'none' }

/** How one got to an entry: opened, put in place of the last one, or travelled back or forth in history. */
export type Arrival = 'push' | 'replace' | 'travel'

/** So many screens stay alive; the one that was shown longest ago is given up first. */
export const aliveFrames = 6

export const noFrames: Frames = { list: [], current: '', motion: 'none' }

/**
 * The frames after arriving at an entry. A screen that one comes back to is the same frame, so it has kept its place; a
 * screen that one went back from is gone; the four tabs stay while there is room. Replacing an entry by the same path
 * (another filter) keeps the frame.
 */
export const arrive = (frames: Frames, entry: Entry, arrival: Arrival): Frames => {
  const before = frames.list.find(({ id }) => id === frames.current)
  const screen = screenAt(entry.path)
  const knownFrame = frames.list.find((frame) =>
    screen?.tab !== undefined
      ? frame.path === entry.path
      : frame.key === entry.key || (arrival === 'replace' && frame === before && frame.path === entry.path),
  )
  const turn = Math.max(0, ...frames.list.map((frame) => frame.turn)) + 1
  const id = knownFrame?.id ?? (screen?.tab !== undefined ? entry.path : entry.key)
  const shownFrame: Frame = { ...entry, id, screen, turn }

  const gone = (frame: Frame): boolean => {
    if (frame.id === id) return true
    if (arrival === 'replace' && frame === before && frame.screen?.tab === undefined) return true
    return frame.screen?.tab === undefined && frame.index >= entry.index && frame.index !== 0
  }
  const others = frames.list.filter((frame) => !gone(frame)).toSorted((a, b) => b.turn - a.turn)
  const betweenTabs = before?.screen?.tab !== undefined && screen?.tab !== undefined
  const motionOf = (): Frames['motion'] => {
    if (!before || betweenTabs || id === before.id) return 'none'
    if (entry.index < before.index) return 'back'
    return arrival === 'replace' ? 'none' : 'forward'
  }
  return {
    list: [shownFrame, ...others.slice(0, aliveFrames - 1)].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    current: id,
    motion: motionOf(),
  }
}

/** The text after '#': "/pages/news/newsdetail?newsId=1". */
export const hrefOf = (path: ScreenPath | string, search: Readonly<Record<string, unknown>> = {}): string => {
  const present = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(present.map(([key, value]) => [key, String(value)])).toString()
  return query ? `${path}?${query}` : path
}

/**
 * Reads the text after '#'; nothing there means the start page. It begins with one slash, whatever it began with: more of them would name
 * another site.
 */
export const placeOf = (hash: string): { path: string; search: Record<string, string> } => {
  const [path = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s)
  const within = path.replace(/^[/\\]+/, '')
  return { path: within === '' ? '/pages/index/index' : `/${within}`, search: Object.fromEntries(new URLSearchParams(query)) }
}
