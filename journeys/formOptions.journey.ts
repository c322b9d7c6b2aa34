import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../kernel/id.ts'
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
  const { code, msg, result } = await answered(page, '/startProcess', () => page.getByRole('button', { name: '提交', exact: true }).tap())
  assert.equal(code, 0, msg)
  const desk = await windowOf('admin', 'desk')
  await visit(desk.page, `/pages/flow/formdesign?formKey=${form.formKey}`)
  await desk.page.getByRole('button', { name: '设置供货单位', exact: true }).click()
  await desk.page.getByText('选项来自').waitFor()
  if (shots) await desk.page.screenshot({ path: `${shots}/lookup-desk.png` })

  await visit(page, `/pages/flow/progress?processId=${result.processId}`)
  await page.getByRole('button', { name: '转发内容' }).tap()
  await page.getByText('对方只看得到选中的内容，看不到申请的其他部分。').waitFor()
  if (shots) await page.screenshot({ path: `${shots}/forward-phone.png` })
  await page.getByRole('button', { name: '选择发给谁' }).tap()
  await page.getByRole('dialog', { name: '转发到聊天' }).waitFor()
  const { list } = (await ask('admin', '/api/msg/msgchat/list', {})).result
  const id = newId()
  const sent = { id, processId: result.processId, paths: ['from'], chatIds: [list[0].chatId] }
  assert.equal((await ask('admin', '/api/workflow/forward', sent)).code, 0)
  await visit(desk.page, `/pages/flow/forwarded?id=${id}`)
  await desk.page.getByText(supplier.supplierName).waitFor()
  if (shots) await desk.page.screenshot({ path: `${shots}/forwarded-desk.png` })
  assert.deepEqual([complaints, desk.complaints], [[], []])
})
