import { StorageUnavailable } from './storage/storage.ts'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { byId, idsInput, nothing, operation, pageOf } from '../domain/operations/define.ts'
import { rightsTogether } from '../domain/access/roleRights.ts'
import { newId } from '../kernel/id.ts'
import { refuse } from '../kernel/refusal.ts'
import { spendSteps } from '../kernel/ruleBudget.ts'
import { Download, handle, handlePublic, type App, type Session } from './call.ts'
import { testDatabase } from './db/testing.ts'
import { createHttp, mayMeasure } from './http.ts'
import { openLog } from './log.ts'
import { addPages } from './pages.ts'
import { keepingIn } from './testing/app.ts'
import { readSettings } from './settings.ts'
import { tooOften } from './httpError.ts'

const { database, newOrganisation } = await testDatabase()
const orgId = await newOrganisation()
const session: Session = {
  orgId,
  uid: newId(),
  userName: '测试',
  client: 'app',
  admin: false,
  roleCodes: [],
  codes: new Set(['thing:list']),
  departmentIds: [],
  locations: [],
  managedLocations: [],
  departments: [],
  categories: [],
  headsDepartment: false,
  hiddenFields: new Set(),
  rights: rightsTogether([]),
  mustReplacePassword: false,
  licensedUntil: Infinity,
  subjectsOnly: false,
  tokenHash: 'h',
}

const access = 'signed-in' as const
const any = v.any()
const insert = "insert into location (org_id, id, loc_code, loc_name) values ($1, $2, $2::bigint::text, 'x')"
const thing = v.object({ id: v.string() })
const either = v.pipe(
  v.strictObject({ a: v.optional(v.string()) }),
  v.check(({ a }) => a !== undefined, '请先登录'),
)
const form = v.strictObject({ name: v.pipe(v.string('应为文字'), v.minLength(2, '太短')), count: v.optional(v.number()) })
const typed = v.strictObject({
  count: v.optional(v.number()),
  on: v.optional(v.boolean()),
  list: v.array(v.strictObject({ n: v.number() })),
  level: v.optional(v.picklist([1, 2])),
  text: v.optional(v.string()),
})
const search = v.strictObject({ likeQuery: v.optional(v.string()), sidx: v.optional(v.picklist(['name'])) })

/** How many of the costly requests run. */
const atOnce = { running: 0, most: 0 }

