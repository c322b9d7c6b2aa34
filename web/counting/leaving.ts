import { takesPart } from './takesPart.ts'

/** How many observations and pictures of any count have not left this device. */
export const waitingToLeave = async (): Promise<number> => {
  if (!takesPart()) return 0
  const { journal, waitingOf } = await import('./device.ts')
  const kept = await journal().catch(() => undefined)
  if (!kept) return 0
  const { events, pictures } = await waitingOf(kept, await kept.all())
  return events + pictures
}
