import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fastify from 'fastify'
import { signOnOperations } from '../../domain/signOn/operations.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { addScimRoutes } from './scimRoutes.ts'

const { app, ask, database, newCompany } = await testApp(handlers)
const server = fastify()
await addScimRoutes(server, app)
after(() => server.close())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** What tests look at in an answer, whatever it is of. */
type Answer = {
  readonly totalResults: number
  readonly Resources: readonly Readonly<Record<string, unknown>>[]
  readonly phoneNumbers: readonly unknown[]
  readonly emails: readonly unknown[]
  readonly members: readonly unknown[] | undefined
  readonly name: Readonly<Record<string, unknown>>
  readonly displayName: string
  readonly active: boolean
  readonly password: unknown
  readonly endpoint: string
}
/** What a directory sends, the status that it expects, and what has to hold of the answer. `{user}` and `{group}` are ids of answers before. */
type Step = {
  readonly method: Method
  readonly path: string
  readonly body?: object
  readonly status: number
  readonly names?: 'user' | 'group'
  readonly holds?: (json: Answer) => boolean
}

const newDirectory = async () => {
  const company = await newCompany()
  const answer = await ask({ path: signOnOperations.renewToken.path, token: await company.tokenOf(company.admin), body: {} })
  const token: string = answer.json.result.token
  const ids: Record<string, string> = {}
  const filledIn = (text: string) => text.replaceAll(/\{(user|group)\}/g, (_, name: string) => ids[name] ?? name)
  const send = async ({ method, path, body, status, names, holds }: Step) => {
    const [way = '', filter] = path.split('?filter=')
    const reply = await server.inject({
      method,
      url: `/api/scim/v2${filledIn(way)}${filter === undefined ? '' : `?filter=${encodeURIComponent(filledIn(filter))}`}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json; charset=utf-8' },
      ...(body && { payload: filledIn(JSON.stringify(body)) }),
    })
    const what = `${method} ${path} ${JSON.stringify(body) ?? ''}: ${reply.body}`
    assert.equal(reply.statusCode, status, what)
    const json = reply.body === '' ? undefined : reply.json()
    if (status !== 204) assert.match(String(reply.headers['content-type']), /^application\/scim\+json/, what)
    if (status >= 400)
      assert.deepEqual([json.schemas, json.status], [['urn:ietf:params:scim:api:messages:2.0:Error'], String(status)], what)
    if (names) ids[names] = json.id
    if (holds) assert.ok(holds(json), what)
  }
  const person = async () => {
    const [row] = await database.reading(company.orgId, (tx) =>
      tx.query<object>(
        `select p.user_name as name, p.email, p.phone, p.position, p.state, d.dept_name as dept from person p
         left join department d on d.org_id = $1 and d.id = p.dept_id where p.org_id = $1 and p.id <> $2 order by p.created_at limit 1`,
        [company.orgId, company.admin],
      ),
    )
    return { ...row }
  }
  return { company, token, send, person }
}

const patchOp = (...Operations: object[]) => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const user = (more: object) => ({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', enterprise], ...more })

test('Entra ID from a first look to leaving', async () => {
  const { send, person } = await newDirectory()
  const steps: Step[] = [
    // The connection test asks for an id that no one has.
    {
      method: 'GET',
      path: '/Users?filter=userName eq "6f2a1f0e-non-existing"',
      status: 200,
      holds: ({ totalResults }) => totalResults === 0,
    },
    {
      method: 'POST',
      path: '/Users',
      status: 201,
      names: 'user',
      body: user({
        externalId: 'lin.yi',
        userName: 'Lin.Yi@example.com',
        active: true,
        displayName: 'Lin and Sons',
        emails: [
          { primary: true, type: 'work', value: 'lin.yi@example.com' },
          { type: 'other', value: 'lin@home.example.com' },
        ],
        phoneNumbers: [
          { type: 'work', value: '010-66661111' },
          { type: 'mobile', value: '13800000001' },
          { type: 'fax', value: '010-66662222' },
        ],
        name: { formatted: '林一', familyName: '林', givenName: '一' },
        title: '工程师',
        [enterprise]: { employeeNumber: 'E7', department: '研发', manager: { value: 'x' } },
      }),
      holds: ({ phoneNumbers, emails, name }) => phoneNumbers.length === 3 && emails.length === 2 && name['givenName'] === '一',
    },
    {
      method: 'GET',
      path: '/Users?filter=userName eq "lin.yi@EXAMPLE.com"',
      status: 200,
      holds: ({ Resources }) => Resources.length === 1,
    },
    {
      method: 'GET',
      path: '/Users?filter=externalId eq "lin.yi" and active eq true',
      status: 200,
      holds: ({ totalResults }) => totalResults === 1,
    },
    { method: 'GET', path: '/Users?filter=active eq false', status: 200, holds: ({ totalResults }) => totalResults === 0 },
    { method: 'GET', path: '/Users?filter=displayName eq "Lin and Sons"', status: 200, holds: ({ totalResults }) => totalResults === 1 },
    {
      method: 'GET',
      path: '/Users?filter=emails[type eq "work"].value eq "lin.yi@example.com"',
      status: 200,
      holds: ({ totalResults }) => totalResults === 1,
    },
    {
      method: 'GET',
      path: '/Users?filter=emails[type eq "work"].value eq "lin@home.example.com"',
      status: 200,
      holds: ({ totalResults }) => totalResults === 0,
    },
    {
      method: 'PATCH',
      path: '/Users/{user}',
      status: 200,
      body: patchOp(
        { op: 'Replace', path: 'phoneNumbers[type eq "work"].value', value: '010-66663333' },
        { op: 'Remove', path: 'phoneNumbers[type eq "fax"].value' },
        { op: 'Replace', path: 'emails[type eq "other"].value', value: 'new@home.example.com' },
        { op: 'Add', path: 'addresses[type eq "work"].locality', value: '杭州' },
        { op: 'Add', path: `${enterprise}:department`, value: '研发' },
        { op: 'Replace', path: 'displayName', value: '林一' },
      ),
      holds: ({ phoneNumbers }) => phoneNumbers.length === 2,
    },
    { method: 'POST', path: '/Groups', status: 201, names: 'group', body: { externalId: 'g1', displayName: 'R and D', members: [] } },
    { method: 'GET', path: '/Groups?filter=displayName eq "R and D"', status: 200, holds: ({ totalResults }) => totalResults === 1 },
    {
      method: 'PATCH',
      path: '/Groups/{group}',
      status: 200,
      body: patchOp({ op: 'Add', path: 'members', value: [{ $ref: null, value: '{user}' }] }),
    },
    {
      method: 'GET',
      path: '/Groups/{group}?excludedAttributes=members',
      status: 200,
      holds: (json) => json.displayName === 'R and D' && json.members === undefined,
    },
    {
      method: 'GET',
      path: '/Groups?filter=id eq "{group}" and members eq "{user}"',
      status: 200,
      holds: ({ totalResults }) => totalResults === 1,
    },
  ]
  for (const step of steps) await send(step)
  assert.deepEqual(await person(), {
    name: '林一',
    email: 'lin.yi@example.com',
    phone: '13800000001',
    position: '工程师',
    state: 'active',
    dept: 'R and D',
  })
  for (const step of [
    {
      method: 'PATCH',
      path: '/Groups/{group}',
      status: 200,
      body: patchOp({ op: 'Remove', path: 'members', value: [{ $ref: null, value: '{user}' }] }),
    },
    { method: 'PATCH', path: '/Users/{user}', status: 200, body: patchOp({ op: 'Replace', path: 'active', value: 'False' }) },
    { method: 'GET', path: '/Users?filter=active eq false', status: 200, holds: ({ totalResults }) => totalResults === 1 },
  ] satisfies Step[])
    await send(step)
  assert.deepEqual(await person(), {
    name: '林一',
    email: 'lin.yi@example.com',
    phone: '13800000001',
    position: '工程师',
    state: 'disabled',
    dept: null,
  })
  await send({ method: 'PATCH', path: '/Users/{user}', status: 200, body: patchOp({ op: 'Replace', path: 'active', value: 'True' }) })
  await send({ method: 'DELETE', path: '/Users/{user}', status: 204 })
  await send({ method: 'GET', path: '/Users/{user}', status: 404 })
})

test('Okta from a first look to leaving', async () => {
  const { send, person } = await newDirectory()
  const whole = (more: object) =>
    user({
      userName: 'zhou@example.com',
      name: { givenName: 'Zhou', familyName: "O'Neil" },
      emails: [{ primary: true, value: 'zhou@example.com', type: 'work' }],
      displayName: 'Zhou "Zed" O\'Neil',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      active: true,
      ...more,
    })
  for (const step of [
    { method: 'GET', path: '/Users?startIndex=1&count=2', status: 200, holds: ({ totalResults }) => totalResults === 0 },
    { method: 'GET', path: '/Users?filter=userName eq "zhou@example.com"', status: 200, holds: ({ Resources }) => Resources.length === 0 },
    {
      method: 'POST',
      path: '/Users',
      status: 201,
      names: 'user',
      body: whole({ password: 'Aa1!secret' }),
      holds: (json) => json.password === undefined && json.name['familyName'] === "O'Neil",
    },
    { method: 'POST', path: '/Users', status: 409, body: whole({}) },
    { method: 'GET', path: '/Users/{user}', status: 200 },
    {
      method: 'PUT',
      path: '/Users/{user}',
      status: 200,
      body: {
        ...whole({ title: 'Lead' }),
        phoneNumbers: [
          { value: '+1 555', type: 'work' },
          { value: '13800000002', type: 'mobile' },
        ],
      },
    },
    { method: 'GET', path: '/Groups?filter=displayName eq "Sales \\"East\\" (and) West"', status: 200 },
    {
      method: 'POST',
      path: '/Groups',
      status: 201,
      names: 'group',
      body: {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
        displayName: 'Sales',
        members: [{ value: '{user}', display: 'zhou@example.com' }],
      },
    },
    {
      method: 'PATCH',
      path: '/Groups/{group}',
      status: 200,
      body: patchOp({ op: 'replace', value: { id: '{group}', displayName: 'Sales East' } }),
      holds: ({ members }) => members?.length === 1,
    },
  ] satisfies Step[])
    await send(step)
  assert.deepEqual(await person(), {
    name: 'Zhou "Zed" O\'Neil',
    email: 'zhou@example.com',
    phone: '13800000002',
    position: 'Lead',
    state: 'active',
    dept: 'Sales East',
  })
  for (const step of [
    {
      method: 'PATCH',
      path: '/Groups/{group}',
      status: 200,
      body: patchOp({ op: 'remove', path: 'members[value eq "{user}"]' }),
      holds: ({ members }) => members?.length === 0,
    },
    {
      method: 'PATCH',
      path: '/Groups/{group}',
      status: 200,
      body: patchOp({ op: 'add', path: 'members', value: [{ value: '{user}', display: 'zhou@example.com' }] }),
    },
    {
      method: 'PATCH',
      path: '/Groups/{group}',
      status: 200,
      body: patchOp({ op: 'replace', path: 'members', value: [] }),
      holds: ({ members }) => members?.length === 0,
    },
    {
      method: 'PATCH',
      path: '/Users/{user}',
      status: 200,
      body: patchOp({ op: 'replace', value: { active: false } }),
      holds: ({ active }) => active === false,
    },
    {
      method: 'GET',
      path: '/Users?filter=active eq false and not (title eq "Intern")',
      status: 200,
      holds: ({ totalResults }) => totalResults === 1,
    },
    { method: 'DELETE', path: '/Groups/{group}', status: 204 },
  ] satisfies Step[])
    await send(step)
  assert.deepEqual(await person(), {
    name: 'Zhou "Zed" O\'Neil',
    email: 'zhou@example.com',
    phone: '13800000002',
    position: 'Lead',
    state: 'disabled',
    dept: null,
  })
})

test('each operator, part and way to ask of the standard is answered', async () => {
  const { send } = await newDirectory()
  for (const name of ['ann', 'bob', 'cid'])
    await send({
      method: 'POST',
      path: '/Users',
      status: 201,
      body: user({
        userName: name,
        displayName: name.toUpperCase(),
        emails: [{ value: `${name}@example.com`, type: 'work' }],
        ...(name === 'bob' && { title: 'Boss' }),
      }),
    })
  for (const [filter, count] of [
    ['userName ne "ann"', 2],
    ['userName co "I"', 1],
    ['displayName sw "b"', 1],
    ['userName ew "n"', 1],
    ['userName gt "ann"', 2],
    ['userName le "bob"', 2],
    ['title pr', 1],
    ['not (title pr)', 2],
    ['title eq null', 2],
    ['userName eq "ann" or userName eq "cid"', 2],
    ['(userName eq "ann" or userName eq "cid") and active eq true', 2],
    ['emails.value ew "example.com"', 3],
    ['emails[type eq "work" and value sw "bob"]', 1],
    ['emails pr', 3],
    ['phoneNumbers pr', 0],
    ['meta.lastModified gt "2011-05-13T04:42:34Z"', 3],
    ['meta.created lt "2011-05-13T04:42:34Z"', 0],
    ['displayName eq "%"', 0],
    ['id eq "no id"', 0],
  ] as const)
    await send({ method: 'GET', path: `/Users?filter=${filter}`, status: 200, holds: ({ totalResults }) => totalResults === count })
  await send({
    method: 'POST',
    path: '/Users/.search',
    status: 200,
    body: { filter: 'userName eq "bob"', attributes: ['userName'], count: 1 },
    holds: ({ Resources }) => Resources[0]?.['userName'] === 'bob' && Resources[0]['displayName'] === undefined,
  })
  await send({
    method: 'GET',
    path: '/Users?startIndex=9',
    status: 200,
    holds: ({ totalResults, Resources }) => totalResults === 3 && Resources.length === 0,
  })
})

test('what is not understood is refused as SCIM refuses, never as a fault of the server', async () => {
  const { send } = await newDirectory()
  const half = '\ud800'
  const refusals: Step[] = [
    { method: 'GET', path: '/Me', status: 501 },
    { method: 'POST', path: '/Bulk', status: 501, body: { Operations: [] } },
    { method: 'POST', path: '/.search', status: 501, body: {} },
    { method: 'GET', path: '/Schemas/urn:none', status: 404 },
    { method: 'GET', path: '/ResourceTypes/Device', status: 404 },
    { method: 'GET', path: '/Devices', status: 404 },
    { method: 'DELETE', path: '/Users', status: 405 },
    { method: 'POST', path: '/ServiceProviderConfig', status: 405, body: {} },
    { method: 'POST', path: '/Users', status: 400, body: user({ userName: 'a\0b' }) },
    { method: 'POST', path: '/Users', status: 400, body: user({ userName: half }) },
    { method: 'POST', path: '/Users', status: 400, body: user({ userName: 'a', [half]: 1 }) },
    { method: 'POST', path: '/Users', status: 400, body: user({ userName: 'a'.repeat(5000) }) },
    { method: 'POST', path: '/Users', status: 400, body: user({ userName: 'a'.repeat(255) }) },
    { method: 'POST', path: '/Users', status: 400, body: user({ userName: 'a', active: 'perhaps' }) },
    {
      method: 'POST',
      path: '/Users',
      status: 400,
      body: user({ userName: 'a', emails: Array.from({ length: 51 }, (_, at) => ({ value: `${at}@b` })) }),
    },
    { method: 'POST', path: '/Groups', status: 400, body: { displayName: half } },
    { method: 'POST', path: '/Groups', status: 400, body: { displayName: 'g', externalId: 'a\0' } },
    { method: 'GET', path: `/Users?startIndex=${2n ** 63n}`, status: 400 },
    { method: 'GET', path: '/Users?startIndex=x', status: 400 },
    { method: 'GET', path: '/Users?count=1.5', status: 400 },
    { method: 'GET', path: '/Users?filter=userName eq "a\0"', status: 400 },
    { method: 'GET', path: '/Users?filter=userName eq "\\u0000"', status: 400 },
    { method: 'GET', path: '/Users?filter=userName eq "\\ud800"', status: 400 },
    { method: 'GET', path: '/Users?filter=constructor eq "a"', status: 400 },
    { method: 'GET', path: '/Users?filter=userName[type eq "a"]', status: 400 },
    { method: 'GET', path: '/Users?filter=active gt true', status: 400 },
    { method: 'GET', path: '/Users?filter=meta.created gt "soon"', status: 400 },
    { method: 'GET', path: '/Users?startIndex=-5&count=-5', status: 200 },
    {
      method: 'GET',
      path: '/Schemas/urn:ietf:params:scim:schemas:core:2.0:User',
      status: 200,
      holds: (json) => String(json.name) === 'User',
    },
    { method: 'GET', path: '/ResourceTypes/Group', status: 200, holds: ({ endpoint }) => endpoint === '/Groups' },
  ]
  for (const step of refusals) await send(step)
  let deep: object = {}
  for (let level = 0; level < 200; level++) deep = { [enterprise]: deep }
  await send({ method: 'POST', path: '/Users', status: 400, body: user({ userName: 'a', more: deep }) })
})
