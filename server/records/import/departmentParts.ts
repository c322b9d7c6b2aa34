import { asTexts, isEmpty } from '../../../kernel/field.ts'
import type { CompletionContext, Reader } from './completion.ts'
import { type DirectoryEntry, problemOf } from './directory.ts'

/** The department that a cell says, with the sections below it that the row says in columns of their own. */
export const departmentOf = (text: string, { raw, directory, mayMake }: Reader): DirectoryEntry | undefined => {
  const sections = sectionsOf(raw)
  if (sections.length === 0) return undefined
  return directory.refer('department', [text, ...sections].join('/'), { filter: {}, mayMake: mayMake.has('department') })
}

/** A row may say the section alone; afterwards no section is a value of the row. */
export const completeDepartment = (
  raw: Record<string, unknown>,
  { directory, mayMake, wrong, isWrong }: Pick<CompletionContext, 'directory' | 'mayMake' | 'wrong' | 'isWrong'>,
): void => {
  const path = sectionsOf(raw).join('/')
  delete raw['section']
  delete raw['subsection']
  if (path === '' || !isEmpty(raw['deptId']) || isWrong('deptId')) return
  const entry = directory.refer('department', path, { filter: {}, mayMake: mayMake.has('department') })
  if ('id' in entry) raw['deptId'] = entry.id
  else {
    const { words, params } = problemOf(entry, 'department', path)
    wrong('deptId', words, params)
  }
}

const sectionsOf = (raw: Readonly<Record<string, unknown>>): string[] =>
  asTexts([raw['section'], raw['subsection']]).filter((part) => !isEmpty(part))
