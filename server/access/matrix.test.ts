import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertDefined } from '../../kernel/assert.ts'
import { allCodes, codesOf, isKnownCode } from '../../domain/access/codes.ts'
import { recordCodeOf } from '../../domain/records/code.ts'
import { may } from '../../domain/access/permission.ts'
import { anything, type Operation } from '../../domain/operations/define.ts'
import { codeOf } from '../../domain/documents/define.ts'
import { lineAreas, linedKinds, lineTables } from '../../domain/documents/lineTable.ts'
import { recordKinds } from '../../domain/records/all.ts'
import type { FunctionCode } from '../../domain/rules/functionCode.ts'
import { handlers } from '../routes.ts'
import { openDoor, testApp, type Ask } from '../testing/app.ts'
import { makeOperatorCode } from './operatorPass.ts'
import { disablePerson } from './people.ts'
import { findSession } from './sessions.ts'

/**
 * Every operation against everyone who may come: the verdict follows from the access that the operation declares and from nothing else.
 * Each request names a field that is not known, so the person who is let in is told that the request is wrong, and nothing happens.
 */
const operations = handlers.map((handler) => handler.operation)
const { app, ask, newCompany, database } = await testApp(handlers)
const company = await newCompany()
const other = await newCompany()

const withField = (operation: Operation, value: string): Ask => {
  const path = operation.path.replace(/\{\w+\}/g, '1')
  return operation.method === 'GET'
    ? { method: 'GET', path: `${path}?notAField=${encodeURIComponent(value)}` }
    : { path, body: { notAField: value } }
}
/** A request that no operation takes: it tells who is let in and does nothing. */
const askedOf = (operation: Operation): Ask => withField(operation, '\u0000')
type Verdict = 'not signed in' | 'not allowed' | 'let in'
const verdictOf = (status: number): Verdict => (status === 401 ? 'not signed in' : status === 403 ? 'not allowed' : 'let in')

const disabled = await company.hire('disabled', ['tenant'])
const disabledToken = await company.tokenOf(disabled)
await database.inTransaction(company.orgId, (tx) => disablePerson(tx, disabled, company.admin))
const foreign = await other.tokenOf(other.admin)
const employee = await company.tokenOf(await company.hire('employee'))

