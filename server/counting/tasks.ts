import { type Id, newId } from '../../kernel/id.ts'
import { nextDocumentCode } from '../documents/codes/documentCodes.ts'
import { isDay, addDays, dayAt } from '../../kernel/day.ts'
import { assertDefined, entryOf, firstOf } from '../../kernel/assert.ts'
import { refuse } from '../../kernel/refusal.ts'
import { tellGroups } from '../messaging/groups.ts'
import type { CountPlan } from '../../domain/counting/plan.ts'
import {
  type CountShareRow,
  countTaskInfo,
  countTaskJoin,
  countTaskList,
  countTaskOpen,
  type CountTaskRow,
  countTaskShare,
} from '../../domain/counting/operations.ts'
import type { InputOf, Page } from '../../domain/operations/define.ts'
import { countTable } from '../../domain/counting/table.ts'
import { handle, type Handler, type Session, type SignedIn } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { pageFor } from '../page.ts'
import { remind } from '../reminders/remind.ts'
import { behindOf, cursorAt, orderOf, plannedFor, type Request, sortedPartOf, sortValues } from '../tables/order.ts'
import { malformed, NotFound } from '../httpError.ts'
import { countsAsked, countStandings } from './countsAsked.ts'
import { isCounted, numbersOf } from './numbers.ts'
import { refreshed } from './refold.ts'
import { isFolding } from './results.ts'
import { assetInScope, drawnOf, namesOfScope, supplyInScope, valuesOfScope, type Within } from './scope.ts'
import { askHolders } from './unansweredLines.ts'
import { sharesIn, type Sight, sightBy, sightOf, type Task, taskColumns } from './sight.ts'

type ListedTask = Task & { opener: string | null; remark: string | null; accuracy: string | null }

const rowsOf = async (tx: Tx, session: Session, tasks: readonly ListedTask[], sights: ReadonlyMap<Id, Sight>): Promise<CountTaskRow[]> => {
  const numbers = await numbersOf(tx, tasks)
  return tasks.map((task) => ({
    id: task.id,
    code: task.code,
    name: task.name,
    state: task.state,
    round: task.round,
    kinds: task.plan.scope.kinds,
    openedAt: task.opened_at,
    openedBy: { id: task.opened_by, name: task.opener ?? '' },
    dueOn: task.due_on,
    closedAt: task.closed_at,
    numbers: entryOf(numbers, task.id),
    accuracy: task.accuracy,
    version: task.version,
    workingOut: workingOutOf(task),
    may: mayOf(session, entryOf(sights, task.id)),
  }))
}

/** Hundredths of its lines that are worked out, while its results are; null where all are. */
const workingOutOf = ({ refold, refold_done, expected, state }: Task): number | null =>
  refold && isFolding({ state }) ? Math.min(99, Math.floor((refold_done / Math.max(1, expected)) * 100)) : null

/** One task as lists show it. */
export const taskRowOf = async (tx: Tx, session: Session, sight: Sight): Promise<CountTaskRow> => {
  const tasks = await tx.query<ListedTask>(`${listedTasks} and t.id = $2`, [tx.orgId, sight.task.id])
  const [row] = await rowsOf(tx, session, tasks, new Map([[sight.task.id, sight]]))
  return assertDefined(row, 'the task')
}

/** What a person may do with a task as it stands. */
export const mayOf = ({ codes }: Pick<Session, 'codes'>, { task, counts, manages }: Sight): string[] => {
  const live = task.state === 'open' || task.state === 'review'
  const workedOut = !task.refold || task.state !== 'review'
  const may = {
    count: counts && task.state === 'open',
    share: manages && codes.has('gsinventorytask:plan') && live,
    review: manages && codes.has('gsinventorytask:review') && live && workedOut,
    settle: manages && codes.has('gsinventorytask:settle') && (task.state === 'review' || task.state === 'settling') && workedOut,
    sign: manages && codes.has('gsinventorytask:sign') && task.state !== 'open' && task.state !== 'cancelled' && workedOut,
    close: manages && codes.has('gsinventorytask:settle') && task.state === 'review' && workedOut,
    cancel: manages && codes.has('gsinventorytask:plan') && live,
  }
  return Object.entries(may).flatMap(([verb, allowed]) => (allowed ? [verb] : []))
}

