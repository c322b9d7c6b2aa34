import { isDay } from '../../../kernel/day.ts'
import { type Id, isId } from '../../../kernel/id.ts'
import { firstOf, entryOf, assertDefined } from '../../../kernel/assert.ts'
import { batchRefusal } from '../../../domain/approval/flow/offer.ts'
import { bookedFieldsIn } from '../../../domain/approval/form/shape.ts'
import type { State } from '../../../domain/approval/flow/state.ts'
import { type ListRequest, type Page } from '../../../domain/operations/define.ts'
import type { PersonAnswer } from '../../../domain/approval/operations/flows.ts'
import { type ProcessStatus, standingName, taskStatuses } from '../../../domain/approval/flow/statuses.ts'
import type { CopyRow, ProcessRow, TaskRow } from '../../../domain/approval/operations/process.ts'
import type { Tx } from '../../db/tx.ts'
import { countLimit, pageFor, type Part, partOf } from '../../page.ts'
import { usualSizes } from '../../db/conditions.ts'
import { dayEnd, dayStart } from '../../db/days.ts'
import { onlyRow } from '../../db/rows.ts'
import { likePattern, queryGrams } from '../../search/searchText.ts'
import {
  askedPage,
  beforeAll,
  copiesAsked,
  type CopyFilter,
  hasStatus,
  isAsked,
  oneOf,
  processesAsked,
  type ProcessFilter,
  sortedPlace,
  statusesOf,
  type TaskFilter,
  taskPhases,
  tasksAsked,
  type Usual,
  type Which,
} from './processFilters.ts'
import { outsideKey } from '../flow/key.ts'
import { publishedDefinition } from '../flow/store.ts'

/** Processes, newest first. `running` is everything that is not over. */
export const listProcesses = async (tx: Tx, filter: ProcessFilter): Promise<Page<ProcessRow>> => {
  if (isAsked(filter)) {
    const askedRows = await processesAsked(tx, filter)
    const { rows, total, part } = await askedPage<SortedRow<ProcessRecord>>(tx, askedRows, filter, {
      limits: { most: rowsAtMost },
      usual: newestFirst('i.id'),
      rowColumns: {
        columns: processColumns,
        joins: `${oneOf('wf_instance', 'i', 'm.id')} ${joinFlow}`,
      },
    })
    const list = await processRows(tx, rows)
    return pageFor(part, list, total, {
      limit: countLimit,
      place: (index) => {
        const row = rows[index]
        return row && sortedPlace(askedRows, part, row.id, row.sortedBy)
      },
    })
  }
  const keyword = keywordOf(filter)
  const which = whichOf(filter.status)
  const status = which === 'any' ? (filter.status ?? null) : null
  const initiatorUid = filter.initiatorUid ?? null
  const filterValues = [status, filter.flowKey ?? null, filter.from ?? null, filter.to ?? null]
  const plain = isAbsent(filterValues)
  const [values, texts] =
    keyword !== undefined
      ? [
          [
            tx.orgId,
            initiatorUid,
            status === null ? statusesOf[which] : [status],
            ...filterValues.slice(1),
            queryGrams(keyword),
            likePattern(keyword),
          ],
          foundProcessTexts,
        ]
      : [
          plain ? [tx.orgId, initiatorUid] : [tx.orgId, initiatorUid, ...filterValues],
          processTexts[which][initiatorUid === null ? 'all' : 'own'][plain ? 'plain' : 'narrowed'],
        ]
  const part = { ...partOf(filter, { most: rowsAtMost }), sought: keyword !== undefined }
  const [rows, total] = await pageAndCount<ProcessRecord>(tx, texts, { values, cursor: [part.after ?? null] }, part)
  return pageOfSought(part, await processRows(tx, rows), total, (options) => rows[options]?.id)
}

const whichOf = (status: string | undefined): keyof typeof processTexts => {
  if (status === 'running') return 'live'
  return status === 'ended' ? 'ended' : 'any'
}

