import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId, type Id } from '../../kernel/id.ts'
import { userHandlers } from '../access/users.ts'
import { recordHandlers } from '../records/handlers.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'
import { addressBookHandlers } from './addressBook.ts'

const { ask, newCompany, database } = await testApp([...addressBookHandlers, ...recordHandlers, ...userHandlers])

/** 总部 over 研发部 (over 平台组) and 市场部; eight people. */
const company = await newCompany()
const ids = { head: newId(), dev: newId(), platform: newId(), market: newId() }
await database.inTransaction(company.orgId, (tx) =>
  insert(tx, 'department', [
    { id: ids.head, dept_code: 'A', dept_name: '总部', sort_order: 1 },
    { id: ids.market, dept_code: 'C', dept_name: '市场部', parent_id: ids.head, sort_order: 2 },
    { id: ids.dev, dept_code: 'B', dept_name: '研发部', parent_id: ids.head, sort_order: 1 },
    { id: ids.platform, dept_code: 'D', dept_name: '平台组', parent_id: ids.dev, sort_order: 1 },
  ]),
)
const hire = (username: string, userName: string, deptId: Id, more: object = {}) =>
  company.hire(username, [], { userName, deptId, ...more })
await hire('lilei', '李雷', ids.dev, { employeeNo: '002', phone: '13800000002' })
const boss = await hire('wangfang', '王芳', ids.dev, {
  employeeNo: '009',
  phone: '13800000009',
  position: '研发总监',
  email: 'wf@example.com',
})
const zhao = await hire('zhaomin', '赵敏', ids.platform, { employeeNo: '003' })
await hire('sunli', '孙丽', ids.market, { employeeNo: '004' })
const gone = await hire('gone', '前同事', ids.market)
await database.inTransaction(company.orgId, async (tx) => {
  await tx.query('update department set manager_uid = $2 where org_id = $1 and id = $3', [tx.orgId, boss, ids.dev])
  await tx.query(`update person set state = 'disabled' where org_id = $1 and id = $2`, [tx.orgId, gone])
  await insert(tx, 'person_department', [{ uid: zhao, dept_id: ids.market }])
})
const token = await company.tokenOf(zhao)
const asked = async (path: string, body: unknown = {}) => (await ask({ path: `/api/pro/addressbook/${path}`, body, token })).json
const names = async (body: unknown) => (await asked('members', body))['page'].list.map((row: { userName: string }) => row.userName)

test('departments come as a tree in order, with the people in service counted upwards', async () => {
  const rows = (await asked('departments'))['result'] as {
    deptName: string
    directCount: number
    userCount: number
    managerName: string | null
  }[]
  assert.deepEqual(
    rows.map(({ deptName, directCount, userCount, managerName }) => [deptName, directCount, userCount, managerName]),
    [
      ['总部', 0, 4, null],
      ['研发部', 2, 3, '王芳'],
      ['平台组', 1, 1, null],
      ['市场部', 1, 1, null],
    ],
  )
})

test('members: the head first, with those below only where asked, second departments too', async () => {
  assert.deepEqual(await names({ deptId: ids.dev }), ['王芳', '李雷'])
  assert.deepEqual(await names({ deptId: ids.dev, withBelow: true }), ['王芳', '李雷', '赵敏'])
  assert.deepEqual(await names({ deptId: ids.market }), ['赵敏', '孙丽'])
  assert.equal((await asked('members', { pageSize: 2 }))['page'].totalPage, 4)
})

test('people are pageOf by department and then by name, wherever nothing else is asked, page by page', async () => {
  const admin = await company.tokenOf(company.admin)
  const pageOf = async (path: string, body: object = {}) => (await ask({ path: `/api/pro/${path}`, body, token: admin })).json['page']
  const namesIn = (page: { list: { userName: string }[] }) => page.list.map(({ userName }) => userName)
  const everybody = ['李雷', '王芳', '赵敏', '孙丽']
  assert.deepEqual(namesIn(await pageOf('person/list', { state: 'active' })).slice(0, 4), everybody)
  assert.deepEqual(namesIn(await pageOf('sysuser/list', { state: 'active' })).slice(0, 4), everybody)
  assert.deepEqual(
    namesIn(await pageOf('addressbook/members')).slice(0, 4),
    ['王芳', '李雷', '赵敏', '孙丽'],
    'who leads a department first',
  )
  const nameByName: string[] = []
  for (let after: string | undefined; ;) {
    const page = await pageOf('person/list', { state: 'active', pageSize: 1, ...(after && { after }) })
    nameByName.push(...namesIn(page))
    if (!page.next) break
    after = page.next
  }
  assert.deepEqual(nameByName, namesIn(await pageOf('person/list', { state: 'active' })))
  assert.deepEqual(namesIn(await pageOf('person/list', { state: 'active', sidx: 'userName', order: 'desc' })).slice(0, 3), [
    '周库管',
    '赵敏',
    '王芳',
  ])
})

