import assert from 'node:assert/strict'
import { test } from 'node:test'
import { finderCode, linkContent } from '../../domain/labels/content.ts'
import { newId, type Id } from '../../kernel/id.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { findSession } from '../access/sessions.ts'
import { openedFile } from '../files/scope.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'
import { readableFinds } from './reports.ts'

const { ask, newCompany, database } = await testApp(handlers, {
  // Pieces are put into the table by hand.
  breaks: ['assets: state, holder, place and due day follow from the account', 'assets: a history begins with what brought the piece in'],
})

type House = Awaited<ReturnType<typeof newCompany>>
let network = 0
/** Everyone comes from somewhere else, unless a test says otherwise. */
const from = () => `10.9.${Math.floor(++network / 250)}.${(network % 250) + 1}`

const assetIn = async ({ orgId }: House, code: string, more: Readonly<Record<string, unknown>> = {}): Promise<Id> => {
  const [id, model] = [newId(), newId()]
  await database.inTransaction(orgId, async (tx) => {
    await insert(tx, 'model', [{ id: model, goods_code: `M${model}`, goods_name: '投影仪' }])
    await insert(tx, 'asset', [{ id, instance_code: code, instance_name: `投影仪${code}`, goods_id: model, state: 'idle', ...more }])
  })
  return id
}
const finderOf = async ({ orgId }: House, asset: Id): Promise<string> => {
  const code = finderCode(crypto.getRandomValues(new Uint8Array(12)))
  await database.inTransaction(orgId, (tx) =>
    tx.query('insert into asset_finder (org_id, asset_id, code) values ($1, $2, $3)', [orgId, asset, code]),
  )
  return code
}
const allow = async (house: House, strangers: object) => {
  const body = { strangers: { isOn: true, contact: '请打 021-5555 0000', showsName: false, showsPicture: false, ...strangers } }
  const { json } = await ask({ path: '/api/operation/sysoperation/update', body, token: await house.tokenOf(house.admin) })
  assert.equal(json.code, 0, JSON.stringify(json))
}
const look = async (body: object, ip = from()) => (await ask({ path: '/api/pro/found/look', body, ip })).json
const report = async (body: object, ip = from()) =>
  (await ask({ path: '/api/pro/found/report', body: { id: newId(), words: '在大厅', ...body }, ip })).json
const toldOf = ({ orgId }: House) =>
  database.reading(orgId, (tx) =>
    tx.query<{ uid: Id; title: string; content: string }>('select uid, title, content from message where org_id = $1 order by uid', [
      orgId,
    ]),
  )

test('alone on an installation, the code of an old label leads to a page that says nothing of the thing, whatever the code is', async () => {
  const alone = await newCompany('独一家')
  const asset = await assetIn(alone, 'ZC001')
  assert.equal((await look({ code: 'ZC001' })).result.t, 'off')
  await allow(alone, { showsName: true })
  const page = (await look({ code: 'ZC001' })).result
  assert.deepEqual(page, { t: 'page', organisation: '独一家', contact: '请打 021-5555 0000', name: null, picture: null })
  assert.deepEqual((await look({ code: 'NOTHING' })).result, page)
  // What is reported is told where the code is a person's, and no one learns whether it is.
  assert.deepEqual((await report({ code: 'NOTHING' })).result, (await report({ code: 'ZC001', words: '在地铁站' })).result)
  assert.deepEqual(
    (await toldOf(alone)).map(({ uid, title, content }) => [uid, title, content]),
    [[alone.admin, '有人捡到了投影仪ZC001（ZC001）', '在地铁站']],
  )
  const { json } = await ask({ path: '/api/pro/found/list', body: { assetId: asset }, token: await alone.tokenOf(alone.admin) })
  assert.deepEqual(
    json.result.list.map(({ words, settledAt }: { words: string; settledAt: string | null }) => [words, settledAt]),
    [['在地铁站', null]],
  )
})

test('letters that nobody guesses show what the organisation allows, to nobody more than that, and tell who looks after it', async () => {
  const [here, there] = [await newCompany('甲公司'), await newCompany('乙公司')]
  const keeper = await here.hire('keeper', ['goodsmanager'])
  const holder = await here.hire('holder')
  const place = newId()
  await database.inTransaction(here.orgId, (tx) =>
    insert(tx, 'location', [{ id: place, loc_code: 'A', loc_name: '一号库', manager_uid: keeper }]),
  )
  const asset = await assetIn(here, 'ZC001', { loc_id: place, holder_uid: holder, state: 'in_use' })
  const finder = await finderOf(here, asset)
  await assetIn(there, 'ZC001')
  assert.equal((await look({ code: 'ZC001', finder })).result.t, 'off', 'off by default')
  assert.equal((await report({ code: 'ZC001', finder })).reason, 'found.off')
  await allow(here, {})
  assert.equal((await look({ code: 'ZC001' })).result.t, 'off', 'a code alone is nobody’s where several are')
  assert.deepEqual((await look({ code: 'ZC001', finder: finder.toLowerCase() })).result.name, null)
  await allow(here, { showsName: true })
  assert.equal((await look({ code: 'another', finder })).result.name, '投影仪ZC001')

  const id = newId()
  const said = { code: 'ZC001', finder, id, words: '在会议室', phone: '138', point: { longitude: 121.4, latitude: 31.2, system: 'WGS-84' } }
  await report(said)
  await report(said)
  assert.deepEqual(
    (await toldOf(here)).map(({ uid }) => uid),
    [keeper, holder].toSorted(),
  )
  assert.deepEqual(await toldOf(there), [])

  const list = async (house: House, uid: Id) =>
    (await ask({ path: '/api/pro/found/list', body: { assetId: asset }, token: await house.tokenOf(uid) })).json
  assert.equal((await list(here, keeper)).result.list.length, 1)
  assert.equal((await list(there, there.admin)).result?.list, undefined)
  const settle = async (house: House, uid: Id) =>
    (await ask({ path: '/api/pro/found/settle', body: { id }, token: await house.tokenOf(uid) })).json
  assert.notEqual((await settle(there, there.admin)).code, 0)
  assert.notEqual((await settle(here, holder)).code, 0)
  assert.equal((await settle(here, keeper)).code, 0)
  assert.equal((await list(here, keeper)).result.list[0].settledBy, 'keeper')
})

