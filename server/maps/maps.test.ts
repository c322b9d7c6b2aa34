import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { TileType } from 'pmtiles'
import { findSession } from '../access/sessions.ts'
import { createHttp } from '../http.ts'
import { recordHandlers } from '../records/handlers.ts'
import { readSettings, WrongSetting } from '../settings.ts'
import { type Company, testApp } from '../testing/app.ts'
import { mapProvider, pixel } from '../testing/mapProvider.ts'
import { writeTiles } from '../testing/tileFile.ts'
import { mapHandlers } from './handlers.ts'
import { openMap } from './openMap.ts'
import { type MapSource, noMap } from './source.ts'
import { addTileRoute } from './tiles.ts'

const key = '0123456789abcdef0123456789abcdef'
const dir = mkdtempSync(join(tmpdir(), 'zaice-maps-'))
after(() => rmSync(dir, { recursive: true, force: true }))

const handlers = [...mapHandlers, ...recordHandlers]
const { app, database, newCompany, logged } = await testApp(handlers)

/** A door to the same house with another map. */
const withMap = async (map: MapSource) => {
  const own = { ...app, map }
  const find = (token: string) => findSession(database, token)
  const server = await createHttp({ app: own, handlers, findSession: find, signInClients: {}, checkOutput: true })
  addTileRoute(server, own, find)
  after(() => server.close())
  return server
}
type Door = Awaited<ReturnType<typeof withMap>>

const signedIn = async (company: Company) => ({ authorization: `bearer ${await company.tokenOf(company.admin)}` })
const asking =
  (door: Door, headers: Readonly<Record<string, string>>) =>
  async (path: string, body?: object): Promise<ReturnType<typeof JSON.parse>> =>
    (await door.inject({ method: body ? 'POST' : 'GET', url: `/api/${path}`, headers, ...(body && { payload: body }) })).json()

const company = await newCompany()
const us = await signedIn(company)
const plain = await withMap(noMap)
const call = asking(plain, us)
const near = { longitude: 120.2, latitude: 30.2 }
const pointAt = (longitude: number, latitude: number, address = '') => ({ longitude, latitude, system: 'WGS-84', name: '', address })
const madeLocation = async (locCode: string, locName: string, more: object = {}): Promise<string> => {
  const { result, msg } = await call('goods/gsgoodsloc/save', { locCode, locName, ...more })
  assert.ok(result, msg)
  return result.id
}
await madeLocation('HQ', '杭州总部', { point: pointAt(120.2, 30.2, '江南大道1888号'), radiusMetres: 200 })
await madeLocation('SH', '上海仓库', { point: pointAt(121.5, 31.2), address: '张江路368号' })
await madeLocation('NO', '没有位置的库房')

suite('without a provider', () => {
  test('there are no tiles, and nothing is asked outside', async () => {
    assert.deepEqual((await call('map/map/settings')).result, { tiles: null, searches: false })
    assert.equal((await plain.inject({ url: '/map/tiles/3/1/1', headers: us })).statusCode, 404)
  })

  for (const name of ['上海', 'shanghai', 'shck', 'SH'])
    test(`our own places are found by ${name}`, async () => {
      const { places, complete } = (await call('map/map/search', { ...near, name })).result
      assert.deepEqual(
        places.map((each: { name: string; address: string }) => [each.name, each.address]),
        [['上海仓库', '张江路368号']],
      )
      assert.equal(complete, true)
    })

  test('without a name those around come, the nearest first', async () => {
    await madeLocation('HQ2', '二号楼', { point: pointAt(120.21, 30.2) })
    const { places } = (await call('map/map/search', { longitude: 120.209, latitude: 30.2 })).result
    assert.deepEqual(
      places.map(({ name }: { name: string }) => name),
      ['二号楼', '杭州总部'],
    )
  })

  test('a point is called by the place that it lies in, and by nothing beside it', async () => {
    assert.deepEqual((await call('map/map/address', { longitude: 120.2015, latitude: 30.2 })).result, {
      name: '杭州总部',
      address: '江南大道1888号',
    })
    assert.deepEqual((await call('map/map/address', { longitude: 120.204, latitude: 30.2 })).result, { name: '', address: '' })
  })

  test('another organisation sees nothing of ours', async () => {
    const theirs = asking(plain, await signedIn(await newCompany()))
    assert.deepEqual((await theirs('map/map/search', near)).result.places, [])
    assert.deepEqual((await theirs('map/map/locations', {})).result, { locations: [], without: 0 })
  })

  test('one person asks so often in a minute', async () => {
    const other = asking(plain, await signedIn(await newCompany()))
    const codes = await Promise.all(Array.from({ length: 62 }, async () => (await other('map/map/search', { ...near, name: 'x' })).code))
    assert.equal(codes.filter((code) => code === 429).length, 2)
  })
})

