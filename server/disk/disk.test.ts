import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { writeXlsx } from 'hucre/xlsx'
import sharp from 'sharp'
import { linkAddress, zipAddress } from '../../domain/disk/operations.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { zipEntries, bytesAt, unpack } from '../files/zip.ts'
import { endSessions } from '../access/sessions.ts'
import { auditDatabase } from '../audit/audit.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'
import { partPath } from './contents.ts'
import { purgeNodes, purgePiece } from './nodeChanges.ts'
import { lookWorker } from './previews.ts'
import { sweepDisk } from './sweeping.ts'
import { openDisk } from './testing/disk.ts'
import { lookJob } from './uploads.ts'

const { app, database, newCompany } = await testApp(handlers)
const disk = await openDisk({ ...app, settings: { ...app.settings, diskQuota: 1 } })
const second = await openDisk({ ...app, settings: { ...app.settings, diskQuota: 1 } })
const { call, upload, fetch, put } = disk

const team = async () => {
  const company = await newCompany()
  const [above, dept, aside] = [newId(), newId(), newId()]
  await database.inTransaction(company.orgId, (tx) =>
    insert(tx, 'department', [
      { id: above, dept_code: 'A', dept_name: '总部' },
      { id: dept, dept_code: 'B', dept_name: '行政部', parent_id: above },
      { id: aside, dept_code: 'C', dept_name: '市场部' },
    ]),
  )
  const person = async (name: string, deptId: Id) => {
    const uid = await company.hire(`${name}${company.orgId}`, [], { userName: name, deptId } as never)
    return { uid, token: await company.tokenOf(uid) }
  }
  return {
    ...company,
    dept,
    above,
    aside,
    root: { uid: company.admin, token: await company.tokenOf(company.admin) },
    ming: await person('李明', dept),
    fang: await person('王芳', dept),
    other: await person('赵外', aside),
  }
}
const names = (answer: { list: { name: string }[] }) => answer.list.map(({ name }) => name)
const usedOf = async (token: string): Promise<number> => (await call(token, 'netdiskspace/list', {})).list[0].usedBytes

