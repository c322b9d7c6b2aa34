import { type Id, newId } from '../../kernel/id.ts'
import { correctedTimes, type Exchange } from '../../domain/counting/clock.ts'
import type { CountEvent, Disposition } from '../../domain/counting/event.ts'
import { countTaskPush } from '../../domain/counting/operations.ts'
import { handle, type SignedIn } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { notify } from '../messaging/notify.ts'
import { malformed, NotFound } from '../httpError.ts'
import { judge, type JudgedEvent } from './judge.ts'
import { tellCounting } from './live.ts'
import { foldItems } from './results.ts'
import { sha256 } from './scope.ts'
import { type Task, taskColumns } from './sight.ts'

type Device = { readonly uid: Id; readonly acked_seq: number }

/**
 * Takes a batch: all of it or nothing, in the transaction of the request. Nothing is refused for what it says; what comes too late or from
 * a person without a share is kept, and says so.
 */
export const pushHandler = handle(countTaskPush, async (call, input) => {
  const { tx, session } = call
  const { taskId, device, from, events } = input
  requireWhole(call.text, input)
  const [task] = await tx.query<Task>(`select ${taskColumns} from count_task t where t.org_id = $1 and t.id = $2 for share`, [
    tx.orgId,
    taskId,
  ])
  if (!task) throw new NotFound()
  const deviceStored = await lockDevice(tx, task, device, session.uid)
  const nowMs = tx.now()
  const answer = { serverAt: new Date(nowMs).toISOString(), state: task.state, round: task.round }
  const wants = deviceStored.acked_seq + 1
  if (from > wants) return { ...answer, acked: deviceStored.acked_seq, wants, dispositions: [] }

  const before = events.filter(({ seq }) => seq < wants)
  const fresh = events.filter(({ seq }) => seq >= wants)
  const earlier = await setAside(call, task, device, before)
  if (fresh.length === 0) return { ...answer, acked: deviceStored.acked_seq, dispositions: earlier }

  const exchange = { clientMs: momentMs(input.clientAt, nowMs), serverMs: nowMs, roundTripMs: input.roundTripMs ?? 0 }
  const dispositions = await take(call, task, { device, deviceStored, events: fresh, exchange })
  return { ...answer, acked: wants + fresh.length - 1, dispositions: [...earlier, ...dispositions] }
})

/** The device that what a person says on a page of ours comes from, whatever he says it on. */
export const deviceOf = (what: 'own answers' | 'sheets', uid: Id): string => {
  const hex = sha256(`${what} of ${uid}`)
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}

/**
 * Takes what a person says on a page of ours as the next events of a device that only he has, observed now or at `atMs`. `proven`: how it was
 * observed was looked into. Answers what became of each.
 */
export const takeNow = async (
  call: SignedIn,
  task: Task,
  { device, observations }: { readonly device: string; readonly observations: readonly Omit<CountEvent, 'seq' | 'at'>[] },
  { atMs, proven = false }: { readonly atMs?: number; readonly proven?: boolean } = {},
): Promise<[number, Disposition][]> => {
  const { tx, session } = call
  const deviceStored = await lockDevice(tx, task, device, session.uid)
  const nowMs = tx.now()
  const atIso = new Date(atMs ?? nowMs).toISOString()
  const events = observations.map((event, index) => ({ ...event, seq: deviceStored.acked_seq + 1 + index, at: atIso }))
  return take(call, task, {
    device,
    deviceStored,
    events,
    exchange: { clientMs: nowMs, serverMs: nowMs, roundTripMs: 0 },
    isProven: proven,
  })
}

type TakeInput = {
  readonly device: string
  readonly deviceStored: Device
  readonly events: readonly CountEvent[]
  readonly exchange: Exchange
  readonly isProven?: boolean | undefined
}

