import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { systemActor, type Action } from '../flow/command.ts'
import { companies, definitions, initiator } from '../testing/randomFlows.ts'
import { give, rehearse } from '../testing/rehearsal.ts'
import { findTask, openTasks } from '../flow/state.ts'
import { addCounts, type Count, type Counts, countsOf, type LogEntry, type Span, tallyEntries } from './statistics.ts'

const at = (day: number, hour = 1) => new Date(Date.UTC(2026, 0, day, hour)).toISOString()
const plain = (counts: Counts) => Object.fromEntries([...counts].map(([node, days]) => [node, Object.fromEntries(days)]))

/** A log of random commands, numbered as the log of a process is, with hours between them. */
const logs = fc
  .tuple(definitions, companies, fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { minLength: 3, maxLength: 25 }))
  .map(([definition, company, moves]): LogEntry[] => {
    const r = rehearse(definition, structuredClone(company))
    const form = { amount: '50', note: '', fixed: 'x', person: 'u5', place: 'l' }
    give(r, initiator, { t: 'start', dept: 'd', docRef: { type: 'd', id: '1' }, form, title: 't' })
    for (const [what, which] of moves) {
      const { state } = r
      if (!state) break
      r.now += (which + 1) * 3_600_000
      const open = openTasks(state)
      const one = open[which % Math.max(1, open.length)]?.task
      const task = { taskId: one?.id ?? '', formRev: state.formRev, comment: 'c' }
      const [timer] = state.timers
      const actions: [actor: string, action: Action][] = [
        ...(timer ? [[systemActor, { t: 'timerFired', timer: timer.id }] as [string, Action]] : []),
        [one?.user ?? '', { t: 'approve', ...task }],
        [one?.user ?? '', { t: 'approve', ...task }],
        [one?.user ?? '', { t: 'reject', ...task }],
        [one?.user ?? '', { t: 'rollBack', ...task, to: state.passed[0]?.node ?? 'START' }],
        [one?.user ?? '', { t: 'transfer', ...task, to: 'u4' }],
        [initiator, { t: 'resubmit', formRev: state.formRev }],
        ['u2', { t: 'takeBack', taskId: state.passed.at(-1)?.tasks?.[0]?.id ?? '' }],
      ]
      const [actor, action] = actions[what % actions.length]!
      give(r, actor, action)
    }
    let seq = 1
    return r.entries.map(({ at: moment, events }) => {
      const entry = { seq, at: moment, events }
      seq += events.length
      return entry
    })
  })

test('counted in parts, a log gives what it gives at once', () => {
  fc.assert(
    fc.property(logs, fc.array(fc.nat(30), { maxLength: 4 }), (log, cuts) => {
      const { counts: whole, spans } = tallyEntries(log)
      const partSpans: Span[] = []
      const parts: Counts = new Map()
      let after = 0
      for (const cut of [...cuts.toSorted((a, b) => a - b), log.length]) {
        const seen = log.slice(0, cut)
        const part = tallyEntries(seen, after)
        addCounts(parts, part.counts)
        partSpans.push(...part.spans)
        const last = seen.at(-1)
        if (last) after = last.seq + last.events.length - 1
      }
      assert.deepEqual(plain(parts), plain(whole))
      assert.deepEqual(partSpans, spans)
    }),
    { seed: 1, numRuns: 300 },
  )
})

