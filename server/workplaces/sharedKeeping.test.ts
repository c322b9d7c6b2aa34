import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../db/testing.ts'
import { keepingOn } from './sharedKeeping.ts'

const { database } = await testDatabase()
// Two processes: what one has under way the other does not see in its memory.
const [one, other] = [keepingOn(database, 'dingtalk'), keepingOn(database, 'dingtalk')]

test('kept until it is over or forgotten, and by each chat for itself', async () => {
  await one.write('ticket', 'T1')
  assert.equal(await other.read('ticket'), 'T1')
  assert.equal(await keepingOn(database, 'wecom').read('ticket'), undefined)
  await one.write('ticket', 'T2', 100)
  assert.equal(await other.read('ticket'), 'T2')
  await one.write('ticket', 'T3', -1)
  assert.equal(await other.read('ticket'), undefined)
  await one.write('code', 'P')
  await other.forget('code')
  assert.equal(await one.read('code'), undefined)
})

test('made once, however many ask in however many processes', async () => {
  let asked = 0
  const make = async () => {
    asked++
    await new Promise((done) => setTimeout(done, 30))
    return { value: `token ${asked}`, seconds: 100 }
  }
  const got = await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? one : other).readOrMake('token', make)))
  assert.deepEqual([asked, new Set(got)], [1, new Set(['token 1'])])
  await one.write('token', 'old', -1)
  assert.equal(await other.readOrMake('token', make), 'token 2')
})

test('what fails is thrown to whoever asked, and the next one tries again', async () => {
  await assert.rejects(
    one.readOrMake('broken', async () => Promise.reject(new Error('no'))),
    /no/,
  )
  assert.deepEqual(await database.gate(`select from workplace_kept where key = 'dingtalk/broken'`), [])
  assert.equal(await other.readOrMake('broken', async () => ({ value: 'mended', seconds: 10 })), 'mended')
})

test('where the process that fetches it has died, another one does when its turn is over', async () => {
  await database.gate(
    `insert into workplace_kept (key, making, making_until) values ('dingtalk/dead', gen_random_uuid(), now() - interval '1 second')`,
  )
  assert.equal(await one.readOrMake('dead', async () => ({ value: 'alive', seconds: 10 })), 'alive')
})
