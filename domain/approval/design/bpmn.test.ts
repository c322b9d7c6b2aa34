import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toBpmn, type BpmnElement, type BpmnFlow, type BpmnProcess } from './bpmn.ts'
import { drawingOf } from './bpmnDrawing.ts'
import { elementsMax, fromBpmn } from './bpmnReading.ts'
import { type Definition, type Node, isHuman } from '../flow/definition.ts'
import { within } from '../flow/plan.ts'
import { canPublish, publishFindings } from './publish.ts'
import { definitions } from '../testing/randomFlows.ts'
import { definitionFrom } from '../testing/rehearsal.ts'
import { arm, flow, inc, node, par, type Sketch, step, xor } from '../testing/sketch.ts'

const base = flow([step('own', 'bob')])

const exported = (definition: Definition): BpmnProcess => {
  const made = toBpmn(definition)
  assert.ok('process' in made, JSON.stringify(made))
  return made.process
}
const imported = (process: BpmnProcess, onto = base): { definition: Definition; found: string[] } => {
  const read = fromBpmn(process, onto)
  assert.ok('definition' in read, JSON.stringify(read))
  return { definition: read.definition, found: read.findings.map(({ reason }) => reason.reason.slice('approval.bpmn.'.length)) }
}
const refusedAs = (process: BpmnProcess): string => {
  const read = fromBpmn(process, base)
  assert.ok('refusal' in read, 'it was read')
  return read.refusal.reason.slice('approval.bpmn.'.length)
}

/** A foreign process: "a b" is a flow from a to b, "a b ?x>1" one with a condition; elements are named by what their ids begin with. */
const foreign = (flows: string, elements: Record<string, Partial<BpmnElement>> = {}): BpmnProcess => {
  const drawn = flows.split('\n').flatMap((line): BpmnFlow[] => {
    const [from, to, ...rest] = line.trim().split(' ')
    const condition = rest.join(' ').slice(1)
    return from ? [{ id: `${from}-${to}`, from, to: to!, name: '', ...(condition ? { condition } : {}) }] : []
  })
  const ids = new Set([...drawn.flatMap(({ from, to }) => [from, to]), ...Object.keys(elements)])
  const typeOf = (id: string): string => types.find(([start]) => id.startsWith(start))?.[1] ?? 'userTask'
  return {
    id: 'p',
    name: '请假',
    elements: [...ids].map((id) => ({ id, type: typeOf(id), name: id.toUpperCase(), ...elements[id] })),
    flows: drawn,
  }
}
const types = [
  ['start', 'startEvent'],
  ['end', 'endEvent'],
  ['xor', 'exclusiveGateway'],
  ['inc', 'inclusiveGateway'],
  ['par', 'parallelGateway'],
] as const

/** The tree in one line: `a x{b|c}`. */
const shapeOf = (nodes: Node[]): string =>
  nodes
    .map((one) =>
      one.t === 'branch'
        ? `${one.kind}{${one.arms.map(({ body }) => shapeOf(body)).join('|')}}`
        : `${one.t === 'approve' ? '' : `${one.t}:`}${one.id}`,
    )
    .join(' ')

test('every element and flow is drawn, and boxes do not lie on each other', () =>
  fc.assert(
    fc.property(definitions, (definition) => {
      const process = exported(definition)
      const { shapes, edges } = drawingOf(definition, process)
      assert.deepEqual(
        shapes.map(({ element }) => element),
        process.elements.map(({ id }) => id),
      )
      assert.deepEqual(
        edges.map((edge) => edge.flow),
        process.flows.map(({ id }) => id),
      )
      assert.ok(edges.every(({ points }) => points.length >= 2 && points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))))
      for (const [i, a] of shapes.entries())
        for (const b of shapes.slice(i + 1))
          assert.ok(
            a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y,
            `${a.element} ${b.element}`,
          )
    }),
    { numRuns: 100, seed: 1 },
  ))

