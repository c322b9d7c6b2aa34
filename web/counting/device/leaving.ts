import { takesPart } from './takesPart.ts'

/** How many observations and pictures of any count have not left this device. */
export const waitingToLeave = async (): Promise<number> => {
  if (!takesPart()) return 0
  const { journal, waitingOf } = await import('./device.ts')
  const journalNow = await journal().catch(() => undefined)
  if (!journalNow) return 0
  const { events, pictures } = await waitingOf(journalNow, await journalNow.all())
  return events + pictures
}
