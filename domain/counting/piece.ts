import type { Id } from '../../kernel/id.ts'
import { lastOf, firstOf } from '../../kernel/assert.ts'
import { type Account, accountKindOf, isInside } from '../ledger/ledger.ts'
import type { Cause, CauseKind } from './cause.ts'
import type { StoredEvent } from './event.ts'
import { confirmsFrom, strengthOf } from './fold.ts'
import { missingProof, type CountProof } from './rules.ts'
import { type Verdict, verdicts } from './verdict.ts'

/** Where the books have a piece. `account` is null before it was on the register. */
export type Books = { readonly account: Account | null; readonly place: Id | null; readonly holder: Id | null }

/** The same from a moment on, and the document that made it so. */
export type BookSpan = Books & { readonly fromMs: number; readonly documentId: Id | null }

export type Piece = {
  /** What the books said when the task was opened; null where it did not expect the piece. */
  readonly expected: Books | null
  /** What they said from a slack before the task was opened until now, oldest first; never empty. */
  readonly spans: readonly BookSpan[]
  /** The open document that reserves it. */
  readonly reservedBy: Id | null
  /** The posted document that brought it to its present account. */
  readonly accountDocumentId: Id | null
}

export type PieceRule = {
  readonly slackMs: number
  /** True once no one counts any more: what has no evidence then is missing. */
  readonly ended: boolean
  readonly wanted: CountProof
  /** A place and those above it, itself first. */
  readonly above: (place: Id) => readonly Id[]
}

export type PieceOutcome = {
  readonly verdict: Verdict
  readonly strength: number
  /** The places it was seen in, the last one first. */
  readonly seen: readonly Id[]
  readonly seenWith: Id | null
  readonly causes: readonly Cause[]
}

/**
 * What became of a piece. An observation at a place fits when the books had it there at some moment no further from it than the slack and
 * the doubt about its time. Undefined where the piece was not expected and nothing that confirms was seen of it.
 */
export const verdictOfPiece = (piece: Piece, observations: readonly StoredEvent[], rule: PieceRule): PieceOutcome | undefined => {
  const sightings = observations.filter(({ kind }) => kind === 'seen')
  const strong = sightings.filter((event) => strengthOf(event) >= confirmsFrom)
  const outcome = (verdict: Verdict, events: readonly StoredEvent[], causes: readonly Cause[] = []): PieceOutcome => ({
    verdict,
    strength: Math.max(0, ...events.map(strengthOf)),
    seen: [...new Set(events.toReversed().flatMap(({ place }) => place ?? []))],
    seenWith: events.findLast(({ holder }) => holder !== undefined)?.holder ?? null,
    causes,
  })
  if (strong.length > 0) {
    const { verdict, causes } = ofStrong(piece, strong, rule)
    const differs = verdicts[verdict].tone !== 'good'
    const isHeldByPerson = piece.expected !== null && piece.expected.holder !== null
    const lacks = missingProof(rule.wanted, { seen: strong, all: observations, differs, held: isHeldByPerson }).map((kind): Cause => ({
      kind,
    }))
    return outcome(lacks.length > 0 && !differs ? 'incomplete' : verdict, strong, [...causes, ...lacks])
  }
  if (piece.expected === null) return undefined
  if (sightings.length > 0) {
    const isTicked = sightings.some(({ source }) => source === 'selfTick')
    return outcome(isTicked ? 'selfOnly' : 'heard', sightings)
  }
  const absent: Cause[] = observations.some(({ kind }) => kind === 'absent') ? [{ kind: 'absent' }] : []
  if (!rule.ended) return outcome('pending', [], absent)
  const { verdict, causes } = unseenVerdict({ ...piece, spans: spansSinceOpening(piece) }, piece.expected)
  return outcome(verdict, [], [...causes, ...absent])
}

/**
 * What the books said from the opening on. They are read from earlier on, and the moment of a document is not that of its commit: what the
 * opening already expected did not come afterwards.
 */
const spansSinceOpening = ({ expected, spans }: Pick<Piece, 'expected' | 'spans'>): readonly BookSpan[] => {
  if (expected === null) return spans
  const first = spans.findIndex(
    ({ account, place, holder }) => account === expected.account && place === expected.place && holder === expected.holder,
  )
  return spans.slice(Math.max(0, first))
}

