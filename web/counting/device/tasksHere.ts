import { journal, sender } from './device.ts'
import type { JoinedTask } from './journal.ts'
import { takesPart } from './takesPart.ts'

/** The open tasks that the signed-in person can go on with on this device without a network, the one heard of last first. */
export const tasksHere = async (): Promise<readonly JoinedTask[]> => {
  const from = sender()
  if (!from || !takesPart()) return []
  const countJournal = await journal()
  const open = (await countJournal.all()).filter(({ uid, orgId, state }) => uid === from.uid && orgId === from.orgId && state === 'open')
  const packed = await Promise.all(open.map(({ key }) => countJournal.hasPack(key)))
  return open.filter((_, index) => packed[index]).toSorted((a, b) => b.heardAtMs - a.heardAtMs)
}