test('every node becomes the element of its kind', () => {
  const definition = flow([
    step('a', 'bob cat', { vote: { mode: 'seq' } }),
    node('handle', 'h', { assignees: [{ k: 'users', ids: ['bob'] }] }),
    node('cc', 'c', { assignees: [{ k: 'initiator' }] }),
    node('delay', 'd', { wait: { after: { value: 2, unit: 'hours' } } }),
    node('service', 's', { service: 'erp' }),
    node('subFlow', 'f', { flowKey: 'child' }),
    xor('x', arm('big', [], { f: 'amount', op: 'gt', v: '10' }), arm('low', [])),
  ])
  const { elements, flows } = exported(definition)
  const of = (id: string) => elements.find((element) => element.id === id)!
  assert.deepEqual(
    ['a', 'h', 'c', 'd', 's', 'f', 'x', 'x.join'].map((id) => of(id).type),
    ['userTask', 'userTask', 'sendTask', 'intermediateCatchEvent', 'serviceTask', 'callActivity', 'exclusiveGateway', 'exclusiveGateway'],
  )
  assert.deepEqual(of('a').loop, { sequential: true })
  assert.deepEqual(of('d').timer, { duration: 'PT2H' })
  assert.equal(of('f').calls, 'child')
  assert.deepEqual(
    flows.filter(({ from }) => from === 'x').map(({ id, name, condition }) => [name, condition, id === of('x').otherwise]),
    [
      ['big', 'amount > 10', false],
      ['low', undefined, true],
    ],
  )
})

const unsound: [title: string, body: Sketch[]][] = [
  ['an id twice', [step('a', 'bob'), step('a', 'bob')]],
  ['a branch of one arm', [par('p', arm('l', []))]],
  ['two arms of one id', [par('p', arm('l', []), arm('l', []))]],
  ['a jump back', [step('a', 'bob'), node('route', 'r', { to: 'a' })]],
  ['a jump out of its arm', [par('p', arm('l', [node('route', 'r', { to: 'a' })]), arm('r', [])), step('a', 'bob')]],
]
for (const [title, body] of unsound)
  test(`a tree that is not whole is not exported: ${title}`, () => {
    const made = toBpmn(flow(body))
    assert.ok('refusal' in made)
    assert.equal(made.refusal.reason, 'approval.bpmn.broken')
  })

// what other tools draw

const drawn: [title: string, flows: string, shape: string, found?: string[], elements?: Record<string, Partial<BpmnElement>>][] = [
  ['one after the other', 'start a\na b\nb end', 'a b'],
  ['no end event', 'start a\na b', 'a b'],
  ['tasks of all kinds', 'start a\na b\nb c\nc d\nd e\ne f\nf end', 'a handle:b cc:c service:d subFlow:e delay:f', [], {
    a: { type: 'task' },
    b: { type: 'manualTask' },
    c: { type: 'sendTask' },
    d: { type: 'serviceTask' },
    e: { type: 'callActivity', calls: 'other' },
    f: { type: 'intermediateCatchEvent', events: ['timerEventDefinition'], timer: { duration: 'P1DT2H' } },
  }], // prettier-ignore
  ['a parallel block', 'start par1\npar1 a\npar1 b\na par2\nb par2\npar2 c\nc end', 'par{a|b} c'],
  [
    'a choice with a default',
    'start xor1\nxor1 a\nxor1 b ?x>1\na xor2\nb xor2\nxor2 end',
    'xor{b|a}',
    ['foreignCondition'],
    { xor1: { otherwise: 'xor1-a' } },
  ],
  [
    'a choice whose default is the one without a condition',
    'start xor1\nxor1 a\nxor1 b ?x>1\na xor2\nb xor2\nxor2 end',
    'xor{b|a}',
    ['foreignCondition'],
  ],
  [
    'a choice without a default',
    'start xor1\nxor1 a ?x<1\nxor1 b ?x>1\na xor2\nb xor2\nxor2 end',
    'xor{a|b}',
    ['foreignCondition', 'foreignCondition', 'madeDefault'],
  ],
  ['ways that come together at a task', 'start xor1\nxor1 a\nxor1 b\na c\nb c\nc end', 'xor{a|b} c'],
  ['a way around', 'start xor1\nxor1 a\nxor1 xor2\na xor2\nxor2 b\nb end', 'xor{a|} b'],
  ['an end of each way', 'start a\na xor1\nxor1 b\nxor1 end1\nb c\nc end2', 'a xor{b c|}'],
  ['an end of each parallel way', 'start par1\npar1 a\npar1 b\na end1\nb end2', 'par{a|b}'],
  [
    'one join of two nested choices',
    'start xor1\nxor1 a\nxor1 xor2\nxor2 b\nxor2 c\na xor3\nb xor3\nc xor3\nxor3 d\nd end',
    'xor{a|xor{b|c}} d',
  ],
  [
    'blocks in blocks',
    'start par1\npar1 a\npar1 inc1\ninc1 b\ninc1 c\nb inc2\nc inc2\ninc2 d\nd par2\na par2\npar2 end',
    'par{a|inc{b|c} d}',
  ],
  ['a choice that an inclusive gateway joins', 'start xor1\nxor1 a\nxor1 b\na inc1\nb inc1\ninc1 end', 'xor{a|b}'],
  ['gateways that do nothing', 'start xor1\nxor1 a\na par1\npar1 b\nb end', 'a b'],
  [
    'a gateway that joins and splits',
    'start xor1\nxor1 a\nxor1 b\na xor2\nb xor2\nxor2 c\nxor2 d\nc xor3\nd xor3\nxor3 end',
    'xor{a|b} xor{c|d}',
  ],
  ['ids that are not ours', 'start _1\n_1 START\nSTART end', 'n1 n2'],
]
for (const [title, flows, shape, found = [], elements = {}] of drawn)
  test(`a foreign process is read: ${title}`, () => {
    const read = imported(foreign(flows, elements))
    assert.equal(shapeOf(read.definition.body), shape)
    assert.deepEqual(read.found, found)
    assert.equal(read.definition.name, '请假')
  })