/** What a person has or had a part in, newest first. */
export const listTakenPart = async (tx: Tx, filter: ListRequest & { readonly uid: Id }): Promise<Page<ProcessRow>> => {
  const keyword = keywordOf(filter)
  const values = [tx.orgId, filter.uid, keyword === undefined ? null : likePattern(keyword)]
  const part = { ...partOf(filter, { most: rowsAtMost }), sought: keyword !== undefined }
  const [rows, total] = await pageAndCount<ProcessRecord>(tx, takenPartTexts, { values, cursor: [part.after ?? null] }, part)
  return pageOfSought(part, await processRows(tx, rows), total, (options) => rows[options]?.id)
}

/** One process as lists show it; undefined where it is not there. */
export const processOf = async (tx: Tx, processId: Id): Promise<ProcessRow> => {
  const rows = await tx.query<ProcessRecord>(`${selectProcess} where i.org_id = $1 and i.id = $2`, [tx.orgId, processId])
  return firstOf(await processRows(tx, rows))
}

/** Processes as lists show them, by id. */
export const processesOf = async (tx: Tx, processIds: readonly Id[]): Promise<Map<Id, ProcessRow>> => {
  const rows = await tx.query<ProcessRecord>(`${selectProcess} where i.org_id = $1 and i.id = any ($2::bigint[])`, [tx.orgId, processIds])
  return new Map((await processRows(tx, rows)).map((row) => [row.id, row]))
}

/** A person's tasks: to do by when they came, done by when they were decided; newest first. */
export const listTasks = async (tx: Tx, filter: TaskFilter): Promise<Page<TaskRow>> => {
  const placeOf = (row: TaskRow | undefined) => row && `${filter.done ? row.decidedAt : row.openedAt}_${row.id}`
  if (isAsked(filter) || filter.amountFrom !== undefined || filter.amountTo !== undefined) {
    const askedRows = await tasksAsked(tx, filter)
    const { moment } = taskPhases[filter.done ? 'done' : 'todo']
    const usual: Usual = {
      order: `${moment} desc, t.id desc`,
      behind: (c, after) => {
        const [at, id] = after.split('_')
        return `(${moment}, t.id) < (${c.place(at)}::timestamptz, ${c.place(id)}::bigint)`
      },
    }
    const { rows, total, part } = await askedPage<SortedRow<TaskRecord>>(tx, askedRows, filter, {
      limits: { isCursor: isTaskCursor, most: rowsAtMost },
      usual,
      rowColumns: {
        columns: taskColumns,
        joins: `${oneOf('wf_task', 't', 'm.id')} ${oneOf('wf_instance', 'i', 't.instance_id')} ${joinFlow}`,
      },
    })
    const list = await taskRows(tx, rows)
    return pageFor(part, list, total, {
      limit: countLimit,
      place: (index) => {
        const row = rows[index]
        return part.sorting.length === 0 ? placeOf(list[index]) : row && sortedPlace(askedRows, part, row.id, row.sortedBy)
      },
    })
  }
  const keyword = keywordOf(filter)
  const filterValues = [filter.flowKey ?? null, filter.initiatorUid ?? null, filter.overdue ?? null, filter.from ?? null, filter.to ?? null]
  const plain = isAbsent(filterValues)
  const ownValues = [tx.orgId, filter.uid]
  const texts = taskTexts[filter.done ? 'done' : 'todo']
  const [unsoughtValues, unsoughtTexts] = plain ? [ownValues, texts.plain] : [[...ownValues, ...filterValues], texts.narrowed]
  const [values, statements] =
    keyword !== undefined
      ? [[...ownValues, ...filterValues, queryGrams(keyword), likePattern(keyword), filter.done], texts.found]
      : [unsoughtValues, unsoughtTexts]
  const part = { ...partOf(filter, { isCursor: isTaskCursor, most: rowsAtMost }), sought: keyword !== undefined }
  const [rows, total] = await pageAndCount<TaskRecord>(tx, statements, { values, cursor: part.after?.split('_') ?? [null, null] }, part)
  const list = await taskRows(tx, rows)
  return pageOfSought(part, list, total, (index) => placeOf(list[index]))
}

