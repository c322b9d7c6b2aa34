import { type AssetState, assetStates } from '../../domain/ledger/ledger.ts'
import type { RecordRow } from '../../domain/records/operations.ts'
import { calledOf, type RecordKind } from '../../domain/records/define.ts'
import type { Params } from '../../kernel/refusal.ts'
import { t } from '../words.ts'

/** Why a row that was scanned or named is none of those that are offered, as far as the row itself says; the server judges the rest. */
export const unfitting = (
  kind: RecordKind,
  filter: Readonly<Record<string, unknown>> = {},
  row: RecordRow,
): { readonly words: string; readonly params: Params } | undefined => {
  const states = [filter['states'] ?? filter['state'] ?? []].flat() as readonly unknown[]
  const state = row['state'] as AssetState
  const isWrong = states.length > 0 && Object.hasOwn(assetStates, state) && !states.includes(state)
  return isWrong ? { words: '{name}现在是{state}，不能选', params: { name: calledOf(kind, row), state: t(assetStates[state]) } } : undefined
}
