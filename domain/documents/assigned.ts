import { compare, type Decimal } from '../../kernel/decimal.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { choice, model, type Ref, referencesAtMost, text } from '../../kernel/field.ts'

/** What a keeper says of a line that cannot be answered as it was asked: by another model, or by fewer pieces; and why, to whoever asked. */
export const answered = {
  instead: model('替代型号', { required: 'never', filledBy: 'keeper' }),
  rest: choice(
    '不足部分',
    [
      { value: 'wait', label: '登记等候，到货再发' },
      { value: 'drop', label: '不再发放' },
    ],
    { required: 'never', filledBy: 'keeper' },
  ),
  note: text('给申请人的说明', { required: 'never', filledBy: 'keeper' }),
} as const

type Asked = {
  readonly quantity: Decimal
  readonly assets?: readonly Ref<'asset'>[]
  readonly instead?: Ref<'model'>
  readonly rest?: 'wait' | 'drop'
  readonly note?: string
}

/**
 * Lines that ask by model and quantity: before posting, every line names as many pieces as it asks for, or says what becomes of the rest;
 * none asks for more than can be named, and another model is not given without a word.
 */
export const assignedPieces = (lines: readonly Asked[], posting: boolean): Refusal | undefined => {
  const many = lines.findIndex(({ quantity }) => compare(quantity, String(referencesAtMost)) > 0)
  if (many >= 0) return refusal('too-many-pieces', '第{line}行一次最多{max}件', { line: many + 1, max: referencesAtMost })
  const silent = lines.findIndex(({ instead, note }) => instead !== undefined && note === undefined)
  if (silent >= 0) return refusal('instead-of-what', '第{line}行换了型号，请写明给申请人的说明', { line: silent + 1 })
  const wrong = lines.findIndex(({ quantity, assets = [], rest }) => {
    const compared = compare(String(assets.length), quantity)
    return compared > 0 || (compared < 0 && rest === undefined && (posting || assets.length > 0))
  })
  if (wrong < 0) return undefined
  const { quantity, assets = [] } = lines[wrong]!
  return refusal('pieces-not-assigned', '第{line}行需要{wanted}件，已指定{named}件资产', {
    line: wrong + 1,
    wanted: quantity,
    named: assets.length,
  })
}