describe('uploads', () => {
  test('bytes come back as they went, whole and in parts, over two processes and in any order', async () => {
    const { ming } = await team()
    const bytes = randomBytes(8 * 1024 * 1024 * 2 + 12_345)
    const [id, missing] = [newId(), newId()]
    const opened = await call(ming.token, 'netdiskupload/open', { id, parentId: ming.uid, name: '录像.bin', sizeBytes: bytes.length })
    assert.deepEqual([opened.partBytes, opened.parts, opened.state], [8 * 1024 * 1024, [], 'open'])
    const part = (no: number) => bytes.subarray((no - 1) * opened.partBytes, no * opened.partBytes)
    assert.deepEqual((await call(ming.token, 'netdiskupload/finish', { id })).missing, [1, 2, 3])
    for (const [door, no] of [
      [disk, 3],
      [second, 1],
      [second, 1],
    ] as const)
      assert.equal((await door.put(ming.token, id, no, part(no))).json.code, 0)
    const again = await second.call(ming.token, 'netdiskupload/open', { id, parentId: ming.uid, name: '录像.bin', sizeBytes: bytes.length })
    assert.deepEqual(again.parts, [1, 3])
    assert.equal((await put(ming.token, id, 2, part(1))).json.code, 0, 'the first bytes of a number count')
    assert.equal((await put(ming.token, id, 2, part(2))).json.reason, 'disk.partChanged')
    await call(ming.token, 'netdiskupload/cancel', { id })
    assert.deepEqual(await call(ming.token, 'netdiskupload/cancel', { id }), { id }, 'cancelled before')
    assert.deepEqual(await call(ming.token, 'netdiskupload/cancel', { id: missing }), { id: missing }, 'refused when it was opened')
    assert.equal(await usedOf(ming.token), 0)

    const node = await upload(ming.token, ming.uid, '录像.bin', bytes)
    const whole = await fetch(ming.token, node)
    assert.equal(whole.status, 200)
    assert.ok(whole.bytes.equals(bytes))
    const from = 8 * 1024 * 1024 - 5
    const middle = await fetch(ming.token, node, { range: `bytes=${from}-${from + 9}` })
    assert.deepEqual([middle.status, middle.bytes.equals(bytes.subarray(from, from + 10))], [206, true])
    assert.equal(await usedOf(ming.token), bytes.length)
  })

  test('asked twice, or by two at once, an upload becomes one file', async () => {
    const { ming } = await team()
    const id = newId()
    await call(ming.token, 'netdiskupload/open', { id, parentId: ming.uid, name: 'a.txt', sizeBytes: 3 })
    await put(ming.token, id, 1, Buffer.from('abc'))
    const finished = await Promise.all([disk, second, disk].map((door) => door.call(ming.token, 'netdiskupload/finish', { id })))
    assert.equal(new Set(finished.map(({ node }) => node.id)).size, 1)
    assert.deepEqual(names(await call(ming.token, 'netdisknode/list', { id: ming.uid })), ['a.txt'])
    assert.equal((await put(ming.token, id, 1, Buffer.from('abc'))).json.code, 0)
    assert.deepEqual((await call(ming.token, 'netdiskupload/list', {})).list, [])
  })

  const wrong: [title: string, body: Buffer, headers: object, status: number, reason: string | undefined][] = [
    ['too few bytes', Buffer.from('ab'), {}, 400, 'request.malformed'],
    ['too many bytes', Buffer.from('abcd'), {}, 400, 'request.malformed'],
    ['another hash', Buffer.from('abc'), { 'x-part-sha256': '0'.repeat(64) }, 200, 'disk.partBroken'],
    ['no hash', Buffer.from('abc'), { 'x-part-sha256': 'x' }, 400, 'request.malformed'],
  ]
  for (const [title, body, headers, status, reason] of wrong)
    test(`refused: a part with ${title}`, async () => {
      const { ming } = await team()
      const id = newId()
      await call(ming.token, 'netdiskupload/open', { id, parentId: ming.uid, name: 'a.txt', sizeBytes: 3 })
      const answer = await put(ming.token, id, 1, body, headers)
      assert.deepEqual([answer.status, answer.json.reason], [status, reason])
      assert.deepEqual((await call(ming.token, 'netdiskupload/finish', { id })).missing, [1])
    })

  test('nobody sends parts of, ends or sees an upload of somebody else', async () => {
    const { ming, fang } = await team()
    const id = newId()
    await call(ming.token, 'netdiskupload/open', { id, parentId: ming.uid, name: 'a.txt', sizeBytes: 3 })
    assert.equal((await put(fang.token, id, 1, Buffer.from('abc'))).status, 404)
    await assert.rejects(call(fang.token, 'netdiskupload/finish', { id }), /404/)
    await assert.rejects(call(fang.token, 'netdiskupload/open', { id, parentId: fang.uid, name: 'a.txt', sizeBytes: 3 }), /uploadChanged/)
    assert.equal(
      (
        await disk.send('PUT', `/api/netdisk/netdiskupload/part/${id}/1`, undefined, Buffer.from('abc'), {
          'content-type': 'application/octet-stream',
        })
      ).status,
      401,
    )
  })

  test('the quota is never passed, however many come at once', async () => {
    const { ming } = await team()
    const each = 40 * 1024 * 1024
    const open = (n: number) =>
      (n % 2 ? disk : second).call(ming.token, 'netdiskupload/open', { id: newId(), parentId: ming.uid, name: `${n}.bin`, sizeBytes: each })
    const outcomes = await Promise.allSettled(Array.from({ length: 32 }, (_, n) => open(n)))
    const taken = outcomes.filter(({ status }) => status === 'fulfilled').length
    assert.equal(taken, Math.floor(1024 ** 3 / each))
    for (const outcome of outcomes) if (outcome.status === 'rejected') assert.match(String(outcome.reason), /disk\.full/)
    const [space] = (await call(ming.token, 'netdiskspace/list', {})).list
    assert.deepEqual([space.reservedBytes, space.usedBytes, space.quotaBytes], [taken * each, 0, 1024 ** 3])
  })

  test('nothing at all is a file too', async () => {
    const { ming } = await team()
    const node = await upload(ming.token, ming.uid, '空.txt', Buffer.alloc(0))
    assert.deepEqual([node.sizeBytes, (await fetch(ming.token, node)).bytes.length], [0, 0])
  })
})

