import type { Id } from '../../kernel/id.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import type { Ref } from '../../kernel/field.ts'

/**
 * Where things can be. Inside accounts are ours and keep a balance that never goes below zero; outside accounts are the
 * rest of the world: things come from them and go to them, and no one keeps their balance.
 */
export const accountKinds = {
  store: { inside: true, title: '在库', assetState: 'idle' },
  person: { inside: true, title: '在用', assetState: 'inUse' },
  loan: { inside: true, title: '借出', assetState: 'lent' },
  transit: { inside: true, title: '在途', assetState: 'inTransit' },
  repair: { inside: true, title: '维修中', assetState: 'inRepair' },
  consumed: { inside: true, title: '已领用', assetState: 'gone' },
  used: { inside: false, title: '部门领用', assetState: 'gone' },
  supplier: { inside: false, title: '供应商', assetState: 'gone' },
  disposed: { inside: false, title: '已处置', assetState: 'disposed' },
  surplus: { inside: false, title: '盘盈', assetState: 'gone' },
  loss: { inside: false, title: '盘亏', assetState: 'lost' },
  converted: { inside: false, title: '拆分合并', assetState: 'gone' },
} as const

export type AccountKind = keyof typeof accountKinds
export type AssetState = (typeof accountKinds)[AccountKind]['assetState']

/** The states of an asset and their Chinese names, in the order people read them. */
export const assetStates: Readonly<Record<AssetState, string>> = {
  idle: '闲置',
  inUse: '在用',
  lent: '借出',
  inTransit: '在途',
  inRepair: '维修中',
  disposed: '已处置',
  lost: '盘亏',
  gone: '已退出',
}

/** Where an asset is to be found: a person has it or a store does, and no one else works on it. */
export const statesAtHand: readonly AssetState[] = ['idle', 'inUse', 'lent']

/** Off the register, by a count or a disposal, and may yet turn up. */
export const statesGone: readonly AssetState[] = ['lost', 'disposed']

/**
 * One account: its kind and whose or which it is, for instance `store:1234`. Kinds without an owner have no ref, and `person:` has none for
 * what is in use by a department as a whole.
 */
export type Account = `${AccountKind}:${Id | ''}`

/**
 * An end of a move as a document kind states it: a certain account, or one that the ledger finds out for an asset:
 * `any store`, `any holder`, wherever it is, where this document took it from, or with another piece.
 */
export type End =
  | { readonly account: Account }
  | { readonly holderOf: Ref<'asset'> }
  | { readonly where: readonly AccountKind[] }
  | { readonly origin: true }

const account = (kind: AccountKind, ref: Id | '' = ''): End => ({ account: `${kind}:${ref}` })

export const store = (location: Ref<'location'>): End => account('store', location)
/** In use with another piece: by its holder, where it stands. */
export const usedWith = (asset: Ref<'asset'>): End => ({ holderOf: asset })
/** In use by a person, or by no certain one: by a department or in a place. */
export const heldBy = (person?: Ref<'person'>): End => account('person', person)
export const lentTo = (person: Ref<'person'>): End => account('loan', person)
/** On the way to a location. */
export const inTransitTo = (location: Ref<'location'>): End => account('transit', location)
export const inRepair: End = account('repair')
export const fromSupplier = (supplier?: Ref<'supplier'>): End => account('supplier', supplier ?? '')
/** Supplies that a person took: what is not given back stays with him, and keeps its cost. */
export const consumedBy = (person: Ref<'person'>): End => account('consumed', person)
/** Supplies that a department or a project took and has used up: no one holds them. */
export const usedBy = (department?: Ref<'department'>): End => account('used', department)
export const disposed: End = account('disposed')
export const surplus: End = account('surplus')
export const loss: End = account('loss')
/** Cards that became others go there, and those come from there. */
export const intoOthers: End = account('converted')

/** The store, holder or loan where the asset is now. */
export const anyStore: End = { where: ['store'] }
export const anyHolder: End = { where: ['person'] }
export const anyLoan: End = { where: ['loan'] }
/** Wherever of ours the asset is, except on the road or in repair. */
export const anywhere: End = { where: ['store', 'person', 'loan'] }
/** Lost or disposed of: from there only what turned up again comes. */
export const gone: End = { where: ['loss', 'disposed'] }
/** Where this document took the asset from in its first stage. */
export const origin: End = { origin: true }

export const accountKindOf = (parent: Account): AccountKind => parent.slice(0, parent.indexOf(':')) as AccountKind
export const refOf = (parent: Account): Id | undefined => parent.slice(parent.indexOf(':') + 1) || undefined
/** What people call the state of an asset that is in an account. */
export const stateIn = (parent: Account): string => assetStates[accountKinds[accountKindOf(parent)].assetState]
export const isInside = (parent: Account): boolean => accountKinds[accountKindOf(parent)].inside

/** What a document kind says about one thing that goes somewhere. `unitCost` is set where a price enters the books. */
export type Move = {
  readonly item: Ref<'asset'> | Ref<'consumable'>
  readonly quantity: Decimal
  readonly from: End
  readonly to: End
  readonly unitCost?: Decimal | undefined
}
