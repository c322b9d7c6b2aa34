import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signOnOperations } from '../domain/signOn/operations.ts'
import { goTo, openStage } from './stage.ts'

const stage = await openStage()

test("somebody leaves in the company's directory: his session is over, and the administrator is told what he holds", async () => {
  const { token } = (await stage.ask('admin', signOnOperations.renewToken.path, {})).result as { token: string }
  const speak = (method: string, path: string, body: unknown) =>
    fetch(`${stage.base}/api/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify(body),
    })
  const { page } = await stage.windowOf('staff')
  await page.getByRole('button', { name: /我的资产/ }).waitFor()
  const me = await page.evaluate(() => JSON.parse(localStorage.getItem('pro__login_user_info')!).value)
  await stage.database.inTransaction(me['X-OperationId'], (tx) =>
    tx.query(`update person set email = 'staff@example.com' where org_id = $1 and id = $2`, [me['X-OperationId'], me['X-UID']]),
  )
  const made = await speak('POST', '/Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'staff@example.com',
    displayName: me['X-UserName'],
    emails: [{ type: 'work', primary: true, value: 'staff@example.com' }],
    active: true,
  })
  const { id } = (await made.json()) as { id: string }

  const { page: desk, complaints } = await stage.windowOf('admin', 'desk')
  const gone = await speak('PATCH', `/Users/${id}`, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
  })
  assert.equal(gone.status, 200)
  await page.waitForURL(/pages\/login/)
  await goTo(desk, '/pages/message/msglist')
  await desk
    .getByText(new RegExp(`${me['X-UserName']}已从SCIM离开`))
    .first()
    .waitFor()
  const [told] = await stage.database.inTransaction(me['X-OperationId'], (tx) =>
    tx.query<{ content: string }>(`select content from message where org_id = $1 and title like '%已从SCIM离开%' limit 1`, [
      me['X-OperationId'],
    ]),
  )
  assert.match(told?.content ?? '', /名下资产/)
  assert.deepEqual(complaints, [])
})
