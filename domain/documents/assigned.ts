import { compare, type Decimal } from '../../kernel/decimal.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { type Ref, referencesAtMost } from '../../kernel/field.ts'

/** Lines that ask by model and quantity: before posting, every line names as many pieces as it asks for, and none asks for more than can be named. */
export const assignedPieces = (
  lines: readonly { readonly quantity: Decimal; readonly assets?: readonly Ref<'asset'>[] }[],
  posting: boolean,
): Refusal | undefined => {
  const many = lines.findIndex(({ quantity }) => compare(quantity, String(referencesAtMost)) > 0)
  if (many >= 0) return refusal('too-many-pieces', '第{line}行一次最多{max}件', { line: many + 1, max: referencesAtMost })
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
