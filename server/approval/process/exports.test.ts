import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOf } from '../../../kernel/fields/kinds.ts'
import { newId } from '../../../kernel/id.ts'
import { kindNamed } from '../../../domain/documents/all.ts'
import { listExports } from '../../../domain/tables/exportOperations.ts'
import { openRequests, receipts } from '../../../domain/documents/operations.ts'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { taskOperations } from '../../../domain/approval/operations/tasks.ts'
import {
  applicationTable,
  copyTable,
  decisionTable,
  monitorTable,
  receiptTable,
  requestTable,
  taskTable,
} from '../../../domain/approval/process/applyingTable.ts'
import type { Table } from '../../../domain/tables/define.ts'
import { submit } from '../../documents/engine.ts'
import { handlers } from '../../routes.ts'
import { testApp } from '../../testing/app.ts'
import { callOf } from '../../testing/company.ts'
import { rowsOf } from '../../testing/desk.ts'
import { act, askForPaper, flows, foundOffice, stock } from '../testing/office.ts'

/** The lists of approvals as files: what they show, what is chosen of them, in every column that they have. */
const app = await testApp(handlers)
const company = await app.newCompany()
const office = await foundOffice(app.database, company.orgId, ['csoutstock', 'outstock'])
await stock(app.database, office, '50')
await app.database.inTransaction(company.orgId, (tx) =>
  tx.query(`update organisation set settings = settings || '{"confirmIssue": true}' where org_id = $1`, [tx.orgId]),
)
for (const quantity of ['1', '2', '3', '4', '5']) {
  const { processId } = await askForPaper(app.database, office, quantity)
  await act(app.database, office, processId!, office.staff, { t: 'copy', users: [office.second] })
  if (Number(quantity) > 3) continue
  await act(app.database, office, processId!, office.boss, { t: 'approve' })
  if (quantity !== '3') await act(app.database, office, processId!, office.keeper, { t: 'approve' })
}
for (const quantity of ['1', '2', '3'])
  await app.database.inTransaction(company.orgId, (tx) =>
    submit(
      callOf(tx, office.second, ['gsoutstockorder:submit']),
      flows,
      {
        kind: kindNamed('GsOutstockOrder'),
        id: newId(),
        raw: { header: { recipient: office.second, place: office.storeA, reason: '办公' }, lines: [{ model: office.model, quantity }] },
      },
      {},
    ),
  )

const cases = [
  ['what waits', taskOperations.tasks, listExports.tasks, taskTable, { status: 1 }, office.boss, 5],
  ['what was decided', taskOperations.tasks, listExports.tasks, decisionTable, { status: 2 }, office.boss, 3],
  ['applications', processOperations.processes, listExports.processes, applicationTable, { scope: 'mine' }, office.staff, 5],
  ['all applications', processOperations.processes, listExports.processes, monitorTable, { scope: 'all' }, company.admin, 8],
  ['copies', processOperations.copies, listExports.copies, copyTable, {}, office.second, 5],
  ['open requests', openRequests, listExports.requests, requestTable, {}, company.admin, 3],
  ['receipts', receipts, listExports.receipts, receiptTable, {}, office.staff, 2],
] as const
const writable = ({ columns }: Table): string[] =>
  Object.entries(columns).flatMap(([key, { besides, control }]) => (!besides && kindOf(control).cell ? [key] : []))

const summaryOf = (row: Record<string, unknown>): string =>
  String(row['summary'] ?? (row['process'] as { summary: string } | undefined)?.summary)

for (const [name, list, written, table, fixed, uid, count] of cases)
  test(`${name} leave as they are seen`, { timeout: 60_000 }, async () => {
    const token = await company.tokenOf(uid)
    const { json } = await app.ask({ path: list.path, body: fixed, token })
    const shown: Record<string, unknown>[] = json['page'].list
    assert.equal(shown.length, count)
    const rows = async (body: object) =>
      rowsOf((await app.ask({ path: written.path, body: { format: 'csv', ...fixed, ...body }, token })).bytes)
    const columns = writable(table)
    const [headers, ...all] = await rows({ columns })
    assert.deepEqual(headers, columns.map((key) => table.columns[key]!.label)) // prettier-ignore
    const numbers = (of: readonly (readonly string[])[]) =>
      of.map((cells) => cells[columns.indexOf(columns.includes('number') ? 'number' : 'code')])
    const numberOf = (row: Record<string, unknown>): unknown =>
      row['number'] ?? row['code'] ?? (row['process'] as { number: string }).number
    assert.deepEqual(numbers(all), shown.map(numberOf)) // prettier-ignore
    const [first, ...rest] = shown
    const [, ...chosen] = await rows({ columns, ids: [first!['id']] })
    assert.deepEqual(numbers(chosen), [numberOf(first!)])
    const value = summaryOf(first!).slice(0, 2)
    const [, ...others] = await rows({ columns, except: [first!['id']], where: [{ key: 'summary', is: 'contains', value }] })
    assert.ok(others.length > 0)
    assert.deepEqual(numbers(others), rest.filter((row) => summaryOf(row).includes(value)).map(numberOf)) // prettier-ignore
    const { bytes } = await app.ask({ path: written.path, body: { ...fixed, format: 'pdf', columns: columns.slice(0, 4) }, token })
    assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
  })

test('nobody takes away whose applications he may not look at', async () => {
  const { status } = await app.ask({
    path: listExports.processes.path,
    body: { scope: 'all' },
    token: await company.tokenOf(office.staff),
  })
  assert.equal(status, 403)
})