const handlers = [
  handle(
    operation({ name: 'thing info', path: '/t/info/{id}', method: 'GET', title: '', access, reads: true, input: byId, output: thing }),
    async (_, { id }) => ({ id }),
  ),
  handle(
    operation({
      name: 'thing list',
      path: '/t/list',
      title: '',
      access: ['thing:list'],
      reads: true,
      answer: 'page',
      input: nothing,
      output: pageOf(thing),
    }),
    async () => ({ totalCount: 1, pageSize: 10, totalPage: 1, currPage: 1, list: [{ id: '1' }] }),
  ),
  handle(
    operation({ name: 'thing admin', path: '/t/admin', title: '', access: ['thing:admin'], input: nothing, output: any }),
    async () => 1,
  ),
  handle(
    operation({ name: 'thing delete', path: '/t/delete', title: '', access, input: idsInput, output: any }),
    async (_, { ids }) => ids,
  ),
  handle(operation({ name: 'thing typed', path: '/t/typed', title: '', access, input: typed, output: any }), async (_, input) => input),
  handle(
    operation({ name: 'thing search', path: '/t/search', title: '', access, reads: true, input: search, output: any }),
    async (_, input) => input,
  ),
  handle(operation({ name: 'thing save', path: '/t/save', title: '', access, input: form, output: any }), async (_, input) => input),
  handle(
    operation({
      name: 'thing merged',
      path: '/t/merged',
      title: '',
      access,
      answer: 'merged',
      successCode: 200,
      input: nothing,
      output: any,
    }),
    async () => ({
      msg: '上传成功',
      obj: 'a/b.png',
    }),
  ),
  handle(operation({ name: 'thing costly', path: '/t/costly', title: '', access, input: nothing, output: any }), async () => {
    atOnce.running++
    atOnce.most = Math.max(atOnce.most, atOnce.running)
    spendSteps(400_000, '单价')
    await sleep(100)
    atOnce.running--
    return atOnce.most
  }),
  handle(operation({ name: 'thing either', path: '/t/either', title: '', access, input: either, output: any }), async () => null),
  handle(operation({ name: 'thing refuse', path: '/t/refuse', title: '', access, input: nothing, output: any }), async ({ tx }) => {
    await tx.query(insert, [orgId, '5'])
    return refuse('thing.no', '{field}{problem}', { field: '名称', problem: '必填' }, ['9'])
  }),
  handle(operation({ name: 'thing crash', path: '/t/crash', title: '', access, input: nothing, output: any }), async () => {
    throw new Error('secret insides')
  }),
  handle(operation({ name: 'thing cut', path: '/t/cut', title: '', access, input: nothing, output: any }), async () => {
    throw Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' })
  }),
  handle(operation({ name: 'thing locked', path: '/t/locked', title: '', access, input: nothing, output: any }), async () => {
    throw Object.assign(new pg.DatabaseError('canceling statement due to lock timeout', 0, 'error'), { code: '55P03' })
  }),
  handle(operation({ name: 'thing full', path: '/t/full', title: '', access, input: nothing, output: any }), async () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
  }),
  handle(operation({ name: 'thing stored', path: '/t/stored', title: '', access, input: nothing, output: any }), async () => {
    throw new StorageUnavailable('The storage answered 404 to reading x (NoSuchBucket).')
  }),
  handle(operation({ name: 'thing wrong', path: '/t/wrong', title: '', access, input: nothing, output: thing }), async () => ({
    id: 5 as unknown as string,
  })),
  handle(operation({ name: 'thing often', path: '/t/often', title: '', access: 'public', input: nothing, output: any }), async () => {
    throw tooOften(7)
  }),
  handle(operation({ name: 'thing twice', path: '/t/twice', title: '', access, input: nothing, output: any }), async ({ tx }) => {
    await tx.query(insert, [orgId, '77'])
    return null
  }),
  handle(
    operation({ name: 'thing file', path: '/t/file', title: '', access, reads: true, input: nothing, output: any }),
    async () => new Download('表格.csv', 'text/csv', 'a,b'),
  ),
  handle(
    operation({ name: 'thing make', path: '/t/make', title: '', access, input: v.strictObject({ name: v.string() }), output: any }),
    async ({ tx }, { name }) => {
      const id = newId()
      await tx.query(insert, [orgId, id])
      return { id, name, made: [1, 2] }
    },
  ),
  handle(
    operation({ name: 'thing claim', path: '/t/claim', title: '', access, input: v.strictObject({ code: v.string() }), output: any }),
    async ({ tx }, { code }) => {
      const made = await tx.query(
        'insert into location (org_id, id, loc_code, loc_name) values ($1, $2, $3, $3) on conflict do nothing returning 1',
        [orgId, newId(), code],
      )
      return made.length === 1 ? 'yours' : refuse('thing.taken', '名称必填')
    },
  ),
  handle(
    operation({
      name: 'thing password',
      path: '/t/password',
      title: '',
      access,
      input: v.strictObject({ name: v.string(), password: v.string() }),
      output: any,
      secrets: ['password'],
    }),
    async (_, { name }) => ({ name, password: `made for ${name}` }),
  ),
  handlePublic(
    operation({ name: 'client', path: '/t/client', title: '', access: 'client', input: nothing, output: any }),
    async ({ client }) => client,
  ),
  handlePublic(
    operation({ name: 'open', path: '/t/open', title: '', access: 'public', input: nothing, output: any }),
    async (call) => call.session?.uid ?? null,
  ),
]

