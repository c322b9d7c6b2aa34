import { firstOf } from '../../../kernel/assert.ts'
import { nextDocumentCode } from '../../documents/codes/documentCodes.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import { fill, type Refusal, RefusalError, refuse } from '../../../kernel/refusal.ts'
import { kindNamed } from '../../../domain/documents/all.ts'
import {
  type Difference,
  settledAs,
  type SettlingLine,
  settlingLinesAtMost,
  surplusAs,
  type SurplusThing,
} from '../../../domain/counting/settlement.ts'
import { type DifferenceReason, differenceReasons, differenceVerdicts } from '../../../domain/counting/verdict.ts'
import { messageTypes } from '../../../domain/messaging/operations.ts'
import { countTaskClose, countTaskDocuments, countTaskSettle } from '../../../domain/counting/operations.ts'
import { inNameOf } from '../../access/sessions.ts'
import { handle, type Handler, type Session } from '../../call.ts'
import { onlyRow } from '../../db/rows.ts'
import { tellGroups } from '../../messaging/groups.ts'
import type { Tx } from '../../db/tx.ts'
import { readBody } from '../../documents/body.ts'
import { submit } from '../../documents/engine.ts'
import { itemsRefused } from '../../../domain/documents/culprits.ts'
import type { Flows } from '../../documents/flows.ts'
import { makerJob } from '../../documents/maker.ts'
import { seenBy } from '../../documents/seenVersions.ts'
import { insertDocument, readReferenceNames } from '../../documents/store.ts'
import { enqueue, type PieceWorker } from '../../jobs/jobs.ts'
import { notify } from '../../messaging/notify.ts'
import { endTask, lockTask, requireState, setTaskState } from './deciding.ts'
import { resultHash } from '../report.ts'
import { isLatest } from '../numbers.ts'
import { refreshTask, requireWorkedOut } from '../refold.ts'
import { foldItems } from '../results.ts'
import { sightOf, type Task, taskColumns } from '../sight.ts'

/** A decided line on its way into a document: a result of the count, or a thing without a card. */
type UnsettledPiece = {
  readonly of: { readonly itemId: Id; readonly account: string; readonly round: number } | { readonly unknown: Id }
  readonly settles: SettlingLine
}

/** States of a document that came to nothing: what was on it is to be decided again. */
const undone = `('rejected', 'withdrawn', 'reversed')`

type Row = Omit<Difference, 'itemKind'> & {
  readonly itemKind: 'asset' | 'consumable'
  readonly account: string
  readonly round: number
  readonly reason: DifferenceReason | null
  readonly note: string | null
}

/**
 * The next lines that are decided and on no document yet, in the order of their places: those of one document at most, and those that no
 * document can say.
 */
const nextLines = async (tx: Tx, taskId: Id): Promise<{ group: UnsettledPiece[]; unsayable: Row[] }> => {
  const rows = await tx.query<Row>(
    `select r.item_kind as "itemKind", r.item_id as "itemId", r.account, r.round, r.verdict, r.seen, r.seen_uid as "seenWith", r.difference,
       r.reason, r.note, coalesce(l.loc_id, r.loc_id, a.loc_id, a.home_id) as place,
       round(b.value / nullif(b.on_hand, 0), 2) as "unitCost"
     from count_result r
     left join lateral (select * from count_line l where l.org_id = $1 and l.task_id = $2 and l.item_id = r.item_id and l.account = r.account offset 0) l on true
     left join asset a on a.org_id = $1 and a.id = r.item_id
     left join balance b on b.org_id = $1 and b.account = r.account and b.item_id = r.item_id and b.item_kind = 'consumable'
     where r.org_id = $1 and r.task_id = $2 and r.decision = 'post' and r.document_id is null and ${isLatest}
     order by r.item_kind, coalesce(l.loc_id, r.loc_id, a.loc_id, a.home_id), r.verdict = 'otherHolder', r.seen_uid, r.item_id, r.account limit $3`,
    [tx.orgId, taskId, settlingLinesAtMost],
  )
  const unsayable: Row[] = []
  const waitingPieces = rows.flatMap((row): UnsettledPiece[] => {
    const settles = settledAs(row)
    if (!settles) {
      unsayable.push(row)
      return []
    }
    const remark = [row.reason && differenceReasons[row.reason], row.note].filter(Boolean).join('：')
    const values = remark && settles.kind !== 'CsAjustOrder' ? { ...settles.values, remark: remark.slice(0, 140) } : settles.values
    return [{ of: { itemId: row.itemId, account: row.account, round: row.round }, settles: { ...settles, values } }]
  })
  const [first] = waitingPieces
  if (first) return { group: waitingPieces.filter(({ settles }) => isTogether(settles, first.settles)), unsayable }
  const surplusRows = await tx.query<{ id: Id; surplus: SurplusThing }>(
    `select id, coalesce(surplus, '{}') as surplus from count_unknown where org_id = $1 and task_id = $2 and becomes = 'surplus' and document_id is null
     order by surplus ->> 'placeId', id limit $3`,
    [tx.orgId, taskId, settlingLinesAtMost],
  )
  const surplus = surplusRows.map(({ id, surplus: thing }): UnsettledPiece => ({ of: { unknown: id }, settles: surplusAs(thing) }))
  return { group: surplus.filter(({ settles }) => isTogether(settles, firstOf(surplus).settles)), unsayable }
}

