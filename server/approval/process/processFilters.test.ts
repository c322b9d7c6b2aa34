import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { dayAt } from '../../../kernel/day.ts'
import { optionsOf } from '../../../kernel/fields/kinds.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import { approval } from '../../../domain/approval/flow/templates/define.ts'
import type { Page } from '../../../domain/operations/define.ts'
import type { DocumentRow } from '../../../domain/documents/operations.ts'
import type { CopyRow, ProcessRow, TaskRow } from '../../../domain/approval/operations/process.ts'
import {
  applicationTable,
  copyTable,
  decisionTable,
  monitorTable,
  receiptTable,
  requestTable,
  taskTable,
} from '../../../domain/approval/process/applyingTable.ts'
import { summedKeys, type Table } from '../../../domain/tables/define.ts'
import { type Condition, isEither, type SortOrder, type Where } from '../../../domain/tables/view.ts'
import { testDatabase } from '../../db/testing.ts'
import type { Tx } from '../../db/tx.ts'
import { listOpenRequests, listReceipts } from '../../documents/list.ts'
import type { Request } from '../../tables/order.ts'
import { callOf, insert } from '../../testing/company.ts'
import { sumsOf, summables } from '../../views/sums.ts'
import { askForPaper, foundOffice, type Office, publishFlow, stock } from '../testing/office.ts'
import { outsideKey } from '../flow/key.ts'
import { listCopies, listProcesses, listTasks } from './lists.ts'

/** Lists of tasks, applications, copies, receipts and open requests, asked and sorted at random, beside the rows that they show, filtered and sorted here. */
const { database, newOrganisation } = await testDatabase({ breaks: 'everything' })

type Value = string | boolean | null
type Shown = { readonly id: Id; readonly values: Readonly<Record<string, Value>>; readonly search: string }
type List = {
  readonly table: Table
  readonly read: (tx: Tx, asked: Request) => Promise<Page<{ readonly id: Id }>>
  readonly valuesOf: (row: never) => Readonly<Record<string, Value>>
  /** What it is sorted by where nothing is asked. */
  readonly usual?: string
  /** By its age, the oldest first, and page by page. */
  readonly numbered?: true
}

const pick = <T>(of: readonly T[], n: number): T => of[n % of.length]!
const departments = { company: newId(), team: newId(), elsewhere: newId() }
const above: Readonly<Record<string, Id>> = { [departments.team]: departments.company }
const deptOf = (n: number): Id => pick(Object.values(departments), n)
const titles = ['alpha paper', 'beta paper', 'gamma chair', 'delta desk']
const steps = ['keeper', 'head', 'last'] as const
const statuses = ['running', 'returned', 'posting', 'approved', 'rejected', 'withdrawn', 'terminated']
const count = 60
const first = Date.parse('2026-02-01T15:30:00Z')
const moment = (n: number, every: number): string => new Date(first + (n % every) * 9 * 3_600_000).toISOString()

let office: Office
let lists: Readonly<Record<string, List>>
const deptById = new Map<Id, Id>()
const subjectById = new Map<Id, Id>()

