import type { Noun } from '../kernel/field.ts'
import type { Id } from '../kernel/id.ts'
import { hrefOf } from './frames.ts'
import { type ScreenPath, type ScreenRow, screens } from './screens.ts'

/** The screens of a document kind, as the table of screens says. */
export const listPathOfKind = (kind: string): string => pathsOf('kind', kind)[0] ?? ''
export const editPathOfKind = (kind: string): string => pathsOf('kind', kind)[1] ?? ''

/** The screens of a kind of record; empty where it has none. */
export const listPathOfNoun = (noun: Noun): string => pathsOf('noun', noun)[0] ?? ''
export const editPathOfNoun = (noun: Noun): string => pathsOf('noun', noun)[1] ?? ''
/** Where one record is looked at; empty where no screen shows it. */
export const detailHrefOf = (noun: Noun, id: Id): string => {
  const [path, key] = details[noun] ?? [editPathOfNoun(noun), 'id']
  return path ? hrefOf(path, { [key]: id }) : ''
}

/** Whether a record is looked at on another screen than it is edited on; what is new is looked at next. */
export const hasDetail = (noun: Noun): boolean => details[noun] !== undefined

/** Where one document is looked at. */
export const documentHref = (kind: string, id: Id): string => hrefOf(editPathOfKind(kind), { id })

const details: Readonly<Partial<Record<Noun, readonly [path: ScreenPath, key: string]>>> = {
  asset: ['/pages/goods/GsGoodsInstance/gsgoodsinstance-detail', 'id'],
  consumable: ['/pages/consumables/CsConsum/qrscan-detail', 'goodsId'],
  person: ['/pages/addressbook/address-detail', 'uid'],
}

/** List first, then form, in the order of the table. */
const pathsOf = (prop: string, value: string): string[] =>
  (screens as readonly ScreenRow[]).filter(({ props }) => props?.[prop] === value).map(({ path }) => path)