/** Tasks by id, as lists show them. */
export const tasksOf = async (tx: Tx, ids: readonly Id[]): Promise<TaskRow[]> =>
  taskRows(tx, await tx.query<TaskRecord>(`${selectTask} where t.org_id = $1 and t.id = any ($2::bigint[]) order by t.id`, [tx.orgId, ids]))

/** What a person was copied on, newest first. */
export const listCopies = async (tx: Tx, filter: CopyFilter): Promise<Page<CopyRow>> => {
  if (isAsked(filter)) {
    const askedRows = await copiesAsked(tx, filter)
    const { rows, total, part } = await askedPage<SortedRow<CopyRecord>>(tx, askedRows, filter, {
      limits: { most: rowsAtMost },
      usual: newestFirst('c.id'),
      rowColumns: {
        columns: copyColumns,
        joins: `${oneOf('wf_cc', 'c', 'm.id')} ${oneOf('wf_instance', 'i', 'c.instance_id')} ${joinFlow}`,
      },
    })
    const list = await copyRows(tx, rows)
    return pageFor(part, list, total, {
      limit: countLimit,
      place: (index) => {
        const row = rows[index]
        return row && sortedPlace(askedRows, part, row.copy_id, row.sortedBy)
      },
    })
  }
  const keyword = keywordOf(filter)
  const filterValues = [filter.read ?? null, filter.flowKey ?? null]
  const ownValues = [tx.orgId, filter.uid]
  const [unsoughtValues, unsoughtTexts] = isAbsent(filterValues)
    ? [ownValues, copyTexts.plain]
    : [[...ownValues, ...filterValues], copyTexts.narrowed]
  const [values, texts] =
    keyword !== undefined
      ? [[...ownValues, ...filterValues, queryGrams(keyword), likePattern(keyword)], copyTexts.found]
      : [unsoughtValues, unsoughtTexts]
  const part = { ...partOf(filter, { most: rowsAtMost }), sought: keyword !== undefined }
  const [rows, total] = await pageAndCount<CopyRecord>(tx, texts, { values, cursor: [part.after ?? null] }, part)
  return pageOfSought(part, await copyRows(tx, rows), total, (options) => rows[options]?.copy_id)
}

type CopyRecord = ProcessRecord & { copy_id: Id; copied_at: string; read_at: string | null; comment: string; by_uid: Id | null }

const copyRows = async (tx: Tx, rows: readonly CopyRecord[]): Promise<CopyRow[]> => {
  const [processes, people] = await Promise.all([
    processRows(tx, rows),
    peopleOf(
      tx,
      rows.map(({ by_uid }) => by_uid),
    ),
  ])
  return rows.map((row, index) => ({
    id: row.copy_id,
    read: row.read_at !== null,
    copiedAt: row.copied_at,
    by: row.by_uid === null ? null : people(row.by_uid),
    comment: row.comment,
    process: assertDefined(processes[index], 'the process of a copy'),
  }))
}

/** The numbers on the badges. */
export const countsFor = (tx: Tx, uid: Id) =>
  onlyRow(tx.query<{ toDo: number; overdue: number; running: number; returned: number; copies: number }>(countsText, [tx.orgId, uid]))

/** Looks people up; the answer turns an id into a person, also an id that no one has. */
export const peopleOf = async (tx: Tx, uids: readonly (Id | null | undefined)[]): Promise<(uid: Id) => PersonAnswer> => {
  const distinctUids = [...new Set(uids)].filter(isId)
  const rows = distinctUids.length === 0 ? [] : await tx.query<PersonAnswer>(peopleText, [tx.orgId, distinctUids])
  const personByUid = new Map(rows.map((row) => [row.uid, row]))
  return (uid) => personByUid.get(uid) ?? { uid, userName: '', avatar: null }
}

