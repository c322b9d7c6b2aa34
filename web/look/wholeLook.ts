/** The whole style sheet, once: the page itself has only what its first screen wears. Rejects where it cannot be had, and may be asked again. */
export const wholeLook = (): Promise<void> =>
  (asked ??= new Promise((resolve, reject) => {
    const link = globalThis.document?.querySelector<HTMLLinkElement>('link[data-whole-look]')
    if (!link) return resolve()
    link.onload = () => resolve()
    link.onerror = () => {
      asked = undefined
      link.rel = ''
      reject(new Error('style sheet'))
    }
    link.rel = 'stylesheet'
  }))

let asked: Promise<void> | undefined
