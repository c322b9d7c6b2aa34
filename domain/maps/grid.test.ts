import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { readValues } from '../../kernel/field.ts'
import { bearingBetween, inGcj02, inWgs84, metresBetween, type Point, pointOnGround } from './grid.ts'

const satellite = (longitude: number, latitude: number): Point => ({ longitude, latitude, system: 'WGS-84' })

/** How far what was said in one grid is off where it is read in the other. */
const misread = (point: Point): number => metresBetween(point, { ...inGcj02(point), system: 'WGS-84' })

suite('a point', () => {
  for (const [city, point, metres] of [
    ['Beijing', satellite(116.397, 39.908), 555],
    ['Shanghai', satellite(121.473, 31.23), 481],
    ['Shenzhen', satellite(114.058, 22.543), 606],
    ['Chengdu', satellite(104.066, 30.573), 363],
    ['Urumqi', satellite(87.617, 43.825), 265],
    ['Tokyo', satellite(139.767, 35.681), 0],
    ['Paris', satellite(2.352, 48.857), 0],
  ] as const)
    test(`of ${city} read in the wrong grid is ${metres} m beside itself`, () =>
      assert.ok(Math.abs(misread(point) - metres) <= 4, String(misread(point))))

  test('comes back from the other grid to where it was', () =>
    fc.assert(
      fc.property(fc.double({ min: 73.7, max: 135, noNaN: true }), fc.double({ min: 18, max: 53, noNaN: true }), (longitude, latitude) => {
        const point = satellite(Math.round(longitude * 1e6) / 1e6, Math.round(latitude * 1e6) / 1e6)
        assert.ok(metresBetween(point, inWgs84(inGcj02(point))) < 0.2)
      }),
    ))

  test('is where it is in whichever grid it is said', () => {
    const point = satellite(116.397, 39.908)
    assert.ok(metresBetween(point, inGcj02(point)) < 0.2)
    assert.equal(inWgs84(point), point)
  })

  test('is kept in the grid of satellites', () => {
    const field = pointOnGround('位置', { required: 'never' })
    const said = { ...inGcj02(satellite(116.397, 39.908)), name: '故宫', address: '' }
    const { values } = readValues({ field }, { field: said }, 'submitting')
    const kept = values['field'] as Point
    assert.equal(kept.system, 'WGS-84')
    assert.ok(metresBetween(kept, said) < 0.2)
  })
})

suite('between two points', () => {
  const [west, east] = [satellite(120, 30), satellite(120.01, 30)]
  test('metres are those over the ground', () => {
    assert.equal(metresBetween(west, west), 0)
    assert.ok(Math.abs(metresBetween(west, east) - 963) < 1)
    assert.ok(Math.abs(metresBetween(satellite(179.995, 0), satellite(-179.995, 0)) - 1112) < 1)
    assert.ok(Math.abs(metresBetween(satellite(0, 90), satellite(0, -90)) / 1000 - 20_015) < 1)
  })

  test('the direction is counted from north, clockwise', () => {
    for (const [to, degrees] of [
      [satellite(120, 31), 0],
      [east, 90],
      [satellite(120, 29), 180],
      [satellite(119.99, 30), 270],
    ] as const)
      assert.ok(Math.abs(bearingBetween(west, to) - degrees) < 0.01, String(bearingBetween(west, to)))
  })
})
