import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { deflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { RefusalError } from '../../kernel/refusal.ts'
import { createPerson } from '../access/people.ts'
import { findSession, openSession } from '../access/sessions.ts'
import type { App } from '../call.ts'
import { testDatabase } from '../db/testing.ts'
import { createHttp } from '../http.ts'
import { openLog } from '../log.ts'
import { keepingIn } from '../testing/app.ts'
import { readSettings } from '../settings.ts'
import { readContent } from './content.ts'
import { addFileRoute, fileHandlers } from './files.ts'
import { namedFiles, requireFiles } from './namedFiles.ts'
import { admitFile, withdrawFile } from './scope.ts'
import { openReach } from '../storage/reach.ts'
import { openSpool } from '../storage/spool.ts'
import { testBucket } from '../storage/testing/bucket.ts'
import { bucketStorage, folderStorage, StorageUnavailable, type Storage } from '../storage/storage.ts'

const dir = mkdtempSync(join(tmpdir(), 'zaice-files-'))
after(() => rmSync(dir, { recursive: true, force: true }))

const bucket = await testBucket()

const storages: [name: string, storage: Storage][] = [
  ['folder', folderStorage(join(dir, 'storage'))],
  ['bucket', bucketStorage({ url: bucket.url, region: 'here', key: 'key', secret: 'secret', silenceSeconds: 0.5 })],
]
/** The organisations of the folders a1 and b1. */
const [ours, theirs] = ['361', '397']
const read = async (storage: Storage, path: string, orgId = ours) => {
  const found = await storage.get(orgId, path)
  return found && { sizeBytes: found.sizeBytes, text: Buffer.concat(await found.body.toArray()).toString() }
}
for (const [name, storage] of storages) {
  test(`${name}: what is put is got, replaced and removed`, async () => {
    assert.equal(await read(storage, 'a1/20261121/x.txt'), undefined)
    await storage.put(ours, 'a1/20261121/x.txt', Buffer.from('一'), 'text/plain')
    assert.deepEqual(await read(storage, 'a1/20261121/x.txt'), { sizeBytes: 3, text: '一' })
    await storage.put(ours, 'a1/20261121/x.txt', Buffer.from('二二'), 'text/plain')
    assert.deepEqual(await read(storage, 'a1/20261121/x.txt'), { sizeBytes: 6, text: '二二' })
    await storage.remove(ours, 'a1/20261121/x.txt')
    await storage.remove(ours, 'a1/20261121/x.txt')
    assert.equal(await read(storage, 'a1/20261121/x.txt'), undefined)
  })
  test(`${name}: a part is got, and a file of this machine is taken`, async () => {
    writeFileSync(join(dir, `taken-${name}`), '0123456789')
    await storage.take(ours, 'a1/20261121/taken.part', join(dir, `taken-${name}`), 'application/octet-stream')
    const part = await storage.get(ours, 'a1/20261121/taken.part', { from: 3, to: 5 })
    assert.deepEqual([part?.sizeBytes, Buffer.concat(await part!.body.toArray()).toString()], [3, '345'])
    assert.equal(await storage.get(ours, 'a1/20261121/none.part', { from: 3, to: 5 }), undefined)
  })
  test(`${name}: a folder lists what lies in it, and nothing of its neighbours`, async () => {
    const paths = ['b1/20261121/x.png', 'b1/20261121/x.small.webp', 'b1/20261121/y.pdf']
    for (const path of [...paths, 'b1/20261122/z.png', 'b1/20261121-2/z.png'])
      await storage.put(theirs, path, Buffer.from('x'), 'text/plain')
    const found = await Array.fromAsync(storage.list(theirs, 'b1/20261121'))
    assert.deepEqual(found.map(({ path }) => path).toSorted(), paths)
    for (const { changedAt } of found) assert.ok(Math.abs(changedAt.getTime() - Date.now()) < 60_000)
    assert.deepEqual(await Array.fromAsync(storage.list(theirs, 'b1/20200101')), [])
  })
  test(`${name}: what another organisation has is not there, and cannot be touched`, async () => {
    const path = 'b1/20261123/secret.txt'
    await storage.put(theirs, path, Buffer.from('theirs'), 'text/plain')
    assert.equal(await read(storage, path), undefined)
    await assert.rejects(storage.put(ours, path, Buffer.from('x'), 'text/plain'), /Not a path of organisation/)
    await assert.rejects(storage.remove(ours, path), /Not a path of organisation/)
    await assert.rejects(Array.fromAsync(storage.list(ours, 'b1/20261123')), /Not a path of organisation/)
    assert.equal((await read(storage, path, theirs))?.text, 'theirs')
  })
  for (const path of ['../x', 'a1/../../x', 'a1/../b1/x.txt', '/etc/passwd', 'a1//b', 'a1/.b', 'a1\0b', 'a1/a b', 'a1/%2e%2e/b1/x.txt', ''])
    test(`${name}: the path ${JSON.stringify(path)} is refused`, async () => {
      await assert.rejects(storage.get(ours, path), /Not a path/)
      await assert.rejects(storage.put(ours, path, Buffer.from('x'), 'text/plain'), /Not a path/)
    })
}

test('bucket: a moment of trouble is tried again, a refused key is an error', async () => {
  const storage = storages[1]![1]
  bucket.failures = 2
  await storage.put(ours, 'a1/x.txt', Buffer.from('x'), 'text/plain')
  assert.equal(bucket.objects.get('/bucket/a1/x.txt')?.type, 'text/plain')
  const stranger = bucketStorage({ url: bucket.url, region: 'there', key: 'key', secret: 'secret' })
  await assert.rejects(stranger.put(ours, 'a1/y.txt', Buffer.from('y'), 'text/plain'), /answered 403/)
})

test('bucket: down, silent or without its bucket it is unavailable, which says nothing of a file', async () => {
  const storage = storages[1]![1]
  await storage.put(ours, 'a1/there.txt', Buffer.from('x'), 'text/plain')
  await storage.check()
  const isUnavailable = (error: unknown) => error instanceof StorageUnavailable
  for (const state of ['down', 'missing'] as const) {
    bucket.state = state
    for (const work of [
      () => storage.get(ours, 'a1/there.txt'),
      () => storage.get(ours, 'a1/none.txt'),
      () => storage.put(ours, 'a1/new.txt', Buffer.from('x'), 'text/plain'),
      () => storage.remove(ours, 'a1/there.txt'),
      () => Array.fromAsync(storage.list(ours, 'a1/20261121')),
      () => storage.check(),
    ])
      await assert.rejects(work(), isUnavailable, state)
  }
  bucket.state = 'up'
  bucket.beforeAnswerMs = 5000
  await assert.rejects(storage.check(), isUnavailable)
  bucket.beforeAnswerMs = 0
  await storage.check()
  const nowhere = bucketStorage({ url: 'http://127.0.0.1:9/bucket', region: 'here', key: 'key', secret: 'secret' })
  await assert.rejects(nowhere.get(ours, 'a1/there.txt'), /The storage at 127.0.0.1:9 cannot be reached/)
})

test('whether the storage is reached is asked of it once in a while', async () => {
  let checks = 0
  let atMs = 0
  const isReached = openReach([{ check: async () => void (checks++ > 0 && assert.fail('down')) }], () => atMs)
  assert.deepEqual([await isReached(), await isReached(), checks], [true, true, 1])
  atMs = 15_000
  assert.deepEqual([await isReached(), checks], [false, 2])
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test('bucket: silence is measured until the answer begins and between its pieces, not over all of it', async () => {
  const storage = storages[1]![1]
  const bytes = Buffer.alloc(100_000, 'x')
  await storage.put(ours, 'a1/slow.txt', bytes, 'text/plain')
  bucket.withinBodyMs = 300
  bucket.beforeAnswerMs = 300
  const slow = await storage.get(ours, 'a1/slow.txt')
  assert.equal(Buffer.concat(await slow!.body.toArray()).length, bytes.length)
  bucket.withinBodyMs = 5000
  await assert.rejects(async () => (await storage.get(ours, 'a1/slow.txt'))!.body.toArray(), /Nothing more of a1\/slow.txt came/)
  bucket.withinBodyMs = 0
  bucket.beforeAnswerMs = 5000
  // What only waits for an answer may be collected meanwhile.
  const collecting = setInterval(collectGarbage, 50)
  await assert.rejects(storage.get(ours, 'a1/slow.txt'), /did not answer/).finally(() => clearInterval(collecting))
  bucket.beforeAnswerMs = 0
  const unhurried = await storage.get(ours, 'a1/slow.txt')
  await sleep(1000)
  assert.equal(Buffer.concat(await unhurried!.body.toArray()).length, bytes.length)
})

const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif', width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: '#0081ff' } })
    .toFormat(format)
    .toBuffer()
/** A zip whose first entry is what office files begin with. */
const zip = (name: string): Buffer => {
  const body = deflateRawSync(Buffer.from('<x/>'))
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(8, 8)
  header.writeUInt32LE(body.length, 18)
  header.writeUInt32LE(4, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, Buffer.from(name), body])
}
const contents: [title: string, bytes: Buffer, name: string, outcome: string | RegExp][] = [
  ['a png', await picture('png'), 'x.png', 'image/png'],
  ['a jpeg by another name', await picture('jpeg'), 'x.exe', 'image/jpeg'],
  ['a gif', await picture('gif'), 'x.gif', 'image/webp'],
  ['a pdf', Buffer.from('%PDF-1.7\n%âãÏÓ\n'), 'x.pdf', 'application/pdf'],
  ['a text', Buffer.from('名称,数量\n键盘,3\n'), '表.csv', 'text/csv; charset=utf-8'],
  ['a text in GB18030', Buffer.from([0xc3, 0xfb, 0xb3, 0xc6, 0x0a]), '表.txt', 'text/plain; charset=utf-8'],
  ['a text that is called a picture', Buffer.from('hello'), 'x.png', /不支持/],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'x.html', /不支持/],
  ['a drawing with script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'x.svg', /不支持/],
  ['a program', Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0]), 'x.png', /不支持/],
  ['an archive', zip('a.txt'), 'x.docx', /不支持/],
  ['signs that are no text', Buffer.from([0x61, 0x00, 0x62]), 'x.txt', /不支持/],
  ['half a picture', (await picture('png')).subarray(0, 60), 'x.png', /无法识别/],
  ['nothing', Buffer.alloc(0), 'x.png', /不能为空/],
]
for (const [title, bytes, name, outcome] of contents)
  test(`${title}: ${outcome}`, async () => {
    if (typeof outcome === 'string') assert.equal((await readContent(bytes, name)).mime, outcome)
    else await assert.rejects(readContent(bytes, name), (error) => error instanceof RefusalError && outcome.test(error.message))
  })

