import { add, compare, type Decimal, multiply, subtract, sum } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import type { Cause } from './cause.ts'
import type { StoredEvent } from './event.ts'
import { strengthOf } from './fold.ts'
import type { Verdict } from './verdict.ts'

/** A move of a supply in or out of the store that is counted; `change` is negative for what went out. */
export type StockMove = {
  readonly change: Decimal
  /** Its number among the movements of this supply in this store. */
  readonly seq: bigint
  readonly atMs: number
  readonly documentId: Id
}

export type Stock = {
  /** What the books said when the task was opened, after which movement; null where there was none. */
  readonly expected: { readonly quantity: Decimal; readonly seq: bigint } | null
  /** Every move from a slack before the task was opened until now. */
  readonly moves: readonly StockMove[]
}

export type StockRule = { readonly slackMs: number; readonly ended: boolean }

export type StockOutcome = {
  readonly verdict: Verdict
  readonly strength: number
  readonly seen: readonly Id[]
  readonly counted: Decimal | null
  /** What the books had of it when it was counted; null while it was not, or no one can say. */
  readonly expected: Decimal | null
  readonly difference: Decimal | null
  readonly causes: readonly Cause[]
}

/**
 * What a count of a supply in a store comes to. Entries of all zones and people add up; the person who enters the same zone again replaces his own.
 * What moved before the sitting belongs to what is expected, what moved after it does not; no number fits what moved in between, because
 * no one says from which shelf it was taken, and then it is counted once more.
 */
export const outcomeOfStock = ({ expected, moves }: Stock, observations: readonly StoredEvent[], rule: StockRule): StockOutcome => {
  const entries = observations.filter(({ kind }) => kind === 'quantity' || kind === 'absent')
  if (entries.length === 0) {
    const after = moves.filter(({ seq }) => expected !== null && seq > expected.seq)
    const now = sum([expected?.quantity ?? '0', ...after.map(({ change }) => change)])
    const missing = rule.ended && compare(now, '0') > 0
    const endVerdict = missing ? 'missing' : 'found'
    return {
      verdict: rule.ended ? endVerdict : 'pending',
      strength: 0,
      seen: [],
      counted: missing ? '0' : null,
      expected: rule.ended ? now : null,
      difference: missing ? subtract('0', now) : null,
      causes: [],
    }
  }
  const lastEntries = new Map(entries.map((entry) => [`${entry.actor ?? entry.uploader} ${entry.place ?? ''} ${entry.zone ?? ''}`, entry]))
  const countedQuantity = sum(
    [...lastEntries.values()].map(({ kind, quantity = '0', factor = '1' }) => (kind === 'absent' ? '0' : multiply(quantity, factor))),
  )
  const firstMs = Math.min(...entries.map(({ atMs, uncertaintyMs }) => atMs - uncertaintyMs)) - rule.slackMs
  const lastMs = Math.max(...observations.map(({ atMs, uncertaintyMs }) => atMs + uncertaintyMs)) + rule.slackMs
  const result = {
    strength: Math.max(...entries.map(strengthOf)),
    seen: [...new Set(entries.flatMap(({ place }) => place ?? []))],
    counted: countedQuantity,
  }
  const movesBetween = moves.filter(({ atMs }) => atMs >= firstMs && atMs <= lastMs)
  if (movesBetween.length > 0) {
    const kind = entries.some(({ uncertaintyMs }) => uncertaintyMs > doubtfulMs) ? 'uncertain' : 'disturbed'
    const documents = [...new Set(movesBetween.map(({ documentId }) => documentId))]
    return {
      ...result,
      verdict: 'recount',
      expected: null,
      difference: null,
      causes: documents.map((documentId) => ({ kind, documentId })),
    }
  }
  const before = moves.filter(({ seq, atMs }) => seq > (expected?.seq ?? 0n) && atMs < firstMs)
  // What was moved after the sitting and yet before the task was opened is in the snapshot and was still on the shelf.
  const undone = moves.filter(({ seq, atMs }) => expected !== null && seq <= expected.seq && atMs > lastMs)
  const had = subtract(add(expected?.quantity ?? '0', sum(before.map(({ change }) => change))), sum(undone.map(({ change }) => change)))
  const difference = subtract(countedQuantity, had)
  return { ...result, verdict: verdictOf(difference), expected: had, difference, causes: [] }
}

const verdictOf = (difference: Decimal): 'found' | 'more' | 'less' => {
  const side = compare(difference, '0')
  if (side === 0) return 'found'
  return side > 0 ? 'more' : 'less'
}

/** From here on the doubt about a moment is a reason of its own. */
const doubtfulMs = 10 * 60_000