const settings = readSettings({ DATA_DIR: '/nonexistent', LOG_LEVEL: 'silent' })
const app: App = { settings, database, ...keepingIn('/nonexistent'), log: openLog('silent') }
const server: FastifyInstance = await createHttp({
  app,
  handlers,
  findSession: async (token) => (token === 'good' ? session : undefined),
  signInClients: { app: 'app' },
  checkOutput: true,
})
let takesFiles = true
let hasStorage = true
await addPages(server, {
  operations: handlers.map((handler) => handler.operation),
  webDir: '/nonexistent',
  publicUrl: 'http://localhost',
  version: '1',
  isReady: async () => ({ takesFiles, hasStorage, database: { version: '18.4' } }),
  mayMeasure: (request) => mayMeasure({ settings: app.settings }, request),
})
after(() => server.close())

type Ask = { url: string; method?: 'GET' | 'POST'; body?: unknown; headers?: Record<string, string>; token?: string | null }
const ask = async ({ url, method = 'POST', body, headers = {}, token = 'good' }: Ask) => {
  const answer = await server.inject({
    method,
    url,
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    json: answer.headers['content-type']?.includes('json') ? answer.json() : undefined,
  }
}

const json = { 'content-type': 'application/json' }
const table: [title: string, asked: Ask, status: number, part: object][] = [
  [
    'a result stands in result and data',
    { url: '/t/info/12', method: 'GET' },
    200,
    { code: 0, success: true, result: { id: '12' }, data: { id: '12' } },
  ],
  [
    'a page stands in page',
    { url: '/t/list' },
    200,
    { code: 0, page: { totalCount: 1, pageSize: 10, totalPage: 1, currPage: 1, list: [{ id: '1' }] } },
  ],
  [
    'merged keys stand beside the code',
    { url: '/t/merged' },
    200,
    { code: 200, msg: '上传成功', obj: 'a/b.png', result: { msg: '上传成功', obj: 'a/b.png' } },
  ],
  ['an array in the body arrives as ids', { url: '/t/delete', body: ['1', 2] }, 200, { result: ['1', '2'] }],
  ['values of the query count', { url: '/t/save?name=ab' }, 200, { result: { name: 'ab' } }],
  ['the body wins over the query', { url: '/t/save?name=ab', body: { name: 'cd' } }, 200, { result: { name: 'cd' } }],
  [
    'a form body counts',
    { url: '/t/save', body: 'name=xy', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    200,
    { result: { name: 'xy' } },
  ],
  [
    'what a form names again is a list',
    { url: '/t/delete', body: 'ids=1&ids=2', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    200,
    { result: ['1', '2'] },
  ],
  [
    'a form writes numbers, truths and lists as text',
    {
      url: '/t/typed',
      body: 'count=3&on=true&list=%5B%7B%22n%22%3A%224%22%7D%5D&level=2&text=5',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
    200,
    { result: { count: 3, on: true, list: [{ n: 4 }], level: 2, text: '5' } },
  ],
  [
    'so does JSON, and the other way round',
    { url: '/t/typed', body: { count: '-3.5', on: 0, list: '[]', level: '1', text: 13800138000 } },
    200,
    { result: { count: -3.5, on: false, list: [], level: 1, text: '13800138000' } },
  ],
  ['ids apart by commas', { url: '/t/delete?ids=1,2' }, 200, { result: ['1', '2'] }],
  [
    'other names, and numbers against caches',
    { url: '/t/search?_t=1&t=2', body: { key: '桌', column: 'name', _: 3 } },
    200,
    { result: { likeQuery: '桌', sidx: 'name' } },
  ],
  ['our own name wins over another', { url: '/t/search', body: { key: 'a', likeQuery: 'b' } }, 200, { result: { likeQuery: 'b' } }],
  ['nothing chosen in a question', { url: '/t/search', body: { likeQuery: null, sidx: '' } }, 200, { result: {} }],
  [
    'nothing is nothing where something is written',
    { url: '/t/save', body: { name: 'ab', count: null } },
    400,
    { msg: '请求有误：count格式有误' },
  ],
  ['a number in words', { url: '/t/save', body: { name: 'ab', count: '0x10' } }, 400, { msg: '请求有误：count格式有误' }],
  ['a number beyond numbers', { url: '/t/save', body: { name: 'ab', count: '9'.repeat(400) } }, 400, { code: 400 }],
  ['a prototype in a list that is text', { url: '/t/typed', body: { list: '[{"__proto__":{"n":1}}]' } }, 400, { code: 400 }],
  [
    'a list that is text nested without end',
    { url: '/t/typed', body: { list: '['.repeat(50_000) + ']'.repeat(50_000) } },
    400,
    { code: 400 },
  ],
  ['what cannot be stored in a list that is text', { url: '/t/typed', body: { list: '["\\u0000"]' } }, 400, { code: 400 }],
  ['an empty body of JSON is no body', { url: '/t/list', body: '', headers: json }, 200, { code: 0 }],
  ['nobody signed in', { url: '/t/list', token: null }, 401, { code: 401, success: false, reason: 'session.none', msg: '请先登录' }],
  ['a token that is over', { url: '/t/list', token: 'old' }, 401, { code: 401, msg: '会话已失效，请重新登录' }],
  [
    'the words follow the language',
    { url: '/t/list', token: null, headers: { 'accept-language': 'en-GB' } },
    401,
    { msg: 'Please sign in first' },
  ],
  ['a function code that is missing', { url: '/t/admin' }, 403, { code: 403, reason: 'access.denied', msg: '拒绝访问' }],
  ['who may not is told so before what is wrong', { url: '/t/admin', body: { x: 1 } }, 403, { code: 403 }],
  [
    'a field that is missing',
    { url: '/t/save', body: {} },
    400,
    { code: 400, msg: '请求有误：name必填', details: [{ path: 'name', words: '必填' }] },
  ],
  ['a field with words of its own', { url: '/t/save', body: { name: 'a' } }, 400, { msg: '请求有误：name太短' }],
  ['fields of a question that nobody knows', { url: '/t/list', body: { uid: '1', clientType: '2' } }, 200, { code: 0 }],
  ['a field nobody knows', { url: '/t/save', body: { name: 'abc', b: 1 } }, 400, { msg: '请求有误：b不是已知的字段' }],
  ['a field of the wrong type', { url: '/t/save', body: { name: 'abc', count: 'x' } }, 400, { msg: '请求有误：count格式有误' }],
  [
    'what is wrong with all of it, in words alone',
    { url: '/t/either', body: {}, headers: { 'accept-language': 'en' } },
    400,
    { msg: 'The request is not valid: Please sign in first' },
  ],
  ['a wrong id in the path', { url: '/t/info/abc', method: 'GET' }, 400, { code: 400 }],
  ['broken JSON', { url: '/t/save', body: '{"a', headers: json }, 400, { code: 400, msg: '请求的格式有误' }],
  ['a prototype in JSON', { url: '/t/save', body: '{"__proto__":{"a":1},"name":"ab"}', headers: json }, 400, { code: 400 }],
  ['a body that is text', { url: '/t/save', body: '"text"', headers: json }, 400, { code: 400 }],
  [
    'JSON nested without end',
    { url: '/t/save', body: `${'{"name":'.repeat(50_000)}1${'}'.repeat(50_000)}`, headers: json },
    400,
    { code: 400 },
  ],
  ['plain text', { url: '/t/save', body: 'name', headers: { 'content-type': 'text/plain' } }, 415, { code: 415 }],
  ['a line to the database that breaks', { url: '/t/cut' }, 503, { code: 503, reason: 'server.busy' }],
  [
    'a thing that someone else holds',
    { url: '/t/locked' },
    503,
    { code: 503, reason: 'server.locked', msg: '有人正在处理同一份数据，请稍后再试' },
  ],
  ['a disk that is full', { url: '/t/full' }, 503, { code: 503, reason: 'storage.unwritable', msg: '文件暂时无法保存，请稍后再试' }],
  ['a storage that does not answer', { url: '/t/stored' }, 503, { code: 503, reason: 'storage.unreachable' }],
  ['a type nobody understands', { url: '/t/save', body: '<a/>', headers: { 'content-type': 'text/xml' } }, 415, { code: 415 }],
  ['a body beyond one megabyte', { url: '/t/save', body: { name: 'x'.repeat(1_100_000) } }, 413, { code: 413, msg: '提交的内容过大' }],
  [
    'a body of very many fields',
    { url: '/t/search', body: Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [`field${n}`, 1])) },
    413,
    { code: 413, reason: 'request.large', msg: '提交的数据项太多，请分几次提交' },
  ],
  ['a body of very many values', { url: '/t/delete', body: Array(60_000).fill('1') }, 413, { code: 413, reason: 'request.large' }],
  ['a path nobody declared', { url: '/t/none' }, 404, { code: 404, success: false, reason: 'request.unknown' }],
  ['a path that cannot be read', { url: '/t/info/%zz', method: 'GET' }, 400, { code: 400, reason: 'request.malformed' }],
  ['a method nobody declared', { url: '/t/list', method: 'GET' }, 404, { code: 404 }],
  [
    'a refusal',
    { url: '/t/refuse' },
    200,
    { code: 500, success: false, reason: 'thing.no', msg: '名称必填', details: ['9'], result: null },
  ],
  ['a crash', { url: '/t/crash', headers: { 'x-request-id': 'request-1' } }, 500, { code: 500, reason: 'fault', requestId: 'request-1' }],
  ['an answer that differs from its declaration', { url: '/t/wrong' }, 500, { code: 500, reason: 'fault' }],
  ['too often', { url: '/t/often' }, 429, { code: 429, reason: 'request.often' }],
  [
    'a client with its credential',
    { url: '/t/client', token: null, headers: { authorization: 'Basic ' + btoa('app:app') } },
    200,
    { result: 'app' },
  ],
  [
    'a client with a wrong credential',
    { url: '/t/client', token: null, headers: { authorization: 'Basic ' + btoa('app:pc') } },
    401,
    { reason: 'client.unknown' },
  ],
  [
    'a client named like a property of objects',
    { url: '/t/client', token: null, headers: { authorization: 'Basic ' + btoa('constructor:x') } },
    401,
    { code: 401 },
  ],
  ['a public call knows who is signed in', { url: '/t/open' }, 200, { result: session.uid }],
  ['a public call without a session', { url: '/t/open', token: null }, 200, { result: null }],
  ['a command id that is none', { url: '/t/make', body: { name: 'a' }, headers: { 'x-command-id': 'x' } }, 400, { code: 400 }],
]
for (const [title, asked, status, part] of table)
  test(title, async () => {
    const answer = await ask(asked)
    assert.equal(answer.status, status, answer.text)
    assert.partialDeepStrictEqual(answer.json, part)
    assert.equal(typeof answer.json.timestamp, 'number')
    assert.equal(answer.json.message, answer.json.msg)
    assert.equal(answer.json.success, answer.json.code === 0 || answer.json.code === 200)
    assert.doesNotMatch(answer.text, /secret insides/)
  })

const locations = async () =>
  Number(
    (await database.reading(orgId, (tx) => tx.query<{ n: string }>('select count(*) as n from location where org_id = $1', [orgId])))[0]!.n,
  )

test('a refusal takes back what the handler wrote', async () => {
  const before = await locations()
  await ask({ url: '/t/refuse' })
  assert.equal(await locations(), before)
})

test('a unique index that no handler spoke for is a refusal, not a fault', async () => {
  assert.equal((await ask({ url: '/t/twice' })).json.code, 0)
  assert.partialDeepStrictEqual((await ask({ url: '/t/twice' })).json, { code: 500, reason: 'conflict.unique' })
})

test('the same command takes effect once, one after the other and all at once', async () => {
  const before = await locations()
  const headers = { 'x-command-id': crypto.randomUUID() }
  const send = (name = 'a') => ask({ url: '/t/make', body: { name }, headers })
  const first = await send()
  const answers = await Promise.all([send(), send(), send(), send()])
  for (const answer of answers) assert.deepEqual(answer.json.result, first.json.result)
  assert.equal(await locations(), before + 1)
  const other = { 'x-command-id': crypto.randomUUID() }
  const racing = await Promise.all(Array.from({ length: 6 }, () => ask({ url: '/t/make', body: { name: 'b' }, headers: other })))
  assert.equal(new Set(racing.map((answer) => answer.json.result.id)).size, 1)
  assert.equal(await locations(), before + 2)
  assert.partialDeepStrictEqual((await send('changed')).json, { code: 500, reason: 'command.changed' })
})

test('a command that arrives twice at once is not refused for what it did itself', async () => {
  const headers = { 'x-command-id': crypto.randomUUID() }
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask({ url: '/t/claim', body: { code: 'twice' }, headers })))
  assert.deepEqual(
    answers.map(({ json }) => json.result),
    answers.map(() => 'yours'),
  )
  assert.equal((await ask({ url: '/t/claim', body: { code: 'twice' } })).json.reason, 'thing.taken')
})

