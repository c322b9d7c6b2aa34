import assert from 'node:assert/strict'
import { test } from 'node:test'
import { navigationLinks } from './navigation.ts'

test('others are told the point in WGS-84, and its name as it is', () => {
  const place = { longitude: 120.2, latitude: 30.2, system: 'WGS-84', name: 'A&B (一楼)?', address: '' } as const
  const { amap, apple, phone } = navigationLinks(place)
  const asked = new URL(amap).searchParams
  assert.deepEqual([asked.get('position'), asked.get('coordinate'), asked.get('name')], ['120.2,30.2', 'wgs84', 'A&B (一楼)?'])
  assert.deepEqual([new URL(apple).searchParams.get('ll'), new URL(apple).searchParams.get('q')], ['30.2,120.2', 'A&B (一楼)?'])
  assert.equal(phone, `geo:30.2,120.2?q=30.2,120.2(${encodeURIComponent('A&B  一楼 ?')})`)
})

test('a place without a name is its point', () => {
  const { phone } = navigationLinks({ longitude: -0.5, latitude: -51.25, system: 'WGS-84', name: '', address: '' })
  assert.equal(phone, 'geo:-51.25,-0.5?q=-51.25,-0.5')
})
