import type { Noun } from '../../kernel/field.ts'
import type { DocumentKind } from './define.ts'

/** What has a catalogue: things that are asked for by what they are and how many. */
export const catalogueNouns = ['model', 'consumable'] as const
export type CatalogueNoun = (typeof catalogueNouns)[number]

/** The catalogue that the lines of a kind are filled from, with the fields that say what and how many. */
export type Catalogue = { readonly of: CatalogueNoun; readonly item: string; readonly quantity: string }

/** Undefined where lines name pieces one by one, or only what somebody has already. */
export const catalogueOf = ({ line }: DocumentKind): Catalogue | undefined => {
  const fields = Object.entries(line)
  const [item, field] = fields.find(([, { control }]) => control.type === 'reference') ?? []
  const quantity = fields.find(([, { control }]) => control.type === 'quantity')?.[0]
  if (!item || !quantity || field?.control.type !== 'reference' || field.control.filter?.['heldBy'] !== undefined) return undefined
  const { to } = field.control
  return hasCatalogue(to) ? { of: to, item, quantity } : undefined
}

const hasCatalogue = (noun: Noun): noun is CatalogueNoun => catalogueNouns.some((each) => each === noun)
