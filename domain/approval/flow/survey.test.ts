import assert from 'node:assert/strict'
import { test } from 'node:test'
import { give, type Rehearsal } from '../testing/rehearsal.ts'
import { arm, begun, flow, handle, par, step, yes } from '../testing/sketch.ts'
import { namedInGroup, surveyOf } from './survey.ts'

const body = [step('a', 'bob'), par('p', arm('l', [step('b', 'cat')]), arm('r', [step('c', 'dan')]))]
const atStart = begun(body)
const inArms = (): Rehearsal => {
  const r = begun(body)
  yes(r, 'bob')
  return r
}
const there = inArms()
const over = (r: Rehearsal, processId: string) => ({ processId, title: `T${processId}`, state: r.state! })

test('equal reasons stand together, the worst first, with what a step may be mapped to', () => {
  const to = flow([step('a', 'bob'), par('p', arm('l', [step('x', 'cat')]), arm('r', [step('c', 'dan')])), handle('h', 'eve')], {
    flow: { version: 2 },
  })
  const survey = surveyOf(to, {})
  survey.add(atStart.definition, over(atStart, '1'))
  for (const id of ['2', '3']) survey.add(there.definition, over(there, id))
  const { counts, groups, renamable, active } = survey.answer()
  assert.deepEqual(counts, { ok: 1, warning: 0, needsMapping: 2, impossible: 0 })
  assert.deepEqual(
    groups.map((group) => [group.class, group.count, group.reasons.map(({ params }) => params), group.processes.map(({ title }) => title)]),
    [
      ['needsMapping', 2, [{ node: 'Nb' }], ['T2', 'T3']],
      ['ok', 1, [], ['T1']],
    ],
  )
  assert.deepEqual(renamable, [{ nodeId: 'b', nodeName: 'Nb', count: 2, candidates: ['x', 'a', 'c'] }])
  assert.deepEqual(
    active.map(({ nodeId, count }) => [nodeId, count]),
    [
      ['a', 1],
      ['c', 2],
    ],
  )
})

test('a mapping settles it and stays on offer; what the survey says is what the command does', () => {
  const to = flow([step('a', 'bob'), par('p', arm('l', [step('x', 'cat')]), arm('r', [step('c', 'dan')]))], { flow: { version: 2 } })
  for (const mapping of [{}, { b: 'x' }, { b: 'c' }] as Record<string, string>[]) {
    const r = inArms()
    const survey = surveyOf(to, mapping)
    const row = survey.add(r.definition, over(r, '1'))
    const moves = row.class === 'ok' || row.class === 'warning'
    assert.equal('events' in give(r, 'admin', { t: 'migrate', to, mapping, options: {} }), moves, JSON.stringify(mapping))
    assert.equal(survey.answer().renamable.length, 1)
  }
})

test('of a big group only some are named', () => {
  const survey = surveyOf(flow(body, { flow: { version: 2 } }), {})
  for (let n = 0; n < namedInGroup + 5; n++) survey.add(there.definition, over(there, String(n)))
  const [group] = survey.answer().groups
  assert.deepEqual([group!.count, group!.processes.length], [namedInGroup + 5, namedInGroup])
})

test('a step added to an arm that is done is named as one that nobody goes through', () => {
  const r = inArms()
  yes(r, 'cat')
  const to = flow([step('a', 'bob'), par('p', arm('l', [step('b', 'cat'), step('y', 'yan')]), arm('r', [step('c', 'dan')]))], {
    flow: { version: 2 },
  })
  const row = surveyOf(to, {}).add(r.definition, over(r, '1'))
  assert.deepEqual([row.class, row.reasons.map(({ params }) => params)], ['warning', [{ node: 'Ny' }]])
})
