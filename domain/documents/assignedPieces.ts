import { compare, type Decimal } from '../../kernel/decimal.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { choice, consumable, model, quantity, type Ref, text } from '../../kernel/field.ts'
import { referencesAtMost } from '../../kernel/fields/reference.ts'

/** What a keeper says of a line that is answered with less than it asked for: what becomes of the rest; and why, to the person who asked. */
const answers = {
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

/** Of assets: by another model, or by fewer pieces than were asked for. */
export const answeredPieces = { instead: model('替代型号', { required: 'never', filledBy: 'keeper' }), ...answers } as const

/** Of supplies: by something else, or by less than was asked for. */
export const answeredSupplies = {
  given: quantity('本次发放', { min: 0, required: 'never', filledBy: 'keeper' }),
  instead: consumable('替代耗材', { required: 'never', filledBy: 'keeper' }),
  ...answers,
} as const

type AssignedQuantity = { readonly quantity: Decimal; readonly rest?: 'wait' | 'drop'; readonly note?: string }
type RequestedLine = AssignedQuantity & { readonly assets?: readonly Ref<'asset'>[]; readonly instead?: Ref<'model'> }
type AskedSupply = AssignedQuantity & { readonly given?: Decimal; readonly instead?: Ref<'consumable'> }

/**
 * Lines that ask by model and quantity: before posting, every line names as many pieces as it asks for, or says what becomes of the rest;
 * none asks for more than can be named, and another model is not given without a word.
 */
export const assignedPieces = (lines: readonly RequestedLine[], isPosting: boolean): Refusal | undefined => {
  const many = lines.findIndex(({ quantity }) => compare(quantity, String(referencesAtMost)) > 0)
  if (many >= 0) return refusal('too-many-pieces', '第{line}行一次最多{max}件', { line: many + 1, max: referencesAtMost })
  const silent = silentlyInstead(lines)
  if (silent) return silent
  const wrong = lines.findIndex(({ quantity, assets = [], rest }) => {
    const comparison = compare(String(assets.length), quantity)
    return comparison > 0 || (comparison < 0 && rest === undefined && (isPosting || assets.length > 0))
  })
  const wrongLine = lines[wrong]
  if (!wrongLine) return undefined
  const { quantity, assets = [] } = wrongLine
  return refusal('pieces-not-assigned', '第{line}行需要{wanted}件，已指定{named}件资产', {
    line: wrong + 1,
    wanted: quantity,
    named: assets.length,
  })
}

/** How much of a line of supplies is handed out at once: nothing of one whose rest was decided on without saying how much. */
export const handedNow = ({ quantity, given, rest }: AskedSupply): Decimal => given ?? (rest === undefined ? quantity : '0')

/** Lines of supplies: none hands out more than it asks for, or less without a word of what becomes of the rest, or something else without a word. */
export const answeredWhole = (lines: readonly AskedSupply[]): Refusal | undefined => {
  const silent = silentlyInstead(lines)
  if (silent) return silent
  const wrong = lines.findIndex((line) => {
    const comparison = compare(handedNow(line), line.quantity)
    return comparison > 0 || (comparison < 0 && line.rest === undefined)
  })
  const line = lines[wrong]
  if (!line) return undefined
  return refusal('rest-not-said', '第{line}行申请{wanted}，本次发放{given}，请说明不足部分怎么办', {
    line: wrong + 1,
    wanted: line.quantity,
    given: handedNow(line),
  })
}

const silentlyInstead = (lines: readonly { readonly instead?: unknown; readonly note?: string }[]): Refusal | undefined => {
  const silent = lines.findIndex(({ instead, note }) => instead !== undefined && note === undefined)
  return silent < 0 ? undefined : refusal('instead-of-what', '第{line}行换了别的，请写明给申请人的说明', { line: silent + 1 })
}