const isTogether = (line: SettlingLine, otherLine: SettlingLine): boolean => line.kind === otherLine.kind && line.about === otherLine.about

/** The header of the document that some lines of a task go into. */
const headerFor = ({ code, name }: Task, { kind, about }: SettlingLine): Record<string, unknown> => {
  if (kind === 'GsInventoryOrder') return { name, task: code, place: about }
  const reason = fill('{name}（{code}）', { name, code })
  return kind === 'CsAjustOrder' ? { task: code, place: about, reason } : { task: code, receiver: about, reason }
}

/** What is done in whose name, and when. */
type Maker = { readonly tx: Tx; readonly session: Session; readonly at: number; readonly flows: Flows; readonly task: Task }

/**
 * Makes one document of lines and submits it, in the name of the person who settles. Where a line cannot go into the books as it stands now, it goes
 * back to be decided again, and the others go on: a document never fails for one of them. Answers how many went back.
 */
const makeDocument = async (maker: Maker, group: readonly UnsettledPiece[]): Promise<number> => {
  const { tx, session, at, flows, task } = maker
  const kind = kindNamed(firstOf(group).settles.kind)
  const raw = { header: headerFor(task, firstOf(group).settles), lines: group.map(({ settles }) => settles.values) }
  const outcome = await tx.attempt(async () => {
    const id = newId()
    const body = readBody(kind, raw)
    // What the pieces were seen at comes before the results are folded once more: a move in between is noticed by either.
    const seenVersions = await seenBy(tx, kind, body.lines)
    const decidedPieces = await stillDecided(tx, task, group)
    if (decidedPieces.length < group.length) return decidedPieces
    const names = await readReferenceNames(tx, kind, body)
    const code = await nextDocumentCode(tx, kind.codePrefix, { at, deptId: session.departmentIds[0] })
    await insertDocument(
      tx,
      session,
      { id, kind, code, body, names, state: 'draft', stage: 0, complete: false, at, seen: seenVersions },
      { action: 'save' },
    ).written
    await bind(tx, task.id, id, group)
    await submit({ tx, session, at }, flows, { kind, id, raw: undefined }, {})
    return undefined
  })
  if (outcome === undefined) return 0
  if (!(outcome instanceof RefusalError))
    return outcome.length === 0 ? group.length : (await makeDocument(maker, outcome)) + group.length - outcome.length
  const culprits = culpritsOf(outcome, group)
  if (culprits.length === group.length) {
    await sendBack(tx, task.id, group, outcome.refusal)
    return group.length
  }
  if (culprits.length > 0) {
    await sendBack(tx, task.id, culprits, outcome.refusal)
    return (
      culprits.length +
      (await makeDocument(
        maker,
        group.filter((line) => !culprits.includes(line)),
      ))
    )
  }
  const half = Math.ceil(group.length / 2)
  return (await makeDocument(maker, group.slice(0, half))) + (await makeDocument(maker, group.slice(half)))
}

