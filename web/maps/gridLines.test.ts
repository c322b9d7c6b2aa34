import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { gridMetres, linesBetween, metresPerPixel } from './gridLines.ts'

suite('the lines of a map without tiles', () => {
  test('are a round number of metres apart, between 48 and 120 pixels', () =>
    fc.assert(
      fc.property(fc.double({ min: -80, max: 80, noNaN: true }), fc.integer({ min: 3, max: 20 }), (latitude, zoom) => {
        const perPixel = metresPerPixel(latitude, zoom)
        const metres = gridMetres(perPixel)
        assert.match(String(metres / 10 ** Math.floor(Math.log10(metres) + 1e-9)), /^[125](\.0+\d*)?$|^4\.9{6}|^1\.9{6}|^0\.9{6}/)
        assert.ok(metres / perPixel >= 47.999 && metres / perPixel <= 120.001)
      }),
    ))

  test('go on from one tile into the next', () => {
    const across = [0, 256, 512].flatMap((begin) => linesBetween(begin, 256, 60).map(({ offset, strong }) => [begin + offset, strong]))
    assert.deepEqual(
      across,
      Array.from({ length: 13 }, (_, at) => [at * 60, at % 5 === 0]),
    )
  })

  test('are as far apart as the ground says', () => {
    assert.ok(Math.abs(metresPerPixel(0, 0) - 156_543.03) < 0.01)
    assert.ok(Math.abs(metresPerPixel(60, 16) - 156_543.03 / 2 / 65_536) < 0.001)
  })
})
