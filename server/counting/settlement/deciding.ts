import type * as v from 'valibot'
import { type Id, newId } from '../../../kernel/id.ts'
import { entryOf } from '../../../kernel/assert.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { postable } from '../../../domain/counting/settlement.ts'
import { type CountTaskState, countTaskStates } from '../../../domain/counting/task.ts'
import { type Decision, differenceVerdicts, type Verdict, verdicts } from '../../../domain/counting/verdict.ts'
import { countTaskCancel, countTaskDecide, countTaskRecount, countTaskReview } from '../../../domain/counting/operations.ts'
import { handle, type Handler, type Session, type SignedIn } from '../../call.ts'
import { onlyRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tx.ts'
import { Forbidden } from '../../httpError.ts'
import { countedBefore } from '../numbers.ts'
import { refoldUnseen, refreshTask, requireWorkedOut } from '../refold.ts'
import { foldItems, foldStale, pieceSize } from '../results.ts'
import { inSight, type Sight, type Task, valuesOfSight } from '../sight.ts'
import { isLatest, numbersOf } from '../numbers.ts'
import { lockedSight } from '../tasks.ts'

/**
 * A task that no one else changes until the transaction ends, as the person who plans and reviews sees it. `whole`: for what is done to all of it,
 * which is for the person who sees all of it.
 */
export const lockTask = async (tx: Tx, session: Session, taskId: Id, { whole = false } = {}): Promise<Sight> => {
  const sight = await lockedSight(tx, session, taskId)
  if (whole ? !sight.managesAll : !sight.manages) throw new Forbidden()
  return sight
}

export const requireState = ({ code, state }: Task, ...states: readonly CountTaskState[]): void => {
  if (!states.includes(state)) refuse('count.state', '盘点任务{code}{state}，不能办理', { code, state: countTaskStates[state] })
}

export const setTaskState = (tx: Tx, taskId: Id, state: CountTaskState): Promise<unknown> =>
  tx.query(
    `update count_task set state = $3, version = version + 1, reviewed_at = case when $3 = 'review' then now() else reviewed_at end
     where org_id = $1 and id = $2`,
    [tx.orgId, taskId, state],
  )

/** Ends the counting of a round: what no one saw is folded once more and is missing from here on. */
const endCounting = async (tx: Tx, task: Task): Promise<void> => {
  await setTaskState(tx, task.id, 'review')
  const reviewedTask: Task = { ...task, state: 'review' }
  const recountedItems = await tx.query<{ id: Id }>(
    'select distinct item_id as id from count_result where org_id = $1 and task_id = $2 and round = $3 limit $4',
    [tx.orgId, task.id, task.round, pieceSize + 1],
  )
  if (task.round === 1 || task.refold || recountedItems.length > pieceSize) return refoldUnseen(tx, task)
  await foldItems(
    tx,
    reviewedTask,
    recountedItems.map(({ id }) => id),
  )
  await foldStale(tx, reviewedTask)
}

type DecidedLine = { readonly itemId: Id; readonly account: string; readonly verdict: Verdict; readonly label: string }

const decide = async ({ tx, session }: SignedIn, input: v.InferOutput<typeof countTaskDecide.input>): Promise<number> => {
  const sight = await lockTask(tx, session, input.taskId)
  const { task } = sight
  requireState(task, 'review')
  const { decision } = input
  if (decision === 'post' && task.plan.recount && task.round === 1) refuse('count.recountFirst', '计划要求差异先由另一人复盘')
  requireWorkedOut(await refreshTask(tx, task))
  const verdictsWanted = input.filter?.verdicts ?? differenceVerdicts
  const lines = await tx.query<DecidedLine>(
    `select r.item_id as "itemId", r.account, r.verdict, coalesce(a.instance_name || '（' || a.instance_code || '）', c.goods_name, '') as label
     from count_result r
     left join lateral (select * from count_line l where l.org_id = $1 and l.task_id = $2 and l.item_id = r.item_id and l.account = r.account offset 0) l on true
     left join asset a on a.org_id = $1 and a.id = r.item_id left join consumable c on c.org_id = $1 and c.id = r.item_id
     where r.org_id = $1 and r.task_id = $2 and r.document_id is null and ${isLatest}
       and ($3::jsonb is null or (r.item_id, r.account) in (select k."itemId", k.account from jsonb_to_recordset($3) as k ("itemId" bigint, account text)))
       and ($4::text[] is null or r.verdict = any ($4)) and ($5::bigint is null or coalesce(l.loc_id, r.loc_id) = $5)
       and (${inSight(6)} or r.loc_id = any ($7::bigint[]))`,
    [
      tx.orgId,
      task.id,
      input.lines ? JSON.stringify(input.lines) : null,
      input.lines ? null : verdictsWanted,
      input.filter?.placeId ?? null,
      ...valuesOfSight(sight, session),
    ],
  )
  const fits = ({ verdict }: DecidedLine) => (decision === 'post' ? postable.has(verdict) : differenceVerdicts.includes(verdict))
  if (input.lines) requireDecidable(decision, input.lines.length, lines, fits)
  const fittingLines = lines.filter(fits)
  await tx.query(
    `update count_result r set decision = $3, reason = $4, note = $5, decided_by = $6, decided_at = now()
     where r.org_id = $1 and r.task_id = $2 and r.document_id is null and ${isLatest}
       and ((r.item_id, r.account) in (select k."itemId", k.account from jsonb_to_recordset($7) as k ("itemId" bigint, account text))) is true`,
    [tx.orgId, task.id, decision, input.reason ?? null, input.note ?? null, session.uid, JSON.stringify(fittingLines)],
  )
  return fittingLines.length
}
/** Who names lines one by one is told of one that the decision does not fit. */
const requireDecidable = (
  decision: Decision,
  askedCount: number,
  lines: readonly DecidedLine[],
  fits: (line: DecidedLine) => boolean,
): void => {
  if (lines.length < askedCount)
    refuse('count.notOpenLines', '有{count}项不在您的范围内，或已生成处理单', { count: askedCount - lines.length })
  const strange = lines.find((line) => !fits(line))
  if (strange && decision === 'post')
    refuse('count.notPostable', '{item}为“{verdict}”，不能直接入账，请复盘或不处理', {
      item: strange.label,
      verdict: verdicts[strange.verdict].title,
    })
  if (strange) refuse('count.noDifference', '{item}没有差异', { item: strange.label })
}

/** Opens a further round of what was sent to recount. Both rounds stay; the person who counted a line before does not count it again. */
const recount = async (tx: Tx, task: Task, uid: Id | undefined): Promise<{ round: number; lines: number }> => {
  const lines = await tx.query<{ item_id: Id }>(
    `select r.item_id from count_result r where r.org_id = $1 and r.task_id = $2 and r.decision = 'recount' and r.document_id is null and ${isLatest}`,
    [tx.orgId, task.id],
  )
  if (lines.length === 0) refuse('count.nothingToRecount', '没有要复盘的明细，请先选择“复盘”')
  const items = [...new Set(lines.map(({ item_id }) => item_id))]
  const round = task.round + 1
  if (uid !== undefined) await requireOther(tx, task.id, { uid, items, round })
  await tx.query(
    `insert into count_result (org_id, task_id, round, item_kind, item_id, account, unexpected, loc_id, verdict)
     select r.org_id, r.task_id, $3, r.item_kind, r.item_id, r.account, r.unexpected, r.loc_id, 'pending'
     from count_result r where r.org_id = $1 and r.task_id = $2 and r.decision = 'recount' and r.document_id is null and ${isLatest}`,
    [tx.orgId, task.id, round],
  )
  await Promise.all([
    tx.query(
      `insert into count_share (org_id, id, task_id, round, kind, uid, items, due_on)
       select t.org_id, $3, $2, $4, 'lines', $5, $6::bigint[], t.due_on from count_task t where t.org_id = $1 and t.id = $2`,
      [tx.orgId, task.id, newId(), round, uid ?? null, items],
    ),
    tx.query(`update count_task set state = 'open', round = $3, version = version + 1 where org_id = $1 and id = $2`, [
      tx.orgId,
      task.id,
      round,
    ]),
  ])
  return { round, lines: lines.length }
}

const requireOther = async (
  tx: Tx,
  taskId: Id,
  { uid, items, round }: { readonly uid: Id; readonly items: readonly Id[]; readonly round: number },
): Promise<void> => {
  const [person] = await tx.query<{ name: string; counted: number }>(
    `select p.user_name as name, (select count(*)::int from unnest($4::bigint[]) as k (item) where ${countedBefore('k.item', 'p.id', '$5::int')}) as counted
     from person p where p.org_id = $1 and p.id = $3 and p.state = 'active' and p.deleted_at is null`,
    [tx.orgId, taskId, uid, items, round],
  )
  const { name, counted } = person ?? refuse('reference.unknown', '{label}不存在、已删除或不适用', { label: '人员' })
  if (counted > 0) refuse('count.sameCounter', '{person}清点过其中{count}项，请换一个人复盘', { person: name, count: counted })
}

/** Ends a count without any effect; nothing of it may be on its way into the books. */
const cancel = async (tx: Tx, task: Task, reason: string | undefined): Promise<void> => {
  const { n } = await onlyRow(
    tx.query<{ n: number }>(
      `select count(*)::int as n from document d where d.org_id = $1 and d.state not in ('rejected', 'withdrawn', 'reversed') and d.id in (
         select document_id from count_result where org_id = $1 and task_id = $2 union all
         select document_id from count_unknown where org_id = $1 and task_id = $2)`,
      [tx.orgId, task.id],
    ),
  )
  if (n > 0) refuse('count.hasDocuments', '已生成{count}张处理单，不能取消盘点', { count: n })
  await endTask(tx, task.id, 'cancelled')
  if (reason) await tx.query('update count_task set remark = $3 where org_id = $1 and id = $2', [tx.orgId, task.id, reason])
}

/** A task that is over freezes nothing, and nothing of it is folded any more. */
export const endTask = async (tx: Tx, taskId: Id, state: 'closed' | 'cancelled'): Promise<void> => {
  await Promise.all([
    setTaskState(tx, taskId, state),
    tx.query('update count_task set closed_at = now() where org_id = $1 and id = $2', [tx.orgId, taskId]),
    tx.query('delete from count_freeze where org_id = $1 and task_id = $2', [tx.orgId, taskId]),
    tx.query('delete from count_stale where org_id = $1 and task_id = $2', [tx.orgId, taskId]),
  ])
}

export const decidingHandlers: readonly Handler[] = [
  handle(countTaskReview, async ({ tx, session }, { taskId }) => {
    const { task } = await lockTask(tx, session, taskId, { whole: true })
    if (task.state !== 'review') {
      requireState(task, 'open')
      await endCounting(tx, task)
    }
    return { numbers: entryOf(await numbersOf(tx, [task]), taskId) }
  }),

  handle(countTaskDecide, async (call, input) => ({ decided: await decide(call, input) })),

  handle(countTaskRecount, async ({ tx, session }, { taskId, personId }) => {
    const { task } = await lockTask(tx, session, taskId, { whole: true })
    requireState(task, 'review')
    requireWorkedOut(await refreshTask(tx, task))
    return recount(tx, task, personId)
  }),

  handle(countTaskCancel, async ({ tx, session }, { taskId, reason }) => {
    const { task } = await lockTask(tx, session, taskId, { whole: true })
    if (task.state !== 'cancelled') {
      requireState(task, 'draft', 'open', 'review', 'settling')
      await cancel(tx, task, reason)
    }
    return { id: taskId }
  }),
]
