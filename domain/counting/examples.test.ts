import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '../ledger/ledger.ts'
import type { CauseKind } from './cause.ts'
import { correctedTime, correctedTimes } from './clock.ts'
import type { StoredEvent } from './event.ts'
import { standingEvents } from './fold.ts'
import { type BookSpan, type Piece, type PieceRule, verdictOfPiece } from './piece.ts'
import type { CountProof } from './rules.ts'
import { outcomeOfStock, type StockMove } from './sitting.ts'

/** "10:30" of the day in milliseconds. */
const at = (clock: string): number => Date.parse(`2026-11-20T${clock}:00Z`)
const slackMs = 30 * 60_000

let seq = 0
const event = (clock: string, more: Partial<StoredEvent>): StoredEvent => ({
  id: '00000000-0000-4000-8000-000000000000',
  seq: ++seq,
  round: 1,
  kind: 'seen',
  source: 'camera',
  at: new Date(at(clock)).toISOString(),
  device: 'one',
  disposition: 'ok',
  atMs: at(clock),
  uncertaintyMs: 0,
  receivedAt: '',
  uploader: '7',
  ...more,
})
const counts = (clock: string, quantity: string, more: Partial<StoredEvent> = {}) =>
  event(clock, { kind: 'quantity', quantity, place: 'A', ...more })

/** Ten were on the books at 9:00, after the fifth movement. */
const issue = (clock: string, change: string, number: number): StockMove => ({
  change,
  seq: BigInt(number),
  atMs: at(clock),
  documentId: `D${number}`,
})
const of = (entries: readonly StoredEvent[], moves: readonly StockMove[] = [], ended = false) => {
  const { verdict, counted, expected, difference, causes } = outcomeOfStock(
    { expected: { quantity: '10', seq: 5n }, moves },
    standingEvents(entries, 1),
    { slackMs, ended },
  )
  return [verdict, counted, expected, difference, ...causes.map(({ kind, documentId }) => `${kind} ${documentId}`)]
}

const stories: readonly (readonly [story: string, outcome: () => unknown[], expected: unknown[]])[] = [
  [
    'Q1 ten are counted, three issued an hour later',
    () => of([counts('10:00', '10')], [issue('11:00', '-3', 6)]),
    ['found', '10', '10', '0'],
  ],
  [
    'Q2 seven are counted, three issued an hour later',
    () => of([counts('10:00', '7')], [issue('11:00', '-3', 6)]),
    ['less', '7', '10', '-3'],
  ],
  [
    'Q3 two shelves, and three issued in between',
    () => of([counts('10:00', '6', { zone: 'A' }), counts('11:00', '4', { zone: 'B' })], [issue('10:30', '-3', 6)]),
    ['recount', '10', null, null, 'disturbed D6'],
  ],
  [
    'Q4 nobody knows when',
    () => of([counts('10:00', '7', { uncertaintyMs: 2_147_483_647 })], [issue('11:00', '-3', 6)]),
    ['recount', '7', null, null, 'uncertain D6'],
  ],
  [
    'Q4 nobody knows when, and nothing moved',
    () => of([counts('10:00', '7', { uncertaintyMs: 2_147_483_647 })]),
    ['less', '7', '10', '-3'],
  ],
  [
    'Q6 two boxes of twelve and five single ones',
    () => of([counts('10:00', '2', { factor: '12', zone: 'A' }), counts('10:01', '5', { zone: 'B' })]),
    ['more', '29', '10', '19'],
  ],
  [
    'what was issued long before belongs to what is expected',
    () => of([counts('12:00', '7')], [issue('10:00', '-3', 6)]),
    ['found', '7', '7', '0'],
  ],
  [
    'issued before the opening, and carried away after the count',
    () => of([counts('09:10', '13')], [issue('08:50', '-3', 5)]),
    ['recount', '13', null, null, 'disturbed D5'],
  ],
  [
    'the same shelf again replaces',
    () => of([counts('10:00', '4', { zone: 'A' }), counts('10:05', '10', { zone: 'A' })]),
    ['found', '10', '10', '0'],
  ],
  [
    'of somebody else it adds up',
    () => of([counts('10:00', '4', { zone: 'A' }), counts('10:05', '6', { zone: 'A', uploader: '8' })]),
    ['found', '10', '10', '0'],
  ],
  [
    'what was taken back does not count',
    () => {
      const wrong = counts('10:00', '99')
      return of([wrong, event('10:01', { kind: 'void', voids: wrong.seq }), counts('10:02', '10')])
    },
    ['found', '10', '10', '0'],
  ],
  ['nobody looked', () => of([]), ['pending', null, null, null]],
  ['nobody looked until the end', () => of([], [issue('11:00', '-3', 6)], true), ['missing', '0', '7', '-7']],
  ['there is none of it any more', () => of([event('10:00', { kind: 'absent', place: 'A' })]), ['less', '0', '10', '-10']],
]
for (const [story, outcome, expected] of stories) test(`quantities: ${story}`, () => assert.deepEqual(outcome(), expected))

