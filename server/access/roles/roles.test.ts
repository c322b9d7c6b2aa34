import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Id, newId } from '../../../kernel/id.ts'
import { allCodes, codesOf } from '../../../domain/access/codes.ts'
import { may } from '../../../domain/access/permission.ts'
import { ownRoleCode, roleCodeOf } from '../../../domain/access/roles.ts'
import type { Operation } from '../../../domain/operations/define.ts'
import { handlers } from '../../routes.ts'
import { testApp, type Ask } from '../../testing/app.ts'
import { findSession } from '../sessions.ts'

const { ask, newCompany, database } = await testApp(handlers)
const company = await newCompany()
const { orgId } = company
const admin = await company.tokenOf(company.admin)

const post = (path: string, body: object, token = admin) => ask({ path: `/api/pro/${path}`, body, token })
const plain = { description: '', codes: [] as string[], scopes: ['placesBelow'], categoryIds: [] as Id[], hiddenFields: [] as string[] }
let roleCount = 0
const make = async (more: object = {}, token = admin) => {
  const id = newId()
  const answer = await post('sysrole/save', { id, roleName: `角色${++roleCount}`, ...plain, ...more }, token)
  return { id, roleCode: ownRoleCode(id), answer, role: answer.json['result'] }
}
const grant = (roleCode: string, uids: readonly Id[], isGranted = true, token = admin) =>
  post('sysuser/grantRole', { roleCode, uids, granted: isGranted }, token)
/** A person with a role of the organisation's own, and a session of his. */
const hireWith = async (codes: readonly string[], more: object = {}) => {
  const role = await make({ codes, ...more })
  const uid = await company.hire(`person-${role.id}`)
  assert.deepEqual((await grant(role.roleCode, [uid])).json['result'], { changed: 1 })
  return { ...role, uid, token: await company.tokenOf(uid) }
}
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const faults = () => database.reading(orgId, (tx) => tx.query('select what from watched_faults($1)', [orgId]))

test('an administrator makes a role, gives it, changes it and removes it; each is in force within a second and written down', async () => {
  const { id, roleCode, uid, token, role } = await hireWith(['gscat:list', 'gscat:save'])
  assert.deepEqual([role.own, role.version, role.codes], [true, 1, ['gscat:list', 'gscat:save']])
  const list = (asker = token) => ask({ path: '/api/goods/gssupplier/list', body: {}, token: asker })
  assert.equal((await list()).status, 403)
  const me = (await ask({ method: 'GET', path: '/api/auth/getCurUser', token })).json['result']
  assert.deepEqual([me['X-Admin'], JSON.parse(me['X-ROLES'])[0].roleName], [0, role.roleName])
  const menu = (await ask({ method: 'GET', path: '/api/auth/resources', token })).json['result']
  assert.ok(menu.some((entry: { mobilePath: string }) => entry.mobilePath === '/pages/goods/GsCat/gscatlist'))

  const changeAnswer = await post('sysrole/update', {
    id,
    version: 1,
    ...plain,
    roleName: '供应商专员',
    codes: ['gscat:list', 'gssupplier:list'],
  })
  assert.equal(changeAnswer.json['result'].version, 2)
  await sleep(1100)
  assert.equal((await list()).status, 200)

  assert.deepEqual((await post('sysrole/delete', { id })).json['result'], { holders: 1 })
  await sleep(1100)
  assert.equal((await list()).status, 403)
  assert.deepEqual((await findSession(database, await company.tokenOf(uid)))!.roleCodes, [roleCodeOf('ordinary_emp', orgId)])

  const log = (await post('sysrole/changes', { roleCode })).json['page'].list
  assert.deepEqual(
    log.map((row: { action: string }) => row.action),
    ['delete', 'update', 'save'],
  )
  assert.deepEqual(log[1].differences, [
    { key: 'roleName', before: role.roleName, after: '供应商专员' },
    { key: 'codes', removed: ['gscat:save'], added: ['gssupplier:list'] },
  ])
  const history = (await post('sysuser/roleHistory', { roleCode })).json['page'].list
  assert.deepEqual(
    history.map((row: { roleName: string; granted: boolean }) => [row.roleName, row.granted]),
    [
      ['供应商专员', false],
      ['供应商专员', true],
    ],
  )
  assert.deepEqual(await faults(), [])
})

test('two who edit one role: the second is told, and what he wrote changes nothing', async () => {
  const { id, answer, role } = await make({ codes: ['gscat:list'] })
  assert.equal(answer.json['result'].version, 1)
  const write = (codes: string[]) => post('sysrole/update', { id, version: 1, ...plain, roleName: role.roleName, codes })
  const answers = await Promise.all([write(['gscat:list', 'gscat:save']), write(['gssupplier:list'])])
  assert.deepEqual(answers.map(({ json }) => json['reason'] ?? 'written').toSorted(), ['changed-meanwhile', 'written'])
  assert.deepEqual((await write((await post('sysrole/info', { roleCode: role.roleCode })).json['result'].codes)).json['result'].version, 2)
})