test('the counts are those of the events, and every task has one wait', () => {
  const reached = { decided: 0, returned: 0, overdue: 0 }
  fc.assert(
    fc.property(logs, (log) => {
      const counts = countsOf(log)
      const events = log.flatMap((entry) => entry.events)
      const sum = (places: (node: string) => boolean, of: (count: Count) => number) =>
        [...counts]
          .filter(([node]) => places(node))
          .reduce((total, [, days]) => total + [...days.values()].reduce((n, count) => n + of(count), 0), 0)
      const flow = (of: (count: Count) => number) => sum((node) => node === '', of)
      const nodes = (of: (count: Count) => number) => sum((node) => node !== '', of)
      const decided = events.filter((event) => event.t === 'TaskDecided' && !event.auto).length
      // Sent back by a person who gave no verdict: that is how he decided his task.
      const sentBack = log.filter(
        ({ events: made }) =>
          made.some((event) => (event.t === 'RolledBack' || event.t === 'Returned') && event.by !== systemActor) &&
          !made.some(({ t }) => t === 'TaskDecided'),
      ).length
      assert.equal(
        flow((count) => count.started),
        log.length === 0 ? 0 : 1,
      )
      assert.equal(
        flow((count) => count.returned),
        events.filter(({ t }) => t === 'Returned').length,
      )
      for (const outcome of ['approved', 'rejected', 'withdrawn', 'terminated'] as const)
        assert.equal(
          flow((count) => count[outcome]),
          events.filter((event) => event.t === 'Ended' && event.outcome === outcome).length,
        )
      assert.equal(
        nodes((count) => count.approved + count.rejected),
        decided,
      )
      assert.equal(
        nodes((count) => count.tasks),
        decided + sentBack,
      )
      assert.equal(
        nodes((count) => count.waits.reduce((a, b) => a + b)),
        decided + sentBack,
      )
      reached.decided += decided
      reached.returned += sentBack
      reached.overdue += nodes((count) => count.overdue)
    }),
    { seed: 2, numRuns: 300 },
  )
  for (const [what, n] of Object.entries(reached)) assert.ok(n > 20, `${what} was reached ${n} times`)
})

test('a wait begins when the task is opened or handed on, and belongs to the day it ends', () => {
  const r = rehearse(
    {
      schema: 1,
      key: 'f',
      version: 1,
      name: 'f',
      form: { kind: 'document', docType: 'd' },
      policy: {
        dedupe: 'none',
        withdraw: 'anyTime',
        takeBack: true,
        batchApprove: true,
        admins: ['u7'],
        title: '',
        summaryFields: [],
        automatic: false,
      },
      startFields: {},
      body: [
        {
          t: 'approve',
          id: 'a',
          name: 'a',
          assignees: [{ k: 'users', ids: ['u2'] }],
          vote: { mode: 'or' },
          settle: 'early',
          onEmpty: 'admins',
          onSelf: 'allow',
          onReject: 'end',
          resubmit: 'restart',
          ops: { transfer: true, delegate: true, addSign: true, rollback: true, cc: true },
          require: { comment: 'never', signature: false, attachment: false },
          fields: {},
          timeouts: [],
        },
      ],
    },
    {},
  )
  const doing = (actor: string, action: Action, when: string) => {
    r.now = Date.parse(when) - 60_000
    const answer = give(r, actor, action)
    assert.ok('events' in answer, JSON.stringify(answer))
  }
  doing(initiator, { t: 'start', dept: 'd', form: {}, title: 't' }, at(5, 1))
  const taskId = openTasks(r.state!)[0]!.task.id
  doing('u2', { t: 'transfer', taskId, to: 'u3' }, at(5, 9))
  assert.equal(findTask(r.state!, taskId)!.task.user, 'u3')
  // 17:00 UTC is the next day in the organisation's zone.
  doing('u3', { t: 'approve', taskId, formRev: 1 }, at(5, 17))
  let seq = 1
  const log = r.entries.map((entry) => {
    const numbered = { ...entry, seq }
    seq += entry.events.length
    return numbered
  })
  const counts = plain(countsOf(log))
  const hours = (n: number) => n * 3600
  const { tasks, approved, waitSeconds, maxSeconds, waits } = counts['a']!['2026-01-06']!
  assert.deepEqual([tasks, approved, waitSeconds, maxSeconds, waits], [1, 1, hours(8), hours(8), [0, 0, 1, 0, 0, 0]])
  assert.equal(counts['']!['2026-01-05']!.started, 1)
  assert.deepEqual([counts['']!['2026-01-06']!.approved, counts['']!['2026-01-06']!.waitSeconds], [1, hours(16)])
})
