import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Resource } from './session.ts'
import { browserStorage as storage } from '../testing/browserStorage.ts'

const {
  changeUserInfo,
  clear,
  hideSession,
  isSet,
  keepResources,
  keepUser,
  onNewPerson,
  recentVisits,
  rememberVisit,
  session,
  signedIn,
  store,
  stored,
} = await import('./session.ts')

let forgottenAtStart = false
onNewPerson(() => (forgottenAtStart = true))
clear()

test('whoever is signed in when the page opens is forgotten like anybody else', () => assert.ok(forgottenAtStart))

beforeEach(() => {
  for (const key of Object.keys(storage)) storage.removeItem(key)
  clear()
})

test('an item stands under the prefix as {value, expire}', (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: 1_000_000 })
  store('client_menu', [1])
  assert.deepEqual(JSON.parse(storage.getItem('pro__client_menu')!), { value: [1], expire: 1_000_000 + 1_200_000 })
})

for (const [title, seconds, laterMs, there] of [
  ['is there until it expires', undefined, 1_199_999, true],
  ['is gone when it has expired', undefined, 1_200_000, false],
  ['never expires with 0', 0, 10 ** 12, true],
] as const)
  test(`an item ${title}`, (context) => {
    context.mock.timers.enable({ apis: ['Date'], now: 1 })
    store('item', 'value', seconds)
    context.mock.timers.setTime(1 + laterMs)
    assert.equal(stored('item'), there ? 'value' : undefined)
  })

for (const damaged of ['', '{', '5', 'null', '"text"'])
  test(`damaged text ${JSON.stringify(damaged)} counts as absent`, () => {
    storage.setItem('pro__item', damaged)
    assert.equal(stored('item'), undefined)
  })

test('a window in which the session is hidden takes nobody for signed in until a person signs in there', () => {
  signedIn({ access_token: 'other', 'X-UID': '1' })
  hideSession(true)
  assert.equal(session().token, undefined)
  hideSession(false)
  assert.equal(session().token, 'other')
  hideSession(true)
  signedIn({ access_token: 'mine', 'X-UID': '2' })
  assert.equal(session().token, 'mine')
})

test('signing in makes the session, clearing forgets it but for items with an underscore', () => {
  signedIn(
    {
      access_token: 'abc',
      token_type: 'bearer',
      'X-UID': '7',
      'X-UserName': '陈',
      'X-Admin': 1,
      'X-ROLES': '[{"roleCode":"x","roleName":"管理员"}]',
      'X-DEPTS': 'damaged',
    },
    { username: 'chen' },
  )
  const { token, uid, username, isAdmin, roles, departments, resources } = session()
  assert.deepEqual(
    { token, uid, username, isAdmin, roles, departments, resources },
    {
      token: 'abc',
      uid: '7',
      username: '陈',
      isAdmin: 1,
      roles: [{ roleCode: 'x', roleName: '管理员' }],
      departments: [],
      resources: undefined,
    },
  )
  clear()
  assert.equal(session().token, undefined)
  assert.equal(session().isAdmin, 0)
  assert.equal(stored('_login_username'), 'chen')
})

test('the buttons of a session are the functions of its whole menu, each once', () => {
  const page = (...codes: string[]): Resource => ({
    resourceCode: codes.join(),
    resourceTypeCode: 'menu_item',
    resourceName: '',
    funs: codes.map((resourceCode) => ({ resourceCode })),
  })
  assert.deepEqual(session().buttons, [])
  keepResources([page('gscat:save', 'gscat:list'), page('gscat:list'), page()])
  assert.deepEqual(session().buttons, ['gscat:save', 'gscat:list'])
})

test('the session stays the same object until something changes', () => {
  assert.equal(session(), session())
  const before = session()
  store('Access-Token', 'other', 0)
  assert.notEqual(session(), before)
})

test('a part of the user info can change', () => {
  signedIn({ access_token: 'abc', 'X-UID': '7', 'X-Avatar': '' })
  changeUserInfo({ 'X-Avatar': 'a.png' })
  assert.equal(session().avatar, 'a.png')
  assert.equal(session().uid, '7')
})

const ends: [title: string, change: () => void, forgets: boolean][] = [
  ['stays while something else of the session changes', () => changeUserInfo({ 'X-Avatar': 'b.png' }), false],
  ['stays when the same person is told again', () => store('Access-Token', 'abc', 0), false],
  ['ends with the session', () => clear(), true],
  ['is not the next person’s', () => signedIn({ access_token: 'other', 'X-UID': '8' }), true],
]
for (const [title, change, forgets] of ends)
  test(`what is remembered of somebody ${title}`, () => {
    signedIn({ access_token: 'abc', 'X-UID': '7' })
    const heard: (string | undefined)[] = []
    onNewPerson(() => heard.push(session().token))
    change()
    assert.equal(heard.length > 0, forgets)
    assert.ok(!heard.includes('abc'))
  })

test('the last ten different places are remembered, newest first, for each person', () => {
  for (let place = 1; place <= 12; place++) rememberVisit({ uid: '7', path: `/${place}`, name: '', title: '' })
  rememberVisit({ uid: '7', path: '/5', name: '', title: '' })
  rememberVisit({ uid: '8', path: '/1', name: '', title: '' })
  assert.deepEqual(
    recentVisits('7').map(({ path }) => path),
    ['/5', '/12', '/11', '/10', '/9', '/8', '/7', '/6', '/4', '/3'],
  )
  assert.equal(recentVisits('8').length, 1)
})

for (const [flag, expected] of [
  [true, true],
  [1, true],
  ['1', true],
  ['true', true],
  [0, false],
  ['0', false],
  ['', false],
  [undefined, false],
  [null, false],
] as const)
  test(`the flag ${JSON.stringify(flag)} is ${expected ? 'set' : 'not set'}`, () => assert.equal(isSet(flag), expected))

test('where the token alone was known, the answer of the server makes the session whole', () => {
  store('Access-Token', 'abc', 0)
  const { token, uid } = session()
  assert.deepEqual({ token, uid }, { token: 'abc', uid: '' })
  const roles = [{ roleCode: 'gs_ordinary_emp_1', roleName: '普通员工' }]
  keepUser({ licence: 'vipTimeout', 'X-UID': '7', 'X-UserName': '王小雨', 'X-UserId': 'staff', 'X-ROLES': JSON.stringify(roles) })
  const whole = session()
  assert.deepEqual([whole.uid, whole.username, whole.roles, whole.licence, whole.tokenType], ['7', '王小雨', roles, 'vipTimeout', 'bearer'])
  assert.equal(stored('login_username'), 'staff')
})

test('a newer answer replaces what it says and leaves the rest', () => {
  signedIn({ access_token: 'abc', 'X-UID': '7', 'X-UserName': '王小雨', 'X-Phone': '13800000000' }, { username: 'staff' })
  keepUser({ licence: 'active', 'X-UserName': '王雨' })
  assert.deepEqual([session().uid, session().username, session().phone, stored('login_username')], ['7', '王雨', '13800000000', 'staff'])
})
