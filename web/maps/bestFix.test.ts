import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Fix, Host } from '../../hosts/host.ts'
import { bestFix, whyNoFix } from './bestFix.ts'

const fix = (accuracyMetres: number, longitude = 120): Fix => ({ longitude, latitude: 30, system: 'WGS-84', accuracyMetres, atMs: 0 })

/** A device that says these one after the other, and whether it was left alone in the end. */
const device = (...says: (Fix | 'refused' | 'unknown')[]) => {
  const device = { left: false, follow: (() => () => undefined) as NonNullable<Host['follow']> }
  device.follow = (seen, lost) => {
    for (const each of says) queueMicrotask(() => !device.left && (typeof each === 'string' ? lost(each) : seen(each)))
    return () => (device.left = true)
  }
  return device
}

suite('where the device is', () => {
  test('is the first fix that is fine enough', async () => {
    const phone = device(fix(900), fix(60), fix(15), fix(5))
    assert.equal((await bestFix(phone)).accuracyMetres, 15)
    assert.ok(phone.left)
  })

  test('is the best of eight seconds where none is fine', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] })
    const phone = device(fix(900), fix(60), fix(80), 'unknown')
    const found = bestFix(phone)
    await Promise.resolve()
    mock.timers.tick(8000)
    assert.equal((await found).accuracyMetres, 60)
    assert.ok(phone.left)
  })

  test('moves with the person, also to a coarser fix', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] })
    const found = bestFix(device(fix(30), fix(50, 121)))
    await Promise.resolve()
    mock.timers.tick(8000)
    assert.equal((await found).longitude, 121)
  })

  for (const [says, why] of [
    [device('refused'), 'refused'],
    [device('unknown'), 'unknown'],
    [{}, 'absent'],
  ] as const)
    test(`is not found: ${why}`, async ({ mock }) => {
      mock.timers.enable({ apis: ['setTimeout'] })
      const found = bestFix(says).catch((error: unknown) => whyNoFix(error))
      await Promise.resolve()
      mock.timers.tick(8000)
      assert.equal(await found, why)
    })
})