/** The lines that a refusal is about: none where it is about one of them and does not say which. */
const culpritsOf = (refusalError: RefusalError, group: readonly UnsettledPiece[]): readonly UnsettledPiece[] => {
  const items = itemsRefused(refusalError)
  if (!items || group.length === 1) return group
  return group.filter(({ of }) => 'itemId' in of && items.has(of.itemId))
}

/** Folds what is about to be settled once more; answers what of it is still decided so. */
const stillDecided = async (tx: Tx, task: Task, group: readonly UnsettledPiece[]): Promise<UnsettledPiece[]> => {
  const results = group.flatMap(({ of }) => ('itemId' in of ? [of] : []))
  if (results.length === 0) return [...group]
  const items = [...new Set(results.map(({ itemId }) => itemId))]
  await foldItems(tx, { ...task, state: 'review' }, items)
  const rows = await tx.query<{ itemId: Id; account: string }>(
    `select r.item_id as "itemId", r.account from count_result r
     where r.org_id = $1 and r.task_id = $2 and r.item_id = any ($3::bigint[]) and r.decision = 'post' and r.document_id is null and ${isLatest}`,
    [tx.orgId, task.id, items],
  )
  const settledKeys = new Set(rows.map(({ itemId, account }) => `${itemId} ${account}`))
  return group.filter(({ of }) => 'unknown' in of || settledKeys.has(`${of.itemId} ${of.account}`))
}

const bind = async (tx: Tx, taskId: Id, documentId: Id, group: readonly UnsettledPiece[]): Promise<void> => {
  const lines = group.map(({ of }, index) => ({ ...of, lineNo: index + 1 }))
  await Promise.all([
    tx.query(
      `update count_result r set document_id = $3, line_no = k."lineNo"
       from jsonb_to_recordset($4::jsonb) as k ("itemId" bigint, account text, round int, "lineNo" int)
       where r.org_id = $1 and r.task_id = $2 and r.item_id = k."itemId" and r.account = k.account and r.round = k.round and r.item_id = any ($5::bigint[])`,
      [tx.orgId, taskId, documentId, JSON.stringify(lines), itemsIn(group)],
    ),
    tx.query(
      `update count_unknown u set document_id = $3, line_no = k."lineNo" from jsonb_to_recordset($4::jsonb) as k ("unknown" bigint, "lineNo" int)
       where u.org_id = $1 and u.task_id = $2 and u.id = k."unknown"`,
      [tx.orgId, taskId, documentId, JSON.stringify(lines)],
    ),
  ])
}

const itemsIn = (group: readonly UnsettledPiece[]): Id[] => group.flatMap(({ of }) => ('itemId' in of ? [of.itemId] : []))

/** What the books do not take as it is goes back to be decided again, with the reason; stock that is not there any more is counted anew. */
const sendBack = async (tx: Tx, taskId: Id, group: readonly UnsettledPiece[], { reason, words, params }: Refusal): Promise<void> => {
  const lines = JSON.stringify(group.map(({ of }) => of))
  const note = fill(words, params).slice(0, 200)
  await Promise.all([
    tx.query(
      `update count_result r set decision = $3, note = $4 from jsonb_to_recordset($5::jsonb) as k ("itemId" bigint, account text, round int)
       where r.org_id = $1 and r.task_id = $2 and r.item_id = k."itemId" and r.account = k.account and r.round = k.round and r.item_id = any ($6::bigint[])`,
      [tx.orgId, taskId, reason === 'not-enough-stock' ? 'recount' : null, note, lines, itemsIn(group)],
    ),
    tx.query(
      `update count_unknown u set becomes = null, note = $3 from jsonb_to_recordset($4::jsonb) as k ("unknown" bigint)
       where u.org_id = $1 and u.task_id = $2 and u.id = k."unknown"`,
      [tx.orgId, taskId, note, lines],
    ),
  ])
}

