import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { phoneSignIn, resetPassword, sendSmsCode } from '../../domain/access/signInOperations.ts'
import { signOnOperations } from '../../domain/signOn/operations.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { startSync, syncStanding, syncWorker } from '../directory/syncing.ts'
import { handlers } from '../routes.ts'
import { openDoor, testApp, testPassword, type Company } from '../testing/app.ts'
import { escapeFilter } from './ldap.ts'
import { ldapDirectoryOf } from './ldapEnter.ts'
import { nightWorker } from './night.ts'
import { certificateFor } from './standIn/certificate.ts'
import { startLdap, type LdapEntry } from './standIn/ldapServer.ts'

const { app: plain, database, newCompany, logged } = await testApp(handlers)
const app = { ...plain, settings: { ...plain.settings, serviceReach: 'local' as const } }
const ask = await openDoor(app, handlers)

const base = 'dc=example,dc=com'
const unit = (name: string, above = base): LdapEntry => ({
  dn: `ou=${name},${above}`,
  attributes: { objectClass: 'organizationalUnit', ou: name, entryUUID: `ou-${name}` },
})
const somebody = (uid: string, above: string, more: Record<string, string> = {}): LdapEntry => ({
  dn: `uid=${uid},${above}`,
  attributes: { objectClass: 'inetOrgPerson', uid, cn: `名${uid}`, entryUUID: `id-${uid}`, mail: `${uid}@example.com`, ...more },
})
const ldap = await startLdap(
  [
    unit('总部'),
    unit('研发', `ou=总部,${base}`),
    somebody('zhang', `ou=研发,ou=总部,${base}`, { mobile: '13900000001', title: '工程师' }),
    somebody('li', `ou=总部,${base}`),
    ...Array.from({ length: 1200 }, (_, at) => somebody(`n${at}`, `ou=总部,${base}`)),
  ],
  { [`cn=reader,${base}`]: 'read-only', [`uid=zhang,ou=研发,ou=总部,${base}`]: 'zhang-secret' },
)
after(ldap.stop)

const settings = {
  title: '域账号',
  url: ldap.url,
  startTls: false,
  bindDn: `cn=reader,${base}`,
  baseDn: base,
  filter: '(&(objectClass=inetOrgPerson)(uid={login}))',
  peopleFilter: '(objectClass=inetOrgPerson)',
  departmentFilter: '(objectClass=organizationalUnit)',
  attributes: { id: 'entryUUID', username: 'uid', name: 'cn', phone: 'mobile', email: 'mail', position: 'title', employeeNo: '' },
  makesPeople: true,
  syncs: false,
  enabled: true,
  exclusive: false,
}
const setUp = async (company: Company, more: object = {}) => {
  const token = await company.tokenOf(company.admin)
  const body = { ...settings, bindPassword: 'read-only', ...more }
  const saved = await ask({ path: signOnOperations.saveLdap.path, token, body })
  assert.equal(saved.json.success, true, saved.text)
  return token
}
const enter = ({ orgId }: Company, username: string, password: string, { ip, device }: { ip?: string; device?: string } = {}) =>
  ask({ path: signOnOperations.enterLdap.path, body: { operationId: orgId, username, password, ...(device && { device_id: device }) }, ip })

test('somebody signs in with what he has there; a wrong password, an unknown name and signs of a filter do not', async () => {
  const company = await newCompany()
  await setUp(company)
  const first = await enter(company, 'zhang', 'zhang-secret')
  assert.equal(first.json['X-UserName'], '名zhang', first.text)
  assert.equal((await enter(company, 'zhang', 'zhang-secret')).json['X-UID'], first.json['X-UID'])
  for (const [name, password] of [
    ['zhang', 'wrong'],
    ['nobody', 'zhang-secret'],
    ['*', 'zhang-secret'],
    ['zhang)(uid=*', 'zhang-secret'],
  ] as const)
    assert.match((await enter(company, name, password)).json.msg, /用户名或密码错误/, name)
  // The server agrees to a bind without a password; we do not.
  assert.equal((await enter(company, 'zhang', '')).json.success, false)
  assert.equal(escapeFilter('a*(b)\\\0'), 'a\\2a\\28b\\29\\5c\\00')
})

