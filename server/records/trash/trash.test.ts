import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Id } from '../../../kernel/id.ts'
import { restorableKinds } from '../../../domain/records/mergeOperations.ts'
import { handlers } from '../../routes.ts'
import { testApp } from '../../testing/app.ts'

type Row = ReturnType<typeof JSON.parse>

const { ask, newCompany } = await testApp(handlers)
const company = await newCompany()
const tokens = {
  admin: await company.tokenOf(company.admin),
  staff: await company.tokenOf(await company.hire('staff')),
  keeper: await company.tokenOf(await company.hire('keeper', ['goodsmanager'])),
}
const answerTo = async (path: string, body: Row): Promise<Row> => (await ask({ path: `/api/${path}`, body, token: tokens.admin })).json
const call = async (path: string, body: Row): Promise<Row> => {
  const answer = await answerTo(path, body)
  assert.equal(answer['code'], 0, `${path}: ${JSON.stringify(answer)}`)
  return answer['result'] ?? answer['page']
}
const saveRecord = async (path: string, body: Row): Promise<Id> => (await call(`${path}/save`, body))['id']
const removedRows = async (path: string): Promise<Row[]> => (await call(`${path}/removed/list`, { pageSize: 100 }))['list']

/** What every kind needs at least. */
const least: Record<string, (code: string) => Row> = {
  location: (code) => ({ locCode: code, locName: code }),
  category: (code) => ({ catCode: code, catName: code, catKind: 'asset' }),
  model: (code) => ({ goodsCode: code, goodsName: code }),
  supplier: (code) => ({ supplierCode: code, supplierName: code }),
  consumable: (code) => ({ goodsCode: code, goodsName: code }),
  department: (code) => ({ deptCode: code, deptName: code }),
}

describe('what was removed of any kind is listed with who did it, comes back, and keeps its code only where it is free', () => {
  for (const { noun, path, unique } of restorableKinds)
    test(noun, async () => {
      const make = least[noun]
      assert.ok(make, `what a ${noun} needs`)
      const id = await saveRecord(path, make('R1'))
      await call(`${path}/delete`, { ids: [id] })
      const [row] = await removedRows(path)
      assert.deepEqual([row?.id, row?.code, row?.removedBy, row?.mergedInto], [id, 'R1', `admin-${company.orgId}`, null])
      const pickedRows = await call(`${path}/list`, { pageSize: 100 })
      assert.equal(
        pickedRows['list'].find((livingRow: Row) => livingRow.id === id),
        undefined,
      )

      const otherId = await saveRecord(path, make('R1'))
      const refusal = await answerTo(`${path}/removed/restore`, { id })
      assert.equal(refusal['reason'], 'restore.taken')
      await call(`${path}/update`, { id: otherId, [unique[0] ?? '']: 'R2' })
      assert.deepEqual(await call(`${path}/removed/restore`, { id }), { id })
      assert.deepEqual(await call(`${path}/removed/restore`, { id }), { id }, 'again it changes nothing')
      const back = await call(`${path}/list`, { pageSize: 100 })
      assert.ok(back['list'].some((livingRow: Row) => livingRow.id === id))
      const { json } = await ask({ method: 'GET', path: `/api/${path}/events/${id}`, token: tokens.admin })
      const events: Row[] = json['result']
      assert.deepEqual(
        events.map(({ action }: Row) => action),
        ['restore', 'delete'],
      )
    })
})

test('what lies below a removed one comes back after it, to its place in the tree', async () => {
  const path = 'goods/gsgoodsloc'
  const building = await saveRecord(path, { locCode: 'B1', locName: '一号楼' })
  const room = await saveRecord(path, { locCode: 'B11', locName: '101', parentId: building })
  await call(`${path}/delete`, { ids: [building, room] })
  const rows = await removedRows(path)
  assert.equal(rows.find(({ id }) => id === room)?.place, '一号楼')
  const refusal = await answerTo(`${path}/removed/restore`, { id: room })
  assert.equal(refusal['reason'], 'restore.aboveGone')
  assert.match(refusal['msg'], /上级区域“一号楼”也已删除/)
  await call(`${path}/removed/restore`, { id: building })
  await call(`${path}/removed/restore`, { id: room })
  const { json } = await ask({ method: 'GET', path: `/api/${path}/info/${room}`, token: tokens.admin })
  assert.equal(json['result'].parentId, building)
})

test('what lay below a merged one comes back below the one that stays, and what was merged does not come back', async () => {
  const path = 'goods/gsgoodsloc'
  const [stays, goes] = [
    await saveRecord(path, { locCode: 'C1', locName: '仓库' }),
    await saveRecord(path, { locCode: 'C2', locName: '库房' }),
  ]
  const shelf = await saveRecord(path, { locCode: 'C21', locName: '货架', parentId: goes })
  await call(`${path}/delete`, { ids: [shelf] })
  await call(`${path}/merge/merge`, { into: stays, from: [goes] })
  await call(`${path}/removed/restore`, { id: shelf })
  const { json } = await ask({ method: 'GET', path: `/api/${path}/info/${shelf}`, token: tokens.admin })
  assert.equal(json['result'].parentId, stays)
  assert.equal((await removedRows(path)).find(({ id }) => id === goes)?.mergedInto, '仓库')
  assert.equal((await answerTo(`${path}/removed/restore`, { id: goes }))['reason'], 'restore.merged')
})

test('a record does not come back with a value of an own field that only one may have and another has by now', async () => {
  const taxNumber = { noun: 'supplier', label: '税号', control: { type: 'text', max: 60, lines: 1 }, isUnique: true }
  const { key } = await call('records/ownfield/save', taxNumber)
  const saveSupplier = (code: string, value: string) =>
    saveRecord('goods/gssupplier', { ...least['supplier']?.(code), ownValues: { [key]: value } })
  const first = await saveSupplier('T1', '91110')
  await call('goods/gssupplier/delete', { ids: [first] })
  const second = await saveSupplier('T2', '91110')
  const refusal = await answerTo('goods/gssupplier/removed/restore', { id: first })
  assert.equal(refusal['reason'], 'restore.taken')
  assert.match(refusal['msg'], /税号91110已被“T2”使用/)
  await call('goods/gssupplier/update', { id: second, ownValues: { [key]: '91111' } })
  await call('goods/gssupplier/removed/restore', { id: first })
})

test('only those who may remove records see the trash', async () => {
  const status = async (login: keyof typeof tokens, path: string) =>
    (await ask({ path: `/api/${path}/removed/list`, body: {}, token: tokens[login] })).status
  assert.equal(await status('staff', 'goods/gssupplier'), 403)
  assert.equal(await status('keeper', 'consum/csconsum'), 403)
  assert.equal(await status('keeper', 'goods/gssupplier'), 200)
})