test('a refused command may be tried again', async () => {
  const headers = { 'x-command-id': crypto.randomUUID() }
  assert.equal((await ask({ url: '/t/refuse', headers })).json.reason, 'thing.no')
  assert.equal((await ask({ url: '/t/refuse', headers })).json.reason, 'thing.no')
})

test('a password leaves no trace in what is kept of a command', async () => {
  const send = async (name: string, password: string) => {
    const id = crypto.randomUUID()
    await ask({ url: '/t/password', body: { name, password }, headers: { 'x-command-id': id } })
    const [row] = await database.reading(orgId, (tx) =>
      tx.query<{ body_hash: string; answer: unknown }>('select body_hash, answer from command where org_id = $1 and command_id = $2', [
        orgId,
        id,
      ]),
    )
    return row!
  }
  assert.deepEqual(await send('a', 'Demo2026'), await send('a', 'Other2026'))
  assert.notEqual((await send('a', 'Demo2026')).body_hash, (await send('b', 'Demo2026')).body_hash)
  assert.deepEqual((await send('a', 'Demo2026')).answer, { name: 'a', password: null })
})

test('a secret in an answer is told once; whoever repeats the command gets the rest', async () => {
  const asking = { url: '/t/password', body: { name: 'c', password: 'Demo2026' }, headers: { 'x-command-id': crypto.randomUUID() } }
  assert.deepEqual((await ask(asking)).json.result, { name: 'c', password: 'made for c' })
  assert.deepEqual((await ask(asking)).json.result, { name: 'c', password: null })
})

