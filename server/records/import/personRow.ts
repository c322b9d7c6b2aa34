import { half } from '../../../kernel/cell.ts'
import { asTexts, isEmpty } from '../../../kernel/field.ts'
import { mobile, plainMobile } from '../../../kernel/rule.ts'
import type { Values } from '../../db/recordTable.ts'
import type { CompletionContext, Reader } from './completion.ts'
import { completeDepartment, departmentOf } from './departmentParts.ts'
import type { DirectoryEntry } from './directory.ts'
import { phoneBesideRemark, remarkLeftOut } from './phoneCell.ts'

/** What a list of people says of how a person is employed: a leaver comes in disabled, all others work here. */
export const readPersonCell = (key: string, text: string, { note }: Reader): Values | undefined => {
  if (key === 'phone') return phoneOf(text, note)
  if (key !== 'state') return undefined
  if (!leaverWords.test(half(text).trim())) return {}
  note('{count}位已离职或停用，导入为停用')
  return { state: 'disabled' }
}

const leaverWords = /离职|退休|停用|辞退|解聘|disabled|inactive|terminated|resigned|retired|suspended|^left$/i

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