suite('the register on a map', async () => {
  const ours = await newCompany()
  const keeper = await ours.hire('keeper', ['goodsmanager'])
  const ask = asking(plain, await signedIn(ours))
  const made = async (path: string, body: object): Promise<string> => {
    const { result, msg } = await ask(`goods/${path}/save`, body)
    assert.ok(result, msg)
    return result.id
  }
  const site = await made('gsgoodsloc', { locCode: 'A', locName: '园区', point: pointAt(120.2, 30.2), address: '一号路' })
  const room = await made('gsgoodsloc', { locCode: 'A1', locName: '机房', parentId: site })
  const branch = await made('gsgoodsloc', { locCode: 'A2', locName: '分部', parentId: site, point: pointAt(121, 31), managerUid: keeper })
  const nowhere = await made('gsgoodsloc', { locCode: 'N', locName: '流动' })
  const goodsId = await made('gsgoods', { goodsCode: 'M', goodsName: '电脑' })
  for (const locId of [site, room, room, branch, nowhere]) await made('gsgoodsinstance', { instanceName: '电脑', goodsId, locId })

  test('counts what stands at a place and below, as far as that has no point of its own', async () => {
    const { locations, without } = (await ask('map/map/locations', {})).result
    assert.deepEqual(
      locations.map((each: { locName: string; assets: number; address: string }) => [each.locName, each.assets, each.address]),
      [
        ['园区', 3, '一号路'],
        ['分部', 1, ''],
      ],
    )
    assert.equal(without, 1)
  })

  test('shows a keeper what is in his places', async () => {
    const his = asking(plain, { authorization: `bearer ${await ours.tokenOf(keeper)}` })
    const { locations, without } = (await his('map/map/locations', {})).result
    assert.deepEqual(
      locations.map((each: { locName: string; assets: number }) => [each.locName, each.assets]),
      [['分部', 1]],
    )
    assert.equal(without, 0)
  })

  test('is for whoever looks at the register', async () => {
    const staff = asking(plain, { authorization: `bearer ${await ours.tokenOf(await ours.hire('staff'))}` })
    assert.equal((await staff('map/map/locations', {})).code, 403)
  })
})

