import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  blankTemplate,
  changedElement,
  copiedElement,
  elementKinds,
  type Guide,
  type Handle,
  kindOfElement,
  mergeTemplates,
  inFreePlace,
  newElement,
  onPaper,
  pullBox,
  stackedElement,
  withElement,
  withoutElement,
} from './design.ts'
import type { LabelBox, LabelPaper, LabelTemplate } from './template.ts'

const roll = (widthMm: number, heightMm: number): LabelPaper => ({ kind: 'roll', widthMm, heightMm, cornerMm: 1, feed: 'gap', feedMm: 2 })
const paper = roll(60, 40)
const box = (xMm: number, yMm: number, widthMm: number, heightMm: number): LabelBox => ({ xMm, yMm, widthMm, heightMm })
const other = box(10, 10, 20, 5)

const pulls: [title: string, from: LabelBox, handle: Handle, x: number, y: number, to: LabelBox, guides: Guide[]][] = [
  ['goes along', box(33, 21, 10, 4), 'move', 3.2, 2.1, box(36, 23, 10, 4), []],
  ['meets the left edge of another', box(40, 21, 8, 3), 'move', -29.6, 2.1, box(10, 23, 8, 3), [{ axis: 'x', atMm: 10 }]],
  ['meets the middle of the label', box(33, 20.9, 10, 4), 'move', -8.4, 2.1, box(25, 23, 10, 4), [{ axis: 'x', atMm: 30 }]],
  ['stays on the label', box(33, 21, 10, 4), 'move', 100, -100, box(50, 0, 10, 4), []],
  ['grows at its right edge', box(2, 21, 10, 4), 'e', 5.2, 9, box(2, 21, 15, 4), []],
  ['keeps its right edge while the left is pulled', box(33, 21, 10, 4), 'w', -2.1, 0, box(31, 21, 12, 4), []],
  ['never vanishes', box(33, 21, 10, 4), 'se', -50, -50, box(33, 21, 0.3, 0.3), []],
  [
    'ends with the label',
    box(33, 21, 10, 4),
    'se',
    16.8,
    14.9,
    box(33, 21, 27, 19),
    [
      { axis: 'x', atMm: 60 },
      { axis: 'y', atMm: 40 },
    ],
  ],
]
for (const [title, from, handle, x, y, to, guides] of pulls)
  test(`a box that is pulled ${title}`, () =>
    assert.deepEqual(pullBox(from, handle, { xMm: x, yMm: y }, { paper, others: [other], nearMm: 0.6 }), { box: to, guides }))

const millimetres = (max: number) => fc.integer({ min: 0, max: max * 10 }).map((tenths) => tenths / 10)

test('whatever is pulled wherever, the box stays on the label and keeps the edges that were not pulled', () => {
  fc.assert(
    fc.property(
      fc.record({ x: millimetres(40), y: millimetres(20), w: millimetres(19), h: millimetres(19) }),
      fc.constantFrom<Handle>('move', 'n', 's', 'e', 'w', 'ne', 'nw', 'se', 'sw'),
      fc.double({ min: -80, max: 80, noNaN: true }),
      fc.double({ min: -80, max: 80, noNaN: true }),
      ({ x, y, w, h }, handle, byX, byY) => {
        const from = box(x, y, w + 1, h + 1)
        const { box: to } = pullBox(from, handle, { xMm: byX, yMm: byY }, { paper, others: [other], nearMm: 0.6 })
        assert.ok(to.xMm >= 0 && to.yMm >= 0 && to.widthMm > 0 && to.heightMm > 0)
        assert.ok(to.xMm + to.widthMm <= 60.001 && to.yMm + to.heightMm <= 40.001)
        if (handle === 'move') assert.deepEqual([to.widthMm, to.heightMm], [from.widthMm, from.heightMm])
        else {
          if (!handle.includes('w')) assert.equal(to.xMm, from.xMm)
          if (!handle.includes('n')) assert.equal(to.yMm, from.yMm)
          if (!handle.includes('e')) assert.ok(Math.abs(to.xMm + to.widthMm - from.xMm - from.widthMm) < 0.011)
          if (!handle.includes('s')) assert.ok(Math.abs(to.yMm + to.heightMm - from.yMm - from.heightMm) < 0.011)
        }
      },
    ),
  )
})

for (const kind of elementKinds)
  for (const [width, height] of [
    [60, 40],
    [25, 10],
    [10, 50],
  ] as const)
    test(`a new ${kind} lies on a label of ${width}×${height} and is what it was chosen as`, () => {
      const element = newElement(kind, { noun: 'asset', paper: roll(width, height) }, '固定资产', 'a/b.png')
      assert.ok(element.xMm >= 0 && element.xMm + element.widthMm <= width + 0.26, JSON.stringify(element))
      assert.ok(element.yMm >= 0 && element.yMm + element.heightMm <= height + 0.26, JSON.stringify(element))
      assert.equal(kindOfElement(element), kind)
    })

const begun = blankTemplate('asset', paper, '标签')

test('elements are added, changed, copied, stacked and taken away', () => {
  const line = newElement('line', begun, '')
  const three = begun.elements.length
  const added = withElement(begun, line)
  assert.equal(added.elements.at(-1), line)
  assert.equal(changedElement(added, three, line), added)
  assert.equal(changedElement(added, 99, line), added)
  assert.equal(copiedElement(added, three).elements.length, three + 2)
  assert.deepEqual(stackedElement(added, three, -1).elements[three - 1], line)
  assert.equal(stackedElement(added, three, 1), added)
  assert.deepEqual(withoutElement(added, three), begun)
  assert.equal(withoutElement(added, 99), added)
})

test('a new element covers no other where the label has room, and stands in the middle where it has none', () => {
  const isApart = (a: LabelBox, b: LabelBox) =>
    a.xMm + a.widthMm <= b.xMm || b.xMm + b.widthMm <= a.xMm || a.yMm + a.heightMm <= b.yMm || b.yMm + b.heightMm <= a.yMm
  const words = inFreePlace(begun, newElement('words', begun, '文字'))
  assert.ok(begun.elements.every((element) => isApart(words, element)))
  const full = withElement(begun, { ...newElement('picture', begun, ''), ...box(0, 0, 60, 40) })
  assert.deepEqual(inFreePlace(full, newElement('words', full, '文字')), newElement('words', full, '文字'))
  const blank = { ...begun, elements: [] }
  assert.deepEqual(inFreePlace(blank, newElement('qr', blank, '')), newElement('qr', blank, ''))
})

test('on a smaller paper everything still lies on the label', () => {
  for (const { xMm, yMm, widthMm, heightMm } of onPaper(begun, roll(30, 20)).elements)
    assert.ok(xMm >= 0 && yMm >= 0 && xMm + widthMm <= 30.001 && yMm + heightMm <= 20.001)
})

const named = (name: string): LabelTemplate => ({ ...begun, name })
const bare = (template: LabelTemplate): LabelTemplate => ({ ...template, elements: [] })
const merges: [title: string, theirs: LabelTemplate, ours: LabelTemplate, merged: LabelTemplate, contested: string[]][] = [
  ['what each changed alone stands', named('甲'), bare(begun), bare(named('甲')), []],
  ['what both changed the same is no question', named('甲'), named('甲'), named('甲'), []],
  ['what both changed differently is named, and ours stands', named('甲'), bare(named('乙')), bare(named('乙')), ['name']],
]
for (const [title, theirs, ours, merged, contested] of merges)
  test(`of two drafts of a label ${title}`, () => assert.deepEqual(mergeTemplates(begun, theirs, ours, 'ours'), { merged, contested }))
