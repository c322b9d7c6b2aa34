import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import { type Id, newId } from '../kernel/id.ts'
import { nameKeyOf } from '../domain/disk/name.ts'
import { partAddress } from '../domain/disk/operations.ts'
import { type Database, openDatabase } from '../server/db/pool.ts'
import { gramsOf, searchTextOf } from '../server/search/searchText.ts'
import { organised, signedIn, type Somebody } from './data.ts'
import { copyDatabase, dropDatabase, settle } from './databases.ts'
import { percentile, timesOf } from './load.ts'
import { treeMegabytes } from './memory.ts'
import { printBar } from './report.ts'
import { callsTo, serve, severally, type Measuring } from './serving.ts'

const megabyte = 1024 * 1024
const uploadBytes = 256 * megabyte
const cuts = 5
const atOnce = 20
const racing = 32
const wide = 10_000
const perFolder = 1000

/**
 * An upload whose line is cut beside the same bytes put plainly; the memory of the server while twenty people send; a wide folder, a search, and a
 * branch with all those nodes below it that is moved, thrown away and brought back; and more uploads at once than have room. Answers how many bars
 * were missed.
 */
export const measureDisk = async ({
  url,
  dir,
  say,
  nodes,
}: Pick<Measuring, 'url' | 'dir' | 'say'> & { readonly nodes: number }): Promise<number> => {
  say('Net disk')
  const copy = await copyDatabase(url, 'bench_disk')
  const database = openDatabase({ url: copy, poolSize: 4 })
  const { people, filled, branch, wideFolder } = await fillDisk(database, nodes)
  await settle(copy)
  const server = await serve(copy, join(dir, 'disk'), { DISK_QUOTA: '1' })
  const calls = callsTo(server.port, '/api/netdisk')
  const { ask } = calls
  const median = async (count: number, run: (n: number) => Promise<unknown>): Promise<number> => percentile(await timesOf(count, run), 0.5)
  const upload = async (who: Somebody, bytes: Buffer, cutParts: ReadonlySet<number>): Promise<number> => {
    const id = newId()
    const { partBytes } = await ask<{ partBytes: number }>(who, 'netdiskupload/open', {
      id,
      parentId: who.uid,
      name: `${id}.bin`,
      sizeBytes: bytes.length,
    })
    const numbers = Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, at) => at + 1)
    let sent = 0
    await severally(numbers, 3, async (no) => {
      const part = bytes.subarray((no - 1) * partBytes, no * partBytes)
      const address = { port: server.port, path: partAddress(id, no), token: who.token }
      const lost = cutParts.has(no) ? await put(address, part, part.length / 2) : 0
      const kept = await put(address, part)
      sent += lost + kept
    })
    const { node } = await ask<{ node: object | null }>(who, 'netdiskupload/finish', { id })
    if (!node) throw new Error('the upload is not whole')
    return sent
  }
  const bars: boolean[] = []
  const bar = (words: string, figure: number, atMost: number) => void bars.push(printBar(`disk: ${words}`, figure, { atMost }))
  try {
    const bytes = randomBytes(uploadBytes)
    const parts = uploadBytes / (8 * megabyte)
    const cutParts = new Set(Array.from({ length: cuts }, (_, at) => 1 + Math.floor((at * parts) / cuts)))
    const plain = await plainly(dir, bytes)
    const begun = performance.now()
    const sent = await upload(people[0]!, bytes, cutParts)
    const seconds = (performance.now() - begun) / 1000
    const [ours, theirs] = [uploadBytes / megabyte / seconds, uploadBytes / megabyte / plain]
    console.log(`disk: ${ours.toFixed(0)} MB a second with ${cuts} cuts, ${theirs.toFixed(0)} put plainly with its hash`)
    bars.push(printBar('disk: an upload over the same bytes put plainly', ours / theirs, { atLeast: 0.5 }))
    bar(`parts sent again for each cut`, (sent - uploadBytes) / (8 * megabyte) / cuts, 1)

    const before = treeMegabytes(server.process.pid!)
    let most = before
    const looking = setInterval(() => (most = Math.max(most, treeMegabytes(server.process.pid!))), 50)
    await Promise.all(people.slice(0, atOnce).map((who) => upload(who, bytes.subarray(0, 24 * megabyte), new Set())))
    clearInterval(looking)
    bar(`memory of the server for ${atOnce} uploads at once, MB more`, most - before, 64)

    bar(`first page of a folder of ${wide}, p50 ms`, await median(60, () => ask(filled, 'netdisknode/list', { id: wideFolder })), 10)
    bar(`two characters among ${nodes} nodes, p50 ms`, await median(40, () => ask(filled, 'netdisknode/search', { words: '合同' })), 50)
    bar(
      `a word that is nowhere among ${nodes} nodes, p50 ms`,
      await median(40, () => ask(filled, 'netdisknode/search', { words: '鲲鹏' })),
      50,
    )
    const folder = async (name: string) => (await ask<{ id: Id }>(filled, 'netdisknode/folder', { parentId: filled.uid, name })).id
    const [here, there] = [await folder('这里'), await folder('那里')]
    bar(
      `a branch of ${nodes} nodes moved, p50 ms`,
      await median(20, (n) => ask(filled, 'netdisknode/move', { ids: [branch], parentId: n % 2 ? here : there })),
      20,
    )
    bar(
      `a branch of ${nodes} nodes thrown away or brought back, p50 ms`,
      await median(20, (n) => ask(filled, n % 2 ? 'netdisknode/restore' : 'netdisknode/delete', { ids: [branch] })),
      20,
    )

    const lone = people.at(-1)!
    const answers = await Promise.all(
      Array.from({ length: racing }, (_, n) =>
        ask(lone, 'netdiskupload/open', { id: newId(), parentId: lone.uid, name: `${n}.bin`, sizeBytes: 100 * megabyte }).then(
          () => true,
          () => false,
        ),
      ),
    )
    const taken = answers.filter(Boolean).length
    console.log(`disk: of ${racing} uploads of 100 MB at once, ${taken} were taken into 1 GB`)
    bar('uploads at once that have no room and were taken', Math.max(0, taken - 10), 0)
    return bars.filter((met) => !met).length
  } finally {
    calls.end()
    await server.stop()
    await database.close()
    await dropDatabase(copy)
  }
}

