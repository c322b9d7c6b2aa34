import type { Id } from '../../kernel/id.ts'

/** What a card can be about. Each has one reader in its own room, listed in `server/cards/readers.ts`. */
export const cardNouns = [
  'asset',
  'consumable',
  'document',
  'process',
  'count',
  'supplier',
  'place',
  'log',
  'event',
  'file',
  'forward',
] as const
export type CardNoun = (typeof cardNouns)[number]
export const isCardNoun = (noun: string): noun is CardNoun => cardNouns.some((cardNoun) => cardNoun === noun)

/** All that a message carries of a card: nothing of what it says. `kind` names the kind of a document. */
export type CardRef = { readonly noun: CardNoun; readonly id: Id; readonly kind?: string | undefined }

/** How something stands, said by its colour as well. */
export type CardTone = 'plain' | 'accent' | 'good' | 'warn' | 'bad'

/**
 * What its reader may do with it on the card, by the same calls as on its screen. `decide`: agree to or reject the task that is his, as its
 * form stands at `formRev`; `atOnce` where agreeing asks for nothing else.
 */
export type CardOffer =
  | { readonly t: 'decide'; readonly taskId: Id; readonly processId: Id; readonly formRev: number; readonly atOnce: boolean }
  | { readonly t: 'go'; readonly title: string; readonly link: string }

/** What one reader may see of something at this moment, in his language. */
export type Card = {
  /** What sort of thing it is: 资产, 资产入库, 盘点. */
  readonly label: string
  readonly title: string
  /** A menu icon's name, for where there is no picture. */
  readonly icon: string
  /** The path of a stored picture. */
  readonly picture?: string | undefined
  /** At most five. */
  readonly rows: readonly { readonly label: string; readonly value: string }[]
  readonly state?: { readonly text: string; readonly tone: CardTone } | undefined
  /** Its screen: a path of the screen table with its query. */
  readonly link: string
  readonly offers: readonly CardOffer[]
}

/** `none`: there is nothing that this reader may see, whether or not it is there. `gone`: he could see it, and it was deleted. */
export type CardAnswer = { readonly t: 'card'; readonly card: Card } | { readonly t: 'gone' } | { readonly t: 'none' }

/** The same for the same thing. */
export const cardKey = ({ noun, id, kind }: CardRef): string => [noun, kind ?? '', id].join('/')