const searches: [likeQuery: string, found: string[]][] = [
  ['王', ['王芳']],
  ['wangf', ['王芳']],
  ['zm', ['赵敏']],
  ['13800000002', ['李雷']],
  ['总监', ['王芳']],
  ['前同事', []],
]
for (const [likeQuery, found] of searches)
  test(`searching ${likeQuery} finds ${found.join() || 'nobody'}`, async () => assert.deepEqual(await names({ likeQuery }), found))

test('a card has what a colleague needs, with every department from the top', async () => {
  const card = async (uid: Id) => (await ask({ method: 'GET', path: `/api/pro/addressbook/info/${uid}`, token })).json
  const { phone, email, position, head, departments } = (await card(boss))['result']
  assert.deepEqual([phone, email, position, head], ['13800000009', 'wf@example.com', '研发总监', true])
  assert.deepEqual(
    departments.map(({ path }: { path: string }) => path),
    ['总部 / 研发部'],
  )
  assert.deepEqual(
    (await card(zhao))['result'].departments.map(({ path }: { path: string }) => path),
    ['总部 / 研发部 / 平台组', '总部 / 市场部'],
  )
  assert.equal((await card(newId()))['code'], 404)
})

const keeper = await company.tokenOf(await company.hire('keeper', ['goodsmanager'], { userName: '周库管', employeeNo: 'K7' }))
// A person's login is what stands on another person's badge.
await company.hire('k7', [], { userName: '同名' })
const badges: [code: string, found: string | undefined][] = [
  ['002', '李雷'],
  ['k7', '周库管'],
  ['lilei', '李雷'],
  ['LiLei', '李雷'],
  ['13800000009', '王芳'],
  ['https://hr.example.com/badge/003', '赵敏'],
  ['00', undefined],
  ['gone', undefined],
]
for (const [code, found] of badges)
  test(`the badge ${code} is ${found ?? 'nobody'}'s`, async () => {
    const { json } = await ask({ path: '/api/pro/addressbook/badge', body: { code }, token: keeper })
    assert.equal(json['result']?.userName, found)
  })

test('an employee asks for nobody by badge', async () => assert.equal((await asked('badge', { code: '002' }))['code'], 403))

test('names are listed by pinyin, of one letter alone, and found by employee number', async () => {
  const other = await newCompany()
  const names = ['赵敏', '阿依古丽', '陈晨', 'Bob Li', '周杰', '单雄信', '123号机', '欧阳锋', 'zoe']
  for (const [at, userName] of names.entries()) await other.hire(`p${at}`, [], { userName, employeeNo: `E${at}07` })
  const token = await other.tokenOf(await other.hire('reader', [], { userName: '王读' }))
  const members = async (body: object): Promise<string[]> =>
    (await ask({ path: '/api/pro/addressbook/members', body: { pageSize: 50, ...body }, token })).json.page.list.map(
      ({ userName }: { userName: string }) => userName,
    )
  const listed = await members({ byName: true })
  assert.deepEqual(
    listed.filter((name) => names.includes(name)),
    ['123号机', 'Bob Li', 'zoe', '阿依古丽', '陈晨', '单雄信', '欧阳锋', '赵敏', '周杰'],
  )
  const of = async (letter: string) => (await members({ byName: true, letter })).filter((name) => names.includes(name))
  assert.deepEqual(await of('A'), ['阿依古丽'])
  assert.deepEqual(await of('B'), ['Bob Li'])
  assert.deepEqual(await of('C'), ['陈晨'])
  assert.deepEqual(await of('O'), ['欧阳锋'])
  assert.deepEqual(await of('Z'), ['zoe', '赵敏', '周杰'])
  assert.deepEqual(await of('I'), [])
  assert.deepEqual(await of('#'), ['123号机'])
  assert.deepEqual(await members({ likeQuery: 'e207' }), ['陈晨'])
})