const ofStrong = (
  { expected, spans }: Piece,
  strong: readonly StoredEvent[],
  rule: PieceRule,
): { verdict: Verdict; causes: readonly Cause[] } => {
  const fittingSightings = strong.filter((event) => spansAt(spans, event, rule).some((span) => isThere(span, event, rule)))
  const present = lastOf(spans)
  if (fittingSightings.length < strong.length) {
    const since = spansSinceOpening({ expected, spans })
      .slice(1)
      .filter(({ fromMs }) => fromMs > lastOf(strong).atMs)
    // No one can say whether it went along with the document that came after.
    if (fittingSightings.length === 0 && since.length > 0)
      return {
        verdict: 'recount',
        causes: since.map(({ documentId }) => ({ kind: 'disturbed', ...(documentId !== null && { documentId }) })),
      }
    if (fittingSightings.length === 0 && present.account !== null && !isInside(present.account))
      return accountKindOf(present.account) === 'loss' || accountKindOf(present.account) === 'disposed'
        ? { verdict: 'back', causes: documentsOf(spans, 'movedOut') }
        : { verdict: 'underway', causes: [{ kind: 'notReceived' }] }
    const places = strong.flatMap(({ place }) => place ?? [])
    const together = places.every((place) => places.every((otherPlace) => isNear(place, otherPlace, rule)))
    return { verdict: fittingSightings.length === 0 && together ? 'elsewhere' : 'twoPlaces', causes: [] }
  }
  const strange = strong.findLast(({ holder }) => holder !== undefined)
  if (rule.wanted.holder && strange && spansAt(spans, strange, rule).every(({ holder }) => holder !== strange.holder))
    return { verdict: 'otherHolder', causes: [] }
  if (expected === null) {
    const { account } = firstOf(spans)
    if (account === null || !isInside(account)) return { verdict: 'added', causes: documentsOf(spans, 'added') }
    return spans.length > 1 ? { verdict: 'movedIn', causes: documentsOf(spans, 'movedIn') } : { verdict: 'found', causes: [] }
  }
  const last = lastOf(strong)
  const cameAlong = isThere(present, last, rule) && !isThere({ ...present, ...expected }, last, rule)
  return { verdict: 'found', causes: documentsOf(spansSinceOpening({ expected, spans }), cameAlong ? 'movedIn' : 'movedOut') }
}

/**
 * The verdict of an expected piece without evidence at the end. Only a posted document excuses it: a document that is still in approval has
 * moved nothing, so it is named as a cause and the piece stays missing.
 */
const unseenVerdict = (
  { spans, reservedBy, accountDocumentId }: Piece,
  expected: Books,
): { verdict: Verdict; causes: readonly Cause[] } => {
  const present = lastOf(spans)
  if (present.account !== expected.account || present.place !== expected.place)
    return { verdict: 'movedOut', causes: documentsOf(spans, 'movedOut') }
  const reservedCauses: Cause[] = reservedBy === null ? [] : [{ kind: 'reserved', documentId: reservedBy }]
  const outside = present.account !== null && openAccounts[accountKindOf(present.account)]
  if (!outside) return { verdict: 'missing', causes: reservedCauses }
  return {
    verdict: 'underway',
    causes: [{ kind: outside, ...(accountDocumentId !== null && { documentId: accountDocumentId }) }, ...reservedCauses],
  }
}

const openAccounts: Readonly<Record<string, CauseKind>> = { loan: 'onLoan', transit: 'inTransit', repair: 'inRepair' }

const documentsOf = (spans: readonly BookSpan[], kind: CauseKind): Cause[] =>
  spans.slice(1).map(({ documentId }) => ({ kind, ...(documentId !== null && { documentId }) }))

/** The spans that hold at some moment around an observation. */
const spansAt = (spans: readonly BookSpan[], { atMs, uncertaintyMs }: StoredEvent, { slackMs }: PieceRule): BookSpan[] => {
  const toleranceMs = slackMs + uncertaintyMs
  return spans.filter(({ fromMs }, index) => fromMs <= atMs + toleranceMs && (spans[index + 1]?.fromMs ?? Infinity) >= atMs - toleranceMs)
}

/** Whether the books, where they have it, do not contradict the place it was seen in: one may say the room and the other the floor. */
const isThere = ({ account, place }: Books, sighting: StoredEvent, rule: PieceRule): boolean =>
  account !== null && isInside(account) && (place === null || sighting.place === undefined || isNear(place, sighting.place, rule))

const isNear = (placeId: Id, otherId: Id, { above }: PieceRule): boolean =>
  above(placeId).includes(otherId) || above(otherId).includes(placeId)
