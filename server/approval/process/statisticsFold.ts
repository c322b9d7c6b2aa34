import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Id } from '../../../kernel/id.ts'
import { lastOf, firstOf } from '../../../kernel/assert.ts'
import { addCounts, type Counts, type LogEntry, type Span, tallyEntries } from '../../../domain/approval/process/statistics.ts'
import { isBusy } from '../../db/busy.ts'
import type { Database } from '../../db/pool.ts'
import { onlyRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tx.ts'
import { enqueue, type WholeWorker } from '../../jobs/jobs.ts'
import { lowerTaskCounts } from '../flow/notices.ts'

/** The kind of the jobs that count what has happened anew (with an empty key), or the log of one process that the others must not wait for. */
export const statisticJob = 'workflow.statistic'

export const statisticWorker: WholeWorker = {
  kind: statisticJob,
  run: async (tx, { key }) => {
    await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [foldLock, tx.orgId])
    return key === '' ? rebuild(tx) : countLogs(tx, [key])
  },
  limits: { statementSeconds: 120 },
}

/**
 * Counts what commands have written since the last time, a second after it at most and together, so that no command waits for the figures of
 * its flow. Any number of processes may do it: one at a time counts an organisation.
 */
export const startFolding = (database: Database, log: Logger): { readonly stop: () => Promise<void> } => {
  const aborter = new AbortController()
  const loop = (async () => {
    while (!aborter.signal.aborted) {
      await foldAll(database, log).catch((error) => log.warn({ error }, 'Figures could not be counted; trying again'))
      await sleep(foldMs, undefined, { signal: aborter.signal }).catch(() => undefined)
    }
  })()
  return {
    stop: () => {
      aborter.abort()
      return loop
    },
  }
}

/** Counts what waits in all organisations. */
export const foldAll = async (database: Database, log: Logger): Promise<void> => {
  const organisations = await database.gate<{ org_id: Id }>('select org_id from gate_statistics_due($1)', [organisationsAtOnce])
  for (const { org_id: orgId } of organisations) {
    const limits = statisticWorker.limits
    try {
      while (await database.inTransaction(orgId, (tx) => foldDue(tx), limits));
    } catch (error) {
      if (isBusy(error)) throw error
      log.error({ error, orgId }, 'Figures could not be counted together; each log has a job of its own')
      await database.inTransaction(orgId, (tx) => foldApart(tx), limits)
    }
  }
}

/** Counts what waits in an organisation, at most `atMost` commands, and what is left for the people who decided; answers whether more may wait. */
export const foldDue = async (tx: Tx, atMost = commandsAtOnce): Promise<boolean> => {
  const processIds = await takeDue(tx, atMost)
  const distinctIds = [...new Set(processIds)]
  await countLogs(tx, distinctIds)
  if (distinctIds.length > 0) await lowerTaskCounts(tx, distinctIds)
  return processIds.length === atMost
}

/** One that cannot be counted holds up none of the others. */
const foldApart = async (tx: Tx): Promise<void> => {
  for (const key of new Set(await takeDue(tx, commandsAtOnce))) await enqueue(tx, { kind: statisticJob, key })
}

/** The processes of the commands that nothing counts yet; none where another process is counting. The transaction that gets them has the organisation's turn. */
const takeDue = async (tx: Tx, atMost: number): Promise<Id[]> => {
  const turn = await onlyRow(
    tx.query<{ isOurs: boolean }>('select pg_try_advisory_xact_lock($1, hashtext($2)) as "isOurs"', [foldLock, tx.orgId]),
  )
  if (!turn.isOurs) return []
  const rows = await tx.query<{ id: Id }>(takeText, [tx.orgId, atMost])
  return rows.map(({ id }) => id)
}

/** Counts what the logs of processes have that is not counted yet; doing it again changes nothing. The organisation's turn is ours. */
const countLogs = async (tx: Tx, processIds: readonly Id[]): Promise<void> => {
  if (processIds.length === 0) return
  const [countedRevisions, logs] = await Promise.all([
    tx.query<{ id: Id; rev: number }>(
      'select instance_id as id, rev from wf_stat_fold where org_id = $1 and instance_id = any ($2::bigint[])',
      [tx.orgId, processIds],
    ),
    tx.query<Log>(`${logText} and i.id = any ($2::bigint[])`, [tx.orgId, processIds]),
  ])
  const revisions = new Map(countedRevisions.map(({ id, rev }) => [id, rev]))
  const { totals, spans } = addUp(logs, (id) => revisions.get(id))
  await Promise.all([addDays(tx, totals), addSpans(tx, spans), keepRevisions(tx, logs)])
}

/** Counts everything anew from the logs. The organisation's turn is ours. */
export const rebuild = async (tx: Tx): Promise<void> => {
  await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [foldLock, tx.orgId])
  await tx.query('delete from wf_stat_day where org_id = $1', [tx.orgId])
  await tx.query('delete from wf_stat_person where org_id = $1', [tx.orgId])
  await tx.query('delete from wf_stat_fold where org_id = $1', [tx.orgId])
  const totals = new Map<string, Counts>()
  let after = '0'
  for (;;) {
    const logs = await tx.query<Log>(`${logText} and i.id > $2 order by i.id limit $3`, [tx.orgId, after, logsAtOnce])
    const { spans } = addUp(logs, () => undefined, totals)
    await addSpans(tx, spans)
    await keepRevisions(tx, logs)
    if (logs.length < logsAtOnce) break
    after = lastOf(logs).id
  }
  await addDays(tx, totals)
}

/** The advisory lock: the turn to count an organisation. */
const foldLock = 7_120_013