test('who is asked in a foreign task is left to fill in, and publishing says so', () => {
  const { definition } = imported(foreign('start a\na end'))
  assert.deepEqual(
    definition.body.map((one) => isHuman(one) && one.assignees),
    [[]],
  )
  const findings = publishFindings(definition)
  assert.ok(!canPublish(findings))
  assert.ok(findings.some(({ node: at, reason }) => at === 'a' && reason.reason === 'approval.publish.noAssignees'))
})

const loops: [loop: BpmnElement['loop'], vote: object][] = [
  [undefined, { mode: 'or' }],
  [{ sequential: true }, { mode: 'seq' }],
  [{ sequential: false }, { mode: 'all' }],
  [{ sequential: false, until: '${nrOfCompletedInstances == 1}' }, { mode: 'all' }],
  [
    { sequential: false, until: 'approvals >= 2' },
    { mode: 'atLeast', n: 2 },
  ],
]
for (const [loop, vote] of loops)
  test(`a task of ${JSON.stringify(loop ?? 'one')} is a vote of ${JSON.stringify(vote)}`, () => {
    const [one] = imported(foreign('start a\na end', { a: loop ? { loop } : {} })).definition.body
    assert.deepEqual(one?.t === 'approve' && one.vote, vote)
  })

const timers: [duration: string, after: object | undefined][] = [
  ['P2D', { value: 2, unit: 'days' }],
  ['PT36H', { value: 36, unit: 'hours' }],
  ['P1DT1H', { value: 25, unit: 'hours' }],
  ['PT1H30M', { value: 90, unit: 'minutes' }],
  ['P', undefined],
  ['PT', undefined],
  ['PT0M', undefined],
  ['P1Y', undefined],
  ['R3/PT1H', undefined],
]
for (const [duration, after] of timers)
  test(`a timer of ${duration}: ${after ? 'read' : 'refused'}`, () => {
    const process = foreign('start a\na end', {
      a: { type: 'intermediateCatchEvent', events: ['timerEventDefinition'], timer: { duration } },
    })
    if (!after) return assert.equal(refusedAs(process), 'timer')
    assert.deepEqual(imported(process).definition.body, [{ t: 'delay', id: 'a', name: 'A', wait: { after, calendar: '24x7' } }])
  })

// what does not reduce to blocks