suite('with a provider', async () => {
  const provider = await mapProvider()
  const settings = readSettings({ MAP_KEY: key, MAP_APPROVAL: 'GS(2026)0001号' })
  const fresh = async () => withMap(await openMap(settings, provider.addresses))

  test('the map is said to be theirs, under its number', async () => {
    assert.deepEqual((await asking(await fresh(), us)('map/map/settings')).result, {
      tiles: { minZoom: 1, maxZoom: 18, names: true, source: '天地图', approval: 'GS(2026)0001号' },
      searches: true,
    })
  })

  test('tiles come through us, for whoever is signed in, with a header or the cookie', async () => {
    const door = await fresh()
    assert.equal((await door.inject('/map/tiles/5/26/13')).statusCode, 401)
    const tile = await door.inject({ url: '/map/tiles/5/26/13', headers: us })
    assert.deepEqual(
      [tile.statusCode, tile.headers['content-type'], tile.headers['cache-control']],
      [200, 'image/png', 'private, max-age=600'],
    )
    assert.deepEqual(tile.rawPayload, pixel)
    const asked = provider.asked.at(-1)!
    assert.deepEqual(
      ['LAYER', 'TILEMATRIX', 'TILEROW', 'TILECOL', 'tk'].map((name) => asked.searchParams.get(name)),
      ['vec', '5', '13', '26', key],
    )
    const cookies = [(await door.inject({ url: '/api/map/map/settings', headers: us })).headers['set-cookie']].flat()
    const ours = cookies.find((cookie) => cookie?.includes('Path=/map;'))!
    assert.match(ours, /HttpOnly; SameSite=Strict/)
    const pictures = await door.inject({ url: '/map/tiles/5/26/13?names', headers: { cookie: ours.split(';')[0]! } })
    assert.equal(pictures.statusCode, 200)
    assert.equal(provider.asked.at(-1)!.searchParams.get('LAYER'), 'cva')
  })

  test('nobody keeps a tile longer than they allow, nor one that they do not', async () => {
    const door = await fresh()
    const kept = async (allows: string) => {
      provider.allows = allows
      return (await door.inject({ url: '/map/tiles/5/26/13', headers: us })).headers['cache-control']
    }
    assert.equal(await kept('max-age=604800'), 'private, max-age=86400')
    assert.equal(await kept('no-cache'), 'no-store')
    provider.allows = 'max-age=600'
  })

  for (const path of ['0/0/0', '19/1/1', '5/32/1', '5/1/32', '5/-1/1', '5/1.5/1', 'a/b/c', '5/1/1e3', '5/99999999/1'])
    test(`the tile ${path} is none, and is asked of nobody`, async () => {
      const count = provider.asked.length
      assert.equal((await (await fresh()).inject({ url: `/map/tiles/${path}`, headers: us })).statusCode, 404)
      assert.equal(provider.asked.length, count)
    })

  test('places are theirs and ours, the nearest first; what makes no sense is left out', async () => {
    const { places, complete } = (await asking(await fresh(), us)('map/map/search', { ...near, name: '杭州' })).result
    assert.deepEqual(
      places.map(({ name, locId }: { name: string; locId: string | null }) => [name, locId !== null]),
      [
        ['杭州总部', true],
        ['杭州咖啡', false],
      ],
    )
    assert.equal(complete, true)
  })

  test('an address is theirs', async () => {
    assert.deepEqual((await asking(await fresh(), us)('map/map/address', near)).result, {
      name: '某某大厦',
      address: '杭州市滨江区江南大道1888号',
    })
  })

  for (const mood of ['refuses', 'garbage', 'elsewhere', 'endless', 'silent'] as const)
    test(`where the provider ${mood}, our own places are there all the same, and the key is told nobody`, async () => {
      const door = await fresh()
      const ask = asking(door, us)
      provider.mood = mood
      const { places, complete } = (await ask('map/map/search', { ...near, name: '上海' })).result
      assert.deepEqual([places[0]?.name, complete], ['上海仓库', false])
      const tile = await door.inject({ url: '/map/tiles/5/26/13', headers: us })
      assert.deepEqual([tile.statusCode, tile.headers['cache-control']], [503, 'no-store'])
      assert.ok(!tile.body.includes(key))
      provider.mood = 'well'
      assert.ok(!logged.join('\n').includes(key))
    })

  test('one that refuses is left alone for a while', async () => {
    const door = await fresh()
    const tile = () => door.inject({ url: '/map/tiles/5/26/13', headers: us })
    provider.mood = 'refuses'
    await tile()
    provider.mood = 'well'
    const count = provider.asked.length
    assert.equal((await tile()).statusCode, 503)
    assert.equal(provider.asked.length, count)
  })
})

suite('with a file of the operator', () => {
  const path = join(dir, 'map.pmtiles')
  writeTiles(
    path,
    [
      { z: 0, x: 0, y: 0, bytes: pixel },
      { z: 2, x: 3, y: 1, bytes: Buffer.concat([pixel, Buffer.from('2/3/1')]) },
    ],
    2,
  )

  test('tiles come from it', async () => {
    const door = await withMap(await openMap(readSettings({ MAP_TILES: path })))
    const tile = await door.inject({ url: '/map/tiles/2/3/1', headers: us })
    assert.deepEqual([tile.statusCode, tile.headers['content-type']], [200, 'image/png'])
    assert.equal(tile.rawPayload.subarray(-5).toString(), '2/3/1')
    for (const none of ['2/0/0', '3/0/0', '2/3/1?names'])
      assert.equal((await door.inject({ url: `/map/tiles/${none}`, headers: us })).statusCode, 404, none)
    assert.deepEqual((await asking(door, us)('map/map/settings')).result, {
      tiles: { minZoom: 0, maxZoom: 2, names: false, source: '', approval: '' },
      searches: false,
    })
  })

  test('one that is none stops the start with a sentence', async () => {
    writeFileSync(join(dir, 'text.pmtiles'), 'no map')
    writeTiles(join(dir, 'vector.pmtiles'), [{ z: 0, x: 0, y: 0, bytes: pixel }], 0, TileType.Mvt)
    for (const name of ['nowhere.pmtiles', 'text.pmtiles', 'vector.pmtiles'])
      await assert.rejects(
        openMap(readSettings({ MAP_TILES: join(dir, name) })),
        (error) => error instanceof WrongSetting && error.message.startsWith('MAP_TILES must be a raster PMTiles file'),
        name,
      )
  })
})