/** Keeps the next events of a device and writes what follows from them. `proven`: how they were observed was looked into. */
const take = async (
  call: SignedIn,
  task: Task,
  { device, deviceStored, events, exchange, isProven = false }: TakeInput,
): Promise<[number, Disposition][]> => {
  const { tx, session, app } = call
  const judgedEvents = await judge(call, task, { device: deviceStored, events, times: correctedTimes(events, exchange), isProven })
  await store(tx, task, { device, uploader: session.uid, judgedEvents })
  await Promise.all([
    tx.query(
      `update count_device set acked_seq = $4, last_seen_at = now(), offset_ms = $5 where org_id = $1 and task_id = $2 and device = $3`,
      [tx.orgId, task.id, device, deviceStored.acked_seq + events.length, Math.round(exchange.clientMs - exchange.serverMs)],
    ),
    follow(tx, task, device, judgedEvents),
  ])
  await tellCounting(app, tx, task.id)
  return judgedEvents.map(({ event, disposition }) => [event.seq, disposition])
}

type Push = { readonly from: number; readonly events: readonly CountEvent[]; readonly digest: string }

const eventsIn = (text: string): unknown => {
  const batch: unknown = JSON.parse(text)
  return typeof batch === 'object' && batch !== null && 'events' in batch ? batch.events : undefined
}

/** The batch is as it was sent, and its numbers have no gap. */
const requireWhole = (text: string | undefined, { from, events, digest }: Push): void => {
  const sentEvents: unknown = text === undefined ? events : eventsIn(text)
  if (sha256(JSON.stringify(sentEvents)) !== digest) throw malformed('上传的内容不完整')
  if (events.some(({ seq }, index) => seq !== from + index)) throw malformed('上传的记录编号不连续')
}

const momentMs = (text: string, otherwise: number): number => {
  const ms = Date.parse(text)
  return Number.isFinite(ms) ? ms : otherwise
}

/** The device, kept from others until the transaction ends; one that never joined begins here. */
const lockDevice = async (tx: Tx, task: Task, device: string, uid: Id): Promise<Device> => {
  const [, found] = await Promise.all([
    tx.query(
      `insert into count_device (org_id, task_id, device, uid) select t.org_id, t.id, $3, $4 from count_task t where t.org_id = $1 and t.id = $2
       on conflict do nothing`,
      [tx.orgId, task.id, device, uid],
    ),
    onlyRow(
      tx.query<Device>('select uid, acked_seq from count_device where org_id = $1 and task_id = $2 and device = $3 for update', [
        tx.orgId,
        task.id,
        device,
      ]),
    ),
  ])
  return found
}

/** What tells two events under one number apart: everything that was said. */
const fingerprintOf = (event: CountEvent): string => sha256(JSON.stringify(event, Object.keys(event).toSorted())).slice(0, 32)

/** What was taken before is acknowledged again; what bears the number of another one is kept aside, and the person who opened the task is told. */
const setAside = async (
  { tx, session, app }: SignedIn,
  task: Task,
  device: string,
  events: readonly CountEvent[],
): Promise<[number, Disposition][]> => {
  if (events.length === 0) return []
  const rows = await tx.query<{ seq: number; fingerprint: string; disposition: Disposition }>(
    'select seq, fingerprint, disposition from count_event where org_id = $1 and task_id = $2 and device = $3 and seq = any ($4::int[])',
    [tx.orgId, task.id, device, events.map(({ seq }) => seq)],
  )
  const rowBySeq = new Map(rows.map((row) => [row.seq, row]))
  const strange = events.filter((event) => rowBySeq.get(event.seq)?.fingerprint !== fingerprintOf(event))
  if (strange.length > 0) {
    const aside = await tx.query(
      `insert into count_quarantine (org_id, task_id, device, seq, fingerprint, body, uploader_uid)
       select d.org_id, d.task_id, d.device, q.seq, q.fingerprint, q.body, $4 from count_device d, jsonb_to_recordset($5::jsonb) as q (seq int, fingerprint text, body jsonb)
       where d.org_id = $1 and d.task_id = $2 and d.device = $3 on conflict do nothing returning 1`,
      [
        tx.orgId,
        task.id,
        device,
        session.uid,
        JSON.stringify(
          strange.map((event) => ({ seq: event.seq, fingerprint: fingerprintOf(event), body: { ...event, file: undefined } })),
        ),
      ],
    )
    if (aside.length > 0) {
      app.log.warn({ taskId: task.id, device, events: aside.length }, 'A device sent other events under numbers that were taken before')
      await notify(tx, {
        uids: [task.opened_by],
        msgType: 2,
        category: 'asset',
        title: '盘点{task}：一台设备的{count}条记录与先前上传的不一致，已另行保存',
        params: { task: task.name, count: aside.length },
      })
    }
  }
  const isStrange = new Set(strange.map(({ seq }) => seq))
  return events.map(({ seq }) => [seq, isStrange.has(seq) ? 'duplicate' : (rowBySeq.get(seq)?.disposition ?? 'duplicate')])
}

