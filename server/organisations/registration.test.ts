import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { handlers } from '../routes.ts'
import { openDoor, testApp } from '../testing/app.ts'

const { app, ask: closed, logged, newCompany } = await testApp(handlers)
const open = await openDoor({ ...app, settings: { ...app.settings, registration: 'open' } }, handlers)
await newCompany()

const phone = '13600136000'
const good = { operationName: '新枝设计', userName: '林墨', username: phone, password: 'Begin2026' }
const codeFor = async (of: string): Promise<string> => {
  await open({ path: '/api/auth/sendVerifyCodeSMS', body: { mobile: of }, ip: '10.3.0.1' })
  return /: (\d{6})"/.exec(logged.findLast((line) => line.includes(of)) ?? '')?.[1] ?? ''
}
const found = (change: object, door = open, ip = '10.3.0.1') =>
  door({ path: '/api/setup/found', body: { id: newId(), ...good, ...change }, ip })

test('where registration is closed, no code is sent to a stranger and no code registers', async () => {
  await closed({ path: '/api/auth/sendVerifyCodeSMS', body: { mobile: '13600136099' } })
  assert.equal(
    logged.some((line) => line.includes('13600136099')),
    false,
  )
  assert.equal((await closed({ method: 'GET', path: '/api/setup/state' })).json.result.registration, 'closed')
  const code = await codeFor('13600136098')
  assert.equal((await found({ code, username: '13600136098' }, closed)).json.reason, 'setup.code')
})

test('where it is open, the code sent to a phone makes one organisation on trial; sent again it signs in, and the code is used up', async () => {
  const code = await codeFor(phone)
  const wrong = code === '000000' ? '000001' : '000000'
  assert.equal((await found({ code: wrong })).json.reason, 'signIn.code')
  assert.equal((await found({ code, username: 'linmo' })).json.reason, 'setup.code')
  const id = newId()
  const { json } = await found({ id, code })
  assert.equal(json['X-OperationId'], id)
  const orders = await open({ path: '/api/sale/saletenorder/getOperationOrder', body: {}, token: json.access_token })
  assert.deepEqual(
    orders.json.result.map((order: { skuEntity: object }) => order.skuEntity),
    [{ periodName: '试用版30天', price: '0', busdataScope: 10 }],
  )
  assert.equal((await found({ id, code })).json['X-OperationId'], id)
  assert.equal((await found({ id, code, password: 'Wrong2026' })).json.reason, 'signIn.wrong')
  assert.equal((await found({ code })).json.reason, 'signIn.code')
})

test('one network registers three a day', async () => {
  const statuses: number[] = []
  for (const last of [1, 2, 3, 4]) {
    const username = `1360013610${last}`
    statuses.push((await found({ username, code: await codeFor(username) }, open, '10.3.0.7')).status)
  }
  assert.deepEqual(statuses, [200, 200, 200, 429])
})
