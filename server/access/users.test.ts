import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId, type Id } from '../../kernel/id.ts'
import { roleCodeOf, type RoleWord } from '../../domain/access/roles.ts'
import { uploadedFile, insert } from '../testing/company.ts'
import { type Ask, testApp, testPassword } from '../testing/app.ts'
import { authHandlers } from './auth.ts'
import { dictionaryHandlers } from './dictionaries.ts'
import { organisationHandlers } from '../organisations/organisations.ts'
import { findSession, findWorkingSession } from './sessions.ts'
import { userHandlers } from './users.ts'

const { ask, newCompany, database } = await testApp([...authHandlers, ...userHandlers, ...organisationHandlers, ...dictionaryHandlers])
const company = await newCompany()
const { orgId } = company
const admin = await company.tokenOf(company.admin)

const change = (token: string, body: object) => ask({ path: '/api/pro/sysuser/update', body, token })
const roles = (words: readonly RoleWord[]) => words.map((word) => ({ roleCode: roleCodeOf(word, orgId) }))
const changeRole = (token: string, body: object) => ask({ path: '/api/pro/sysuser/changeRole', body, token })
const identity = async (token: string) => (await ask({ method: 'GET', path: '/api/auth/getCurUser', token })).json['result']
const activeWords = async (token: string) =>
  JSON.parse((await identity(token))['X-ROLES']).map((role: { roleCode: string }) => role.roleCode.slice(3, -orgId.length - 1))

test('whoever has several roles switches among them and back', async () => {
  const uid = await company.hire('switcher', ['tenant', 'goodsmanager'])
  const token = await company.tokenOf(uid)
  assert.deepEqual(await activeWords(token), ['tenant', 'goodsmanager'])
  assert.equal((await changeRole(token, { uid, sysUserRoleEntityList: roles(['ordinary_emp']) })).status, 200)
  assert.deepEqual(await activeWords(token), ['ordinary_emp'])
  const me = await identity(token)
  assert.deepEqual([me['X-Admin'], me['codes'].includes('gscat:save'), me['grantedRoles'].length], [0, false, 3])
  assert.equal((await changeRole(token, { sysUserRoleEntityList: roles(['tenant', 'goodsmanager']) })).status, 200)
  assert.equal((await identity(token))['X-Admin'], 1)
})

const notGranted: [title: string, body: (uid: Id) => object, status: number, reason: string | undefined][] = [
  ['a role that was not granted', (uid) => ({ uid, sysUserRoleEntityList: roles(['tenant']) }), 200, 'role.notGranted'],
  ['a role of another organisation', () => ({ sysUserRoleEntityList: [{ roleCode: 'gs_ordinary_emp_1' }] }), 200, 'role.notGranted'],
  ['roles granted by oneself', (uid) => ({ uid, mode: 'grant', sysUserRoleEntityList: roles(['tenant']) }), 403, 'access.denied'],
  ['roles of somebody else', () => ({ uid: company.admin, sysUserRoleEntityList: roles(['ordinary_emp']) }), 403, 'access.denied'],
  [
    'the view of somebody else',
    () => ({ uid: company.admin, mode: 'switch', sysUserRoleEntityList: roles(['ordinary_emp']) }),
    403,
    'access.denied',
  ],
  ['no roles', () => ({ sysUserRoleEntityList: [] }), 400, 'request.malformed'],
]
test('an employee takes no role that was not given', async () => {
  const uid = await company.hire('climber')
  const token = await company.tokenOf(uid)
  for (const [title, body, status, reason] of notGranted) {
    const answer = await changeRole(token, body(uid))
    assert.deepEqual([answer.status, answer.json['reason']], [status, reason], title)
  }
  assert.deepEqual(await activeWords(token), ['ordinary_emp'])
})

