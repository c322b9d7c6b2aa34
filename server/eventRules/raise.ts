import type { RuleEvent } from '../../domain/eventRules/eventRule.ts'
import { type Id, newId } from '../../kernel/id.ts'
import type { RecallingTx, Tx } from '../db/tx.ts'

/** Something that happened to rows of a table. `fields` are the columns that changed, `documentKind` the kind that was posted. */
export type RuleHappening = {
  /** The name of the table. */
  readonly subject: string
  readonly event: RuleEvent
  /** Ids of rows as the table's list says them. */
  readonly rows: readonly string[]
  readonly fields?: readonly string[]
  readonly documentKind?: string
}

/** The kind of the jobs that act on what happened; their key is the rule. */
export const eventRuleJob = 'eventRule'

type ActiveRule = {
  readonly id: Id
  readonly subject: string
  readonly event: RuleEvent
  readonly field: string | null
  readonly documentKind: string | null
}

const memoryKey = 'eventRules'

/** The rules in use, at most a second old: where there are none an event costs nothing. */
const activeRules = (tx: RecallingTx): Promise<readonly ActiveRule[]> =>
  tx.memory.recall(memoryKey, () =>
    tx.query<ActiveRule>(
      `select id, subject, event, field, document_kind as "documentKind" from event_rule
       where org_id = $1 and is_on and retired_at is null and event <> 'reached'`,
      [tx.orgId],
    ),
  )

export const forgetActiveRules = ({ memory }: RecallingTx): void => memory.forget(memoryKey)

/** How many rules led to what a transaction does; 0 where a person does it. */
const depths = new WeakMap<Tx, number>()
export const setRuleDepth = (tx: Tx, depth: number): void => void depths.set(tx, depth)

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
      .filter((rule) => isAwaited(rule, event))
      .flatMap(({ id }) => event.rows.map((row): NewRun => ({ rule: id, row, key: `${key}/${row}`, depth })))
  })
  for (const run of runs) await tx.atCommit(writeRuns, run)
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
       select $1, r.id, r.rule, r."row", r.key, r.depth, 'waiting', $3, $3
       from jsonb_to_recordset($2::jsonb) as r (id bigint, rule bigint, "row" text, key text, depth smallint)
       on conflict (org_id, rule_id, event_key) do nothing
     )
     insert into job as j (org_id, id, kind, key, body, due_at)
     select $1, w.id, '${eventRuleJob}', w.rule, '{}', $3 from unnest($4::bigint[], $5::text[]) as w (id, rule)
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