/** What was on documents that came to nothing is decided again. */
const takeUndone = async (tx: Tx, taskId: Id): Promise<void> => {
  await Promise.all([
    tx.query(
      `update count_result r set document_id = null, line_no = null, decision = null, note = d.code from document d
       where r.org_id = $1 and r.task_id = $2 and d.org_id = $1 and d.id = r.document_id and d.state in ${undone}`,
      [tx.orgId, taskId],
    ),
    tx.query(
      `update count_unknown u set document_id = null, line_no = null, becomes = null, note = d.code from document d
       where u.org_id = $1 and u.task_id = $2 and d.org_id = $1 and d.id = u.document_id and d.state in ${undone}`,
      [tx.orgId, taskId],
    ),
  ])
}

/** The open work of a task: differences without a decision, decided ones without a document, documents that are not in the books, unknown codes. */
type OpenWork = { undecided: number; waiting: number; underway: number; unknown: number }

const leftOf = (tx: Tx, taskId: Id): Promise<OpenWork> =>
  onlyRow(
    tx.query<OpenWork>(
      `select count(*) filter (where s.document_id is null and (s.decision is null or s.decision = 'recount'))::int as undecided,
         count(*) filter (where s.document_id is null and s.decision = 'post')::int as waiting,
         count(*) filter (where d.state is not null and d.state <> 'posted')::int as underway,
         (select count(*)::int from count_unknown u where u.org_id = $1 and u.task_id = $2 and u.becomes is null) as unknown
       from (
         select r.document_id, r.decision from count_result r
         where r.org_id = $1 and r.task_id = $2 and (r.verdict = any ($3::text[]) or r.verdict = 'pending') and ${isLatest}
         union all
         select u.document_id, 'post' from count_unknown u where u.org_id = $1 and u.task_id = $2 and u.becomes = 'surplus'
       ) s left join document d on d.org_id = $1 and d.id = s.document_id`,
      [tx.orgId, taskId, differenceVerdicts],
    ),
  )

const refuseUnknown = (count: number): never => refuse('count.unknownOpen', '还有{count}个未知编码没有处理', { count })

/** Closes a task: its results stand from here on, whatever arrives or moves later. */
const close = async (tx: Tx, task: Task): Promise<string> => {
  const hash = await resultHash(tx, task.id)
  await endTask(tx, task.id, 'closed')
  const link = '/pages/goods/GsInventoryOrder/index'
  await tellGroups(tx, { event: 'count', key: `${task.id}/closed`, words: '盘点已结束：{name}', params: { name: task.name }, link })
  await tx.query('update count_task set result_hash = $3 where org_id = $1 and id = $2', [tx.orgId, task.id, hash])
  return hash
}

/** Brings a task that is being settled to where it belongs: back to its review, on to its end, or neither yet. */
const conclude = async (tx: Tx, task: Task, settler: Id): Promise<void> => {
  const { undecided, waiting, underway, unknown } = await leftOf(tx, task.id)
  if (undecided + unknown > 0) {
    await setTaskState(tx, task.id, 'review')
    await refreshTask(tx, { ...task, state: 'review' })
    await tell(tx, task, settler, { title: '{name}有{count}项差异待处理', params: { name: task.name, count: undecided + unknown } })
  } else if (waiting + underway === 0) {
    await close(tx, task)
    await tell(tx, task, settler, { title: '{name}已全部入账', params: { name: task.name } })
  }
}

const tell = (
  tx: Tx,
  { id, opened_by }: Task,
  settler: Id,
  { title, params }: { readonly title: string; readonly params: Record<string, string | number> },
): Promise<void> =>
  notify(tx, {
    uids: [opened_by, settler],
    msgType: messageTypes.notify,
    category: 'asset',
    title,
    params,
    link: `/pages/goods/GsInventoryOrder/gsinventorytask?id=${id}`,
  })

/**
 * One step of settling in one transaction: a document, or what follows when there are no more to make. Cut off anywhere, nothing of the step
 * is left, and the next one does it; the person who asks twice, or at the same moment, finds the lines taken. Answers whether there is more to do.
 */
