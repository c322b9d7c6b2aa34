import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../../../kernel/id.ts'
import { approval } from '../../../../domain/approval/flow/templates/define.ts'
import type { Slip } from '../../../../domain/paper/slipOperations.ts'
import { openSession } from '../../../access/sessions.ts'
import { testApp } from '../../../testing/app.ts'
import { askForPaper, foundOffice, publishFlow, stock } from '../../testing/office.ts'
import { handlers } from '../../../routes.ts'

const { ask, database } = await testApp(handlers)

/** An office whose head of department decides without reading what is asked for why, and how much. */
const opened = async () => {
  const orgId = newId()
  await database.inTransaction(orgId, (tx) => tx.query('insert into organisation (org_id, name) values ($1, $2)', [orgId, '晨星科技']))
  const office = await foundOffice(database, orgId)
  await stock(database, office, '50')
  await publishFlow(database, office, [
    approval('boss', '审批', [{ k: 'users', ids: [office.boss] }], { fields: { reason: 'hide', 'lines.quantity': 'hide' } }),
  ])
  return office
}
const office = await opened()
const tokenOf = (uid: Id, { orgId } = office) =>
  database.inTransaction(orgId, (tx) => openSession(tx, { uid, client: 'app', platform: 'test' }))
const [asked, another] = [await askForPaper(database, office, '37'), await askForPaper(database, office, '5', { uid: office.second })]

const printed = async (uid: Id, ids: readonly Id[], from = office): Promise<readonly Slip[] | 'refused'> => {
  const { json } = await ask({ path: '/api/pro/slip/list', body: { ids, size: 'A5' }, token: await tokenOf(uid, from) })
  return json['code'] === 0 ? json['result'] : 'refused'
}

test('what is hidden from a reader is not on the slip that he prints', async () => {
  const words = async (uid: Id): Promise<{ values: unknown[]; rows: unknown[] }> => {
    const slips = await printed(uid, [asked.id])
    assert.ok(slips !== 'refused')
    const [{ paper }] = slips as [Slip]
    return { values: paper.fields.map(({ value }) => value), rows: paper.tables.flatMap(({ rows }) => rows) }
  }
  assert.deepEqual(await words(office.staff), { values: ['一号库', '李明', '办公'], rows: [['复印纸', '37']] })
  assert.deepEqual(await words(office.boss), { values: ['一号库', '李明'], rows: [['复印纸']] })
})

test('a document that is not the reader’s to see is not printed, alone or among others', async () => {
  assert.equal(await printed(office.staff, [another.id]), 'refused')
  const among = await printed(office.staff, [another.id, asked.id, newId()])
  assert.ok(among !== 'refused')
  assert.deepEqual(
    among.map(({ link }) => link.includes(asked.id)),
    [true],
  )
  const elsewhere = await opened()
  assert.equal(await printed(elsewhere.admin, [asked.id], elsewhere), 'refused')
})

test('several slips are one file, each on a page of its own in the order asked for, none twice', async () => {
  const body = { ids: [another.id, asked.id, another.id], size: 'A5' }
  const { bytes } = await ask({ path: '/api/pro/slip/pdf', body, token: await tokenOf(office.boss) })
  const boxes = bytes.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)
  assert.deepEqual(
    [...boxes].map(([, width, height]) => Number(width) > Number(height)),
    [true, true],
  )
  const slips = await printed(office.boss, body.ids)
  assert.ok(slips !== 'refused')
  assert.deepEqual(
    slips.map(({ link }) => [another, asked].findIndex(({ id }) => link.includes(id))),
    [0, 1],
  )
})

test('an application and its document name each other: where they are read, in the list of the applicant and on paper', async () => {
  const token = await tokenOf(office.staff)
  const document = (await ask({ method: 'GET', path: `/api/consum/csoutstockorder/info/${asked.id}`, token })).json['result']
  const { processId, processNumber, code } = document
  const { process, relatedDocuments } = (await ask({ method: 'GET', path: `/api/workflow/getProcessById/${processId}`, token })).json[
    'result'
  ]
  assert.deepEqual([process.number, process.documentCode], [processNumber, code])
  assert.partialDeepStrictEqual(relatedDocuments.document, { id: asked.id, kind: 'CsOutstockOrder', code })
  const { page } = (await ask({ path: '/api/workflow/getPageRuntimeProcess', body: { scope: 'mine' }, token })).json
  assert.deepEqual(
    page.list.map((row: { number: string; documentCode: string }) => [row.number, row.documentCode]),
    [[processNumber, code]],
  )
  const slips = await printed(office.staff, [asked.id])
  assert.ok(slips !== 'refused')
  assert.deepEqual(
    slips[0]!.paper.facts.slice(0, 2).map(({ value }) => value),
    [code, processNumber],
  )
})
