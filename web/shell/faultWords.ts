import { HostFault } from '../../hosts/fault.ts'
import { CallError } from '../call.ts'
import { t } from '../words.ts'

/** Why a host did not do what it was asked for, in words: its client is too old, or `otherwise`. A host asks our server for its signature. */
export const faultWords = (error: unknown, otherwise: string): string => {
  if (!(error instanceof HostFault) && !(error instanceof CallError)) throw error
  return error instanceof HostFault && error.why === 'old' ? t('版本过低请升级') : otherwise
}
