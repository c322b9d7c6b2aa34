import { documentKinds } from '../../domain/documents/all.ts'
import { codeOf, type DocumentKind, titleFor } from '../../domain/documents/define.ts'
import { formPathOf } from '../../domain/documents/screens.ts'
import { menuFor } from '../../domain/access/menus.ts'
import { recordCodeOf } from '../../domain/records/code.ts'
import { inWords } from '../../domain/english/all.ts'
import type { FindAnswer } from '../../domain/find/operations.ts'
import { recordKinds } from '../../domain/records/all.ts'
import { thingOf } from '../../domain/records/define.ts'
import type { FunctionCode } from '../../domain/rules/functionCode.ts'
import { fill } from '../../kernel/refusal.ts'
import type { Session } from '../call.ts'
import { postCode } from '../documents/scope.ts'
import { searchTextOf } from '../search/searchText.ts'

type Language = 'zh' | 'en'

/** Somewhere to go, or something to begin, with the words that find it. */
export type Place = { readonly row: FindAnswer; readonly search: string }

/** The screens in a person's menu, those of frequent services first. */
export const screensFor = ({ codes }: Pick<Session, 'codes'>, language: Language): Place[] =>
  menuFor(codes)
    .filter(({ resourceTypeCode, mobilePath }) => resourceTypeCode === 'menu_item' && mobilePath !== '')
    .filter(({ alwaysShow }) => alwaysShow === 1)
    .toSorted((a, b) => b.offenUse - a.offenUse)
    .map(({ resourceName, mobilePath, mobileIcon }) =>
      placeOf(language, { key: `screen ${mobilePath}`, words: resourceName, href: `/${mobilePath.replace(/^\//, '')}`, icon: mobileIcon }),
    )

/** What a person may begin: documents and records of every kind that is his to write. */
export const actionsFor = (session: Pick<Session, 'codes'>, language: Language): Place[] => [
  ...documentKinds
    .filter((kind) => session.codes.has(`${codeOf(kind)}:save` satisfies FunctionCode))
    .map((kind) => startPlace(kind, session.codes.has(postCode(kind)), language)),
  ...recordKinds
    .filter((kind) => session.codes.has(`${recordCodeOf(kind)}:save`))
    .map((kind) =>
      placeOf(language, {
        key: `new ${kind.noun}`,
        words: '新增{title}',
        params: { title: thingOf(kind) },
        href: kind.screens.form,
        icon: kind.screens.icon,
      }),
    ),
]

const startPlace = (kind: DocumentKind, keeps: boolean, language: Language): Place =>
  placeOf(language, {
    key: `new ${kind.kind}`,
    words: '新建{title}',
    params: { title: titleFor(kind, keeps) },
    href: formPathOf(kind),
    icon: kind.icon,
  })

type PlaceEntry = {
  readonly key: string
  readonly words: string
  readonly params?: { readonly title: string }
  readonly href: string
  readonly icon: string
}

/** Found by what it is called in either language. */
const placeOf = (language: Language, { key, words, params, href, icon }: PlaceEntry): Place => {
  const titleIn = (as: Language) => (params ? fill(inWords(as, words), { title: inWords(as, params.title) }) : inWords(as, words))
  return {
    row: { key, title: titleIn(language), text: '', why: null, href, icon, picture: null, fit: 2, actions: [] },
    search: searchTextOf([titleIn('zh'), titleIn('en')]),
  }
}
