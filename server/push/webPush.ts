import type { Id } from '../../kernel/id.ts'
import { usualRingSettings } from '../../domain/push/ringing.ts'
import { inWords } from '../../domain/english/all.ts'
import type { App } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import type { Deliverer, Outcome } from '../deliveries/deliverer.ts'
import { ringSettingsOf } from '../deliveries/ringing.ts'
import { pushSubjectOf } from '../settings.ts'
import { pushKeys } from './keys.ts'
import { payloadOf } from './payload.ts'
import { type PushWorld, pushTimeoutSeconds, realWorld, sendPush, type Subscription } from './send.ts'

/** Pushes to browsers that asked for it, each by the push service of its maker. `unread` counts what the app's icon says. */
export const webPush = (
  { settings, database }: Pick<App, 'settings' | 'database'>,
  unread: (tx: Tx, uid: Id) => Promise<number>,
  world: PushWorld = realWorld,
): Deliverer => {
  const subject = pushSubjectOf(settings)
  return {
    name: 'push',
    title: '推送',
    rings: true,
    // Twice the answer and some, because a service that takes less is asked again.
    timeoutSeconds: 2 * pushTimeoutSeconds + 5,
    atOnce: 16,
    wants: async (tx, unread) => {
      if (subject === undefined) return []
      const { keyId } = await pushKeys(database)
      const rows = await tx.query<{ id: Id; uid: Id }>(
        `select s.id, s.uid from push_subscription s
         where s.org_id = $1 and s.uid = any ($2::bigint[]) and s.key_id = $3 and ${hasSession}`,
        [tx.orgId, [...new Set(unread.map(({ uid }) => uid))], keyId],
      )
      return unread.flatMap(({ id, uid }) => rows.filter((row) => row.uid === uid).map((row) => ({ id, uid, address: row.id })))
    },
    deliver: async ({ orgId, address, message }) => {
      if (subject === undefined) return { t: 'gone' }
      const receiver = await database.reading(orgId, async (tx) => {
        const [subscription, badge] = await Promise.all([subscriptionOf(tx, address, message.uid), unread(tx, message.uid)])
        return subscription && { ...subscription, badge }
      })
      if (!receiver) return { t: 'gone' }
      const { language, hides, badge } = receiver
      const text = message.shown(language)
      const payload = payloadOf(
        hides ? { title: inWords(language, '在册'), content: inWords(language, '你有一条新消息'), link: text.link } : text,
        message.about,
        badge,
      )
      const keys = await pushKeys(database)
      return noteOutcome({ database, orgId, id: address }, () =>
        sendPush({ subject, keys, world, subscription: receiver, payload, isUrgent: message.isUrgent }),
      )
    },
  }
}

/** A subscription ends with its session. */
export const hasSession = `exists (select from session n where n.org_id = $1 and n.token_hash = s.session_hash and n.ended_at is null and n.expires_at > now())`

/** Writes down what came of a push: a browser that is gone is forgotten, and people see when theirs was reached last. */
export const noteOutcome = async (
  { database, orgId, id }: { readonly database: App['database']; readonly orgId: Id; readonly id: Id },
  push: () => Promise<Outcome>,
): Promise<Outcome> => {
  const outcome = await push().catch((error: unknown): Outcome => ({
    t: 'again',
    why: error instanceof Error ? error.message : String(error),
  }))
  await database.inTransaction(orgId, (tx) => {
    if (outcome.t === 'gone') return tx.query('delete from push_subscription where org_id = $1 and id = $2', [orgId, id])
    if (outcome.t === 'delivered')
      return tx.query(
        `update push_subscription set delivered_at = now()
         where org_id = $1 and id = $2 and (delivered_at is null or delivered_at < now() - interval '1 minute' or failed_at > delivered_at)`,
        [orgId, id],
      )
    return tx.query('update push_subscription set failed_at = now(), failure = left($3, 300) where org_id = $1 and id = $2', [
      orgId,
      id,
      outcome.why,
    ])
  })
  return outcome
}

type PushTarget = Subscription & { readonly language: 'zh' | 'en'; readonly hides: boolean }

const subscriptionOf = async (tx: Tx, id: Id, uid: Id): Promise<PushTarget | undefined> => {
  const [[row], settings] = await Promise.all([
    tx.query<Subscription & { language: 'zh' | 'en' }>(
      `select s.endpoint, s.p256dh, s.auth, s.language from push_subscription s
       where s.org_id = $1 and s.id = $2 and s.uid = $3 and ${hasSession}`,
      [tx.orgId, id, uid],
    ),
    ringSettingsOf(tx, [uid]),
  ])
  return row && { ...row, hides: (settings.get(uid) ?? usualRingSettings).hides }
}
