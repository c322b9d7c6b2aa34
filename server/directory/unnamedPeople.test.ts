import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Id } from '../../kernel/id.ts'
import { authHandlers } from '../access/auth.ts'
import { userHandlers } from '../access/users.ts'
import { testApp } from '../testing/app.ts'
import { applyPerson } from './applyPerson.ts'
import { applyDepartment } from './departments.ts'
import { directoryHandlers } from './handlers.ts'

const { ask, database, newCompany } = await testApp([...authHandlers, ...userHandlers, ...directoryHandlers])
const company = await newCompany()

/** A person who WeCom sent without a name, signed in. */
const nameless = async (id: string): Promise<{ uid: Id; token: string }> => {
  const uid = await database.inTransaction(company.orgId, (tx) => applyPerson(tx, 'wecom', { id, departmentIds: [], isActive: true }))
  return { uid, token: await company.tokenOf(uid) }
}
const unnamed = async (token: string, uids: readonly Id[]) =>
  (await ask({ path: '/api/directory/unnamed', body: { uids }, token })).json['result']
const nameOf = async (uid: Id): Promise<string> =>
  (await ask({ path: '/api/pro/sysuser/getUserInfo', body: { uid }, token: await company.tokenOf(uid) })).json['result'].userName
const say = (token: string, body: object) => ask({ path: '/api/pro/sysuser/update', body, token })

test('somebody without a name is drawn by the id of their chat, and says once how they are called', async () => {
  const { uid, token } = await nameless('woAbCdEf12')
  const named = await company.hire('named')
  assert.equal(await nameOf(uid), '成员Ef12')
  assert.deepEqual(await unnamed(token, [uid, named]), [{ uid, foreignId: 'woAbCdEf12' }])
  assert.equal((await say(token, { userName: '王芳', employeeNo: 'E1' })).status, 403)
  assert.equal((await say(token, { userName: '王芳' })).status, 200)
  assert.equal(await nameOf(uid), '王芳')
  assert.deepEqual(await unnamed(token, [uid, named]), [])
  // From now on it is for those who manage users to say; what the chat sends again takes it from no one.
  assert.equal((await say(token, { userName: '王芳芳' })).status, 403)
  await nameless('woAbCdEf12')
  assert.equal(await nameOf(uid), '王芳')
})

test('whoever manages users fills it in; nobody else names another', async () => {
  const { uid } = await nameless('woGhIjKl34')
  const other = await nameless('woMnOpQr56')
  assert.equal((await say(other.token, { uid, userName: '张三' })).status, 403)
  assert.equal((await say(await company.tokenOf(company.admin), { uid, userName: '张三' })).status, 200)
  assert.equal(await nameOf(uid), '张三')
  assert.deepEqual(await unnamed(other.token, [uid, other.uid]), [{ uid: other.uid, foreignId: 'woMnOpQr56' }])
})

test('those of another organisation are nobody', async () => {
  const { uid } = await nameless('woStUvWx78')
  const elsewhere = await newCompany()
  assert.deepEqual(await unnamed(await elsewhere.tokenOf(elsewhere.admin), [uid]), [])
})

test('what somebody is called in the place of a name leads to him where he alone is called so', async () => {
  const { token } = await nameless('woSome1111')
  const byName = async (of: string) =>
    (await ask({ path: '/api/directory/unnamedByName', body: { names: ['成员1111', '没有的人'] }, token: of })).json['result']
  assert.deepEqual(await byName(token), [{ name: '成员1111', foreignId: 'woSome1111' }])
  const elsewhere = await newCompany()
  assert.deepEqual(await byName(await elsewhere.tokenOf(elsewhere.admin)), [])
  await nameless('woOther1111')
  assert.deepEqual(await byName(token), [])
})

test('a department without a name is drawn by the id of its chat where it alone is called so', async () => {
  const { token } = await nameless('woSome2222')
  const sendDepartment = (id: string) => database.inTransaction(company.orgId, (tx) => applyDepartment(tx, 'wecom', { id }))
  const byName = async (of: string) =>
    (await ask({ path: '/api/directory/unnamedDepartments', body: { names: ['部门73', '部门99'] }, token: of })).json['result']
  await sendDepartment('73')
  assert.deepEqual(await byName(token), [{ name: '部门73', foreignId: '73' }])
  const elsewhere = await newCompany()
  assert.deepEqual(await byName(await elsewhere.tokenOf(elsewhere.admin)), [])
})