const span = (clock: string | undefined, account: Account | null, place: string | null, documentId: string | null = null): BookSpan => ({
  fromMs: clock === undefined ? -Infinity : at(clock),
  account,
  place,
  holder: account?.startsWith('person:') ? account.slice(7) : null,
  documentId,
})
const home = span(undefined, 'store:A', 'A')
const transferred = span('11:00', 'store:B', 'B', 'D1')
const above = (place: string): string[] => (place === 'A1' ? ['A1', 'A'] : [place])
const piece = (spans: readonly BookSpan[], more: Partial<Piece> = {}): Piece => ({
  expected: home,
  spans,
  reservedBy: null,
  accountDocumentId: null,
  ...more,
})
const seen = (clock: string, place: string, more: Partial<StoredEvent> = {}) => event(clock, { place, ...more })
const verdict = (of: Piece, events: readonly StoredEvent[], more: Partial<PieceRule> = {}) => {
  const outcome = verdictOfPiece(of, standingEvents(events, 1), { slackMs, ended: false, wanted: nothing, above, ...more })
  return outcome && [outcome.verdict, ...outcome.causes.map(({ kind, documentId }) => (documentId ? `${kind} ${documentId}` : kind))]
}
const nothing: CountProof = { photo: 'never', holder: false, condition: false }
const weak = { n: 2, best: -70, first: -72, last: -70, strong: false }

