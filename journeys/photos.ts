import type { Page } from 'playwright-core'
import { patienceMs } from './stage.ts'

/** A PNG of one dot. */
const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==', 'base64')

/** A photo as a person chooses it. */
export const photoFile = (name: string) => ({ name: `${name}.png`, mimeType: 'image/png', buffer: dot })

/** Chooses photos for a form. */
export const choosePhotos = (page: Page, names: readonly string[]): Promise<void> =>
  page.locator('input[type=file][accept="image/*"]').setInputFiles(names.map(photoFile))

/** How many files of forms lie on the device; none where it has never had any, which looking does not change. */
export const countFiles = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open('zaice.files')
        let isMissing = false
        request.onupgradeneeded = () => {
          isMissing = true
          request.transaction?.abort()
        }
        request.onerror = () => (isMissing ? resolve(0) : reject(request.error))
        request.onsuccess = () => {
          const { result: database } = request
          const counting = database.transaction('file').objectStore('file').count()
          counting.onsuccess = () => {
            database.close()
            resolve(counting.result)
          }
        }
      }),
  )

/** Waits until so many files lie on the device. */
export const filesBecome = (page: Page, count: number): Promise<void> => countBecomes(page, () => countFiles(page), count)

/** Waits until something is there so many times. */
export const countBecomes = async (page: Page, readCount: () => number | Promise<number>, count: number): Promise<void> => {
  const untilMs = Date.now() + patienceMs
  for (let present = await readCount(); present !== count; present = await readCount()) {
    if (Date.now() > untilMs) throw new Error(`${present} are there, not ${count}`)
    await page.waitForTimeout(100)
  }
}