test('the audit sees bytes that were changed or taken away', async () => {
  const { ming, orgId } = await team()
  const node = await upload(ming.token, ming.uid, 'a.txt', Buffer.from('abc'))
  const faults = async () =>
    (await auditDatabase(database, { storage: app.storage })).find(
      (found) => found.orgId === orgId && found.check.startsWith('disk: what is stored'),
    )
  assert.equal((await faults())?.count, 0)
  const [part] = await database.reading(orgId, (tx) =>
    tx.query<{ day: string; sha256: string }>(
      'select c.day, p.sha256 from disk_content c join disk_part p on p.org_id = $1 and p.content_id = c.id where c.org_id = $1 and c.id = $2',
      [orgId, node.id],
    ),
  )
  const path = partPath(orgId, { id: node.id, day: part!.day }, 1, part!.sha256)
  await app.storage.put(orgId, path, Buffer.from('abd'), '')
  assert.match(String((await faults())?.example), /was changed/)
  await app.storage.remove(orgId, path)
  assert.match(String((await faults())?.example), /is gone/)
})

describe('folders', () => {
  test('names: one of a kind in a folder, whatever its case; a number, a version or a word, as asked', async () => {
    const { ming } = await team()
    const folder = (name: string, same?: string) => call(ming.token, 'netdisknode/folder', { parentId: ming.uid, name, same })
    const made = await folder('合同')
    await assert.rejects(folder('合同'), /disk\.taken/)
    assert.equal((await folder('合同', 'open')).id, made.id)
    assert.equal((await folder('合同', 'number')).name, '合同 (2)')
    const first = await upload(ming.token, made.id, 'Café.TXT', Buffer.from('1'))
    assert.equal((await upload(ming.token, made.id, 'cafe\u0301.txt', Buffer.from('2'))).name, 'café (2).txt')
    const newer = await upload(ming.token, made.id, 'CAFÉ.txt', Buffer.from('33'), 'version')
    assert.deepEqual([newer.id, newer.versionNo, newer.name], [first.id, 2, 'Café.TXT'])
    assert.equal((await fetch(ming.token, { id: first.id, versionNo: 1 })).bytes.toString(), '1')
    assert.equal((await fetch(ming.token, newer)).bytes.toString(), '33')
    const { list } = await call(ming.token, 'netdisknode/versions', { id: first.id })
    assert.deepEqual(
      list.map(({ no, sizeBytes, current }: { no: number; sizeBytes: number; current: boolean }) => [no, sizeBytes, current]),
      [
        [2, 2, true],
        [1, 1, false],
      ],
    )
    assert.equal((await call(ming.token, 'netdisknode/restoreVersion', { id: first.id, no: 1 })).versionNo, 3)
    assert.equal(await usedOf(ming.token), 1 + 1 + 2)
    for (const name of ['a/b', 'CON', 'con.txt', '.x', 'x.', 'a\u202eb', ' ', 'a\nb', 'a?', 'x'.repeat(201)])
      await assert.rejects(folder(name), /disk\.name|400/, name)
  })

  test('a list goes on where it ended, folders first, in every order', async () => {
    const { ming } = await team()
    for (const name of ['b', 'a', 'd']) await call(ming.token, 'netdisknode/folder', { parentId: ming.uid, name })
    for (const [name, size] of [
      ['y', 3],
      ['x', 5],
      ['z', 1],
    ] as const)
      await upload(ming.token, ming.uid, name, Buffer.alloc(size, 'x'))
    const all = async (asked: object): Promise<string> => {
      const seen: string[] = []
      for (let after: string | null = null; ;) {
        const part: { list: { name: string }[]; next: string | null } = await call(ming.token, 'netdisknode/list', {
          id: ming.uid,
          pageSize: 2,
          ...asked,
          ...(after && { after }),
        })
        seen.push(...names(part))
        if (!part.next) return seen.join('')
        after = part.next
      }
    }
    assert.equal(await all({}), 'abdxyz')
    assert.equal(await all({ descending: true }), 'dbazyx')
    assert.equal((await all({ sort: 'size' })).slice(3), 'zyx')
    assert.equal(await all({ sort: 'changed' }), 'badyxz')
    await assert.rejects(call(ming.token, 'netdisknode/list', { id: ming.uid, after: 'x' }), /400/)
  })

  test('moving makes no circle, also when two move into each other at once', async () => {
    const { ming } = await team()
    const folder = async (name: string, parentId = ming.uid): Promise<Id> =>
      (await call(ming.token, 'netdisknode/folder', { parentId, name })).id
    const [a, b] = [await folder('a'), await folder('b')]
    const below = await folder('c', a)
    await assert.rejects(call(ming.token, 'netdisknode/move', { ids: [a], parentId: below }), /disk\.circle/)
    const outcomes = await Promise.allSettled([
      disk.call(ming.token, 'netdisknode/move', { ids: [a], parentId: b }),
      second.call(ming.token, 'netdisknode/move', { ids: [b], parentId: a }),
    ])
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    await assert.rejects(call(ming.token, 'netdisknode/move', { ids: [ming.uid], parentId: a }), /disk\.top/)
  })

  test('a branch that is too large to go at once goes piece by piece, and nobody sees it meanwhile', async () => {
    const { ming, orgId } = await team()
    const folder = await call(ming.token, 'netdisknode/folder', { parentId: ming.uid, name: '归档' })
    const inner = await call(ming.token, 'netdisknode/folder', { parentId: folder.id, name: '内' })
    for (const name of ['a', 'b', 'c']) await upload(ming.token, inner.id, name, Buffer.from(name))
    await call(ming.token, 'netdisknode/delete', { ids: [folder.id] })
    assert.equal(await database.inTransaction(orgId, (tx) => purgeNodes(tx, [folder.id], 2)), 1)
    assert.deepEqual(names(await call(ming.token, 'netdisknode/list', { view: 'trash', id: ming.uid })), [])
    await assert.rejects(call(ming.token, 'netdisknode/restore', { ids: [folder.id] }), /404/)
    let pieces = 1
    while (await database.inTransaction(orgId, (tx) => purgePiece(tx, folder.id, 2))) pieces++
    assert.equal(pieces, 3)
    assert.equal(await usedOf(ming.token), 0)
    const left = await database.reading(orgId, (tx) =>
      tx.query('select from disk_node where org_id = $1 and parent_id is not null', [orgId]),
    )
    assert.equal(left.length, 0)
  })

  test('the bin gives back the whole branch, and what is purged frees its room; bytes go a day later', async () => {
    const { ming, orgId } = await team()
    const folder = await call(ming.token, 'netdisknode/folder', { parentId: ming.uid, name: '项目' })
    const file = await upload(ming.token, folder.id, '图.txt', Buffer.from('12345'))
    const [copy] = (await call(ming.token, 'netdisknode/copy', { ids: [file.id], parentId: ming.uid })).ids
    assert.equal(await usedOf(ming.token), 5, 'a copy shares its bytes')
    await call(ming.token, 'netdisknode/delete', { ids: [folder.id] })
    await assert.rejects(call(ming.token, 'netdisknode/info', { id: file.id }), /404/)
    assert.equal((await fetch(ming.token, file)).status, 404)
    assert.deepEqual(names(await call(ming.token, 'netdisknode/list', { id: ming.uid, view: 'trash' })), ['项目'])
    await call(ming.token, 'netdisknode/folder', { parentId: ming.uid, name: '项目' })
    await call(ming.token, 'netdisknode/restore', { ids: [folder.id] })
    assert.deepEqual(names(await call(ming.token, 'netdisknode/list', { id: ming.uid })), ['项目', '项目 (2)', '图.txt'])
    assert.equal((await fetch(ming.token, file)).bytes.toString(), '12345')
    await call(ming.token, 'netdisknode/delete', { ids: [folder.id, copy] })
    assert.equal((await call(ming.token, 'netdisknode/purge', { spaceId: ming.uid })).purged, 3)
    assert.equal(await usedOf(ming.token), 0)
    const lying = async () => {
      const rows = await database.reading(orgId, (tx) =>
        tx.query<{ day: string }>('select day from disk_content where org_id = $1', [orgId]),
      )
      return rows.length
    }
    await sweepDisk(app, new Date())
    assert.equal(await lying(), 1)
    await sweepDisk(app, new Date(Date.now() + 2 * 86_400_000))
    assert.equal(await lying(), 0)
  })

  test('search finds by one sign, pinyin and initials, what the caller may read and nothing else', async () => {
    const { ming, fang, dept } = await team()
    await upload(ming.token, dept, '采购合同.txt', Buffer.from('1'))
    const own = await call(ming.token, 'netdisknode/folder', { parentId: ming.uid, name: '我的合同' })
    await upload(ming.token, own.id, '合同附件.txt', Buffer.from('1'))
    const found = async (token: string, words: string, id?: Id) =>
      names(await call(token, 'netdisknode/search', { words, ...(id && { id }) })).toSorted()
    assert.deepEqual(await found(ming.token, '同'), ['合同附件.txt', '我的合同', '采购合同.txt'])
    assert.deepEqual(await found(fang.token, 'hetong'), ['采购合同.txt'])
    assert.deepEqual(await found(fang.token, 'cght'), ['采购合同.txt'])
    assert.deepEqual(await found(ming.token, '合同', own.id), ['合同附件.txt'])
    const [hit] = (await call(ming.token, 'netdisknode/search', { words: '附件' })).list
    assert.equal(hit.where, '我的文件 / 我的合同')
    await call(ming.token, 'netdiskshare/save', { nodeId: own.id, to: 'person', toIds: [fang.uid] })
    assert.deepEqual(await found(fang.token, '附件'), ['合同附件.txt'])
  })
})

