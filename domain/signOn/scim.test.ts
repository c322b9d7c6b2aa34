import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullNameOf, operationsIn, patchedGroup, patchedUser, personIn, userIn, type ScimUser } from './scim.ts'
import { ScimFault } from './scimFault.ts'
import { filterIn, fits, pathIn } from './scimFilter.ts'

const isRefused = (scimType: string) => (error: unknown) =>
  error instanceof ScimFault && error.status === 400 && error.scimType === scimType

test('filters are read by the grammar of the standard', () => {
  const equal = (attribute: string, value: string | boolean) => ({ t: 'compare', attribute, operator: 'eq', value })
  assert.deepEqual(filterIn('displayName eq "Sales and Marketing"'), equal('displayname', 'Sales and Marketing'))
  assert.deepEqual(filterIn('userName eq "a\\"b or (c)"'), equal('username', 'a"b or (c)'))
  assert.deepEqual(filterIn('urn:ietf:params:scim:schemas:core:2.0:User:userName Eq "a"'), equal('username', 'a'))
  // `and` binds closer than `or`.
  assert.deepEqual(filterIn('a eq "1" or b eq "2" and active eq false'), {
    t: 'or',
    left: equal('a', '1'),
    right: { t: 'and', left: equal('b', '2'), right: equal('active', false) },
  })
  assert.deepEqual(filterIn('not (a pr) and (b eq "2")'), {
    t: 'and',
    left: { t: 'not', filter: { t: 'present', attribute: 'a' } },
    right: equal('b', '2'),
  })
  assert.deepEqual(filterIn('emails[type eq "work"].value eq "a@example.com"'), {
    t: 'some',
    attribute: 'emails',
    filter: { t: 'and', left: equal('type', 'work'), right: equal('value', 'a@example.com') },
  })
})

for (const text of [
  '',
  'userName',
  'userName eq',
  'userName like "a"',
  'userName eq "a',
  'userName eq a',
  'userName eq "a" "b"',
  'userName eq "a" and',
  '(userName eq "a"',
  'userName eq "a")',
  'emails[type eq "work"',
  'not userName eq "a"',
  'userName eq "\\x"',
  `${'('.repeat(200)}a pr${')'.repeat(200)}`,
  `userName eq "${'a'.repeat(5000)}"`,
  '€ eq "a"',
])
  test(`no filter: ${text.slice(0, 40)}`, () => {
    assert.throws(() => filterIn(text), isRefused('invalidFilter'))
  })

test('paths are read by the grammar of the standard', () => {
  assert.deepEqual(pathIn('name.familyName'), { attribute: 'name', filter: undefined, below: 'familyname' })
  assert.equal(pathIn('urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber').attribute, 'employeenumber')
  const path = pathIn('phoneNumbers[type eq "work" and value sw "+86"].value')
  assert.deepEqual([path.attribute, path.below], ['phonenumbers', 'value'])
  assert.equal(path.filter && fits({ type: 'Work', value: '+8610' }, path.filter), true)
  for (const text of ['emails[type eq "work"]value', 'emails[type eq "work"].value x', 'emails[', '.value', '"a"'])
    assert.throws(() => pathIn(text), isRefused('invalidPath'), text)
})

const before: ScimUser = {
  userName: 'lin',
  active: true,
  emails: [{ value: 'lin@example.com', type: 'work', primary: true }],
  phoneNumbers: [{ value: '13800000001', type: 'mobile' }],
}
const patched = (...operations: object[]) => patchedUser(before, operationsIn({ Operations: operations }))
const reached = (user: ScimUser) => {
  const { email, phone } = personIn('1', user, [])
  return { email, phone }
}
const home = { email: 'lin@example.com', phone: '13800000001' }

test('a number or address of another type leaves the mobile and the work mail as they are, and goes by itself', () => {
  for (const [path, value] of [
    ['phoneNumbers[type eq "work"].value', '010-1'],
    ['phoneNumbers[type eq "fax"].value', '010-2'],
    ['emails[type eq "other"].value', 'other@example.com'],
  ] as const) {
    const after = patched({ op: 'Add', path, value })
    assert.deepEqual(reached(after), home, path)
    assert.equal([...(after.emails ?? []), ...(after.phoneNumbers ?? [])].length, 3, path)
    assert.deepEqual(patchedUser(after, operationsIn({ Operations: [{ op: 'Remove', path }] })), before, path)
  }
  // Nothing of that type is there.
  assert.deepEqual(patched({ op: 'Remove', path: 'phoneNumbers[type eq "fax"].value' }), before)
})

