import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workplaceNames, type WorkplaceName } from '../../hosts/workplace.ts'
import { linkPerson } from '../directory/links.ts'
import { testApp } from '../testing/app.ts'
import { workplaceHandlers } from './handlers.ts'

const { ask, database, newCompany } = await testApp(workplaceHandlers)
const company = await newCompany()
const [asker, elsewhere] = [await company.tokenOf(await company.hire('asker')), await newCompany()]
const stranger = await company.hire('stranger')

const colleague = async (name: WorkplaceName, uid: string, token = asker) =>
  (await ask({ path: '/api/workplaces/colleague', body: { name, uid }, token })).json['result']

for (const name of workplaceNames)
  test(`a colleague is known by the id of the chat that the organisation is connected to: ${name}`, async () => {
    const [corpId, personId] = [`corp-${name}`, `person-${name}`]
    const uid = await company.hire(`of-${name}`)
    await database.inTransaction(company.orgId, (tx) => linkPerson(tx, name, personId, uid))
    await database.gate('delete from workplace_corp')
    assert.equal(await colleague(name, uid), null, 'not connected')
    await database.gate(
      `insert into workplace_corp (chat, corp_id, corp_name, granted, running, since, organisation) values ($1, $2, '公司', true, true, now(), $3)`,
      [name, corpId, company.orgId],
    )
    assert.deepEqual(await colleague(name, uid), { corpId, personId })
    for (const otherHost of workplaceNames.filter((workplaceName) => workplaceName !== name))
      assert.equal(await colleague(otherHost, uid), null)
    assert.equal(await colleague(name, stranger), null)
    assert.equal(await colleague(name, uid, await elsewhere.tokenOf(elsewhere.admin)), null)
    await database.inTransaction(company.orgId, (tx) =>
      tx.query('update foreign_person set gone_at = now() where org_id = $1 and uid = $2', [company.orgId, uid]),
    )
    assert.equal(await colleague(name, uid), null, 'gone')
  })