/** Opens a task of a plan, for a person or by its schedule. Locks the plan; what it counts is written in one statement. */
export const openTask = async (
  tx: Tx,
  {
    planId,
    within,
    by,
    atMs,
    name,
    dueOn,
  }: { planId: Id; within: Within; by: Id; atMs: number; name?: string | undefined; dueOn?: string | undefined },
): Promise<{ id: Id; code: string; expected: number; overlaps: { name: string; lines: number }[] }> => {
  const [storedRow] = await tx.query<{ body: CountPlan }>(
    'select body from count_plan where org_id = $1 and id = $2 and deleted_at is null for update',
    [tx.orgId, planId],
  )
  if (!storedRow) throw new NotFound()
  const { body: plan } = storedRow
  await requireNoneUnderway(tx, planId)
  const values = await valuesOfScope(tx, within, plan.scope, await drawnOf(tx, within, plan.scope))
  const id = newId()
  const code = await nextDocumentCode(tx, 'PD', { at: atMs, deptId: undefined })
  await tx.query(
    `insert into count_task (org_id, id, plan_id, code, name, state, plan, opened_by, opened_at, due_on) values ($1, $2, $3, $4, $5, 'open', $6, $7, now(), $8)`,
    [tx.orgId, id, planId, code, name?.trim() || plan.name, JSON.stringify(plan), by, dueOn ?? addDays(dayAt(atMs), plan.dueDays)],
  )
  if (plan.freeze === 'hard') await freeze(tx, id, values)
  const expected = await writeLines(tx, id, values)
  if (plan.methods.includes('self')) await askForOwnCounts(tx, { id, name: name?.trim() || plan.name })
  const taskName = name?.trim() || plan.name
  await tellGroups(tx, { event: 'count', key: `${id}/open`, words: '盘点已开始：{name}', params: { name: taskName }, link: countsLink })
  return { id, code, expected, overlaps: await overlapsOf(tx, id) }
}

const requireNoneUnderway = async (tx: Tx, planId: Id): Promise<void> => {
  const [underway] = await tx.query<{ code: string }>(
    `select code from count_task where org_id = $1 and plan_id = $2 and state in ('open', 'review', 'settling')`,
    [tx.orgId, planId],
  )
  if (underway) refuse('count.underway', '这个计划的盘点任务{code}正在进行', { code: underway.code })
}

/** Writes what a task counts, and notes on it how much that is and at which places. Refuses where it is nothing. */
const writeLines = async (tx: Tx, id: Id, values: readonly unknown[]): Promise<number> => {
  const writtenRow = await onlyRow(
    tx.query<{ n: number; loc_ids: Id[] | null }>(
      `with lines as (
         insert into count_line (org_id, task_id, item_kind, item_id, account, loc_id, dept_id, holder_uid, quantity, balance_seq, value)
         select a.org_id, $14::bigint, 'asset', a.id, a.account, a.loc_id, a.dept_id, a.holder_uid, 1, null, a.value from asset a where ${assetInScope}
         union all
         select b.org_id, $14::bigint, 'consumable', b.item_id, b.account, substr(b.account, 7)::bigint, null, null, b.on_hand, b.seq, b.value
         from balance b, consumable c where ${supplyInScope}
         returning loc_id
       ) select count(*)::int as n, array_agg(distinct loc_id) filter (where loc_id is not null) as loc_ids from lines`,
      [tx.orgId, ...values, id],
    ),
  )
  if (writtenRow.n === 0) refuse('count.empty', '这个范围内没有可以盘点的资产或耗材')
  await tx.query('update count_task set loc_ids = $3, expected = $4 where org_id = $1 and id = $2', [
    tx.orgId,
    id,
    writtenRow.loc_ids ?? [],
    writtenRow.n,
  ])
  return writtenRow.n
}

/** Other tasks under way that count some of the same, and how much of it. */
const overlapsOf = (tx: Tx, id: Id): Promise<{ name: string; lines: number }[]> =>
  tx.query<{ name: string; lines: number }>(
    `select t.name, count(*)::int as lines from count_task t
     join count_line o on o.org_id = $1 and o.task_id = t.id
     cross join lateral (select from count_line l where l.org_id = $1 and l.task_id = $2 and l.item_id = o.item_id and l.account = o.account offset 0) l
     where t.org_id = $1 and t.id <> $2 and t.state in ('open', 'review') group by t.id, t.name order by t.id`,
    [tx.orgId, id],
  )

