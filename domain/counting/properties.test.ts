import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Account } from '../ledger/ledger.ts'
import { compare, sum } from '../../kernel/decimal.ts'
import { countEventKinds, countSources, type CountSource, type StoredEvent } from './event.ts'
import { standingEvents } from './fold.ts'
import { type BookSpan, verdictOfPiece } from './piece.ts'
import { abcClasses, dueByClass, sampleOf } from './sample.ts'
import { outcomeOfStock } from './sitting.ts'
import { verdicts } from './verdict.ts'

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 300)
const seed = Number(process.env['PROPERTY_SEED'] ?? 11)

const places = ['A', 'A1', 'B', 'C'] as const
const hour = 3_600_000

/** Events of several devices as they number them: each device's own go up by one. */
const devices: fc.Arbitrary<StoredEvent[][]> = fc
  .array(
    fc.array(
      fc.record({
        kind: fc.constantFrom(...countEventKinds),
        source: fc.constantFrom(...(Object.keys(countSources) as CountSource[])),
        place: fc.option(fc.constantFrom(...places), { nil: undefined }),
        zone: fc.option(fc.constantFrom('1', '2'), { nil: undefined }),
        quantity: fc.integer({ min: 0, max: 20 }).map(String),
        holder: fc.option(fc.constantFrom('5', '6'), { nil: undefined }),
        atMs: fc.integer({ min: 0, max: 8 * hour }),
        uncertaintyMs: fc.constantFrom(0, 1000, hour),
        disposition: fc.constantFrom('ok', 'ok', 'ok', 'late', 'foreign'),
        round: fc.constantFrom(1, 1, 1, 2),
        voids: fc.integer({ min: 1, max: 6 }),
        strong: fc.boolean(),
      }),
      { maxLength: 6 },
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) =>
    all.map((events, device) =>
      events.map(({ strong, ...event }, index) => ({
        ...event,
        disposition: event.disposition as StoredEvent['disposition'],
        id: '',
        seq: index + 1,
        at: '',
        device: `d${device}`,
        uploader: `u${device % 2}`,
        receivedAt: '',
        rssi: { n: 1, best: -50, first: -50, last: -50, strong },
      })),
    ),
  )

