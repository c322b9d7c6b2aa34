import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Branch, type Definition, type Node, parseDefinition } from '../flow/definition.ts'
import { begin, edited, redone, undone } from './history.ts'
import * as edit from './edit.ts'
import { within } from '../flow/plan.ts'
import { definitions } from '../testing/randomFlows.ts'
import { arm, flow, inc, par, step, xor, node as sketched } from '../testing/sketch.ts'

const counter = (): edit.MakeId => {
  let n = 0
  return () => `m${++n}`
}
const names: edit.BranchNames = { branch: 'B', arm: (n) => `A${n}`, rest: 'rest' }

/** "a [x: b | y: c] d": the tree at a glance. */
const shape = ({ body }: Pick<Definition, 'body'>): string =>
  body
    .map((node) =>
      node.t === 'branch'
        ? `${node.id}[${node.arms.map((each) => `${each.id}${each.when ? '?' : ''}: ${shape(each)}`.trim()).join(' | ')}]`
        : node.id,
    )
    .join(' ')

const when = { f: 'amount', op: 'gt', v: '1' }
const base = flow([
  step('a', 'ben'),
  xor('x', arm('x1', [step('b', 'cat'), step('c', 'dan')], when), arm('x2', [step('d', 'eve')], when), arm('x3', [])),
  step('e', 'ben'),
])
const twoArms = flow([step('a', 'ben'), par('p', arm('p1', [step('b', 'cat')]), arm('p2', [step('c', 'dan'), step('d', 'eve')])), step('e', 'x')]) // prettier-ignore
const blank = (id: string) => edit.blankNode('approve', 'N', () => id)

const changes: [title: string, made: () => Definition, shape: string][] = [
  ['inserts at the beginning', () => edit.insertNode(base, { within: null, index: 0 }, blank('n')), 'n a x[x1?: b c | x2?: d | x3:] e'],
  ['inserts at the end', () => edit.insertNode(base, { within: null, index: 3 }, blank('n')), 'a x[x1?: b c | x2?: d | x3:] e n'],
  [
    'inserts into an empty arm',
    () => edit.insertNode(base, { within: { block: 'x', arm: 'x3' }, index: 0 }, blank('n')),
    'a x[x1?: b c | x2?: d | x3: n] e',
  ],
  [
    'inserts a branch between',
    () => edit.insertBranch(base, { within: null, index: 1 }, edit.blankBranch('inc', names, counter())),
    'a m1[m2: | m3:] x[x1?: b c | x2?: d | x3:] e',
  ],
  [
    'inserts a branch around what follows',
    () => edit.insertBranch(base, { within: null, index: 0 }, edit.blankBranch('par', names, counter()), 2),
    'm1[m2: a x[x1?: b c | x2?: d | x3:] | m3:] e',
  ],
  ['removes a node', () => edit.removeNode(base, 'c'), 'a x[x1?: b | x2?: d | x3:] e'],
  ['removes a branch with all that is in it', () => edit.removeNode(base, 'x'), 'a e'],
  ['adds an arm before the default one', () => edit.addArm(base, 'x', 'N', counter()), 'a x[x1?: b c | x2?: d | m1: | x3:] e'],
  ['adds a parallel arm at the end', () => edit.addArm(twoArms, 'p', 'N', counter()), 'a p[p1: b | p2: c d | m1:] e'],
  ['removes an arm', () => edit.removeArm(base, 'x', 'x1'), 'a x[x2?: d | x3:] e'],
  ['removes the default arm: the one before it follows', () => edit.removeArm(base, 'x', 'x3'), 'a x[x1?: b c | x2: d] e'],
  ['dissolves a branch of one arm', () => edit.removeArm(twoArms, 'p', 'p1'), 'a c d e'],
  ['raises the priority of an arm', () => edit.moveArm(base, 'x', 'x2', -1), 'a x[x2?: d | x1?: b c | x3:] e'],
  ['keeps the default arm last', () => edit.moveArm(base, 'x', 'x2', 1), shape(base)],
  ['does not move the default arm', () => edit.moveArm(base, 'x', 'x3', -1), shape(base)],
  ['moves a parallel arm', () => edit.moveArm(twoArms, 'p', 'p1', 1), 'a p[p2: c d | p1: b] e'],
  ['copies an arm', () => edit.copyArm(base, 'x', 'x1', counter()), 'a x[x1?: b c | m1?: m2 m3 | x2?: d | x3:] e'],
  ['copies the default arm before itself', () => edit.copyArm(base, 'x', 'x3', counter()), 'a x[x1?: b c | x2?: d | m1: | x3:] e'],
  ['makes a branch parallel', () => edit.changeKind(base, 'x', 'par'), 'a x[x1: b c | x2: d | x3:] e'],
  ['moves a node up', () => edit.moveNode(base, 'e', edit.spotBeside(base, 'e', -1)!), 'a e x[x1?: b c | x2?: d | x3:]'],
  ['moves a node down', () => edit.moveNode(base, 'a', edit.spotBeside(base, 'a', 1)!), 'x[x1?: b c | x2?: d | x3:] a e'],
  [
    'moves a node into an arm',
    () => edit.moveNode(base, 'e', { within: { block: 'x', arm: 'x1' }, index: 1 }),
    'a x[x1?: b e c | x2?: d | x3:]',
  ],
  ['moves a node out of an arm', () => edit.moveNode(base, 'b', { within: null, index: 3 }), 'a x[x1?: c | x2?: d | x3:] e b'],
  ['never moves a branch into itself', () => edit.moveNode(base, 'x', { within: { block: 'x', arm: 'x3' }, index: 0 }), shape(base)],
]
for (const [title, made, expected] of changes) test(title, () => assert.equal(shape(made()), expected))