test('somebody belongs to several departments, as those who manage people say', async () => {
  const uid = await company.hire('between')
  const token = await company.tokenOf(uid)
  const [one, two] = [newId(), newId()]
  await database.inTransaction(orgId, (tx) =>
    insert(tx, 'department', [
      { id: one, dept_code: 'B1', dept_name: '一部', search: '一部' },
      { id: two, dept_code: 'B2', dept_name: '二部', search: '二部' },
    ]),
  )
  const departments = async () =>
    (JSON.parse((await identity(token))['X-DEPTS']) as { deptId: Id }[])
      .map(({ deptId }) => deptId)
      .filter((id) => id === one || id === two)
  assert.equal((await change(token, { otherDeptIds: [one] })).status, 403)
  assert.equal((await change(admin, { uid, otherDeptIds: [one, newId()] })).json['reason'], 'department.unknown')
  assert.deepEqual(await departments(), [])
  assert.equal((await change(admin, { uid, otherDeptIds: [two, one, two] })).status, 200)
  assert.deepEqual((await departments()).toSorted(), [one, two].toSorted())
  assert.equal((await change(admin, { uid, deptId: two, otherDeptIds: [one] })).status, 200)
  assert.deepEqual((await findSession(database, await company.tokenOf(uid)))!.departmentIds, [two, one], 'the main one first')
  assert.equal((await change(admin, { uid, deptId: null, otherDeptIds: [two] })).status, 200)
  assert.equal((await change(admin, { uid, position: '主管' })).status, 200)
  assert.deepEqual(await departments(), [two])
})

test('an administrator grants and takes away', async () => {
  const uid = await company.hire('riser')
  const token = await company.tokenOf(uid)
  const granted = await changeRole(admin, { uid, sysUserRoleEntityList: roles(['consummanager']) })
  assert.deepEqual(
    granted.json['result'].sysUserRoleEntityList.map((role: { roleName: string; active: boolean }) => [role.roleName, role.active]),
    [
      ['耗材管理员', true],
      ['普通员工', false],
    ],
  )
  assert.deepEqual(await activeWords(token), ['consummanager'])
  await changeRole(admin, { uid, sysUserRoleEntityList: roles(['ordinary_emp']) })
  assert.deepEqual(await activeWords(await company.tokenOf(uid)), ['ordinary_emp'])
  assert.equal((await changeRole(admin, { uid: newId(), sysUserRoleEntityList: roles(['tenant']) })).status, 404)
  assert.equal((await changeRole(admin, { uid, sysUserRoleEntityList: [{ roleCode: 'gs_tenant_1' }] })).json['reason'], 'role.unknown')
})

test('a role is given to several and taken again, at once, and it is written down who did it', async () => {
  const [one, two] = [
    await company.hire('keeper-one', ['consummanager'], { userName: '甲' }),
    await company.hire('keeper-two', [], { userName: '乙' }),
  ]
  const token = await company.tokenOf(two)
  const roleCode = roleCodeOf('goodsmanager', orgId)
  const grant = (by: string, body: object) => ask({ path: '/api/pro/sysuser/grantRole', body, token: by })
  assert.equal((await grant(token, { roleCode, uids: [two], granted: true })).status, 403)
  assert.deepEqual((await grant(admin, { roleCode, uids: [two, one], granted: true })).json['result'], { changed: 2 })
  assert.deepEqual((await grant(admin, { roleCode, uids: [two], granted: true })).json['result'], { changed: 0 }, 'twice is once')
  assert.deepEqual(
    (await activeWords(await company.tokenOf(one))).toSorted(),
    ['consummanager', 'goodsmanager'],
    'what else was held stays',
  )
  assert.ok((await identity(await company.tokenOf(two)))['codes'].includes('gsgoods:save'))
  assert.deepEqual((await grant(admin, { roleCode, uids: [two], granted: false })).json['result'], { changed: 1 })
  assert.deepEqual(await activeWords(await company.tokenOf(two)), ['ordinary_emp'])
  const history = await ask({ path: '/api/pro/sysuser/roleHistory', body: { roleCode, pageSize: 3 }, token: admin })
  assert.deepEqual(
    history.json['page'].list.map((row: { userName: string; granted: boolean; byName: string }) => [row.userName, row.granted, row.byName]),
    [
      ['乙', false, `admin-${orgId}`],
      ...['甲', '乙']
        .map((name) => [name, true, `admin-${orgId}`])
        .toSorted((a, b) => (history.json['page'].list[1].userName === a[0] ? -1 : b ? 1 : 0)),
    ],
  )
  const wrong: [body: object, reason: string][] = [
    [{ roleCode: roleCodeOf('ordinary_emp', orgId), uids: [two], granted: true }, 'role.everybodys'],
    [{ roleCode: 'gs_goodsmanager_1', uids: [two], granted: true }, 'role.unknown'],
    [{ roleCode, uids: [newId()], granted: true }, 'request.unknown'],
  ]
  for (const [body, reason] of wrong) assert.equal((await grant(admin, body)).json['reason'], reason)
  const faults = await database.reading(orgId, (tx) => tx.query('select what from watched_faults($1)', [orgId]))
  assert.deepEqual(faults, [])
})

