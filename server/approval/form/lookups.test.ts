import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { type Id, newId } from '../../../kernel/id.ts'
import { type Company, openDoor, testApp } from '../../testing/app.ts'
import { insert } from '../../testing/company.ts'
import { handlers } from '../../routes.ts'

const { app, database, newCompany } = await testApp(handlers)
const local = { ...app, settings: { ...app.settings, serviceReach: 'local' as const } }
const door = await openDoor(local, handlers)

/** Another person's server: it answers pages of two and counts how often it was asked. */
let askedCount = 0
let isBroken = false
const stranger = createServer((request, response) => {
  let text = ''
  request.on('data', (part: Buffer) => (text += part.toString('utf8')))
  request.on('end', () => {
    askedCount += 1
    const { query, after: place } = JSON.parse(text)
    const all = ['甲项目', '乙项目', '丙项目'].map((label, at) => ({ id: at + 1, label })).filter(({ label }) => label.includes(query))
    const from = Number(place || 0)
    const body = { options: all.slice(from, from + 2), ...(from + 2 < all.length && { next: from + 2 }) }
    response.writeHead(isBroken ? 500 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
})
await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
stranger.unref()
after(() => {
  stranger.closeAllConnections()
  stranger.close()
})
const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/options`

type Row = ReturnType<typeof JSON.parse>
const callsOf = async (company: Company, uid: Id) => {
  const token = await company.tokenOf(uid)
  const call = async (path: string, body: Row): Promise<Row> => (await door({ path: `/api/workflow/${path}`, body, token })).json
  const ok = async (path: string, body: Row): Promise<Row> => {
    const answer = await call(path, body)
    assert.equal(answer['code'], 0, `${path}: ${answer['msg']} ${JSON.stringify(answer['details'])}`)
    return answer['result'] ?? answer['page']
  }
  return { call, ok }
}

const field = (key: string, source: Row) => ({ t: 'field', key, label: key, required: false, control: { type: 'lookup', source } })

/** A form whose options come from words, suppliers and a service; an application of it. */
const openForm = async () => {
  const company = await newCompany()
  const admin = await callsOf(company, company.admin)
  const staff = await callsOf(company, await company.hire('staff'))
  await admin.ok('service/save', { serviceKey: 'erp', name: '项目系统', url, headers: {}, timeoutSeconds: 5 })
  const supplier = newId()
  await database.inTransaction(company.orgId, (tx) =>
    insert(tx, 'supplier', [{ id: supplier, supplier_code: 'S1', supplier_name: '甲公司', search: '甲公司' }]),
  )
  const items = [
    field('unit', { from: 'words', list: 'unit' }),
    field('supplier', { from: 'records', noun: 'supplier' }),
    field('project', { from: 'service', service: 'erp' }),
  ]
  const form = await admin.ok('form/save', { formName: '立项', revision: 0, design: { schema: 1, items } })
  await admin.ok('form/publish', { formKey: form['formKey'], revision: form['revision'] })
  const { flowKey } = await admin.ok('createFlow', { flowName: '立项', flowIcon: 'send', color: '#0081ff', formKey: form['formKey'] })
  const draft = await admin.ok('definition', { flowKey, version: 'draft' })
  const saved = await admin.ok('saveDefinition', { flowKey, revision: 1, body: draft['body'] })
  await admin.ok('publishDefinition', { flowKey, revision: saved['revision'] })
  return { company, admin, staff, flowKey, supplier }
}

test('options come from words, from records by the rights of who asks, and from a service by cursor; what is chosen reads the same later', async () => {
  const { company, admin, staff, flowKey, supplier } = await openForm()
  const words = await staff.ok('formOptions', { source: { from: 'words', list: 'unit' }, likeQuery: '箱' })
  assert.deepEqual(words['list'], [{ id: '箱', words: '箱' }])
  const records = await admin.ok('formOptions', { source: { from: 'records', noun: 'supplier' }, likeQuery: '甲' })
  assert.deepEqual(records['list'], [{ id: supplier, words: '甲公司' }])
  assert.equal((await staff.call('formOptions', { source: { from: 'records', noun: 'supplier' } }))['code'], 403)

  const source = { from: 'service', service: 'erp' }
  const first = await staff.ok('formOptions', { source })
  const second = await staff.ok('formOptions', { source, after: first['next'] })
  const options: Row[] = [...first['list'], ...second['list']]
  assert.deepEqual(
    options.map(({ id, words: label }) => [id, label]),
    [
      ['1', '甲项目'],
      ['2', '乙项目'],
      ['3', '丙项目'],
    ],
  )
  const before = askedCount
  await staff.ok('formOptions', { source })
  assert.equal(askedCount, before)

  const chosen = { unit: words['list'][0], supplier: records['list'][0], project: options[2] }
  const { processId } = await admin.ok('startProcess', { flowKey, form: chosen })
  await database.inTransaction(company.orgId, (tx) =>
    tx.query(`update supplier set supplier_name = '新名' where org_id = $1 and id = $2`, [tx.orgId, supplier]),
  )
  const [row] = await database.reading(company.orgId, (tx) =>
    tx.query<{ form: Row }>(`select state -> 'form' as form from wf_instance where org_id = $1 and id = $2`, [tx.orgId, processId]),
  )
  assert.deepEqual(
    ['unit', 'supplier', 'project'].map((key) => row?.form[key]?.['words']),
    ['箱', '甲公司', '丙项目'],
  )
})

test('what the source does not offer is refused: other words, a record out of reach, an option that no service offered', async () => {
  const { admin, staff, flowKey, supplier } = await openForm()
  const refused = async (who: typeof admin, form: Row) => (await who.call('startProcess', { flowKey, form }))['reason']
  assert.equal(await refused(admin, { unit: { id: '箱', words: '盒' } }), 'form.optionGone')
  assert.equal(await refused(admin, { supplier: { id: supplier, words: '乙公司' } }), 'form.optionGone')
  assert.equal(await refused(admin, { project: { id: '1', words: '甲项目' } }), 'form.optionGone')
  assert.equal(await refused(admin, { project: { id: '1', words: '甲项目', proof: 'x'.repeat(43) } }), 'form.optionGone')
  assert.notEqual((await staff.call('startProcess', { flowKey, form: { supplier: { id: supplier, words: '甲公司' } } }))['code'], 0)
})

test('a service that fails says so in words; one that a form asks is not deleted, and one that no form asks is not for everybody', async () => {
  const { admin, staff } = await openForm()
  isBroken = true
  const answer = await staff.call('formOptions', { source: { from: 'service', service: 'erp' }, likeQuery: '乙' })
  isBroken = false
  assert.equal(answer['reason'], 'form.optionsFailed')
  assert.match(answer['msg'], /项目系统/)
  assert.equal((await admin.call('service/delete', { serviceKey: 'erp' }))['reason'], 'approval.serviceInForm')
  await admin.ok('service/save', { serviceKey: 'other', name: '别的', url, headers: {}, timeoutSeconds: 5 })
  assert.equal((await staff.call('formOptions', { source: { from: 'service', service: 'other' } }))['code'], 403)
})
