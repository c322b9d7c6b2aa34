import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { newId, type Id } from '../../../kernel/id.ts'
import { applicationTable, taskTable } from '../../../domain/approval/process/applyingTable.ts'
import { lineTables } from '../../../domain/documents/lineTable.ts'
import { stockTable } from '../../../domain/records/stockTable.ts'
import { isKeyCode, isOpenToKey } from '../../../domain/access/keyAccess.ts'
import { allCodes } from '../../../domain/access/codes.ts'
import { createHttp } from '../../http.ts'
import { handlers } from '../../routes.ts'
import { insert } from '../../testing/company.ts'
import { openDoor, testApp } from '../../testing/app.ts'
import { disablePerson, grantRoles } from '../people.ts'
import { keyEndWorker } from './keyEndWorker.ts'
import { findSession } from '../sessions.ts'
import { forgetKey } from './keySession.ts'

/** Keys: what they open, and that they open nothing else. */
const { app, ask, newCompany, database } = await testApp(handlers, {
  breaks: ['assets: state, holder, place and due day follow from the account', 'assets: a history begins with what brought the piece in'],
})
const company = await newCompany()
const otherCompany = await newCompany()
const admin = await company.tokenOf(company.admin)
const [store, shelf, annex] = [newId(), newId(), newId()]
const [inStore, onShelf, inAnnex] = [newId(), newId(), newId()]
await database.inTransaction(company.orgId, async (tx) => {
  await insert(tx, 'location', [
    { id: store, loc_code: 'A', loc_name: '一号库' },
    { id: shelf, loc_code: 'A1', loc_name: '货架', parent_id: store },
    { id: annex, loc_code: 'B', loc_name: '二号库' },
  ])
  const model = newId()
  await insert(tx, 'model', [{ id: model, goods_code: 'M', goods_name: '笔记本' }])
  const asset = { goods_id: model, instance_name: '笔记本', state: 'idle' }
  await insert(tx, 'asset', [
    { ...asset, id: inStore, instance_code: 'Z1', loc_id: store },
    { ...asset, id: onShelf, instance_code: 'Z2', loc_id: shelf },
    { ...asset, id: inAnnex, instance_code: 'Z3', loc_id: annex },
  ])
})

type KeyInput = Record<string, unknown>
const plain = {
  name: '对接',
  isService: false,
  codes: ['gsgoodsinstance:list', 'gssupplier:list', 'gssupplier:save'],
  isReadOnly: false,
  days: 90,
}
const at = '/api/operation/apikey'
const makeKey = async (input: KeyInput = {}, token = admin): Promise<{ id: Id; token: string }> => {
  const { json } = await ask({ path: `${at}/save`, token, body: { ...plain, id: newId(), ...input } })
  assert.equal(json.code, 0, json.msg)
  return json.result
}
const assetsOf = (token: string, ip?: string) =>
  ask({ path: '/api/goods/gsgoodsinstance/list', token, body: { pageSize: 50 }, ...(ip === undefined ? {} : { ip }) })
const codesIn = (json: { page: { list: { instanceCode: string }[] } }) => json.page.list.map(({ instanceCode }) => instanceCode).toSorted()
const saveSupplier = (token: string, headers = {}) =>
  ask({
    path: '/api/goods/gssupplier/save',
    token,
    headers,
    body: { id: newId(), supplierCode: `S${newId()}`, supplierName: `联想${newId()}` },
  })
/** Past the second for which a process remembers a key. */
const forget = (token: string) => forgetKey(database, createHash('sha256').update(token).digest('hex'))

test('a key reads and writes as its codes say, is shown once, and only its hash is kept', async () => {
  const input = { id: newId() }
  const { id, token } = await makeKey(input)
  assert.match(token, /^zaice_[0-9a-z]+_[\w-]{43}$/)
  assert.deepEqual(codesIn((await assetsOf(token)).json), ['Z1', 'Z2', 'Z3'])
  assert.equal((await saveSupplier(token)).json.code, 0)
  const { json } = await ask({ method: 'GET', path: `${at}/current`, token })
  assert.deepEqual([json.result.id, json.result.actsAs.id, json.result.codes], [id, company.admin, plain.codes.toSorted()])
  const secondAnswer = await ask({ path: `${at}/save`, token: admin, body: { ...plain, ...input } })
  assert.equal(secondAnswer.json.result.token, null)
  const [row] = await database.reading(company.orgId, (tx) =>
    tx.query('select to_jsonb(k)::text as text from api_key k where org_id = $1 and id = $2', [tx.orgId, id]),
  )
  assert.ok(!String(row?.['text']).includes(token.slice(-43)))
})

