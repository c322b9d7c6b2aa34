import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareVersions, isNewer, partOfDevice, type Release, upgradeOf } from './release.ts'

const release = (code: number, more: Partial<Release> = {}): Release => ({
  id: String(code),
  platform: 'android',
  version: `2.${code}.0`,
  code,
  isForced: false,
  sharePercent: 100,
  fromVersion: null,
  toVersion: null,
  ...more,
})
const device = (version: string, more: object = {}) => ({ platform: 'android', appVersion: version, deviceId: 'one', ...more })

for (const [one, other, sign] of [
  ['2.3.53', '2.3.53', 0],
  ['2.3.53', '2.3.9', 1],
  ['2.4', '2.3.99', 1],
  ['2.3', '2.3.0', 0],
  ['', '0.0.1', -1],
  ['v2.4.0', '2.3.53', 1],
  ['Android 2.3.53', '2.3.53', 0],
] as const)
  test(`${one || 'nothing'} beside ${other}`, () => assert.equal(Math.sign(compareVersions(one, other)), sign))

for (const [title, said, newer] of [
  ['an older name', { appVersion: '2.3.52' }, true],
  ['the same name', { appVersion: '2.3.53' }, false],
  ['the same name of an older code', { appVersion: '2.3.53', version: 1443 }, true],
  ['a code alone', { version: '1443' }, true],
  ['a newer code', { version: 1445 }, false],
  ['a newer name', { appVersion: '2.4', version: 1444 }, false],
  ['a newer name of one number', { appVersion: '3' }, false],
  ['the same as a number', { version: 10 }, false],
  ['an older name of one number', { appVersion: 2 }, true],
  ['a newer name with a letter before it', { appVersion: 'v2.4.0' }, false],
  ['nothing', {}, false],
] as const)
  test(`whether there is a newer one for ${title}`, () => assert.equal(isNewer({ version: '2.3.53', code: 1444 }, said), newer))

for (const [title, releases, asked, offered] of [
  ['the newest is offered', [release(5), release(7), release(6)], device('2.1.0'), ['7', false]],
  ['what one has already is not', [release(5)], device('2.5.0'), undefined],
  ['not that of another platform', [release(5, { platform: 'ios' })], device('2.1.0'), undefined],
  ['a forced one between counts for the newest', [release(7), release(6, { isForced: true })], device('2.5.0'), ['7', true]],
  ['a forced one that one has does not', [release(7), release(5, { isForced: true })], device('2.5.0'), ['7', false]],
  ['only from a version on', [release(7, { fromVersion: '2.4.0' })], device('2.3.0'), undefined],
  ['from that version on', [release(7, { fromVersion: '2.4.0' })], device('2.4.0'), ['7', false]],
  ['only up to a version', [release(7, { toVersion: '2.4.0' })], device('2.4.1'), undefined],
  ['one that says no version is in no range', [release(7, { toVersion: '2.4.0' })], device('', { version: 300 }), undefined],
  ['not to anybody', [release(7, { sharePercent: 0 })], device('2.1.0'), undefined],
  ['whoever is not among the first gets the one before', [release(7, { sharePercent: 0 }), release(6)], device('2.1.0'), ['6', false]],
] as const)
  test(title, () => {
    const found = upgradeOf(releases, asked)
    assert.deepEqual(found && [found.release.id, found.isForced], offered)
  })

test('whoever was offered a version still is when more are', () =>
  fc.assert(
    fc.property(fc.uuid(), fc.nat(100), fc.nat(100), (deviceId, one, other) => {
      const offered = (sharePercent: number) => upgradeOf([release(9, { sharePercent })], device('2.1.0', { deviceId })) !== undefined
      const [less, more] = [Math.min(one, other), Math.max(one, other)]
      assert.ok(!offered(less) || offered(more))
    }),
  ))

test('a share of devices is that share, whatever they are called, and others for another version', () => {
  const devices = Array.from({ length: 10_000 }, (_, at) => `device-${at}`)
  const first = (code: number) => devices.filter((each) => partOfDevice(each, release(code)) < 20)
  assert.ok(Math.abs(first(9).length - 2000) < 200, `${first(9).length} of 10000`)
  const both = first(9).filter((each) => partOfDevice(each, release(10)) < 20)
  assert.ok(Math.abs(both.length - 400) < 120, `${both.length} were first twice`)
})