test('whoever calls too often is told so in the envelope, each session and each address for itself', async () => {
  const limited = readSettings({ DATA_DIR: '/nonexistent', LOG_LEVEL: 'silent', CALLS_PER_SESSION: '3', CALLS_PER_ADDRESS: '2' })
  const door = await createHttp({
    app: { ...app, settings: limited },
    handlers,
    findSession: async (token) => (token.startsWith('good') ? { ...session, tokenHash: token } : undefined),
    signInClients: { app: 'app' },
    checkOutput: true,
  })
  after(() => door.close())
  const statuses = async (times: number, token: string | undefined, remoteAddress: string) => {
    const answers = []
    for (let n = 0; n < times; n++) {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
      answers.push(await door.inject({ method: 'POST', url: '/t/open', headers, remoteAddress }))
    }
    const last = answers.at(-1)!
    if (last.statusCode === 429) {
      assert.partialDeepStrictEqual(last.json(), { code: 429, success: false, reason: 'request.often', msg: '操作过于频繁，请稍后再试' })
      assert.match(String(last.headers['retry-after']), /^\d+$/)
    }
    return answers.map(({ statusCode }) => statusCode)
  }
  assert.deepEqual(await statuses(4, 'good1', '10.0.0.1'), [200, 200, 200, 429])
  assert.deepEqual(await statuses(1, 'good2', '10.0.0.1'), [200])
  assert.deepEqual(await statuses(3, undefined, '10.0.0.1'), [200, 200, 429])
  assert.deepEqual(await statuses(1, 'bad', '10.0.0.1'), [429])
  assert.deepEqual(await statuses(1, undefined, '10.0.0.2'), [200])
  assert.deepEqual(await statuses(1, undefined, '2001:db8::1'), [200])
  assert.deepEqual(await statuses(2, undefined, '2001:db8::2'), [200, 429])
})