/** Keeps the events. One whose id another device has brought before is kept as a duplicate. */
const store = async (
  tx: Tx,
  task: Task,
  { device, uploader, judgedEvents }: { readonly device: string; readonly uploader: Id; readonly judgedEvents: readonly JudgedEvent[] },
): Promise<void> => {
  const rows = judgedEvents.map(({ sent, event, atMs, uncertaintyMs, actor, item, place, disposition }) => ({
    seq: event.seq,
    id: event.id,
    round: event.round,
    kind: event.kind,
    item,
    place,
    body: event,
    at: new Date(atMs).toISOString(),
    uncertainty: uncertaintyMs,
    actor,
    disposition,
    fingerprint: fingerprintOf(sent),
  }))
  const insertedRows = await tx.query<{ seq: number }>(insertEvents, [tx.orgId, task.id, device, uploader, JSON.stringify(rows)])
  const insertedSeqs = new Set(insertedRows.map(({ seq }) => seq))
  const doubles = judgedEvents.filter(({ event }) => !insertedSeqs.has(event.seq))
  if (doubles.length === 0) return
  for (const double of doubles) double.disposition = 'duplicate'
  const seqs = new Set(doubles.map(({ event }) => event.seq))
  await tx.query(insertEvents, [
    tx.orgId,
    task.id,
    device,
    uploader,
    JSON.stringify(rows.filter(({ seq }) => seqs.has(seq)).map((row) => ({ ...row, disposition: 'duplicate' }))),
  ])
}

const insertEvents = `insert into count_event (org_id, task_id, device, seq, id, round, kind, item_id, loc_id, body, happened_at, uncertainty_ms, actor_uid, uploader_uid, disposition, fingerprint)
  select d.org_id, d.task_id, d.device, e.seq, e.id, e.round, e.kind, e.item, e.place, e.body, e.at, e.uncertainty, e.actor, $4, e.disposition, e.fingerprint
  from count_device d, jsonb_to_recordset($5::jsonb) as e (seq int, id uuid, round int, kind text, item bigint, place bigint, body jsonb, at timestamptz, uncertainty int,
    actor bigint, disposition text, fingerprint text)
  where d.org_id = $1 and d.task_id = $2 and d.device = $3 order by e.seq
  on conflict (org_id, task_id, id) where disposition <> 'duplicate' do nothing returning seq`

