import type { FunctionCode } from '../rules/functionCode.ts'
import { codesOf, verbTitle } from './codes.ts'
import { roleMatrix } from './matrix.ts'
import { menuFor } from './menus.ts'

/** What a role may do with one thing: the names of its functions; none where there is only to look. */
export type Right = { readonly title: string; readonly functions: readonly string[] }
export type RightsGroup = { readonly group: string; readonly rights: readonly Right[] }

/**
 * What codes give beyond an ordinary employee, who everyone is as well, by the groups of the menu: read off the codes that the server checks, so
 * that it cannot say something else.
 */
export const rightsOf = (codes: ReadonlySet<FunctionCode>): readonly RightsGroup[] => {
  const everybodys = codesOf([])
  return roleMatrix()
    .map(({ title, rows }) => ({
      group: title,
      rights: rows
        .map((row) => ({
          title: row.title,
          functions: row.codes.filter((code) => codes.has(code) && !everybodys.has(code)).map(verbTitle),
        }))
        .filter(({ functions }) => functions.length > 0),
    }))
    .filter(({ rights }) => rights.length > 0)
}

/** What an ordinary employee may do, by the entries of his menu. */
export const everybodysRights = (): readonly RightsGroup[] => {
  const menu = menuFor(codesOf([]))
  return menu
    .filter(({ resourceTypeCode }) => resourceTypeCode === 'menu')
    .map(({ resourceCode, resourceName }) => ({
      group: resourceName,
      rights: menu
        .filter(({ parentCode }) => parentCode === resourceCode)
        .map((entry) => ({ title: entry.resourceName, functions: entry.funs.map((fun) => fun.resourceName) })),
    }))
}
