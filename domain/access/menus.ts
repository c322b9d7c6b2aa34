import { documentKinds } from '../documents/all.ts'
import { codeOf, type DocumentKind, titleFor } from '../documents/define.ts'
import { areaOf, formPathOf, listPathOf, pagePathOf } from '../documents/screens.ts'
import { recordKinds } from '../records/all.ts'
import type { RecordKind } from '../records/define.ts'
import type { FunctionCode } from '../rules/functionCode.ts'
import { codesOf, codesOfNoun, verbTitle } from './codes.ts'
import { recordCodeOf } from '../records/code.ts'
import { type Group, groups, type Screen } from './menuGroups.ts'
import { may } from './permission.ts'

/** A function of a page: what its buttons ask for. */
export type PageFunction = { readonly resourceCode: string; readonly resourceTypeCode: 'function'; readonly resourceName: string }

/**
 * One entry of the menu tree; `parentCode` is empty at the top. Flags are 1 or 0, as clients of the contract compare them.
 * `offenUse` is spelt as the contract spells it.
 */
export type Resource = {
  readonly resourceCode: string
  readonly parentCode: string
  readonly resourceTypeCode: 'menu' | 'menu_item'
  readonly mobilePath: string
  readonly funs: readonly PageFunction[]
  readonly resourceName: string
  /** Names of lucide icons. */
  readonly icon: string
  readonly mobileIcon: string
  readonly color: string
  /** Belongs to the frequent services. */
  readonly offenUse: 0 | 1
  /** Shown in menus; 0 for pages that are reached from another one. */
  readonly alwaysShow: 0 | 1
  readonly supportMobile: 0 | 1
  /** Belongs to the workbench grid. */
  readonly mobileMainpage: 0 | 1
}

/**
 * The menu of a person with these codes: what they may open, with what they may do there; a group without entries is left out. What a person
 * keeps comes before what they only apply for.
 */
export const menuFor = (codes: ReadonlySet<FunctionCode>): Resource[] =>
  groups
    .toSorted((a, b) => Number(isKept(b, codes)) - Number(isKept(a, codes)))
    .flatMap((group) => {
      const items = screensOf(group)
        .filter((screen) => mayOpen(codes, screen.needs))
        .flatMap((screen) => entriesOf(group, screen, codes))
      return items.length === 0 ? [] : [groupEntry(group), ...items]
    })

const mayOpen = (codes: ReadonlySet<FunctionCode>, needs: Screen['needs']): boolean => needs === undefined || may(codes, [needs].flat())

const isKept = ({ keptBy }: Group, codes: ReadonlySet<FunctionCode>): boolean => keptBy !== undefined && codes.has(keptBy)

/** The groups of the workbench grid with their entries, in order. */
export const workbenchGroups = (resources: readonly Resource[]): { group: Resource; entries: Resource[] }[] =>
  resources
    .filter((resource) => resource.resourceTypeCode === 'menu')
    .map((group) => ({
      group,
      entries: resources.filter(
        (resource) => resource.parentCode === group.resourceCode && resource.mobileMainpage === 1 && resource.supportMobile === 1,
      ),
    }))
    .filter(({ entries }) => entries.length > 0)

/** A screen that stands in the menu, or is reached from one that does; `manager`: only in the menus of some. */
export type ListedScreen = { readonly path: string; readonly title: string; readonly who: 'any' | 'manager' }

/** Every screen that the menu knows, no matter who has it. */
export const listedScreens = (): ListedScreen[] =>
  groups.flatMap(screensOf).flatMap((screen) =>
    [screen, ...(screen.pages ?? [])].map(({ path, title = screen.title, needs = screen.needs }) => ({
      path,
      title,
      who: mayOpen(codesOf([]), needs) ? 'any' : 'manager',
    })),
  )

/** The paths of those that are neither of a document kind nor of a kind of record. */
export type ListedPath =
  | MenuScreen['path']
  | (MenuScreen extends infer S ? (S extends { pages: readonly { path: infer P }[] } ? P : never) : never)