test('a picture is turned upright, made small and loses what is not the picture', async () => {
  const sideways = await sharp(await picture('jpeg', 4000, 2000))
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const { bytes, thumbnail } = await readContent(sideways, 'x.jpg')
  assert.partialDeepStrictEqual(await sharp(bytes).metadata(), { width: 1280, height: 2560 })
  assert.partialDeepStrictEqual(await sharp(thumbnail).metadata(), { width: 160, height: 320, format: 'webp' })
  assert.equal(bytes.includes('secret place'), false)
})

const { database, newOrganisation } = await testDatabase()
const app: App = { settings: readSettings({}), database, ...keepingIn(join(dir, 'app')), log: openLog('silent') }
const find = (token: string) => findSession(database, token)
const http = await createHttp({ app, handlers: fileHandlers, findSession: find, signInClients: {}, checkOutput: true })
const admitted = new Set<string>()
addFileRoute(http, app, find, { chat: async (_, session, ids) => new Set(ids.filter((id) => admitted.has(`${session.uid} ${id}`))) })
after(() => http.close())

const hire = async () => {
  const orgId = await newOrganisation()
  return database.inTransaction(orgId, async (tx) => {
    const uid = await createPerson(tx, { username: `u${orgId}`, userName: '张三', passwordHash: 'x' })
    return openSession(tx, { uid, client: 'app', platform: 'test' })
  })
}
const send = (token: string, bytes: Buffer, name: string, url = '/systemController/filedeal.do?isup=1', door = http) => {
  const form = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  return door.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([Buffer.from(form), bytes, Buffer.from('\r\n--b--\r\n')]),
  })
}
const cookieOf = (answer: { cookies: { name: string; value: string }[] }) =>
  answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

