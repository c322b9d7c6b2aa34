import type { Field, Noun, Ref, ValuesOf } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import type { Account, AssetState } from '../ledger/ledger.ts'
import { assetFields } from './asset.ts'
import type { RecordField } from './define.ts'

type Fields = typeof assetFields
type KeysWith<T> = { [K in keyof Fields]: Fields[K] extends T ? K : never }[keyof Fields]
type Stands<K extends keyof Fields> = Fields[K] extends Field<infer V> ? (V extends Id ? (V extends Ref<Noun> ? Id : V) : V) | null : never
type CardKeyByDocument = KeysWith<{ readonly changedBy: string }>
type ReadOnly = KeysWith<{ readonly readOnly: true }>

/** The card of an asset as a document may write it; the ledger writes where it is, no one else. */
export type CardPatch = { readonly [K in CardKeyByDocument]?: Stands<K> }

/** The part of a card that documents and the ledger write. */
export type Card = { [K in Exclude<CardKeyByDocument | ReadOnly, 'state'>]: Stands<K> } & { account: Account; state: AssetState }

/** What is written on the card of a new asset: whatever people may type, of a certain model. */
export type NewCard = Partial<ValuesOf<Omit<Fields, ReadOnly>>> & Pick<ValuesOf<Fields>, 'goodsId'>

const fields: readonly (readonly [string, RecordField])[] = Object.entries(assetFields)

/** The fields of `Card`, `account` apart, which is none. */
export const cardKeys: readonly string[] = fields.flatMap(([key, { changedBy, readOnly }]) => (changedBy || readOnly ? [key] : []))

/** Those that any adjustment may write. */
export const adjustedFields = fields.filter(([, { changedBy }]) => changedBy === 'adjustment')