test('nobody gives what he has not, in a role of his own making, by granting, or by taking', async () => {
  const maker = await hireWith(['sysrole:list', 'sysrole:save', 'sysuser:grant', 'gscat:list'])
  const refusals: [title: string, answer: Promise<{ json: Record<string, unknown> }>][] = [
    ['a code', make({ codes: ['sysoperation:update'] }, maker.token).then(({ answer }) => answer)],
    ['a scope', make({ codes: ['gscat:list'], scopes: ['all'] }, maker.token).then(({ answer }) => answer)],
    [
      'the own role raised',
      post('sysrole/update', { id: maker.id, version: 1, ...plain, roleName: 'x', codes: [...allCodes()] }, maker.token),
    ],
    ['the administrator’s role', grant(roleCodeOf('tenant', orgId), [maker.uid], true, maker.token)],
    ['it taken from an administrator', grant(roleCodeOf('tenant', orgId), [company.admin], false, maker.token)],
    [
      'it granted by the whole list',
      post(
        'sysuser/changeRole',
        { uid: maker.uid, mode: 'grant', sysUserRoleEntityList: [{ roleCode: roleCodeOf('tenant', orgId) }] },
        maker.token,
      ),
    ],
  ]
  for (const [title, answer] of refusals) assert.equal((await answer).json['reason'], 'role.exceeds', title)
  const { answer, roleCode } = await make({ codes: ['gscat:list'] }, maker.token)
  assert.equal(answer.json['success'], true)
  const otherUid = await company.hire(`otherUid-${roleCode}`)
  assert.deepEqual((await grant(roleCode, [otherUid], true, maker.token)).json['result'], { changed: 1 })
})

test('whoever keeps accounts does not get into the account of someone stronger', async () => {
  const keeper = await hireWith(['sysuser:update', 'person:list', 'person:read', 'person:update', 'person:delete', 'invitation:save'])
  const refusals = [
    post('sysuser/update', { uid: company.admin, password: 'Given2026' }, keeper.token),
    post('invitation/save', { uids: [company.admin] }, keeper.token),
    post('person/update', { uid: company.admin, phone: '13800009999' }, keeper.token),
    post('person/delete', { ids: [company.admin] }, keeper.token),
  ]
  for (const [at, answer] of refusals.entries())
    assert.equal((await answer).json['reason'], 'person.above', `${at} ${JSON.stringify((await answer).json)}`)
  const plainPerson = await company.hire('plain-person')
  assert.equal((await post('sysuser/update', { uid: plainPerson, password: 'Given2026' }, keeper.token)).json['success'], true)
})

test('what a role cannot be is refusals in words', async () => {
  const { role } = await make()
  const tenant = (await post('sysrole/info', { roleCode: roleCodeOf('tenant', orgId) })).json['result']
  const table: [body: object, status: number, reason: string][] = [
    [{ codes: ['gscat:nothing'] }, 200, 'role.code'],
    [{ scopes: ['categories'] }, 200, 'role.categories'],
    [{ scopes: ['categories'], categoryIds: [newId()] }, 200, 'reference.unknown'],
    [{ scopes: ['everything'] }, 400, 'request.malformed'],
    [{ hiddenFields: ['instanceName'] }, 400, 'request.malformed'],
    [{ roleName: ' ' }, 400, 'request.malformed'],
    [{ roleName: role.roleName }, 200, 'role.name'],
    [{ roleName: '财务' }, 200, 'role.name'],
  ]
  for (const [more, status, reason] of table) {
    const { answer } = await make(more)
    assert.deepEqual([answer.status, answer.json['reason']], [status, reason], JSON.stringify(more))
  }
  for (const path of ['update', 'delete'] as const)
    assert.equal(
      (await post(`sysrole/${path}`, path === 'delete' ? { id: tenant.id } : { id: tenant.id, version: 1, ...plain, roleName: '别的' }))
        .json['reason'],
      'role.delivered',
    )
})

/** The beginnings of the operations of asset accounting, which finance keeps. */
const accounting = [
  'gsbook.',
  'gsdepreciationrule.',
  'gsaccountrule.',
  'gsopening.',
  'gsunitreading.',
  'gscostshare.',
  'gsvalue.',
  'gsvalueorder.',
  'csstockmonth.',
]

test('finance keeps books; besides that it and the auditor are let in where something reads, and nowhere else', async () => {
  for (const word of ['finance', 'auditor'] as const) {
    const employee = codesOf([])
    const extra = new Set([...codesOf([word])].filter((code) => !employee.has(code)))
    const writingOperations = handlers
      .map(({ operation }) => operation)
      .filter(({ access, reads }) => !reads && typeof access !== 'string' && !may(employee, access) && may(extra, access))
    const isKept = (name: string) => word === 'finance' && accounting.some((beginning) => name.startsWith(beginning))
    assert.deepEqual(
      writingOperations.map(({ name }) => name).filter((name) => !isKept(name)),
      [],
      word,
    )
  }
})