before(async () => {
  office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '10')
  const sample = (await askForPaper(database, office, '1')).processId!
  await publishFlow(database, office, [
    // Applications say what is told to all; of documents no one but their author and their keepers is told this.
    { ...approval('keeper', '发放', [{ k: 'users', ids: [office.boss] }]), fields: { 'lines.quantity': 'hide' } },
    approval('head', '审批', [{ k: 'users', ids: [office.boss] }]),
    approval('last', '复核', [{ k: 'users', ids: [office.boss] }]),
  ])
  await database.inTransaction(office.orgId, async (tx) => {
    await insert(tx, 'department', [
      { id: departments.company, dept_code: 'C', dept_name: '公司' },
      { id: departments.team, dept_code: 'T', dept_name: '小组', parent_id: departments.company },
      { id: departments.elsewhere, dept_code: 'E', dept_name: '别处' },
    ])
    for (let n = 1; n <= count; n++) {
      const title = pick(titles, n >> 1)
      const initiator = pick([office.staff, office.second], n)
      deptById.set(String(n), deptOf(n >> 1))
      await tx.query(
        `insert into wf_instance (org_id, id, flow_key, version, status, suspended, initiator_uid, dept_id, title, summary, amount, form_rev, rev, state,
           created_at, updated_at, ended_at, search, number)
         select org_id, $3, flow_key, $4, $5, $6, $7, $8, $9, $10, $11, form_rev, rev, state, $12, $12, $13, $14, $15
         from wf_instance where org_id = $1 and id = $2`,
        [
          ...[office.orgId, sample, n, 1 + (n % 2), pick(statuses, n), n % 7 === 0, initiator, deptOf(n >> 1), title],
          ...[n % 4 === 0 ? '' : `${n % 5} boxes`, n % 3 === 0 ? null : (n * 37) % 11, moment(n, 13)],
          ...[n % 3 === 0 ? moment(n, 5) : null, `${title} t${n}`, `T${n}`],
        ],
      )
      for (const [id, status] of [
        [1000 + n, 1],
        [2000 + n, pick([2, 3, 4], n)],
      ] as const)
        await insert(tx, 'wf_task', [
          {
            id,
            instance_id: n,
            step_id: 's',
            node_id: pick(steps, n),
            node_name: `step ${n % 3}`,
            kind: 'approve',
            status,
            assignee_uid: office.boss,
            opened_at: moment(n, 7),
            decided_at: status === 1 ? null : moment(n * 5, 11),
            due_at: n % 3 === 0 ? null : n % 2 ? moment(n, 9) : '2099-01-01T00:00:00Z',
            urged_at: n % 5 === 0 ? moment(n, 9) : null,
            flow_key: 'csoutstock',
            title,
            summary: n % 4 === 0 ? '' : `${n % 5} boxes`,
            initiator_uid: initiator,
          },
        ])
      const [author, subject] = [pick([office.staff, office.boss], n >> 1), pick([office.second, office.boss], n)]
      subjectById.set(String(3000 + n), subject)
      await insert(tx, 'document', [
        {
          id: 3000 + n,
          kind: pick(['CsOutstockOrder', 'GsOutstockOrder'], n >> 2),
          code: `T${n}`,
          state: 'inProgress',
          stage: 0,
          author_uid: author,
          subject_uid: subject,
          header: { recipient: office.boss },
          instance_id: n,
          body_hash: '',
          summary: n % 5 ? `${title} ${n % 3} boxes` : '',
          search: `${n % 5 ? title : ''} t${n}`,
          submitted_at: moment(n, 11),
        },
      ])
      const [asking, recipient] = [pick([office.staff, office.boss], n), n % 3 ? pick([office.second, office.boss], n) : null]
      subjectById.set(String(5000 + n), recipient ?? asking)
      await insert(tx, 'document', [
        {
          id: 5000 + n,
          kind: pick(['GsBorrowOrder', 'GsOutstockOrder'], n >> 1),
          code: `T5${n}R`,
          state: 'inApproval',
          stage: 0,
          author_uid: asking,
          subject_uid: recipient,
          header: {},
          instance_id: n,
          body_hash: '',
          summary: n % 5 ? `${title} ${n % 3} boxes` : '',
          search: `${n % 5 ? title : ''} t5${n}r`,
          submitted_at: moment(n, 11),
        },
      ])
      // What has its pieces waits for no one.
      await insert(tx, 'document_line', [
        { document_id: 5000 + n, line_no: 1, quantity: '1', data: n % 4 ? { model: office.model } : { assets: ['1'] } },
      ])
      await insert(tx, 'wf_cc', [
        {
          id: n,
          instance_id: n,
          uid: office.boss,
          by_uid: n % 4 === 0 ? null : initiator,
          comment: n % 3 ? '' : `see ${n % 2}`,
          created_at: moment(n, 17),
          read_at: n % 2 ? moment(n, 3) : null,
        },
      ])
    }
    // Another person’s, which no one here is to find.
    await tx.query('update wf_task set assignee_uid = $2 where org_id = $1 and instance_id = any ($3)', [
      office.orgId,
      office.keeper,
      [3, 4, 5],
    ])
  })
  const { boss, staff } = office
  lists = {
    'what waits': {
      table: taskTable,
      read: (tx, asked) => listTasks(tx, { uid: boss, done: false, ...asked }),
      valuesOf: taskValues,
      usual: 'openedAt',
    },
    'what was decided': {
      table: decisionTable,
      read: (tx, asked) => listTasks(tx, { uid: boss, done: true, ...asked }),
      valuesOf: taskValues,
      usual: 'decidedAt',
    },
    applications: {
      table: applicationTable,
      read: (tx, asked) => listProcesses(tx, { initiatorUid: staff, ...asked }),
      valuesOf: (row: ProcessRow) => applicationValues(row),
    },
    'all applications': {
      table: monitorTable,
      read: (tx, asked) => listProcesses(tx, { initiatorUid: undefined, all: true, ...asked }),
      valuesOf: (row: ProcessRow) => applicationValues(row),
    },
    receipts: {
      table: receiptTable,
      read: (tx, asked) => listReceipts(tx, callOf(tx, boss, [], { locations: [] }).session, asked),
      valuesOf: receiptValues,
      numbered: true,
    },
    requests: {
      table: requestTable,
      read: (tx, asked) => listOpenRequests(tx, callOf(tx, boss, ['gsoutstockorder:post', 'gsborroworder:post']).session, asked),
      valuesOf: receiptValues,
    },
    copies: { table: copyTable, read: (tx, asked) => listCopies(tx, { uid: boss, ...asked }), valuesOf: copyValues },
  }
})

