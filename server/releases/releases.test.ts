import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import fastify from 'fastify'
import { newId } from '../../kernel/id.ts'
import { makeOperatorCode } from '../access/operatorPass.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { addPackageRoute } from './handlers.ts'

const { app, ask, database, newCompany } = await testApp(handlers)
const company = await newCompany()
const admin = await company.tokenOf(company.admin)
const { json: entered } = await ask({ path: '/api/operator/enter', body: { code: await makeOperatorCode(database, '王运维') } })
const operator: string = entered.result.token
const asOperator = async (what: string, body: object) => (await ask({ path: `/api/operator/releases/${what}`, body, token: operator })).json

const asks = async (asked: object, language = 'zh-CN') =>
  (
    await ask({
      path: '/api/auth/upgradeApp',
      body: { appid: 'zaice', platform: 'android', ...asked },
      headers: { 'accept-language': language },
      token: admin,
    })
  ).json

for (const [asked, status] of [
  [{}, 0],
  [{ appVersion: '2.3.53' }, 0],
  [{ appVersion: '2.3.52' }, 1],
  [{ appVersion: '2.4' }, 0],
  [{ version: '1.9.99' }, 1],
  [{ version: 1443 }, 1],
  [{ version: '1444' }, 0],
] as const)
  test(`until we offer one: an update for ${JSON.stringify(asked)}`, async () => {
    const answer = await asks({ ...asked, platform: 'ios' })
    assert.deepEqual([answer.status, answer.lastVersion.version, answer.lastVersion.versionCode], [status, '2.3.53', 1444])
  })

const bytes = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(5000, 'package')])
const sha256 = createHash('sha256').update(bytes).digest('hex')
const sendPackage = async (content: Buffer, token = operator) => {
  const boundary = 'zaice'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="zaice.apk"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return ask({ path: '/api/operator/releases/package', body, headers, token })
}
const download = async (path: string, headers = {}) => {
  const server = fastify()
  after(() => server.close())
  addPackageRoute(server, app)
  server.setErrorHandler((_, __, reply) => reply.code(404).send())
  return server.inject({ method: 'GET', url: path, headers })
}

test('a shell is told of no address where there is no package, a page of the one of the server', async () => {
  const [shell, page] = await Promise.all([asks({ platform: 'ios', appVersion: '1.0' }), asks({ platform: 'web', appVersion: '1.0' })])
  assert.deepEqual([shell.lastVersion.downUrl, page.lastVersion.downUrl], ['', app.settings.publicUrl ?? ''])
})

test('a package is sent, offered, fetched whole and in parts, and withdrawn', async () => {
  assert.equal((await sendPackage(Buffer.from('no archive'))).json['reason'], 'release.file')
  assert.equal((await sendPackage(bytes, admin)).status, 401)
  assert.equal((await sendPackage(bytes)).json['obj'], sha256)

  const id = newId()
  const release = {
    id,
    platform: 'android',
    version: '2.4.0',
    code: 1500,
    remarkZh: '更快',
    remarkEn: 'Faster',
    package: { sha256, name: 'zaice.apk' },
  }
  const path = `/app/packages/${sha256}/zaice.apk`
  assert.equal((await download(path)).statusCode, 404, 'nobody fetches what is not offered')
  assert.equal((await asOperator('save', { ...release, package: { sha256: '0'.repeat(64), name: 'zaice.apk' } })).reason, 'release.package')
  assert.equal((await asOperator('save', { ...release, downUrl: 'https://example.com' })).reason, 'release.both')
  assert.equal((await asOperator('save', { ...release, package: undefined })).reason, 'release.nowhere')
  assert.equal((await asOperator('save', release)).result.downUrl, path)
  assert.equal((await asOperator('save', release)).result.id, id, 'sent again it is the same')
  assert.equal((await asOperator('save', { ...release, id: newId() })).reason, 'release.code')

  const { status, lastVersion } = await asks({ appVersion: '2.3.53', version: 1444 })
  assert.deepEqual(
    [status, lastVersion],
    [1, { version: '2.4.0', versionCode: 1500, remark: '更快', downUrl: path, isForced: false, sha256, sizeBytes: bytes.length }],
  )
  assert.equal((await asks({ appVersion: '2.3.53' }, 'en')).lastVersion.remark, 'Faster')
  const whole = await download(path)
  assert.deepEqual([whole.statusCode, whole.rawPayload.equals(bytes)], [200, true])
  const rest = await download(path, { range: 'bytes=5000-' })
  assert.deepEqual([rest.statusCode, rest.rawPayload.equals(bytes.subarray(5000))], [206, true])

  await asOperator('update', { id, isWithdrawn: true })
  assert.equal((await asks({ appVersion: '2.3.53' })).status, 0)
  assert.equal((await download(path)).statusCode, 404)
  const { json } = await ask({ method: 'GET', path: '/api/operator/releases/list', token: operator })
  const [kept] = json.result.list
  assert.deepEqual([kept.byName, kept.changedBy, kept.withdrawnAt !== null], ['王运维', '王运维', true])
})

test('a share of the devices is offered it, always the same ones, and all of them once it is forced on all', async () => {
  const id = newId()
  await asOperator('save', {
    id,
    platform: 'wgt',
    version: '3.0.0',
    code: 2000,
    downUrl: 'https://example.com/zaice.wgt',
    sharePercent: 30,
  })
  const devices = Array.from({ length: 60 }, (_, at) => `device-${at}`)
  const offered = async () => {
    const answers = await Promise.all(devices.map((device) => asks({ platform: 'wgt', appVersion: '2.9.0', device_id: device })))
    return answers.map(({ status }) => status as number)
  }
  const first = await offered()
  const count = first.filter((status) => status === 1).length
  assert.ok(count > 5 && count < 35, `${count} of 60`)
  assert.deepEqual(await offered(), first)
  await asOperator('update', { id, sharePercent: 100, isForced: true })
  assert.equal(
    (await offered()).every((status) => status === 1),
    true,
  )
  assert.equal((await asks({ platform: 'wgt', appVersion: '2.9.0' })).lastVersion.isForced, true)
})

test('a device that no version is meant for is offered none, also where it is older than the program', async () => {
  const address = 'https://example.com/zaice.ipa'
  await asOperator('save', { id: newId(), platform: 'ios', version: '4.0.0', code: 3000, downUrl: address, fromVersion: '2.0' })
  assert.equal((await asks({ platform: 'ios', appVersion: '1.0' })).status, 0)
  assert.equal((await asks({ platform: 'ios', appVersion: '2.1' })).lastVersion.downUrl, address)
})
