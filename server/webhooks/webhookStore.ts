import type { RuleEvent } from '../../domain/eventRules/eventRule.ts'
import type { Webhook, WebhookPause } from '../../domain/eventRules/webhookOperations.ts'
import type { Where } from '../../domain/tables/view.ts'
import type { Id } from '../../kernel/id.ts'
import type { Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'

/** The webhooks of an organisation, or one of them. */
export const readWebhooks = (tx: Tx, id: Id | null = null): Promise<Webhook[]> =>
  tx.query<Webhook>(
    `select w.id, w.title, w.url, w.subject, w.events, w.conditions as "where", w.is_on as "isOn", w.pause, w.version, p.user_name as "makerName",
       w.failures, (select count(*)::int from webhook_delivery d where d.org_id = $1 and d.webhook_id = w.id and d.state = 'waiting')
         + (select count(*)::int from webhook_event e where e.org_id = $1 and e.webhook_id = w.id) as "waitingCount",
       (select max(d.done_at) from webhook_delivery d where d.org_id = $1 and d.webhook_id = w.id and d.state = 'delivered') as "deliveredAt",
       case when w.former_until > $3 then w.former_until end as "formerUntil"
     from webhook w join person p on p.org_id = $1 and p.id = w.maker_uid
     where w.org_id = $1 and w.retired_at is null and ($2::bigint is null or w.id = $2) order by w.title collate by_pinyin, w.id`,
    [tx.orgId, id, new Date(tx.now()).toISOString()],
  )

export const readWebhook = async (tx: Tx, id: Id): Promise<Webhook> => {
  const [webhook] = await readWebhooks(tx, id)
  if (!webhook) throw new NotFound()
  return webhook
}

/** A webhook as it sends. */
export type SendingWebhook = {
  readonly id: Id
  readonly title: string
  readonly url: string
  readonly subject: string
  readonly where: Where
  readonly isOn: boolean
  readonly secret: string
  readonly formerSecret: string | null
  readonly formerUntil: string | null
  readonly nextAt: string
  readonly failures: number
  readonly makerUid: Id
}

/** Locks a webhook, so that one process sends for it at a time. */
export const lockWebhook = async (tx: Tx, id: Id): Promise<SendingWebhook | undefined> =>
  (
    await tx.query<SendingWebhook>(
      `select id, title, url, subject, conditions as "where", is_on as "isOn", secret, former_secret as "formerSecret",
         former_until as "formerUntil", next_at as "nextAt", failures, maker_uid as "makerUid"
       from webhook where org_id = $1 and id = $2 and retired_at is null for update`,
      [tx.orgId, id],
    )
  )[0]

export const secretsOf = ({ secret, formerSecret, formerUntil }: SendingWebhook, atMs: number): string[] =>
  formerSecret !== null && formerUntil !== null && Date.parse(formerUntil) > atMs ? [secret, formerSecret] : [secret]

/** Nothing is sent for it before then. */
export const restWebhook = async (tx: Tx, id: Id, untilMs: number): Promise<void> => {
  await tx.query('update webhook set next_at = $3 where org_id = $1 and id = $2', [tx.orgId, id, new Date(untilMs).toISOString()])
}

export const pauseWebhook = async (tx: Tx, id: Id, pause: WebhookPause): Promise<void> => {
  await tx.query('update webhook set is_on = false, pause = $3, version = version + 1 where org_id = $1 and id = $2', [tx.orgId, id, pause])
}

/** A message that is to be sent. */
export type DueDelivery = {
  readonly id: Id
  readonly body: string
  readonly attempts: number
  readonly begunAt: string
}

/** The oldest message that is due; none whose rows wait behind an older one. */
export const dueDelivery = async (tx: Tx, webhook: Id): Promise<DueDelivery | undefined> =>
  (
    await tx.query<DueDelivery>(
      `select d.id, d.body, d.attempts, d.begun_at as "begunAt" from webhook_delivery d
       where d.org_id = $1 and d.webhook_id = $2 and d.state = 'waiting' and d.next_at <= $3 and not exists (
         select from webhook_delivery o where o.org_id = $1 and o.webhook_id = $2 and o.state = 'waiting' and o.id < d.id and o.row_ids && d.row_ids)
       order by d.id limit 1`,
      [tx.orgId, webhook, new Date(tx.now()).toISOString()],
    )
  )[0]

export type WaitingEvent = {
  readonly id: Id
  readonly rowId: string
  readonly event: RuleEvent
  readonly at: string
  readonly by: { id: Id; name: string } | null
  readonly changes: Readonly<Record<string, readonly unknown[]>>
}

const eventsInMessage = 50

/** The next events in their order, and none of a row that a message waits for. */
export const nextEvents = (tx: Tx, webhook: Id): Promise<WaitingEvent[]> =>
  tx.query<WaitingEvent>(
    `select e.id, e.row_id as "rowId", e.event, e.at, e.changes,
       case when p.id is not null then jsonb_build_object('id', p.id::text, 'name', p.user_name) end as by
     from (select * from webhook_event where org_id = $1 and webhook_id = $2 order by id limit 500) e
     left join person p on p.org_id = $1 and p.id = e.by_uid
     where not exists (
       select from webhook_delivery d where d.org_id = $1 and d.webhook_id = $2 and d.state = 'waiting' and e.row_id = any (d.row_ids))
     order by e.id limit ${eventsInMessage}`,
    [tx.orgId, webhook],
  )

export const dropEvents = async (tx: Tx, ids: readonly Id[]): Promise<void> => {
  await tx.query('delete from webhook_event where org_id = $1 and id = any ($2::bigint[])', [tx.orgId, ids])
}

type NewDelivery = {
  readonly id: Id
  readonly webhook: Id
  readonly rows: readonly string[]
  readonly body: string
  readonly isTest?: boolean
}

export const insertDelivery = async (tx: Tx, { id, webhook, rows, body, isTest = false }: NewDelivery): Promise<void> => {
  await tx.query(
    `insert into webhook_delivery (org_id, id, webhook_id, row_ids, body, is_test, state, at, begun_at, next_at)
     values ($1, $2, $3, $4, $5, $6, 'waiting', $7, $7, $7)`,
    [tx.orgId, id, webhook, rows, body, isTest, new Date(tx.now()).toISOString()],
  )
}

/** When there is something to do again; null where nothing waits. */
export const nextDueAt = async (tx: Tx, webhook: Id): Promise<string | null> => {
  const [row] = await tx.query<{ due: string | null }>(
    `select greatest(w.next_at, least(
       (select min(d.next_at) from webhook_delivery d where d.org_id = $1 and d.webhook_id = $2 and d.state = 'waiting'),
       (select min(e.at) from webhook_event e where e.org_id = $1 and e.webhook_id = $2 and not exists (
          select from webhook_delivery o where o.org_id = $1 and o.webhook_id = $2 and o.state = 'waiting' and e.row_id = any (o.row_ids))))) as due
     from webhook w where w.org_id = $1 and w.id = $2 and w.is_on and w.retired_at is null
       and (exists (select from webhook_delivery d where d.org_id = $1 and d.webhook_id = $2 and d.state = 'waiting')
         or exists (select from webhook_event e where e.org_id = $1 and e.webhook_id = $2))`,
    [tx.orgId, webhook],
  )
  return row?.due ?? null
}

export type SendOutcome = {
  readonly isDelivered: boolean
  readonly status: number | null
  readonly tookMs: number
  readonly answer: string
}

type Settlement = { readonly state: 'waiting' | 'delivered' | 'failed'; readonly nextMs: number; readonly outcome: SendOutcome }

export const settleDelivery = async (tx: Tx, id: Id, { state, nextMs, outcome }: Settlement): Promise<void> => {
  const { status, tookMs, answer } = outcome
  await tx.query(
    `update webhook_delivery set state = $3, attempts = attempts + 1, next_at = $4, done_at = case when $3 <> 'waiting' then $5::timestamptz end,
       status = $6, took_ms = $7, answer = $8 where org_id = $1 and id = $2`,
    [tx.orgId, id, state, new Date(nextMs).toISOString(), new Date(tx.now()).toISOString(), status, tookMs, answer],
  )
}

export const noteOutcome = async (tx: Tx, id: Id, { failures, nextMs }: { failures: number; nextMs: number }): Promise<void> => {
  await tx.query('update webhook set failures = $3, next_at = $4 where org_id = $1 and id = $2', [
    tx.orgId,
    id,
    failures,
    new Date(nextMs).toISOString(),
  ])
}

/** Old messages leave the log. */
export const sweepDeliveries = async (tx: Tx, webhook: Id, beforeMs: number): Promise<void> => {
  await tx.query(`delete from webhook_delivery where org_id = $1 and webhook_id = $2 and state <> 'waiting' and at < $3`, [
    tx.orgId,
    webhook,
    new Date(beforeMs).toISOString(),
  ])
}