const orNull = (text: string): string | null => text || null
const applicationValues = (row: ProcessRow): Readonly<Record<string, Value>> => ({
  title: row.title,
  summary: orNull(row.summary),
  amount: row.amount,
  number: row.number,
  status: row.status,
  phase: ['running', 'returned', 'posting'].includes(row.status) ? 'running' : 'ended',
  suspended: row.suspended,
  createdAt: row.createdAt,
  endedAt: row.endedAt,
  flowKey: row.flowKey,
  initiatorUid: row.initiator.uid,
  deptId: deptById.get(row.id) ?? office.department,
})
const copyValues = ({ process, read, copiedAt, by, comment }: CopyRow): Readonly<Record<string, Value>> => ({
  ...applicationValues(process),
  reading: read ? 'read' : 'unread',
  copiedAt,
  byUid: by?.uid ?? null,
  comment: orNull(comment),
})
const receiptValues = (row: DocumentRow): Readonly<Record<string, Value>> => ({
  code: row.code,
  kind: row.kind,
  summary: orNull(row.summary ?? ''),
  submittedAt: row.submittedAt,
  authorUid: row.authorUid,
  subjectUid: subjectById.get(row.id)!,
})
const taskValues = (row: TaskRow): Readonly<Record<string, Value>> => ({
  title: row.title,
  summary: orNull(row.summary),
  amount: row.amount,
  number: row.number,
  nodeName: row.nodeName,
  status: String(row.status),
  processStatus: row.processStatus,
  overdue: row.overdue,
  urged: row.urged,
  suspended: row.suspended,
  openedAt: row.openedAt,
  decidedAt: row.decidedAt,
  dueAt: row.dueAt,
  createdAt: row.createdAt,
  flowKey: row.flowKey,
  initiatorUid: row.initiator.uid,
  deptId: deptById.get(row.processId) ?? office.department,
})

