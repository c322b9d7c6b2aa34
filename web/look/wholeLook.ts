/** The whole style sheet, once: the page itself has only what its first screen wears. Rejects where it cannot be had, and may be asked again. */
export const wholeLook = (): Promise<void> =>
  (lookPromise ??= new Promise((resolve, reject) => {
    const link = globalThis.document?.querySelector<HTMLLinkElement>('link[rel=stylesheet][disabled]')
    if (!link) return resolve()
    link.onload = () => resolve()
    link.onerror = () => {
      lookPromise = undefined
      link.disabled = true
      reject(new Error('style sheet'))
    }
    link.disabled = false
  }))

let lookPromise: Promise<void> | undefined
