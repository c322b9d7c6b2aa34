import type * as v from 'valibot'
import { applicationTable, copyTable, decisionTable, monitorTable, taskTable } from '../../../domain/approval/process/applyingTable.ts'
import type { Table } from '../../../domain/tables/define.ts'
import type { Operation } from '../../../domain/operations/define.ts'
import type { ProcessStatus } from '../../../domain/approval/flow/statuses.ts'
import type { processOperations } from '../../../domain/approval/operations/processes.ts'
import type { taskOperations } from '../../../domain/approval/operations/tasks.ts'
import { dayAt } from '../../../kernel/day.ts'
import type { Decimal } from '../../../kernel/decimal.ts'
import type { Id } from '../../../kernel/id.ts'
import type { SignedIn } from '../../call.ts'
import { Conditions, limitOf } from '../../db/conditions.ts'
import { dayEnd, dayStart } from '../../db/days.ts'
import { onlyRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tx.ts'
import { countLimit, type Limits } from '../../page.ts'
import { fewMatches, likePattern, queryGrams } from '../../search/searchText.ts'
import { chosenText } from '../../tables/chosenRows.ts'
import { behindOf, cursorOf, orderOf, type Request, type SortedPart, sortedPartOf, sortValues } from '../../tables/order.ts'
import type { Standings } from '../../tables/columnStanding.ts'
import { conditionsOf } from '../../tables/where.ts'
import { Forbidden } from '../../httpError.ts'
import { insideKey } from '../flow/key.ts'
import { seesAllFlows } from '../../access/roles/processRights.ts'
import { stuckText } from './stuck.ts'

/** What processes may be narrowed by; `initiatorUid` undefined means everyone's. */
export type ProcessFilter = Request & {
  readonly initiatorUid: Id | undefined
  /** Asked by the person who looks after all of them. */
  readonly all?: boolean
  readonly status?: ProcessStatus | 'ended' | undefined
  readonly flowKey?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export type TaskFilter = Request & {
  readonly uid: Id
  readonly done: boolean
  readonly flowKey?: string | undefined
  readonly initiatorUid?: Id | undefined
  readonly overdue?: boolean | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly amountFrom?: Decimal | undefined
  readonly amountTo?: Decimal | undefined
}

export type CopyFilter = Request & { readonly uid: Id; readonly read?: boolean | undefined; readonly flowKey?: string | undefined }

type Reader = Pick<SignedIn, 'tx' | 'session'>
type ListInputOf<O extends Operation> = Omit<v.InferOutput<O['input']> & Request, 'where' | 'sort'> & Pick<Request, 'where' | 'sort'>

/** What a call asks of the tasks of its caller. */
export const taskFilterOf = (
  { tx, session }: Reader,
  { flowKey, status, ...input }: ListInputOf<typeof taskOperations.tasks>,
): TaskFilter => ({
  ...input,
  uid: session.uid,
  done: Number(status ?? 1) === 2,
  flowKey: flowKey && insideKey(tx.orgId, flowKey),
})

/** Of applications: his own, or all where he may look at them. */
export const processFilterOf = (
  { tx, session }: Reader,
  { flowKey, scope, initiatorUid, ...input }: ListInputOf<typeof processOperations.processes>,
): ProcessFilter => {
  if (scope === 'all' && !seesAllFlows(session)) throw new Forbidden()
  return {
    ...input,
    all: scope === 'all',
    initiatorUid: scope === 'all' ? initiatorUid : session.uid,
    flowKey: flowKey && insideKey(tx.orgId, flowKey),
  }
}

export const copyFilterOf = ({ tx, session }: Reader, { flowKey, ...input }: ListInputOf<typeof processOperations.copies>): CopyFilter => ({
  ...input,
  uid: session.uid,
  flowKey: flowKey && insideKey(tx.orgId, flowKey),
})

/** The rows of a list that a question finds: what they are rows of, what stands beside each as `i`, and what holds of them. */
export type AskedRows = {
  readonly table: Table
  readonly rows: string
  readonly beside: string
  readonly conditions: Conditions
  readonly id: string
  readonly standings: Standings
}

/** Whether a list is asked more than its own few filters say. */
export const isAsked = ({ where = [], sort = [], chosen }: Request): boolean => where.length > 0 || sort.length > 0 || chosen !== undefined

/** The application of a row, which is looked at only where something is asked of it. */
const from = ({ rows, beside }: AskedRows, ...texts: readonly string[]): string =>
  texts.some((text) => /\bi\./.test(text)) ? `${rows} ${beside}` : rows

export type Which = 'live' | 'ended' | 'any'
export const statusesOf: Readonly<Record<Which, readonly ProcessStatus[] | null>> = {
  live: ['running', 'returned', 'posting'],
  ended: ['approved', 'rejected', 'withdrawn', 'terminated'],
  any: null,
}
/** The words of the partial indexes. */
export const hasStatus = (which: Which): string => {
  const statuses = statusesOf[which]
  return statuses === null ? 'true' : `i.status in (${statuses.map((status) => `'${status}'`).join(', ')})`
}

/** Which tasks are to do and which are done, and the moment that each of them has. */
export const taskPhases = {
  todo: { which: 't.status = 1', moment: 't.opened_at' },
  done: { which: 't.status in (2, 3, 4) and not t.automatic', moment: 't.decided_at' },
} as const

type Days = { readonly from?: string | undefined; readonly to?: string | undefined }
const addDays = (c: Conditions, moment: string, { from: first, to: last }: Days): void => {
  if (first) c.add(`${moment} >= ${dayStart(c.place(first))}`)
  if (last) c.add(`${moment} < ${dayEnd(c.place(last))}`)
}

const addQuestion = (tx: Tx, { conditions: c, table, standings, id }: AskedRows, { where = [], chosen }: Request): void => {
  for (const text of conditionsOf(c, table, standings, { where, today: dayAt(tx.now()) })) c.add(text)
  if (chosen) c.add(chosenText(c, chosen, id))
}

/** No id is larger. */
export const beforeAll = '9223372036854775807'

/**
 * The keyword of a list that is asked more: where its matches are few, the rest is asked of them; where they are not, the words are asked of
 * each row. `found` is the function that reaches the index of words.
 */
const addKeyword = async (
  tx: Tx,
  { conditions: c, id }: AskedRows,
  { likeQuery }: Request,
  findText: (conditions: Conditions, grams: string, pattern: string, limit: number) => string,
): Promise<void> => {
  const keyword = likeQuery?.trim()
  if (!keyword) return
  const conditions = new Conditions(tx.orgId)
  const matches = findText(
    conditions,
    `${conditions.place(queryGrams(keyword))}::text[]`,
    `${conditions.place(likePattern(keyword))}::text`,
    fewMatches + 1,
  )
  const ids = await tx.query<{ id: Id }>(`select w.id from ${matches} w where $1::bigint is not null`, conditions.values)
  c.add(
    ids.length > fewMatches
      ? `i.search like ${c.place(likePattern(keyword))}`
      : `${id} = any (${c.place(ids.map((row) => row.id))}::bigint[])`,
  )
}

const flowStanding = (tx: Tx, sql: string): Standings[string] => ({ sql, stored: (key) => insideKey(tx.orgId, key) })

/**
 * Joins the one row of a table with that id. `offset 0` lets the database think of nothing but to take them one by one, so that its plan is
 * as good where it knows nothing of the tables yet.
 */
export const oneOf = (table: string, alias: string, id: string): string =>
  `cross join lateral (select * from ${table} ${alias} where ${alias}.org_id = $1 and ${alias}.id = ${id} offset 0) ${alias}`

/** Where the columns that every application has stand. */
const applicationStandings = (tx: Tx): Standings => ({
  title: { sql: 'i.title', filled: true },
  summary: { sql: `nullif(i.summary, '')` },
  amount: { sql: 'i.amount' },
  number: { sql: 'i.number', filled: true },
  status: { sql: 'i.status', filled: true },
  createdAt: { sql: 'i.created_at', filled: true },
  endedAt: { sql: 'i.ended_at' },
  suspended: { sql: 'i.suspended' },
  flowKey: flowStanding(tx, 'i.flow_key'),
  initiatorUid: { sql: 'i.initiator_uid' },
  deptId: { sql: 'i.dept_id', tree: 'department' },
})

/** How long an application took, or takes so far. */
const hoursSql = `round(extract(epoch from coalesce(i.ended_at, now()) - i.created_at) / 3600, 1)`

/** The applications that a person asks for. */
export const processesAsked = async (tx: Tx, filter: ProcessFilter): Promise<AskedRows> => {
  const { initiatorUid, status, flowKey } = filter
  const phases: Readonly<Record<string, string>> = {
    running: hasStatus('live'),
    ended: hasStatus('ended'),
    stuck: `i.id in (select s.id from (${stuckText}) s)`,
  }
  const rows: AskedRows = {
    table: filter.all ? monitorTable : applicationTable,
    rows: 'wf_instance i',
    beside: '',
    conditions: new Conditions(tx.orgId),
    id: 'i.id',
    standings: { ...applicationStandings(tx), hours: { sql: hoursSql }, phase: { sql: '', holds: (phase) => phases[phase] ?? 'false' } },
  }
  const c = rows.conditions
  c.add('i.org_id = $1')
  if (initiatorUid !== undefined) c.add(`i.initiator_uid = ${c.place(initiatorUid)}`)
  if (status) c.add(phases[status] ?? `i.status = ${c.place(status)}`)
  if (flowKey) c.add(`i.flow_key = ${c.place(flowKey)}`)
  addDays(c, 'i.created_at', filter)
  addQuestion(tx, rows, filter)
  await addKeyword(
    tx,
    rows,
    filter,
    (conditions, grams, pattern, limit) =>
      `gate_find_processes(${grams}, ${pattern}, ${conditions.place(initiatorUid ?? null)}::bigint, null, null, null, null, ${beforeAll}, ${limit})`,
  )
  return rows
}

/** What a person was copied on and asks for. */
export const copiesAsked = async (tx: Tx, filter: CopyFilter): Promise<AskedRows> => {
  const { uid, read, flowKey } = filter
  const wasRead = (is: boolean) => `c.read_at is ${is ? 'not ' : ''}null`
  const rows: AskedRows = {
    table: copyTable,
    rows: 'wf_cc c',
    beside: oneOf('wf_instance', 'i', 'c.instance_id'),
    conditions: new Conditions(tx.orgId, uid),
    id: 'c.id',
    standings: {
      ...applicationStandings(tx),
      comment: { sql: `nullif(c.comment, '')` },
      copiedAt: { sql: 'c.created_at', filled: true },
      byUid: { sql: 'c.by_uid' },
      reading: { sql: '', holds: (reader) => wasRead(reader === 'read') },
    },
  }
  const c = rows.conditions
  c.add('c.org_id = $1 and c.uid = $2')
  if (read !== undefined) c.add(wasRead(read))
  if (flowKey) c.add(`i.flow_key = ${c.place(flowKey)}`)
  addQuestion(tx, rows, filter)
  await addKeyword(
    tx,
    rows,
    filter,
    (conditions, grams, pattern, limit) =>
      `gate_find_copies(${grams}, ${pattern}, ${conditions.place(uid)}::bigint, null, null, ${beforeAll}, ${limit})`,
  )
  return rows
}

/** The tasks of a person that he asks for. */
export const tasksAsked = async (tx: Tx, filter: TaskFilter): Promise<AskedRows> => {
  const { uid, done, flowKey, initiatorUid, overdue, amountFrom, amountTo } = filter
  const { which, moment } = taskPhases[done ? 'done' : 'todo']
  const isLate = `t.due_at < ${done ? 't.decided_at' : 'now()'}`
  const amounts = amountFrom === undefined && amountTo === undefined ? [] : [[amountFrom ?? '', amountTo ?? '']]
  const where = [...(filter.where ?? []), ...amounts.map((value) => ({ key: 'amount', is: 'between' as const, value }))]
  const rows: AskedRows = {
    table: done ? decisionTable : taskTable,
    rows: 'wf_task t',
    beside: oneOf('wf_instance', 'i', 't.instance_id'),
    conditions: new Conditions(tx.orgId, uid),
    id: 't.id',
    standings: {
      ...applicationStandings(tx),
      title: { sql: 't.title', filled: true },
      summary: { sql: `nullif(t.summary, '')` },
      nodeName: { sql: 't.node_name', filled: true },
      openedAt: { sql: 't.opened_at', ...(!done && { filled: true }) },
      decidedAt: { sql: 't.decided_at', ...(done && { filled: true }) },
      dueAt: { sql: 't.due_at' },
      overdue: { sql: isLate },
      urged: { sql: 't.urged_at is not null' },
      status: { sql: 't.status::text' },
      processStatus: { sql: 'i.status', filled: true },
      flowKey: flowStanding(tx, 't.flow_key'),
      initiatorUid: { sql: 't.initiator_uid' },
    },
  }
  const c = rows.conditions
  c.add(`t.org_id = $1 and t.assignee_uid = $2 and ${which}`)
  if (flowKey) c.add(`t.flow_key = ${c.place(flowKey)}`)
  if (initiatorUid !== undefined) c.add(`t.initiator_uid = ${c.place(initiatorUid)}`)
  if (overdue !== undefined) c.add(`coalesce(${isLate}, false) = ${c.place(overdue)}::boolean`)
  addDays(c, moment, filter)
  addQuestion(tx, rows, { ...filter, where })
  await addKeyword(
    tx,
    rows,
    filter,
    (conditions, grams, pattern, limit) =>
      `gate_find_tasks(${grams}, ${pattern}, ${conditions.place(uid)}::bigint, ${done}, null, null, null, null, null, null, null, null, null, ${limit})`,
  )
  return rows
}

/** How rows are read and continued where no order is asked for. */
export type Usual = { readonly order: string; readonly behind: (c: Conditions, after: string) => string }

/** The rows of a page and how many there are: ids first, then what is shown of those few. `shown` are columns and joins, beginning at the ids `m`. */
export const askedPage = async <R extends { readonly sortedBy: (string | null)[] }>(
  tx: Tx,
  askedRows: AskedRows,
  input: Request,
  {
    limits,
    usual,
    rowColumns,
  }: { readonly limits: Limits; readonly usual: Usual; readonly rowColumns: { readonly columns: string; readonly joins: string } },
): Promise<{ readonly rows: R[]; readonly total: number; readonly part: SortedPart }> => {
  const { table, conditions: c, id, standings } = askedRows
  const { where: _, ...listed } = input
  const part = sortedPartOf(table, standings, listed, { limits })
  const matching = c.texts.join(' and ')
  const totalRow = onlyRow(
    tx.query<{ n: number }>(
      `select count(*)::int as n from (select from ${from(askedRows, matching)} where ${matching} limit ${countLimit + 1}) m`,
      [...c.values],
      'anew',
    ),
  )
  if (part.after !== undefined) c.add(usual.behind(c, part.after))
  if (part.behind) c.add(`(${behindOf(c, part.sorting, part.behind, id)})`)
  const order = part.sorting.length > 0 ? orderOf(part.sorting, id) : usual.order
  const conditionSql = c.texts.join(' and ')
  const page = tx.query<R>(
    `select ${rowColumns.columns}, ${sortValues(part.sorting)} from (
       select ${id} from ${from(askedRows, conditionSql, order)} where ${conditionSql} order by ${order} ${limitOf(c, part.pageSize, part.offset)}
     ) m ${rowColumns.joins} order by ${order}`,
    c.values,
    'anew',
  )
  const [rows, { n }] = await Promise.all([page, totalRow])
  return { rows, total: n, part }
}

/** Where a row lies in an order that was asked for. */
export const sortedPlace = ({ table }: AskedRows, { sorting }: SortedPart, id: Id, values: readonly (string | null)[]): string =>
  cursorOf(table, sorting, { values, id })
