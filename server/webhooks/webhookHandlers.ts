import { inWords } from '../../domain/english/all.ts'
import type { Id } from '../../kernel/id.ts'
import { newId } from '../../kernel/id.ts'
import { RefusalError, refuse } from '../../kernel/refusal.ts'
import { eventsOfTable } from '../../domain/eventRules/eventRule.ts'
import {
  type Webhook,
  webhookDelete,
  webhookDeliveries,
  type WebhookDelivery,
  webhookList,
  webhookRenewSecret,
  webhookResend,
  webhookSave,
  webhooksAtMost,
  webhookSwitch,
  webhookTest,
} from '../../domain/eventRules/webhookOperations.ts'
import type { OutputOf, Page } from '../../domain/operations/define.ts'
import { urlRefusal } from '../approval/flow/services/servicesPost.ts'
import { handle, handleOneByOne, type Handler, type OneByOne, type ParsedInput, type SignedIn } from '../call.ts'
import { onlyRow, requireUnchanged } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { readableTable, rowsMatching } from '../eventRules/matching.ts'
import { forgetActiveRules, webhookJob } from '../eventRules/raise.ts'
import { NotFound } from '../httpError.ts'
import { enqueue } from '../jobs/jobs.ts'
import { countLimit, pageFor, partOf } from '../page.ts'
import { newWebhookSecret } from './signing.ts'
import { sendMessage } from './webhookSending.ts'
import { insertDelivery, lockWebhook, readWebhook, readWebhooks, type SendOutcome, secretsOf, settleDelivery } from './webhookStore.ts'

const title = 'Webhook'
const formerSecretMs = 86_400_000

type Secret = OutputOf<typeof webhookSave>

/** Refuses an address that is none, an event that the table has not, and a person who does not see all that would go out. */
const requireSound = async (call: SignedIn, { url, subject, events, where }: ParsedInput<typeof webhookSave>): Promise<void> => {
  const wrong = urlRefusal(url, call.app.settings.serviceReach)
  if (wrong) throw new RefusalError(wrong)
  if (call.session.locations !== 'all') refuse('webhook.scope', '只有能看到全部数据的人才能设置Webhook')
  const { table } = await readableTable(call, subject)
  if (events.some((event) => !eventsOfTable(subject).includes(event)))
    refuse('eventRule.event', '“{title}”没有这种事件', { title: table.title })
  // What its list would not understand, or not answer the maker, is refused in the list's words.
  await rowsMatching(call, subject, { where, among: [], atMost: 1 })
}

