import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { newId } from '../kernel/id.ts'
import { dayFolderOf, fileHandlers } from './files/files.ts'
import { keepHouse } from './housekeeping.ts'
import { testApp } from './testing/app.ts'
import { insert } from './testing/company.ts'

const dayMs = 86_400_000
const today = new Date()
mock.timers.enable({ apis: ['Date'], now: today.getTime() + 40 * dayMs })
const { app, database, ask, newCompany } = await testApp(fileHandlers)

test('a process whose own clock is weeks ahead keeps files under the day of the database, and takes nothing away before its time', async () => {
  const { orgId, admin, tokenOf } = await newCompany()
  const part = (name: string, text: string) =>
    `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\n${text}\r\n--b--\r\n`
  const { json } = await ask({
    path: '/systemController/filedeal.do?isup=1',
    token: await tokenOf(admin),
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: part('说明.txt', '十个字的说明文件'),
  })
  assert.equal(json.code, 0, json.msg)
  assert.ok(
    [0, dayMs].some((later) => json.obj.startsWith(`${dayFolderOf(orgId, new Date(today.getTime() + later))}/`)),
    json.obj,
  )

  const path = `${dayFolderOf(orgId, today)}/${newId()}.txt`
  await app.storage.put(orgId, path, Buffer.from('x'), 'text/plain')
  const row = { id: newId(), path, name: 'x', mime: 'text/plain', size_bytes: 1, sha256: '', withdrawn_at: today.toISOString() }
  await database.inTransaction(orgId, (tx) => insert(tx, 'file', [row]))
  await keepHouse(app)
  assert.notEqual(await app.storage.get(orgId, path), undefined)
  const [swept] = await database.gate<{ value: string }>(`select value from installation where key = 'files.swept'`)
  assert.ok(swept!.value <= new Date(today.getTime() + dayMs).toISOString(), swept!.value)
})
