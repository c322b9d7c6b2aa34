import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fastify from 'fastify'
import { signOnOperations } from '../../domain/signOn/operations.ts'
import { handlers } from '../routes.ts'
import { testApp, type Company } from '../testing/app.ts'
import { addScimRoutes } from './scimRoutes.ts'

const { app, ask, database, newCompany } = await testApp(handlers)
const server = fastify()
await addScimRoutes(server, app)
after(() => server.close())

const tokenOf = async (company: Company): Promise<string> => {
  const answer = await ask({ path: signOnOperations.renewToken.path, token: await company.tokenOf(company.admin), body: {} })
  return answer.json.result.token
}
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const speak = async (token: string, method: Method, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const answer = await server.inject({
    method,
    url: `/api/scim/v2${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json', ...headers },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
  return { status: answer.statusCode, headers: answer.headers, json: answer.body === '' ? undefined : answer.json() }
}
/** As Entra sends a person new. */
const entraUser = (userName: string, more: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: userName.split('@')[0],
  userName,
  active: true,
  displayName: '林一',
  emails: [{ primary: true, type: 'work', value: userName }],
  meta: { resourceType: 'User' },
  name: { formatted: '林一', familyName: '林', givenName: '一' },
  ...more,
})
const peopleOf = (company: Company) =>
  database.reading(company.orgId, (tx) =>
    tx.query<{ name: string; email: string | null; position: string | null; state: string; dept: string | null }>(
      `select p.user_name as name, p.email, p.position, p.state, d.dept_name as dept from person p
       left join department d on d.org_id = $1 and d.id = p.dept_id where p.org_id = $1 and p.id <> $2 order by p.user_name`,
      [company.orgId, company.admin],
    ),
  )
const patchOp = (...operations: object[]) => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: operations })

test('Entra: looked for, made, changed, put out of service and back, told what is there', async () => {
  const company = await newCompany()
  const token = await tokenOf(company)
  assert.equal((await speak(token, 'GET', '/Users?filter=userName eq "lin@example.com"'.replaceAll(' ', '%20'))).json.totalResults, 0)
  const made = await speak(token, 'POST', '/Users', entraUser('lin@example.com'))
  assert.equal(made.status, 201)
  assert.equal(made.headers['content-type'], 'application/scim+json; charset=utf-8')
  assert.match(String(made.headers['location']), new RegExp(`/api/scim/v2/Users/${made.json.id}$`))
  assert.equal(made.headers['etag'], 'W/"1"')
  const found = await speak(token, 'GET', `/Users?filter=${encodeURIComponent('userName eq "LIN@example.com"')}`)
  assert.deepEqual([found.json.totalResults, found.json.Resources[0].id], [1, made.json.id])
  const again = await speak(token, 'POST', '/Users', entraUser('LIN@example.com'))
  assert.deepEqual([again.status, again.json.scimType, again.json.status], [409, 'uniqueness', '409'])

  const at = `/Users/${made.json.id}`
  const changed = await speak(
    token,
    'PATCH',
    at,
    patchOp(
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'lin.yi@example.com' },
      { op: 'Add', path: 'title', value: '工程师' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber', value: 'E7' },
    ),
  )
  assert.equal(changed.json.emails[0].value, 'lin.yi@example.com')
  assert.deepEqual(
    (await peopleOf(company)).map((each) => ({ ...each })),
    [{ name: '林一', email: 'lin.yi@example.com', position: '工程师', state: 'active', dept: null }],
  )
  // Entra says truth in letters.
  await speak(token, 'PATCH', at, patchOp({ op: 'Replace', path: 'active', value: 'False' }))
  assert.equal((await peopleOf(company))[0]?.state, 'disabled')
  await speak(token, 'PATCH', at, patchOp({ op: 'replace', value: { active: true } }))
  assert.equal((await peopleOf(company))[0]?.state, 'active')
  assert.equal((await speak(token, 'DELETE', at)).status, 204)
  assert.equal((await peopleOf(company))[0]?.state, 'disabled')
  assert.equal((await speak(token, 'GET', at)).status, 404)
})

test('groups are departments; who is in them is there', async () => {
  const company = await newCompany()
  const token = await tokenOf(company)
  const one = (await speak(token, 'POST', '/Users', entraUser('one@example.com', { displayName: '一' }))).json.id
  const two = (await speak(token, 'POST', '/Users', entraUser('two@example.com', { displayName: '二' }))).json.id
  const group = await speak(token, 'POST', '/Groups', { displayName: '研发', members: [{ value: one }] })
  assert.equal(group.status, 201)
  const at = `/Groups/${group.json.id}`
  await speak(token, 'PATCH', at, patchOp({ op: 'Add', path: 'members', value: [{ value: two }] }))
  assert.deepEqual(
    (await peopleOf(company)).map(({ dept }) => dept),
    ['研发', '研发'],
  )
  await speak(token, 'PATCH', at, patchOp({ op: 'remove', path: `members[value eq "${one}"]` }))
  await speak(token, 'PATCH', at, patchOp({ op: 'Replace', value: { displayName: '研发部' } }))
  assert.deepEqual(
    (await peopleOf(company)).map(({ dept }) => dept),
    [null, '研发部'],
  )
  const members = await speak(token, 'GET', `/Groups?filter=${encodeURIComponent(`id eq "${group.json.id}" and members eq "${two}"`)}`)
  assert.equal(members.json.totalResults, 1)
  await speak(token, 'DELETE', at)
  assert.deepEqual(
    (await peopleOf(company)).map(({ dept }) => dept),
    [null, null],
  )
})

test('a group that is a member of another hangs below it, and none below itself', async () => {
  const company = await newCompany()
  const token = await tokenOf(company)
  const make = async (displayName: string, members: string[] = []) =>
    (await speak(token, 'POST', '/Groups', { displayName, members: members.map((value) => ({ value })) })).json.id as string
  const low = await make('一组')
  const middle = await make('研发', [low])
  const top = await make('总部', [middle])
  const tree = () =>
    database.reading(company.orgId, (tx) =>
      tx
        .query<{ name: string; above: string | null }>(
          `select d.dept_name as name, u.dept_name as above from department d left join department u on u.org_id = $1 and u.id = d.parent_id
           where d.org_id = $1 and d.deleted_at is null order by d.dept_name collate "C"`,
          [company.orgId],
        )
        .then((rows) => Object.fromEntries(rows.map(({ name, above }) => [name, above]))),
    )
  assert.deepEqual(await tree(), { 一组: '研发', 总部: null, 研发: '总部' })
  const shown = (await speak(token, 'GET', `/Groups/${top}`)).json.members[0]
  assert.deepEqual([shown.type, shown.$ref.endsWith(`/Groups/${middle}`)], ['Group', true])
  for (const above of [low, top])
    assert.equal(
      (await speak(token, 'PATCH', `/Groups/${low}`, patchOp({ op: 'add', path: 'members', value: [{ value: above }] }))).status,
      400,
    )
  await speak(token, 'PATCH', `/Groups/${middle}`, patchOp({ op: 'remove', path: `members[value eq "${low}"]` }))
  assert.deepEqual(await tree(), { 一组: null, 总部: null, 研发: '总部' })
  await speak(token, 'DELETE', `/Groups/${top}`)
  assert.deepEqual(await tree(), { 一组: null, 研发: null })
})

test('lists come in parts; what changed meanwhile is not written over; what is not understood is said as SCIM says it', async () => {
  const company = await newCompany()
  const token = await tokenOf(company)
  const ids: string[] = []
  for (const name of ['a', 'b', 'c']) ids.push((await speak(token, 'POST', '/Users', entraUser(`${name}@example.com`))).json.id)
  const part = await speak(token, 'GET', '/Users?startIndex=2&count=1')
  assert.deepEqual([part.json.totalResults, part.json.startIndex, part.json.itemsPerPage, part.json.Resources[0].id], [3, 2, 1, ids[1]])
  assert.equal((await speak(token, 'GET', '/Users?count=0')).json.Resources.length, 0)
  const at = `/Users/${ids[0]}`
  assert.equal((await speak(token, 'PUT', at, entraUser('a@example.com', { title: '甲' }), { 'if-match': 'W/"1"' })).status, 200)
  assert.equal((await speak(token, 'PUT', at, entraUser('a@example.com'), { 'if-match': 'W/"1"' })).status, 412)
  assert.equal((await speak(token, 'GET', at, undefined, { 'if-none-match': 'W/"2"' })).status, 304)
  const wrong = await speak(token, 'GET', `/Users?filter=${encodeURIComponent('userName like "a"')}`)
  assert.deepEqual(
    [wrong.status, wrong.json.scimType, wrong.json.schemas],
    [400, 'invalidFilter', ['urn:ietf:params:scim:api:messages:2.0:Error']],
  )
  assert.equal((await speak(token, 'POST', '/Users', {})).json.scimType, 'invalidValue')
  assert.equal((await speak(token, 'PATCH', at, patchOp({ op: 'move', path: 'x' }))).json.scimType, 'invalidSyntax')
  assert.equal((await speak(token, 'GET', '/ServiceProviderConfig')).json.patch.supported, true)
  assert.equal((await speak(token, 'GET', '/ResourceTypes')).json.totalResults, 2)
  assert.equal((await speak(token, 'GET', '/Schemas')).json.totalResults, 3)
})

test('a token opens one organisation, and the one before opens nothing', async () => {
  const [mine, other] = [await newCompany(), await newCompany()]
  const before = await tokenOf(mine)
  const id = (await speak(before, 'POST', '/Users', entraUser('x@example.com'))).json.id
  assert.equal((await speak(await tokenOf(other), 'GET', `/Users/${id}`)).status, 404)
  const now = await tokenOf(mine)
  assert.deepEqual([(await speak(before, 'GET', `/Users/${id}`)).status, (await speak(now, 'GET', `/Users/${id}`)).status], [401, 200])
  await ask({ path: signOnOperations.saveScim.path, token: await mine.tokenOf(mine.admin), body: { enabled: false } })
  assert.equal((await speak(now, 'GET', `/Users/${id}`)).status, 401)
  const shown = await ask({ path: signOnOperations.settings.path, token: await mine.tokenOf(mine.admin) })
  assert.doesNotMatch(shown.text, new RegExp(now.split('.')[1]!))
})

test('somebody who leaves has no session any more, and the administrator is told what he holds', async () => {
  const company = await newCompany()
  const token = await tokenOf(company)
  const uid = await company.hire('zhou', [], { userName: '周舟', email: 'zhou@example.com' })
  const id = (await speak(token, 'POST', '/Users', entraUser('zhou@example.com', { displayName: '周舟' }))).json.id
  await database.inTransaction(company.orgId, (tx) =>
    tx.query(`insert into department (org_id, id, dept_code, dept_name, manager_uid) values ($1, 9, 'BM9', '档案室', $2)`, [
      company.orgId,
      uid,
    ]),
  )
  const session = await company.tokenOf(uid)
  await speak(token, 'PATCH', `/Users/${id}`, patchOp({ op: 'Replace', path: 'active', value: 'False' }))
  const open = await database.reading(company.orgId, (tx) =>
    tx.query('select from session where org_id = $1 and uid = $2 and ended_at is null', [company.orgId, uid]),
  )
  assert.equal(open.length, 0, session)
  const [told] = await database.reading(company.orgId, (tx) =>
    tx.query<{ title: string; content: string }>('select title, content from message where org_id = $1 and uid = $2', [
      company.orgId,
      company.admin,
    ]),
  )
  assert.deepEqual({ ...told }, { title: '周舟已从SCIM离开，账号已停用，还有1项要交接', content: '周舟：负责的部门1项（档案室）' })
})

test('who administered once and is out of service, or gone, is nobody whom a directory may claim', async () => {
  const company = await newCompany()
  const token = await tokenOf(company)
  const once = await company.hire('once', ['tenant'], { userName: '旧管理', email: 'once@example.com' })
  const gone = await company.hire('gone', [], { userName: '前管理', email: 'gone@example.com' })
  await database.inTransaction(company.orgId, (tx) =>
    tx.query(`update person set state = 'disabled', admin = id = $3 where org_id = $1 and id = any ($2)`, [
      company.orgId,
      [once, gone],
      gone,
    ]),
  )
  for (const email of ['once@example.com', 'gone@example.com']) await speak(token, 'POST', '/Users', entraUser(email))
  const linked = await database.reading(company.orgId, (tx) =>
    tx.query(`select from foreign_person where org_id = $1 and uid = any ($2)`, [company.orgId, [once, gone]]),
  )
  assert.equal(linked.length, 0)
})

test('without a licence what is there is told, and nothing is written', async () => {
  const company = await newCompany(undefined, [])
  const token = await tokenOf(company)
  assert.equal((await speak(token, 'GET', '/Users')).status, 200)
  const refused = await speak(token, 'POST', '/Users', entraUser('lin@example.com'))
  assert.equal(refused.status, 403)
  assert.match(refused.json.detail, /会员已到期/)
  assert.deepEqual(await peopleOf(company), [])
})
