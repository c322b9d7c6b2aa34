/**
 * What kinds of documents, kinds of records and the menu say of their screens. Plain data: the build works it out, so that the first load has
 * the answers and none of the declarations (`workedOut` in vite.config.ts).
 */
import { listedScreens } from '../domain/access/menus.ts'
import { documentKinds } from '../domain/documents/all.ts'
import { formPathOf, listPathOf } from '../domain/documents/screens.ts'
import { recordKinds } from '../domain/records/all.ts'
import { assertDefined } from '../kernel/assert.ts'

type ScreenReader = 'any' | 'manager'

const inMenu = listedScreens()
/** Managers open what says nothing else: as few words as can be stand in the first load. */
const openToAll = { who: 'any' } as const
const whoOpens = (path: string): typeof openToAll | Record<string, never> => {
  const menuScreen = inMenu.find((screen) => screen.path === path)
  return assertDefined(menuScreen, `the screen ${path}`).who === 'any' ? openToAll : {}
}

/** Each kind of document: its title, who may open its screens, and its form where the kind says something of that. */
export const documentScreens: Readonly<
  Record<string, { readonly title: string; readonly who?: ScreenReader; readonly form?: { readonly name: string; readonly title: string } }>
> = Object.fromEntries(
  documentKinds.map((kind) => [kind.kind, { title: kind.title, ...whoOpens(listPathOf(kind)), ...(kind.form && { form: kind.form }) }]),
)

/** List and form of each kind of record, and where one is looked at, where that is not its form. */
export const recordScreens: Readonly<
  Record<
    string,
    {
      readonly list: string
      readonly form: string
      readonly title: string
      readonly formTitle: string
      readonly who?: ScreenReader
      readonly detail?: { readonly path: string; readonly id: string }
    }
  >
> = Object.fromEntries(
  recordKinds.map(({ noun, title, screens: { list, form, formTitle, detail, title: called = title } }) => [
    noun,
    { list, form, title: called, formTitle, ...whoOpens(list), ...(detail && { detail }) },
  ]),
)

const ofKinds = new Set([
  ...documentKinds.flatMap((kind) => [listPathOf(kind), formPathOf(kind)]),
  ...recordKinds.flatMap(({ screens: { list, form } }) => [list, form]),
])

/** The title of every other screen that the menu knows, and who may open it, by its path. */
export const listedOperations: Readonly<Record<string, readonly [title: string, who?: ScreenReader]>> = Object.fromEntries(
  inMenu.filter(({ path }) => !ofKinds.has(path)).map(({ path, title, who }) => [path, who === 'any' ? [title, who] : [title]]),
)