test('several hundred roles are listed page by page, without a double or a gap', async () => {
  const large = await newCompany('大公司')
  const token = await large.tokenOf(large.admin)
  await database.inTransaction(large.orgId, (tx) =>
    tx.query(
      `insert into role (org_id, id, role_code, role_name, role_type, codes) select $1, n, 'own_' || n, '角色' || n, 1, '{}' from generate_series(1, 500) n`,
      [large.orgId],
    ),
  )
  const seenCodes: string[] = []
  let after: string | undefined
  do {
    const { list, next, totalCount } = (await post('sysrole/page', { pageSize: 60, ...(after && { after }) }, token)).json['page']
    assert.equal(totalCount, 506)
    seenCodes.push(...list.map((row: { roleCode: string }) => row.roleCode))
    after = next
  } while (after)
  assert.deepEqual(
    [seenCodes.length, new Set(seenCodes).size, seenCodes.slice(0, 6).some((code) => code.startsWith('own_'))],
    [506, 506, false],
  )
  assert.equal((await post('sysrole/page', { likeQuery: '角色499' }, token)).json['page'].totalCount, 1)
})

/** A request that no operation takes: it tells who is let in and does nothing. */
const askedOf = ({ path, method }: Operation): Ask =>
  method === 'GET'
    ? { method, path: `${path.replace(/\{\w+\}/g, '1')}?notAField=%00` }
    : { path: path.replace(/\{\w+\}/g, '1'), body: { notAField: '\u0000' } }

test('a role roleCount at random opens what the declared codes open, and nothing else', async () => {
  const operations = handlers.map(({ operation }) => operation)
  const samples = fc.sample(fc.uniqueArray(fc.constantFrom(...allCodes()), { maxLength: 30 }), { seed: 490, numRuns: 6 })
  for (const codes of samples) {
    const { token } = await hireWith(codes)
    const heldCodes = new Set([...codesOf([]), ...codes])
    const wrong: string[] = []
    for (const operation of operations) {
      const { status } = await ask({ ...askedOf(operation), token })
      const isLetIn = status !== 401 && status !== 403
      const mayCall = operation.access !== 'client' && operation.access !== 'operator' && may(heldCodes, operation.access)
      if (isLetIn !== mayCall) wrong.push(`${operation.name}: ${status} with ${codes.join()}`)
    }
    assert.deepEqual(wrong, [])
  }
})

test('a person’s rights are explained: which role gives what', async () => {
  const { uid, role } = await hireWith(['gscat:save'], { scopes: ['own', 'placesBelow'] })
  const second = await make({ codes: ['gscat:save', 'gssupplier:list'], hiddenFields: ['value'] })
  await grant(second.roleCode, [uid])
  const rights = (await post('sysrole/rights', { uid })).json['result']
  assert.deepEqual(rights.codes.map(({ code, roles }: { code: string; roles: string[] }) => [code, roles]).toSorted(), [
    ['gscat:save', [role.roleName, second.role.roleName]],
    ['gssupplier:list', [second.role.roleName]],
  ])
  assert.deepEqual(rights.hiddenFields, [], 'one role hides it, the otherUid shows it')
})

test('a preview counts what a person or a role gets, is written down, and never goes beyond its reader', async () => {
  const { uid, roleCode, role } = await hireWith(['gscat:list', 'gscat:save', 'gssupplier:list'])
  const preview = (body: object, token = admin) => post('sysrole/preview', { id: newId(), ...body }, token)
  for (const body of [{ uid }, { roleCode }]) {
    const { menu, assets, stock } = (await preview(body)).json['result']
    assert.deepEqual([assets, stock], [0, null])
    assert.ok(menu.some(({ entries }: { entries: string[] }) => entries.includes('供应商')))
    const [row] = (await post('sysrole/changes', body)).json['page'].list
    assert.deepEqual([row.action, row.roleName], ['preview', 'uid' in body ? `person-${role.id}` : role.roleName])
  }
  const maker = await hireWith(['sysrole:list', 'sysrole:save', 'gscat:list'])
  assert.equal((await preview({ uid: company.admin }, maker.token)).json['reason'], 'role.exceeds')
  assert.equal((await preview({ roleCode: roleCodeOf('auditor', orgId) }, maker.token)).json['reason'], 'role.exceeds')
  assert.equal((await preview({ uid: newId() })).status, 404)
  assert.deepEqual(await faults(), [])
})

test('a role that is removed while its holder writes: what was begun is finished, and nothing is begun after a second', async () => {
  const { id, token } = await hireWith(['gscat:list', 'gscat:save'])
  const write = (n: number) =>
    ask({ path: '/api/goods/gscat/save', body: { catName: `分类${id}${n}`, catCode: `C${id}${n}`, catKind: 'asset' }, token })
  const [removal, ...writes] = await Promise.all([post('sysrole/delete', { id }), ...[1, 2, 3, 4, 5].map(write)])
  assert.deepEqual(removal?.json['result'], { holders: 1 })
  for (const { status } of writes) assert.ok(status === 200 || status === 403, String(status))
  await sleep(1100)
  assert.equal((await write(6)).status, 403)
})