test('without a code of its noun a call is closed, though everyone signed in may make it', async () => {
  const { token } = await makeKey({ codes: ['gssupplier:list'] })
  const { status, json } = await assetsOf(token)
  assert.deepEqual([status, json.reason], [403, 'key.closed'])
  assert.equal((await saveSupplier(token)).status, 403)
  const together = await ask({ path: '/api/together', token, body: { asked: [{ name: 'gsgoodsinstance.list', input: {} }] } })
  assert.deepEqual(together.json.result, [null])
})

test('a key that only reads writes nothing', async () => {
  const { token } = await makeKey({ isReadOnly: true })
  assert.equal((await assetsOf(token)).status, 200)
  const { status, json } = await saveSupplier(token)
  assert.deepEqual([status, json.reason], [403, 'key.readOnly'])
})

test('a key is limited to its places with everything below them', async () => {
  const { token } = await makeKey({ locIds: [store] })
  assert.deepEqual(codesIn((await assetsOf(token)).json), ['Z1', 'Z2'])
  const outside = await ask({ path: '/api/goods/gsgoodsinstance/info', token, body: { id: inAnnex } })
  assert.ok(!outside.text.includes('"value"') || outside.json.result?.value === undefined)
})

test('a key comes from its networks alone', async () => {
  const { token } = await makeKey({ networks: ['203.0.113.0/24', '2001:db8::/32'] })
  for (const ip of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::7']) assert.equal((await assetsOf(token, ip)).status, 200, ip)
  const { status, json } = await assetsOf(token, '198.51.100.1')
  assert.deepEqual([status, json.reason], [403, 'key.address'])
})

test('a network that is none is refused', async () => {
  for (const network of ['203.0.113.0/33', '203.0.113', 'fe80', '2001:db8::/129', '1.2.3.4/8/8', ''])
    assert.equal(
      (await ask({ path: `${at}/save`, token: admin, body: { ...plain, id: newId(), networks: [network] } })).status,
      400,
      network,
    )
})

test('a revoked key and one that is over are nobody', async () => {
  const { id, token } = await makeKey()
  assert.equal((await assetsOf(token)).status, 200)
  assert.equal((await ask({ path: `${at}/revoke`, token: admin, body: { id } })).json.result.state, 'revoked')
  assert.deepEqual([(await assetsOf(token)).status, (await assetsOf(token)).json.reason], [401, 'key.none'])
  const over = await makeKey()
  await database.inTransaction(company.orgId, (tx) =>
    tx.query(
      `update api_key set created_at = now() - interval '2 days', expires_at = now() - interval '1 second' where org_id = $1 and id = $2`,
      [tx.orgId, over.id],
    ),
  )
  assert.equal((await assetsOf(over.token)).status, 401)
})

test('a key does not outlive a right of its maker, nor him', async () => {
  const keeper = await company.hire('keeper', ['goodsmanager'])
  const token = await company.tokenOf(keeper)
  const key = await makeKey({ codes: ['gssupplier:list', 'gssupplier:save', 'gsgoodsinstance:list'] }, token)
  assert.equal((await saveSupplier(key.token)).json.code, 0)
  assert.deepEqual(codesIn((await assetsOf(key.token)).json), [], 'the maker keeps no place')
  await database.inTransaction(company.orgId, (tx) => grantRoles(tx, keeper, [], company.admin))
  forget(key.token)
  assert.deepEqual([(await saveSupplier(key.token)).json.reason], ['key.closed'])
  await database.inTransaction(company.orgId, (tx) => grantRoles(tx, keeper, [`gs_goodsmanager_${company.orgId}`], company.admin))
  await database.inTransaction(company.orgId, (tx) => disablePerson(tx, keeper, company.admin))
  forget(key.token)
  assert.equal((await saveSupplier(key.token)).status, 401)
  await database.inTransaction(company.orgId, (tx) =>
    tx.query(`update person set state = 'active' where org_id = $1 and id = $2`, [tx.orgId, keeper]),
  )
  forget(key.token)
  assert.equal((await saveSupplier(key.token)).status, 401, 'it does not come back with him')
})

test('a key asks figures of the tables whose lists it reads, and of no other', async () => {
  const { token } = await makeKey({ isReadOnly: true })
  const groupsOf = (table: string) => ask({ path: '/api/table/groups', token, body: { table, by: [{ key: 'state' }] } })
  const { json } = await groupsOf('gsgoodsinstance')
  assert.equal(json.result.total.count, json.result.list.reduce((sum: number, { count }: { count: number }) => sum + count, 0)) // prettier-ignore
  const sums = { table: 'gsgoodsinstance', selection: { asked: {} } }
  assert.equal((await ask({ path: '/api/table/sums', token, body: sums })).json.result.count, json.result.total.count)
  const exporter = await makeKey({ isReadOnly: true, codes: ['gsgoodsinstance:list', 'gsgoodsinstance:export'] })
  const exportedBy = async (key: string) =>
    (await ask({ path: '/api/table/groups/export', token: key, body: { table: 'gsgoodsinstance', by: [{ key: 'state' }] } })).status
  assert.deepEqual([await exportedBy(token), await exportedBy(exporter.token)], [403, 200])
  for (const table of [lineTables.goods, stockTable, applicationTable, taskTable])
    assert.equal((await groupsOf(table.name)).status, 403, table.name)
})

test('nobody gives a key what he does not have, nor what no key has', async () => {
  const keeper = await company.tokenOf(await company.hire('keeper2', ['goodsmanager']))
  const saveWith = (codes: string[], token: string) => ask({ path: `${at}/save`, token, body: { ...plain, id: newId(), codes } })
  assert.equal((await saveWith(['cslocstock:list'], keeper)).json.reason, 'apiKey.exceeds')
  for (const code of ['sysrole:save', 'person:save', 'apikey:save', 'workflow:design', 'eventrule:save', 'sysoperation:update', 'no:code'])
    assert.equal((await saveWith([code], admin)).json.reason, 'apiKey.exceeds', code)
  const submittingAccount = { ...plain, id: newId(), isService: true, codes: ['gsreturnorder:submit'] }
  assert.equal((await ask({ path: `${at}/save`, token: admin, body: submittingAccount })).json.reason, 'apiKey.exceeds')
  const employee = await company.tokenOf(await company.hire('employee'))
  assert.equal((await saveWith(['gssupplier:list'], employee)).status, 403)
  const service = await ask({ path: `${at}/save`, token: keeper, body: { ...plain, id: newId(), isService: true } })
  assert.equal(service.status, 403)
})

test('with every code that there is, a key manages no keys, roles, accounts or ways in, and decides nothing', () => {
  const codes = new Set(allCodes())
  const open = handlers
    .map(({ operation }) => operation)
    .filter((operation) => isOpenToKey(operation, { codes: new Set([...codes].filter(isKeyCode)), isReadOnly: false }))
  const closedNames =
    /^(apikey\.(?!current)|sysrole|sysuser|invitation|signOn|handOver|oauth|auth\.|operator|msgchat|msgpush|directory|sysoperation|takeout|eventrule|bulk\.|webhook)|^person\.(save|update|delete|import\w+)$|^sysdept\.(save|update|delete|import\w+|merge|restore)$|bulk(Change|Delete)$|^workflow\.(?:flow(?:Approve|Reject|Trans|RollBack)|batch\w+|start\w+|delegat\w+Save|switch\w+|\w*[sS]ave\w*|install\w+)$/
  assert.deepEqual(
    open.map(({ name }) => name).filter((name) => closedNames.test(name)),
    [],
  )
  const changedBySignedIn = open.filter(({ access, reads }) => access === 'signed-in' && !reads).map(({ name }) => name.split('.')[1])
  assert.deepEqual([...new Set(changedBySignedIn)].toSorted(), ['advance', 'giveUp', 'upload'])
})

test('a key opens no page: no cookie, no socket, no file, no session', async () => {
  const { token } = await makeKey()
  // Sockets, files, tiles, parts of uploads and cookies all ask this.
  assert.equal(await findSession(database, token), undefined)
  const http = await createHttp({
    app,
    handlers,
    findSession: (bearer) => findSession(database, bearer),
    signInClients: {},
    checkOutput: true,
  })
  after(() => http.close())
  const cookieOf = async (bearer: string) =>
    (await http.inject({ url: `${at}/current`, headers: { authorization: `Bearer ${bearer}` } })).headers['set-cookie']
  assert.ok(await cookieOf(admin))
  assert.equal(await cookieOf(token), undefined)
  assert.equal((await http.inject({ url: `${at}/current`, headers: { cookie: `token=${token}` } })).statusCode, 401)
  assert.ok(!(await ask({ method: 'GET', path: `/api/oauth/check_token?token=${token}` })).text.includes(company.admin))
  for (const path of ['/api/oauth/logout', '/api/operation/sysuser/choosePassword', '/api/auth/getCurUser'])
    assert.notEqual((await ask({ path, token, body: {} })).status, 200, path)
})

test('a key of one organisation is nobody in another', async () => {
  const { token } = await makeKey()
  const [, , secret] = token.split('_')
  const foreign = `zaice_${BigInt(otherCompany.orgId).toString(36)}_${secret}`
  assert.equal((await assetsOf(foreign)).status, 401)
  const theirs = await otherCompany.tokenOf(otherCompany.admin)
  const { id } = await makeKey()
  for (const path of ['info', 'revoke', 'events', 'takeOver'])
    assert.equal((await ask({ path: `${at}/${path}`, token: theirs, body: { id } })).status, 404, path)
})

test('another person does not see a key; whoever manages keys does, and takes over that of an account', async () => {
  const keeperUid = await company.hire('keeper3', ['goodsmanager'])
  const keeper = await company.tokenOf(keeperUid)
  const personal = await makeKey({ codes: ['gssupplier:list'] }, keeper)
  const stranger = await company.tokenOf(await company.hire('keeper4', ['goodsmanager']))
  assert.equal((await ask({ path: `${at}/revoke`, token: stranger, body: { id: personal.id } })).status, 404)
  assert.equal((await ask({ method: 'GET', path: `${at}/list?all=1`, token: stranger })).status, 403)
  const all = await ask({ method: 'GET', path: `${at}/list?all=1&pageSize=100`, token: admin })
  assert.ok(all.json.page.list.some(({ id }: { id: Id }) => id === personal.id))
  assert.equal((await ask({ path: `${at}/takeOver`, token: admin, body: { id: personal.id } })).json.reason, 'apiKey.personal')
})

test('an account writes under a name of its own, and goes on with whoever takes it over', async () => {
  const secondUid = await company.hire('second', ['tenant'])
  const second = await company.tokenOf(secondUid)
  const account = await makeKey({ name: '财务系统', isService: true }, second)
  const current = await ask({ method: 'GET', path: `${at}/current`, token: account.token })
  assert.equal(current.json.result.actsAs.name, '财务系统')
  assert.notEqual(current.json.result.actsAs.id, secondUid)
  assert.equal((await saveSupplier(account.token)).json.code, 0)
  const people = await ask({ path: '/api/operation/person/list', token: admin, body: { pageSize: 100 } })
  assert.ok(!people.text.includes('财务系统'), 'it is nobody of the company')
  assert.equal((await ask({ path: `${at}/takeOver`, token: admin, body: { id: account.id } })).json.result.ownerUid, company.admin)
  await database.inTransaction(company.orgId, (tx) => disablePerson(tx, secondUid, company.admin))
  forget(account.token)
  assert.equal((await assetsOf(account.token)).status, 200)
  const renewal = await ask({ path: `${at}/renew`, token: admin, body: { id: account.id, newId: newId(), days: 30 } })
  const renewedAs = await ask({ method: 'GET', path: `${at}/current`, token: renewal.json.result.token })
  assert.equal(renewedAs.json.result.actsAs.id, current.json.result.actsAs.id)
  const events = await ask({ path: `${at}/events`, token: admin, body: { id: account.id } })
  assert.deepEqual(
    events.json.page.list.map(({ action }: { action: string }) => action),
    ['takeOver', 'save'],
  )
})

test('a use is written down once a minute', async () => {
  const { id, token } = await makeKey()
  await assetsOf(token, '192.0.2.7')
  await assetsOf(token, '192.0.2.8')
  const { json } = await ask({ path: `${at}/info`, token: admin, body: { id } })
  assert.equal(json.result.usedFrom, '192.0.2.7')
  assert.ok(json.result.usedAt)
})

test('the person who answers for a key is told fourteen and three days before its end', async () => {
  const { id } = await makeKey({ name: '即将到期', days: 14 })
  const dueOf = async () => {
    const [job] = await database.reading(company.orgId, (tx) =>
      tx.query<{ days: number }>(
        `select round(extract(epoch from k.expires_at - j.due_at) / 86400)::int as days from job j
         join api_key k on k.org_id = $1 and k.id::text = j.key where j.org_id = $1 and j.kind = 'apiKeyEnd' and j.key = $2`,
        [tx.orgId, id],
      ),
    )
    return job?.days
  }
  assert.equal(await dueOf(), 14)
  const job = { orgId: company.orgId, id: newId(), kind: 'apiKeyEnd', key: id, body: {}, attempts: 1 }
  await database.inTransaction(company.orgId, (tx) => keyEndWorker.run(tx, job))
  assert.equal(await dueOf(), 3)
  const { text } = await ask({ path: '/api/msg/msgmessage/list', token: admin, body: {} })
  assert.match(text, /密钥“即将到期”将在14天后过期/)
})

test('a key that calls too often is asked to wait, and others are not', async () => {
  const door = await openDoor({ ...app, settings: { ...app.settings, callsPerKey: 3 } }, handlers)
  const [hasty, calm] = [await makeKey(), await makeKey()]
  const call = (token: string) => door({ method: 'GET', path: `${at}/current`, token })
  for (let calls = 0; calls < 3; calls++) assert.equal((await call(hasty.token)).status, 200)
  assert.equal((await call(hasty.token)).status, 429)
  assert.equal((await call(calm.token)).status, 200)
})
