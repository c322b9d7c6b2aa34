import { isId } from '../../kernel/id.ts'
import { asset } from '../records/asset.ts'
import { consumable } from '../records/consumable.ts'
import type { RecordKind } from '../records/define.ts'
import { location } from '../records/location.ts'
import { supplier } from '../records/supplier.ts'
import { documentKinds } from '../documents/all.ts'
import { formPathOf } from '../documents/screens.ts'
import type { CardNoun, CardRef } from './cards.ts'

/** What an address of ours leads to: a card, or a label that is still to be looked up. */
export type LinkMeaning = { readonly t: 'card'; readonly card: CardRef } | { readonly t: 'label'; readonly read: string }

/** What one address of ours leads to, `origin` being where we are; undefined for others' addresses and for screens that show no thing. */
export const meaningOfLink = (text: string, origin: string): LinkMeaning | undefined => {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.origin !== origin) return undefined
  if (/^\/q\/[^/]+$/i.test(url.pathname)) return { t: 'label', read: url.href }
  const [path = '', query = ''] = url.hash.slice(1).split('?')
  const cardScreen = cardScreens.get(path)
  const id = cardScreen && new URLSearchParams(query).get(cardScreen.id)
  return cardScreen && id && isId(id)
    ? { t: 'card', card: { noun: cardScreen.noun, id, ...(cardScreen.kind && { kind: cardScreen.kind }) } }
    : undefined
}

type CardScreen = { readonly noun: CardNoun; readonly id: string; readonly kind?: string }

const recordScreens = (noun: CardNoun, { screens: { form, detail } }: RecordKind): [string, CardScreen][] => {
  const formScreen: [string, CardScreen] = [form, { noun, id: 'id' }]
  return detail ? [formScreen, [detail.path, { noun, id: detail.id }]] : [formScreen]
}

/** Screens that show one thing, by path. */
const cardScreens: ReadonlyMap<string, CardScreen> = new Map([
  ...recordScreens('asset', asset),
  ...recordScreens('consumable', consumable),
  ...recordScreens('supplier', supplier),
  ...recordScreens('place', location),
  ...documentKinds.map((kind): [string, CardScreen] => [formPathOf(kind), { noun: 'document', id: 'id', kind: kind.kind }]),
  ['/pages/flow/progress', { noun: 'process', id: 'processId' }],
  ['/pages/goods/GsInventoryOrder/gsinventorytask', { noun: 'count', id: 'id' }],
])
