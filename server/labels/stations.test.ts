import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid, newId } from '../../kernel/id.ts'
import { stationLeaseSeconds } from '../../domain/labels/stationOperations.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'

const { ask, database, newCompany } = await testApp(handlers)

const house = async () => {
  const { orgId, admin, hire, tokenOf } = await newCompany()
  const token = await tokenOf(await hire(`k${newId()}`, ['goodsmanager'], { userName: '管仓' }))
  const call = async (name: string, body: object, as = token) => (await ask({ path: `/api/goods/gslabel/${name}`, body, token: as })).json
  const { result: printer } = await call('savePrinter', { name: '前台', way: 'station', language: 'tspl', dpi: 203 })
  return { orgId, admin, tokenOf, call, printerId: printer.id as string, hire }
}
const silent = (orgId: string, seconds: number) =>
  database.inTransaction(orgId, (tx) =>
    tx.query('update print_station set seen_at = now() - make_interval(secs => $2) where org_id = $1', [orgId, seconds]),
  )

test('a printer is held by one page at a time: by the first until it leaves, falls silent, or somebody takes it over', async () => {
  const { orgId, call, printerId } = await house()
  const [first, second] = [newUuid(), newUuid()]
  const beat = async (stationKey: string, more: object = {}) =>
    (await call('stationBeat', { printerId, stationKey, name: stationKey === first ? '甲' : '乙', ...more })).result
  assert.equal((await beat(first)).isMine, true)
  const { isMine, holder } = await beat(second)
  assert.deepEqual([isMine, holder.name, holder.isOpen, holder.userName], [false, '甲', true, '管仓'])
  assert.equal((await beat(second, { takesOver: true })).isMine, true)
  assert.equal((await beat(first)).isMine, false)
  await silent(orgId, stationLeaseSeconds - 2)
  assert.equal((await beat(first)).isMine, false)
  await silent(orgId, stationLeaseSeconds + 1)
  assert.equal((await call('stations', {})).result.list[0].isOpen, false)
  assert.equal((await beat(first)).isMine, true)
  assert.equal((await call('stationLeave', { printerId, stationKey: second })).result.left, false)
  assert.equal((await call('stationLeave', { printerId, stationKey: first })).result.left, true)
  assert.deepEqual((await call('stations', {})).result.list, [])
})

test('of pages that come at once one has the printer', async () => {
  const { call, printerId } = await house()
  const beats = await Promise.all(
    Array.from({ length: 8 }, (_, at) => call('stationBeat', { printerId, stationKey: newUuid(), name: `第${at}台` })),
  )
  assert.equal(beats.filter(({ result }) => result.isMine).length, 1)
})

test('nobody without the right, and nobody of another organisation, holds a printer', async () => {
  const { call, printerId, hire, tokenOf } = await house()
  const other = await house()
  const body = { printerId, stationKey: newUuid(), name: '甲' }
  assert.equal((await call('stationBeat', body, await tokenOf(await hire(`s${newId()}`)))).code, 403)
  assert.equal((await other.call('stationBeat', body)).code, 404)
  assert.deepEqual((await other.call('stations', {})).result.list, [])
})