type ProcessRecord = {
  id: Id
  number: string
  flow_key: string
  flow_name: string
  icon: string
  color: string
  title: string
  summary: string
  amount: string | null
  status: ProcessStatus
  suspended: boolean
  revoked_at: string | null
  initiator_uid: Id
  document_kind: string | null
  document_id: Id | null
  document_code: string | null
  current_steps: { nodeId: string; nodeName: string; uids: Id[] }[]
  created_at: string
  updated_at: string
  ended_at: string | null
}

type TaskRecord = {
  id: Id
  instance_id: Id
  number: string
  node_id: string
  node_name: string
  kind: 'approve' | 'handle'
  assignee_uid: Id
  on_behalf_of: Id | null
  status: number
  claimed: boolean
  opened_at: string | null
  decided_at: string | null
  due_at: string | null
  read_at: string | null
  urged_at: string | null
  created_at: string
  flow_key: string
  flow_name: string
  icon: string
  color: string
  version: number
  title: string
  summary: string
  initiator_uid: Id
  amount: string | null
  process_status: ProcessStatus
  suspended: boolean
  form_rev: number
  /** Where it is open. */
  state: State | null
}

const processRows = async (tx: Tx, rows: readonly ProcessRecord[]): Promise<ProcessRow[]> => {
  const [openedMoments, refusals] = await Promise.all([openedAt(tx, rows), refusalsOf(tx, rows)])
  const people = await peopleOf(
    tx,
    rows.flatMap((row) => [row.initiator_uid, refusals.get(row.id)?.by, ...row.current_steps.flatMap(({ uids }) => uids)]),
  )
  const refusalOf = ({ id }: ProcessRecord): ProcessRow['refusal'] => {
    const refusalRecord = refusals.get(id)
    return refusalRecord === undefined ? null : { ...refusalRecord, by: isId(refusalRecord.by) ? people(refusalRecord.by) : null }
  }
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    ...lookOf(tx, row),
    title: row.title,
    summary: row.summary,
    amount: row.amount,
    status: row.status,
    statusName: standingName({ status: row.status, isRevoked: row.revoked_at !== null }),
    suspended: row.suspended,
    isRevoked: row.revoked_at !== null,
    initiator: people(row.initiator_uid),
    documentKind: row.document_kind,
    documentId: row.document_id,
    documentCode: row.document_code,
    currentSteps: row.current_steps.map(({ nodeId, nodeName, uids }) => ({ nodeId, nodeName, people: uids.map(people) })),
    waitsSince: (row.status === 'returned' ? refusals.get(row.id)?.at : openedMoments.get(row.id)) ?? null,
    refusal: refusalOf(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    endedAt: row.ended_at,
  }))
}

/** Since when the first of those who an application waits for now has it. */
const openedAt = async (tx: Tx, rows: readonly ProcessRecord[]): Promise<ReadonlyMap<Id, string>> => {
  const ids = rows.filter(({ status }) => status === 'running').map(({ id }) => id)
  const openRows = ids.length === 0 ? [] : await tx.query<{ id: Id; at: string }>(openedText, [tx.orgId, ids])
  return new Map(openRows.map(({ id, at }) => [id, at]))
}

type SortedRow<R> = R & { readonly sortedBy: (string | null)[] }

/** By its id, which grows. */
const newestFirst = (id: string): Usual => ({
  order: `${id} desc`,
  behind: (c, after) => `${id} < ${c.place(after)}`,
})

type RefusalRecord = { readonly by: string; readonly comment: string; readonly at: string }

