import { assertDefined } from '../../kernel/assert.ts'
import { isPositive, subtract } from '../../kernel/decimal.ts'
import { type Fields, readValues, textIn, type ValuesOf } from '../../kernel/field.ts'
import { assetFieldsOf, isOfSupplies, quantityFieldOf } from './lines.ts'
import { idsIn } from '../../kernel/fields/kinds.ts'
import { type Id, isId } from '../../kernel/id.ts'
import { type End, accountKindOf, refOf } from '../ledger/ledger.ts'
import { type DocumentKind, modelField } from './define.ts'

/**
 * What one line of a document takes from stores of ours or brings to them. Of assets the very piece, or only the model where the piece is
 * still to be named. `sign` is -1 for what leaves. `store` is undefined where any store will do, or where the piece lies.
 */
export type Demand = {
  /** Counts from 0. */
  readonly line: number
  readonly of: 'consumable' | 'piece' | 'model'
  readonly item: Id
  readonly quantity: string
  readonly sign: -1 | 1
  readonly store: Id | undefined
}

/** A piece that a document takes, and from where it must be taken. */
export type NamedPiece = { readonly line: number; readonly asset: Id; readonly from: End }

/**
 * Reads off a document's own moves what all its stages together do to stores. Lines that ask by model and quantity and do not name every
 * piece yet are taken as if they did. Nothing for a form that is not complete enough to be submitted.
 */
export const demandsOf = (
  kind: DocumentKind,
  header: Readonly<Record<string, unknown>>,
  lines: readonly Readonly<Record<string, unknown>>[],
): { demands: Demand[]; pieces: NamedPiece[] } => {
  const head = readWhole(kind.header, header)
  const demands: Demand[] = []
  const pieces: NamedPiece[] = []
  if (!head || !(kind.moves || kind.createdAssets)) return { demands, pieces }
  const stages = Math.max(1, kind.stages?.length ?? 1)
  lines.forEach((values, line) => {
    const read = readWhole(kind.line, values)
    if (!read) return
    const { filled, model } = withStandIns(kind, read)
    for (let stage = 0; stage < stages; stage++) {
      for (const move of kind.moves?.(head, filled, stage) ?? []) {
        const item = String(move.item)
        const what = isStandIn(item)
          ? { of: 'model' as const, item: assertDefined(model, 'the model of a piece that is not named') }
          : { of: isOfSupplies(kind) ? ('consumable' as const) : ('piece' as const), item }
        const quantity = String(move.quantity)
        if (what.of === 'piece' && stage === 0) pieces.push({ line, asset: item, from: move.from })
        for (const [end, sign] of [
          [move.from, -1],
          [move.to, 1],
        ] as const) {
          const store = storeAt(end)
          if (store) demands.push({ line, ...what, quantity, sign, store: store.store })
        }
      }
    }
    for (const { card, quantity, to } of kind.createdAssets?.(head, filled) ?? []) {
      const store = storeAt(to)
      if (store) demands.push({ line, of: 'model', item: card.goodsId, quantity: String(quantity), sign: 1, store: store.store })
    }
  })
  return { demands, pieces }
}

const readWhole = (fields: Fields, raw: Readonly<Record<string, unknown>>): ValuesOf<Fields> | undefined => {
  const declaredValues = Object.fromEntries(Object.entries(raw).filter(([key]) => Object.hasOwn(fields, key)))
  const { values, problems } = readValues(fields, declaredValues, 'submitting')
  return problems.length === 0 ? values : undefined
}

/** The store that an end may be; undefined where it is none. */
const storeAt = (end: End): { store: Id | undefined } | undefined => {
  if ('account' in end) {
    const ref = refOf(end.account)
    return accountKindOf(end.account) === 'store' ? { store: isId(ref) ? ref : undefined } : undefined
  }
  return 'where' in end && end.where.includes('store') ? { store: undefined } : undefined
}

const standIn = '?'
const isStandIn = (item: string): boolean => item.startsWith(standIn)

/** More than this many pieces of one line are not counted one by one. */
const piecesAtMost = 1000

/** A line as it would be with all its pieces named. */
const withStandIns = (kind: DocumentKind, values: ValuesOf<Fields>): { filled: ValuesOf<Fields>; model: Id | undefined } => {
  const line: Readonly<Record<string, unknown>> = values
  const manyField = assetFieldsOf(kind).find(({ many }) => many)
  const quantityField = quantityFieldOf(kind)
  if (!manyField || !quantityField) return { filled: values, model: undefined }
  const { key, reference } = manyField
  const match = modelField(reference.filter, line)
  const model = match === undefined ? undefined : textIn(line, match)
  const pieces = idsIn(reference, line[key])
  const missing = subtract(String(line[quantityField] ?? '0'), String(pieces.length))
  if (!model || !isPositive(missing) || kind.shortfallRule?.(values)) return { filled: values, model }
  const otherPieces = Array.from({ length: Math.min(Number(missing), piecesAtMost) }, (_, index) => `${standIn}${index}`)
  return { filled: { ...line, [key]: [...pieces, ...otherPieces] }, model }
}
