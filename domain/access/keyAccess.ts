import { documentKinds } from '../documents/all.ts'
import { codeOf } from '../documents/define.ts'
import type { Operation } from '../operations/define.ts'
import { recordKinds } from '../records/all.ts'
import { recordCodeOf } from '../records/code.ts'
import type { FunctionCode } from '../rules/functionCode.ts'
import { isKnownCode, isReadingCode } from './codes.ts'

/** Nouns that a key neither reads nor writes: accounts, roles, settings of the organisation, keys themselves, conversations. */
const closedNouns: ReadonlySet<string> = new Set([
  'apikey',
  'eventrule',
  'host',
  'invitation',
  'msgchat',
  'msgdispute',
  'netdisk',
  'sysoperation',
  'sysrole',
  'sysuser',
  'webhook',
])

/** Records that say who may sign in and who is the head of whom: a key reads them and does not write them. */
const accountNouns: ReadonlySet<string> = new Set(['person', 'sysdept'])

const writtenNouns: ReadonlySet<string> = new Set([
  ...documentKinds.map(codeOf),
  ...recordKinds.map(recordCodeOf).filter((noun) => !accountNouns.has(noun)),
  'gsinvoice',
  'gspool',
  'newannnews',
])

/** Changes of further nouns: numbers of vouchers come back from the finance system, punches from machines at the door. */
const writingCodes: ReadonlySet<FunctionCode> = new Set<FunctionCode>(['gsvalue:reconcile', 'attgroup:save'])

const nounOf = (code: FunctionCode): string => code.split(':')[0] ?? ''

/** True of a code that a key may have. What works later in the maker's own rights, or gives rights to people, is not among them. */
export const isKeyCode = (code: FunctionCode): boolean => {
  if (!isKnownCode(code) || closedNouns.has(nounOf(code))) return false
  return isReadingCode(code) || writtenNouns.has(nounOf(code)) || writingCodes.has(code)
}

/**
 * The same of a key with an account: what it submitted, its owner could approve himself, which an application under his own name does not let
 * him.
 */
export const isAccountCode = (code: FunctionCode): boolean => isKeyCode(code) && !code.endsWith(':submit')

/** What a key may call: the codes that it has at this moment, and whether it only reads. */
export type KeyReach = { readonly codes: ReadonlySet<FunctionCode>; readonly isReadOnly: boolean }

/** Whether a key has a code of the noun of an operation that is open to everyone signed in; a verb that has a code of its own needs that one. */
const hasCodeFor = ({ name, reads }: Operation, codes: KeyReach['codes']): boolean => {
  const [noun = '', verb = ''] = name.split('.')
  const ownCode: FunctionCode = `${noun}:${verb}`
  if (!reads && isKnownCode(ownCode)) return codes.has(ownCode)
  return [...codes].some((code) => nounOf(code) === noun && (reads || !isReadingCode(code)))
}

/**
 * Whether a key may call an operation. What everyone signed in may do is open to a key that has a code of the same noun, for a change one
 * that changes something; what belongs to a person alone, as approvals and conversations, has no such code.
 */
export const isOpenToKey = (operation: Operation, { codes, isReadOnly }: KeyReach): boolean => {
  const { access, reads, byKey } = operation
  if (byKey === 'never' || (isReadOnly && !reads)) return false
  if (byKey === 'always') return true
  if (access === 'signed-in') return hasCodeFor(operation, codes)
  return typeof access !== 'string' && access.some((code) => codes.has(code))
}
