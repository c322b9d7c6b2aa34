import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { factKey, type Directory } from './directory.ts'
import { armKey, currentKey, type DiagramBox, diagramNodes, diagramStates, layOut } from './diagram.ts'
import { previewRest } from './preview.ts'
import { progressOf } from '../process/progress.ts'
import { definitions } from '../testing/randomFlows.ts'
import { answerFact, type Rehearsal } from '../testing/rehearsal.ts'
import { act, arm, back, begun, flow, inc, no, node, par, type Sketch, step, xor, yes } from '../testing/sketch.ts'

const drawn = (body: Sketch[]) => diagramNodes(flow(body), ({ id }) => `note ${id}`, () => 'when') // prettier-ignore

/** How every box of a running process stands, "key state" in the order of the drawing. */
const standing = (r: Rehearsal): string[] => {
  const nodes = diagramNodes(r.definition, () => '', () => '') // prettier-ignore
  const progress = progressOf(r.definition, r.entries, expectedIn(r), new Date(r.now).toISOString())
  const states = diagramStates(
    nodes,
    progress.map(({ node: nodeId, status: state }) => ({ nodeId, state })),
    r.state!.status,
  )
  return layOut(nodes).boxes.map(({ key }) => `${key} ${states.get(key)}`)
}

const expectedIn = (r: Rehearsal) => {
  let directory: Directory = {}
  for (;;) {
    const preview = previewRest(r.definition, r.state!, directory)
    if ('expected' in preview) return preview.expected
    const facts = preview.need.flatMap((fact) => (fact.k === 'ids' ? [] : [[factKey(fact), answerFact(r.company, fact)] as const]))
    directory = { ...directory, ...Object.fromEntries(facts) }
  }
}

test('a definition becomes a list that keeps where everything stands', () => {
  const nodes = drawn([
    step('a', 'ben'),
    xor('x', arm('p', [step('b', 'cat')], { f: 'n', op: 'gt', v: '1' }), arm('q', [])),
    node('route', 'r', { to: 'z' }),
    step('z', 'dan'),
  ])
  assert.deepEqual(
    nodes.map(({ id, kind, inside, arms, to }) => [id, kind, inside, arms.map((one) => one.when), to]),
    [
      ['a', 'approve', null, [], null],
      ['x', 'branch', null, ['when', ''], null],
      ['b', 'approve', { block: 'x', arm: 'p' }, [], null],
      ['r', 'route', null, [], 'z'],
      ['z', 'approve', null, [], null],
    ],
  )
})

test('arms stand side by side, what follows them below the longest', () => {
  const { boxes, width } = layOut(
    drawn([par('p', arm('l', [step('a', 'ben'), step('b', 'ben')]), arm('r', [step('c', 'cat')])), step('d', 'dan')]),
  )
  const at = (key: string): DiagramBox => boxes.find((box) => box.key === key)!
  assert.equal(at('a').y, at('c').y)
  assert.equal(at('a').x, at('b').x)
  assert.ok(at('a').x + at('a').width < at('c').x)
  assert.ok(at('d').y > at('b').y + at('b').height)
  assert.equal(at('d').x + at('d').width / 2, width / 2)
})

test('in any definition no boxes touch, every box is inside, and a line comes to every box but the first', () => {
  fc.assert(
    fc.property(definitions, (definition) => {
      const nodes = diagramNodes(definition, () => '', () => '') // prettier-ignore
      const { boxes, lines, width, height } = layOut(nodes)
      const arms = nodes.reduce((sum, one) => sum + one.arms.length, 0)
      assert.equal(boxes.length, nodes.length + arms + 2)
      for (const [index, one] of boxes.entries()) {
        assert.ok(one.x >= 0 && one.y >= 0 && one.x + one.width <= width && one.y + one.height <= height)
        for (const other of boxes.slice(index + 1))
          assert.ok(
            one.x + one.width <= other.x ||
              other.x + other.width <= one.x ||
              one.y + one.height <= other.y ||
              other.y + other.height <= one.y,
          )
        const ends = lines.some(({ points }) => points.at(-1)!.y === one.y && points.at(-1)!.x === one.x + one.width / 2)
        assert.equal(ends, one.key !== 'START', one.key)
      }
    }),
    { numRuns: 200 },
  )
})

const branches = [step('a', 'ben'), par('p', arm('l', [step('b', 'cat')]), arm('r', [step('c', 'dan')])), step('d', 'eve')]
const condition = { f: 'n', op: 'gt', v: '10' }