const spans: fc.Arbitrary<BookSpan[]> = fc
  .array(
    fc.record({
      fromMs: fc.integer({ min: 0, max: 8 * hour }),
      account: fc.constantFrom<Account | null>(
        'store:A',
        'store:B',
        'person:5',
        'person:',
        'loan:6',
        'loss:',
        'disposed:',
        'transit:A',
        'repair:',
        'supplier:',
      ),
      place: fc.option(fc.constantFrom(...places)),
      holder: fc.option(fc.constantFrom('5', '6')),
      documentId: fc.option(fc.constantFrom('D1', 'D2')),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((list) => list.toSorted((a, b) => a.fromMs - b.fromMs).map((span, index) => (index === 0 ? { ...span, fromMs: -Infinity } : span)))

/** All events, in an order in which each device's own stay in order. */
const interleaved = (all: readonly (readonly StoredEvent[])[], order: readonly number[]): StoredEvent[] => {
  const left = all.map((events) => [...events])
  const out: StoredEvent[] = []
  for (let step = 0; left.some((events) => events.length > 0); step++) {
    const open = left.filter((events) => events.length > 0)
    out.push(open[(order[step % order.length] ?? 0) % open.length]!.shift()!)
  }
  return out
}
const above = (place: string): string[] => (place === 'A1' ? ['A1', 'A'] : [place])

test('K2 in whatever order devices deliver, and however often a line is folded, the same follows', () => {
  fc.assert(
    fc.property(
      devices,
      spans,
      fc.array(fc.nat(9), { minLength: 1 }),
      fc.boolean(),
      fc.boolean(),
      (all, books, order, ended, isExpected) => {
        const inOrder = standingEvents(all.flat(), 1)
        const shuffled = standingEvents(interleaved(all, order), 1)
        assert.deepEqual(shuffled, inOrder)
        const piece = { expected: isExpected ? books[0]! : null, spans: books, reservedBy: null, accountDocumentId: null }
        const rule = { slackMs: hour / 2, ended, wanted: { photo: 'never', holder: true, condition: false } as const, above }
        const outcome = verdictOfPiece(piece, shuffled, rule)
        assert.deepEqual(outcome, verdictOfPiece(piece, inOrder, rule))
        // K3: a piece that was expected has exactly one verdict, whatever was seen of it; while people count none is missing.
        if (isExpected) assert.ok(outcome !== undefined && outcome.verdict in verdicts)
        if (!ended) assert.notEqual(outcome?.verdict, 'missing')
        if (outcome && outcome.strength < 2) assert.notEqual(outcome.verdict, 'found')
      },
    ),
    { numRuns, seed },
  )
})

/**
 * A shelf as it is: so many lie there, some of them unknown to the books; documents take away and bring while people count. What is counted
 * is what lies there at that moment.
 */
test('K4 a supply that nothing moved of while it was counted differs by what was hidden, and otherwise it is counted again', () => {
  const slackMs = 1000
  fc.assert(
    fc.property(
      fc.integer({ min: 50, max: 90 }),
      fc.integer({ min: -20, max: 20 }),
      fc.array(fc.record({ atMs: fc.integer({ min: 0, max: 100_000 }), change: fc.integer({ min: -3, max: 3 }).filter((n) => n !== 0) }), {
        maxLength: 6,
      }),
      fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 0, max: 100_000 }),
      (start, hidden, moved, looks, openedMs) => {
        const moves = moved
          .toSorted((a, b) => a.atMs - b.atMs)
          .map(({ atMs, change }, index) => ({ atMs, change: String(change), seq: BigInt(index + 1), documentId: `D${index}` }))
        const bookedAt = (ms: number) =>
          start + moves.filter(({ atMs }) => atMs < ms).reduce((total, { change }) => total + Number(change), 0)
        const firstMs = Math.min(...looks)
        // One shelf for each look; everything lies on the last one, the others are bare.
        const entries = looks
          .toSorted((a, b) => a - b)
          .map((atMs, index, all) => entry(atMs, String(index), index === all.length - 1 ? bookedAt(atMs) + hidden : 0))
        const expected = { quantity: String(bookedAt(openedMs)), seq: BigInt(moves.filter(({ atMs }) => atMs < openedMs).length) }
        const { verdict, difference } = outcomeOfStock({ expected, moves }, standingEvents(entries, 1), { slackMs, ended: false })
        const disturbed = moves.some(({ atMs }) => atMs >= firstMs - slackMs && atMs <= Math.max(...looks) + slackMs)
        if (disturbed) assert.equal(verdict, 'recount')
        else assert.equal(difference, String(hidden))
      },
    ),
    { numRuns, seed },
  )
})

let next = 0
const entry = (atMs: number, zone: string, quantity: number): StoredEvent => ({
  id: '',
  seq: ++next,
  round: 1,
  kind: 'quantity',
  source: 'camera',
  quantity: String(quantity),
  zone,
  at: '',
  device: 'd',
  disposition: 'ok',
  atMs,
  uncertaintyMs: 0,
  receivedAt: '',
  uploader: 'u',
})

const candidates = fc.uniqueArray(
  fc.record({ id: fc.integer({ min: 1, max: 9999 }).map(String), value: fc.integer({ min: 0, max: 1000 }).map(String) }),
  {
    selector: ({ id }) => id,
    minLength: 1,
    maxLength: 60,
  },
)
const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

test('a sample is the same whoever draws it, and has the size that was asked for', () => {
  fc.assert(
    fc.property(candidates, fc.integer({ min: 1, max: 100 }), fc.boolean(), (all, percent, strata) => {
      const drawn = sampleOf(all, { seed: '2026', percent, strata }, hash)
      assert.deepEqual(drawn, sampleOf(all.toReversed(), { seed: '2026', percent, strata }, hash))
      const least = Math.ceil((all.length * percent) / 100 - 1e-9)
      assert.ok(drawn.size >= least && drawn.size <= least + (strata ? 2 : 0), `${drawn.size} of ${all.length} at ${percent} %`)
      assert.equal(sampleOf(all, { seed: '2026', count: 3, strata: false }, hash).size, Math.min(3, all.length))
    }),
    { numRuns: Math.min(numRuns, 300), seed },
  )
})

test('classes by value: whatever is dearer has no lower class, and everything is due in the end', () => {
  fc.assert(
    fc.property(candidates, (all) => {
      const classes = abcClasses(all)
      const sorted = all.toSorted((a, b) => compare(b.value, a.value) || compare(a.id, b.id)).map(({ id }) => classes.get(id)!)
      assert.deepEqual(sorted, sorted.toSorted())
      const total = Number(sum(all.map(({ value }) => value)))
      const ofA = all.filter(({ id }) => classes.get(id) === 'A')
      if (total > 0) assert.ok(Number(sum(ofA.map(({ value }) => value))) >= total * 0.8 - 1e-9 || classes.size === 0)
      const counted = new Map<string, number>()
      for (let day = 0; day < 366; day++)
        for (const id of dueByClass(all.map((each) => ({ ...each, daysSince: counted.has(each.id) ? day - counted.get(each.id)! : null }))))
          counted.set(id, day)
      assert.equal(counted.size, all.length)
    }),
    { numRuns: 20, seed },
  )
})