const deep = Array.from(
  { length: 10 },
  (_, n) => `${n === 0 ? 'start' : `par${n - 1}s`} par${n}s\npar${n}s t${n}\nt${n} par${n}j\npar${n}j ${n === 0 ? 'end' : `par${n - 1}j`}`,
)
const refused: [title: string, reason: string, process: BpmnProcess][] = [
  ['no start', 'noStart', foreign('a end')],
  ['two starts', 'severalStarts', foreign('start1 a\nstart2 a\na end')],
  ['a start on a message', 'unknownElement', foreign('start a\na end', { start: { events: ['messageEventDefinition'] } })],
  ['an end that breaks off everything', 'unknownElement', foreign('start a\na end', { end: { events: ['terminateEventDefinition'] } })],
  ['a script', 'unknownElement', foreign('start a\na end', { a: { type: 'scriptTask' } })],
  ['a rule', 'unknownElement', foreign('start a\na end', { a: { type: 'businessRuleTask' } })],
  ['an embedded process', 'unknownElement', foreign('start a\na end', { a: { type: 'subProcess' } })],
  ['an event at the edge of a task', 'unknownElement', foreign('start a\na end\nb end', { b: { type: 'boundaryEvent' } })],
  [
    'waiting for a message',
    'unknownElement',
    foreign('start a\na end', { a: { type: 'intermediateCatchEvent', events: ['messageEventDefinition'] } }),
  ],
  [
    'waiting for one of two things',
    'unknownElement',
    foreign('start a\na end', { a: { type: 'intermediateCatchEvent', events: ['timerEventDefinition', 'messageEventDefinition'] } }),
  ],
  ['a gateway on events', 'unknownElement', foreign('start a\na end', { a: { type: 'eventBasedGateway' } })],
  ['a task that repeats itself', 'loopMarker', foreign('start a\na end', { a: { loop: 'other' } })],
  ['a way back', 'circle', foreign('start a\na xor1\nxor1 a\nxor1 end')],
  ['a task that follows itself', 'circle', foreign('start a\na a2\na2 xor1\nxor1 xor1\nxor1 end')],
  ['a parallel split that is not waited for', 'unbalanced', foreign('start par1\npar1 a\npar1 b\na xor1\nb xor1\nxor1 c\nc end')],
  ['a choice that is waited for', 'unbalanced', foreign('start xor1\nxor1 a\nxor1 b\na par1\nb par1\npar1 c\nc end')],
  ['parallel ways into one task', 'unbalanced', foreign('start par1\npar1 a\npar1 b\na c\nb c\nc end')],
  ['a parallel way that ends early', 'unbalanced', foreign('start par1\npar1 a\npar1 b\npar1 end1\na par2\nb par2\npar2 c\nc end')],
  [
    'crossed ways',
    'unbalanced',
    foreign('start par1\npar1 par2\npar1 par3\npar2 a\npar2 b\npar3 c\npar3 d\na par4\nc par4\nb par5\nd par5\npar4 e\npar5 f'),
  ],
  [
    'arms that come together in each other',
    'unbalanced',
    foreign('start par1\npar1 xor1\npar1 b\nxor1 c\nxor1 d\nc par2\nb par2\npar2 xor2\nd xor2\nxor2 end'),
  ],
  ['several ways out of a task', 'severalOut', foreign('start a\na b\na c\nb end\nc end')],
  ['a task that nothing leads to', 'unreached', foreign('start a\na end\nb end')],
  ['a circle of its own', 'unreached', foreign('start a\na end\nb c\nc b')],
  ['an element alone', 'unreached', foreign('start a\na end', { b: {} })],
  ['a flow from the end', 'afterEnd', foreign('start a\na end\nend b')],
  ['a flow to the start', 'beforeStart', foreign('start a\na start')],
  ['a flow to nowhere', 'looseFlow', { ...foreign('start a\na end'), flows: [{ id: 'f', from: 'start', to: '', name: '' }] }],
  [
    'one id twice',
    'doubledId',
    { ...foreign('start a\na end'), elements: [...foreign('start a\na end').elements, { id: 'a', type: 'userTask', name: 'B' }] },
  ],
  ['blocks too deep', 'tooDeep', foreign(deep.join('\n'))],
  ['too many steps', 'tooMany', foreign(['start a0', ...Array.from({ length: 201 }, (_, n) => `a${n} a${n + 1}`)].join('\n'))],
  ['too many elements', 'tooLarge', foreign(['start a0', ...Array.from({ length: elementsMax }, (_, n) => `a${n} a${n + 1}`)].join('\n'))],
  ['settings that are no JSON', 'settings', foreign('start a\na end', { a: { settings: '{' } })],
]
for (const [title, reason, process] of refused) test(`a file is refused: ${title}`, () => assert.equal(refusedAs(process), reason))

