import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activeAtFirst, isAdmin, isEmployeeOnly, roleCodeOf, roleSets, rolesOf, roleWordOf, roleWords, switchableRoles } from './roles.ts'

const org = '7120001'

test('role codes are three letters, the word and the organisation', () => {
  assert.deepEqual(
    roleWords.map((word) => roleCodeOf(word, org)),
    [
      'gs_tenant_7120001',
      'gs_goodsmanager_7120001',
      'cs_consummanager_7120001',
      'gs_finance_7120001',
      'gs_auditor_7120001',
      'gs_ordinary_emp_7120001',
    ],
  )
})

const admins: [title: string, flag: number | string | undefined, roleCodes: string[], verdict: boolean][] = [
  ['the flag', 1, [], true],
  ['the flag as text', '1', [], true],
  ['no flag, no role', 0, [], false],
  ['no flag at all', undefined, ['gs_ordinary_emp_7120001'], false],
  ['the asset manager', 0, ['gs_goodsmanager_7120001'], true],
  ['the asset manager with other three letters', 0, ['xx_goodsmanager_7120001'], true],
  ['the asset manager of another organisation', 0, ['gs_goodsmanager_7120002'], false],
  ['a longer number that ends alike', 0, ['gs_goodsmanager_17120001'], false],
  ['the consumables manager', 0, ['cs_consummanager_7120001'], false],
  ['one of several roles', 0, ['gs_tenant_7120001', 'gs_goodsmanager_7120001'], true],
]
for (const [title, flag, roleCodes, verdict] of admins)
  test(`administrator: ${title}`, () => assert.equal(isAdmin(flag, roleCodes, org), verdict))

const views: [title: string, roleCodes: string[], employeeOnly: boolean][] = [
  ['no role', [], false],
  ['the employee role alone', ['gs_ordinary_emp_7120001'], true],
  ['the employee role and another', ['gs_ordinary_emp_7120001', 'gs_tenant_7120001'], false],
  ['a manager', ['gs_goodsmanager_7120001'], false],
]
for (const [title, roleCodes, employeeOnly] of views)
  test(`employee view: ${title}`, () => assert.equal(isEmployeeOnly(roleCodes), employeeOnly))

test('the switch offers types 1 and 3 that are not hidden, side by side', () => {
  const roles = [
    ...rolesOf(org),
    { roleCode: 'gs_guest_7120001', roleName: '访客', roleType: 2, roleHide: false },
    { roleCode: 'xs_tenant_7120001', roleName: '隐藏', roleType: 1, roleHide: true },
  ]
  assert.deepEqual(
    switchableRoles(roles).map((role) => role.roleName),
    ['管理员', '资产管理员', '耗材管理员', '财务', '审计', '普通员工'],
  )
  const { employee, manager } = roleSets(roles)
  assert.deepEqual(
    [employee.map((role) => role.roleName), manager.map((role) => role.roleName)],
    [['普通员工'], ['管理员', '资产管理员', '耗材管理员', '财务', '审计']],
  )
  assert.deepEqual(roleSets(rolesOf(org).slice(5)).manager, [])
})

test('the word of a code is found only in its own organisation', () => {
  for (const word of roleWords) {
    assert.equal(roleWordOf(roleCodeOf(word, org), org), word)
    assert.equal(roleWordOf(roleCodeOf(word, org), '7120002'), undefined)
  }
  assert.equal(roleWordOf('constructor', org), undefined)
})

test('a manager starts as a manager, an employee as an employee', () => {
  assert.deepEqual(activeAtFirst(['ordinary_emp', 'tenant', 'goodsmanager']), ['tenant', 'goodsmanager'])
  assert.deepEqual(activeAtFirst(['ordinary_emp']), ['ordinary_emp'])
  assert.deepEqual(activeAtFirst([]), [])
})