test('stands at the ends of its sequence', () => {
  assert.equal(edit.spotBeside(base, 'a', -1), undefined)
  assert.equal(edit.spotBeside(base, 'e', 1), undefined)
})

test('changes the name and the condition of an arm', () => {
  const named = edit.changeArm(base, 'x', 'x1', { name: 'Big', when: { f: 'amount', op: 'lt', v: '5' } })
  assert.deepEqual(edit.armOf(named, 'x', 'x1').name, 'Big')
  assert.deepEqual(edit.armOf(named, 'x', 'x1').when, { f: 'amount', op: 'lt', v: '5' })
})

test('a copy refers to its own nodes, and to others as before', () => {
  const inner = flow([
    inc(
      'i',
      arm('i1', [step('b', 'cat'), step('c', 'dan', { onReject: { node: 'b' }, ops: { rollback: ['a', 'b'] } })], when),
      arm('i2', [sketched('route', 'r', { to: 'z' }), step('z', 'eve')]),
    ),
  ])
  const copy = edit.copyNode(inner.body[0]!, counter()) as Branch
  const ids = within([copy]).map(({ id }) => id)
  assert.equal(new Set([...ids, ...within(inner.body).map(({ id }) => id)]).size, ids.length * 2)
  const [, b, c, r, z] = within([copy]) as [Node, Node, Extract<Node, { t: 'approve' }>, Extract<Node, { t: 'route' }>, Node]
  assert.deepEqual(c.onReject, { node: b.id })
  assert.deepEqual(c.ops.rollback, ['a', b.id])
  assert.equal(r.to, z.id)
})

for (const kind of ['approve', 'handle', 'cc', 'delay', 'service', 'subFlow', 'route'] as const)
  test(`a new ${kind} node can be read`, () => {
    const made = edit.insertNode(
      base,
      { within: null, index: 0 },
      edit.blankNode(kind, 'N', () => 'n'),
    )
    assert.deepEqual(parseDefinition(made), { definition: made })
  })

// ---------------------------------------------------------------------------------------------------------- properties

type Edit = (definition: Definition, makeId: edit.MakeId) => Definition

const picked = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)]

const spots = (definition: Definition): edit.Spot[] => {
  const inside = (nodes: Node[], ref: edit.SequenceRef): edit.Spot[] => [
    ...Array.from({ length: nodes.length + 1 }, (_, index) => ({ within: ref, index })),
    ...nodes.flatMap((node) =>
      node.t === 'branch' ? node.arms.flatMap((each) => inside(each.body, { block: node.id, arm: each.id })) : [],
    ),
  ]
  return inside(definition.body, null)
}

const onNode =
  (at: number, change: (definition: Definition, node: Node, makeId: edit.MakeId) => Definition): Edit =>
  (definition, makeId) => {
    const node = picked(within(definition.body), at)
    return node ? change(definition, node, makeId) : definition
  }
