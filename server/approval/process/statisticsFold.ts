import type { Id } from '../../../kernel/id.ts'
import { lastOf, firstOf } from '../../../kernel/assert.ts'
import { addCounts, type Counts, type LogEntry, type Span, tallyEntries } from '../../../domain/approval/process/statistics.ts'
import { onlyRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tx.ts'
import { statisticJob } from '../flow/statisticsJobs.ts'
import type { WholeWorker } from '../../jobs/jobs.ts'

export const statisticWorker: WholeWorker = {
  kind: statisticJob,
  run: (tx, { key }) => (key === '' ? rebuild(tx) : countProcess(tx, key)),
  limits: { statementSeconds: 120 },
}

/** Counts what the log of a process has that is not counted yet; doing it again changes nothing. */
export const countProcess = async (tx: Tx, processId: Id): Promise<void> => {
  await tx.query('select pg_advisory_xact_lock_shared($1, hashtext($2))', [rebuildLock, tx.orgId])
  await tx.query('insert into wf_stat_fold (org_id, instance_id, rev) values ($1, $2, 0) on conflict do nothing', [tx.orgId, processId])
  const revisionRow = await onlyRow(
    tx.query<{ rev: number }>('select rev from wf_stat_fold where org_id = $1 and instance_id = $2 for update', [tx.orgId, processId]),
  )
  const [log] = await logsAfter(tx, String(BigInt(processId) - 1n), 1)
  if (log?.id !== processId) return
  const { counts, spans } = tallyEntries(log.entries, revisionRow.rev)
  await Promise.all([
    addDays(tx, new Map([[log.flow_key, counts]])),
    addSpans(
      tx,
      spans.map((span) => ({ flowKey: log.flow_key, ...span })),
    ),
    tx.query('update wf_stat_fold set rev = $3 where org_id = $1 and instance_id = $2', [tx.orgId, processId, revOf(log.entries)]),
  ])
}

/** Counts everything anew from the logs. The person who counts meanwhile waits. */
export const rebuild = async (tx: Tx): Promise<void> => {
  await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [rebuildLock, tx.orgId])
  await tx.query('delete from wf_stat_day where org_id = $1', [tx.orgId])
  await tx.query('delete from wf_stat_person where org_id = $1', [tx.orgId])
  await tx.query('delete from wf_stat_fold where org_id = $1', [tx.orgId])
  const totals = new Map<string, Counts>()
  let after = '0'
  for (;;) {
    const logs = await logsAfter(tx, after, logsAtOnce)
    const spans: KeptSpan[] = []
    for (const { flow_key: flowKey, entries } of logs) {
      const total = totals.get(flowKey) ?? new Map()
      totals.set(flowKey, total)
      const { counts, spans: own } = tallyEntries(entries)
      addCounts(total, counts)
      for (const span of own) spans.push({ flowKey, ...span })
    }
    await addSpans(tx, spans)
    await tx.query(
      'insert into wf_stat_fold (org_id, instance_id, rev) select $1, l.id, l.rev from unnest($2::bigint[], $3::int[]) as l (id, rev)',
      [tx.orgId, logs.map(({ id }) => id), logs.map(({ entries }) => revOf(entries))],
    )
    if (logs.length < logsAtOnce) break
    after = lastOf(logs).id
  }
  await addDays(tx, totals)
}

/** The advisory lock: shared by folding, exclusive for counting anew. */
const rebuildLock = 7_120_013

const logsAtOnce = 500

type Log = { readonly id: Id; readonly flow_key: string; readonly entries: readonly LogEntry[] }

const logsAfter = (tx: Tx, after: Id, count: number): Promise<Log[]> =>
  tx.query<Log>(
    `select i.id, i.flow_key, e.entries from wf_instance i cross join lateral (
       select jsonb_agg(jsonb_build_object('seq', e.seq, 'at', e.at, 'events', e.events) order by e.seq) as entries from wf_event e
       where e.org_id = i.org_id and e.instance_id = i.id group by e.instance_id) e
     where i.org_id = $1 and i.id > $2 order by i.id limit $3`,
    [tx.orgId, after, count],
  )

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
  select $1, r."flowKey", r.node, r.uid, r.day, r.opened, r.decided
  from jsonb_to_recordset($2) as r ("flowKey" text, node text, uid bigint, day date, opened bigint[], decided bigint[])
  order by 2, 3, 4, 5
  on conflict (org_id, flow_key, node_id, uid, day) do update set
    opened = s.opened || excluded.opened, decided = s.decided || excluded.decided`

const addText = `
  insert into wf_stat_day as s (org_id, flow_key, node_id, day, started, approved, rejected, returned, withdrawn, terminated, tasks, overdue,
                                wait_seconds, max_seconds, waits)
  select $1, r."flowKey", r.node, r.day, r.started, r.approved, r.rejected, r.returned, r.withdrawn, r.terminated, r.tasks, r.overdue,
         r."waitSeconds", r."maxSeconds", r.waits
  from jsonb_to_recordset($2) as r ("flowKey" text, node text, day date, started int, approved int, rejected int, returned int, withdrawn int,
    terminated int, tasks int, overdue int, "waitSeconds" bigint, "maxSeconds" bigint, waits int[])
  order by 2, 3, 4
  on conflict (org_id, flow_key, node_id, day) do update set
    started = s.started + excluded.started, approved = s.approved + excluded.approved, rejected = s.rejected + excluded.rejected,
    returned = s.returned + excluded.returned, withdrawn = s.withdrawn + excluded.withdrawn, terminated = s.terminated + excluded.terminated,
    tasks = s.tasks + excluded.tasks, overdue = s.overdue + excluded.overdue, wait_seconds = s.wait_seconds + excluded.wait_seconds,
    max_seconds = greatest(s.max_seconds, excluded.max_seconds),
    waits = array(select u.a + u.b from unnest(s.waits, excluded.waits) with ordinality as u (a, b, n) order by u.n)`
