import { preload } from '../router.tsx'
import { screenAt } from '../screens.ts'
import { assertDefined } from '../../kernel/assert.ts'

/** Loads what is shown where something is done without a network, while there is one: a page on plain http keeps no copy of the app. */
export const readyForNoNetwork = (): void => {
  const parts = ['/pages/common/success', '/pages/outbox/index'].map((path) => preload(assertDefined(screenAt(path), `the screen ${path}`)))
  for (const part of [...parts, import('./operations.ts')]) void part.catch(() => undefined)
}