/** Where counts are listed. */
const countsLink = '/pages/goods/GsInventoryOrder/index'

/** Everyone counts what he holds of a task himself, and hears of it. */
const askForOwnCounts = async (tx: Tx, task: { readonly id: Id; readonly name: string }): Promise<void> => {
  await tx.query(
    `insert into count_share (org_id, id, task_id, kind) select t.org_id, $3, t.id, 'self' from count_task t where t.org_id = $1 and t.id = $2`,
    [tx.orgId, task.id, newId()],
  )
  await askHolders(tx, task)
}

/** From here on nothing leaves or enters the stores of a scope. What is being posted there just now is waited for. */
const freeze = async (tx: Tx, taskId: Id, values: readonly unknown[]): Promise<void> => {
  const stores = `select distinct a.account from asset a where ${assetInScope} and a.account like 'store:%'
    union select distinct b.account from balance b, consumable c where ${supplyInScope}`
  const [takenRow] = await tx.query<{ name: string }>(
    `select t.name from count_freeze f join count_task t on t.org_id = $1 and t.id = f.task_id
     where f.org_id = $1 and f.account in (${stores}) limit 1`,
    [tx.orgId, ...values],
  )
  if (takenRow) refuse('count.frozen', '盘点任务{task}已经冻结了其中的库房', { task: takenRow.name })
  await tx.query(
    `insert into count_freeze (org_id, account, task_id) select t.org_id, s.account, t.id from count_task t, (${stores}) s where t.org_id = $1 and t.id = $14`,
    [tx.orgId, ...values, taskId],
  )
  await tx.query(
    `select from balance b where b.org_id = $1 and b.account in (select f.account from count_freeze f where f.org_id = $1 and f.task_id = $2)
     order by b.account, b.item_id for update`,
    [tx.orgId, taskId],
  )
}

const listedColumns = `${taskColumns}, t.remark, p.user_name as opener, ${countStandings.accuracy.sql} as accuracy`
const listedFrom = 'from count_task t left join person p on p.org_id = $1 and p.id = t.opened_by where t.org_id = $1'
const listedTasks = `select ${listedColumns} ${listedFrom}`

/** The shares of a task with how far each is, as far as a person sees them: all, or his own. */
export const sharesOfTask = async (tx: Tx, task: Pick<Task, 'id'>, parent: Id | null): Promise<CountShareRow[]> => {
  const rows = await tx.query<{
    id: Id
    kind: CountShareRow['kind']
    uid: Id | null
    person: string | null
    ref_id: Id | null
    ref: string | null
    due_on: string | null
    round: number
    finished_at: string | null
    expected: number
    done: number
  }>(
    `select s.id, s.kind, s.uid, p.user_name as person, s.ref_id, coalesce(pl.loc_name, de.dept_name) as ref, s.due_on, s.round, s.finished_at, n.expected, n.done
     from count_share s
     left join person p on p.org_id = $1 and p.id = s.uid
     left join location pl on pl.org_id = $1 and pl.id = s.ref_id and s.kind = 'place'
     left join department de on de.org_id = $1 and de.id = s.ref_id and s.kind = 'department'
     cross join lateral (
       select count(*)::int as expected, count(r.verdict)::int as done from count_line l
       left join lateral (select r.verdict from count_result r where r.org_id = $1 and r.task_id = l.task_id and r.item_kind = l.item_kind and r.item_id = l.item_id
         and r.account = l.account and r.round = s.round and ${isCounted} and (s.kind = 'self' or r.verdict <> 'selfOnly') offset 0) r on true
       where l.org_id = $1 and l.task_id = s.task_id and case s.kind
         when 'place' then l.loc_id in (with recursive below (id) as (
           select s.ref_id union select b.id from below join location b on b.org_id = $1 and b.parent_id = below.id) select id from below)
         when 'department' then l.dept_id in (with recursive below (id) as (
           select s.ref_id union select b.id from below join department b on b.org_id = $1 and b.parent_id = below.id) select id from below)
         when 'self' then l.holder_uid = s.uid or s.uid is null and l.holder_uid is not null
         else l.item_id = any (s.items) end
     ) n
     where s.org_id = $1 and s.task_id = $2 and ($3::bigint is null or s.uid = $3) order by s.round, s.id`,
    [tx.orgId, task.id, parent],
  )
  return rows.map(({ uid, person, ref_id, ref, due_on, finished_at, ...row }) => ({
    id: row.id,
    kind: row.kind,
    person: uid === null ? null : { id: uid, name: person ?? '' },
    ref: ref_id === null ? null : { id: ref_id, name: ref ?? '' },
    dueOn: due_on,
    round: row.round,
    finishedAt: finished_at,
    expected: row.expected,
    done: row.done,
  }))
}

