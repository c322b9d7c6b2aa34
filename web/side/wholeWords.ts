/** The element that is told in full right now. */
let titledElement: HTMLElement | undefined

/** What the pointer is over, or what it stands in, that has more words than it shows. */
const cutAt = (from: HTMLElement): HTMLElement | undefined => {
  for (let element: HTMLElement | null = from, steps = 0; element && steps < 4; element = element.parentElement, steps++) {
    if (element.title) return undefined
    const { textOverflow, webkitLineClamp } = getComputedStyle(element)
    const cutWide = textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth
    const cutHigh = webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight
    if (cutWide || cutHigh) return element
  }
  return undefined
}

/** What is cut short for want of room is told in full as long as the pointer is over it. */
export const tellWholeWords = (): (() => void) => {
  const over = ({ target }: PointerEvent) => {
    titledElement?.removeAttribute('title')
    titledElement = target instanceof HTMLElement ? cutAt(target) : undefined
    if (titledElement) titledElement.title = titledElement.innerText.trim()
  }
  document.addEventListener('pointerover', over)
  return () => document.removeEventListener('pointerover', over)
}
