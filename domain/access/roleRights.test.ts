import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { allCodes, codesOf, codesOfNoun, isReadingCode } from './codes.ts'
import { deliveredRights, excessOf, ownRights, rightsTogether, scopeKeys, type RoleRights } from './roleRights.ts'
import { roleWords } from './roles.ts'

const ids = ['1', '2', '3']
const anyRole: fc.Arbitrary<RoleRights> = fc.record({
  codes: fc.uniqueArray(fc.constantFrom(...allCodes()), { maxLength: 12 }).map((codes) => new Set(codes)),
  scopes: fc.subarray(scopeKeys),
  categoryIds: fc.subarray(ids),
  hiddenFields: fc.subarray(['value', 'supplierId', 'boughtOn']),
})

test('roles add up: what one gives, several give, and nothing else', () =>
  fc.assert(
    fc.property(fc.array(anyRole, { maxLength: 4 }), (roles) => {
      const { codes, scopes, changedScopes, hiddenFields } = rightsTogether(roles)
      for (const code of allCodes())
        assert.equal(codes.has(code), codesOf([]).has(code) || roles.some((role) => role.codes.has(code)), code)
      for (const scope of scopeKeys)
        assert.equal(
          scopes.has(scope),
          roles.some((role) => role.scopes.includes(scope)),
        )
      for (const scope of changedScopes) assert.ok(scopes.has(scope))
      for (const key of hiddenFields) assert.ok(roles.every((role) => role.hiddenFields.includes(key)))
    }),
  ))

test('whoever gives only what he has makes nobody more powerful than himself', () =>
  fc.assert(
    fc.property(fc.array(anyRole, { maxLength: 3 }), fc.array(anyRole, { maxLength: 3 }), (givers, offeredRoles) => {
      const giver = rightsTogether(givers)
      const givenRights = rightsTogether(offeredRoles.filter((role) => excessOf(giver, role) === undefined))
      for (const code of givenRights.codes) assert.ok(giver.codes.has(code))
      if (givenRights.scopes.has('all')) assert.ok(giver.scopes.has('all'))
    }),
  ))

test('an administrator may give every role, and an asset manager none of the stronger ones', () => {
  const tenant = rightsTogether([deliveredRights('tenant')])
  for (const word of roleWords) assert.equal(excessOf(tenant, deliveredRights(word)), undefined, word)
  const keeper = rightsTogether([deliveredRights('goodsmanager')])
  assert.deepEqual(
    roleWords.filter((word) => excessOf(keeper, deliveredRights(word)) === undefined),
    ['goodsmanager', 'ordinary_emp'],
  )
})

test('what a role only looks at is not changed by way of another', () => {
  const { scopes, changedScopes } = rightsTogether([deliveredRights('auditor'), deliveredRights('goodsmanager')])
  assert.deepEqual([scopes.has('all'), changedScopes.has('all'), changedScopes.has('placesBelow')], [true, false, true])
})

/** The nouns of accounting, which finance keeps; nothing of them moves a thing. */
const accountingNouns = new Set([
  'gsbook',
  'gsdepreciationrule',
  'gsaccountrule',
  'gsopening',
  'gsunitreading',
  'gscostshare',
  'gsvalue',
  'gsvalueorder',
  'csstockmonth',
])

test('finance keeps books, and besides that it and the auditor read and change nothing', () => {
  const employee = codesOf([])
  for (const word of ['finance', 'auditor'] as const)
    for (const code of deliveredRights(word).codes) {
      const isKept = word === 'finance' && accountingNouns.has(code.split(':')[0] ?? '')
      assert.ok(employee.has(code) || isReadingCode(code) || isKept, `${word} ${code}`)
    }
  assert.deepEqual(
    codesOfNoun('gsvalue').filter((code) => deliveredRights('goodsmanager').codes.has(code)),
    [],
  )
  assert.equal(deliveredRights('finance').codes.has('person:read'), false)
  assert.equal(deliveredRights('auditor').codes.has('sysrole:list'), true)
})

test('a code that no longer exists gives nothing', () =>
  assert.deepEqual(
    [...ownRights({ codes: ['gs:gone', 'gscat:list'], scopes: [], categoryIds: [], hiddenFields: [] }).codes],
    ['gscat:list'],
  ))
