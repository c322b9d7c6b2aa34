import { assertDefined } from '../../kernel/assert.ts'
import { refusal, type Refusal } from '../../kernel/refusal.ts'
import { assetStates, type AssetState } from '../ledger/ledger.ts'
import { codeOf, type DocumentKind } from './define.ts'
import type { FunctionCode } from '../rules/functionCode.ts'

/** A piece for which documents may be begun, as far as the rule asks. `restricted`: the reader sees a part of its card only. */
export type PieceOffered = { readonly state: unknown; readonly isMine: boolean; readonly restricted: boolean }

/** A kind that cards of assets offer. */
type OfferedKind = DocumentKind & { readonly cardOffer: NonNullable<DocumentKind['cardOffer']> }

/** The kinds among these that a person with these codes may begin for assets at all. */
export const mayBegin = (kind: DocumentKind, isAllowed: (code: FunctionCode) => boolean): kind is OfferedKind =>
  kind.cardOffer !== undefined && isAllowed(`${codeOf(kind)}:save`)

/**
 * Why a kind is not begun for a piece; undefined where it is. Keepers begin what they keep, a holder what is his, and anyone what may be asked
 * for; of a piece that the reader sees in part only, nothing but the last.
 */
export const whyNotOffered = (
  kind: DocumentKind,
  { state, isMine, restricted }: PieceOffered,
  isAllowed: (code: FunctionCode) => boolean,
): Refusal | undefined => {
  const { states, toAnybody } = assertDefined(kind.cardOffer, 'the offer on cards')
  if (!states.some((offeredState) => offeredState === state))
    return refusal('bulk.state', '当前{state}', { state: assetStates[state as AssetState] })
  const isRequestable = toAnybody === true || state === 'idle'
  if (restricted) return isRequestable && kind.forEmployees ? undefined : refusal('bulk.foreign', '不在您管理的区域')
  return isRequestable || isMine || isAllowed(`${codeOf(kind)}:post`) ? undefined : refusal('bulk.notYours', '不在您名下')
}