describe('rights', () => {
  test('a person’s space is his alone, a department’s its members’, the organisation’s everybody’s to read', async () => {
    const { ming, fang, other, root, dept, above, orgId } = await team()
    const mine = await upload(ming.token, ming.uid, '私.txt', Buffer.from('1'))
    for (const { token } of [fang, other, root]) {
      assert.equal((await fetch(token, mine)).status, 404)
      await assert.rejects(call(token, 'netdisknode/list', { id: ming.uid }), /404/)
      await assert.rejects(call(token, 'netdiskspace/info', { id: ming.uid }), /404/)
    }
    const ours = await upload(ming.token, dept, '部.txt', Buffer.from('1'))
    assert.equal((await fetch(fang.token, ours)).status, 200)
    assert.equal((await fetch(other.token, ours)).status, 404)
    await assert.rejects(call(ming.token, 'netdisknode/folder', { parentId: above, name: 'x' }), /readOnly/)
    const all = await upload(root.token, orgId, '制度.txt', Buffer.from('1'))
    assert.equal((await fetch(other.token, all)).status, 200)
    await assert.rejects(call(other.token, 'netdisknode/delete', { ids: [all.id] }), /readOnly/)
    const { list } = await call(ming.token, 'netdiskspace/list', {})
    assert.deepEqual(
      list.map(({ kind, right, name }: { kind: string; right: string; name: string }) => [kind, right, name]).toSorted(),
      [
        ['department', 'read', '总部'],
        ['department', 'write', '行政部'],
        ['organisation', 'read', '测试公司'],
        ['person', 'write', null],
      ].toSorted(),
    )
  })

  test('a share reaches below, the nearest counts, and ends at once', async () => {
    const { ming, fang, other, aside } = await team()
    const folder = await call(ming.token, 'netdisknode/folder', { parentId: ming.uid, name: '共享' })
    const inner = await call(ming.token, 'netdisknode/folder', { parentId: folder.id, name: '内' })
    const file = await upload(ming.token, inner.id, 'f.txt', Buffer.from('1'))
    const share = (nodeId: Id, body: object) => call(ming.token, 'netdiskshare/save', { nodeId, ...body })
    const { ids } = await share(folder.id, { to: 'person', toIds: [fang.uid], right: 'write' })
    await share(inner.id, { to: 'department', toIds: [aside] })
    assert.deepEqual(names(await call(fang.token, 'netdisknode/list', { view: 'shared' })), ['共享'])
    assert.deepEqual(names(await call(ming.token, 'netdisknode/list', { view: 'given' })), ['内', '共享'])
    assert.deepEqual(names(await call(fang.token, 'netdisknode/list', { view: 'given' })), [])
    assert.equal((await fetch(other.token, file)).status, 200)
    await assert.rejects(call(other.token, 'netdisknode/list', { id: folder.id }), /404/)
    await assert.rejects(call(other.token, 'netdisknode/rename', { id: file.id, name: 'g.txt' }), /readOnly/)
    assert.equal((await call(fang.token, 'netdisknode/rename', { id: file.id, name: 'g.txt' })).name, 'g.txt')
    await share(inner.id, { to: 'person', toIds: [fang.uid], right: 'read' })
    await assert.rejects(call(fang.token, 'netdisknode/rename', { id: file.id, name: 'h.txt' }), /readOnly/)
    const { way } = await call(fang.token, 'netdisknode/info', { id: file.id })
    assert.deepEqual(
      way.map(({ name }: { name: string }) => name),
      ['共享', '内'],
    )
    const listed = await call(ming.token, 'netdiskshare/list', { id: inner.id })
    assert.deepEqual([listed.list.length, listed.inherited.length], [2, 1])
    await call(ming.token, 'netdiskshare/delete', { id: ids[0] })
    await call(ming.token, 'netdisknode/move', { ids: [file.id], parentId: ming.uid })
    for (const { token } of [fang, other]) assert.equal((await fetch(token, file)).status, 404)
  })

  test('whoever was named to take over has the files of somebody who left, from then on', async () => {
    const { ming, fang, orgId } = await team()
    const file = await upload(ming.token, ming.uid, '交接.txt', Buffer.from('1'))
    await database.inTransaction(orgId, (tx) => insert(tx, 'wf_handover', [{ uid: ming.uid, successor_uid: fang.uid }]))
    assert.equal((await fetch(fang.token, file)).status, 404)
    await database.inTransaction(orgId, async (tx) => {
      await endSessions(tx, ming.uid)
      await tx.query(`update person set state = 'disabled' where org_id = $1 and id = $2`, [orgId, ming.uid])
    })
    assert.equal((await fetch(fang.token, file)).status, 200)
    const { list } = await call(fang.token, 'netdiskspace/list', {})
    assert.deepEqual(names({ list }).slice(0, 2), [null, '李明'])
    assert.equal((await call(fang.token, 'netdisknode/rename', { id: file.id, name: '接手.txt' })).name, '接手.txt')
  })

  test('a record’s folder is for whoever sees the record', async () => {
    const { root, ming, orgId } = await team()
    const supplier = newId()
    await database.inTransaction(orgId, (tx) => insert(tx, 'supplier', [{ id: supplier, supplier_code: 'S1', supplier_name: '华强' }]))
    assert.deepEqual((await call(root.token, 'netdiskspace/info', { id: supplier })).files, 0)
    const file = await upload(root.token, supplier, '合同.txt', Buffer.from('1'))
    const { space, files } = await call(root.token, 'netdiskspace/info', { id: supplier })
    assert.deepEqual([space.kind, space.noun, space.name, files], ['subject', 'supplier', '华强', 1])
    assert.equal((await fetch(ming.token, file)).status, 404)
  })

  test('a link opens what it shows, with its code, until it ends', async () => {
    const { ming, root } = await team()
    const folder = await call(ming.token, 'netdisknode/folder', { parentId: ming.uid, name: '外发' })
    const file = await upload(ming.token, folder.id, 'f.txt', Buffer.from('hello'))
    const secret = await upload(ming.token, ming.uid, 's.txt', Buffer.from('x'))
    const link = (more: object = {}) => call(ming.token, 'netdiskshare/save', { nodeId: folder.id, to: 'link', ...more })
    await assert.rejects(link(), /noLinks/)
    await call(root.token, 'netdiskspace/update', { linksAllowed: true })
    const { token, ids } = await link({ code: 'Ab12' })
    assert.deepEqual((await call(undefined, 'netdisklink/open', { token, code: 'ab13' })).needsCode, true)
    const opened = await call(undefined, 'netdisklink/open', { token, code: 'AB12' })
    assert.deepEqual(names(opened), ['f.txt'])
    const get = (node: { id: Id }, pass = opened.pass) => disk.send('GET', linkAddress(token, pass, node), undefined)
    assert.equal((await get(file)).bytes.toString(), 'hello')
    assert.equal((await get(secret)).status, 404)
    assert.equal((await get(file, '0'.repeat(64))).status, 404)
    const look = (node: { id: Id }, pass = opened.pass) => call(undefined, 'netdisklink/preview', { token, pass, id: node.id })
    assert.deepEqual(await look(file), { kind: 'text', text: 'hello', more: false })
    await assert.rejects(look(secret))
    await assert.rejects(look(file, '0'.repeat(64)))
    await call(ming.token, 'netdiskshare/delete', { id: ids[0] })
    assert.equal((await get(file)).status, 404)
    const { token: once } = await link({ openedAtMost: 1 })
    assert.equal((await call(undefined, 'netdisklink/open', { token: once })).node.name, '外发')
    await assert.rejects(call(undefined, 'netdisklink/open', { token: once }), /linkSpent/)
  })

  test('a code is guessed neither by files nor many at once, and each opening counts', async () => {
    const { ming, root } = await team()
    await call(root.token, 'netdiskspace/update', { linksAllowed: true })
    const folder = await call(ming.token, 'netdisknode/folder', { parentId: ming.uid, name: '外发' })
    const file = await upload(ming.token, folder.id, 'f.txt', Buffer.from('hello'))
    const link = (more: object = {}) => call(ming.token, 'netdiskshare/save', { nodeId: folder.id, to: 'link', ...more })
    const { token } = await link({ code: 'Ab12' })
    const made = createHmac('sha256', token).update('AB12').digest('hex')
    assert.equal((await disk.send('GET', linkAddress(token, made, file), undefined)).status, 404, 'a pass made of token and code')
    const tried = await Promise.allSettled(
      Array.from({ length: 40 }, (_, at) => call(undefined, 'netdisklink/open', { token, code: `x${at}` })),
    )
    assert.equal(tried.filter(({ status }) => status === 'fulfilled').length, 20)
    await assert.rejects(call(undefined, 'netdisklink/open', { token, code: 'Ab12' }))

    const { token: twice } = await link({ openedAtMost: 2 })
    const ask = (more: object) => call(undefined, 'netdisklink/open', { token: twice, ...more })
    const { pass } = await ask({})
    await assert.rejects(ask({ after: 'x' }), /malformed/)
    assert.deepEqual(names(await ask({ folderId: folder.id, pass })), ['f.txt'])
    await ask({ after: file.id })
    await assert.rejects(ask({ after: file.id }), /linkSpent/)
    await assert.rejects(ask({ folderId: folder.id }), /linkSpent/)
    assert.deepEqual(names(await ask({ folderId: folder.id, pass })), ['f.txt'])
  })
})

