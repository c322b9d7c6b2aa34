import type { Page } from 'playwright-core'

/** Types a label as a scanner gun does, wherever the cursor is: its keys follow each other within milliseconds. */
export const gun = (page: Page, label: string): Promise<void> =>
  page.evaluate((typed) => {
    const from = performance.now()
    for (const [at, key] of [...typed, 'Enter'].entries()) {
      const down = new KeyboardEvent('keydown', { key })
      Object.defineProperty(down, 'timeStamp', { value: from + at })
      window.dispatchEvent(down)
    }
  }, label)
