import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { metresBetween, type Point } from '../../domain/maps/grid.ts'
import { type Row, desks, rowsOf } from '../testing/desk.ts'

const { newDesk, committed, list } = await desks()
const path = 'goods/gsgoodsloc'

const palace = { longitude: 116.397, latitude: 39.908, system: 'WGS-84', name: '故宫', address: '景山前街4号' }
const palaceOfMaps = { ...palace, longitude: 116.403245, latitude: 39.909402, system: 'GCJ-02' }

suite('the point of a place', async () => {
  const desk = await newDesk()
  const saved: Row = (await desk.call(`${path}/save`, { locCode: 'P1', locName: '一号', point: palaceOfMaps, radiusMetres: 200 }))['result']
  const stored = async (): Promise<Row> => (await list(desk, path, { likeQuery: 'P1' }))[0]!

  test('is kept in the grid of satellites whatever it came in', async () => {
    const { point, radiusMetres } = await stored()
    assert.equal(point['system'], 'WGS-84')
    assert.ok(metresBetween(point as Point, palace as Point) < 1)
    assert.deepEqual([point['name'], radiusMetres], ['故宫', 200])
  })

  test('said the same again changes nothing', async () => {
    const answer = await desk.call(`${path}/update`, { id: saved['id'], point: palaceOfMaps })
    assert.equal(answer['result']['version'], saved['version'])
  })

  test('is refused with words where it is none, or its radius is out of reach', async () => {
    for (const wrong of [{ point: '116, 39' }, { point: { ...palace, latitude: 91 } }, { radiusMetres: 49 }, { radiusMetres: 2001 }]) {
      const answer = await desk.call(`${path}/update`, { id: saved['id'], ...wrong })
      assert.notEqual(answer['code'], 0, JSON.stringify(wrong))
    }
  })

  test('leaves in a sheet, is changed by one and comes with a new place', async () => {
    const [headers = [], row = []] = await rowsOf((await desk.get(`${path}/export?format=csv`)).bytes)
    const [code, name, at] = ['区域编码', '区域名称', '地图位置'].map((label) => headers.indexOf(label)) as [number, number, number]
    assert.match(row[at]!, /^故宫，景山前街4号（116\.39\d*, 39\.90\d* WGS-84）$/)
    const moved = row.with(at, '午门（116.403245, 39.90900 GCJ-02）')
    const added = row.with(at, '116.41, 39.92 WGS-84').with(code, 'P2').with(name, '二号')
    await committed(desk, path, [headers, moved, added], { answers: { existing: 'update' } })
    const [first, second] = [await stored(), (await list(desk, path, { likeQuery: 'P2' }))[0]!]
    assert.deepEqual([first['point']['name'], first['point']['system'], first['radiusMetres']], ['午门', 'WGS-84', 200])
    assert.deepEqual(second['point'], { longitude: 116.41, latitude: 39.92, system: 'WGS-84', name: '', address: '' })
  })

  test('goes when it is emptied', async () => {
    await desk.call(`${path}/update`, { id: saved['id'], point: null, radiusMetres: null })
    const { point, radiusMetres } = await stored()
    assert.deepEqual([point, radiusMetres], [null, null])
  })
})
