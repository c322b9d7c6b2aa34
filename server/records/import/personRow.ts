import { half } from '../../../kernel/cell.ts'
import type { Values } from '../../db/recordTable.ts'
import type { Reader } from './completion.ts'

/** What a list of people says of how somebody is employed: a leaver comes in disabled, everybody else works here. */
export const readPersonCell = (key: string, text: string, { note }: Reader): Values | undefined => {
  if (key !== 'state') return undefined
  if (!leaverWords.test(half(text).trim())) return {}
  note('{count}位已离职或停用，导入为停用')
  return { state: 'disabled' }
}

const leaverWords = /离职|退休|停用|辞退|解聘|disabled|inactive|terminated|resigned|retired|suspended|^left$/i
