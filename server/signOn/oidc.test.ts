import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { signOnOperations } from '../../domain/signOn/operations.ts'
import { linkPerson, personOf } from '../directory/links.ts'
import { handlers } from '../routes.ts'
import { openDoor, testApp, type Company } from '../testing/app.ts'
import { startProvider } from './standIn/provider.ts'

const { app, database, newCompany, ask: outside } = await testApp(handlers)
const texts = new Map<string, string[] | undefined>()
const ask = await openDoor(
  { ...app, settings: { ...app.settings, serviceReach: 'local' }, textsOf: async (domain) => (texts.has(domain) ? texts.get(domain) : []) },
  handlers,
)
const provider = await startProvider()
after(provider.stop)

const browser = 'a-browser-that-keeps-this-to-itself'

type Settings = { trusts?: boolean; makesPeople?: boolean; enabled?: boolean; exclusive?: boolean; clientSecret?: string; issuer?: string }
const setUp = async (company: Company, { clientSecret = provider.clientSecret, issuer = provider.issuer, ...more }: Settings = {}) => {
  const token = await company.tokenOf(company.admin)
  const body = {
    title: '公司账号',
    issuer,
    clientId: provider.clientId,
    clientSecret,
    trusts: false,
    makesPeople: false,
    enabled: true,
    ...more,
  }
  const saved = await ask({ path: signOnOperations.saveOidc.path, token, body })
  assert.equal(saved.json.success, true, saved.text)
  return token
}

/** The whole way of a browser: there, as a person, and back; `query` as it comes back. */
const there = async ({ orgId }: Company, sub: string): Promise<string> => {
  const begun = await ask({ path: signOnOperations.begin.path, body: { operationId: orgId, browser } })
  assert.equal(begun.json.success, true, begun.text)
  return new URL(await provider.consent(begun.json.result.address, sub)).search.slice(1)
}
const enter = (query: string, by = browser) => ask({ path: signOnOperations.enter.path, body: { query, browser: by } })
const wordsOf = ({ json }: Awaited<ReturnType<typeof ask>>): string => json.msg ?? json.message

test('whoever has the proven e-mail address comes in, the same next time by the link, and nobody else', async () => {
  const company = await newCompany()
  await setUp(company)
  const uid = await company.hire('lu', [], { email: 'Lu.Yiming@example.com' })
  const first = await enter(await there(company, 'u-1001'))
  assert.equal(first.json['X-UID'], uid, first.text)
  await database.inTransaction(company.orgId, (tx) =>
    tx.query(`update person set email = null where org_id = $1 and id = $2`, [company.orgId, uid]),
  )
  assert.equal((await enter(await there(company, 'u-1001'))).json['X-UID'], uid)
  // An address that the provider has not proven is no one's.
  await company.hire('he', [], { email: 'he.xiao@example.com' })
  assert.match(wordsOf(await enter(await there(company, 'u-1002'))), /没有找到您/)
})

test('somebody new comes in where that is allowed, once; whoever is out of service does not', async () => {
  const company = await newCompany()
  await setUp(company, { makesPeople: true })
  const made = await enter(await there(company, 'u-1002'))
  assert.equal(made.json['X-UserName'], '何晓', made.text)
  assert.equal((await enter(await there(company, 'u-1002'))).json['X-UID'], made.json['X-UID'])
  await database.inTransaction(company.orgId, (tx) =>
    tx.query(`update person set state = 'disabled' where org_id = $1 and id = $2`, [company.orgId, made.json['X-UID']]),
  )
  await database.inTransaction(company.orgId, (tx) =>
    tx.query(`update session set ended_at = now() where org_id = $1 and uid = $2`, [company.orgId, made.json['X-UID']]),
  )
  assert.match(wordsOf(await enter(await there(company, 'u-1002'))), /已停用/)
})

test('what comes back is good once, and only in the browser that went', async () => {
  const company = await newCompany()
  await setUp(company, { makesPeople: true })
  const query = await there(company, 'u-1001')
  assert.match(wordsOf(await enter(query, 'another-browser-altogether')), /已过期/)
  assert.equal((await enter(query)).status, 200)
  assert.match(wordsOf(await enter(query)), /已过期/)
  assert.match(wordsOf(await enter(query.replace(/state=[^&]*/, 'state=1.x'))), /已过期/)
})

for (const [mood, words] of [
  ['wrongNonce', /不是给这次登录的/],
  ['wrongAudience', /不是给这次登录的/],
  ['wrongIssuer', /不是给这次登录的|签发者/],
  ['endedKeys', /签名/],
] as const)
  test(`nobody comes in where the provider's token has a ${mood}`, async () => {
    const company = await newCompany()
    await setUp(company, { makesPeople: true })
    const query = await there(company, 'u-1001')
    provider.mood[mood] = true
    const refused = await enter(query)
    provider.mood[mood] = false
    assert.match(wordsOf(refused), words)
    assert.equal(refused.json.access_token, undefined)
  })

test('a provider that says no, or is not there, is told in words', async () => {
  const company = await newCompany()
  await setUp(company)
  const query = await there(company, 'u-1001')
  const state = new URLSearchParams(query).get('state')!
  assert.match(
    wordsOf(await enter(new URLSearchParams({ error: 'access_denied', error_description: 'not today', state }).toString())),
    /没有放行：not today/,
  )
  await setUp(company, { issuer: 'http://127.0.0.1:9' })
  assert.match(
    wordsOf(await ask({ path: signOnOperations.begin.path, body: { operationId: company.orgId, browser } })),
    /连不上127.0.0.1:9/,
  )
})