test('whoever guesses at a name locks nobody out of a network or a device that was signed in with', async () => {
  const company = await newCompany()
  await setUp(company)
  const home = { ip: '10.7.0.1', device: 'd'.repeat(32) }
  const enters = async (from: { ip?: string; device?: string }) => (await enter(company, 'zhang', 'zhang-secret', from)).status
  assert.equal(await enters(home), 200)
  const guess = async (ip: string) => {
    for (let tries = 0; tries < 6; tries++) await enter(company, 'zhang', 'wrong', { ip })
  }
  await guess('10.7.0.2')
  assert.equal(await enters({ ip: '10.7.0.3' }), 429)
  assert.equal(await enters({ ip: home.ip }), 200)
  await guess(home.ip)
  assert.equal(await enters({ ip: home.ip }), 429)
  assert.equal(await enters(home), 200)
})

test('people and departments are taken over, page by page, and who is missing leaves', async () => {
  const company = await newCompany()
  await setUp(company, { syncs: true })
  const worker = syncWorker((orgId, keeper) => ldapDirectoryOf(app, orgId, keeper))
  const job = { orgId: company.orgId, id: '1', kind: worker.kind, key: 'ldap', body: {}, attempts: 1 }
  const sync = async () => {
    await database.inTransaction(company.orgId, (tx) => startSync(tx, 'ldap'))
    while (await worker.piece(database, job, app.log));
    return assertDefined(await database.reading(company.orgId, (tx) => syncStanding(tx, 'ldap')), 'the standing')
  }
  assert.equal((await sync()).phase, 'done')
  assert.ok(ldap.pages() > 3)
  const zhang = async () =>
    (
      await database.reading(company.orgId, (tx) =>
        tx.query<{ phone: string; position: string; state: string; dept: string; above: string }>(
          `select p.phone, p.position, p.state, d.dept_name as dept, u.dept_name as above from person p
           left join department d on d.org_id = $1 and d.id = p.dept_id left join department u on u.org_id = $1 and u.id = d.parent_id
           where p.org_id = $1 and p.username = 'zhang'`,
          [company.orgId],
        ),
      )
    ).map((each) => ({ ...each }))
  assert.deepEqual(await zhang(), [{ phone: '13900000001', position: '工程师', state: 'active', dept: '研发', above: '总部' }])
  const at = ldap.entries.findIndex(({ dn }) => dn.startsWith('uid=zhang'))
  const [gone] = ldap.entries.splice(at, 1)
  await sync()
  assert.equal((await zhang())[0]?.state, 'disabled')
  ldap.entries.push(gone!)
  await sync()
  assert.equal((await zhang())[0]?.state, 'active')
})

test('the test says what is wrong: the account, the address, the attribute of the name', async () => {
  const company = await newCompany()
  const steps = async (more: object) => {
    const token = await setUp(company, more)
    const answer = await ask({ path: signOnOperations.test.path, token, body: { kind: 'ldap', login: 'zhang' } })
    return (answer.json.result.steps as { ok: boolean; words: string }[]).map(({ ok, words }) => `${ok ? '✓' : '✗'} ${words}`)
  }
  assert.deepEqual(await steps({}), ['✓ 已连接', '✓ 找到 名zhang，编号 id-zhang', '✓ 2个部门', '✓ 1202人'])
  assert.deepEqual(await steps({ bindPassword: 'wrong' }), ['✗ 查询账号或它的密码有误'])
  assert.match((await steps({ url: 'ldap://127.0.0.1:9' })).join(), /^✗ 连不上127.0.0.1:9/)
  const unnamed = await steps({ attributes: { ...settings.attributes, name: 'displayName' } })
  assert.match(unnamed.at(-1)!, /^✗ 1202人，其中1202人没有姓名/)
})

test('who came in by the company needs no password here any more; administrators keep theirs', async () => {
  const company = await newCompany()
  const phone = '13911112222'
  const zhang = await company.hire(`zhang-${company.orgId}`, [], { email: 'zhang@example.com', phone })
  await setUp(company, { makesPeople: false, exclusive: true })
  const byPassword = async (uid: string) => {
    const [{ username }] = (await database.reading(company.orgId, (tx) =>
      tx.query<{ username: string }>('select username from person where org_id = $1 and id = $2', [company.orgId, uid]),
    )) as [{ username: string }]
    const body = { grant_type: 'password', username, password: testPassword }
    return ask({ path: '/api/oauth/token', body, headers: { authorization: `Basic ${btoa('app:app')}` } })
  }
  const byCode = async (path: string, more: object = {}) => {
    await database.gate('delete from sms_code')
    await ask({ path: sendSmsCode.path, body: { mobile: phone } })
    const captcha = /: (\d{6})/.exec(logged.findLast((line) => line.includes(`SMS code for ${phone}`)) ?? '')?.[1]
    return ask({ path, body: { mobile: phone, captcha, ...more } })
  }
  assert.equal((await byPassword(zhang)).json['X-UID'], zhang)
  assert.equal((await enter(company, 'zhang', 'zhang-secret')).json['X-UID'], zhang)
  const refused = await byPassword(zhang)
  assert.match(refused.text, /请用公司账号登录/)
  for (const [path, more] of [
    [phoneSignIn.path, {}],
    [resetPassword.path, { password: 'Other2026' }],
  ] as const)
    assert.match((await byCode(path, more)).text, /请用公司账号登录/)
  // A person of two organisations comes into the other one.
  const other = await newCompany()
  const there = await other.hire('zhang-there', [], { phone })
  assert.equal((await byCode(phoneSignIn.path)).json.result['X-UID'], there)
  assert.equal((await byPassword(company.admin)).json['X-UID'], company.admin)
})