const standings: [title: string, r: () => Rehearsal, expected: string][] = [
  ['under way', () => begun([step('a', 'ben'), step('b', 'cat')]), 'START done, a active, b expected, END expected'],
  [
    'in both arms',
    () => did(begun(branches), (r) => yes(r, 'ben')),
    'START done, a done, p active, p/l done, b active, p/r done, c active, d expected, END expected',
  ],
  ['in one arm, the other done', () => did(begun(branches), (r) => yes(r, 'ben'), (r) => yes(r, 'cat')), 'START done, a done, p active, p/l done, b done, p/r done, c active, d expected, END expected'], // prettier-ignore
  ['rolled back over a branch', () => did(begun(branches), (r) => yes(r, 'ben'), (r) => yes(r, 'cat'), (r) => back(r, 'dan', 'a')), 'START done, a active, p returned, p/l returned, b returned, p/r returned, c returned, d expected, END expected'], // prettier-ignore
  ['rejected beside an arm', () => did(begun(branches), (r) => yes(r, 'ben'), (r) => no(r, 'cat')), 'START done, a done, p rejected, p/l done, b rejected, p/r done, c closed, d skipped, END rejected'], // prettier-ignore
  ['an arm not taken', () => begun([xor('x', arm('p', [step('b', 'cat')], condition), arm('q', [step('c', 'dan')]))], { form: { n: '1' } }), 'START done, x active, x/p skipped, b skipped, x/q done, c active, END expected'], // prettier-ignore
  ['an empty arm taken', () => begun([step('a', 'ben'), inc('x', arm('p', [step('b', 'cat')], condition), arm('q', []))], { form: { n: '1' } }), 'START done, a active, x expected, x/p skipped, b skipped, x/q expected, END expected'], // prettier-ignore
  ['a route ahead', () => begun([step('a', 'ben'), node('route', 'r', { to: 'c' }), step('b', 'cat'), step('c', 'dan')]), 'START done, a active, r expected, b skipped, c expected, END expected'], // prettier-ignore
  ['returned to the initiator', () => did(begun([step('a', 'ben'), step('b', 'cat')]), (r) => yes(r, 'ben'), (r) => returned(r, 'cat')), 'START active, a returned, b returned, END expected'], // prettier-ignore
  ['over', () => did(begun([step('a', 'ben')]), (r) => yes(r, 'ben')), 'START done, a done, END done'],
]
for (const [title, r, expected] of standings) test(`states: ${title}`, () => assert.equal(standing(r()).join(', '), expected))

test('an arm is left behind when all in it is done', () => {
  const r = did(begun(branches), (one) => yes(one, 'ben'), (one) => yes(one, 'cat')) // prettier-ignore
  const nodes = diagramNodes(r.definition, () => '', () => '') // prettier-ignore
  const rows = progressOf(r.definition, r.entries, expectedIn(r), new Date(r.now).toISOString())
  const states = diagramStates(nodes, rows.map(({ node: nodeId, status: state }) => ({ nodeId, state })), r.state!.status) // prettier-ignore
  assert.deepEqual([states.get('p/l/END'), states.get('p/r/END')], ['done', 'expected'])
})

test('nothing stands anywhere while nothing runs', () => {
  const nodes = drawn([step('a', 'ben'), par('p', arm('l', [step('b', 'cat')]), arm('r', []))])
  assert.deepEqual(new Set(diagramStates(nodes, [], undefined).values()), new Set(['plan']))
  const { boxes, lines } = layOut(nodes)
  assert.deepEqual(new Set(diagramStates(nodes, [], undefined).keys()), new Set([...boxes, ...lines].map(({ key }) => key)))
})

test('nothing leads on from where it was rejected', () => {
  const r = did(
    begun(branches),
    (one) => yes(one, 'ben'),
    (one) => no(one, 'cat'),
  )
  const nodes = diagramNodes(
    r.definition,
    () => '',
    () => '',
  )
  const rows = progressOf(r.definition, r.entries, expectedIn(r), new Date(r.now).toISOString())
  const states = diagramStates(
    nodes,
    rows.map(({ node: nodeId, status: state }) => ({ nodeId, state })),
    r.state!.status,
  )
  assert.deepEqual(
    ['p/l/END', 'p/r/END', '/END'].map((key) => states.get(key)),
    ['skipped', 'skipped', 'skipped'],
  )
})

test('one looks first at what waits, otherwise at where it ended', () => {
  const nodes = drawn([step('a', 'ben'), step('b', 'cat')])
  const looked =
    (...rows: Parameters<typeof diagramStates>[1]) =>
    (status: Parameters<typeof diagramStates>[2]) =>
      currentKey(layOut(nodes), diagramStates(nodes, rows, status))
  assert.equal(looked({ nodeId: 'a', state: 'done' }, { nodeId: 'b', state: 'active' })('running'), 'b')
  assert.equal(looked({ nodeId: 'a', state: 'closed' })('returned'), 'START')
  assert.equal(looked({ nodeId: 'a', state: 'done' }, { nodeId: 'b', state: 'done' })('approved'), 'END')
  assert.equal(looked({ nodeId: 'a', state: 'done' }, { nodeId: 'b', state: 'done' })('posting'), 'END')
  assert.equal(looked()(undefined), 'START')
  assert.equal(armKey('p', 'l'), 'p/l')
})

const did = (r: Rehearsal, ...steps: ((r: Rehearsal) => unknown)[]): Rehearsal => {
  for (const one of steps) one(r)
  return r
}
const returned = (r: Rehearsal, user: string): void => {
  assert.ok('events' in act(r, user, { t: 'rollBack', to: 'START' }))
}
