import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { type Cells, type Desk, desks, type Row } from '../../testing/desk.ts'
import { encodedAs } from '../../testing/encoded.ts'

const { app, newDesk, furnished, uploaded, list } = await desks()

const assets = 'goods/gsgoodsinstance'

type Entry = { readonly name: string | Buffer; readonly bytes: Buffer; readonly says?: number }

/** A zip file as other programs write them; `says` is what an entry claims to unpack to. */
const zip = (entries: readonly Entry[]): Buffer => {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  for (const { name, bytes, says = bytes.length } of entries) {
    const called = Buffer.from(name)
    const packed = deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(typeof name === 'string' ? 0x0800 : 0, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(says, 18)
    common.writeUInt16LE(called.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(Buffer.concat(locals).length, 10)
    directory.push(Buffer.from('504b01021400', 'hex'), common, rest, called)
    locals.push(Buffer.from('504b0304', 'hex'), common, called, packed)
  }
  const [body, end] = [Buffer.concat(locals), Buffer.concat(directory)]
  const tail = Buffer.alloc(22)
  tail.write('504b0506', 0, 'hex')
  tail.writeUInt16LE(entries.length, 8)
  tail.writeUInt16LE(entries.length, 10)
  tail.writeUInt32LE(end.length, 12)
  tail.writeUInt32LE(body.length, 16)
  return Buffer.concat([body, end, tail])
}

const picture = (colour: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: colour } })
    .png()
    .toBuffer()
const [red, green, blue, grey] = await Promise.all(['red', 'green', 'blue', 'grey'].map(picture))

const add = (desk: Desk, path: string, id: string, name: string, bytes: Buffer) => desk.upload(path, name, bytes, { id }, 'pictures')
const checkOf = async (desk: Desk, path: string, id: string, more: Row = {}) =>
  (await desk.call(`${path}/import/check`, { id, ...more }))['result']

/** What a stored picture shows: its first pixel. */
const colourOf = async (desk: Desk, path: string): Promise<string | undefined> => {
  const stored = await app.app.storage.get(desk.company.orgId, path)
  const pixels = await sharp(Buffer.concat(await stored!.body.toArray()))
    .raw()
    .toBuffer()
  return colours.get(pixels.subarray(0, 3).join())
}
const colours = new Map([
  ['255,0,0', 'red'],
  ['0,128,0', 'green'],
  ['0,0,255', 'blue'],
  ['128,128,128', 'grey'],
])

test('come from an archive by a column, by codes and numbers, and by models; what is left is named, and nothing is kept twice', async () => {
  const desk = await furnished()
  const rows: Cells[] = [
    ['资产编号', '资产名称', '型号', '存放地点', 'SN', '照片'],
    ['P1', '电脑', 'M1', 'A座', null, '正面.png、没有.png'],
    ['P2', '电脑', 'M1', 'A座', 'SN-2', null],
    ['P3', '显示器', 'M2', 'A座', null, null],
    ['P4', '显示器', 'M2', 'A座', null, null],
    ['P5', '显示器', 'M2', 'A座', null, null],
  ]
  const { id } = await uploaded(desk, assets, rows)
  assert.deepEqual((await checkOf(desk, assets, id))['pictures'], {
    count: 0,
    unused: [],
    unusedCount: 0,
    missing: ['正面.png', '没有.png'],
    missingCount: 2,
  })
  const archive = zip([
    { name: '照片/', bytes: Buffer.alloc(0) },
    { name: '照片/正面.png', bytes: red! },
    { name: encodedAs('gb18030', '照片/sn-2.png'), bytes: green! },
    { name: 'M2.png', bytes: blue! },
    { name: 'p3.png', bytes: grey! },
    { name: '谁的.png', bytes: grey! },
    { name: '说明.txt', bytes: Buffer.from('说明') },
    { name: '__MACOSX/._M2.png', bytes: grey! },
  ])
  for (let time = 0; time < 2; time++) {
    const added = await add(desk, assets, id, '照片.zip', archive)
    assert.deepEqual(added['result'], { added: 5, count: 5, others: ['说明.txt'], othersCount: 1 }, added['msg'])
  }
  assert.equal((await add(desk, assets, id, 'P4_2.png', red!))['result']['count'], 6)
  const { pictures } = await checkOf(desk, assets, id)
  assert.deepEqual([pictures['unused'], pictures['missing']], [['谁的.png'], ['没有.png']])
  for (let time = 0; time < 2; time++) assert.equal((await desk.call(`${assets}/import/commit`, { id }))['code'], 0)
  const found = await list(desk, assets, { sidx: 'instanceCode', order: 'asc' })
  const shown = await Promise.all(found.map((row) => Promise.all(row['instanceImage'].map((path: string) => colourOf(desk, path)))))
  assert.deepEqual(shown, [['red'], ['green'], ['grey'], ['red'], ['blue']])
  const [kept] = await app.database.reading(desk.company.orgId, (tx) =>
    tx.query<{ n: number }>(`select count(*)::int as n from file where org_id = $1 and mime like 'image/%'`, [tx.orgId]),
  )
  assert.equal(kept!.n, 5)
  assert.equal((await add(desk, assets, id, '照片.zip', archive))['reason'], 'import.done')
})

