/** The element that is told in full right now. */
let told: HTMLElement | undefined

/** What the pointer is over, or what it stands in, that has more words than it shows. */
const cutAt = (from: HTMLElement): HTMLElement | undefined => {
  for (let at: HTMLElement | null = from, steps = 0; at && steps < 4; at = at.parentElement, steps++) {
    if (at.title) return undefined
    const { textOverflow, webkitLineClamp } = getComputedStyle(at)
    const cutWide = textOverflow === 'ellipsis' && at.scrollWidth > at.clientWidth
    const cutHigh = webkitLineClamp !== 'none' && at.scrollHeight > at.clientHeight
    if (cutWide || cutHigh) return at
  }
  return undefined
}

/** What is cut short for want of room is told in full as long as the pointer is over it. */
export const tellWholeWords = (): (() => void) => {
  const over = ({ target }: PointerEvent) => {
    told?.removeAttribute('title')
    told = target instanceof HTMLElement ? cutAt(target) : undefined
    if (told) told.title = told.innerText.trim()
  }
  document.addEventListener('pointerover', over)
  return () => document.removeEventListener('pointerover', over)
}
