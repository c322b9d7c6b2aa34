import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Id, newId } from '../../../kernel/id.ts'
import { presetMaxLength, presetsAtMost, startingPresets } from '../../../domain/approval/flow/presets.ts'
import { inWords } from '../../../domain/english/all.ts'
import type { OpinionSettings } from '../../../domain/approval/operations/opinions.ts'
import { disablePerson } from '../../access/people.ts'
import { insert } from '../../testing/company.ts'
import { type Company, testApp } from '../../testing/app.ts'
import { opinionHandlers } from './opinions.ts'
import { handOver } from '../flow/standIns.ts'

const { ask, database, newCompany } = await testApp(opinionHandlers)

type Person = { readonly company: Company; readonly uid: Id; readonly token: string }
const hired = async (username: string, company?: Company): Promise<Person> => {
  const of = company ?? (await newCompany())
  const uid = await of.hire(`${username}-${of.orgId}`)
  return { company: of, uid, token: await of.tokenOf(uid) }
}

const calls = { read: 'opinionSettings', presets: 'opinionPresetsSave', signature: 'opinionSignatureSave' }
const send = (person: Person, what: keyof typeof calls, body: unknown = {}, language = 'zh-CN') =>
  ask({ path: `/api/workflow/${calls[what]}`, body, token: person.token, headers: { 'accept-language': language } })
const settingsOf = async (person: Person, language?: string): Promise<OpinionSettings> =>
  (await send(person, 'read', {}, language)).json.result

/** A file that a person uploaded. */
const uploaded = async ({ company, uid }: Person, mime = 'image/png'): Promise<string> => {
  const path = `a/20260101/${newId()}.png`
  const file = { id: newId(), path, name: 'signature.png', mime, size_bytes: 1, sha256: '', uploaded_by: uid }
  await database.inTransaction(company.orgId, (tx) => insert(tx, 'file', [file]))
  return path
}

suite('sentences at hand', () => {
  test('who never changed them has those that everybody starts with, in the language of the reader', async () => {
    const boss = await hired('boss')
    assert.deepEqual(await settingsOf(boss), { presets: startingPresets, own: { approve: false, reject: false }, signature: null })
    const { presets } = await settingsOf(boss, 'en')
    assert.deepEqual(
      presets.approve,
      startingPresets.approve.map((words) => inWords('en', words)),
    )
    assert.notDeepEqual(presets.reject, startingPresets.reject)
  })

  const changes: [title: string, presets: readonly string[] | null, kept: readonly string[]][] = [
    ['added, changed and in another order', ['请尽快办理', ' 同意，注意保管 ', '情况属实'], ['请尽快办理', '同意，注意保管', '情况属实']],
    ['all removed', [], []],
    ['as many and as long as there may be', Array.from({ length: presetsAtMost }, (_, index) => `${index}`.padEnd(presetMaxLength, '长')), Array.from({ length: presetsAtMost }, (_, index) => `${index}`.padEnd(presetMaxLength, '长'))], // prettier-ignore
    ['back to the start', null, startingPresets.approve],
  ]
  for (const [title, presets, kept] of changes)
    test(`${title}: kept as given, sent twice or once, on every device, and the other verdict is left`, async () => {
      const boss = await hired('boss')
      await send(boss, 'presets', { verdict: 'approve', presets: ['旧'] })
      for (let times = 0; times < 2; times++) {
        const { json } = await send(boss, 'presets', { verdict: 'approve', presets })
        assert.deepEqual(json.result.presets, { approve: kept, reject: startingPresets.reject })
      }
      const elsewhere = { ...boss, token: await boss.company.tokenOf(boss.uid) }
      const read = await settingsOf(elsewhere)
      assert.deepEqual([read.presets.approve, read.own], [kept, { approve: presets !== null, reject: false }])
    })

  const refusals: [title: string, body: unknown][] = [
    ['one too many', { verdict: 'reject', presets: Array.from({ length: presetsAtMost + 1 }, (_, index) => `${index}`) }],
    ['one that is too long', { verdict: 'reject', presets: ['长'.repeat(presetMaxLength + 1)] }],
    ['an empty one', { verdict: 'reject', presets: ['  '] }],
    ['the same twice', { verdict: 'reject', presets: ['好', ' 好'] }],
    ['no sentence', { verdict: 'reject', presets: [{ words: '好' }] }],
    ['a verdict that there is not', { verdict: 'later', presets: [] }],
    ['the list of somebody else', { verdict: 'reject', presets: [], uid: '1' }],
  ]
  for (const [title, body] of refusals)
    test(`${title} is malformed and changes nothing`, async () => {
      const boss = await hired('boss')
      await send(boss, 'presets', { verdict: 'reject', presets: ['不'] })
      assert.equal((await send(boss, 'presets', body)).status, 400)
      assert.deepEqual((await settingsOf(boss)).presets.reject, ['不'])
    })
})

suite('the signature given last', () => {
  test('is kept, replaced and removed', async () => {
    const boss = await hired('boss')
    for (const signature of [await uploaded(boss), await uploaded(boss), null]) {
      assert.equal((await send(boss, 'signature', { signature })).json.result.signature, signature)
      assert.equal((await settingsOf(boss)).signature, signature)
    }
  })

  const files: [title: string, path: (boss: Person) => Promise<string>][] = [
    ["a colleague's picture", async ({ company }) => uploaded(await hired('keeper', company))],
    ["another organisation's picture", async () => uploaded(await hired('stranger'))],
    ['a file that is no picture', (boss) => uploaded(boss, 'application/pdf')],
    ['what nobody uploaded', async () => 'a/20260101/none.png'],
  ]
  for (const [title, path] of files)
    test(`${title} is refused in words`, async () => {
      const boss = await hired('boss')
      const own = await uploaded(boss)
      await send(boss, 'signature', { signature: own })
      const { status, json } = await send(boss, 'signature', { signature: await path(boss) })
      assert.deepEqual([status, json.code, json.reason], [200, 500, 'file.notYours'])
      assert.equal((await settingsOf(boss)).signature, own)
    })
})

test('everybody has only what is his own, and it stands in nobody’s way when he leaves', async () => {
  const boss = await hired('boss')
  const heir = await hired('heir', boss.company)
  const elsewhere = { ...boss, token: await boss.company.tokenOf(boss.uid) }
  await send(boss, 'presets', { verdict: 'approve', presets: ['赵的'] })
  await send(boss, 'signature', { signature: await uploaded(boss) })
  await database.inTransaction(boss.company.orgId, async (tx) => {
    await handOver(tx, boss.uid, heir.uid)
    await disablePerson(tx, boss.uid, boss.company.admin)
  })
  assert.equal((await send(elsewhere, 'read')).status, 401)
  assert.deepEqual(await settingsOf(heir), { presets: startingPresets, own: { approve: false, reject: false }, signature: null })
})