test('an uploaded picture is shown to its organisation, by header and by cookie, and to nobody else', async () => {
  const [mine, theirs] = [await hire(), await hire()]
  const answer = await send(mine, await picture('png'), '照片/../x.png')
  assert.partialDeepStrictEqual(answer.json(), {
    code: 0,
    success: true,
    msg: '上传成功',
    attributes: null,
    file: { name: 'x.png', mime: 'image/png' },
  })
  assert.match(String(answer.headers['set-cookie']), /^zaice_files=[^;]+; Path=\/files; Max-Age=604800; HttpOnly; SameSite=Strict$/)
  const { obj } = answer.json()
  assert.match(obj, /^\w+\/\d{8}\/[0-9a-f]{30}\.png$/)

  const get = (headers: Record<string, string>, path = obj) => http.inject({ method: 'GET', url: `/files/${path}`, headers })
  const shown = await get({ authorization: `Bearer ${mine}` })
  assert.equal(shown.statusCode, 200)
  assert.partialDeepStrictEqual(shown.headers, {
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  assert.match(String(shown.headers['content-disposition']), /^inline; filename\*=UTF-8''x\.png$/)
  assert.equal((await get({ cookie: cookieOf(answer) })).statusCode, 200)
  const small = await get({ cookie: cookieOf(answer) }, `${obj}?small`)
  assert.equal((await sharp(small.rawPayload).metadata()).width, 320)
  assert.equal((await get({})).statusCode, 401)
  assert.equal((await get({ cookie: 'zaice_files=%' })).statusCode, 401)
  assert.equal((await get({ authorization: `Bearer ${theirs}` })).statusCode, 404)
  assert.equal((await get({ authorization: `Bearer ${mine}` }, `${obj}x`)).statusCode, 404)
  assert.equal((await get({ authorization: `Bearer ${mine}` }, '..%2f..%2fetc%2fpasswd')).statusCode, 404)
  assert.equal((await get({ authorization: `Bearer ${mine}` }, 'a%00.png')).statusCode, 404)
})

test('a document is handed out as a file to keep, not as a page', async () => {
  const token = await hire()
  const { obj } = (await send(token, Buffer.from('%PDF-1.7\n'), '合同.pdf')).json()
  const answer = await http.inject({ method: 'GET', url: `/files/${obj}`, headers: { authorization: `Bearer ${token}` } })
  assert.equal(answer.headers['content-disposition'], `attachment; filename*=UTF-8''${encodeURIComponent('合同.pdf')}`)
})

test('a private file opens for whoever uploaded it, and for who reads what admits it as long as that does', async () => {
  const orgId = await newOrganisation()
  const [one, two] = await database.inTransaction(orgId, async (tx) =>
    Promise.all(
      ['one', 'two'].map(async (name) => {
        const uid = await createPerson(tx, { username: `${name}${orgId}`, userName: name, passwordHash: 'x' })
        return { uid, token: await openSession(tx, { uid, client: 'app', platform: 'test' }) }
      }),
    ),
  )
  const sent = await send(one!.token, await picture('png'), 'x.png', '/systemController/filedeal.do?isup=1&scope=private')
  const path: string = sent.json().obj
  const get = (token: string, headers = {}, query = '') =>
    http.inject({ url: `/files/${path}${query}`, headers: { authorization: `Bearer ${token}`, ...headers } })
  const mine = await get(one!.token)
  assert.equal(mine.statusCode, 200)
  assert.equal(mine.headers['cache-control'], 'private, no-cache')
  assert.equal((await get(two!.token)).statusCode, 404)

  const chat = { noun: 'chat', id: '77' }
  await database.inTransaction(orgId, (tx) => admitFile(tx, [path, path, 'none.png'], chat))
  assert.equal((await get(two!.token)).statusCode, 404)
  admitted.add(`${two!.uid} 77`)
  const shown = await get(two!.token)
  assert.equal(shown.statusCode, 200)
  const known = { 'if-none-match': String(shown.headers.etag) }
  assert.deepEqual([(await get(two!.token, known)).statusCode, (await get(two!.token, known)).body], [304, ''])
  const small = await get(two!.token, {}, '?small')
  assert.equal(small.headers['content-type'], 'image/webp')
  assert.equal((await get(two!.token, { 'if-none-match': String(small.headers.etag) }, '?small')).statusCode, 304)

  await database.inTransaction(orgId, async (tx) => {
    await requireFiles(tx, one!.uid, namedFiles('图片', true, [path]))
    await assert.rejects(requireFiles(tx, two!.uid, namedFiles('图片', true, [path])), RefusalError)
    await assert.rejects(requireFiles(tx, undefined, namedFiles('图片', true, [path])), RefusalError)
    await withdrawFile(tx, [path], chat.noun, [chat.id])
  })
  assert.equal((await get(two!.token, known)).statusCode, 404)
  assert.equal((await get(one!.token)).statusCode, 404, 'nothing admits it any more')
  await database.inTransaction(orgId, (tx) => admitFile(tx, [path], chat))
  assert.equal((await get(one!.token)).statusCode, 200)
})

const ranges: [header: Record<string, string>, status: number, body: string, said?: string][] = [
  [{ range: 'bytes=0-0' }, 206, '0', 'bytes 0-0/10'],
  [{ range: 'bytes=7-' }, 206, '789', 'bytes 7-9/10'],
  [{ range: 'bytes=-3' }, 206, '789', 'bytes 7-9/10'],
  [{ range: 'bytes=-99' }, 206, '0123456789', 'bytes 0-9/10'],
  [{ range: 'bytes=4-99' }, 206, '456789', 'bytes 4-9/10'],
  [{ range: 'bytes=10-' }, 416, '', 'bytes */10'],
  [{ range: 'bytes=-0' }, 416, '', 'bytes */10'],
  [{ range: 'bytes=5-2' }, 200, '0123456789'],
  [{ range: 'bytes=0-1,3-4' }, 200, '0123456789'],
  [{ range: 'lines=0-1' }, 200, '0123456789'],
  [{ range: 'bytes=-' }, 200, '0123456789'],
  [{ range: 'bytes=0-1', 'if-range': '"another"' }, 200, '0123456789'],
]
for (const [headers, status, body, said] of ranges)
  test(`fetched with ${JSON.stringify(headers)}: ${status}`, async () => {
    const token = await hire()
    const { obj } = (await send(token, Buffer.from('0123456789'), 'a.txt')).json()
    const answer = await http.inject({ url: `/files/${obj}`, headers: { authorization: `Bearer ${token}`, ...headers } })
    assert.deepEqual([answer.statusCode, answer.body, answer.headers['content-range']], [status, body, said])
    const same = await http.inject({
      url: `/files/${obj}`,
      headers: { authorization: `Bearer ${token}`, range: 'bytes=2-3', 'if-range': String(answer.headers.etag ?? '"x"') },
    })
    assert.equal(same.body, '23')
  })

const refused: [title: string, bytes: Buffer, url: string | undefined, status: number, part: object][] = [
  ['what is no file of ours', Buffer.from('MZ'), undefined, 200, { code: 500, reason: 'file.type' }],
  ['more than 20 megabytes', Buffer.alloc(20 * 1024 * 1024 + 1), undefined, 413, { code: 413 }],
  ['a call that wants something else', Buffer.from('x'), '/systemController/filedeal.do?isdel=1', 400, { code: 400 }],
]
for (const [title, bytes, url, status, part] of refused)
  test(`refused: ${title}`, async () => {
    const answer = await send(await hire(), bytes, 'x.bin', url)
    assert.equal(answer.statusCode, status, answer.body)
    assert.partialDeepStrictEqual(answer.json(), part)
  })

const broken: [title: string, type: string, payload: string][] = [
  [
    'a body that ends too soon',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx',
  ],
  ['a body without its boundary', 'multipart/form-data', 'x'],
]
for (const [title, type, payload] of broken)
  test(`malformed: ${title}`, async () => {
    const headers = { authorization: `Bearer ${await hire()}`, 'content-type': type }
    const answer = await http.inject({ method: 'POST', url: '/systemController/filedeal.do?isup=1', headers, payload })
    assert.equal(answer.statusCode, 400, answer.body)
    assert.equal(answer.json().reason, 'request.malformed')
  })

test('refused: nobody signed in, and no file at all', async () => {
  assert.equal((await send('none', Buffer.from('x'), 'x.txt')).statusCode, 401)
  const empty = await http.inject({
    method: 'POST',
    url: '/systemController/filedeal.do?isup=1',
    headers: { authorization: `Bearer ${await hire()}` },
  })
  assert.equal(empty.json().reason, 'file.none')
})

test('what an organisation keeps has a ceiling, however many come at once, and what is refused is not kept', async () => {
  const [mine, theirs] = [await hire(), await hire()]
  const room = join(dir, 'room')
  const files = keepingIn(room)
  const small = { ...app, ...files, settings: { ...app.settings, filesGigabytes: 40 / 1024 ** 3 } }
  const door = await createHttp({ app: small, handlers: fileHandlers, findSession: find, signInClients: {}, checkOutput: true })
  after(() => door.close())
  // Each of 30 bytes: the second is one too many.
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => send(mine, Buffer.alloc(30, 'x'), 'a.txt', undefined, door)))
  const said = outcomes.map((answer) => answer.json().msg)
  assert.deepEqual(said.toSorted(), [...Array(3).fill('组织的文件空间已满（已用1 MB，共1 MB），请联系管理员'), '上传成功'].toSorted())
  assert.equal((await send(theirs, Buffer.alloc(30, 'x'), 'a.txt', undefined, door)).json().success, true)
  const stored = readdirSync(room, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  assert.equal(stored.length, 2)
})

test('a disk that is nearly full takes no file, and says so; what was on its way is gone', async () => {
  const token = await hire()
  const keeping = keepingIn(join(dir, 'full'))
  let freeBytes = 0
  const spool = openSpool(join(dir, 'full/incoming'), { reserveBytes: 1000, freeBytes: async () => freeBytes })
  const door = await createHttp({
    app: { ...app, ...keeping, spool },
    handlers: fileHandlers,
    findSession: find,
    signInClients: {},
    checkOutput: true,
  })
  after(() => door.close())
  assert.deepEqual(await spool.room(), { freeBytes: 0, takesFiles: false })
  const answer = await send(token, Buffer.from('text'), 'a.txt', undefined, door)
  assert.deepEqual([answer.statusCode, answer.json().reason], [503, 'storage.full'])
  freeBytes = 21 * 1024 * 1024
  assert.equal((await send(token, Buffer.from('text'), 'a.txt', undefined, door)).json().success, true)
  assert.deepEqual(readdirSync(join(dir, 'full/incoming')), [])
})

test('whoever sends one file does not wait for another who sends forty', async () => {
  const spool = openSpool(join(dir, 'turns'))
  const pieces = () => Readable.from(Array.from({ length: 8 }, () => Buffer.alloc(256 * 1024)))
  let done = 0
  const many = Array.from({ length: 40 }, () => spool.receive(pieces(), '1').then(() => done++))
  assert.equal((await spool.receive(pieces(), '2')).sizeBytes, 8 * 256 * 1024)
  assert.equal(done, 0)
  await Promise.all(many)
})

test('what a crash left on its way is swept when it is old', async () => {
  const incoming = join(dir, 'swept')
  const spool = openSpool(incoming)
  await spool.receive(Readable.from([Buffer.from('x')]), '1')
  assert.equal(await spool.sweep(3600, new Date()), 0)
  assert.equal(await spool.sweep(3600, new Date(Date.now() + 3_700_000)), 1)
  assert.deepEqual(readdirSync(incoming), [])
  assert.equal(await openSpool(join(dir, 'never')).sweep(0, new Date()), 0)
})

test('a folder that nothing can be written into is unavailable; one that is missing is made', async () => {
  const file = join(dir, 'a-file')
  writeFileSync(file, '')
  const isUnavailable = (error: unknown) => error instanceof StorageUnavailable
  await assert.rejects(folderStorage(join(file, 'files')).check(), isUnavailable)
  await assert.rejects(openSpool(join(file, 'incoming')).check(), isUnavailable)
  await folderStorage(join(dir, 'made/files')).check()
  assert.deepEqual(readdirSync(join(dir, 'made')), ['files'])
})

test('a file that cannot be written leaves nothing of itself', async () => {
  const place = join(dir, 'blocked')
  mkdirSync(join(place, 'c/x.txt/in-the-way'), { recursive: true })
  await assert.rejects(folderStorage(place).put('12', 'c/x.txt', Buffer.from('x'), 'text/plain'))
  assert.deepEqual(readdirSync(join(place, 'c')), ['x.txt'])
})