const onArm = (at: number, by: number, change: (definition: Definition, block: string, arm: string, makeId: edit.MakeId) => Definition): Edit => (definition, makeId) => {
  const branch = picked(within(definition.body).filter((node) => node.t === 'branch'), at)
  return branch ? change(definition, branch.id, picked(branch.arms, by)!.id, makeId) : definition
} // prettier-ignore

const edits: fc.Arbitrary<Edit> = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.nat(60), fc.nat(60)).map(([what, at, to]): Edit => {
  const spot = (definition: Definition) => picked(spots(definition), to)!
  const kinds: readonly Edit[] = [
    (definition, makeId) => edit.insertNode(definition, spot(definition), edit.blankNode(at % 2 ? 'cc' : 'handle', 'N', makeId)),
    (definition, makeId) => {
      const place = spot(definition)
      const left = edit.sequenceAt(definition, place.within).length - place.index
      const kind = (['xor', 'inc', 'par'] as const)[at % 3]!
      return edit.insertBranch(definition, place, edit.blankBranch(kind, names, makeId), Math.min(left, at % 3))
    },
    onNode(at, (definition, { id }) => edit.removeNode(definition, id)),
    onNode(at, (definition, { id }) => edit.moveNode(definition, id, spot(definition))),
    onNode(at, (definition, node, makeId) => edit.insertNode(definition, spot(definition), edit.copyNode(node, makeId))),
    onNode(at, (definition, node) => edit.replaceNode(definition, { ...node, name: 'renamed' })),
    onArm(at, to, (definition, block, id) => edit.removeArm(definition, block, id)),
    onArm(at, to, (definition, block, _, makeId) => edit.addArm(definition, block, 'N', makeId)),
    onArm(at, to, (definition, block, id) => edit.moveArm(definition, block, id, to % 2 ? 1 : -1)),
    onArm(at, to, (definition, block, id, makeId) => edit.copyArm(definition, block, id, makeId)),
  ]
  return kinds[what]!
})

test('any edits of a valid tree: it can be read, ids stay unique, nodes stay what they were, arms fit their branch', () => {
  fc.assert(
    fc.property(definitions, fc.array(edits, { maxLength: 12 }), (start, list) => {
      const makeId = counter()
      const kinds = new Map(within(start.body).map(({ id, t }) => [id, t]))
      let now = start
      for (const change of list) {
        now = change(now, makeId)
        const nodes = within(now.body)
        assert.equal(new Set(nodes.map(({ id }) => id)).size, nodes.length)
        for (const { id, t } of nodes) {
          assert.equal(kinds.get(id) ?? t, t)
          kinds.set(id, t)
        }
        for (const node of nodes)
          if (node.t === 'branch') {
            assert.ok(node.arms.length >= 2)
            assert.equal(new Set(node.arms.map(({ id }) => id)).size, node.arms.length)
            assert.ok(node.kind === 'par' ? node.arms.every(({ when: condition }) => !condition) : !node.arms.at(-1)!.when)
          }
        assert.deepEqual(parseDefinition(now), { definition: now })
      }
    }),
  )
})

test('a move keeps every node', () => {
  fc.assert(
    fc.property(definitions, fc.nat(60), fc.nat(60), (start, at, to) => {
      const node = picked(within(start.body), at)
      fc.pre(node !== undefined)
      const moved = edit.moveNode(start, node!.id, picked(spots(start), to)!)
      assert.deepEqual(new Set(within(moved.body).map(({ id }) => id)), new Set(within(start.body).map(({ id }) => id)))
      assert.deepEqual(edit.nodeOf(moved, node!.id), node)
    }),
  )
})

test('undo takes back exactly what was done, redo does it again', () => {
  fc.assert(
    fc.property(definitions, fc.array(edits, { maxLength: 8 }), (start, list) => {
      const makeId = counter()
      let history = begin(start)
      for (const change of list) {
        const next = edited(history, change(history.now, makeId))
        if (next !== history) {
          assert.equal(undone(next).now, history.now)
          assert.equal(redone(undone(next)).now, next.now)
        }
        history = next
      }
      const last = history.now
      const steps = history.past.length
      for (let i = 0; i < steps; i++) history = undone(history)
      assert.equal(history.now, start)
      assert.equal(undone(history), history)
      for (let i = 0; i < steps; i++) history = redone(history)
      assert.equal(history.now, last)
      assert.equal(redone(history), history)
    }),
  )
})
