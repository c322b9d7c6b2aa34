import type { RuleEvent } from '../../domain/eventRules/eventRule.ts'
import { type Id, newId } from '../../kernel/id.ts'
import type { RecallingTx, Tx } from '../db/tx.ts'

/**
 * Something that happened to rows of a table. `fields` are the columns that changed, `changes` of a single row what stood in them before and after;
 * `documentKind` is the kind that was posted.
 */
export type RuleHappening = {
  /** The name of the table. */
  readonly subject: string
  readonly event: RuleEvent
  /** Ids of rows as the table's list says them. */
  readonly rows: readonly string[]
  readonly fields?: readonly string[]
  readonly changes?: Readonly<Record<string, readonly unknown[]>>
  readonly documentKind?: string
}

/** The kind of the jobs that act on what happened; their key is the rule. */
export const eventRuleJob = 'eventRule'
/** The kind of the jobs that send what happened to an address; their key is the webhook. */
export const webhookJob = 'webhook'

/** A rule, or a webhook with one of its events. */
type ActiveRule = {
  readonly id: Id
  readonly isWebhook: boolean
  readonly subject: string
  readonly event: RuleEvent
  readonly field: string | null
  readonly documentKind: string | null
}

const memoryKey = 'eventRules'

/** The rules and webhooks in use, at most a second old: where there are none an event costs nothing. */
const activeRules = (tx: RecallingTx): Promise<readonly ActiveRule[]> =>
  tx.memory.recall(memoryKey, () =>
    tx.query<ActiveRule>(
      `select id, false as "isWebhook", subject, event, field, document_kind as "documentKind" from event_rule
       where org_id = $1 and is_on and retired_at is null and event <> 'reached'
       union all
       select w.id, true, w.subject, e.event, null, null from webhook w, unnest(w.events) as e (event)
       where w.org_id = $1 and w.is_on and w.retired_at is null`,
      [tx.orgId],
    ),
  )

export const forgetActiveRules = ({ memory }: RecallingTx): void => memory.forget(memoryKey)

/** How many rules led to what a transaction does; 0 where a person does it. */
const depths = new WeakMap<Tx, number>()
export const setRuleDepth = (tx: Tx, depth: number): void => void depths.set(tx, depth)

/** The person for whom a transaction works; nobody where a job does. */
const actors = new WeakMap<Tx, Id>()
export const setActor = (tx: Tx, uid: Id): void => void actors.set(tx, uid)

/** An event that is to be sent; see the columns of `webhook_event`. */
type NewEvent = { readonly webhook: Id; readonly row: string; readonly event: RuleEvent; readonly by: Id | null; readonly changes: object }

/** A run that is to be written; see the columns of `event_rule_run`. */
export type NewRun = { readonly rule: Id; readonly row: string; readonly key: string; readonly depth: number }

/** Lets the rules that wait for what happened act on it after the commit. */
export const raise = async (tx: Tx, happenings: readonly RuleHappening[]): Promise<void> => {
  if (happenings.every(({ rows }) => rows.length === 0)) return
  const rules = await activeRules(tx)
  if (rules.length === 0) return
  const depth = (depths.get(tx) ?? 0) + 1
  const runs = happenings.flatMap((event) => {
    const key = newId()
    return rules
      .filter((rule) => !rule.isWebhook && isAwaited(rule, event))
      .flatMap(({ id }) => event.rows.map((row): NewRun => ({ rule: id, row, key: `${key}/${row}`, depth })))
  })
  for (const run of runs) await tx.atCommit(writeRuns, run)
  const actor = actors.get(tx) ?? null
  for (const { rows, event, changes = {}, ...eventTraits } of happenings)
    for (const { id } of rules.filter((rule) => rule.isWebhook && isAwaited(rule, { rows, event, ...eventTraits })))
      for (const row of rows) await tx.atCommit(writeEvents, { webhook: id, row, event, by: actor, changes })
}

const isAwaited = (rule: ActiveRule, { subject, event, fields = [], documentKind }: RuleHappening): boolean =>
  rule.subject === subject &&
  rule.event === event &&
  (rule.field === null || fields.includes(rule.field)) &&
  (rule.documentKind === null || rule.documentKind === documentKind)

/** Writes runs that no one has written yet, and wakes their rules: one statement, as it goes out with the COMMIT. */
export const writeRuns = async (tx: Tx, runs: readonly NewRun[]): Promise<void> => {
  const rules = [...new Set(runs.map(({ rule }) => rule))]
  await tx.query(
    `with written as (
       insert into event_rule_run (org_id, id, rule_id, row_id, event_key, depth, state, next_at, at)
       select o.org_id, r.id, r.rule, r."row", r.key, r.depth, 'waiting', $3, $3
       from organisation o cross join jsonb_to_recordset($2::jsonb) as r (id bigint, rule bigint, "row" text, key text, depth smallint) where o.org_id = $1
       on conflict (org_id, rule_id, event_key) do nothing
     )
     insert into job as j (org_id, id, kind, key, body, due_at)
     select o.org_id, w.id, '${eventRuleJob}', w.rule, '{}', $3 from organisation o cross join unnest($4::bigint[], $5::text[]) as w (id, rule) where o.org_id = $1
     on conflict (org_id, kind, key) do update
     set id = excluded.id, due_at = excluded.due_at, attempts = 0, last_error = null, done_at = null, lease_until = null`,
    [
      tx.orgId,
      JSON.stringify(runs.map((run) => ({ id: newId(), ...run }))),
      new Date(tx.now()).toISOString(),
      rules.map(() => newId()),
      rules,
    ],
  )
}

/** Writes what webhooks are to send and wakes them: one statement, as it goes out with the COMMIT. */
const writeEvents = async (tx: Tx, events: readonly NewEvent[]): Promise<void> => {
  const webhooks = [...new Set(events.map(({ webhook }) => webhook))]
  await tx.query(
    `with written as (
       insert into webhook_event (org_id, id, webhook_id, row_id, event, at, by_uid, changes)
       select o.org_id, e.id, e.webhook, e."row", e.event, $3, e.by, e.changes
       from organisation o cross join jsonb_to_recordset($2::jsonb) as e (id bigint, webhook bigint, "row" text, event text, by bigint, changes jsonb) where o.org_id = $1
     )
     insert into job as j (org_id, id, kind, key, body, due_at)
     select o.org_id, w.id, '${webhookJob}', w.webhook, '{}', $3 from organisation o cross join unnest($4::bigint[], $5::text[]) as w (id, webhook) where o.org_id = $1
     on conflict (org_id, kind, key) do update
     set id = excluded.id, due_at = excluded.due_at, attempts = 0, last_error = null, done_at = null, lease_until = null`,
    [
      tx.orgId,
      JSON.stringify(events.map((event) => ({ id: newId(), ...event }))),
      new Date(tx.now()).toISOString(),
      webhooks.map(() => newId()),
      webhooks,
    ],
  )
}
