import type { Page } from 'playwright-core'
import { patienceMs } from './stage.ts'

/** A PNG of one dot. */
const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==', 'base64')

/** A photo as a person chooses it. */
export const photoFile = (name: string) => ({ name: `${name}.png`, mimeType: 'image/png', buffer: dot })

/** Chooses photos for a form. */
export const choosePhotos = (page: Page, names: readonly string[]): Promise<void> =>
  page.locator('input[type=file][accept="image/*"]').setInputFiles(names.map(photoFile))

/** How many files of forms lie on the device. */
export const countFiles = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open('zaice.files')
        request.onerror = () => reject(request.error)
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
export const filesBecome = async (page: Page, count: number): Promise<void> => {
  const untilMs = Date.now() + patienceMs
  for (let present = await countFiles(page); present !== count; present = await countFiles(page)) {
    if (Date.now() > untilMs) throw new Error(`${present} files lie on the device, not ${count}`)
    await page.waitForTimeout(100)
  }
}
