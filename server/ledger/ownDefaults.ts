import { textIn } from '../../kernel/field.ts'
import { type Id, isId } from '../../kernel/id.ts'
import { asset } from '../../domain/records/asset.ts'
import { appliesTo, ownDefaultsOf } from '../../domain/records/ownFields/ownField.ts'
import { organisationKind } from '../db/organisationKind.ts'
import { categoriesAboveEach, categoriesOfItems } from '../db/ownCategories.ts'
import type { Tx } from '../db/tx.ts'
import type { CardToBe } from './cards.ts'

/** Cards to be with what their own fields begin with, where nothing else is said of them. */
export const withOwnDefaults = async (tx: Tx, cards: readonly CardToBe[]): Promise<readonly CardToBe[]> => {
  const defaults = ownDefaultsOf(await organisationKind(tx, asset))
  if (defaults.length === 0) return cards
  const goesByCategory = defaults.some(([, { ownTraits }]) => ownTraits && ownTraits.categoryIds.length > 0)
  const idsAt = (key: string): Id[] => [...new Set(cards.map(({ values }) => values[key]).filter(isId))]
  const [ofCategories, ofModels] = goesByCategory
    ? await Promise.all([categoriesAboveEach(tx, idsAt('catId')), categoriesOfItems(tx, 'model', idsAt('goodsId'))])
    : []
  return cards.map((card) => {
    const { values } = card
    const categories = ofCategories?.get(textIn(values, 'catId') ?? '') ?? ofModels?.get(textIn(values, 'goodsId') ?? '') ?? []
    const ownDefaults = defaults.flatMap(([key, field, value]) => (appliesTo(field, categories) ? [[key, value] as const] : []))
    const missing = ownDefaults.filter(([key]) => values[key] === undefined || values[key] === null)
    return missing.length === 0 ? card : { ...card, values: { ...values, ...Object.fromEntries(missing) } }
  })
}