const pieces: readonly (readonly [story: string, outcome: () => unknown, expected: unknown])[] = [
  [
    'A1 transferred at 10:30, seen at the new place at 11:30',
    () => verdict(piece([home, span('10:30', 'store:B', 'B', 'D1')]), [seen('11:30', 'B')]),
    ['found', 'movedIn D1'],
  ],
  [
    'A2 seen at the old place at 10:00, transferred at 11:00',
    () => verdict(piece([home, transferred]), [seen('10:00', 'A')]),
    ['found', 'movedOut D1'],
  ],
  [
    'A3 transferred at 11:00, seen at the old place at 11:10',
    () => verdict(piece([home, transferred]), [seen('11:10', 'A')]),
    ['found', 'movedOut D1'],
  ],
  [
    'A3 transferred at 11:00, seen at the old place at 15:00',
    () => verdict(piece([home, transferred]), [seen('15:00', 'A')]),
    ['elsewhere'],
  ],
  [
    'A4 not seen, and a document in approval reserves it: missing, with the document as a cause',
    () => verdict(piece([home], { reservedBy: 'D9' }), [], { ended: true }),
    ['missing', 'reserved D9'],
  ],
  [
    'A5 carded during the count and seen',
    () => verdict(piece([span(undefined, null, null), span('10:00', 'store:A', 'A', 'D2')], { expected: null }), [seen('11:00', 'A')]),
    ['added', 'added D2'],
  ],
  ['not seen, transferred meanwhile', () => verdict(piece([home, transferred]), [], { ended: true }), ['movedOut', 'movedOut D1']],
  ['not seen, the counting goes on', () => verdict(piece([home]), []), ['pending']],
  ['looked for, the counting goes on', () => verdict(piece([home]), [event('10:00', { kind: 'absent' })]), ['pending', 'absent']],
  ['not seen until the end', () => verdict(piece([home]), [], { ended: true }), ['missing']],
  [
    'on loan and not seen',
    () => verdict(piece([span(undefined, 'loan:5', 'A')], { expected: span(undefined, 'loan:5', 'A') }), [], { ended: true }),
    ['underway', 'onLoan'],
  ],
  [
    'on loan by a posted document, to be given back by one in approval, and not seen',
    () =>
      verdict(
        piece([span(undefined, 'loan:5', 'A')], { expected: span(undefined, 'loan:5', 'A'), accountDocumentId: 'D3', reservedBy: 'D9' }),
        [],
        { ended: true },
      ),
    ['underway', 'onLoan D3', 'reserved D9'],
  ],
  ['seen elsewhere', () => verdict(piece([home]), [seen('10:00', 'B')]), ['elsewhere']],
  ['seen on a shelf of the store', () => verdict(piece([home]), [seen('10:00', 'A1')]), ['found']],
  ['seen in two places', () => verdict(piece([home]), [seen('10:00', 'A'), seen('12:00', 'B')]), ['twoPlaces']],
  [
    'seen in two places, and the books had it in both',
    () => verdict(piece([home, transferred]), [seen('10:00', 'A'), seen('12:00', 'B')]),
    ['found', 'movedIn D1'],
  ],
  ['only heard', () => verdict(piece([home]), [seen('10:00', 'A', { source: 'rfid', rssi: weak })]), ['heard']],
  ['heard and scanned', () => verdict(piece([home]), [seen('09:50', 'B', { source: 'rfid', rssi: weak }), seen('10:00', 'A')]), ['found']],
  ['only ticked by its holder', () => verdict(piece([home]), [seen('10:00', 'A', { source: 'selfTick' })]), ['selfOnly']],
  [
    'a stranger that is only heard is nothing',
    () => verdict(piece([home], { expected: null }), [seen('10:00', 'A', { source: 'rfid', rssi: weak })]),
    undefined,
  ],
  ['seen though it was lost', () => verdict(piece([span(undefined, 'loss:', 'A')], { expected: null }), [seen('10:00', 'A')]), ['back']],
  [
    'with somebody else',
    () =>
      verdict(piece([span(undefined, 'person:5', 'A')]), [seen('10:00', 'A', { holder: '6' })], { wanted: { ...nothing, holder: true } }),
    ['otherHolder'],
  ],
  [
    'with whom it is',
    () =>
      verdict(piece([span(undefined, 'person:5', 'A')]), [seen('10:00', 'A', { holder: '5' })], { wanted: { ...nothing, holder: true } }),
    ['found'],
  ],
  ['seen without a place', () => verdict(piece([home]), [event('10:00', {})]), ['found']],
]
const away = (account: Account): Piece => piece([span(undefined, account, 'A')], { expected: span(undefined, account, 'A') })
const confirmed = (wanted: Partial<CountProof>): Partial<PieceRule> => ({ wanted: { ...nothing, ...wanted } })
const picture = { file: 'photo.jpg' }