test('of all administrators one stays, however many are named', async () => {
  const small = await newCompany('两人公司')
  const second = await small.hire('deputy', ['tenant'])
  const body = { roleCode: roleCodeOf('tenant', small.orgId), uids: [small.admin, second], granted: false }
  const answer = await ask({ path: '/api/pro/sysuser/grantRole', body, token: await small.tokenOf(second) })
  assert.equal(answer.json['reason'], 'administrator.last')
  const held = await database.reading(small.orgId, (tx) => tx.query('select from person where org_id = $1 and admin', [small.orgId]))
  assert.equal(held.length, 2, 'nothing of it happened')
})

test('the last administrator stays, and two who remove each other at once do not both succeed', async () => {
  const small = await newCompany('小公司')
  const token = await small.tokenOf(small.admin)
  const plain = [{ roleCode: roleCodeOf('ordinary_emp', small.orgId) }]
  const leave = { uid: small.admin, mode: 'grant', sysUserRoleEntityList: plain }
  assert.equal((await changeRole(token, leave)).json['reason'], 'administrator.last')
  assert.equal((await change(token, { uid: small.admin, state: 'disabled' })).json['reason'], 'administrator.last')
  const second = await small.hire('second', ['tenant'])
  const answers = await Promise.all([
    changeRole(token, { uid: second, sysUserRoleEntityList: plain }),
    change(await small.tokenOf(second), { uid: small.admin, state: 'disabled' }),
  ])
  assert.deepEqual(answers.map((answer) => answer.json['success']).sort(), [false, true])
})

test('one changes what is one’s own and nothing else', async () => {
  const uid = await company.hire('owner', [], { phone: '13811110001' })
  const other = await company.hire('neighbour', [], { phone: '13811110002', employeeNo: 'E2' })
  const token = await company.tokenOf(uid)
  for (const avatar of ['https://else.where/a.png', '../a.png', 'a']) assert.equal((await change(token, { avatar })).status, 400)
  const avatar = await database.inTransaction(company.orgId, (tx) => uploadedFile(tx, uid))
  const good = await change(token, { email: 'a@b.cn', gender: 'female', avatar, phone: '13811110003' })
  assert.deepEqual([good.json['result'].email, good.json['result'].phone], ['a@b.cn', '13811110003'])
  const table: [title: string, body: object, status: number, reason: string | undefined][] = [
    ['another person', { uid: other, email: 'x@y.cn' }, 403, 'access.denied'],
    ['a person that is not there', { uid: newId(), email: 'x@y.cn' }, 403, 'access.denied'],
    ['the own name', { userName: '王' }, 403, 'access.denied'],
    ['the own department', { deptId: newId() }, 403, 'access.denied'],
    ['the own state', { state: 'disabled' }, 403, 'access.denied'],
    ['an admin flag', { admin: true }, 403, 'access.denied'],
    ['another login', { username: 'root' }, 403, 'access.denied'],
    ['roles', { sysUserRoleEntityList: [] }, 403, 'access.denied'],
    ['a password hash', { passwordHash: 'x' }, 400, 'request.malformed'],
    ['a phone that is taken', { phone: '13811110002' }, 200, 'person.phone'],
    ['a phone that is none', { phone: '12' }, 200, 'field.mobile'],
    ['an e-mail that is none', { email: 'a@' }, 200, 'field.email'],
    ['a weak password', { password: 'short', oldPassword: testPassword }, 200, 'field.password'],
    ['a password without the old one', { password: 'Other2026' }, 200, 'password.wrong'],
    ['a password with a wrong old one', { password: 'Other2026', oldPassword: 'Wrong2026' }, 200, 'password.wrong'],
  ]
  for (const [title, body, status, reason] of table) {
    const answer = await change(token, body)
    assert.deepEqual([answer.status, answer.json['reason']], [status, reason], title)
  }
  for (const sender of [token, admin]) {
    const shown = (await ask({ path: '/api/pro/sysuser/getUserInfo', body: { uid }, token: sender })).json['result']
    const answer = await change(sender, { ...shown, email: sender === token ? 'b@b.cn' : 'c@b.cn' })
    assert.deepEqual([answer.status, answer.json['code']], [200, 0], 'what was read is sent back')
    assert.deepEqual(answer.json['result'], { ...shown, email: answer.json['result'].email })
  }
  assert.equal((await change(admin, { uid, employeeNo: 'E2' })).json['reason'], 'person.employeeNo')
  assert.equal((await change(admin, { uid, deptId: newId() })).json['reason'], 'department.unknown')
})