/** What follows from new events: results of what they are about, unknown codes, places that are done, and lines that something came too late for. */
const follow = async (tx: Tx, task: Task, device: string, judgedEvents: readonly JudgedEvent[]): Promise<void> => {
  const eventsOf = (...dispositions: readonly Disposition[]) => judgedEvents.filter(({ disposition }) => dispositions.includes(disposition))
  const counting = eventsOf('ok')
  const voidedSeqs = counting.flatMap(({ event }) => (event.kind === 'void' && event.voids !== undefined ? [event.voids] : []))
  const back =
    voidedSeqs.length === 0
      ? []
      : await tx.query<{ item_id: Id | null; code: string | null; loc_id: Id | null }>(
          `select item_id, body ->> 'code' as code, loc_id from count_event where org_id = $1 and task_id = $2 and device = $3 and seq = any ($4::int[])`,
          [tx.orgId, task.id, device, voidedSeqs],
        )
  const touchedItems = [...counting.flatMap(({ item }) => item ?? []), ...back.flatMap(({ item_id }) => item_id ?? [])]
  await foldItems(tx, task, touchedItems)
  const unknown = [
    ...eventsOf('unknown').map(({ event, place }) => ({ code: event.code ?? '', place })),
    ...back.flatMap(({ item_id, code, loc_id }) => (item_id === null ? [{ code: code ?? '', place: loc_id }] : [])),
  ]
  if (unknown.length > 0) await foldUnknown(tx, task, unknown)
  const late = eventsOf('late', 'foreign', 'again', 'method').flatMap(({ item }) => item ?? [])
  if (late.length > 0)
    await tx.query('update count_result set late = true where org_id = $1 and task_id = $2 and item_id = any ($3::bigint[]) and not late', [
      tx.orgId,
      task.id,
      late,
    ])
  for (const { event, place, actor } of counting)
    if (event.kind === 'finish' && event.item === undefined && place !== null)
      await tx.query(
        `update count_share set finished_at = now() where org_id = $1 and task_id = $2 and round = $3 and kind = 'place' and ref_id = $4 and (uid is null or uid = $5)
         and finished_at is null`,
        [tx.orgId, task.id, task.round, place, actor],
      )
}

/** How often each unknown code was met in a place, counted from the events; one that was taken back and not decided on is gone. */
const foldUnknown = async (tx: Tx, task: Task, met: readonly { readonly code: string; readonly place: Id | null }[]): Promise<void> => {
  const places = [...new Map(met.map((unknown) => [`${unknown.code} ${unknown.place ?? ''}`, unknown])).values()].toSorted((a, b) =>
    a.code < b.code ? -1 : 1,
  )
  for (const { code, place } of places) {
    const row = await onlyRow(
      tx.query<{ times: number; first_at: string | null; uid: Id | null; file: string | null }>(
        `select count(*)::int as times, min(e.happened_at) as first_at, (array_agg(e.actor_uid order by e.happened_at, e.device, e.seq))[1] as uid,
           (array_agg(e.body ->> 'file' order by e.happened_at, e.device, e.seq) filter (where e.body ? 'file'))[1] as file
         from count_event e where e.org_id = $1 and e.task_id = $2 and e.disposition = 'unknown' and coalesce(e.body ->> 'code', '') = $3 and e.loc_id is not distinct from $4::bigint
           and not exists (select from count_event v where v.org_id = $1 and v.task_id = $2 and v.device = e.device and v.kind = 'void' and v.disposition = 'ok' and (v.body ->> 'voids')::int = e.seq)`,
        [tx.orgId, task.id, code, place],
      ),
    )
    if (row.times === 0)
      await tx.query(
        'delete from count_unknown where org_id = $1 and task_id = $2 and code = $3 and loc_id is not distinct from $4::bigint and becomes is null',
        [tx.orgId, task.id, code, place],
      )
    else
      await tx.query(
        `insert into count_unknown as u (org_id, id, task_id, code, loc_id, times, first_at, uid, file)
         select t.org_id, $3, t.id, $4, $5, $6, $7, $8, $9 from count_task t where t.org_id = $1 and t.id = $2
         on conflict (org_id, task_id, code, loc_id) where code is not null
         do update set times = excluded.times, first_at = excluded.first_at, uid = excluded.uid, file = coalesce(u.file, excluded.file)`,
        [tx.orgId, task.id, newId(), code, place, row.times, row.first_at, row.uid, row.file],
      )
  }
}