/** How those that came back or were refused did, by what the log says last. */
const refusalsOf = async (tx: Tx, rows: readonly ProcessRecord[]): Promise<ReadonlyMap<Id, RefusalRecord>> => {
  const ids = rows.filter(({ status }) => status === 'returned' || status === 'rejected').map(({ id }) => id)
  const refusalRows = ids.length === 0 ? [] : await tx.query<RefusalRecord & { id: Id }>(refusalText, [tx.orgId, ids])
  return new Map(refusalRows.map(({ id, ...refusal }) => [id, refusal]))
}

const openedText = `select instance_id as id, min(opened_at) as at from wf_task
  where org_id = $1 and instance_id = any ($2::bigint[]) and status = 1 group by instance_id`

const refusalText = `select distinct on (e.instance_id) e.instance_id as id, e.at, event ->> 'by' as by, event ->> 'comment' as comment
  from wf_event e cross join jsonb_array_elements(e.events) event
  where e.org_id = $1 and e.instance_id = any ($2::bigint[]) and event ->> 't' in ('Returned', 'Ended')
  order by e.instance_id, e.seq desc`

const versionKey = ({ flow_key, version }: Pick<TaskRecord, 'flow_key' | 'version'>): string => `${flow_key}/${version}`

const taskRows = async (tx: Tx, rows: readonly TaskRecord[]): Promise<TaskRow[]> => {
  const versions = [...new Map(rows.map((row) => [versionKey(row), row])).values()]
  const [people, definitions] = await Promise.all([
    peopleOf(
      tx,
      rows.flatMap((row) => [row.initiator_uid, row.assignee_uid, row.on_behalf_of]),
    ),
    Promise.all(versions.map(async (row) => [versionKey(row), await publishedDefinition(tx, row.flow_key, row.version)] as const)),
  ])
  const flowByKey = new Map(definitions.map(([key, definition]) => [key, { definition, bookedFields: bookedFieldsIn(definition) }]))
  const now = new Date(tx.now()).toISOString()
  return rows.map((row) => ({
    id: row.id,
    taskId: row.id,
    processId: row.instance_id,
    number: row.number,
    nodeId: row.node_id,
    nodeName: row.node_name,
    kind: row.kind,
    status: row.status,
    statusName: taskStatuses[row.status] ?? '',
    ...lookOf(tx, row),
    title: row.title,
    summary: row.summary,
    amount: row.amount,
    processStatus: row.process_status,
    initiator: people(row.initiator_uid),
    assignee: people(row.assignee_uid),
    onBehalfOf: row.on_behalf_of === null ? null : people(row.on_behalf_of),
    createdAt: row.created_at,
    openedAt: row.opened_at,
    decidedAt: row.decided_at,
    dueAt: row.due_at,
    overdue: row.due_at !== null && row.due_at < (row.decided_at ?? now),
    suspended: row.suspended && row.status === 1,
    read: row.read_at !== null,
    readAt: row.read_at,
    urged: row.urged_at !== null,
    claimed: row.claimed,
    formRev: row.form_rev,
    batch: row.state !== null && batchRefusal({ ...entryOf(flowByKey, versionKey(row)), state: row.state }, row.id) === undefined,
  }))
}

const lookOf = (
  tx: Tx,
  { flow_key: key, flow_name: name, icon, color }: { flow_key: string; flow_name: string; icon: string; color: string },
) => ({
  flowKey: outsideKey(tx.orgId, key),
  flowName: name,
  flowIcon: icon,
  color,
})

/** Where matches are looked for in the application of each row, they are counted no further. */
const soughtCap = 1000

/** `sought`: each row's application has to be looked at to know whether the row belongs to the list. */
type SoughtPart = Part & { readonly sought: boolean }

const isAbsent = (values: readonly unknown[]): boolean => values.every((value) => value === null)

