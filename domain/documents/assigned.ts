import { compare, type Decimal } from '../../kernel/decimal.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import type { Ref } from '../../kernel/field.ts'

/** Lines that ask by model and quantity: before posting, every line names as many pieces as it asks for, none of them twice. */
export const assignedPieces = (
  lines: readonly { readonly quantity: Decimal; readonly assets?: readonly Ref<'asset'>[] }[],
  posting: boolean,
): Refusal | undefined => {
  const named = lines.flatMap((line) => line.assets ?? [])
  if (new Set(named).size < named.length) return refusal('asset-twice', '同一资产在单据中出现多次')
  const wrong = lines.findIndex(
    ({ quantity, assets = [] }) => (posting || assets.length > 0) && compare(String(assets.length), quantity) !== 0,
  )
  if (wrong < 0) return undefined
  const { quantity, assets = [] } = lines[wrong]!
  return refusal('pieces-not-assigned', '第{line}行需要{wanted}件，已指定{named}件资产', {
    line: wrong + 1,
    wanted: quantity,
    named: assets.length,
  })
}