test('who is signed in elsewhere is told that it is another’s, and who is signed in here gets the piece even under another code', async () => {
  const [here, there] = [await newCompany('丙公司'), await newCompany('丁公司')]
  const asset = await assetIn(here, 'ZC007')
  await assetIn(there, 'ZC007')
  const read = linkContent('https://zaice.example', { noun: 'asset', code: 'ZC007', finder: await finderOf(here, asset) })
  const scan = async (house: House) =>
    (await ask({ path: '/api/pro/scan/find', body: { read }, token: await house.tokenOf(house.admin) })).json.result
  assert.equal((await scan(there)).t, 'foreign')
  assert.equal((await scan(here)).thing.row.id, asset)
  await database.inTransaction(here.orgId, (tx) => tx.query(`update asset set instance_code = 'ZC008' where org_id = $1`, [here.orgId]))
  assert.equal((await scan(here)).thing.row.id, asset)
})

test('whoever guesses is stopped, by address and by thing', async () => {
  const house = await newCompany('戊公司')
  const asset = await assetIn(house, 'ZC001')
  const finder = await finderOf(house, asset)
  await allow(house, {})
  const guesser = '10.8.0.1'
  for (let guess = 0; guess < 30; guess++)
    await look({ code: 'ZC001', finder: finderCode(crypto.getRandomValues(new Uint8Array(12))) }, guesser)
  assert.equal((await look({ code: 'ZC001', finder }, guesser)).code, 429)
  const busy = '10.8.0.2'
  for (let at = 0; at < 100; at++) assert.equal((await look({ code: 'ZC001', finder }, busy)).result.t, 'page')
  const talker = '10.8.0.3'
  const answers = []
  for (let at = 0; at < 8; at++) answers.push((await report({ code: 'ZC001', finder }, talker)).code)
  assert.deepEqual(answers.slice(0, 6).every((code) => code === 0) && answers[7] === 429, true, answers.join())
  for (let at = 0; at < 4; at++) await report({ code: 'ZC001', finder })
  assert.equal((await report({ code: 'ZC001', finder })).code, 429)
})

test('a photo goes along, and what is none is refused', async () => {
  const house = await newCompany('己公司')
  const asset = await assetIn(house, 'ZC001')
  const finder = await finderOf(house, asset)
  await allow(house, {})
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  assert.notEqual((await report({ code: 'ZC001', finder, picture: Buffer.from('#!/bin/sh').toString('base64') })).code, 0)
  assert.equal((await report({ code: 'ZC001', finder, picture: png })).code, 0)
  const { json } = await ask({ path: '/api/pro/found/list', body: { assetId: asset }, token: await house.tokenOf(house.admin) })
  const path = json.result.list[0].picture
  assert.match(path, /\.png$/)
  const opens = async (uid: Id) => {
    const session = assertDefined(await findSession(database, await house.tokenOf(uid)), 'the session')
    return database.reading(house.orgId, async (tx) => (await openedFile(tx, session, { found: readableFinds }, path)) !== undefined)
  }
  const [employee, keeper] = [await house.hire(`e${house.orgId}`), await house.hire(`k${house.orgId}`, ['goodsmanager'])]
  // A keeper of other places sees no more of the thing than an employee does.
  assert.deepEqual([await opens(house.admin), await opens(employee), await opens(keeper)], [true, false, false])
})

test('of what is deleted nothing is kept and nobody told, and without a licence nothing is taken', async () => {
  const house = await newCompany('庚公司')
  const asset = await assetIn(house, 'ZC001')
  const finder = await finderOf(house, asset)
  await allow(house, {})
  const kept = () => database.reading(house.orgId, (tx) => tx.query('select from found_report where org_id = $1', [tx.orgId]))
  await database.inTransaction(house.orgId, (tx) => tx.query('update asset set deleted_at = now() where org_id = $1', [tx.orgId]))
  assert.deepEqual((await report({ code: 'ZC001', finder })).result, { told: true })
  assert.deepEqual([await kept(), await toldOf(house)], [[], []])
  await database.inTransaction(house.orgId, async (tx) => {
    await tx.query('update asset set deleted_at = null where org_id = $1', [tx.orgId])
    await tx.query('update licence_order set end_date = start_date where org_id = $1', [tx.orgId])
  })
  assert.equal((await report({ code: 'ZC001', finder })).reason, 'licence.over')
  assert.deepEqual(await kept(), [])
})