/** The rows and how many there are. What is sought is counted only where the page does not show its own end. */
const pageAndCount = async <R extends object>(
  tx: Tx,
  texts: ListTexts,
  { values, cursor }: { readonly values: readonly unknown[]; readonly cursor: readonly unknown[] },
  { pageSize, offset, sought }: SoughtPart,
): Promise<[R[], number]> => {
  const parameters = [...values, ...cursor]
  const isUsualPage = offset === 0 && usualSizes.has(pageSize)
  const page = tx.query<R>(
    texts.page(isUsualPage ? cutAt(pageSize) : cutBy(parameters.length + 1)),
    isUsualPage ? parameters : [...parameters, pageSize, offset],
  )
  const count = async () => (await onlyRow(tx.query<{ n: number }>(texts.count, values))).n
  if (!sought) return Promise.all([page, count()])
  const rows = await page
  const ends = isAbsent(cursor) && rows.length < pageSize && (rows.length > 0 || offset === 0)
  return [rows, ends ? offset + rows.length : await count()]
}

/** A page has so many rows at most: each tells a lot. */
const rowsAtMost = 1000

const pageOfSought = <R extends object>(part: SoughtPart, list: R[], n: number, place: (index: number) => unknown): Page<R> =>
  pageFor(part, list, n, { limit: part.sought ? soughtCap : countLimit, place })

/** A moment as our own cursors have it. */
const isMoment = (text: string | undefined): boolean =>
  text !== undefined && isDay(text.slice(0, 10)) && /^2.{9}T([01]\d|2[0-3])(:[0-5]\d){2}\.\d{3}Z$/.test(text)

const isTaskCursor = (after: string): boolean => {
  const [moment, id, ...more] = after.split('_')
  return isMoment(moment) && isId(id) && more.length === 0
}

const keywordOf = ({ likeQuery }: ListRequest): string | undefined => likeQuery?.trim() || undefined

const processColumns = `i.id, i.number, i.flow_key, f.name as flow_name, f.icon, f.color, i.title, i.summary, i.amount, i.status, i.suspended, i.revoked_at, i.initiator_uid,
  i.document_kind, i.document_id, (select d.code from document d where d.org_id = $1 and d.id = i.document_id) as document_code, i.current_steps, i.created_at, i.updated_at, i.ended_at`
const joinFlow = 'join wf_flow f on f.org_id = $1 and f.flow_key = i.flow_key'
const selectProcess = `select ${processColumns} from wf_instance i ${joinFlow}`

const fromTakenPart = 'wf_participant w join wf_instance i on i.org_id = $1 and i.id = w.instance_id'
const takenPart = 'w.org_id = $1 and w.uid = $2 and ($3::text is null or i.search like $3)'
const takenPartTexts: ListTexts = {
  page: ({ limit }) => `select ${processColumns} from ${fromTakenPart} join wf_flow f on f.org_id = $1 and f.flow_key = i.flow_key
    where ${takenPart} and ($4::bigint is null or w.instance_id < $4) order by w.instance_id desc ${limit}`,
  count: `select count(*)::int as n from (select from ${fromTakenPart} where ${takenPart} limit ${countLimit + 1}) as m`,
}

const initiatorConditions = { own: 'i.initiator_uid = $2', all: '$2::bigint is null' }

const since = (column: string, n: number): string => `($${n}::date is null or ${column} >= ${dayStart(`$${n}`)})`
const until = (column: string, n: number): string => `($${n}::date is null or ${column} < ${dayEnd(`$${n}`)})`

type ListTexts = { readonly page: (cut: Cut) => string; readonly count: string }

/** Where a page ends: `limit` cuts it out of its rows, `reach` is how many rows have to be found for that. */
type Cut = { readonly limit: string; readonly reach: string }
const cutAt = (size: number): Cut => ({ limit: `limit ${size}`, reach: String(size) })
const cutBy = (n: number): Cut => ({ limit: `limit $${n} offset $${n + 1}`, reach: `$${n + 1}::int + $${n}::int` })

/**
 * Every page finds its rows first, limit and offset included, and only then joins what is shown of them, so that it costs what a page
 * costs, however long the list is and whatever the planner knows of it. A list that nothing narrows has texts of its own, which are
 * answered and counted from an index alone.
 */