describe('what is shown', () => {
  test('tables, text and archives are read, a picture gets a small one, a zip holds what was picked', async () => {
    const { ming, orgId } = await team()
    const sheet = Buffer.from(
      await writeXlsx({
        sheets: [
          {
            name: '表',
            rows: [
              ['名称', '数量'],
              ['键盘', 3],
            ],
          },
        ],
      }),
    )
    const table = await upload(ming.token, ming.uid, 't.xlsx', sheet)
    assert.equal(table.preview, 'table')
    assert.deepEqual((await call(ming.token, 'netdisknode/preview', { id: table.id })).sheets[0].rows, [
      ['名称', '数量'],
      ['键盘', '3'],
    ])
    const csv = await upload(ming.token, ming.uid, 't.csv', Buffer.from('a,b\n1,2\n'))
    assert.deepEqual((await call(ming.token, 'netdisknode/preview', { id: csv.id })).sheets[0].rows.slice(0, 2), [
      ['a', 'b'],
      ['1', '2'],
    ])
    const text = await upload(ming.token, ming.uid, '说明.md', Buffer.from('# 说明'))
    assert.deepEqual(await call(ming.token, 'netdisknode/preview', { id: text.id }), { kind: 'text', text: '# 说明', more: false })
    const page = await upload(ming.token, ming.uid, 'x.html', Buffer.from('<script>alert(1)</script>'))
    const served = await fetch(ming.token, page)
    assert.match(String(served.headers['content-disposition']), /^attachment/)
    assert.equal(served.headers['content-type'], 'application/octet-stream')

    const png = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#0081ff' } })
      .png()
      .toBuffer()
    const picture = await upload(ming.token, ming.uid, 'p.png', png)
    const worker = lookWorker(app)
    assert.ok('piece' in worker)
    await worker.piece(database, { orgId, id: '1', kind: lookJob, key: picture.id, body: {}, attempts: 1 }, app.log)
    assert.equal((await call(ming.token, 'netdisknode/info', { id: picture.id })).node.thumbnail, true)
    const small = await disk.send('GET', `/files/disk/${picture.id}?version=1&small`, ming.token)
    assert.equal((await sharp(small.bytes).metadata()).width, 320)
    assert.match(String((await fetch(ming.token, picture)).headers['content-disposition']), /^inline/)

    const folder = await call(ming.token, 'netdisknode/folder', { parentId: ming.uid, name: '资料' })
    await upload(ming.token, folder.id, '甲.txt', Buffer.from('甲'))
    assert.deepEqual(await call(ming.token, 'netdisknode/zip', { ids: [folder.id, csv.id] }), { files: 2, sizeBytes: 3 + 8 })
    const zip = await disk.send('GET', zipAddress([folder.id, csv.id]), ming.token)
    assert.equal(zip.status, 200)
    const entries = await zipEntries(bytesAt(zip.bytes), zip.bytes.length)
    assert.deepEqual(entries.map(({ name }) => name.toString()).toSorted(), ['t.csv', '资料/', '资料/甲.txt'])
    const inner = entries.find(({ name }) => name.toString() === '资料/甲.txt')
    assert.equal((await unpack(bytesAt(zip.bytes), inner!, 100))?.toString(), '甲')
    const archive = await upload(ming.token, ming.uid, 'z.zip', zip.bytes)
    assert.deepEqual((await call(ming.token, 'netdisknode/preview', { id: archive.id })).entries.length, 3)
  })
})