test('figures are for this machine, or for whoever shows the token', async () => {
  const read = async (token: string | undefined, asked: { authorization?: string; 'x-forwarded-for'?: string; from?: string }) => {
    const settings = readSettings({ DATA_DIR: '/nonexistent', LOG_LEVEL: 'silent', ...(token && { METRICS_TOKEN: token }) })
    const door = await createHttp({
      app: { ...app, settings },
      handlers: [],
      findSession: async () => undefined,
      signInClients: {},
      checkOutput: true,
    })
    after(() => door.close())
    const { from = '127.0.0.1', ...headers } = asked
    return (await door.inject({ method: 'GET', url: '/metrics', headers, remoteAddress: from })).statusCode
  }
  for (const [title, token, asked, status] of [
    ['a program on this machine', undefined, {}, 200],
    ['the same by its other address', undefined, { from: '::1' }, 200],
    ['another machine', undefined, { from: '10.0.0.1' }, 403],
    ['somebody behind a proxy on this machine', undefined, { 'x-forwarded-for': '127.0.0.1' }, 403],
    ['without the token', 'secret', {}, 403],
    ['with another token', 'secret', { authorization: 'Bearer other' }, 403],
    ['with the token, from anywhere', 'secret', { authorization: 'Bearer secret', from: '10.0.0.1' }, 200],
  ] as const)
    assert.equal(await read(token, asked), status, title)
})