test('a new password ends every other session and opens the door', async () => {
  const uid = await company.hire('renewer')
  const [token, old] = [await company.tokenOf(uid), await company.tokenOf(uid)]
  assert.equal((await change(token, { password: 'Other2026', oldPassword: testPassword })).json['success'], true)
  assert.equal((await ask({ method: 'GET', path: '/api/auth/getCurUser', token: old })).status, 401)
  assert.equal((await identity(token))['X-First'], 0)
  const signIn = (password: string) =>
    ask({
      path: `/api/oauth/token?grant_type=password&username=renewer&password=${password}`,
      headers: { authorization: `Basic ${btoa('app:app')}` },
    })
  assert.deepEqual([(await signIn(testPassword)).status, (await signIn('Other2026')).status], [400, 200])
})

test('a password that somebody else chose opens nothing but the way to one’s own', async () => {
  const uid = await company.hire('beginner')
  await change(admin, { uid, password: 'Given2026' })
  const token = await company.tokenOf(uid)
  assert.equal((await identity(token))['X-First'], 1)
  assert.equal(await findWorkingSession(database, token), undefined)
  const choose = (password: string, by = token) => ask({ path: '/api/pro/sysuser/choosePassword', body: { password }, token: by })
  const table: [asked: Ask, status: number, reason: string | undefined][] = [
    [{ path: '/api/pro/sysuser/listUser', body: {}, token }, 403, 'password.notOwn'],
    [{ path: '/api/pro/sysuser/update', body: { email: 'a@b.cn' }, token }, 403, 'password.notOwn'],
    [{ method: 'GET', path: '/api/auth/resources', token }, 200, undefined],
  ]
  for (const [asked, status, reason] of table) {
    const answer = await ask(asked)
    assert.deepEqual([answer.status, answer.json['reason']], [status, reason], asked.path)
  }
  assert.equal((await choose('weak')).json['reason'], 'field.password')
  assert.equal((await choose('Given2026')).json['reason'], 'password.same')
  const chosen = await choose('Mine2026')
  assert.deepEqual([chosen.json['X-First'], chosen.json['X-UID']], [0, uid])
  assert.equal((await ask({ method: 'GET', path: '/api/auth/getCurUser', token })).status, 401)
  const next = chosen.json['access_token']
  assert.equal((await ask({ path: '/api/pro/sysuser/listUser', body: {}, token: next })).status, 200)
  assert.equal((await choose('Other2026', next)).json['reason'], 'password.own')
})

test('whoever has no login name keeps the phone that signs in', async () => {
  const uid = await company.hire('x', [], { username: undefined, phone: '13811110007' })
  const token = await company.tokenOf(uid)
  assert.deepEqual([(await identity(token))['X-UserId']], ['13811110007'])
  assert.equal((await change(token, { phone: null })).json['reason'], 'person.phoneSignsIn')
  assert.equal((await change(token, { phone: '13811110008' })).json['result'].phone, '13811110008')
})

