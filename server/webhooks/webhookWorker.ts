import { newId, type Id } from '../../kernel/id.ts'
import { messageTypes } from '../../domain/messaging/operations.ts'
import { type WebhookPause, webhookSave } from '../../domain/eventRules/webhookOperations.ts'
import { inNameOf } from '../access/sessions.ts'
import { type App, requireAllowed, type Session } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { rowsMatching } from '../eventRules/matching.ts'
import { webhookJob } from '../eventRules/raise.ts'
import { HttpError } from '../httpError.ts'
import { RefusalError } from '../../kernel/refusal.ts'
import { enqueue, type PieceWorker } from '../jobs/jobs.ts'
import { notify } from '../messaging/notify.ts'
import { sendMessage, webhookSeconds } from './webhookSending.ts'
import {
  dropEvents,
  type DueDelivery,
  dueDelivery,
  insertDelivery,
  lockWebhook,
  nextDueAt,
  nextEvents,
  noteOutcome,
  pauseWebhook,
  restWebhook,
  secretsOf,
  type SendingWebhook,
  type SendOutcome,
  settleDelivery,
  sweepDeliveries,
  type WaitingEvent,
} from './webhookStore.ts'

/** So many receivers of one organisation are waited for at once; fewer that failed the last time, so that dead ones leave room for others. */
const atOnceOfOrganisation = 8
const failingAtOnce = 2
/** Where too many are waited for, it is looked again after this. */
const crowdedMs = 1000
const retryDays = 3
/** By it a receiver says that it takes no more messages, as Standard Webhooks has it. */
const goneStatus = 410
const keptDays = 30
const dayMs = 86_400_000
/** How long it waits after each failure in a row: of a receiver, and of a message. */
const pauseSeconds = [5, 30, 120, 600, 1800, 3600, 3 * 3600, 6 * 3600] as const

const pauseMsAfter = (failures: number): number => (pauseSeconds[Math.min(failures, pauseSeconds.length) - 1] ?? 0) * 1000

/** Sends what happened to the address of a webhook, one message at a time. */
export const webhookWorker = ({ settings }: Pick<App, 'settings'>): PieceWorker => {
  /** Of each organisation the webhooks of which a message is on its way. */
  const underWay = new Map<Id, Set<Id>>()
  return {
    kind: webhookJob,
    piece: async (database, { orgId, key: id }) => {
      const busyHooks = underWay.get(orgId) ?? new Set<Id>()
      // What is on its way asks for the job again when it has arrived, but may have looked just before the event.
      if (busyHooks.has(id)) {
        await database.inTransaction(orgId, (tx) => lookAgain(tx, id))
        return false
      }
      underWay.set(orgId, busyHooks.add(id))
      try {
        const message = await database.inTransaction(orgId, (tx) => takeMessage(tx, id, busyHooks.size - 1))
        if (!message) return false
        const { webhook, delivery } = message
        const outcome = await sendMessage({
          url: webhook.url,
          secrets: secretsOf(webhook, database.now()),
          message: { id: delivery.id, atMs: database.now(), body: delivery.body },
          reach: settings.serviceReach,
        })
        return await database.inTransaction(orgId, (tx) => settle(tx, webhook, delivery, outcome))
      } finally {
        busyHooks.delete(id)
        if (busyHooks.size === 0) underWay.delete(orgId)
      }
    },
  }
}

const lookAgain = (tx: Tx, id: Id): Promise<void> =>
  enqueue(tx, { kind: webhookJob, key: id, dueAt: new Date(tx.now() + crowdedMs).toISOString() })

type Message = { readonly webhook: SendingWebhook; readonly delivery: DueDelivery }

/** The message that is to be sent now, put together where none waits; nothing else is taken meanwhile. */
const takeMessage = async (tx: Tx, id: Id, othersUnderWay: number): Promise<Message | undefined> => {
  const webhook = await lockWebhook(tx, id)
  if (!webhook?.isOn) return undefined
  if (othersUnderWay >= (webhook.failures > 0 ? failingAtOnce : atOnceOfOrganisation)) {
    await lookAgain(tx, id)
    return undefined
  }
  const isResting = Date.parse(webhook.nextAt) > tx.now()
  const delivery = isResting ? undefined : ((await dueDelivery(tx, id)) ?? (await composeMessage(tx, webhook)))
  if (!delivery) {
    await awaitNext(tx, id)
    return undefined
  }
  await restWebhook(tx, id, tx.now() + (webhookSeconds + 5) * 1000)
  return { webhook, delivery }
}