const screensOf = (group: Group): readonly Screen[] => {
  const all = group.screens.flatMap((part) => {
    if (part === 'documents') return documentKinds.filter((kind) => group.code === groupOf(kind)).map(screenOfDocument)
    if (part === 'records') return recordKinds.filter(({ screens }) => screens.group === group.code).map(screenOfRecord)
    return part
  })
  return all
    .filter(({ after }) => after === undefined)
    .flatMap((screen) => [screen, ...all.filter(({ after }) => after !== undefined && after === screen.noun)])
}

const groupOf = (kind: DocumentKind): string =>
  kind.keptBy === 'finance' ? 'gs_books' : { goods: 'gs_work', consumables: 'cs_work', office: 'office' }[areaOf(kind)]

const screenOfDocument = (kind: DocumentKind): Screen => ({
  path: listPathOf(kind),
  title: kind.title,
  ...(kind.applicantTitle && { applicantTitle: kind.applicantTitle }),
  icon: kind.icon,
  noun: codeOf(kind),
  needs: `${codeOf(kind)}:list`,
  onWorkbench: true,
  frequent: kind.frequent ?? false,
  pages: [
    { path: formPathOf(kind), ...(kind.form && { title: kind.form.title }) },
    ...(kind.pages ?? []).map(({ name, title }) => ({ path: pagePathOf(kind, name), title })),
  ],
})

const screenOfRecord = (kind: RecordKind): Screen => {
  const { list, form, formTitle, title = kind.title, icon, frequent = false, toRead } = kind.screens
  const noun = recordCodeOf(kind)
  return {
    path: list,
    title,
    icon,
    noun,
    needs:
      toRead || kind.listedBy === undefined
        ? `${noun}:list`
        : (['save', 'update', 'export', 'read'] as const).map((verb): FunctionCode => `${noun}:${verb}`),
    onWorkbench: true,
    frequent,
    pages: [{ path: form, title: formTitle }],
  }
}

const entriesOf = (group: Group, screen: Screen, codes: ReadonlySet<FunctionCode>): Resource[] => {
  const funs = codesOfNoun(screen.noun ?? '')
    .filter((code) => codes.has(code))
    .map((code): PageFunction => ({ resourceCode: code, resourceTypeCode: 'function', resourceName: verbTitle(code) }))
  const common = {
    resourceTypeCode: 'menu_item',
    funs,
    icon: screen.icon,
    mobileIcon: screen.icon,
    color: group.color,
    supportMobile: 1,
  } as const
  const code = resourceCodeOf(screen.path)
  const title = titleFor(screen, codes.has(`${screen.noun}:post`))
  return [
    {
      ...common,
      resourceCode: code,
      parentCode: group.code,
      mobilePath: screen.path,
      resourceName: title,
      offenUse: screen.frequent ? 1 : 0,
      alwaysShow: 1,
      mobileMainpage: screen.onWorkbench ? 1 : 0,
    },
    ...(screen.pages ?? [])
      .filter((page) => !page.needs || may(codes, [page.needs]))
      .map((page): Resource => ({
        ...common,
        resourceCode: resourceCodeOf(page.path),
        parentCode: code,
        mobilePath: page.path,
        resourceName: page.title ?? title,
        offenUse: 0,
        alwaysShow: 0,
        mobileMainpage: 0,
      })),
  ]
}

const groupEntry = (group: Group): Resource => ({
  resourceCode: group.code,
  parentCode: '',
  resourceTypeCode: 'menu',
  mobilePath: '',
  funs: [],
  resourceName: group.title,
  icon: group.icon,
  mobileIcon: group.icon,
  color: group.color,
  offenUse: 0,
  alwaysShow: 1,
  supportMobile: 1,
  mobileMainpage: 0,
})

const resourceCodeOf = (path: string): string => path.replace('/pages/', '').replaceAll('/', '_').toLowerCase()

type MenuScreen = Exclude<(typeof groups)[number]['screens'][number], string>
