import { email, mobile, plainMobile } from '../../kernel/rule.ts'
import { fill } from '../../kernel/refusal.ts'
import { positionLength } from '../rules/position.ts'
import type { ForeignPerson } from './foreign.ts'

/** The fields of a person that a keeper may say; what it says cannot be changed here. */
export const saidFields = ['userName', 'phone', 'email', 'position', 'employeeNo'] as const
export type SaidField = (typeof saidFields)[number]

/** What a keeper says of a person in our fields: null where it is empty there, not there where nothing is said. */
export type ForeignFields = Readonly<Partial<Record<SaidField, string | null>>>

/** What does not fit a field of ours (a number that is no mobile one, an address that is none) is as if it were not said. */
export const saidOf = ({ name, phone, email: mail, position, employeeNo }: ForeignPerson): ForeignFields => {
  const statedFields: Record<SaidField, string | null | undefined> = {
    userName: cut(name, 30) || undefined,
    phone: fitting(phone === null ? null : phone && plainMobile(phone), (text) => mobile.test(text)),
    email: fitting(mail?.trim().toLowerCase() ?? mail, (text) => email.test(text) && text.length <= 100),
    position: cut(position, positionLength),
    employeeNo: fitting(employeeNo?.trim() ?? employeeNo, (text) => text.length <= 30),
  }
  return Object.fromEntries(Object.entries(statedFields).filter(([, value]) => value !== undefined))
}

/** The login name that a person has at their keeper's, where it may be one here. */
export const loginOf = ({ username }: ForeignPerson): string | undefined => {
  const login = username?.trim().toLowerCase()
  return login && login.length <= 40 && /^(?!1[3-9]\d{9}$)[a-z0-9_.-]+$/.test(login) ? login : undefined
}

/** What a person is called whose keeper shows names by its own means only. */
export const placeholderName = (foreignId: string): string => fill('成员{id}', { id: [...foreignId].slice(-4).join('') })

/** The same for a department. */
export const placeholderOfDepartment = (foreignId: string): string => fill('部门{id}', { id: [...foreignId].slice(-4).join('') })

/** What in a text may stand for the name of a person, or of a department. */
export const personPlaceholders = (text: string): string[] => [...new Set(text.match(/成员[\w-]{4}/gu))]
export const departmentPlaceholders = (text: string): string[] => [...new Set(text.match(/部门[\w-]{1,4}(?![\w-])/gu))]

/** A text cut where such a one may stand: every second part is one. */
export const cutAtPlaceholders = (text: string): string[] => text.split(/(成员[\w-]{4}|部门[\w-]{1,4}(?![\w-]))/u)

/** Whether that may be such a one; whether it is, stands with the person. */
export const mayBePlaceholder = (name: string): boolean => /^成员.{4}$/u.test(name)

const cut = (text: string | null | undefined, max: number): string | null | undefined =>
  text === undefined ? undefined : [...(text ?? '').trim()].slice(0, max).join('') || null

/** An empty text is an empty field. */
const fitting = (text: string | null | undefined, fits: (text: string) => boolean): string | null | undefined => {
  if (text === undefined) return undefined
  if (text === null || text === '') return null
  return fits(text) ? text : undefined
}