test('the test says step by step what is well and what is not; the secret is answered to nobody', async () => {
  const company = await newCompany()
  const token = await setUp(company)
  const steps = async () => (await ask({ path: signOnOperations.test.path, token, body: { kind: 'oidc' } })).json.result.steps
  assert.deepEqual(await steps(), [
    { title: '登录服务', ok: true, words: '已找到，签发者一致' },
    { title: '客户端编号与密钥', ok: true, words: '已被接受' },
  ])
  await setUp(company, { clientSecret: 'wrong' })
  assert.deepEqual((await steps())[1], { title: '客户端编号与密钥', ok: false, words: '客户端编号或密钥有误' })
  const shown = await ask({ path: signOnOperations.settings.path, token })
  assert.equal(shown.json.result.oidc.isKeyed, true)
  assert.doesNotMatch(shown.text, /wrong|stand-in-secret/)
})

test('an address inside is refused where services may only stand on the internet', async () => {
  const company = await newCompany()
  const token = await company.tokenOf(company.admin)
  const body = { title: '公司账号', issuer: 'https://10.0.0.1', clientId: 'x', trusts: false, makesPeople: false, enabled: true }
  assert.match(wordsOf(await outside({ path: signOnOperations.saveOidc.path, token, body })), /内部网络/)
})

test('people find their organisation by its short name or their e-mail address, and only what is switched on', async () => {
  const company = await newCompany('远山科技')
  const token = await setUp(company)
  const find = async (word: string) => (await ask({ path: signOnOperations.find.path, body: { word } })).json.result.list
  const save = (by: string) =>
    ask({ path: signOnOperations.saveWords.path, token: by, body: { words: ['yuanshan-1', 'yuanshan.example'] } })
  const unproven = await save(token)
  const record = /zaice-verification=[0-9a-f]{32}/.exec(wordsOf(unproven))?.[0]
  assert.ok(record, unproven.text)
  texts.set('yuanshan.example', ['v=spf1 -all', record])
  assert.equal((await save(token)).json.success, true)
  const other = await newCompany('别人')
  assert.match(wordsOf(await save(await other.tokenOf(other.admin))), /属于另一个组织/)
  const expected = [{ operationId: company.orgId, operationName: '远山科技', operationAvatar: '', oidc: '公司账号', ldap: null }]
  assert.deepEqual(await find('Yuanshan-1'), expected)
  assert.deepEqual(await find('somebody@yuanshan.example'), expected)
  assert.deepEqual(await find('nobody'), [])
  // Looked at again after a day: where DNS is silent it stays, where the record is gone it does not.
  const past = () =>
    database.inTransaction(company.orgId, (tx) =>
      tx.query(`update sign_on_word set proven_at = proven_at - interval '2 days' where org_id = $1`, [company.orgId]),
    )
  texts.set('yuanshan.example', undefined)
  await past()
  assert.deepEqual(await find('somebody@yuanshan.example'), expected)
  texts.set('yuanshan.example', ['v=spf1 -all'])
  assert.deepEqual(await find('somebody@yuanshan.example'), [])
  texts.set('yuanshan.example', [record])
  assert.deepEqual(await find('somebody@yuanshan.example'), expected)
  // Saved before anyone looked: it leads nowhere before it was shown.
  await database.inTransaction(company.orgId, (tx) =>
    tx.query('update sign_on_word set proven_at = null where org_id = $1', [company.orgId]),
  )
  texts.set('yuanshan.example', undefined)
  assert.deepEqual(await find('somebody@yuanshan.example'), [])
  await setUp(company, { enabled: false })
  assert.deepEqual(await find('yuanshan-1'), [])
})

test('whom another provider calls the same is somebody else', async () => {
  const company = await newCompany()
  await setUp(company)
  await database.inTransaction(company.orgId, (tx) => linkPerson(tx, 'oidc', 'same', company.admin))
  const linked = () => database.reading(company.orgId, (tx) => personOf(tx, 'oidc', 'same'))
  await setUp(company)
  assert.equal(await linked(), company.admin)
  await setUp(company, { issuer: `${provider.issuer}/other` })
  assert.equal(await linked(), undefined)
})

test('a saved secret goes to no other issuer, and can be taken away', async () => {
  const company = await newCompany()
  const token = await setUp(company)
  const save = (more: object) =>
    ask({
      path: signOnOperations.saveOidc.path,
      token,
      body: {
        title: '公司账号',
        issuer: provider.issuer,
        clientId: provider.clientId,
        trusts: false,
        makesPeople: false,
        enabled: true,
        ...more,
      },
    })
  const isKeyed = async () => (await ask({ path: signOnOperations.settings.path, token })).json.result.oidc.isKeyed
  const elsewhere = provider.issuer.replace('127.0.0.1', '127.0.0.2')
  assert.notEqual(elsewhere, provider.issuer)
  const refused = await save({ issuer: elsewhere })
  assert.deepEqual([refused.json.success, refused.json.reason], [false, 'secret.address'], refused.text)
  assert.equal((await save({ title: '账号' })).json.success, true)
  assert.equal(await isKeyed(), true)
  assert.equal((await save({ issuer: elsewhere, clientSecret: 'another' })).json.success, true)
  assert.equal((await save({ issuer: elsewhere, clientSecret: null })).json.success, true)
  assert.equal(await isKeyed(), false)
  assert.equal((await save({})).json.success, true)
  assert.equal(await isKeyed(), false)
})