const readAll = (list: List, asked: Request = {}) => database.reading(office.orgId, (tx) => list.read(tx, { pageSize: 500, ...asked }))
const shownBy = async (list: List): Promise<Shown[]> =>
  (await readAll(list)).list.map((row) => {
    const values = list.valuesOf(row as never)
    return {
      id: row.id,
      values,
      search: `${values['title'] ?? values['summary'] ?? ''} ${String(values['number'] ?? values['code']).toLowerCase()}`,
    }
  })

const isBelow = (dept: Value, node: string): boolean => dept === node || (typeof dept === 'string' && above[dept] === node)
const holds = ({ values }: Shown, { key, is, value: said }: Condition): boolean => {
  const value = values[key] ?? null
  const among = () => (said as string[]).some((one) => (key === 'deptId' ? isBelow(value, one) : value === one))
  switch (is) {
    case 'in':
      return among()
    case 'notIn':
      return !among()
    case 'contains':
      return value !== null && String(value).toLowerCase().includes(String(said).toLowerCase())
    case 'eq':
      return value !== null && (key === 'amount' ? Number(value) === Number(said) : value === said)
    case 'between': {
      const [from, to] = said as [string, string]
      if (value === null) return false
      if (key === 'amount') return (from === '' || Number(value) >= Number(from)) && (to === '' || Number(value) <= Number(to))
      const day = dayAt(Date.parse(String(value)))
      return (from === '' || day >= from) && (to === '' || day <= to)
    }
    case 'yes':
      return value === true
    case 'no':
      return value !== true
    case 'empty':
      return value === null
    default:
      return value !== null
  }
}

const plainly = (rows: readonly Shown[], list: List, where: Where, sort: readonly SortOrder[], keyword: string): string[] => {
  const by = sort.length > 0 ? sort : list.usual ? [{ key: list.usual, descending: true }] : []
  const order = (a: Shown, b: Shown): number => {
    for (const { key, descending = false } of by) {
      const [one, other] = [a.values[key] ?? null, b.values[key] ?? null]
      if (one === other) continue
      if (one === null || other === null) return one === null ? 1 : -1
      const less = key === 'amount' ? Number(one) - Number(other) : one < other ? -1 : 1
      if (less !== 0) return descending ? -less : less
    }
    const older = BigInt(a.id) < BigInt(b.id) ? -1 : 1
    return (sort.length > 0 ? !sort[0]!.descending : list.numbered) ? older : -older
  }
  return rows
    .filter(
      (row) =>
        where.every((term) => (isEither(term) ? term.any.some((one) => holds(row, one)) : holds(row, term))) &&
        row.search.includes(keyword),
    )
    .toSorted(order)
    .map(({ id }) => id)
}

