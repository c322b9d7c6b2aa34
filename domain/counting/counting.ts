import { add, type Decimal, subtract } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'

/** An asset that a count should find, and where. */
export type ExpectedAsset = { readonly assetId: Id; readonly locationId: Id }

/** One scan of a code at a place; `assetId` is absent where no asset on the register has the code. */
export type AssetScan = { readonly code: string; readonly assetId?: Id | undefined; readonly locationId: Id }

export type AssetsCounted = {
  /** Seen where they belong. */
  readonly found: Id[]
  /** Not seen anywhere. */
  readonly missing: Id[]
  /** Seen, but at another place; `expectedAt` is absent for an asset that the count did not expect at all. */
  readonly unexpected: { readonly assetId: Id; readonly expectedAt: Id | undefined; readonly foundAt: Id }[]
  /** Things with a code that is not on the register, at the place of their last scan. */
  readonly unknown: { readonly code: string; readonly locationId: Id }[]
}

/**
 * Compares what was expected with all scans of the count, oldest first. Scanning again changes nothing, one scan at the
 * right place settles an asset, and of several wrong places the last one stands.
 */
export const countAssets = (expected: readonly ExpectedAsset[], scans: readonly AssetScan[]): AssetsCounted => {
  const expectedAt = new Map(expected.map(({ assetId, locationId }) => [assetId, locationId]))
  const seenAt = new Map<Id, Id>()
  const unknownAt = new Map<string, Id>()
  for (const { code, assetId, locationId } of scans) {
    if (assetId === undefined) unknownAt.set(code, locationId)
    else if (!seenAt.has(assetId) || seenAt.get(assetId) !== expectedAt.get(assetId)) seenAt.set(assetId, locationId)
  }
  const expectedIds = [...expectedAt.keys()]
  return {
    found: expectedIds.filter((assetId) => seenAt.get(assetId) === expectedAt.get(assetId)),
    missing: expectedIds.filter((assetId) => !seenAt.has(assetId)),
    unexpected: [...seenAt]
      .map(([assetId, foundAt]) => ({ assetId, expectedAt: expectedAt.get(assetId), foundAt }))
      .filter((asset) => asset.expectedAt !== asset.foundAt),
    unknown: [...unknownAt].map(([code, locationId]) => ({ code, locationId })),
  }
}

/**
 * What one counter saw of one item at one place. `position` is the sequence of the last move of that item at that place
 * before the counter looked ('0' where there was none), and `balance` what the ledger said at that position.
 */
export type QuantityEntry = {
  readonly itemId: Id
  readonly locationId: Id
  /** Who counted which part of the place in which round; a later entry of the same counter replaces the earlier one. */
  readonly counterId: string
  readonly counted: Decimal
  readonly position: string
  readonly balance: Decimal
}

export type QuantityCounted = {
  readonly itemId: Id
  readonly locationId: Id
  readonly counted: Decimal
  readonly expected: Decimal
  /** Counted minus expected: posted as a move of its own, it is right however much moved since. */
  readonly difference: Decimal
  /** False where the item moved between the entries of several counters: nobody can say whose part it left, so it is counted again. */
  readonly certain: boolean
}

/**
 * Adds up the counters of every item at every place, oldest entry first, and compares with the ledger as it was
 * when the last of them looked. Nothing is compared with the balance of today, so the store need not stop.
 */
export const countQuantities = (entries: readonly QuantityEntry[]): QuantityCounted[] => {
  const shelves = new Map<string, Map<string, QuantityEntry>>()
  for (const entry of entries) {
    const key = `${entry.itemId} ${entry.locationId}`
    const counters = shelves.get(key) ?? new Map<string, QuantityEntry>()
    shelves.set(key, counters)
    counters.delete(entry.counterId)
    counters.set(entry.counterId, entry)
  }
  return [...shelves.values()].map((counters) => {
    const standing = [...counters.values()]
    const last = standing.at(-1)!
    const counted = standing.map((entry) => entry.counted).reduce(add)
    return {
      itemId: last.itemId,
      locationId: last.locationId,
      counted,
      expected: last.balance,
      difference: subtract(counted, last.balance),
      certain: standing.every((entry) => entry.position === last.position),
    }
  })
}
