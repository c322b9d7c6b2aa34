import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openScanner, type Scan, scanOf, type ScanWay, textsOf } from './scanner.ts'
import { plugInGun } from './testing/gun.ts'
import { listenToWedge } from './wedge.ts'

const scan = (way: ScanWay, text: string, atMs: number): Scan => ({ way, text, atMs })

const table: [title: string, heard: Scan[], told: string[]][] = [
  ['a label that stays in front of the camera', [scan('camera', 'A', 0), scan('camera', 'A', 100), scan('camera', 'A', 2599)], ['A']],
  ['a label that came back', [scan('camera', 'A', 0), scan('camera', 'A', 2500)], ['A', 'A']],
  [
    'two labels that the camera sees in turn',
    [scan('camera', 'A', 0), scan('camera', 'B', 100), scan('camera', 'A', 200)],
    ['A', 'B', 'A'],
  ],
  ['a trigger that bounces', [scan('wedge', 'A', 0), scan('wedge', 'A', 399)], ['A']],
  ['a trigger pulled twice', [scan('wedge', 'A', 0), scan('wedge', 'A', 400)], ['A', 'A']],
  ['a bounce of another label', [scan('wedge', 'A', 0), scan('wedge', 'B', 1)], ['A', 'B']],
  ['typed twice', [scan('typed', 'A', 0), scan('typed', 'A', 1)], ['A', 'A']],
  ['the same photo again', [scan('photo', 'A', 0), scan('photo', 'A', 0)], ['A', 'A']],
  ['what the camera saw, typed as well', [scan('camera', 'A', 0), scan('typed', 'A', 1)], ['A', 'A']],
]
for (const [title, heard, expected] of table)
  test(title, () => {
    const told: string[] = []
    const { hear } = openScanner(({ text }) => told.push(text))
    heard.forEach(hear)
    assert.deepEqual(told, expected)
  })

test('a gun: bounces, garbage, a cable pulled in the middle', () => {
  const told: Scan[] = []
  const gun = plugInGun()
  const stop = listenToWedge(gun.window, openScanner((each) => told.push(each)).hear)
  assert.equal(gun.pull('ZC0001'), true, 'the ending key goes nowhere else')
  gun.bounce('ZC0002')
  gun.garbage()
  gun.unplug('ZC00')
  gun.pull('ZC0003')
  gun.rest(1000)
  gun.pull('ZC0003')
  stop()
  gun.pull('ZC0004')
  assert.deepEqual(
    told.map(({ text, way }) => [way, text]),
    [
      ['wedge', 'ZC0001'],
      ['wedge', 'ZC0002'],
      ['wedge', 'ZC0003'],
      ['wedge', 'ZC0003'],
    ],
  )
})

test('a slow gun that ends with Tab is heard, and a person who types is left alone', () => {
  const told: string[] = []
  const [gun, person] = [plugInGun({ gapMs: 95, ends: 'Tab' }), plugInGun({ gapMs: 180, isInField: true })]
  const slow = plugInGun({ gapMs: 180 })
  const { hear } = openScanner(({ text }) => told.push(text))
  listenToWedge(gun.window, hear)
  listenToWedge(person.window, hear)
  listenToWedge(slow.window, hear)
  assert.equal(gun.pull('ZC0001'), true)
  assert.equal(person.pull('ZC0002'), false)
  assert.equal(slow.pull('ZC0003'), true, 'no button is pressed by the end of a scan')
  assert.deepEqual(told, ['ZC0001', 'ZC0003'])
})

test('several codes in one picture are one scan, however the picture is held, told once as long as they are seen', () => {
  const told: (readonly string[])[] = []
  const { hear } = openScanner((scan) => told.push(textsOf(scan)))
  const [a, b] = [
    { text: 'A', symbology: 'QRCode' },
    { text: 'B', symbology: 'Code128' },
  ]
  for (const [found, atMs] of [
    [[a, b], 0],
    [[b, a], 100],
    [[a], 200],
  ] as const)
    hear(scanOf(found, 'camera', atMs)!)
  assert.deepEqual(told, [['A', 'B'], ['A']])
  assert.equal(scanOf([], 'camera', 0), undefined)
})