const oneOf = <T>(...of: readonly T[]) => fc.constantFrom(...of)
const some = (of: readonly string[]) => fc.uniqueArray(oneOf(...of), { minLength: 1, maxLength: 3 })
const ends = (of: readonly string[]) => fc.tuple(oneOf('', ...of), oneOf(...of)).map(([from, to]): readonly string[] => [from, to])
const days = ends(['2026-02-01', '2026-02-02', '2026-02-04'])
const said: Readonly<Record<string, () => fc.Arbitrary<Condition['value']>>> = {
  title: () => oneOf('PAPER', 'chair', 'zzz'),
  summary: () => oneOf('1 box', 'BOXES', '4', 'paper'),
  code: () => oneOf('t1', 'T30', 'T52'),
  nodeName: () => oneOf('step', 'step 1'),
  number: () => oneOf('t1', 'T30'),
  comment: () => oneOf('see', '1'),
  amount: () => ends(['0', '4', '9']),
  status: () => some(['running', 'approved', 'rejected', 'returned']),
  processStatus: () => some(statuses),
  phase: () => some(['running', 'ended']),
  reading: () => some(['read', 'unread']),
  flowKey: () => some([outsideKey(office.orgId, 'csoutstock'), 'csoutstock', 'other']),
  initiatorUid: () => some([office.staff, office.second]),
  authorUid: () => some([office.staff, office.boss]),
  subjectUid: () => some([office.second, office.boss]),
  submittedAt: () => days,
  byUid: () => some([office.staff, office.second]),
  deptId: () => some(Object.values(departments)),
  openedAt: () => days,
  decidedAt: () => days,
  copiedAt: () => days,
  createdAt: () => days,
  endedAt: () => days,
  dueAt: () => days,
}
const conditionOn = (table: Table, key: string): fc.Arbitrary<Condition> => {
  const asks = (...kinds: readonly Condition['is'][]) => oneOf(...kinds).map((is): Condition => ({ key, is }))
  if (table.columns[key]!.control.type === 'flag') return asks('yes', 'no')
  const decided = table === decisionTable && key === 'status'
  const kinds = key === 'kind' && optionsOf(table.columns[key]!.control)!.map((option) => option.value)
  const value = decided ? some(['2', '3', '4']) : kinds ? some(kinds) : said[key]!()
  const usual = value.chain((given): fc.Arbitrary<Condition> => {
    if (key === 'flowKey') return oneOf('in', 'notIn').map((is) => ({ key, is, value: [...given!].map((one) => (one === 'csoutstock' ? outsideKey(office.orgId, one) : one)) }) as Condition) // prettier-ignore
    if (typeof given === 'string') return fc.constant({ key, is: 'contains', value: given })
    const isRange = key === 'amount' || key.endsWith('At')
    return (isRange ? oneOf('between') : oneOf('in', 'notIn')).map((is) => ({ key, is, value: given }) as Condition)
  })
  const { besides, flow } = table.columns[key]!
  return besides || flow ? usual : fc.oneof({ weight: 3, arbitrary: usual }, { weight: 1, arbitrary: asks('empty', 'filled') })
}
const questionOf = (table: Table): { where: fc.Arbitrary<Where>; sort: fc.Arbitrary<SortOrder[]> } => {
  const keysWith = (trait: 'asked' | 'sorted') => Object.keys(table.columns).filter((key) => table.columns[key]![trait])
  const condition = fc.oneof(...keysWith('asked').map((key) => conditionOn(table, key)))
  const term = fc.oneof(
    { weight: 3, arbitrary: condition },
    { weight: 1, arbitrary: fc.array(condition, { minLength: 1, maxLength: 3 }).map((any) => ({ any })) },
  )
  const sort = fc
    .uniqueArray(oneOf(...keysWith('sorted')), { maxLength: 3 })
    .chain((keys) => fc.tuple(...keys.map((key) => fc.boolean().map((descending): SortOrder => ({ key, descending })))))
  return { where: fc.array(term, { maxLength: 3 }), sort }
}