const countOf = (matching: string, cap = countLimit): string => `select count(*)::int as n from (select ${matching} limit ${cap + 1}) as m`

const processTextsOf = (
  which: Which,
  initiatorKey: keyof typeof initiatorConditions,
): { readonly plain: ListTexts; readonly narrowed: ListTexts } => {
  const ownText = `from wf_instance i where i.org_id = $1 and ${initiatorConditions[initiatorKey]} and ${hasStatus(which)}`
  const texts = (matching: string, n: number): ListTexts => ({
    page: ({ limit }) => `select ${processColumns}
      from (select i.id ${matching} and ($${n}::bigint is null or i.id < $${n}) order by i.id desc ${limit}) m
      join wf_instance i on i.org_id = $1 and i.id = m.id ${joinFlow} order by m.id desc`,
    count: countOf(matching),
  })
  return {
    plain: texts(ownText, 3),
    narrowed: texts(
      `${ownText} and ($3::text is null or i.status = $3) and ($4::text is null or i.flow_key = $4)
       and ${since('i.created_at', 5)} and ${until('i.created_at', 6)}`,
      7,
    ),
  }
}
const processTextsFor = (which: Which) => ({ own: processTextsOf(which, 'own'), all: processTextsOf(which, 'all') })
const processTexts = { live: processTextsFor('live'), ended: processTextsFor('ended'), any: processTextsFor('any') }

/** With a keyword: the index of grams is reached by a function, see the migration. */
const processesFound = (before: string, limit: string): string =>
  `gate_find_processes($7::text[], $8, $2::bigint, $3::text[], $4::text, ${dayStart('$5')}, ${dayEnd('$6')}, ${before}, ${limit}) w`
const foundProcessTexts: ListTexts = {
  page: ({ limit, reach }) => `select ${processColumns}
    from (select w.id from ${processesFound(`coalesce($9::bigint, ${beforeAll})`, reach)} order by w.id desc ${limit}) m
    join wf_instance i on i.org_id = $1 and i.id = m.id ${joinFlow} order by m.id desc`,
  count: `select count(*)::int as n from ${processesFound(beforeAll, String(soughtCap + 1))} where $1::bigint is not null`,
}

const taskColumns = `t.id, t.instance_id, i.number, t.node_id, t.node_name, t.kind, t.assignee_uid, t.on_behalf_of, t.status, t.claimed, t.opened_at, t.decided_at, t.due_at,
  t.read_at, t.urged_at, t.flow_key, f.name as flow_name, f.icon, f.color, i.version, t.title, t.summary, t.initiator_uid, i.amount, i.created_at,
  i.status as process_status, i.suspended, i.form_rev, case when t.status = 1 then i.state end as state`
const joinShown = `join wf_instance i on i.org_id = $1 and i.id = t.instance_id join wf_flow f on f.org_id = $1 and f.flow_key = t.flow_key`
const selectTask = `select ${taskColumns} from wf_task t ${joinShown}`
const taskTextsOf = ({
  which,
  moment,
}: (typeof taskPhases)[keyof typeof taskPhases]): {
  readonly plain: ListTexts
  readonly narrowed: ListTexts
  readonly found: ListTexts
} => {
  const ownText = `from wf_task t where t.org_id = $1 and t.assignee_uid = $2 and ${which}`
  const pageOf = (ids: string): string =>
    `select ${taskColumns} from (select t.id ${ids}) m join wf_task t on t.org_id = $1 and t.id = m.id ${joinShown} order by ${moment} desc, t.id desc`
  const texts = (matching: string, n: number): ListTexts => ({
    page: ({ limit }) =>
      pageOf(`${matching} and ($${n}::timestamptz is null or (${moment}, t.id) < ($${n}, $${n + 1}::bigint))
        order by ${moment} desc, t.id desc ${limit}`),
    count: countOf(matching),
  })
  const narrowedTexts = texts(
    `${ownText} and ($3::text is null or t.flow_key = $3) and ($4::bigint is null or t.initiator_uid = $4)
     and ($5::boolean is null or coalesce(t.due_at < coalesce(t.decided_at, now()), false) = $5)
     and ${since(moment, 6)} and ${until(moment, 7)}`,
    8,
  )
  const findTasksText = (
    before: string,
    limit: string,
  ): string => `from gate_find_tasks($8::text[], $9, $2::bigint, $10::boolean, $3::text, $4::bigint,
    $5::boolean, ${dayStart('$6')}, ${dayEnd('$7')}, null, null, ${before}, ${limit}) t`
  return {
    plain: texts(ownText, 3),
    narrowed: narrowedTexts,
    found: {
      page: ({ limit, reach }) => pageOf(`${findTasksText('$11::timestamptz, $12::bigint', reach)} order by t.at desc, t.id desc ${limit}`),
      count: `select count(*)::int as n ${findTasksText('null, null', String(soughtCap + 1))} where $1::bigint is not null`,
    },
  }
}
const taskTexts = {
  todo: taskTextsOf(taskPhases.todo),
  done: taskTextsOf(taskPhases.done),
}