/** The counts that a person may see, the newest first unless another order is asked for. */
export const listCounts = async (
  { tx, session }: Pick<SignedIn, 'tx' | 'session'>,
  input: InputOf<typeof countTaskList> & Request,
): Promise<Page<CountTaskRow>> => {
  const part = sortedPartOf(countTable, countStandings, input)
  const { conditions: c } = countsAsked({ tx, session }, input)
  const planMode = plannedFor(input)
  const counting = [c.texts.join(' and '), [...c.values]] as const
  if (part.after !== undefined) c.add(`t.id < ${c.place(part.after)}`)
  if (part.behind) c.add(`(${behindOf(c, part.sorting, part.behind, 't.id')})`)
  const [tasks, counted] = await Promise.all([
    tx.query<ListedTask & { sortedBy: (string | null)[] }>(
      `select ${listedColumns}, ${sortValues(part.sorting)} ${listedFrom} and ${c.texts.join(' and ')}
       order by ${orderOf(part.sorting, 't.id')} limit ${c.place(part.pageSize)} offset ${c.place(part.offset)}`,
      c.values,
      planMode,
    ),
    onlyRow(
      tx.query<{ n: number }>(`select count(*)::int as n from count_task t where t.org_id = $1 and ${counting[0]}`, counting[1], planMode),
    ),
  ])
  const shares = Map.groupBy(
    await sharesIn(
      tx,
      session.uid,
      tasks.map(({ id }) => id),
    ),
    ({ task_id }) => task_id,
  )
  const sights = new Map(tasks.map((task) => [task.id, sightBy(session, task, shares.get(task.id) ?? [])]))
  return pageFor(part, await rowsOf(tx, session, tasks, sights), counted.n, {
    limit: Number.MAX_SAFE_INTEGER,
    place: cursorAt(countTable, part.sorting, tasks),
  })
}

