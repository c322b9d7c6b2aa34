import { declaredField, type Noun } from '../../kernel/field.ts'
import { itemFieldOf, quantityFieldOf } from './lines.ts'
import { referenceOf } from '../../kernel/fields/kinds.ts'
import type { DocumentKind } from './define.ts'

/** What has a catalogue: things that are asked for by what they are and how many. */
export const catalogueNouns = ['model', 'consumable'] as const
export type CatalogueNoun = (typeof catalogueNouns)[number]

/** The catalogue that the lines of a kind are filled from, with the fields that say what and how many. */
export type Catalogue = { readonly of: CatalogueNoun; readonly item: string; readonly quantity: string }

/** Undefined where lines name pieces one by one, or only what a person has already. */
export const catalogueOf = (kind: DocumentKind): Catalogue | undefined => {
  const [item, quantity] = [itemFieldOf(kind), quantityFieldOf(kind)]
  const reference = referenceOf(declaredField(kind.line, item).control)
  if (!quantity || !reference || reference.filter?.['heldBy'] !== undefined) return undefined
  return hasCatalogue(reference.to) ? { of: reference.to, item, quantity } : undefined
}

const hasCatalogue = (noun: Noun): noun is CatalogueNoun => catalogueNouns.some((catalogueNoun) => catalogueNoun === noun)
