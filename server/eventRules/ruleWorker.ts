import { addDays, dayAt } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { type Refusal, refusal, RefusalError } from '../../kernel/refusal.ts'
import { ruleDepthAtMost, runsInHourAtMost, runsOfRowAtMost } from '../../domain/eventRules/eventRule.ts'
import { eventRuleSave } from '../../domain/eventRules/operations.ts'
import { nextMorning } from '../../domain/reminders/morning.ts'
import type { Where } from '../../domain/tables/view.ts'
import { inNameOf } from '../access/sessions.ts'
import { requireAllowed } from '../call.ts'
import { workCalendarOf } from '../calendar/calendar.ts'
import { isBusy } from '../db/busy.ts'
import type { Tx } from '../db/tx.ts'
import type { Flows } from '../documents/flows.ts'
import type { DocumentPort } from '../documents/port.ts'
import { HttpError } from '../httpError.ts'
import { enqueue, type PieceWorker, type WholeWorker } from '../jobs/jobs.ts'
import { rowsMatching, readableTable, wordsOfRow } from './matching.ts'
import { eventRuleJob, setRuleDepth, writeRuns } from './raise.ts'
import { act, type RuleResult } from './ruleActions.ts'
import {
  type ActingRule,
  countDone,
  endRun,
  lockNextRun,
  lockRule,
  nextDue,
  postponeRun,
  type RunEnd,
  type WaitingRun,
} from './ruleStore.ts'

type Engines = { readonly flows: Flows; readonly documents: DocumentPort }

/** The transaction of a run: what a rule asks ends before it holds anybody up. */
const runLimits = { statementSeconds: 10 }

/** Acts on what happened, one event in each transaction. */
export const eventRuleWorker = (engines: Engines): PieceWorker => ({
  kind: eventRuleJob,
  piece: async (database, { orgId, key }, log) => {
    let begunRun: WaitingRun | undefined
    try {
      return await database.inTransaction(orgId, (tx) => runNext(tx, engines, { rule: key, begin: (run) => (begunRun = run) }), runLimits)
    } catch (error) {
      const failedRun = begunRun
      if (!failedRun || isBusy(error)) throw error
      log.error({ error, rule: key, run: failedRun.id }, 'A run of a rule failed')
      await database.inTransaction(orgId, (tx) => postponeRun(tx, failedRun))
      return true
    }
  },
})

type NextRun = { readonly rule: Id; readonly begin?: (run: WaitingRun) => void }

/** Acts on the next event of a rule; answers whether there may be more. What must wait asks for its job again. */
export const runNext = async (tx: Tx, engines: Engines, { rule: id, begin }: NextRun): Promise<boolean> => {
  const rule = await lockRule(tx, id)
  if (!rule) return false
  const run = await lockNextRun(tx, id)
  if (!run) return awaitNext(tx, id)
  if ((await countDone(tx, id, { sinceMs: tx.now() - hourMs })) >= runsInHourAtMost) {
    await enqueue(tx, { kind: eventRuleJob, key: id, dueAt: new Date(tx.now() + pauseMs).toISOString() })
    return false
  }
  begin?.(run)
  await endRun(tx, run.id, await outcomeOf(tx, engines, rule, run))
  return true
}

const hourMs = 3_600_000
const pauseMs = 600_000

/** What waits for a later moment has its job then. */
const awaitNext = async (tx: Tx, rule: Id): Promise<false> => {
  const due = await nextDue(tx, rule)
  if (due !== null && Date.parse(due) > tx.now()) await enqueue(tx, { kind: eventRuleJob, key: rule, dueAt: due })
  return false
}

const outcomeOf = async (tx: Tx, engines: Engines, rule: ActingRule, run: WaitingRun): Promise<RunEnd> => {
  if (!rule.isOn || rule.isRetired) return { state: 'skipped', words: '规则已停用' }
  if (run.depth > ruleDepthAtMost)
    return { state: 'stopped', words: '规则连续引发规则超过{max}层，已中止', params: { max: ruleDepthAtMost } }
  if ((await countDone(tx, rule.id, { sinceMs: tx.now() - 24 * hourMs, rowId: run.rowId })) >= runsOfRowAtMost)
    return { state: 'stopped', words: '对同一条记录一天最多执行{max}次，已中止', params: { max: runsOfRowAtMost } }
  const answer = await refusedOr(tx, () => actOn(tx, engines, rule, run))
  return 'reason' in answer ? { state: 'failed', words: answer.words, params: answer.params } : answer
}

