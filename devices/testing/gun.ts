/** `isInField`: the cursor stands in a field of the page. */
type GunSettings = { readonly gapMs?: number; readonly ends?: 'Enter' | 'Tab'; readonly isInField?: boolean }

/** A scanner that types like a keyboard, and the window that it types into; its clock goes as its keys do. */
export const plugInGun = ({ gapMs = 10, ends = 'Enter', isInField = false }: GunSettings = {}) => {
  const listeners = new Set<(event: Event) => void>()
  let atMs = 1000
  const target = { closest: () => (isInField ? {} : null) }
  const press = (key: string): boolean => {
    atMs += gapMs
    let kept = false
    const event = { key, timeStamp: atMs, target, preventDefault: () => (kept = true), stopPropagation: () => undefined }
    for (const listener of listeners) listener(event as unknown as Event)
    return kept
  }
  return {
    window: {
      addEventListener: (_: string, listener: unknown) => void listeners.add(listener as (event: Event) => void),
      removeEventListener: (_: string, listener: unknown) => void listeners.delete(listener as (event: Event) => void),
    } as Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
    /** Types what a label says; whether the ending key was kept from whatever has the cursor. */
    pull: (text: string): boolean => {
      for (const key of text) press(key)
      return press(ends)
    },
    /** A trigger that bounces reads twice. */
    bounce(text: string): void {
      this.pull(text)
      atMs += 60
      this.pull(text)
    },
    /** Goes away in the middle of a label, and comes back later. */
    unplug: (text: string): void => {
      for (const key of text) press(key)
      atMs += 5000
    },
    /** What a wrong code page makes of a label. */
    garbage: (): void => {
      for (const key of ['Unidentified', '\u0000', 'Process', '\ufffd', 'F13', 'Dead']) press(key)
      press(ends)
    },
    rest: (ms: number): void => void (atMs += ms),
  }
}
