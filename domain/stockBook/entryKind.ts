import type { AccountKind } from '../ledger/ledger.ts'

/** Why something comes into the stock or leaves it. */
export type StockEntryKind = {
  readonly title: string
  readonly isIncoming: boolean
  /** The accounts at the other end; where none are named, all that no other kind names. */
  readonly counterparts: readonly AccountKind[]
}

/** In the order in which people read them: what comes, then what goes. A reversal counts against what it takes back. */
export const stockEntryKinds = {
  stockIn: { title: '入库', isIncoming: true, counterparts: ['supplier'] },
  return: { title: '退库', isIncoming: true, counterparts: ['consumed', 'used', 'person'] },
  surplus: { title: '盘盈', isIncoming: true, counterparts: ['surplus'] },
  transferIn: { title: '调拨入', isIncoming: true, counterparts: ['store', 'transit'] },
  otherIn: { title: '其他入', isIncoming: true, counterparts: [] },
  issue: { title: '领用', isIncoming: false, counterparts: ['consumed', 'used', 'person'] },
  transferOut: { title: '调拨出', isIncoming: false, counterparts: ['store', 'transit'] },
  loss: { title: '盘亏', isIncoming: false, counterparts: ['loss'] },
  disposal: { title: '处置', isIncoming: false, counterparts: ['disposed'] },
  otherOut: { title: '其他出', isIncoming: false, counterparts: [] },
} as const satisfies Record<string, StockEntryKind>

export type StockEntryName = keyof typeof stockEntryKinds

/** Within one stock: what one place has less another has more. */
export const isTransfer = (name: StockEntryName): boolean => name === 'transferIn' || name === 'transferOut'

/** The accounts whose supplies are in stock: on a shelf, or on the road to one. */
export const stockAccounts = { store: '在库', transit: '在途' } as const satisfies Partial<Record<AccountKind, string>>