type Address = { readonly port: number; readonly path: string; readonly token: string }

/** Sends a part; with `cutAfter` the line breaks after so many bytes. Answers how many bytes were sent. */
const put = ({ port, path, token }: Address, bytes: Buffer, cutAfter?: number): Promise<number> =>
  new Promise((done, fail) => {
    const sending = request({
      host: '127.0.0.1',
      port,
      path,
      method: 'PUT',
      headers: { authorization: `bearer ${token}`, 'content-type': 'application/octet-stream', 'content-length': bytes.length },
    })
    if (cutAfter !== undefined) {
      sending.on('error', () => done(cutAfter))
      sending.write(bytes.subarray(0, cutAfter), () => sending.destroy())
      return
    }
    sending.on('error', fail)
    sending.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => (answer.statusCode === 200 ? done(bytes.length) : fail(new Error(`a part was answered ${answer.statusCode}`))))
    })
    sending.end(bytes)
  })

/** Seconds that the same bytes take to a server in a thread of its own that hashes them, writes them to one file and waits for the disk. */
const plainly = async (dir: string, bytes: Buffer): Promise<number> => {
  const worker = new Worker(plainSource, { eval: true, workerData: { file: join(dir, 'plain.bin') } })
  const port = await new Promise<number>((done) => worker.once('message', done))
  const begun = performance.now()
  await put({ port, path: '/', token: '' }, bytes)
  const seconds = (performance.now() - begun) / 1000
  await worker.terminate()
  return seconds
}

const plainSource = `
  const { createServer } = require('node:http')
  const { createHash } = require('node:crypto')
  const { open } = require('node:fs/promises')
  const { parentPort, workerData } = require('node:worker_threads')
  const server = createServer(async (request, response) => {
    const file = await open(workerData.file, 'w')
    const hash = createHash('sha256')
    for await (const piece of request) { hash.update(piece); await file.write(piece) }
    await file.sync()
    await file.close()
    response.end(hash.digest('hex'))
  })
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
`

const words = ['采购合同', '验收单', '会议纪要', '维修照片', '报价', '盘点表', '说明书', '发票']

/** People with empty disks, and one with a branch of so many nodes, a thousand in a folder, and a folder with ten thousand files. */
const fillDisk = async (
  database: Database,
  nodes: number,
): Promise<{ people: Somebody[]; filled: Somebody; branch: Id; wideFolder: Id }> => {
  const orgId = newId()
  const { people, filled } = await database.inTransaction(orgId, async (tx) => {
    await organised(tx, '网盘')
    const made: Somebody[] = []
    for (let n = 0; n < atOnce + 2; n++) made.push(await signedIn(tx, `disk${n}`, []))
    return { people: made, filled: await signedIn(tx, 'filled', []) }
  })
  const [branch, wideFolder, content] = [newId(), newId(), newId()]
  await database.withPlainClient(orgId, async (client) => {
    await client.query(`insert into disk_space (org_id, id, kind) values ($1, $2, 'person')`, [orgId, filled.uid])
    const hash = createHash('sha256').digest('hex')
    await client.query(
      `insert into disk_content (org_id, id, size_bytes, part_bytes, day, parts_hash) values ($1, $2, 0, 8388608, '20260101', $3)`,
      [orgId, content, hash],
    )
    let next = 1_000_000
    const insert = (parent: Id | null, kind: 'folder' | 'file', named: readonly { id: Id; name: string }[]) =>
      client.query(
        `insert into disk_node (org_id, id, space_id, parent_id, kind, name, name_key, search, grams, content_id, version_no, created_by, changed_by)
         select $1, n.id, $2, $3, $4, n.name, n.key, n.search, string_to_array(n.grams, e'\\t'), case when $4 = 'file' then $5::bigint end,
           case when $4 = 'file' then 1 else 0 end, $2, $2
         from unnest($6::bigint[], $7::text[], $8::text[], $9::text[], $10::text[]) as n (id, name, key, search, grams)`,
        [
          ...[orgId, filled.uid, parent, kind, content],
          named.map(({ id }) => id),
          named.map(({ name }) => name),
          named.map(({ name }) => nameKeyOf(name)),
          named.map(({ name }) => searchTextOf([name])),
          named.map(({ name }) => gramsOf(searchTextOf([name])).join('\t')),
        ],
      )
    const files = (count: number) =>
      Array.from({ length: count }, () => ({ id: String(next++), name: `${words[next % words.length]} ${next}.pdf` }))
    await insert(null, 'folder', [{ id: filled.uid, name: '' }])
    await insert(filled.uid, 'folder', [
      { id: branch, name: '归档' },
      { id: wideFolder, name: '全部' },
    ])
    await insert(wideFolder, 'file', files(wide))
    for (let n = 0; n < nodes / perFolder; n++) {
      const folder = String(next++)
      await insert(branch, 'folder', [{ id: folder, name: `第${n}卷` }])
      await insert(folder, 'file', files(perFolder - 1))
    }
  })
  return { people, filled, branch, wideFolder }
}
