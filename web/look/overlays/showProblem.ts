/**
 * Brings the first field of a form with something wrong into the middle of what scrolls around it, once it is drawn. The browser's own
 * `scrollIntoView` would also move the frame of the screen, which no one can scroll back.
 */
export const showProblem = (frame: Element | null): void => {
  requestAnimationFrame(() => {
    const field = frame?.querySelector('[data-invalid]')
    const scroller = field?.closest('.scroller')
    if (!field || !scroller) return
    const [at, view] = [field.getBoundingClientRect(), scroller.getBoundingClientRect()]
    scroller.scrollBy({ top: at.top - view.top - Math.max(0, view.height - at.height) / 2, behavior: 'smooth' })
  })
}