const ownCopies = 'from wf_cc c where c.org_id = $1 and c.uid = $2'
const copyColumns = `${processColumns}, c.id as copy_id, c.created_at as copied_at, c.read_at, c.comment, c.by_uid`
const copyPageOf = (ids: string): string => `select ${copyColumns}
  from (select c.id ${ids}) m join wf_cc c on c.org_id = $1 and c.id = m.id
  join wf_instance i on i.org_id = $1 and i.id = c.instance_id ${joinFlow} order by m.id desc`
const copyTextsOf = (matching: string, n: number): ListTexts => ({
  page: ({ limit }) => copyPageOf(`${matching} and ($${n}::bigint is null or c.id < $${n}) order by c.id desc ${limit}`),
  count: countOf(matching),
})
const copiesFound = (before: string, limit: string): string =>
  `from gate_find_copies($5::text[], $6, $2::bigint, $3::boolean, $4::text, ${before}, ${limit}) c`
const copyTexts: Readonly<Record<'plain' | 'narrowed' | 'found', ListTexts>> = {
  plain: copyTextsOf(ownCopies, 3),
  narrowed: copyTextsOf(
    `${ownCopies} and ($3::boolean is null or (c.read_at is not null) = $3) and ($4::text is null or exists (
       select from wf_instance i where i.org_id = $1 and i.id = c.instance_id and i.flow_key = $4))`,
    5,
  ),
  found: {
    page: ({ limit, reach }) => copyPageOf(`${copiesFound(`coalesce($7::bigint, ${beforeAll})`, reach)} order by c.id desc ${limit}`),
    count: `select count(*)::int as n ${copiesFound(beforeAll, String(soughtCap + 1))} where $1::bigint is not null`,
  },
}

/** Badges show 99+ at most; counting ends at a thousand. */
const countsText = `
  select
    (select count(*)::int from (select from wf_task where org_id = $1 and assignee_uid = $2 and status = 1 limit 1000) m) as "toDo",
    (select count(*)::int from (select from wf_task where org_id = $1 and assignee_uid = $2 and status = 1 and due_at < now() limit 1000) m) as overdue,
    (select count(*)::int from (select from wf_instance where org_id = $1 and initiator_uid = $2 and status in ('running', 'returned', 'posting') limit 1000) m) as running,
    (select count(*)::int from (select from wf_instance where org_id = $1 and initiator_uid = $2 and status in ('running', 'returned', 'posting') and status = 'returned' limit 1000) m) as returned,
    (select count(*)::int from (select from wf_cc where org_id = $1 and uid = $2 and read_at is null limit 1000) m) as copies`

const peopleText = `select id as uid, user_name as "userName", avatar from person where org_id = $1 and id = any ($2::bigint[])`
