import { codesOf } from './codes.ts'
import { menuFor, type Resource } from './menus.ts'
import type { RoleWord } from './roles.ts'

/** What a role may do at one place of the menu: the names of its functions; none where there is only to look. */
export type Right = { readonly title: string; readonly functions: readonly string[] }

/**
 * What a role gives, by the groups of the menu: read off the codes that the server checks, so that it cannot say something else. Of a manager's role only
 * what goes beyond an ordinary employee, who everyone is as well.
 */
export const rightsOf = (word: RoleWord): { readonly group: string; readonly rights: readonly Right[] }[] => {
  const everybodys = new Map(word === 'ordinary_emp' ? [] : menuOf('ordinary_emp').map((entry) => [entry.resourceCode, entry]))
  const ownMenu = menuOf(word)
  return ownMenu
    .filter(({ resourceTypeCode }) => resourceTypeCode === 'menu')
    .map(({ resourceCode, resourceName }) => ({
      group: resourceName,
      rights: ownMenu
        .filter(({ parentCode, resourceTypeCode }) => resourceTypeCode === 'menu_item' && parentCode === resourceCode)
        .flatMap((entry) => rightBeyond(entry, everybodys.get(entry.resourceCode))),
    }))
    .filter(({ rights }) => rights.length > 0)
}

const menuOf = (word: RoleWord): Resource[] => menuFor(codesOf([word]))

const rightBeyond = (entry: Resource, everybodys: Resource | undefined): Right[] => {
  const openCodes = new Set(everybodys?.funs.map(({ resourceCode }) => resourceCode))
  const functions = entry.funs.filter(({ resourceCode }) => !openCodes.has(resourceCode)).map(({ resourceName }) => resourceName)
  return everybodys && functions.length === 0 ? [] : [{ title: entry.resourceName, functions }]
}
