import { addDays, dayAt } from '../../kernel/day.ts'
import type { Tx } from '../db/tx.ts'
import { startSync } from '../directory/syncing.ts'
import { enqueue, type WholeWorker } from '../jobs/jobs.ts'
import { wayOf } from './store.ts'

/** Takes over an organisation's LDAP every night, as long as it is wanted. */
export const nightWorker: WholeWorker = {
  kind: 'signOn.night',
  run: async (tx) => {
    const storedWay = await wayOf(tx, 'ldap')
    if (!storedWay?.enabled || !storedWay.settings.syncs) return
    await startSync(tx, 'ldap')
    await everyNight(tx)
  },
}

/** Asks for the coming night, between one and three o'clock: not all organisations at once. */
export const everyNight = async (tx: Tx): Promise<void> => {
  const minutes = Number(BigInt(tx.orgId) % 120n)
  const clock = `0${1 + Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
  const dueAt = new Date(`${addDays(dayAt(tx.now()), 1)}T${clock}:00+08:00`).toISOString()
  await enqueue(tx, { kind: nightWorker.kind, key: 'ldap', dueAt })
}