const saveWebhook = async (call: SignedIn, input: ParsedInput<typeof webhookSave>): Promise<Secret> => {
  const { tx, session } = call
  const { id, version, title: name, url, subject, events, where, isOn } = input
  await requireSound(call, input)
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('webhook', $1::bigint))`, [tx.orgId])
  const [before] = await readWebhooks(tx, id)
  if (before && version === 0) return { webhook: before, secret: null }
  if (!before && version !== 0) throw new NotFound()
  if (before) requireUnchanged(title, version, before.version)
  else await requireRoom(tx)
  const secret = before ? null : newWebhookSecret()
  await tx.query(
    before
      ? `update webhook set title = $3, url = $4, subject = $5, events = $6, conditions = $7, is_on = $8, maker_uid = $9, updated_at = $10, pause = null,
           next_at = $10, failures = 0, version = version + 1 where org_id = $1 and id = $2 and $11::text is null`
      : `insert into webhook (org_id, id, title, url, subject, events, conditions, is_on, maker_uid, updated_at, next_at, secret)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)`,
    [
      tx.orgId,
      id,
      name,
      url,
      subject,
      [...new Set(events)],
      JSON.stringify(where),
      isOn,
      session.uid,
      new Date(tx.now()).toISOString(),
      secret,
    ],
  )
  await wake(tx, id)
  return { webhook: await readWebhook(tx, id), secret }
}

const requireRoom = async (tx: Tx): Promise<void> => {
  const { n } = await onlyRow(
    tx.query<{ n: number }>('select count(*)::int as n from webhook where org_id = $1 and retired_at is null', [tx.orgId]),
  )
  if (n >= webhooksAtMost) refuse('webhook.tooMany', '最多{max}个Webhook，请先删除不用的', { max: webhooksAtMost })
}

/** What is in use from now on is heard at once in this process, and what waits is sent. */
const wake = async (tx: Tx, id: Id): Promise<void> => {
  forgetActiveRules(tx)
  await enqueue(tx, { kind: webhookJob, key: id })
}

const listDeliveries = async (
  { tx, language }: SignedIn,
  { id, ...input }: ParsedInput<typeof webhookDeliveries>,
): Promise<Page<WebhookDelivery>> => {
  await readWebhook(tx, id)
  const part = partOf(input, { most: 50 })
  const [total, list] = await Promise.all([
    onlyRow(
      tx.query<{ n: number }>(
        `select count(*)::int as n from (select from webhook_delivery where org_id = $1 and webhook_id = $2 limit ${countLimit + 1}) d`,
        [tx.orgId, id],
      ),
    ),
    tx.query<WebhookDelivery>(
      `select id, is_test as "isTest", state, case when is_test then 1 else jsonb_array_length(body::jsonb -> 'data') end as count, at, attempts, next_at as "nextAt", done_at as "doneAt", status,
         took_ms as "tookMs", answer, body from webhook_delivery
       where org_id = $1 and webhook_id = $2 and ($3::bigint is null or id < $3) order by id desc limit $4 offset $5`,
      [tx.orgId, id, part.after ?? null, part.pageSize, part.offset],
    ),
  ])
  return pageFor(
    part,
    list.map((row) => inReadersWords(row, language)),
    total.n,
  )
}

/** Why nothing came back is said by us, what came back by the receiver. */
const inReadersWords = <O extends Pick<WebhookDelivery, 'status' | 'answer'>>(outcome: O, language: SignedIn['language']): O =>
  outcome.status === null && outcome.answer !== null ? { ...outcome, answer: inWords(language, outcome.answer) } : outcome

/** Sends a message that tells of nothing and answers what came back; it stands in the log and is not tried again. */
const testWebhook = async ({ inTransaction, app, language }: OneByOne, id: Id): Promise<SendOutcome> => {
  const deliveryId = newId()
  const body = JSON.stringify({ type: 'zaice.test', timestamp: new Date(app.database.now()).toISOString(), data: [] })
  const webhook = await inTransaction(async (tx) => {
    const lockedWebhook = await lockWebhook(tx, id)
    if (!lockedWebhook) throw new NotFound()
    return lockedWebhook
  })
  const outcome = await sendMessage({
    url: webhook.url,
    secrets: secretsOf(webhook, app.database.now()),
    message: { id: deliveryId, atMs: app.database.now(), body },
    reach: app.settings.serviceReach,
  })
  await inTransaction(async (tx) => {
    await insertDelivery(tx, { id: deliveryId, webhook: id, rows: [], body, isTest: true })
    await settleDelivery(tx, deliveryId, { state: outcome.isDelivered ? 'delivered' : 'failed', nextMs: tx.now(), outcome })
  })
  return inReadersWords(outcome, language)
}

const switchWebhook = async ({ tx, session }: SignedIn, id: Id, isOn: boolean): Promise<Webhook> => {
  await readWebhook(tx, id)
  await tx.query(
    `update webhook set is_on = $3, pause = null, failures = 0, next_at = $4, maker_uid = case when $3 then $5 else maker_uid end, version = version + 1
     where org_id = $1 and id = $2 and is_on <> $3`,
    [tx.orgId, id, isOn, new Date(tx.now()).toISOString(), session.uid],
  )
  await wake(tx, id)
  return readWebhook(tx, id)
}

const renewSecret = async ({ tx }: SignedIn, id: Id): Promise<Secret> => {
  await readWebhook(tx, id)
  const secret = newWebhookSecret()
  await tx.query(
    'update webhook set former_secret = secret, former_until = $4, secret = $3, version = version + 1 where org_id = $1 and id = $2',
    [tx.orgId, id, secret, new Date(tx.now() + formerSecretMs).toISOString()],
  )
  return { webhook: await readWebhook(tx, id), secret }
}

const resendDelivery = async ({ tx }: SignedIn, id: Id): Promise<{ isWaiting: boolean }> => {
  const now = new Date(tx.now()).toISOString()
  const [row] = await tx.query<{ webhook: Id }>(
    `update webhook_delivery set state = 'waiting', attempts = 0, next_at = $3, begun_at = $3, done_at = null
     where org_id = $1 and id = $2 and not is_test returning webhook_id as webhook`,
    [tx.orgId, id, now],
  )
  if (!row) throw new NotFound()
  await tx.query('update webhook set next_at = least(next_at, $3) where org_id = $1 and id = $2', [tx.orgId, row.webhook, now])
  await enqueue(tx, { kind: webhookJob, key: row.webhook })
  return { isWaiting: true }
}

export const webhookHandlers: readonly Handler[] = [
  handle(webhookList, async ({ tx }) => ({ list: await readWebhooks(tx) })),
  handle(webhookSave, saveWebhook),
  handle(webhookDeliveries, listDeliveries),
  handle(webhookSwitch, (call, { id, isOn }) => switchWebhook(call, id, isOn)),
  handle(webhookRenewSecret, (call, { id }) => renewSecret(call, id)),
  handle(webhookResend, (call, { id }) => resendDelivery(call, id)),
  handleOneByOne(webhookTest, (call, { id }) => testWebhook(call, id)),
  handle(webhookDelete, async ({ tx }, { id }) => {
    await readWebhook(tx, id)
    await tx.query('update webhook set is_on = false, retired_at = $3, version = version + 1 where org_id = $1 and id = $2', [
      tx.orgId,
      id,
      new Date(tx.now()).toISOString(),
    ])
    await tx.query('delete from webhook_event where org_id = $1 and webhook_id = $2', [tx.orgId, id])
    forgetActiveRules(tx)
    return { deleted: true }
  }),
]