test('the line is encrypted before anybody is named, and only to whom the certificate says', async () => {
  const certificate = certificateFor('127.0.0.1')
  const safe = await startLdap(ldap.entries, { [`cn=reader,${base}`]: 'read-only' }, certificate)
  try {
    const company = await newCompany()
    const first = async (more: object) => {
      const token = await setUp(company, { url: safe.url, ...more })
      const answer = await ask({ path: signOnOperations.test.path, token, body: { kind: 'ldap' } })
      return answer.json.result.steps[0].words as string
    }
    assert.match(await first({ startTls: false }), /目录拒绝了请求/)
    assert.match(await first({ startTls: true }), /证书不受信任/)
    const usual = getCACertificates('default')
    setDefaultCACertificates([...usual, certificate.cert])
    assert.equal(await first({ startTls: true }), '已连接')
    setDefaultCACertificates(usual)
  } finally {
    await safe.stop()
  }
})

test('every night the directory is taken over where that is wanted, and the next night is asked for', async () => {
  const company = await newCompany()
  const night = async () => {
    await database.inTransaction(company.orgId, (tx) =>
      nightWorker.run(tx, { orgId: company.orgId, id: '1', kind: nightWorker.kind, key: 'ldap', body: {}, attempts: 1 }),
    )
    return database.reading(company.orgId, (tx) =>
      tx.query<{ kind: string; clock: string }>(
        `select kind, to_char(due_at at time zone 'Asia/Shanghai', 'HH24') as clock from job
         where org_id = $1 and kind = any ($2) and done_at is null order by kind`,
        [company.orgId, ['directory.sync', nightWorker.kind]],
      ),
    )
  }
  assert.deepEqual(await night(), [])
  await setUp(company, { syncs: true })
  const [sync, next] = await night()
  assert.equal(sync?.kind, 'directory.sync')
  assert.match(next!.clock, /^0[12]$/)
})

test('the password goes to no other server and over no bare line; filters that are none are refused when they are saved', async () => {
  const company = await newCompany()
  const token = await setUp(company, { startTls: true })
  const save = async (more: object) => {
    const { json } = await ask({ path: signOnOperations.saveLdap.path, token, body: { ...settings, startTls: true, ...more } })
    return json.success ? 'saved' : json.reason
  }
  assert.equal(await save({}), 'saved')
  assert.equal(await save({ url: 'ldap://ldap.example.com' }), 'secret.address')
  assert.equal(await save({ startTls: false }), 'secret.address')
  assert.equal(await save({ startTls: false, bindPassword: 'read-only' }), 'saved')
  assert.equal(await save({}), 'saved')
  for (const filter of ['(uid={login}', '(&(objectClass=person)(uid={login})', '((uid={login}))', '(&)({login}'])
    assert.equal(await save({ filter }), 'signOn.ldapFilter', filter)
  assert.equal(await save({ peopleFilter: '(objectClass=person' }), 'signOn.ldapFilter')
  assert.equal(await save({ departmentFilter: 'objectClass)' }), 'signOn.ldapFilter')
})

test('a directory that answers few entries at once says so, and whoever is one of several is nobody', async () => {
  const small = await startLdap(ldap.entries, { [`cn=reader,${base}`]: 'read-only' })
  try {
    small.limits.entries = 500
    const company = await newCompany()
    const token = await setUp(company, { url: small.url })
    const words = async (login: string) =>
      (await ask({ path: signOnOperations.test.path, token, body: { kind: 'ldap', login } })).json.result.steps.map(
        (step: { words: string }) => step.words,
      )
    assert.match((await words('zhang')).at(-1), /条数限制/)
    await setUp(company, { url: small.url, filter: '(|(objectClass=inetOrgPerson)(uid={login}))' })
    assert.equal((await words('zhang'))[1], '没有找到，或不止一个')
  } finally {
    await small.stop()
  }
})
