import { messageTypes } from '../../../domain/messaging/operations.ts'
import { keyWarningDays } from '../../../domain/access/keyOperations.ts'
import type { Job, WholeWorker } from '../../jobs/jobs.ts'
import { notify } from '../../messaging/notify.ts'
import { findKey, keyEndJob, keyStateAt, planKeyWarning } from './keyStore.ts'

const dayMs = 86_400_000

/** Tells the person who answers for a key that it ends soon, twice; a key that was revoked ends without a word. */
export const keyEndWorker: WholeWorker = {
  kind: keyEndJob,
  run: async (tx, { key: id }: Job) => {
    const key = await findKey(tx, id)
    const now = tx.now()
    if (!key || keyStateAt(key, now) !== 'active') return
    const endMs = Date.parse(key.expiresAt)
    await notify(tx, {
      uids: [key.ownerUid],
      msgType: messageTypes.notify,
      category: 'system',
      title: '密钥“{name}”将在{days}天后过期，请及时换发',
      params: { name: key.name, days: Math.max(1, Math.ceil((endMs - now) / dayMs)) },
      link: `/pages/user/apikey?id=${id}`,
    })
    const nextMs = keyWarningDays.map((days) => endMs - days * dayMs).find((dueMs) => dueMs > now)
    if (nextMs !== undefined) await planKeyWarning(tx, id, nextMs)
  },
}
