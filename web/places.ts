import { formPathOf, listPathOf } from '../domain/documents/screens.ts'
import type { Noun } from '../kernel/field.ts'
import type { Id } from '../kernel/id.ts'
import { documentScreens, recordScreens } from './declared.ts'
import { hrefOf } from './frames.ts'

/** The screens of a document kind; empty where there is no such kind. */
export const listPathOfKind = (kind: string): string => (documentScreens[kind] ? listPathOf({ kind }) : '')
export const editPathOfKind = (kind: string): string => {
  const screens = documentScreens[kind]
  return screens ? formPathOf({ kind, ...screens }) : ''
}

/** The screens of a kind of record; empty where it has none. */
export const listPathOfNoun = (noun: Noun): string => recordScreens[noun]?.list ?? ''
export const editPathOfNoun = (noun: Noun): string => recordScreens[noun]?.form ?? ''
/** Where one record is looked at; empty where no screen shows it. */
export const detailHrefOf = (noun: Noun, id: Id): string => {
  const { form = '', detail = { path: form, id: 'id' } } = recordScreens[noun] ?? {}
  return detail.path && hrefOf(detail.path, { [detail.id]: id })
}

/** Whether a record is looked at on another screen than it is edited on; what is new is looked at next. */
export const hasDetail = (noun: Noun): boolean => recordScreens[noun]?.detail !== undefined

/** Where one document is looked at. */
export const documentHref = (kind: string, id: Id): string => hrefOf(editPathOfKind(kind), { id })
