import { half } from '../../../kernel/cell.ts'
import { asTexts, isEmpty } from '../../../kernel/field.ts'
import { mobile, plainMobile } from '../../../kernel/rule.ts'
import type { Values } from '../../db/recordTable.ts'
import type { CompletionContext, Reader } from './completion.ts'
import { type DirectoryEntry, problemOf } from './directory.ts'
import { phoneBesideRemark, remarkLeftOut } from './phoneCell.ts'

/** What a list of people says of how a person is employed: a leaver comes in disabled, all others work here. */
export const readPersonCell = (key: string, text: string, { note }: Reader): Values | undefined => {
  if (key === 'phone') return phoneOf(text, note)
  if (key === 'userName') return leaverOf(text, note)
  if (key !== 'state') return undefined
  if (!leaverWords.test(half(text).trim())) return {}
  note(leaverNote)
  return { state: 'disabled' }
}

const leaverNote = '{count}位已离职或停用，导入为停用'
const leaverWords = /离职|退休|停用|辞退|解聘|disabled|inactive|terminated|resigned|retired|suspended|^left$/i

/** A name beside which the list says that the person left, as 张三（离职）. */
const leaverOf = (text: string, note: Reader['note']): Values | undefined => {
  const [, userName = '', remark = ''] = /^(.+?)\s*\(([^()]+)\)$/.exec(half(text).trim()) ?? []
  if (!leaverWords.test(remark)) return undefined
  note(leaverNote)
  return { userName, state: 'disabled' }
}

const phoneOf = (text: string, note: Reader['note']): Values | undefined => {
  const phone = plainMobile(phoneBesideRemark(text) ?? '')
  if (!mobile.test(phone)) return undefined
  note(remarkLeftOut)
  return { phone }
}

export const referPersonCell = (key: string, text: string, reader: Reader): DirectoryEntry | undefined =>
  key === 'deptId' ? departmentOf(text, reader) : undefined

/** A name in two columns, and a department in several. */
export const completePerson = (raw: Record<string, unknown>, context: CompletionContext): void => {
  const names = asTexts([raw['lastName'], raw['firstName']]).filter((name) => !isEmpty(name))
  if (isEmpty(raw['userName']) && names.length > 0) raw['userName'] = wholeName(names)
  delete raw['lastName']
  delete raw['firstName']
  completeDepartment(raw, context)
}

/** Last name first as Chinese have it, and last everywhere else. */
const wholeName = (names: readonly string[]): string =>
  names.every((name) => /^\p{Script=Han}+$/u.test(name)) ? names.join('') : names.toReversed().join(' ')

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
