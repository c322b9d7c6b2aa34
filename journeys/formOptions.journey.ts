import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answered, openStage, visit } from './stage.ts'

const { ask, windowOf } = await openStage()

test('a field takes its options from the suppliers: searched and chosen on the phone, it reads the same in the application', async () => {
  const source = { from: 'records', noun: 'supplier' }
  const items = [{ t: 'field', key: 'from', label: '供货单位', required: true, control: { type: 'lookup', source } }]
  const done = async (path: string, body: object) => {
    const { code, msg, result } = await ask('admin', `/api/workflow/${path}`, body)
    assert.equal(code, 0, `${path}: ${msg}`)
    return result
  }
  const form = await done('form/save', { formName: '询价', revision: 0, design: { schema: 1, items } })
  await done('form/publish', { formKey: form.formKey, revision: form.revision })
  const { flowKey } = await done('createFlow', { flowName: '询价', flowIcon: 'send', color: '#0081ff', formKey: form.formKey })
  const draft = await done('definition', { flowKey, version: 'draft' })
  const { revision } = await done('saveDefinition', { flowKey, revision: 1, body: draft.body })
  await done('publishDefinition', { flowKey, revision })
  const [supplier] = (await ask('admin', '/api/goods/gssupplier/list', { pageSize: 1 })).page.list

  const { page, complaints } = await windowOf('admin')
  await visit(page, `/pages/flow/formApply?flowKey=${flowKey}`)
  await page.getByRole('button', { name: /供货单位/ }).tap()
  const sheet = page.getByRole('dialog', { name: '选择供货单位' })
  await sheet.getByRole('searchbox').fill(supplier.supplierName)
  const shots = process.env['ZAICE_SHOTS']
  await sheet.getByText(supplier.supplierName).first().waitFor()
  if (shots) await page.screenshot({ path: `${shots}/lookup-phone.png` })
  await sheet.getByText(supplier.supplierName).first().tap()
  await page.getByText(supplier.supplierName).first().waitFor()
  const { code, msg } = await answered(page, '/startProcess', () => page.getByRole('button', { name: '提交', exact: true }).tap())
  assert.equal(code, 0, msg)
  const desk = await windowOf('admin', 'desk')
  await visit(desk.page, `/pages/flow/formdesign?formKey=${form.formKey}`)
  await desk.page.getByText('供货单位').first().click()
  await desk.page.getByText('选项来自').waitFor()
  if (shots) await desk.page.screenshot({ path: `${shots}/lookup-desk.png` })
  assert.deepEqual([complaints, desk.complaints], [[], []])
})