test('colleagues see the address book, whoever manages users sees the rest', async () => {
  const uid = await company.hire('seen', ['goodsmanager'], { userName: '欧阳芳', phone: '13811110009' })
  const gone = await company.hire('gone', [], { userName: '欧阳空' })
  await change(admin, { uid: gone, state: 'disabled' })
  const token = await company.tokenOf(await company.hire('reader'))
  const list = async (asker: string, path: string) =>
    (await ask({ path, body: { likeQuery: 'ouyang', pageSize: '50' }, token: asker })).json['page']
  const seen = await list(token, '/api/pro/sysuser/list')
  assert.deepEqual(seen.list, [
    {
      uid,
      userName: '欧阳芳',
      avatar: null,
      deptId: null,
      deptName: null,
      position: null,
      phone: '13811110009',
      email: null,
      gender: null,
    },
  ])
  const managed = await list(admin, '/api/pro/sysuser/list')
  assert.deepEqual([managed.totalCount, managed.list[1].state, managed.list[0].sysUserRoleEntityList.length], [2, 'disabled', 2])
  assert.deepEqual(Object.keys((await list(token, '/api/pro/sysuser/listUser')).list[0]), [
    'uid',
    'userName',
    'avatar',
    'deptId',
    'deptName',
    'position',
  ])
  const info = (asker: string, of: Id) => ask({ path: '/api/pro/sysuser/getUserInfo', body: { uid: of }, token: asker })
  assert.deepEqual(
    [(await info(token, gone)).status, (await info(admin, gone)).status, (await info(token, newId())).status],
    [404, 200, 404],
  )
})

test('people are found in a department with everything below it', async () => {
  const [top, below] = [newId(), newId()]
  await database.inTransaction(orgId, async (tx) => {
    await tx.query("insert into department (org_id, id, dept_code, dept_name) values ($1, $2, 'D1', '总部')", [orgId, top])
    await tx.query("insert into department (org_id, id, dept_code, dept_name, parent_id) values ($1, $2, 'D2', '研发', $3)", [
      orgId,
      below,
      top,
    ])
  })
  const uid = await company.hire('below', [], { deptId: below })
  const find = async (body: object) => (await ask({ path: '/api/pro/sysuser/listUser', body, token: admin })).json['page'].list
  assert.deepEqual(await find({ deptId: top }), [])
  assert.deepEqual(
    (await find({ deptId: top, withBelow: true })).map((row: { uid: Id; deptName: string }) => [row.uid, row.deptName]),
    [[uid, '研发']],
  )
  assert.deepEqual(JSON.parse((await identity(await company.tokenOf(uid)))['X-DEPTS']), [
    { deptId: below, deptName: '研发', deptCode: 'D2' },
  ])
})

test('a manager of locations sees them with everything below, an administrator sees all', async () => {
  const keeper = await company.hire('keeper', ['goodsmanager'])
  const [top, below, other] = [newId(), newId(), newId()]
  await database.inTransaction(orgId, async (tx) => {
    const insert =
      'insert into location (org_id, id, loc_code, loc_name, parent_id, manager_uid) values ($1, $2, $2::bigint::text, $3, $4, $5)'
    await tx.query(insert, [orgId, top, '仓库', null, keeper])
    await tx.query(insert, [orgId, below, '货架', top, null])
    await tx.query(insert, [orgId, other, '别处', null, null])
  })
  const session = await findSession(database, await company.tokenOf(keeper))
  assert.deepEqual([session?.locations, session?.admin], [[top, below].sort(), true])
  assert.equal((await findSession(database, admin))?.locations, 'all')
  assert.deepEqual((await identity(await company.tokenOf(keeper)))['managedLocations'], [{ locId: top, locName: '仓库' }])
})

test('roles, organisations and dictionaries are read', async () => {
  const page = async (path: string, body: object) => (await ask({ path, body, token: admin })).json['page']
  assert.equal((await page('/api/pro/sysrole/list', { page: 1, pageSize: 1000 })).totalCount, 6)
  assert.equal((await page('/api/pro/sysrole/list', { queryAdmin: 1 })).totalCount, 5)
  assert.equal((await page('/api/operation/sysoperation/list', {})).list[0].operationId, orgId)
  const get = (path: string) => ask({ method: 'GET', path, token: admin })
  assert.equal((await get(`/api/operation/sysoperation/info/${orgId}`)).json['result'].operationName, '测试公司')
  assert.equal((await get(`/api/operation/sysoperation/info/${newId()}`)).status, 404)
  const items = await get('/sys/dict/getDictItems/asset_state')
  assert.deepEqual([items.json['success'], items.json['result'][0]], [true, { value: 'idle', label: '闲置', text: '闲置', title: '闲置' }])
  assert.equal((await get('/sys/dict/getDictItems/constructor')).json['reason'], 'dictionary.unknown')
})