const foldMs = 1000
const organisationsAtOnce = 1000
const commandsAtOnce = 500
const logsAtOnce = 500

type Log = { readonly id: Id; readonly flow_key: string; readonly entries: readonly LogEntry[] }

const logText = `
  select i.id, i.flow_key, e.entries from wf_instance i cross join lateral (
    select jsonb_agg(jsonb_build_object('seq', e.seq, 'at', e.at, 'events', e.events) order by e.seq) as entries from wf_event e
    where e.org_id = $1 and e.instance_id = i.id group by e.instance_id) e
  where i.org_id = $1`

/** Adds what some logs say beyond the revision up to which each is counted to `totals`, by flow. */
const addUp = (
  logs: readonly Log[],
  revisionOf: (id: Id) => number | undefined,
  totals = new Map<string, Counts>(),
): { totals: Map<string, Counts>; spans: KeptSpan[] } => {
  const allSpans: KeptSpan[] = []
  for (const { id, flow_key: flowKey, entries } of logs) {
    const total = totals.get(flowKey) ?? new Map()
    totals.set(flowKey, total)
    const { counts, spans } = tallyEntries(entries, revisionOf(id))
    addCounts(total, counts)
    for (const span of spans) allSpans.push({ flowKey, ...span })
  }
  return { totals, spans: allSpans }
}

const keepRevisions = (tx: Tx, logs: readonly Log[]): Promise<unknown> =>
  tx.query(
    `insert into wf_stat_fold (org_id, instance_id, rev) select o.org_id, l.id, l.rev from organisation o cross join unnest($2::bigint[], $3::int[]) as l (id, rev) where o.org_id = $1 order by l.id
     on conflict (org_id, instance_id) do update set rev = excluded.rev`,
    [tx.orgId, logs.map(({ id }) => id), logs.map(({ entries }) => revOf(entries))],
  )

const takeText = `
  delete from wf_stat_due d using (
    select instance_id, seq from wf_stat_due where org_id = $1 order by instance_id, seq limit $2) f
  where d.org_id = $1 and d.instance_id = f.instance_id and d.seq = f.seq
  returning d.instance_id as id`

const revOf = (entries: readonly LogEntry[]): number => {
  const last = lastOf(entries)
  return last.seq + last.events.length - 1
}

/** Adds to the rows of the days, always in one order. */
const addDays = async (tx: Tx, totals: ReadonlyMap<string, Counts>): Promise<void> => {
  const rows = [...totals].flatMap(([flowKey, counts]) =>
    [...counts].flatMap(([node, days]) => [...days].map(([day, count]) => ({ flowKey, node, day, ...count }))),
  )
  if (rows.length > 0) await tx.query(addText, [tx.orgId, JSON.stringify(rows)])
}

type KeptSpan = Span & { readonly flowKey: string }

/** Puts decisions behind those of the same person, step and day, always in one order. */
const addSpans = async (tx: Tx, spans: readonly KeptSpan[]): Promise<void> => {
  if (spans.length === 0) return
  const seconds = (moment: string) => Math.floor(Date.parse(moment) / 1000)
  const groups = Map.groupBy(spans, ({ flowKey, node, user, day }) => JSON.stringify([flowKey, node, user, day]))
  const rows = [...groups.values()].map((group) => {
    const { flowKey, node, user, day } = firstOf(group)
    return {
      flowKey,
      node,
      uid: user,
      day,
      opened: group.map(({ opened }) => seconds(opened)),
      decided: group.map(({ decided }) => seconds(decided)),
    }
  })
  await tx.query(addSpansText, [tx.orgId, JSON.stringify(rows)])
}

const addSpansText = `
  insert into wf_stat_person as s (org_id, flow_key, node_id, uid, day, opened, decided)
  select o.org_id, r."flowKey", r.node, r.uid, r.day, r.opened, r.decided
  from organisation o cross join jsonb_to_recordset($2) as r ("flowKey" text, node text, uid bigint, day date, opened bigint[], decided bigint[]) where o.org_id = $1
  order by 2, 3, 4, 5
  on conflict (org_id, flow_key, node_id, uid, day) do update set
    opened = s.opened || excluded.opened, decided = s.decided || excluded.decided`

const addText = `
  insert into wf_stat_day as s (org_id, flow_key, node_id, day, started, approved, rejected, returned, withdrawn, terminated, tasks, overdue,
                                wait_seconds, max_seconds, waits)
  select o.org_id, r."flowKey", r.node, r.day, r.started, r.approved, r.rejected, r.returned, r.withdrawn, r.terminated, r.tasks, r.overdue,
         r."waitSeconds", r."maxSeconds", r.waits
  from organisation o cross join jsonb_to_recordset($2) as r ("flowKey" text, node text, day date, started int, approved int, rejected int, returned int, withdrawn int,
    terminated int, tasks int, overdue int, "waitSeconds" bigint, "maxSeconds" bigint, waits int[]) where o.org_id = $1
  order by 2, 3, 4
  on conflict (org_id, flow_key, node_id, day) do update set
    started = s.started + excluded.started, approved = s.approved + excluded.approved, rejected = s.rejected + excluded.rejected,
    returned = s.returned + excluded.returned, withdrawn = s.withdrawn + excluded.withdrawn, terminated = s.terminated + excluded.terminated,
    tasks = s.tasks + excluded.tasks, overdue = s.overdue + excluded.overdue, wait_seconds = s.wait_seconds + excluded.wait_seconds,
    max_seconds = greatest(s.max_seconds, excluded.max_seconds),
    waits = array(select u.a + u.b from unnest(s.waits, excluded.waits) with ordinality as u (a, b, n) order by u.n)`
