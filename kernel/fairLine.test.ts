import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FairLine, type LineLimits, type Place } from './fairLine.ts'

const wide: LineLimits = { atOnce: 1, perGroup: 1, waiting: 100, perGroupWaiting: 100 }

/** A line whose members are named `group.member.number`; what began, in its order. */
const watched = (limits: Partial<LineLimits> = {}) => {
  const line = new FairLine({ ...wide, ...limits })
  const begun: string[] = []
  const places = new Map<string, Place>()
  const away: string[] = []
  const enter = (name: string): boolean => {
    const [group, member] = name.split('.') as [string, string]
    const place = line.enter(
      group,
      member,
      () => begun.push(name),
      () => away.push(name),
    )
    if (place) places.set(name, place)
    return place !== undefined
  }
  const end = (name: string) => places.get(name)!.end()
  /** Ends the person who began, one after the other, until no one is left. */
  const drain = () => {
    for (const name of begun) end(name)
  }
  return { line, begun, away, enter, end, drain }
}

const orders: [title: string, limits: Partial<LineLimits>, entering: string[], begun: string[]][] = [
  ['groups take turns', {}, ['a.x.1', 'a.x.2', 'a.x.3', 'b.y.1', 'c.z.1'], ['a.x.1', 'a.x.2', 'b.y.1', 'c.z.1', 'a.x.3']],
  ['members of a group take turns', {}, ['a.x.1', 'a.x.2', 'a.x.3', 'a.y.1'], ['a.x.1', 'a.x.2', 'a.y.1', 'a.x.3']],
  [
    'a group has its ceiling where others wait for nobody',
    { atOnce: 2 },
    ['a.x.1', 'a.x.2', 'b.y.1', 'b.y.2'],
    ['a.x.1', 'b.y.1', 'a.x.2', 'b.y.2'],
  ],
  [
    'the newest group comes first where the line says so, in turns with the one that waits longest',
    { newest: 'first' },
    ['a.x.1', 'b.x.1', 'c.x.1', 'c.x.2', 'd.x.1'],
    ['a.x.1', 'd.x.1', 'b.x.1', 'c.x.1', 'c.x.2'],
  ],
]
for (const [title, limits, entering, expected] of orders)
  test(title, () => {
    const { line, enter, begun, drain } = watched(limits)
    for (const name of entering) assert.ok(enter(name))
    drain()
    assert.deepEqual(begun, expected)
    assert.deepEqual(line.state, { running: 0, waiting: 0 })
  })

const fulls: [title: string, limits: Partial<LineLimits>, entering: string[], refused: string[], away: string[]][] = [
  ['a full line refuses', { waiting: 2 }, ['a.x.1', 'a.x.2', 'b.x.1', 'c.x.1'], ['c.x.1'], []],
  [
    'a group whose places are taken is refused, others are not',
    { perGroupWaiting: 1 },
    ['a.x.1', 'a.x.2', 'a.y.1', 'b.x.1'],
    ['a.y.1'],
    [],
  ],
  [
    'where the newest come first a full line lets go of the oldest',
    { waiting: 2, newest: 'first' },
    ['a.x.1', 'b.x.1', 'c.x.1', 'd.x.1'],
    [],
    ['b.x.1'],
  ],
]
for (const [title, limits, entering, refused, sent] of fulls)
  test(title, () => {
    const { enter, away } = watched(limits)
    assert.deepEqual(
      entering.filter((name) => !enter(name)),
      refused,
    )
    assert.deepEqual(away, sent)
  })

test('newer ones without end keep nobody waiting for ever', () => {
  const { enter, end, begun } = watched({ newest: 'first' })
  for (const name of ['a.x.1', 'b.x.1', 'c.x.1']) enter(name)
  for (let round = 0; round < 6; round++) {
    enter(`new${round}.x.1`)
    end(begun.at(-1)!)
  }
  assert.ok(begun.includes('b.x.1') && begun.includes('c.x.1'), begun.join())
})

test('whoever leaves while waiting is never called, and ending twice ends one', () => {
  const { line, enter, end, begun } = watched()
  for (const name of ['a.x.1', 'a.x.2', 'b.x.1']) enter(name)
  end('a.x.2')
  end('a.x.1')
  end('a.x.1')
  assert.deepEqual(begun, ['a.x.1', 'b.x.1'])
  assert.deepEqual(line.state, { running: 1, waiting: 0 })
})

test('no order of comings and goings leaves a free place beside somebody who may take it', () => {
  let seed = 7
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let round = 0; round < 300; round++) {
    const limits = { atOnce: 1 + random(4), perGroup: 1 + random(3), waiting: random(30), perGroupWaiting: random(12) }
    const { line, enter, end, begun, away } = watched({ ...limits, newest: random(2) === 0 ? 'first' : 'last' })
    const inside = new Set<string>()
    const isRunning = (name: string) => begun.includes(name)
    for (let step = 0; step < 60; step++) {
      const some = [...inside]
      if (random(3) > 0) {
        const name = `${random(4)}.${random(3)}.${step}`
        if (enter(name)) inside.add(name)
      } else if (some.length > 0) {
        const name = some[random(some.length)]!
        end(name)
        inside.delete(name)
      }
      for (const name of away) inside.delete(name)
      const running = [...inside].filter(isRunning)
      const waiting = [...inside].filter((name) => !isRunning(name))
      const ofGroup = (names: string[], group: string) => names.filter((name) => name.startsWith(`${group}.`)).length
      assert.deepEqual(line.state, { running: running.length, waiting: waiting.length })
      assert.ok(waiting.length <= limits.waiting)
      assert.ok(running.length <= limits.atOnce)
      for (const group of ['0', '1', '2', '3']) {
        assert.ok(ofGroup(running, group) <= limits.perGroup)
        if (running.length < limits.atOnce && ofGroup(running, group) < limits.perGroup) assert.equal(ofGroup(waiting, group), 0)
      }
    }
  }
})