test('what is of the type changes, by path, as a whole and without a path', () => {
  assert.equal(reached(patched({ op: 'Replace', path: 'emails[type eq "work"].value', value: 'w@example.com' })).email, 'w@example.com')
  assert.equal(reached(patched({ op: 'Replace', value: { 'emails[type eq "work"].value': 'w@example.com' } })).email, 'w@example.com')
  assert.equal(reached(patched({ op: 'replace', path: 'emails.value', value: 'w@example.com' })).email, 'w@example.com')
  assert.equal(
    reached(patched({ op: 'replace', path: 'emails', value: [{ value: 'x@example.com' }, { value: 'y@example.com', primary: 'True' }] }))
      .email,
    'y@example.com',
  )
  assert.equal(reached(patched({ op: 'Replace', path: 'phoneNumbers[type eq "mobile"].value', value: '' })).phone, null)
  assert.equal(reached(patched({ op: 'remove', path: 'phoneNumbers' })).phone, null)
  assert.deepEqual(patched({ op: 'add', path: 'emails', value: [{ value: 'n@example.com', type: 'work', primary: true }] }).emails, [
    { value: 'lin@example.com', type: 'work' },
    { value: 'n@example.com', type: 'work', primary: true },
  ])
  assert.throws(() => patched({ op: 'replace', path: 'emails[value co "zz"].value', value: 'a@b' }), isRefused('noTarget'))
})

test('parts of a name are kept and make the whole name', () => {
  const user = userIn({ userName: 'a', name: { familyName: '林', givenName: '一' } })
  assert.deepEqual([user.familyName, user.givenName, fullNameOf(user)], ['林', '一', '林一'])
  const after = patchedUser(user, operationsIn({ Operations: [{ op: 'Replace', path: 'name.givenName', value: '二' }] }))
  assert.equal(personIn('1', after, []).name, '林二')
  const whole = patchedUser(
    user,
    operationsIn({ Operations: [{ op: 'replace', value: { name: { familyName: 'Lin', givenName: 'Yi' } } }] }),
  )
  assert.equal(personIn('1', whole, []).name, 'Yi Lin')
  assert.equal(patched({ op: 'remove', path: 'title' }).title, undefined)
})

test('truth comes in letters as well, and anything else is refused', () => {
  for (const value of ['False', 'false', false, [{ value: 'False' }]])
    assert.equal(patched({ op: 'Replace', path: 'active', value }).active, false)
  assert.equal(patched({ op: 'replace', value: { active: true } }).active, true)
  for (const value of ['no', 0, null, {}]) assert.throws(() => patched({ op: 'Replace', path: 'active', value }), isRefused('invalidValue'))
})

test('operations that are none, and removing everything, are refused', () => {
  for (const body of [{}, { Operations: [] }, { Operations: [{ op: 'move', path: 'x' }] }, { Operations: [1] }])
    assert.throws(() => operationsIn(body), isRefused('invalidSyntax'))
  assert.throws(() => operationsIn({ Operations: [{ op: 'remove' }] }), isRefused('noTarget'))
})

test('members come and go in the order of the operations', () => {
  const group = { name: 'g', externalId: null, members: ['1', '2'] }
  const members = (...operations: object[]) => patchedGroup(group, operationsIn({ Operations: operations })).members
  assert.deepEqual(members({ op: 'Add', path: 'members', value: [{ value: '3' }] }), ['1', '2', '3'])
  assert.deepEqual(members({ op: 'Remove', path: 'members', value: [{ value: '1' }] }), ['2'])
  assert.deepEqual(members({ op: 'remove', path: 'members[value eq "2"]' }), ['1'])
  assert.deepEqual(members({ op: 'remove', path: 'members[value eq "1" or value eq "2"]' }), [])
  assert.deepEqual(members({ op: 'remove', path: 'members' }, { op: 'add', path: 'members', value: [{ value: '1' }] }), ['1'])
  assert.deepEqual(members({ op: 'replace', value: { id: 'x', displayName: 'n', members: [{ value: '9' }] } }), ['9'])
})