const nobodys: [who: string, token: string][] = [
  ['somebody disabled', disabledToken],
  ['somebody whose session is over', employee.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
  ['somebody who claims another organisation', `${BigInt(company.orgId).toString(36)}.${foreign.split('.')[1]}`],
]

const expected = (operation: Operation, codes: ReadonlySet<FunctionCode> | undefined): Verdict => {
  // Without the credential of a sign-in client, or the operator's, no one comes in there, the person who they are.
  if (operation.access === 'client' || operation.access === 'operator') return 'not signed in'
  if (may(codes, operation.access)) return 'let in'
  return codes ? 'not allowed' : 'not signed in'
}

const wrongFor = async (asked: readonly Operation[], token: string | undefined, codes?: ReadonlySet<FunctionCode>): Promise<string[]> => {
  const wrong: string[] = []
  for (const operation of asked) {
    const { status } = await ask({ ...askedOf(operation), token })
    if (verdictOf(status) !== expected(operation, codes))
      wrong.push(`${operation.name}: ${status}, should be ${expected(operation, codes)}`)
  }
  return wrong
}

for (const [who, token, codes] of [
  ['nobody', undefined, undefined],
  ['an employee', employee, codesOf(['ordinary_emp'])],
] as const)
  test(`${who} is let in exactly where the declaration says`, async () => assert.deepEqual(await wrongFor(operations, token, codes), []))

test('a token of nobody lets in where nobody is let in, whatever the kind of access', async () => {
  const kindOf = ({ access, method, reads }: Operation) => `${typeof access === 'string' ? access : 'codes'} ${method} ${reads}`
  const oneOfEachKind = [...new Map(operations.map((operation) => [kindOf(operation), operation])).values()]
  for (const [who, token] of nobodys) assert.deepEqual(await wrongFor(oneOfEachKind, token), [], who)
})

test('a session of somebody in a role has the codes of the role', async () => {
  for (const role of ['goodsmanager', 'consummanager', 'finance', 'auditor', 'tenant'] as const) {
    const session = await findSession(database, await company.tokenOf(await company.hire(role, [role])))
    assert.deepEqual(new Set(session?.codes), new Set(codesOf([role])), role)
  }
})

test('the operator comes in where it says so, and is nobody of any organisation anywhere else', async () => {
  const code = await makeOperatorCode(database, '王运维')
  const token: string = (await ask({ path: '/api/operator/enter', body: { code } })).json.result.token
  const wrong: string[] = []
  for (const operation of operations) {
    const { status } = await ask({ ...askedOf(operation), token })
    const verdict: Verdict = operation.access === 'operator' || operation.access === 'public' ? 'let in' : 'not signed in'
    if (verdictOf(status) !== verdict) wrong.push(`${operation.name}: ${status}, should be ${verdict}`)
  }
  assert.deepEqual(wrong, [])
})

test('whoever has one of the declared codes is let in, and whoever has every other code is not', async () => {
  const admin = assertDefined(await findSession(database, await company.tokenOf(company.admin)), 'the session')
  let codes: ReadonlySet<FunctionCode> = new Set()
  const door = await openDoor(app, handlers, async () => ({ ...admin, codes }))
  const wrong: string[] = []
  for (const operation of operations) {
    const { access } = operation
    if (typeof access === 'string') continue
    const verdictWith = async (given: readonly FunctionCode[]) => {
      codes = new Set(given)
      return verdictOf((await door({ ...askedOf(operation), token: 'x' })).status)
    }
    const verdicts = [await verdictWith(access.slice(-1)), await verdictWith(allCodes().filter((code) => !access.includes(code)))]
    if (verdicts.join() !== 'let in,not allowed') wrong.push(`${operation.name}: ${verdicts.join()}`)
  }
  assert.deepEqual(wrong, [])
})

test('the sign-in client opens only what is for clients', async () => {
  const wrong: string[] = []
  for (const operation of operations) {
    const { status } = await ask({ ...askedOf(operation), headers: { authorization: `Basic ${btoa('app:app')}` } })
    const verdict: Verdict = operation.access === 'client' || operation.access === 'public' ? 'let in' : 'not signed in'
    if (verdictOf(status) !== verdict) wrong.push(`${operation.name}: ${status}, should be ${verdict}`)
  }
  assert.deepEqual(wrong, [])
})

test('a write refuses a field that it does not know, a question leaves it out', async () => {
  const code = await makeOperatorCode(database, '王运维')
  const operator: string = (await ask({ path: '/api/operator/enter', body: { code } })).json.result.token
  const token = await company.tokenOf(company.admin)
  const wrong: string[] = []
  for (const operation of operations.filter(({ input }) => input !== anything)) {
    const who: Partial<Ask> =
      operation.access === 'client'
        ? { headers: { authorization: `Basic ${btoa('app:app')}` } }
        : { token: operation.access === 'operator' ? operator : token }
    const { status, json } = await ask({ ...withField(operation, '1'), ...who })
    const faults: { path: string }[] = json['details'] ?? []
    const isNamed = faults.some(({ path }) => path === 'notAField')
    const isWhy = isNamed && faults.length === 1
    if (operation.reads ? isWhy : status !== 400) wrong.push(`${operation.name}: ${status}`)
  }
  assert.deepEqual(wrong, [])
})

test('every code that an operation asks for is one that some role gives', () => {
  const unknown = operations.flatMap(({ name, access }) =>
    typeof access === 'string' ? [] : access.filter((code) => !isKnownCode(code)).map((code) => `${name}: ${code}`),
  )
  assert.deepEqual(unknown, [])
  assert.deepEqual(
    operations.filter(({ access }) => typeof access !== 'string' && access.length === 0).map(({ name }) => name),
    [],
  )
})

/** Where an operation rightly asks for a code of another noun. */
const borrowed: readonly string[] = [
  'found.list: gsgoodsinstance:list',
  'found.settle: gsgoodsinstance:update',
  ...['list', 'begin', 'delete'].map((verb) => `takeout.${verb}: sysoperation:takeout`),
  ...['list', 'info', 'preview', 'save', 'update', 'delete'].map((verb) => `gsinventoryplan.${verb}: gsinventorytask:plan`),
  ...['check', 'unanswered', 'remind'].map((verb) => `gsinventoryself.${verb}: gsinventorytask:plan`),
  ...['place', 'shift', 'roster'].flatMap((noun) =>
    ['list', 'save', 'update', 'delete'].map((verb) => `att${noun}.${verb}: attgroup:save`),
  ),
  'attpunch.import: attgroup:save',
  'map.locations: gsgoodsinstance:list',
  ...['list', 'save', 'delete', 'test'].map((verb) => `grouprobot.${verb}: sysoperation:update`),
  ...['organisation', 'saveDefaults', 'saveServer', 'deleteServer', 'test'].map((verb) => `msgmail.${verb}: sysoperation:update`),
  ...['standing', 'confirm', 'drop'].map((verb) => `directory.${verb}: sysoperation:update`),
  ...['settings', 'saveWords', 'saveOidc', 'saveLdap', 'saveScim', 'renewToken', 'test', 'synchronise'].map(
    (verb) => `signOn.${verb}: sysoperation:update`,
  ),
  'addressbook.badge: person:list',
  ...['page', 'info', 'changes', 'rights'].map((verb) => `sysrole.${verb}: sysuser:grant`),
  'sysuser.roleHistory: sysrole:list',
  'netdiskspace.update: netdisk:manage',
  'catalogue.restocking: cspurchaseorder:save',
  // Imports of every kind stand in one list.
  ...['list', 'export'].flatMap((verb) => recordKinds.map((kind) => `imports.${verb}: ${recordCodeOf(kind)}:import`)),
  // Lines of documents of many kinds stand in one list.
  ...lineAreas.flatMap((area) =>
    ['list', 'export'].flatMap((verb) => linedKinds[area].map((kind) => `${lineTables[area].name}.${verb}: ${codeOf(kind)}:${verb}`)),
  ),
]
test('an operation asks for codes of its own noun', () => {
  const foreignCodes = operations
    .filter(({ access }) => typeof access !== 'string')
    .flatMap(({ name, access }) =>
      (access as readonly FunctionCode[]).filter((code) => code.split(':')[0] !== name.split('.')[0]).map((code) => `${name}: ${code}`),
    )
  assert.deepEqual(
    foreignCodes.filter((each) => !borrowed.includes(each)),
    [],
  )
})

test('every name and every path stands once', () => {
  for (const key of ['name', 'path'] as const) {
    const values = operations.map((operation) => (key === 'path' ? `${operation.method} ${operation.path}` : operation.name))
    assert.deepEqual(
      values.filter((value, at) => values.indexOf(value) !== at),
      [],
    )
  }
})