test('what is no HTTP is refused in the envelope too', async () => {
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  const say = (text: string): Promise<string> =>
    new Promise((done) => {
      let heard = ''
      const line = connect(port, '127.0.0.1', () => line.write(text))
      line.on('data', (chunk) => (heard += String(chunk))).on('close', () => done(heard))
    })
  for (const [text, status] of [
    ['GARBAGE\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, 413],
  ] as const) {
    const [head, body] = (await say(text)).split('\r\n\r\n')
    assert.match(head!, new RegExp(`^HTTP/1.1 ${status} `))
    assert.partialDeepStrictEqual(JSON.parse(body!), { code: status, success: false, result: null })
  }
})

/** What a connection is told, on which so much was sent and then too little for too long. */
const heardAfterTimeout = async (sent: string): Promise<string> => {
  const { server: listening } = server
  const { port } = listening.address() as AddressInfo
  const [[socket], heard] = await Promise.all([
    once(listening, 'connection') as Promise<[Socket]>,
    new Promise<{ text: () => string; closed: Promise<void> }>((opened) => {
      let text = ''
      const line = connect(port, '127.0.0.1', () => opened({ text: () => text, closed: new Promise((done) => line.on('close', done)) }))
      line.on('data', (chunk) => (text += String(chunk)))
      if (sent !== '') line.write(sent)
    }),
  ])
  if (sent !== '' && socket.bytesRead === 0) await once(socket, 'data')
  listening.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
  await heard.closed
  return heard.text()
}

test('a connection that a browser opened ahead is closed without a word, one with half a request in words', async () => {
  assert.equal(await heardAfterTimeout(''), '')
  assert.match(await heardAfterTimeout('GET / HTTP/1.1\r\nHost:'), /^HTTP\/1.1 408 [^]*请求没有在规定时间内发完/)
})

test('requests whose rules cost much come one at a time, once that is known of them', async () => {
  const askAtOnce = async () => (await Promise.all(Array.from({ length: 3 }, () => ask({ url: '/t/costly' })))).at(-1)?.json.result
  assert.ok((await askAtOnce()) > 1)
  atOnce.most = 0
  assert.equal(await askAtOnce(), 1)
})

test('a download is a file with its own name and no envelope', async () => {
  const answer = await ask({ url: '/t/file' })
  assert.equal(answer.text, 'a,b')
  assert.match(answer.headers['content-disposition'] as string, /^attachment; filename\*=UTF-8''%E8%A1%A8/)
})

test('every answer names its request and is safe to show in a page', async () => {
  const { headers } = await ask({ url: '/t/list', headers: { 'x-request-id': 'from-the-edge-1' } })
  assert.equal(headers['x-request-id'], 'from-the-edge-1')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.match(headers['content-security-policy'] as string, /default-src 'self'/)
  const forged = await ask({ url: '/t/list', headers: { 'x-request-id': 'a b\tc' } })
  assert.match(forged.headers['x-request-id'] as string, /^[0-9a-f-]{36}$/)
})

test('behind https browsers are told to stay there; on a plain address they are not', async () => {
  const { publicUrl } = settings
  assert.equal((await ask({ url: '/t/list' })).headers['strict-transport-security'], undefined)
  const settled = app.settings as { publicUrl: string | undefined }
  settled.publicUrl = 'https://zaice.example'
  assert.equal((await ask({ url: '/t/list' })).headers['strict-transport-security'], 'max-age=31536000')
  settled.publicUrl = publicUrl
})

test('health, readiness, metrics and the description of the API', async () => {
  assert.equal((await ask({ url: '/healthz', method: 'GET' })).status, 200)
  const uploads = async () => JSON.parse((await server.inject({ url: '/readyz' })).body).uploads
  assert.equal(await uploads(), 'taken')
  hasStorage = false
  assert.equal(await uploads(), 'refused, the storage of files does not answer or cannot be written to')
  takesFiles = false
  assert.equal(await uploads(), 'refused, the disk is nearly full')
  const readDatabase = async (headers: Record<string, string>) =>
    JSON.parse((await server.inject({ url: '/readyz', headers })).body).database
  assert.deepEqual(await readDatabase({}), { version: '18.4' })
  assert.equal(await readDatabase({ 'x-forwarded-for': '203.0.113.7' }), undefined)
  assert.match((await ask({ url: '/metrics', method: 'GET' })).text, /zaice_request_seconds_count\{operation="thing list",status="200"\}/)
  const document = (await ask({ url: '/api/openapi.json', method: 'GET' })).json
  assert.equal(Object.keys(document.paths).length, handlers.length)
  assert.equal(document.paths['/t/info/{id}'].get.parameters[0].in, 'path')
  assert.match((await ask({ url: '/api/docs', method: 'GET' })).text, /\/t\/info\/\{id\}/)
})

for (const [url, code] of [
  ['/q/A%2F1', 'A%2F1'],
  ['/Q/ZC1', 'ZC1'],
  ['/Q/L:QY1', 'L%3AQY1'],
])
  test(`a printed code leads to the screen of what it names: ${url}`, async () => {
    const { status, headers } = await ask({ url: url!, method: 'GET' })
    assert.deepEqual([status, headers.location], [302, `/#/pages/common/label?code=${code}`])
  })

test('a connection whose words are no HTTP is told so and closed, also where the other side stays', async () => {
  const door = await createHttp({ app, handlers: [], findSession: async () => undefined, signInClients: {}, checkOutput: true })
  after(() => door.close())
  await door.listen({ port: 0, host: '127.0.0.1' })
  const { port } = door.server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  after(() => socket.destroy())
  const gone = once(door.server, 'connection').then(([own]) => once(own as Socket, 'close'))
  socket.write('no words of this\r\n\r\n')
  socket.resume()
  await gone
})
