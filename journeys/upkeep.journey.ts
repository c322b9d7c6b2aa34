import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answered, openStage, visit } from './stage.ts'

const { ask, windowOf } = await openStage()

const supplierCalled = async (supplierCode: string, supplierName: string): Promise<string> => {
  const { code, msg, result } = await ask('admin', '/api/goods/gssupplier/save', { supplierCode, supplierName })
  assert.equal(code, 0, msg)
  return result.id
}

test('an administrator finds doubles on the desk and makes one of them', async () => {
  const stays = await supplierCalled('HB1', '华北设备（天津）有限公司')
  await supplierCalled('HB2', '华北设备(天津) 有限公司')
  const { page, complaints } = await windowOf('admin', 'desk')
  await visit(page, '/pages/goods/GsSupplier/gssupplierlist')
  await page.getByRole('button', { name: '整理' }).click()
  await page.getByText('查找重复').click()
  const group = page.locator('section').filter({ hasText: '华北设备' })
  await group.getByRole('button', { name: '合并' }).click()
  await page.getByText('保留哪一个').waitFor()
  await page.getByRole('button', { name: /华北设备（天津）有限公司/ }).click()
  const sheet = page.getByRole('dialog').filter({ hasText: '保留哪一个' })
  const { code, result } = await answered(page, '/gssupplier/merge/merge', () =>
    sheet.getByRole('button', { name: '合并', exact: true }).click(),
  )
  assert.deepEqual([code, result.into, result.merged], [0, stays, 1])
  assert.deepEqual(complaints, [])
})

test('what was deleted by mistake is put back on the phone', async () => {
  const id = await supplierCalled('HB3', '误删的公司')
  assert.equal((await ask('admin', '/api/goods/gssupplier/delete', { ids: [id] })).code, 0)
  const { page, complaints } = await windowOf('admin')
  await visit(page, '/pages/goods/GsSupplier/gssupplierlist')
  await page.getByRole('button', { name: '导入、导出和整理' }).tap()
  await page.getByText('回收站').tap()
  await page.getByText('误删的公司 · HB3').waitFor()
  const { code, msg } = await answered(page, '/gssupplier/removed/restore', () => page.getByRole('button', { name: '放回' }).first().tap())
  assert.equal(code, 0, msg)
  const { list } = (await ask('admin', '/api/goods/gssupplier/list', { likeQuery: '误删的公司' })).page
  assert.deepEqual(
    list.map((row: { id: string }) => row.id),
    [id],
  )
  assert.deepEqual(complaints, [])
})
