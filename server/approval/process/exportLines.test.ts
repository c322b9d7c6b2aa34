import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../../kernel/id.ts'
import { kindNamed } from '../../../domain/documents/all.ts'
import { approval } from '../../../domain/approval/flow/templates/define.ts'
import { listExports } from '../../../domain/tables/exportOperations.ts'
import type { Operation } from '../../../domain/operations/define.ts'
import { submit } from '../../documents/engine.ts'
import { handlers } from '../../routes.ts'
import { testApp } from '../../testing/app.ts'
import { callOf } from '../../testing/company.ts'
import { rowsOf } from '../../testing/desk.ts'
import { startProcess } from '../flow/run.ts'
import { documents, flows, foundOffice } from '../testing/office.ts'

/** The lists of several kinds as files with a row for each line. */
const app = await testApp(handlers)
const company = await app.newCompany()
const office = await foundOffice(app.database, company.orgId, ['outstock'])

const request = (models: readonly (readonly [Id, string])[]) =>
  app.database.inTransaction(company.orgId, (tx) =>
    submit(
      callOf(tx, office.staff, ['gsoutstockorder:submit']),
      flows,
      {
        kind: kindNamed('GsOutstockOrder'),
        id: newId(),
        raw: {
          header: { recipient: office.staff, place: office.storeA, reason: '办公' },
          lines: models.map(([model, quantity]) => ({ model, quantity })),
        },
      },
      {},
    ),
  )
await request([[office.model, '2'], [office.model, '3'], [office.model, '4'], [office.model, '5']]) // prettier-ignore

const exportRows = async (operation: Operation, body: object, uid: Id): Promise<Record<string, string>[]> => {
  const { bytes } = await app.ask({
    path: operation.path,
    body: { format: 'csv', withLines: true, ...body },
    token: await company.tokenOf(uid),
  })
  const [headers = [], ...rows] = await rowsOf(bytes)
  return rows.map((cells) => Object.fromEntries(headers.map((header, index) => [header, cells[index] ?? ''])))
}
const inLines = (rows: readonly Record<string, string>[]) => rows.map((row) => [row['行号'], row['数量']])

for (const [name, operation, body, uid] of [
  ['open requests', listExports.requests, {}, company.admin],
  ['applications', listExports.processes, { scope: 'mine' }, office.staff],
  ['tasks', listExports.tasks, { status: 1 }, office.boss],
] as const)
  test(`${name} leave with every line of what they carry`, async () => {
    const rows = await exportRows(operation, body, uid)
    assert.deepEqual(inLines(rows), [['1', '2'], ['2', '3'], ['3', '4'], ['4', '5']]) // prettier-ignore
    assert.ok(rows.every((row) => row['资产型号']))
  })

/** A flow of the office's own, whose form has a table; its approver does not see the column `secret`. */
const text = (key: string) => ({ t: 'field', key, label: key, required: false, control: { type: 'text', max: 100, lines: 1 } })
const formBody = {
  schema: 1,
  items: [text('what'), { t: 'table', key: 'rows', label: '清单', columns: [text('thing'), text('secret')], min: 0, max: 50 }],
}
const definition = {
  schema: 1,
  key: 'wish',
  version: 1,
  name: 'wish',
  form: { kind: 'custom', formKey: 'f', formVersion: 1 },
  policy: {
    dedupe: 'none',
    withdraw: 'anyTime',
    takeBack: true,
    batchApprove: true,
    admins: [],
    title: '{initiator}的{flow}',
    summaryFields: [],
    automatic: false,
  },
  startFields: {},
  body: [approval('head', '同意', [{ k: 'users', ids: [office.second] }], { fields: { 'rows.secret': 'hide' } })],
}

test('an application of a form leaves with the rows of its tables, without what is hidden from the reader', async () => {
  await app.database.inTransaction(company.orgId, async (tx) => {
    const values = [tx.orgId, formBody, office.admin]
    await tx.query(`insert into wf_form (org_id, form_key, name, body, updated_by) values ($1, 'f', '表单', $2, $3)`, values)
    await tx.query(
      `insert into wf_form_version (org_id, form_key, version, name, body, published_by) values ($1, 'f', 1, '表单', $2, $3)`,
      values,
    )
    await tx.query(
      `insert into wf_flow (org_id, flow_key, name, module_code, icon, color, form_key, state) values ($1, 'wish', 'wish', 'custom', 'file', 'blue', 'f', 1)`,
      [tx.orgId],
    )
    await tx.query(`insert into wf_definition (org_id, flow_key, version, body) values ($1, 'wish', 1, $2)`, [tx.orgId, definition])
    await tx.query(`update wf_flow set active_version = 1, state = 2 where org_id = $1 and flow_key = 'wish'`, [tx.orgId])
  })
  const rows = [{ thing: '椅子', secret: '一' }, { thing: '桌子', secret: '二' }] // prettier-ignore
  await app.database.inTransaction(company.orgId, (tx) =>
    startProcess({ tx, documents, actor: { uid: office.staff, admin: false } }, { flowKey: 'wish', form: { what: '家具', rows } }),
  )
  const pick = (tableRows: readonly Record<string, string>[]) =>
    tableRows.map((row) => [row['明细表'], row['行号'], row['thing'], row['secret']])
  assert.deepEqual(pick(await exportRows(listExports.tasks, { status: 1 }, office.second)), [
    ['清单', '1', '椅子', ''],
    ['清单', '2', '桌子', ''],
  ])
  const ownRows = (await exportRows(listExports.processes, { scope: 'mine' }, office.staff)).filter((row) => row['明细表'])
  assert.deepEqual(pick(ownRows), [
    ['清单', '1', '椅子', '一'],
    ['清单', '2', '桌子', '二'],
  ])
})
