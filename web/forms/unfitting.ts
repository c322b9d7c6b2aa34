import { assetStates } from '../../domain/ledger/ledger.ts'
import type { RecordRow } from '../../domain/records/operations.ts'
import { calledOf, type RecordKind } from '../../domain/records/define.ts'
import type { Params } from '../../kernel/refusal.ts'
import { t } from '../words.ts'
import { keysOf } from '../../kernel/keysOf.ts'

/** Why a row that was scanned or named is none of those that are offered, as far as the row itself says; the server judges the rest. */
export const unfitting = (
  kind: RecordKind,
  filter: Readonly<Record<string, unknown>> = {},
  row: RecordRow,
): { readonly words: string; readonly params: Params } | undefined => {
  const states: readonly unknown[] = [filter['states'] ?? filter['state'] ?? []].flat()
  const state = keysOf(assetStates).find((name) => name === row['state'])
  return states.length > 0 && state !== undefined && !states.includes(state)
    ? { words: '{name}现在是{state}，不能选', params: { name: calledOf(kind, row), state: t(assetStates[state]) } }
    : undefined
}