/** What a person would be told who did it by hand counts as an answer, and nothing of it stays. */
const refusedOr = async <R extends object>(tx: Tx, work: () => Promise<R>): Promise<R | Refusal> => {
  const answer = await tx.attempt(async () => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof HttpError) throw new RefusalError(error.refusal)
      throw error
    }
  })
  return answer instanceof RefusalError ? answer.refusal : answer
}

/** All actions or none, with whatever the maker may do now. */
const actOn = async (tx: Tx, { flows, documents }: Engines, rule: ActingRule, run: WaitingRun): Promise<RunEnd> => {
  const session = await inNameOf(tx, rule.makerUid)
  if (!session)
    throw new RefusalError(refusal('eventRule.maker', '规则的设置人{name}已停用，请由其他管理员重新保存', { name: rule.makerName }))
  requireAllowed(eventRuleSave, session, tx.now())
  const reader = { tx, session }
  const knownTable = await readableTable(reader, rule.subject)
  const [row] = await rowsMatching(reader, rule.subject, { where: rule.where, among: [run.rowId], atMost: 1 })
  if (!row) return { state: 'skipped' }
  const words = await wordsOfRow(tx, knownTable.table, row)
  setRuleDepth(tx, run.depth)
  const context = { call: { tx, session, at: tx.now() }, flows, documents, knownTable, row, words, title: rule.title }
  const results: RuleResult[] = []
  for (const action of rule.actions) results.push(await act(context, action))
  return { state: 'done', results }
}

/** The kind of the job that looks each morning for days that come. */
export const ruleDaysJob = 'eventRuleDays'

type DayRule = {
  id: Id
  subject: string
  field: string | null
  daysBefore: number | null
  where: Where
  makerUid: Id
  foundUntil: string | null
}

/** So many rows of a rule are found in one morning. */
const foundAtMost = 5000
/** After a rest no more days are caught up with. */
const caughtUpDays = 7
const keptDays = 90

/** Finds each morning what has a day that rules wait for, and takes old runs out of the log. */
export const ruleDaysWorker: WholeWorker = {
  kind: ruleDaysJob,
  run: async (tx, { kind, key }) => {
    const rules = await tx.query<DayRule>(
      `select id, subject, field, days_before as "daysBefore", conditions as "where", maker_uid as "makerUid", found_until as "foundUntil" from event_rule
       where org_id = $1 and event = 'reached' and is_on and retired_at is null and field is not null order by id`,
      [tx.orgId],
    )
    for (const rule of rules) await findDays(tx, rule)
    await tx.query(`delete from event_rule_run where org_id = $1 and state <> 'waiting' and at < $2`, [
      tx.orgId,
      new Date(tx.now() - keptDays * 24 * hourMs).toISOString(),
    ])
    await enqueue(tx, { kind, key, dueAt: nextMorning(await workCalendarOf(tx), tx.now()) })
  },
  limits: { statementSeconds: 30 },
}

const findDays = async (tx: Tx, { id, subject, field, daysBefore, where, makerUid, foundUntil }: DayRule): Promise<void> => {
  const today = dayAt(tx.now())
  const earliest = addDays(today, -caughtUpDays)
  const since = foundUntil === null ? today : addDays(foundUntil, 1)
  const from = since < earliest ? earliest : since
  if (from > today || field === null) return
  const session = await inNameOf(tx, makerUid)
  if (session) {
    const daysAhead = daysBefore ?? 0
    const day = { key: field, from: addDays(from, daysAhead), until: addDays(today, daysAhead) }
    const answer = await refusedOr(tx, () => rowsMatching({ tx, session }, subject, { where, day, atMost: foundAtMost }))
    const rows = 'reason' in answer ? [] : answer
    const runs = rows.map((row) => ({ rule: id, row: row.id, key: `day/${row.id}/${row.values[field]}`, depth: 1 }))
    if (runs.length > 0) await writeRuns(tx, runs)
  }
  await tx.query('update event_rule set found_until = $3 where org_id = $1 and id = $2', [tx.orgId, id, today])
}