/** Asks for the job when there is something to do again; answers whether that is at once. */
const awaitNext = async (tx: Tx, id: Id): Promise<boolean> => {
  const due = await nextDueAt(tx, id)
  if (due === null) return false
  await enqueue(tx, { kind: webhookJob, key: id, dueAt: due })
  return Date.parse(due) <= tx.now()
}

/** The maker with his rights of this moment; undefined where he may not any more, or does not see everything. */
const makerOf = async (tx: Tx, uid: Id): Promise<Session | undefined> => {
  const session = await inNameOf(tx, uid)
  if (!session || session.locations !== 'all') return undefined
  try {
    requireAllowed(webhookSave, session, tx.now())
    return session
  } catch (error) {
    if (error instanceof HttpError || error instanceof RefusalError) return undefined
    throw error
  }
}

/** The next events as one message, as the maker sees their rows; events of rows that do not meet the condition are left out. */
const composeMessage = async (tx: Tx, webhook: SendingWebhook): Promise<DueDelivery | undefined> => {
  for (;;) {
    const events = await nextEvents(tx, webhook.id)
    if (events.length === 0) return undefined
    const session = await makerOf(tx, webhook.makerUid)
    if (!session) {
      await pauseWithNotice(tx, webhook, 'maker')
      return undefined
    }
    const among = [...new Set(events.map(({ rowId }) => rowId))]
    const rows = await rowsMatching({ tx, session }, webhook.subject, { where: webhook.where, among, atMost: among.length })
    await dropEvents(
      tx,
      events.map(({ id }) => id),
    )
    await sweepDeliveries(tx, webhook.id, tx.now() - keptDays * dayMs)
    const valuesOf = new Map(rows.map((row) => [row.id, row.values]))
    const data = events.flatMap((event) => {
      const values = valuesOf.get(event.rowId)
      return values ? [shownEvent(webhook, event, values)] : []
    })
    if (data.length === 0) continue
    const [id, begunAt] = [newId(), new Date(tx.now()).toISOString()]
    const body = JSON.stringify({ type: `${webhook.subject}.events`, timestamp: begunAt, data })
    await insertDelivery(tx, { id, webhook: webhook.id, rows: among, body })
    return { id, body, attempts: 0, begunAt }
  }
}

/** An event as it goes out: of what changed only the columns that the maker reads. */
const shownEvent = (
  { subject }: SendingWebhook,
  { id, rowId, event, at, by, changes }: WaitingEvent,
  values: Readonly<Record<string, string | null>>,
) => ({
  id,
  type: `${subject}.${event}`,
  at: new Date(at).toISOString(),
  by,
  objectId: rowId,
  object: values,
  changes: Object.entries(changes)
    .filter(([key]) => Object.hasOwn(values, key))
    .map(([key, [before = null, after = null]]) => ({ key, before, after })),
})

const pauseTitles: Readonly<Record<WebhookPause, string>> = {
  failing: 'Webhook“{title}”连续{days}天发送失败，已暂停',
  maker: 'Webhook“{title}”的设置人没有权限，已暂停',
  gone: 'Webhook“{title}”的接收方回复410，不再接收，已暂停',
}

/** Says once that a webhook rests, to the person who made it. */
const pauseWithNotice = async (tx: Tx, { id, title, makerUid }: SendingWebhook, pause: WebhookPause): Promise<void> => {
  await pauseWebhook(tx, id, pause)
  await notify(tx, {
    uids: [makerUid],
    msgType: messageTypes.notify,
    category: 'system',
    title: pauseTitles[pause],
    params: { title, days: retryDays },
    link: `/pages/user/webhook?id=${id}`,
  })
}

/** Writes down what came of a message; answers whether there is more to send at once. */
const settle = async (tx: Tx, webhook: SendingWebhook, delivery: DueDelivery, outcome: SendOutcome): Promise<boolean> => {
  const now = tx.now()
  if (outcome.isDelivered) {
    await settleDelivery(tx, delivery.id, { state: 'delivered', nextMs: now, outcome })
    await noteOutcome(tx, webhook.id, { failures: 0, nextMs: now })
  } else {
    const isOver = now - Date.parse(delivery.begunAt) >= retryDays * dayMs
    const failures = webhook.failures + 1
    await settleDelivery(tx, delivery.id, {
      state: isOver ? 'failed' : 'waiting',
      nextMs: now + pauseMsAfter(delivery.attempts + 1),
      outcome,
    })
    await noteOutcome(tx, webhook.id, { failures, nextMs: now + pauseMsAfter(failures) })
    if (isOver) await pauseWithNotice(tx, webhook, 'failing')
    else if (outcome.status === goneStatus) await pauseWithNotice(tx, webhook, 'gone')
  }
  return awaitNext(tx, webhook.id)
}