test('come to models and supplies, and to what is on the register already', async () => {
  const desk = await furnished()
  for (const [path, rows, name] of [
    [
      'goods/gsgoods',
      [
        ['型号编码', '型号名称'],
        ['M1', '联想笔记本'],
        ['M9', '新的'],
      ],
      'm9.png',
    ],
    [
      'consum/csconsum',
      [
        ['耗材编码', '耗材名称'],
        ['C1', '复印纸'],
      ],
      '复印纸.png',
    ],
  ] as const) {
    const { id } = await uploaded(desk, path, rows)
    await add(desk, path, id, name, red!)
    await add(desk, path, id, 'M1.png', blue!)
    const answers = { existing: 'update' }
    const done = await desk.call(`${path}/import/commit`, { id, answers })
    assert.equal(done['code'], 0, done['msg'])
  }
  const shown = async (path: string) =>
    Promise.all(
      (await list(desk, path, { sidx: 'goodsCode', order: 'asc' })).map(async (row) => [
        row['goodsCode'],
        await Promise.all(row['goodsImage'].map((each: string) => colourOf(desk, each))),
      ]),
    )
  assert.deepEqual(await shown('goods/gsgoods'), [
    ['M1', ['blue']],
    ['M2', []],
    ['M9', ['red']],
  ])
  assert.deepEqual(await shown('consum/csconsum'), [['C1', ['red']]])
})

test('that are none, or unpack to too much, are refused in words', async () => {
  const desk = await newDesk()
  const { id } = await uploaded(desk, 'goods/gsgoods', [
    ['型号编码', '型号名称'],
    ['M1', '甲'],
  ])
  const refused: [bytes: Buffer, reason: string][] = [
    [Buffer.from('text'), 'import.noPictures'],
    [zip([{ name: 'a.txt', bytes: Buffer.from('text') }]), 'import.noPictures'],
    [zip([{ name: 'a.png', bytes: red!, says: 10 }]), 'import.noPictures'],
    [zip([{ name: 'a.png', bytes: Buffer.alloc(1000), says: 500 * 1024 * 1024 }]), 'import.picturesTooLarge'],
    [zip(Array.from({ length: 2001 }, (_, at) => ({ name: `${at}.png`, bytes: Buffer.alloc(0) }))), 'import.picturesTooLarge'],
  ]
  for (const [bytes, reason] of refused) assert.equal((await add(desk, 'goods/gsgoods', id, 'a.zip', bytes))['reason'], reason)
  assert.equal((await checkOf(desk, 'goods/gsgoods', id))['pictures']['count'], 0)
  const stranger = await newDesk()
  assert.equal((await add(stranger, 'goods/gsgoods', id, 'a.png', red!))['code'], 404)
})

test('that lie too long are asked for again, and what was kept before the end stays', async () => {
  const desk = await newDesk()
  const { id } = await uploaded(desk, 'goods/gsgoods', [
    ['型号编码', '型号名称'],
    ['M1', '甲'],
  ])
  await add(desk, 'goods/gsgoods', id, 'M1.png', red!)
  const [lying] = await app.database.reading(desk.company.orgId, (tx) =>
    tx.query<{ archive: string }>('select archive from import_picture where org_id = $1', [tx.orgId]),
  )
  await app.app.storage.remove(desk.company.orgId, lying!.archive)
  assert.equal((await desk.call('goods/gsgoods/import/commit', { id }))['reason'], 'import.picturesGone')
  await add(desk, 'goods/gsgoods', id, 'M1.png', blue!)
  assert.equal((await desk.call('goods/gsgoods/import/commit', { id }))['code'], 0)
  const [model] = await list(desk, 'goods/gsgoods')
  assert.equal(await colourOf(desk, model!['goodsImage'][0]), 'blue')
})
