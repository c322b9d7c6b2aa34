import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrivalOf, isOfAnotherCompany } from './arrival.ts'

for (const [title, uid, corpId, uidBefore, corpIdBefore, arrival] of [
  ['nobody of ours, and nobody before', undefined, 'corp1', undefined, undefined, 'install'],
  ['nobody of ours, though somebody was signed in', undefined, 'corp1', '7', 'corp1', 'install'],
  ['nobody was signed in', '7', 'corp1', undefined, undefined, 'enter'],
  ['nobody was signed in, whatever organisation is remembered', '7', 'corp1', undefined, 'corp2', 'enter'],
  ['the same person of the same organisation', '7', 'corp1', '7', 'corp1', 'stay'],
  ['another person of the same organisation', '8', 'corp1', '7', 'corp1', 'change'],
  ['another organisation', '8', 'corp2', '7', 'corp1', 'change'],
  ['the same id in another organisation of the host', '7', 'corp2', '7', 'corp1', 'change'],
  ['the same person, whose organisation the host did not say', '7', 'corp1', '7', undefined, 'stay'],
  ['another person, whose organisation the host did not say', '8', 'corp1', '7', undefined, 'change'],
] as const)
  test(`coming in by a host: ${title}`, () =>
    assert.equal(arrivalOf({ uid, corpId, before: { uid: uidBefore, corpId: corpIdBefore } }), arrival))

for (const [title, here, before, isAnother] of [
  ['the same company', 'corp1', 'corp1', false],
  ['another company', 'corp2', 'corp1', true],
  ['a window that does not say its company', undefined, 'corp1', false],
  ['a device that has seen no company', 'corp2', undefined, false],
] as const)
  test(`whose session the device keeps: ${title}`, () => assert.equal(isOfAnotherCompany(here, before), isAnother))
