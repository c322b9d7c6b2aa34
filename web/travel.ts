import { newUuid } from '../kernel/id.ts'
import { arrive, type Arrival, type Entry, type Frames, hrefOf, noFrames, placeOf } from './frames.ts'
import { type ScreenPath, screenAt, type SearchOf } from './screens.ts'
import { onNewPerson } from './session/session.ts'

/** Opens a screen. */
export const go = <P extends ScreenPath>(path: P, search?: SearchOf<P>): void => void move('push', hrefOf(path, search))

/** Opens a screen in place of this one, or changes this one's search. */
export const replace = <P extends ScreenPath>(path: P, search?: SearchOf<P>): void => void move('replace', hrefOf(path, search))

/** Opens something beside what this screen shows: another entry of the same screen, so that going back closes it. */
export const goBeside = (href: string): void => void move('push', href, true)
/** Closes it, and stays where `href` says; the person who came here by its address finds nothing to go back to. */
export const leaveBeside = async (href: string): Promise<void> => ((history.state as Stamp).beside ? back() : move('replace', href))

/** Opens a path that came from the server or from storage. A tab is switched to, anything else is opened. */
export const goHref = (href: string): void => {
  const { path, search } = placeOf(href)
  if (screenAt(path)?.tab === undefined) void move('push', hrefOf(path, search))
  else openTab(path)
}
export const replaceHref = (href: string): void => void move('replace', href)

/** Back to where one came from; from the first screen of a visit to the workbench. */
export const back = async (): Promise<void> => {
  if (!(await mayLeave())) return
  free = true
  if (now.index > 0) history.back()
  else await move('replace', '/pages/index/index')
}

/** Closes what lies above the nearest tab and shows the wanted one. */
export const openTab = (path: string): void => {
  void (async () => {
    if (!(await mayLeave())) return
    free = true
    const below = trail.findLastIndex((trailPath, index) => index <= now.index && screenAt(trailPath)?.tab !== undefined)
    if (below === -1) await move('push', path)
    else if (below === now.index) await move('replace', path)
    else {
      landingPath = path
      history.go(below - now.index)
    }
  })()
}

/** A form is saved: leaving needs no question any more. */
export const leaveFreely = (): void => {
  free = true
}

/**
 * While something lies over the screen, going back closes that instead; the person who goes anywhere else leaves it behind closed. Answers what
 * takes it away again.
 */
export const coverScreen = (close: () => void): (() => void) => cover({ close, lies: true })

/** While a screen is at its second step, going back returns to the first; the person who goes elsewhere finds it at the second. */
export const stepInside = (close: () => void): (() => void) => cover({ close, lies: false })

type Cover = { readonly close: () => void; readonly lies: boolean }

const cover = (cover: Cover): (() => void) => {
  covers.push(cover)
  return () => {
    const coverIndex = covers.indexOf(cover)
    if (coverIndex !== -1) covers.splice(coverIndex, 1)
  }
}

/** Asks before a frame is left; `undefined` takes the question away. */
export const guardFrame = (frame: string, question: (() => Promise<boolean>) | undefined): void => {
  free = false
  if (question) questions.set(frame, question)
  else questions.delete(frame)
}

export const frames = (): Frames => state
export const onFrames = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reads where the browser is and follows it from now on. Called once, before the first render. */
export const startTravelling = (): void => {
  now = entryNow()
  settle('travel')
  addEventListener('popstate', () => void handleTravel())
}

/** Forgets every frame but the one on show, for instance when a person works in another view. */
export const forgetFrames = (): void => {
  state = { ...state, list: state.list.filter(({ id }) => id === state.current) }
  tell()
}
onNewPerson(() => forgetFrames())

/** `beside`: the entry before is of the same screen. */
type Stamp = { key: string; index: number; beside?: boolean }

let state: Frames = noFrames
let now: Entry = { key: '', index: 0, path: '', search: {} }
/** The path of each history entry of this visit, as far as it is known. */
const trail: string[] = []
let landingPath: string | undefined
let free = false
let isRestoring = false
const covers: Cover[] = []
const questions = new Map<string, () => Promise<boolean>>()
const listeners = new Set<() => void>()

const tell = (): void => {
  for (const listener of listeners) listener()
}

const move = async (arrival: 'push' | 'replace', href: string, beside?: boolean): Promise<void> => {
  const pushes = arrival === 'push'
  const samePath = !pushes && placeOf(href).path === now.path
  if (!pushes && !samePath && !(await mayLeave())) return
  const { key, index } = now
  const stamp: Stamp = samePath
    ? (history.state as Stamp)
    : { key: beside ? key : newUuid(), index: pushes ? index + 1 : index, ...(beside && { beside }) }
  history[pushes ? 'pushState' : 'replaceState'](stamp, '', `#${href}`)
  now = entryNow()
  settle(arrival)
}

const settle = (arrival: Arrival): void => {
  trail.length = Math.max(trail.length, now.index)
  trail[now.index] = now.path
  if (arrival === 'push') trail.length = now.index + 1
  const leftFrame = state.current
  state = arrive(state, now, arrival)
  if (state.current !== leftFrame) {
    free = false
    for (const { close, lies } of covers.toReversed()) if (lies) close()
  }
  for (const id of questions.keys()) if (!state.list.some((frame) => frame.id === id)) questions.delete(id)
  tell()
}

/** The entry the browser is at. One that a person typed carries no stamp of ours and counts as opened from here. */
const entryNow = (): Entry => {
  let stamp = history.state as Stamp | null
  if (typeof stamp?.index !== 'number') {
    stamp = { key: newUuid(), index: now.path === '' ? 0 : now.index + 1 }
    history.replaceState(stamp, '')
  }
  return { key: stamp.key, index: stamp.index, ...placeOf(location.hash) }
}

const handleTravel = async (): Promise<void> => {
  if (isRestoring) {
    isRestoring = false
    return
  }
  const next = entryNow()
  const top = covers.at(-1)
  if (top && next.index < now.index) {
    isRestoring = true
    history.go(now.index - next.index)
    top.close()
    return
  }
  const question = questions.get(state.current)
  if (question && !free && next.index !== now.index) {
    const distance = next.index - now.index
    isRestoring = true
    history.go(-distance)
    if (!(await question())) return
    free = true
    history.go(distance)
    return
  }
  now = next
  if (landingPath !== undefined) {
    history.replaceState({ key: now.key, index: now.index } satisfies Stamp, '', `#${landingPath}`)
    landingPath = undefined
    now = entryNow()
  }
  settle('travel')
}

/** Asks whether what is unsaved may be left. */
export const mayLeave = async (): Promise<boolean> => {
  const question = questions.get(state.current)
  return !question || free || question()
}