describe('every list of applications', () => {
  test('finds, counts, sorts and adds up what is asked for by what it shows', { timeout: 300_000 }, async () => {
    for (const [name, list] of Object.entries(lists)) {
      const rows = await shownBy(list)
      const { where, sort } = questionOf(list.table)
      await fc.assert(
        fc.asyncProperty(where, sort, oneOf('', '', 'paper', 't2'), async (asked, sorting, likeQuery) => {
          const page = await readAll(list, { where: asked, sort: sorting, likeQuery })
          const wanted = plainly(rows, list, asked, sorting, likeQuery)
          assert.deepEqual(page.list.map(({ id }) => id), wanted, name) // prettier-ignore
          assert.equal(page.totalCount, wanted.length)
          const summable = summables.get(list.table.name)
          if (!summable || !summedKeys(list.table).includes('amount')) return
          const uid = list.table === applicationTable ? office.staff : office.boss
          const codes = list.table === monitorTable ? ['workflow:list'] : []
          const { count: found, sums } = await database.reading(office.orgId, async (tx) => {
            const call = callOf(tx, uid, codes)
            const all = await summable.rows(call, { where: asked, likeQuery })
            return sumsOf(call, list.table, all, { except: wanted.slice(0, 1) })
          })
          const rest = rows.filter(({ id }) => wanted.slice(1).includes(id)).map(({ values }) => Number(values['amount']))
          assert.equal(found, rest.length)
          assert.equal(Number(sums['amount']), rest.reduce((sum, amount) => sum + amount, 0)) // prettier-ignore
        }),
        { numRuns: 20 },
      )
    }
  })

  test('is read to its end by cursor, each row once and in order', { timeout: 120_000 }, async () => {
    for (const [name, list] of Object.entries(lists)) {
      const rows = await shownBy(list)
      const { where, sort } = questionOf(list.table)
      await fc.assert(
        fc.asyncProperty(where, sort, fc.integer({ min: 3, max: 25 }), async (asked, sorting, pageSize) => {
          const seen: string[] = []
          for (let after: string | undefined, page = 1; ; page++) {
            const read = await readAll(list, {
              where: asked,
              sort: sorting,
              pageSize,
              after,
              ...(list.numbered && !sorting[0] && { page }),
            })
            seen.push(...read.list.map(({ id }) => id))
            after = read.next
            if (after === undefined && (!list.numbered || sorting[0] || read.list.length < pageSize)) break
          }
          assert.deepEqual(seen, plainly(rows, list, asked, sorting, ''), name)
        }),
        { numRuns: 6 },
      )
    }
  })

  test('of receipts tells nothing that a step hides', async () => {
    const rows = await shownBy(lists['receipts']!)
    const [hidden, told] = [rows.filter(({ id }) => Number(id) % 2 === 1), rows.filter(({ id }) => Number(id) % 2 === 0)]
    assert.ok(told.some(({ values }) => values['summary'] !== null))
    assert.ok(hidden.some(({ values }) => values['kind'] === 'CsOutstockOrder' && values['summary'] === null))
  })

  test('of requests tells those whose pieces are to be named', async () => {
    const ids = (await shownBy(lists['requests']!)).map(({ id }) => Number(id) - 5000)
    assert.equal(ids.length, (count * 3) / 4)
    assert.ok(ids.every((n) => n % 4 !== 0))
  })

  test('knows which applications wait for nobody', async () => {
    await database.inTransaction(office.orgId, (tx) =>
      tx.query('update wf_instance set stuck = id in (6, 12) where org_id = $1', [tx.orgId]),
    )
    const where: Where = [{ key: 'phase', is: 'in', value: ['stuck'] }, { key: 'number', is: 'contains', value: 't1' }] // prettier-ignore
    assert.deepEqual((await readAll(lists['all applications']!, { where })).list.map(({ id }) => id), ['12']) // prettier-ignore
  })

  test('takes no cursor but its own', async () => {
    const [todo, done] = [lists['what waits']!, lists['what was decided']!]
    const sort = [{ key: 'amount' }]
    const { next } = await readAll(todo, { sort, pageSize: 5 })
    for (const [list, asked] of [
      [done, { sort, after: next }],
      [todo, { sort: [{ key: 'amount', descending: true }], after: next }],
      [todo, { where: [{ key: 'amount', is: 'filled' }], after: next }],
      [todo, { sort, after: '1' }],
    ] as const)
      await assert.rejects(readAll(list, asked), /翻页位置有误/)
  })

  test('finds amounts by the filters of old as by conditions', async () => {
    const todo = lists['what waits']!
    const rows = await shownBy(todo)
    const { list } = await readAll(todo, { amountFrom: '2', amountTo: '9' } as Request)
    const where: Where = [{ key: 'amount', is: 'between', value: ['2', '9'] }]
    assert.deepEqual(list.map(({ id }) => id), plainly(rows, todo, where, [], '')) // prettier-ignore
  })
})