export const settleStep = async (tx: Tx, flows: Flows, code: string): Promise<boolean> => {
  const [row] = await tx.query<Task & { settled_by: Id | null }>(
    `select ${taskColumns}, t.settled_by from count_task t where t.org_id = $1 and t.code = $2 for update`,
    [tx.orgId, code],
  )
  if (!row || (row.state !== 'settling' && row.state !== 'review')) return false
  const { settled_by: settler, ...task } = row
  await takeUndone(tx, task.id)
  if (task.state === 'review' || settler === null) return false
  const session = await inNameOf(tx, settler)
  const { group, unsayable } = await nextLines(tx, task.id)
  const back = unsayable.map(({ itemId, account, round }): UnsettledPiece => ({ of: { itemId, account, round }, settles: nothingToSay }))
  if (back.length > 0) await sendBack(tx, task.id, back, { reason: 'unsayable', words: '没有可以入账的区域或数量', params: {} })
  if (group.length > 0 && session) {
    await makeDocument({ tx, session, at: tx.now(), flows, task }, group)
    return true
  }
  if (group.length > 0) await sendBack(tx, task.id, group, { reason: 'gone', words: '办理入账的人已停用', params: {} })
  if (back.length + group.length > 0) return true
  await conclude(tx, task, settler)
  return false
}
const nothingToSay: SettlingLine = { kind: 'GsInventoryOrder', about: '0', values: {} }

/** Makes the documents of what was decided, and hears of what becomes of them. */
export const settleWorker = (flows: Flows): PieceWorker => ({
  kind: makerJob,
  piece: (database, { orgId, key }) => database.inTransaction(orgId, (tx) => settleStep(tx, flows, key)),
})

export const settlingHandlers: readonly Handler[] = [
  handle(countTaskSettle, async ({ tx, session }, { taskId }) => {
    const { task } = await lockTask(tx, session, taskId, { whole: true })
    requireState(task, 'review', 'settling')
    if (task.state === 'review') {
      requireWorkedOut(await refreshTask(tx, task))
      const { waiting, undecided, unknown } = await leftOf(tx, taskId)
      if (waiting === 0 && unknown > 0) refuseUnknown(unknown)
      if (waiting === 0 && undecided > 0) refuse('count.nothingDecided', '还没有决定入账的差异，请先处理')
      await setTaskState(tx, taskId, 'settling')
      await tx.query('update count_task set settled = settled + 1, settled_by = $3 where org_id = $1 and id = $2', [
        tx.orgId,
        taskId,
        session.uid,
      ])
    }
    await enqueue(tx, { kind: makerJob, key: task.code })
    return { lines: (await leftOf(tx, taskId)).waiting }
  }),

  handle(countTaskClose, async ({ tx, session }, { taskId }) => {
    const { task } = await lockTask(tx, session, taskId, { whole: true })
    if (task.state === 'closed') return { resultHash: task.result_hash ?? '' }
    requireState(task, 'review', 'settling')
    requireWorkedOut(await refreshTask(tx, task))
    const { undecided, waiting, underway, unknown } = await leftOf(tx, taskId)
    if (unknown > 0) refuseUnknown(unknown)
    if (undecided > 0) refuse('count.undecided', '还有{count}项差异没有处理', { count: undecided })
    if (waiting > 0) refuse('count.waiting', '还有{count}项没有生成处理单', { count: waiting })
    if (underway > 0) refuse('count.underApproval', '还有{count}项的处理单没有入账', { count: underway })
    return { resultHash: await close(tx, task) }
  }),

  handle(countTaskDocuments, async ({ tx, session }, { taskId }) => {
    const { task } = await sightOf(tx, session, taskId)
    return tx.query<{ id: Id; kind: string; code: string; state: string; lines: number; place: { id: Id; name: string } | null }>(
      `select d.id, d.kind, d.code, d.state, (select count(*)::int from document_line dl where dl.org_id = $1 and dl.document_id = d.id) as lines,
         case when p.id is not null then jsonb_build_object('id', p.id::text, 'name', p.loc_name) end as place
       from document d left join location p on p.org_id = $1 and p.id::text = d.header ->> 'place'
       where d.org_id = $1 and d.header ->> 'task' = $2 and d.kind in ('GsInventoryOrder', 'GsTransOrder', 'CsAjustOrder') order by d.id`,
      [tx.orgId, task.code],
    )
  }),
]
