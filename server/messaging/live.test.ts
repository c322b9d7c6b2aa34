import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import { WebSocket } from 'ws'
import { newId, type Id } from '../../kernel/id.ts'
import { endSessions, findSession, openSession } from '../access/sessions.ts'
import { createPerson } from '../access/people.ts'
import { openDatabase } from '../db/pool.ts'
import { testDatabase } from '../db/testing.ts'
import { openLog } from '../log.ts'
import { announce, hasAnnounced } from './outbox.ts'
import { startRelay, type Event } from './relay.ts'
import { openScreens } from './screens.ts'
import { openSockets } from './sockets.ts'
import { patienceMs, until } from '../testing/until.ts'

const { url, newOrganisation } = await testDatabase({ breaks: ['people: nobody out of service has a session'] })
const log = openLog('silent')
const later: (() => unknown)[] = []
after(async () => {
  for (const end of later.toReversed()) await end()
})

/** One server process as far as live delivery goes. */
const startProcess = async () => {
  let wake = (): void => undefined
  const database = openDatabase({ url, poolSize: 12, onCommit: (tx) => hasAnnounced(tx) && wake() })
  later.push(() => database.close())
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  later.push(() => server.close())
  const screens = openScreens(database, log)
  later.push(() => screens.stop())
  const sockets = openSockets({
    server,
    database,
    log,
    findSession: (token) => findSession(database, token),
    publicUrl: 'https://zaice.example',
    // Everything happens within one minute, however long it takes.
    now: () => 0,
    screens,
  })
  later.push(() => sockets.stop())
  const heard: Event[] = []
  const relay = await startRelay(database, log, [(events) => void heard.push(...events), sockets.hear])
  wake = relay.wake
  later.push(() => relay.stop())
  return { database, heard, sockets, address: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}
const [one, two] = [await startProcess(), await startProcess()]
const begun = performance.now()

const hire = async (orgId: Id) => {
  const uid = await one.database.inTransaction(orgId, (tx) =>
    createPerson(tx, { username: `u${newId()}`, userName: '张三', passwordHash: 'x' }),
  )
  const token = await one.database.inTransaction(orgId, (tx) => openSession(tx, { uid, client: 'app', platform: 'test' }))
  return { uid, token }
}

test('nothing is lost and nothing comes twice with many writers, some of them slow, some taken back', async () => {
  const orgId = await newOrganisation()
  const written: string[] = []
  const write = async (writer: number) => {
    for (let count = 0; count < 40; count++) {
      const key = `${writer}-${count}`
      const takenBack = count % 7 === 3
      await one.database
        .inTransaction(orgId, async (tx) => {
          await announce(tx, { topic: 'many', key, body: {} })
          if (count % 5 === 0) await tx.query('select pg_sleep($1::float8)', [Math.random() / 50])
          if (takenBack) throw new Error('taken back')
        })
        .catch(() => undefined)
      if (!takenBack) written.push(key)
    }
  }
  await Promise.all(Array.from({ length: 10 }, (_, writer) => write(writer)))
  const keys = (heard: Event[]) => heard.filter(({ topic }) => topic === 'many').map(({ key }) => key)
  for (const { heard } of [one, two]) {
    await until('everything heard', () => keys(heard).length >= written.length)
    assert.deepEqual(keys(heard).toSorted(), written.toSorted())
  }
})

test('a transaction that stays open holds up neither the others nor itself', async () => {
  const orgId = await newOrganisation()
  const has = (key: string) => () => two.heard.some((event) => event.topic === 'open' && event.key === key)
  await one.database.inTransaction(orgId, async (slow) => {
    await announce(slow, { topic: 'open', key: 'slow', body: {} })
    await one.database.inTransaction(orgId, (tx) => announce(tx, { topic: 'open', key: 'quick', body: {} }))
    await until('the quick one heard', has('quick'))
    assert.equal(has('slow')(), false)
  })
  await until('the slow one heard', has('slow'))
  await one.database.inTransaction(orgId, (tx) => announce(tx, { topic: 'open', key: 'last', body: {} }))
  await until('the last one heard', has('last'))
  assert.deepEqual(
    two.heard.filter(({ topic }) => topic === 'open').map(({ key }) => key),
    ['quick', 'slow', 'last'],
  )
})

test('what one transaction announces is one row, and each of it is heard in its order', async () => {
  const orgId = await newOrganisation()
  const said = [
    { topic: 'first', key: '1', body: { n: 1 } },
    { topic: 'second', key: '', body: { uids: ['7'] } },
  ]
  await one.database.inTransaction(orgId, async (tx) => {
    for (const announcement of said) await announce(tx, announcement)
  })
  const ours = ({ heard }: { readonly heard: readonly Event[] }) => heard.filter((event) => event.orgId === orgId)
  for (const process of [one, two]) {
    await until('both heard', () => ours(process).length >= said.length)
    assert.deepEqual(
      ours(process).map(({ topic, key, body }) => ({ topic, key, body })),
      said,
    )
  }
  assert.equal((await one.database.reading(orgId, (tx) => tx.query('select from outbox where org_id = $1', [orgId]))).length, 1)
})

test('a row that nobody announced properly is found by the poll', async () => {
  const orgId = await newOrganisation()
  await one.database.inTransaction(orgId, (tx) => tx.query("insert into outbox (org_id, topic, body) values ($1, 'bare', '{}')", [orgId]))
  await until('it heard', () => two.heard.some((event) => event.topic === 'bare' && event.orgId === orgId))
})

const connect = async (address: string, uid: Id, token: string) => {
  const socket = new WebSocket(`ws://${address}/api/websocket/${uid}_mobile?token=${token}`)
  const said: Record<string, unknown>[] = []
  const state = { closed: undefined as number | undefined }
  socket.on('message', (data) => said.push(JSON.parse(String(data))))
  socket.on('close', (code) => (state.closed = code))
  await new Promise((done, fail) => socket.once('open', done).once('error', fail))
  later.push(() => socket.terminate())
  return { socket, said, state }
}

test('a hint reaches the sockets of those it names, in another process too, and nobody else', async () => {
  const [orgId, otherOrg] = [await newOrganisation(), await newOrganisation()]
  const [me, colleague, stranger] = [await hire(orgId), await hire(orgId), await hire(otherOrg)]
  const mine = await connect(one.address, me.uid, me.token)
  const elsewhere = await connect(two.address, me.uid, me.token)
  const theirs = await connect(two.address, colleague.uid, colleague.token)
  const foreign = await connect(two.address, stranger.uid, stranger.token)
  const say = (body: Record<string, unknown>) => one.database.inTransaction(orgId, (tx) => announce(tx, { topic: 'task', key: '7', body }))
  await say({ uids: [me.uid, stranger.uid], title: '待办' })
  await until('both of mine heard', () => mine.said.length === 1 && elsewhere.said.length === 1)
  assert.deepEqual(mine.said, [{ type: 5, title: '待办', topic: 'task', key: '7' }])
  await say({ everyone: true })
  await until('everybody heard', () => theirs.said.length === 1 && elsewhere.said.length === 2)
  assert.deepEqual(theirs.said, [{ type: 5, topic: 'task', key: '7' }])
  assert.deepEqual(foreign.said, [])
})

test('a heartbeat is answered, other words are not', async () => {
  const { uid, token } = await hire(await newOrganisation())
  const { socket, said } = await connect(one.address, uid, token)
  for (const text of ['hello', 'null', '{"type":1}', '[]', JSON.stringify({ type: 202 }), '{"type":"4"}', 'ping']) socket.send(text)
  await until('three answers', () => said.length > 2)
  assert.deepEqual(
    said.map((each) => (each as { type: number }).type),
    [202, 202, 202],
  )
})

test('a screen whose line stands hears what it missed', async () => {
  const [orgId, other] = [await newOrganisation(), await newOrganisation()]
  const [me, stranger] = [await hire(orgId), await hire(other)]
  const say = (topic: string, body: Record<string, unknown>) =>
    one.database.inTransaction(orgId, (tx) => announce(tx, { topic, key: '7', body }))
  await say('documents', { uids: [me.uid], title: '已入账' })
  await say('licence', { everyone: true })
  await say('last', { uids: [] })
  await until('the other process heard', () => two.heard.some((event) => event.orgId === orgId && event.topic === 'last'))
  const hello = async ({ uid, token }: typeof me, deafSeconds: number) => {
    const { socket, said } = await connect(two.address, uid, token)
    socket.send(JSON.stringify({ type: 202, deafSeconds }))
    await until('an answer', () => said.length > 0)
    assert.equal(said[0]!['type'], 202)
    return said[0]!['missed']
  }
  // Both processes are seconds old, and what was told is younger than they are.
  const age = (performance.now() - begun) / 1000
  assert.deepEqual(await hello(me, age), ['licence', 'documents'])
  assert.deepEqual(await hello(stranger, age), [])
  assert.deepEqual(await hello(me, 3600), 'anything')
})

test('who looks at a screen is known to every process, for as long as he does', async () => {
  const orgId = await newOrganisation()
  const { uid, token } = await hire(orgId)
  const [first, second] = [await connect(one.address, uid, token), await connect(two.address, uid, token)]
  const looking = async (count: number) => {
    for (const deadline = Date.now() + patienceMs; ; await sleep(20)) {
      const rows = await one.database.reading(orgId, (tx) =>
        tx.query('select 1 from screen_seen where org_id = $1 and uid = $2 and until > now()', [orgId, uid]),
      )
      if (rows.length === count) return
      if (Date.now() > deadline) assert.fail(`${rows.length} processes, not ${count}`)
    }
  }
  const say = ({ socket }: typeof first, looks: boolean) => socket.send(JSON.stringify({ type: 202, looks }))
  await looking(0)
  say(first, true)
  say(second, true)
  await looking(2)
  say(first, false)
  await looking(1)
  second.socket.terminate()
  await looking(0)
})

test('sockets close when their session ends, from any process and however it ended', async () => {
  const orgId = await newOrganisation()
  const [left, disabled, stays] = [await hire(orgId), await hire(orgId), await hire(orgId)]
  const sockets = await Promise.all([left, disabled, stays].map(({ uid, token }) => connect(two.address, uid, token)))
  await one.database.inTransaction(orgId, async (tx) => {
    await endSessions(tx, left.uid)
    await tx.query("update person set state = 'disabled' where org_id = $1 and id = $2", [orgId, disabled.uid])
  })
  await until('two closed', () => sockets[0]!.state.closed === 4401 && sockets[1]!.state.closed === 4401)
  assert.equal(sockets[2]!.state.closed, undefined)
})

test('one person has ten sockets and no more, however many come at once', async () => {
  const { uid, token } = await hire(await newOrganisation())
  const before = one.sockets.state().open
  const all = await Promise.all(Array.from({ length: 25 }, () => connect(one.address, uid, token)))
  assert.equal(one.sockets.state().open - before, 10)
  await until('the others closed', () => all.filter(({ state }) => state.closed === 1008).length === 15)
  const last = await connect(one.address, uid, token)
  assert.equal(one.sockets.state().open - before, 10)
  assert.equal(last.state.closed, undefined)
})

test('whoever opens sockets over and over is refused', async () => {
  const { uid, token } = await hire(await newOrganisation())
  const path = `/api/websocket/${uid}_mobile?token=${token}`
  const statuses = await Promise.all(Array.from({ length: 70 }, () => statusOf(path)))
  assert.deepEqual(
    [101, 429].map((status) => statuses.filter((each) => each === status).length),
    [60, 10],
  )
})

const floods: [title: string, say: (socket: WebSocket) => void][] = [
  ['heartbeats', (socket) => socket.send('ping')],
  ['words', (socket) => socket.send('x')],
  ['pings', (socket) => socket.ping()],
]
for (const [title, say] of floods)
  test(`a flood of ${title} ends the socket, and only that one`, async () => {
    const orgId = await newOrganisation()
    const [flooding, quiet] = [await hire(orgId), await hire(orgId)]
    const { socket, said, state } = await connect(one.address, flooding.uid, flooding.token)
    const other = await connect(one.address, quiet.uid, quiet.token)
    for (let count = 0; count < 2000; count++) say(socket)
    await until('it closed', () => state.closed !== undefined)
    assert.equal(state.closed, 1008)
    assert.ok(said.length <= 21, `${said.length} answers`)
    assert.equal(other.state.closed, undefined)
  })

const statusOf = (path: string, options: { headers?: Record<string, string>; protocols?: string[] } = {}): Promise<number> =>
  new Promise((done) => {
    const socket = new WebSocket(`ws://${one.address}${path}`, options.protocols ?? [], { headers: options.headers })
    socket.once('open', () => done(101))
    socket.once('unexpected-response', (_, answer) => done(answer.statusCode ?? 0))
    socket.on('error', () => undefined)
    later.push(() => socket.terminate())
  })

test('who may open a socket', async () => {
  const orgId = await newOrganisation()
  const [me, other] = [await hire(orgId), await hire(orgId)]
  const path = `/api/websocket/${me.uid}_mobile`
  const good = `${path}?token=${me.token}`
  const table: [title: string, path: string, options: Parameters<typeof statusOf>[1], status: number][] = [
    ['with the token in the query', good, {}, 101],
    ['with the word before the token', `${path}?token=bearer%20${me.token}`, {}, 101],
    ['with the token as the protocol', path, { protocols: [me.token] }, 101],
    ['with the token in the header of calls', path, { headers: { authorization: `bearer ${me.token}` } }, 101],
    ['with a wrong token in the header of calls', path, { headers: { authorization: 'bearer x' } }, 401],
    ['from our own page', good, { headers: { origin: `http://${one.address}` } }, 101],
    ['from our public address', good, { headers: { origin: 'https://zaice.example' } }, 101],
    ['from a page of another site', good, { headers: { origin: 'https://evil.example' } }, 403],
    ['from a page without an address', good, { headers: { origin: 'null' } }, 403],
    ['without a token', path, {}, 401],
    ['with a token that is none', `${path}?token=x`, {}, 401],
    ['for somebody else', `${path}?token=${other.token}`, {}, 403],
    ['of another kind', `/api/websocket/${me.uid}?token=${me.token}`, {}, 404],
    ['elsewhere', `/api?token=${me.token}`, {}, 404],
  ]
  for (const [title, asked, options, status] of table) assert.equal(await statusOf(asked, options), status, title)
})