/** The least that makes a cause, and what differs from it by one thing and has none. */
const causes: Readonly<Record<CauseKind, { readonly of: () => unknown; readonly not: () => unknown }>> = {
  movedIn: {
    of: () => verdict(piece([home, transferred]), [seen('12:00', 'B')]),
    not: () => verdict(piece([home]), [seen('12:00', 'B')]),
  },
  movedOut: {
    of: () => verdict(piece([home, transferred]), [], { ended: true }),
    not: () => verdict(piece([home, transferred]), []),
  },
  added: {
    of: () => verdict(piece([span(undefined, null, null), span('10:00', 'store:A', 'A', 'D2')], { expected: null }), [seen('11:00', 'A')]),
    not: () => verdict(piece([home], { expected: null }), [seen('11:00', 'A')]),
  },
  reserved: {
    of: () => verdict(piece([home], { reservedBy: 'D9' }), [], { ended: true }),
    not: () => verdict(piece([home], { reservedBy: 'D9' }), [seen('10:00', 'A')], { ended: true }),
  },
  onLoan: {
    of: () => verdict(away('loan:5'), [], { ended: true }),
    not: () => verdict(away('person:5'), [], { ended: true }),
  },
  inTransit: {
    of: () => verdict(away('transit:'), [], { ended: true }),
    not: () => verdict(away('store:A'), [], { ended: true }),
  },
  inRepair: {
    of: () => verdict(away('repair:'), [], { ended: true }),
    not: () => verdict(away('repair:'), []),
  },
  disturbed: {
    of: () => of([counts('10:00', '10')], [issue('10:10', '-3', 6)]),
    not: () => of([counts('10:00', '10')], [issue('10:31', '-3', 6)]),
  },
  uncertain: {
    of: () => of([counts('10:00', '10', { uncertaintyMs: 11 * 60_000 })], [issue('10:10', '-3', 6)]),
    not: () => of([counts('10:00', '10', { uncertaintyMs: 11 * 60_000 })]),
  },
  absent: {
    of: () => verdict(piece([home]), [event('10:00', { kind: 'absent' })]),
    not: () => verdict(piece([home]), [event('10:00', { kind: 'absent' }), seen('10:05', 'A')]),
  },
  notReceived: {
    of: () => verdict(piece([span(undefined, 'supplier:', null)], { expected: null }), [seen('10:00', 'A')]),
    not: () => verdict(piece([span(undefined, 'loss:', null)], { expected: null }), [seen('10:00', 'A')]),
  },
  noPhoto: {
    of: () => verdict(piece([home]), [seen('10:00', 'A')], confirmed({ photo: 'always' })),
    not: () => verdict(piece([home]), [seen('10:00', 'A', picture)], confirmed({ photo: 'always' })),
  },
  noHolder: {
    of: () => verdict(away('person:5'), [seen('10:00', 'A')], confirmed({ holder: true })),
    not: () => verdict(piece([home]), [seen('10:00', 'A')], confirmed({ holder: true })),
  },
  noCondition: {
    of: () => verdict(piece([home]), [seen('10:00', 'A')], confirmed({ condition: true })),
    not: () => verdict(piece([home]), [seen('10:00', 'A', { condition: 'good' })], confirmed({ condition: true })),
  },
}
for (const [kind, { of: made, not }] of Object.entries(causes))
  test(`causes: ${kind} where it is one, and only there`, () => {
    const has = (outcome: unknown) => (outcome as unknown[]).slice(1).some((words) => String(words).split(' ')[0] === kind)
    assert.ok(has(made()), String(made()))
    assert.ok(!has(not()), String(not()))
  })

for (const [story, outcome, expected] of pieces) test(`pieces: ${story}`, () => assert.deepEqual(outcome(), expected))

const exchange = { serverMs: at('12:00'), roundTripMs: 100 }
const wall = (clock: string, offsetMs?: number) => ({
  at: new Date(at(clock)).toISOString(),
  ...(offsetMs !== undefined && { clock: { offsetMs, uncertaintyMs: 50 } }),
})
const clocks: readonly (readonly [
  story: string,
  ms: number,
  doubt: readonly [number, number],
  of: () => ReturnType<typeof correctedTime>,
])[] = [
  ['a right clock', at('10:00'), [0, 500], () => correctedTime(wall('10:00'), { ...exchange, clientMs: at('12:00') })],
  ['Q4 two hours fast', at('10:00'), [0, 500], () => correctedTime(wall('12:00'), { ...exchange, clientMs: at('14:00') })],
  [
    'compared before and after',
    at('10:00'),
    [0, 60],
    () => correctedTime(wall('12:00', 7_200_000), { ...exchange, clientMs: at('14:00') }),
  ],
  [
    'set right in between',
    at('10:00'),
    [7_200_000, 7_201_000],
    () => correctedTime(wall('12:00', 7_200_000), { ...exchange, clientMs: at('12:00') }),
  ],
  [
    'from the future',
    at('12:00'),
    [2_000_000_000, 2_147_483_647],
    () => correctedTime(wall('15:00'), { ...exchange, clientMs: at('12:00') }),
  ],
]
for (const [story, ms, [least, most], of] of clocks)
  test(`clocks: ${story}`, () => {
    const { atMs, uncertaintyMs } = of()
    assert.equal(atMs, ms)
    assert.ok(uncertaintyMs >= least && uncertaintyMs <= most, `${uncertaintyMs} ms`)
  })

test('a step of the wall clock widens the doubt about what was before it', () => {
  const [before, after] = correctedTimes(
    [
      { ...wall('10:00'), monoMs: 0 },
      { ...wall('11:30'), monoMs: 30 * 60_000 },
    ],
    { ...exchange, clientMs: at('12:00') },
  )
  assert.ok(before!.uncertaintyMs >= 3_600_000)
  assert.ok(after!.uncertaintyMs < 1000)
})