test('settings that are no node of ours are refused by the definition', () => {
  const read = fromBpmn(foreign('start a\na end', { a: { settings: '{"t":"cc","assignees":7}', type: 'sendTask' } }), base)
  assert.ok('refusal' in read && read.refusal.reason === 'approval.definition.malformed')
})

// files of ours that were changed in another tool

const own = (): BpmnProcess =>
  exported(
    flow([
      step('a', 'bob cat', { vote: { mode: 'fraction', num: 1, den: 2 } }),
      inc('i', arm('big', [step('b', 'cat')], { f: 'amount', op: 'gt', v: '10' }), arm('low', [])),
      node('route', 'r', { to: 'z', when: { f: 'amount', op: 'lt', v: '5' } }),
      node('delay', 'd', { wait: { after: { value: 1, unit: 'days' } } }),
      node('cc', 'z', { assignees: [{ k: 'initiator' }] }),
    ]),
  )
const changed = (what: Record<string, Partial<BpmnElement> & Partial<BpmnFlow>>, process = own()): BpmnProcess => ({
  ...process,
  elements: process.elements.map((element) => ({ ...element, ...what[element.id] })),
  flows: process.flows.map((one) => ({ ...one, ...what[one.name || one.id] })),
})
const at = (definition: Definition, id: string): Node => within(definition.body).find((one) => one.id === id)!

test('what another tool did not touch is exact, beside what it changed', () => {
  const process = changed({ a: { name: '初审', loop: { sequential: true } }, d: { timer: { duration: 'PT3H' } } })
  const { definition, found } = imported(process)
  assert.deepEqual(found, [])
  assert.deepEqual([at(definition, 'a').name, (at(definition, 'a') as { vote: unknown }).vote], ['初审', { mode: 'seq' }])
  assert.deepEqual((at(definition, 'a') as { assignees: unknown }).assignees, [{ k: 'users', ids: ['bob', 'cat'] }])
  assert.deepEqual(at(definition, 'd'), { t: 'delay', id: 'd', name: 'Nd', wait: { after: { value: 3, unit: 'hours' }, calendar: '24x7' } })
})

test('a condition that another tool wrote is not taken for the old one', () => {
  const { definition, found } = imported(changed({ big: { condition: 'amount > 99' } }))
  assert.deepEqual(found, ['foreignCondition'])
  assert.deepEqual(
    (at(definition, 'i') as { arms: { when?: unknown }[] }).arms.map(({ when }) => when),
    [undefined, undefined],
  )
})

test('a jump whose condition was changed is refused: without it everything would jump', () => {
  const process = own()
  const jump = process.flows.find((one) => one.settings?.includes('jump'))!
  assert.equal(
    refusedAs({ ...process, flows: process.flows.map((one) => (one === jump ? { ...one, condition: 'other' } : one)) }),
    'condition',
  )
})

test('a jump that now leads back is refused', () => {
  const process = own()
  const jump = process.flows.find((one) => one.settings?.includes('jump'))!
  assert.equal(refusedAs({ ...process, flows: process.flows.map((one) => (one === jump ? { ...one, to: 'a' } : one)) }), 'jump')
})

test('a task drawn between two of ours takes its place', () => {
  const process = own()
  const [first] = process.flows
  const added: BpmnProcess = {
    ...process,
    elements: [...process.elements, { id: 'Activity_1', type: 'userTask', name: '复核' }],
    flows: [{ ...first!, to: 'Activity_1' }, { id: 'Flow_1', from: 'Activity_1', to: 'a', name: '' }, ...process.flows.slice(1)],
  }
  assert.equal(shapeOf(imported(added).definition.body), 'Activity_1 a inc{b|} route:r delay:d cc:z')
})

test('policy and form come with a file of ours, and from the flow with a foreign one', () => {
  const definition = definitionFrom({
    ...flow([step('a', 'bob')]),
    policy: { dedupe: 'once', admins: ['x'] },
    startFields: { amount: 'required' },
  })
  assert.deepEqual(imported(exported(definition)).definition.policy, definition.policy)
  const { policy, startFields, form, key } = imported(foreign('start a\na end'), definition).definition
  assert.deepEqual([policy, startFields, form, key], [definition.policy, definition.startFields, definition.form, definition.key])
})