export const taskHandlers: readonly Handler[] = [
  handle(countTaskList, listCounts),
  handle(countTaskInfo, async ({ tx, session, app }, { id }) => {
    const sight = await sightOf(tx, session, id)
    await refreshed(app, tx, sight.task)
    const [[task], shares, names] = await Promise.all([
      tx.query<ListedTask>(`${listedTasks} and t.id = $2`, [tx.orgId, id]),
      sharesOfTask(tx, sight.task, sight.reads ? null : session.uid),
      namesOfScope(tx, [sight.task.plan.scope]),
    ])
    if (!task) throw new NotFound()
    const row = firstOf(await rowsOf(tx, session, [task], new Map([[id, sight]])))
    return { ...row, plan: task.plan, names, shares, resultHash: task.result_hash, remark: task.remark }
  }),

  handle(countTaskOpen, async (call, { planId, name, dueOn }) => {
    const { tx, session, at, warn } = call
    if (dueOn !== undefined && !isDay(dueOn)) throw malformed('日期有误')
    const { overlaps, ...opened } = await openTask(tx, { planId, within: session, by: session.uid, atMs: at, name, dueOn })
    for (const overlap of overlaps) warn?.('其中{count}项也在盘点任务{task}中', { count: overlap.lines, task: overlap.name })
    return opened
  }),

  handle(countTaskShare, async (call, { taskId, shares }) => {
    const { tx, session } = call
    const { task, manages } = await lockedSight(tx, session, taskId)
    if (!manages) throw new NotFound()
    if (task.state !== 'open') refuse('count.notOpen', '盘点已经结束，不能再分派')
    const before = await tx.query<{ uid: Id | null }>(
      `delete from count_share where org_id = $1 and task_id = $2 and round = $3 and finished_at is null and (kind <> 'lines' or $4) returning uid`,
      [tx.orgId, taskId, task.round, shares.some(({ kind }) => kind === 'lines')],
    )
    const rows = shares.map(({ kind, personId, refId, items, dueOn }) => {
      if (dueOn !== undefined && !isDay(dueOn)) throw malformed('日期有误')
      if ((kind === 'place' || kind === 'department') && refId === undefined) refuse('count.shareOf', '请选择分派的区域或部门')
      if (kind === 'lines' && !items?.length) refuse('count.shareOf', '请选择分派的明细')
      return { id: newId(), kind, uid: personId ?? null, ref: refId ?? null, items: items ?? null, due: dueOn ?? null }
    })
    await requireShares(tx, rows)
    await tx.query(
      `insert into count_share (org_id, id, task_id, round, kind, uid, ref_id, items, due_on)
       select t.org_id, s.id, t.id, t.round, s.kind, s.uid, s.ref, s.items, s.due
       from count_task t, jsonb_to_recordset($3::jsonb) as s (id bigint, kind text, uid bigint, ref bigint, items bigint[], due date)
       where t.org_id = $1 and t.id = $2`,
      [tx.orgId, taskId, JSON.stringify(rows)],
    )
    const uidsBefore = new Set(before.map(({ uid }) => uid))
    const fresh = [...new Set(rows.flatMap(({ uid }) => (uid !== null && uid !== session.uid && !uidsBefore.has(uid) ? [uid] : [])))]
    const subject = { subject: taskId, name: task.name, link: `/pages/goods/components/inventoryScan/index?taskId=${taskId}` }
    await remind(
      tx,
      'countShared',
      fresh.map((uid) => ({ uid, thing: subject })),
    )
    return { shares: await sharesOfTask(tx, task, null) }
  }),

  handle(countTaskJoin, async ({ tx, session }, { taskId, device, appVersion }) => {
    const { task, counts } = await sightOf(tx, session, taskId)
    if (!counts) throw new NotFound()
    if (task.state === 'closed' || task.state === 'cancelled') refuse('count.over', '这次盘点已经结束')
    const deviceRow = await onlyRow(
      tx.query<{ acked_seq: number }>(
        `insert into count_device as d (org_id, task_id, device, uid, app_version) select t.org_id, t.id, $3, $4, $5 from count_task t where t.org_id = $1 and t.id = $2
         on conflict (org_id, task_id, device) do update set last_seen_at = excluded.last_seen_at, app_version = coalesce(excluded.app_version, d.app_version)
         returning d.acked_seq`,
        [tx.orgId, taskId, device, session.uid, appVersion ?? null],
      ),
    )
    return { ackedSeq: deviceRow.acked_seq, round: task.round, state: task.state, serverAt: new Date(tx.now()).toISOString() }
  }),
]

/** The task, kept from others who change it; then what of it a person sees. */
export const lockedSight = async (tx: Tx, session: SignedIn['session'], taskId: Id): Promise<Sight> => {
  await tx.query('select from count_task where org_id = $1 and id = $2 for update', [tx.orgId, taskId])
  return sightOf(tx, session, taskId)
}

const requireShares = async (
  tx: Tx,
  rows: readonly { readonly kind: string; readonly uid: Id | null; readonly ref: Id | null }[],
): Promise<void> => {
  const uids = [...new Set(rows.flatMap(({ uid }) => uid ?? []))]
  const refsOf = (kind: string) => [...new Set(rows.flatMap((row) => (row.kind === kind && row.ref !== null ? [row.ref] : [])))]
  const [people, places, departments] = await Promise.all([
    tx.query(`select from person where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null and state = 'active'`, [
      tx.orgId,
      uids,
    ]),
    tx.query('select from location where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null', [tx.orgId, refsOf('place')]),
    tx.query('select from department where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null', [
      tx.orgId,
      refsOf('department'),
    ]),
  ])
  const refuseUnknown = (label: string) => refuse('reference.unknown', '{label}不存在、已删除或不适用', { label })
  if (people.length < uids.length) refuseUnknown('人员')
  if (places.length < refsOf('place').length) refuseUnknown('区域')
  if (departments.length < refsOf('department').length) refuseUnknown('部门')
}
