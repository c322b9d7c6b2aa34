import type { EventRule, RunState } from '../../domain/eventRules/operations.ts'
import type { Id } from '../../kernel/id.ts'
import type { Params } from '../../kernel/refusal.ts'
import type { Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'
import type { RuleResult } from './ruleActions.ts'

/** The rules of an organisation, those in use first; or one of them. */
export const readRules = (tx: Tx, id: Id | null = null): Promise<EventRule[]> =>
  tx.query<EventRule>(
    `select r.id, r.title, r.subject, r.event, r.field, r.document_kind as "documentKind", r.days_before as "daysBefore", r.conditions as "where",
       r.actions, r.is_on as "isOn", r.retired_at is not null as "isRetired", r.version, r.maker_uid as "makerUid", p.user_name as "makerName",
       (select count(*)::int from event_rule_run u where u.org_id = $1 and u.rule_id = r.id and u.state = 'done' and u.at > $3) as "doneCount",
       (select count(*)::int from event_rule_run u where u.org_id = $1 and u.rule_id = r.id and u.state = 'failed' and u.at > $3) as "failedCount",
       (select max(u.done_at) from event_rule_run u where u.org_id = $1 and u.rule_id = r.id and u.state = 'done') as "lastAt"
     from event_rule r join person p on p.org_id = $1 and p.id = r.maker_uid
     where r.org_id = $1 and ($2::bigint is null or r.id = $2) order by r.retired_at is not null, r.title collate by_pinyin, r.id`,
    [tx.orgId, id, new Date(tx.now() - countedMs).toISOString()],
  )

const countedMs = 30 * 86_400_000

export const readRule = async (tx: Tx, id: Id): Promise<EventRule> => {
  const [rule] = await readRules(tx, id)
  if (!rule) throw new NotFound()
  return rule
}

/** A rule as it acts, without the figures about it; locked against a change while it does. */
export type ActingRule = Pick<EventRule, 'id' | 'title' | 'subject' | 'where' | 'actions' | 'isOn' | 'isRetired' | 'makerUid' | 'makerName'>

export const lockRule = async (tx: Tx, id: Id): Promise<ActingRule | undefined> =>
  (
    await tx.query<ActingRule>(
      `select r.id, r.title, r.subject, r.conditions as "where", r.actions, r.is_on as "isOn", r.retired_at is not null as "isRetired",
         r.maker_uid as "makerUid", p.user_name as "makerName"
       from event_rule r join person p on p.org_id = $1 and p.id = r.maker_uid where r.org_id = $1 and r.id = $2 for share of r`,
      [tx.orgId, id],
    )
  )[0]

export type WaitingRun = { readonly id: Id; readonly rowId: string; readonly depth: number; readonly attempts: number }

/** The next run of a rule that is due; another server takes the one behind it. */
export const lockNextRun = async (tx: Tx, rule: Id): Promise<WaitingRun | undefined> =>
  (
    await tx.query<WaitingRun>(
      `select id, row_id as "rowId", depth, attempts from event_rule_run
       where org_id = $1 and rule_id = $2 and state = 'waiting' and next_at <= $3 order by next_at, id limit 1 for update skip locked`,
      [tx.orgId, rule, new Date(tx.now()).toISOString()],
    )
  )[0]

/** When the next run of a rule is due that waits. */
export const nextDue = async (tx: Tx, rule: Id): Promise<string | null> => {
  const [row] = await tx.query<{ due: string | null }>(
    `select min(next_at) as due from event_rule_run where org_id = $1 and rule_id = $2 and state = 'waiting'`,
    [tx.orgId, rule],
  )
  return row?.due ?? null
}

/** How often a rule acted since a moment; on one row where that is said. */
export const countDone = async (
  tx: Tx,
  rule: Id,
  { sinceMs, rowId }: { readonly sinceMs: number; readonly rowId?: string },
): Promise<number> => {
  const [row] = await tx.query<{ n: number }>(
    `select count(*)::int as n from event_rule_run
     where org_id = $1 and rule_id = $2 and state = 'done' and done_at > $3 and ($4::text is null or row_id = $4)`,
    [tx.orgId, rule, new Date(sinceMs).toISOString(), rowId ?? null],
  )
  return row?.n ?? 0
}

export type RunEnd = {
  readonly state: Exclude<RunState, 'waiting'>
  readonly words?: string
  readonly params?: Params
  readonly results?: readonly RuleResult[]
}

/** Writes how a run ended. */
export const endRun = async (tx: Tx, id: Id, { state, words, params = {}, results = [] }: RunEnd): Promise<void> => {
  await tx.query(
    `update event_rule_run set state = $3, attempts = attempts + 1, done_at = $4, words = $5, params = $6, results = $7 where org_id = $1 and id = $2`,
    [tx.orgId, id, state, new Date(tx.now()).toISOString(), words ?? null, params, JSON.stringify(results)],
  )
}

/** Lets a run wait after a fault of ours; after some attempts it failed. */
export const postponeRun = async (tx: Tx, { id, attempts }: WaitingRun): Promise<void> => {
  if (attempts + 1 >= attemptsAtMost) return endRun(tx, id, { state: 'failed', words: '执行时出现系统错误' })
  const dueAt = new Date(tx.now() + 10_000 * 4 ** attempts).toISOString()
  await tx.query('update event_rule_run set attempts = attempts + 1, next_at = $3 where org_id = $1 and id = $2', [tx.orgId, id, dueAt])
}

const attemptsAtMost = 5
