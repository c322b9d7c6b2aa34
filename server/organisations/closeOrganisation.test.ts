import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultNumbering } from '../../domain/records/assetNumbering.ts'
import { numberingFor } from '../../domain/rfid/epc.ts'
import { handlers } from '../routes.ts'
import { timerJob as spanJob } from '../approval/flow/store.ts'
import { openingJob } from '../counting/openingWorker.ts'
import { enqueue } from '../jobs/jobs.ts'
import { testApp, testPassword } from '../testing/app.ts'
import { uploadedFile } from '../testing/company.ts'
import { reopenOrganisation } from './closeOrganisation.ts'

const { ask, newCompany, database } = await testApp(handlers)
const basic = { authorization: `Basic ${btoa('app:app')}` }
const signIn = async (username: string) =>
  (
    await ask({
      path: `/api/oauth/token?${new URLSearchParams({ grant_type: 'password', username, password: testPassword })}`,
      headers: basic,
    })
  ).json

test('an administrator changes name and logo; a picture of somebody else is not taken, and what is not named stays', async () => {
  const company = await newCompany('旧名')
  const token = await company.tokenOf(company.admin)
  const other = await company.hire('photographer')
  const [own, foreign] = await database.inTransaction(company.orgId, async (tx) => [
    await uploadedFile(tx, company.admin),
    await uploadedFile(tx, other),
  ])
  const update = async (body: object) => (await ask({ path: '/api/operation/sysoperation/update', body, token })).json
  assert.equal((await update({ operationAvatar: foreign })).reason, 'file.notYours')
  assert.equal((await update({ operationName: '  ' })).reason, 'request.malformed')
  await update({ operationAvatar: own })
  await update({ operationName: '新名' })
  assert.deepEqual((await update({ duplicateSerials: 'refuse' })).result, {
    operationId: company.orgId,
    operationName: '新名',
    operationAvatar: own,
    duplicateSerials: 'refuse',
    directIssue: false,
    confirmIssue: false,
    chatDays: null,
    rfid: numberingFor(company.orgId, null),
    assetNumbering: defaultNumbering,
    documentNumbering: null,
    applicationNumbering: null,
    personNumbering: null,
    strangers: { isOn: false, showsName: false, showsPicture: false, contact: '' },
    invoicing: { title: '', taxNumber: '' },
    poolFirst: true,
  })
  assert.equal((await update({ operationAvatar: null })).result.operationAvatar, '')
})

test('closing asks for the name, ends every session at once, lets nobody in and no job run; reopened, deadlines have as long as before', async () => {
  const company = await newCompany('青山木业')
  const token = await company.tokenOf(company.admin)
  const colleague = await company.tokenOf(await company.hire(`colleague-${company.orgId}`))
  const onItsDay = new Date(Date.now() + 86_400_000).toISOString()
  const close = (operationName: string) => ask({ path: '/api/operation/sysoperation/close', body: { operationName }, token })
  const me = (of: string) => ask({ method: 'GET', path: '/api/auth/getCurUser', token: of })

  await database.inTransaction(company.orgId, (tx) =>
    Promise.all([
      enqueue(tx, { kind: spanJob, key: 'soon', dueAt: new Date(Date.now() - 1000).toISOString() }),
      enqueue(tx, { kind: openingJob, key: 'on its day', dueAt: onItsDay }),
    ]),
  )
  assert.equal((await close('青山')).json.reason, 'organisation.name')
  assert.equal((await me(colleague)).status, 200)
  assert.equal((await close(' 青山木业 ')).json.result.closed, true)

  const jobs = () => database.gate<{ id: string }>('select id from gate_lease_jobs($1, 10, 0)', [[spanJob]])
  const login = `colleague-${company.orgId}`
  // What a process remembers of a session may be a second old.
  await database.gate('select pg_sleep(1.1)')
  assert.deepEqual([(await me(token)).status, (await me(colleague)).status], [401, 401])
  assert.equal((await signIn(login)).reason, 'signIn.wrong')
  assert.deepEqual(await jobs(), [])

  const dueOf = () =>
    database.reading(company.orgId, (tx) =>
      tx.query<{ late: number }>(
        `select extract(epoch from coalesce((select closed_at from organisation where org_id = $1), now()) - due_at)::float8 as late
         from job where org_id = $1 and kind = $2`,
        [company.orgId, spanJob],
      ),
    )
  const [before] = await dueOf()
  await database.inTransaction(company.orgId, reopenOrganisation)
  const [after] = await dueOf()
  assert.ok(Math.abs(after!.late - before!.late) < 1, `${before!.late} s late when it was closed, ${after!.late} s late now`)
  const [opening] = await database.reading(company.orgId, (tx) =>
    tx.query<{ on: string }>('select due_at as on from job where org_id = $1 and kind = $2', [company.orgId, openingJob]),
  )
  assert.equal(new Date(opening!.on).toISOString(), onItsDay)
  assert.equal((await me(colleague)).status, 401)
  assert.ok((await signIn(login)).access_token)
  assert.equal((await jobs()).length, 1)
})
