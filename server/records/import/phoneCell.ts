import { half } from '../../../kernel/cell.ts'
import { isEmpty } from '../../../kernel/field.ts'
import { isPersonName } from '../../../domain/records/personName.ts'
import type { Values } from '../../db/recordTable.ts'
import type { Reader } from './completion.ts'

/** A telephone number beside which its owner or a remark stands, as `13800138000 王经理`; undefined of any other. */
export const phoneBesideRemark = (text: string): string | undefined => {
  const plain = half(text).trim()
  const number = plain
    .replace(/\([^()\d]*\)/g, ' ')
    .replace(/^[\p{Script=Han}\s:/,、]+(?=[\d+(])|[\s,]*\p{Script=Han}+\s*$/gu, '')
    .trim()
  return number !== plain && /^[\d+()\s/,;-]{5,}$/.test(number) ? number : undefined
}

export const remarkLeftOut = '{count}个电话号码旁边的说明没有导入'

/** The person whose number it is, where nothing else stands beside it. */
const nameBeside = (phone: string, text: string): string | undefined => {
  const name = half(text)
    .replace(phone, '')
    .replaceAll(/[\s:/,、()]/g, '')
  return isPersonName(name) ? name : undefined
}

export const readSupplierCell = (key: string, text: string, { raw, note }: Reader): Values | undefined => {
  const phone = key === 'phone' ? phoneBesideRemark(text) : undefined
  if (phone === undefined) return undefined
  const contact = isEmpty(raw['contact']) ? nameBeside(phone, text) : undefined
  if (contact !== undefined) return { phone, contact }
  note(remarkLeftOut)
  return { phone }
}
