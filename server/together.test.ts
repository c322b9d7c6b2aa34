import assert from 'node:assert/strict'
import { test } from 'node:test'
import { togetherAtMost } from '../domain/operations/together.ts'
import { authHandlers } from './access/auth.ts'
import { beginningHandlers } from './organisations/beginning.ts'
import { readSettings } from './settings.ts'
import { openDoor, testApp } from './testing/app.ts'
import { togetherHandler } from './together.ts'
import { workbenchHandlers } from './workbench/workbench.ts'

const each = [...authHandlers, ...beginningHandlers, ...workbenchHandlers]
const { app, ask, newCompany } = await testApp([...each, togetherHandler(each)])

const { admin, hire, tokenOf } = await newCompany()
const [boss, staff] = [await tokenOf(admin), await tokenOf(await hire('staff'))]
const newcomer = await tokenOf(await hire('newcomer', [], { mustReplacePassword: true }))

const inOne = (token: string, asked: unknown) => ask({ path: '/api/together', body: { asked }, token })
const counts = { name: 'workbench.counts', input: {} }
const resources = { name: 'auth.resources', input: {} }

test('each is answered as if it had been asked by itself, in the order of asking', async () => {
  const { json } = await inOne(boss, [counts, resources])
  const alone = [
    await ask({ path: '/api/pro/workbench/counts', body: {}, token: boss }),
    await ask({ method: 'GET', path: '/api/auth/resources', token: boss }),
  ]
  assert.deepEqual(
    json.result,
    alone.map(({ json: { result } }) => ({ answer: result })),
  )
})

const unanswered: [title: string, token: string, asked: { name: string; input: unknown }][] = [
  ['what there is not', boss, { name: 'workbench.nothing', input: {} }],
  ['what writes', boss, { name: 'sysoperation.skipBeginning', input: { steps: [], skipped: true } }],
  ['what is for nobody signed in', boss, { name: 'auth.signInHint', input: {} }],
  ['what asks for others', boss, { name: 'together.ask', input: { asked: [] } }],
  ['what is malformed', boss, { name: 'sysuser.getUserInfo', input: { uid: 'x' } }],
  ['what the caller has no right to', staff, { name: 'sysoperation.beginning', input: {} }],
]
for (const [title, token, asked] of unanswered)
  test(`${title} has no answer, and the others have theirs`, async () => {
    const { status, json } = await inOne(token, [asked, resources])
    assert.equal(status, 200)
    assert.equal(json.result[0], null)
    assert.ok(json.result[1].answer.length > 0)
  })

test('whoever has a password of somebody else’s choice is told nothing more than by asking for each', async () => {
  const { json } = await inOne(newcomer, [counts, resources])
  assert.deepEqual([json.result[0], json.result[1] !== null], [null, true])
})

test('nobody is answered without a session, nor too many questions', async () => {
  assert.equal((await ask({ path: '/api/together', body: { asked: [counts] } })).status, 401)
  assert.equal(
    (
      await inOne(
        boss,
        Array.from({ length: togetherAtMost + 1 }, () => counts),
      )
    ).status,
    400,
  )
})

test('each question counts as a call of its session, whether it comes alone or with others', async () => {
  const limited = { ...app, settings: readSettings({ DATA_DIR: app.settings.dataDir, CALLS_PER_SESSION: '4' }) }
  const askLimited = await openDoor(limited, [...each, togetherHandler(each)])
  const sent = async (asked: unknown[]) => (await askLimited({ path: '/api/together', body: { asked }, token: boss })).status
  assert.deepEqual([await sent([counts, resources, counts]), await sent([counts]), await sent([counts])], [200, 200, 429])
})
